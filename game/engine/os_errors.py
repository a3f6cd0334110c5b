"""Error texts of the operating system and of the YAML parser, as Sentences that can be translated."""

from __future__ import annotations

import errno
from typing import Final

from game.engine.sentences import Sentence

OS_ERROR_TEXTS: Final = {
    errno.EACCES: "Permission denied",
    errno.EBUSY: "Device or resource busy",
    errno.EEXIST: "File exists",
    errno.EFBIG: "File too large",
    errno.EINVAL: "Invalid argument",
    errno.EIO: "Input/output error",
    errno.EISDIR: "Is a directory",
    errno.ELOOP: "Too many levels of symbolic links",
    errno.EMFILE: "Too many open files",
    errno.ENAMETOOLONG: "File name too long",
    errno.ENFILE: "Too many open files in system",
    errno.ENODEV: "No such device",
    errno.ENOENT: "No such file or directory",
    errno.ENOMEM: "Cannot allocate memory",
    errno.ENOSPC: "No space left on device",
    errno.ENOTDIR: "Not a directory",
    errno.ENXIO: "No such device or address",
    errno.EPERM: "Operation not permitted",
    errno.EROFS: "Read-only file system",
    errno.ETXTBSY: "Text file busy",
    **({errno.EDQUOT: "Disk quota exceeded"} if hasattr(errno, "EDQUOT") else {}),
    **({errno.ESTALE: "Stale file handle"} if hasattr(errno, "ESTALE") else {}),
}
"""The English text of each error number, as the C library has it."""


def os_error_text(error: OSError) -> str:
    """Why the system refused, as a Sentence if we have a translation for it."""
    words = OS_ERROR_TEXTS.get(error.errno or 0)
    return Sentence(words) if words else error.strerror or str(error)


YAML_ERROR_TEXTS: Final = frozenset({
    "block sequence entries are not allowed in this context",
    "could not find expected ':'",
    "did not find expected ',' or ']'",
    "did not find expected ',' or '{brace}'",
    "did not find expected '-' indicator",
    "did not find expected <document start>",
    "did not find expected alphabetic or numeric character",
    "did not find expected comment or line break",
    "did not find expected hexdecimal number",
    "did not find expected key",
    "did not find expected node content",
    "did not find expected whitespace or line break",
    "found character that cannot start any token",
    "found invalid Unicode character escape code",
    "found undefined tag handle",
    "found unexpected ':'",
    "found unexpected document indicator",
    "found unexpected end of stream",
    "found unknown directive name",
    "found unknown escape character",
    "mapping keys are not allowed in this context",
    "mapping values are not allowed in this context",
    "while parsing a block collection",
    "while parsing a block mapping",
    "while parsing a block node",
    "while parsing a flow mapping",
    "while parsing a flow node",
    "while parsing a flow sequence",
    "while parsing a node",
    "while parsing a quoted scalar",
    "while scanning a block scalar",
    "while scanning a directive",
    "while scanning a plain scalar",
    "while scanning a quoted scalar",
    "while scanning a simple key",
    "while scanning a tag",
    "while scanning an alias",
    "while scanning an anchor",
    "while scanning for the next token",
})  # fmt: skip
"""Problems and contexts that the C parser of PyYAML reports. The Python parser words some of them differently."""


def yaml_error_text(text: str) -> str:
    """A known text of the parser as a Sentence; any other text unchanged, shortened to one line."""
    tidy = " ".join(text.split())[:160]
    words = tidy.replace("}", "{brace}")
    return Sentence(words, brace="}") if words in YAML_ERROR_TEXTS else tidy
