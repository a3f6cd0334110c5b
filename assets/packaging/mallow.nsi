; The installer for Windows: `make windows` gives TARGET, VERSION, NUMBERS, ICON, LICENCE, LISTS and OUT.
; For one user, without an administrator. Saves lie in another folder and stay there.
Unicode true
Target ${TARGET}
SetCompressor /SOLID lzma
SetCompressorDictSize 64
!include MUI2.nsh
!include FileFunc.nsh

!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Mallow"
!define SAVES "$APPDATA\mallow"

Name "Mallow"
OutFile "${OUT}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\Mallow"
InstallDirRegKey HKCU "${KEY}" "InstallLocation"
BrandingText "Mallow ${VERSION}"
ManifestDPIAware true
VIProductVersion "${NUMBERS}"
VIAddVersionKey "ProductName" "Mallow"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "Installer of Mallow, a small box of card games"
VIAddVersionKey "CompanyName" "The Mallow authors"
VIAddVersionKey "LegalCopyright" "MIT; pictures and sounds CC BY 4.0"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_COMPONENTSPAGE_NODESC
!define MUI_FINISHPAGE_RUN "$INSTDIR\mallow.exe"
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_COMPONENTS
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "Spanish"
!insertmacro MUI_LANGUAGE "French"

LangString PROGRAM ${LANG_ENGLISH} "Mallow"
LangString PROGRAM ${LANG_SPANISH} "Mallow"
LangString PROGRAM ${LANG_FRENCH} "Mallow"
LangString DESKTOP ${LANG_ENGLISH} "Icon on the desktop"
LangString DESKTOP ${LANG_SPANISH} "Icono en el escritorio"
LangString DESKTOP ${LANG_FRENCH} "Icône sur le bureau"
LangString FORGET ${LANG_ENGLISH} "Saved matches and settings too"
LangString FORGET ${LANG_SPANISH} "También partidas guardadas y ajustes"
LangString FORGET ${LANG_FRENCH} "Parties enregistrées et réglages"
LangString COMMENT ${LANG_ENGLISH} "A small box of card games"
LangString COMMENT ${LANG_SPANISH} "Una cajita de juegos de cartas"
LangString COMMENT ${LANG_FRENCH} "Une petite boîte de jeux de cartes"
LangString TEXT ${LANG_ENGLISH} "Play in a terminal, with a screen reader too"
LangString TEXT ${LANG_SPANISH} "Jugar en un terminal, también con lector de pantalla"
LangString TEXT ${LANG_FRENCH} "Jouer dans un terminal, même avec un lecteur d’écran"
LangString IN_USE ${LANG_ENGLISH} "Mallow is still open. Close it, then try again."
LangString IN_USE ${LANG_SPANISH} "Mallow sigue abierto. Hay que cerrarlo antes de reintentar."
LangString IN_USE ${LANG_FRENCH} "Mallow est encore ouvert. Il faut le fermer avant de réessayer."

; The file of a running program cannot be opened for writing.
!macro WAIT_UNTIL_CLOSED NAME
  IfFileExists "$INSTDIR\${NAME}.exe" 0 ${NAME}_closed
  ${NAME}_try:
    ClearErrors
    FileOpen $0 "$INSTDIR\${NAME}.exe" a
    IfErrors 0 ${NAME}_free
    MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(IN_USE)" /SD IDCANCEL IDRETRY ${NAME}_try
    SetErrorLevel 1
    Abort
  ${NAME}_free:
    FileClose $0
  ${NAME}_closed:
!macroend

Section "!$(PROGRAM)" program
  SectionIn RO
  !insertmacro WAIT_UNTIL_CLOSED mallow
  !insertmacro WAIT_UNTIL_CLOSED mallow-text
  ; An older version takes its own files away first.
  IfFileExists "$INSTDIR\uninstall.exe" 0 +2
    ExecWait '"$INSTDIR\uninstall.exe" /S _?=$INSTDIR'
  !include "${LISTS}/install.nsh"
  SetOutPath "$INSTDIR"
  File "/oname=LICENSE.txt" "${LICENCE}"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Mallow.lnk" "$INSTDIR\mallow.exe" "" "$INSTDIR\mallow.exe" 0 SW_SHOWNORMAL "" "$(COMMENT)"
  CreateShortcut "$SMPROGRAMS\Mallow text.lnk" "$INSTDIR\mallow-text.exe" "" "$INSTDIR\mallow-text.exe" 0 SW_SHOWNORMAL "" "$(TEXT)"
  WriteRegStr HKCU "${KEY}" "DisplayName" "Mallow"
  WriteRegStr HKCU "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${KEY}" "DisplayIcon" "$INSTDIR\mallow.exe"
  WriteRegStr HKCU "${KEY}" "Publisher" "The Mallow authors"
  WriteRegStr HKCU "${KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${KEY}" "NoRepair" 1
  SectionGetSize ${program} $0
  WriteRegDWORD HKCU "${KEY}" "EstimatedSize" $0
SectionEnd

Section /o "$(DESKTOP)" desktop
  CreateShortcut "$DESKTOP\Mallow.lnk" "$INSTDIR\mallow.exe" "" "$INSTDIR\mallow.exe" 0 SW_SHOWNORMAL "" "$(COMMENT)"
SectionEnd

; Who has the icon keeps it: the older version takes it away with its own files.
Function .onInit
  IfFileExists "$DESKTOP\Mallow.lnk" 0 +2
    SectionSetFlags ${desktop} 1
FunctionEnd

Section "un.$(PROGRAM)"
  SectionIn RO
  !insertmacro WAIT_UNTIL_CLOSED mallow
  !insertmacro WAIT_UNTIL_CLOSED mallow-text
  ; Only files that we have brought: the folder may hold others.
  !include "${LISTS}/uninstall.nsh"
  Delete "$INSTDIR\LICENSE.txt"
  Delete "$INSTDIR\uninstall.exe"
  SetOutPath "$TEMP"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Mallow.lnk"
  Delete "$SMPROGRAMS\Mallow text.lnk"
  Delete "$DESKTOP\Mallow.lnk"
  DeleteRegKey HKCU "${KEY}"
SectionEnd

; Chosen on the page, or with /FORGET on the command line.
Section /o "un.$(FORGET)" forget
  RMDir /r "${SAVES}"
SectionEnd

Function un.onInit
  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "/FORGET" $1
  IfErrors +2 0
    SectionSetFlags ${forget} 1
FunctionEnd
