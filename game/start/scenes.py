"""Makes the scenes that need the worker or the store: title screen, menu, table, replay, crash screen.

What the menu does not need is imported late, so that the menu comes sooner.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.ai.worker import Worker
from game.disk import files
from game.disk.lesson_progress import ProgressFile
from game.disk.store import Store
from game.engine.errors import SaveError
from game.play.setup import Setup
from game.ui.history.saves import SavedMatches
from game.ui.scene import Scene
from game.ui.screens.menu import LessonDoor, MenuScreen
from game.ui.screens.title import TitleScreen
from game.words.locale import Texts

if TYPE_CHECKING:
    from game.disk.saving import Autosave
    from game.play.host import Host
    from game.play.lesson import LessonHost


def make_title_screen(worker: Worker, store: Store | None = None) -> Scene:
    """The title screen. Without a store nothing is saved."""
    return TitleScreen(partial(make_menu, worker, store))


def make_first_scene(worker: Worker, store: Store | None, first_start: bool) -> Scene:
    """The title screen. At the first start of the program the page before it."""
    make_title = partial(make_title_screen, worker, store)
    if not first_start:
        return make_title()
    from game.ui.screens.first_start import FirstStart

    return FirstStart(make_title)


def make_menu(worker: Worker, store: Store | None = None) -> Scene:
    """The menu. Without a store it has no saves."""
    saved = saved_matches(worker, store) if store is not None else None
    lesson_door = LessonDoor(store.lessons, partial(make_lesson, worker, store)) if store is not None else None
    return MenuScreen(partial(start_match, worker, store), saved, lesson_door)


def saved_matches(worker: Worker, store: Store) -> SavedMatches:
    return SavedMatches(store, partial(make_saved_table, worker, store), partial(make_replay, worker, store))


def start_match(worker: Worker, store: Store | None, setup: Setup) -> Scene:
    """The table of a new match.

    If no more matches can be kept, it is a scene that says so and leads to what can be deleted.
    """
    full = store.full_kind() if store is not None else None
    if store is not None and full is not None:
        from game.ui.history.full_store import FullStoreSheet

        again = partial(start_match, worker, store, setup)
        return FullStoreSheet(saved_matches(worker, store), full, again, partial(make_menu, worker, store))
    from game.disk.saving import Autosave
    from game.play import seals
    from game.play.host import Host

    host = Host(setup, worker, seals.new_seed())
    return make_table(host, Autosave.new(store) if store else None)


def make_saved_table(worker: Worker, store: Store, name: str, before: bool = False) -> Scene:
    """The table of a saved match; `before` loads its backup. A named copy stays, and a new match continues from it."""
    from game.disk.resume import resume_match

    host, autosave = resume_match(store, worker, name, before=before)
    return make_table(host, autosave, again=True)


def make_replay(worker: Worker, store: Store, name: str) -> Scene:
    """The scene with the replay of a finished match."""
    from game.disk import saving
    from game.ui.history.replay import ReplayScene

    return ReplayScene(store.load(name, lambda plain: saving.make_replay(plain, worker)))


def make_table(host: Host, autosave: Autosave | None = None, again: bool = False) -> Scene:
    """The table of a match. With `again` it shows the current state at once, without animation."""
    from game.play.live import LiveRace, can_race
    from game.ui.table.scene import TableScene

    scene = TableScene(host, LiveRace(host) if host.setup.live and can_race(host.rules) else None)
    if again:
        scene.catch_up()
    scene.make_menu = partial(_leave_match, host, autosave)
    scene.make_rematch = partial(_play_again, host, autosave)
    if autosave is not None:
        scene.save_copy = partial(autosave.save_copy, host)
        host.on_change = autosave
        autosave(host)
    return scene


def make_lesson(worker: Worker, store: Store | None, lesson_id: str, texts: Texts, *, anew: bool = False) -> Scene:
    """The table of a lesson, where it was left or, with `anew`, from its beginning. SpecError if a file is wrong."""
    from game.data import catalog, lessons
    from game.play.lesson import LessonHost, seat_names
    from game.play.lesson_match import match_from_save
    from game.play.live import LiveRace, can_race
    from game.ui.screens.lesson_table import LessonTable
    from game.words.defaults import edition_options

    lesson, progress = lessons.load(lesson_id), store.lessons if store is not None else ProgressFile(None)
    left = None if anew else progress.load().open.get(lesson_id)
    saved = match_from_save(lesson, left) if left is not None else None
    edition = edition_options(catalog.spec(lesson.title), texts)
    host = LessonHost(lesson, seat_names(lesson, texts), worker, saved=saved, edition=edition)
    scene = LessonTable(host, LiveRace(host) if lesson.live and can_race(host.rules) else None)
    scene.catch_up()
    scene.make_menu = partial(make_menu, worker, store)
    scene.make_rematch = lambda setup: make_lesson(worker, store, lesson_id, texts, anew=True)
    following = lessons.next_lesson(lesson_id)
    if following:
        scene.make_next = partial(make_lesson, worker, store, following, texts)
    scene.on_done = partial(progress.mark_done, lesson_id)
    scene.on_leave = partial(_keep_lesson, host, progress)
    return scene


def _keep_lesson(host: LessonHost, progress: ProgressFile) -> None:
    """Keep a lesson that is left before its end."""
    left = host.record_to_keep()
    if left is not None:
        progress.keep(host.lesson.id, left)


def make_crash_screen(worker: Worker, store: Store, error: Exception, stack: Sequence[Scene]) -> Scene:
    """The scene after an unexpected error. From there the match continues from its save, or from its current state."""
    from game.start.report import make_report
    from game.ui.screens.crash import CrashScreen

    host = next((found for found in map(_played_host, reversed(stack)) if found is not None), None)
    troubles = host.troubles if host is not None else []
    report = make_report(error, host, [f"pygame-ce {pygame.version.ver}, SDL {pygame.get_sdl_version()}"], troubles)
    with contextlib.suppress(OSError):
        files.write(store.folder / "report.txt", report.encode("utf-8", "backslashreplace"))
    resume = partial(_resume_after_crash, host, store) if host is not None and not host.over else None
    return CrashScreen(report, resume, partial(make_menu, worker, store))


def _played_host(scene: Scene) -> Host | None:
    from game.play.host import Host
    from game.play.lesson import LessonHost
    from game.play.replay import Replay

    host = getattr(scene, "host", None)
    return host if isinstance(host, Host) and not isinstance(host, Replay | LessonHost) else None


def _resume_after_crash(host: Host, store: Store) -> Scene:
    from game.disk.saving import Autosave
    from game.play.host import Host

    autosave = host.on_change
    if isinstance(autosave, Autosave):
        with contextlib.suppress(SaveError):
            return make_saved_table(host.worker, store, autosave.name)
        store.claim(autosave.name)
    new_host = Host(host.setup, host.worker, host.seed, host.match, host.provenance)
    new_host.seals = list(host.seals)
    return make_table(new_host, autosave if isinstance(autosave, Autosave) else None, again=True)


def _leave_match(host: Host, autosave: Autosave | None) -> Scene:
    if autosave is not None:
        autosave.release()
    return make_menu(host.worker, autosave.store if autosave else None)


def _play_again(host: Host, autosave: Autosave | None, setup: Setup) -> Scene:
    if autosave is not None and host.over:
        autosave.release()
    elif autosave is not None:
        autosave.discard()
    return start_match(host.worker, autosave.store if autosave else None, setup)
