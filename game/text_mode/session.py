"""A session at the terminal, from the welcome to the goodbye: resume or set up matches, and play them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from game import paths
from game.ai.worker import Worker
from game.data import catalog
from game.data.lessons import lesson_names, next_lesson
from game.data.lessons import load as load_lesson
from game.disk.limits import LIMITS, Kept, oldest_count
from game.disk.resume import resume_match
from game.disk.save_files import DamagedSave
from game.disk.savefile import Save
from game.disk.saving import Autosave
from game.disk.settings import Settings
from game.disk.store import BusySave, Store
from game.engine.errors import MallowError, SaveError
from game.engine.os_errors import os_error_text
from game.play import seals
from game.play.host import BOT_TEMPO, Host, Provenance, Setup
from game.play.lesson import LessonHost, seat_names
from game.play.lesson_match import match_from_save
from game.text_mode import setup
from game.text_mode.answers import ChoiceLine
from game.text_mode.rule_reader import RuleReader
from game.text_mode.setup import LearnTitle
from game.text_mode.talk import LeaveGame, Query, Talk
from game.text_mode.terminal import Terminal
from game.text_mode.text_lesson import TextLesson
from game.text_mode.text_match import TextMatch
from game.words.defaults import default_options, edition_options
from game.words.locale import Texts, system_language

LONGEST_TEMPO = BOT_TEMPO["fast"]
"""In a terminal nothing moves that an eye has to follow. So bots' pauses are short, whatever speed the player chose."""


def run(
    chosen: Settings,
    data: Path,
    title: str = "",
    *,
    plain: bool = False,
    deal: int | None = None,
    lesson: str = "",
    notice: str = "",
) -> int:
    """Play until the person quits. A `title` skips the question for it; `deal` is the seed of the first match.

    A `lesson` (its id) is begun at once.

    The `notice` about settings and folders is printed first.
    """
    texts, trouble = Texts.load_or_english(chosen.language or system_language())
    talk = Talk(Terminal(sys.stdin, sys.stdout, plain), chosen, paths.settings_file(data), texts)
    if title:
        title = setup.find_title(talk, title)
    if notice:
        talk.say(texts.translate(notice))
    if trouble:
        talk.say(texts("error.language_broken", problem=trouble))
    worker, store = Worker(), Store(data)
    try:
        worker.start()
        talk.say(texts("text.welcome"), texts("text.how"))
        talk.say(texts("text.ways_out", help=talk.command_word("help"), quit=talk.command_word("quit")))
        TextSession(talk, worker, store, deal, min(BOT_TEMPO[chosen.speed], LONGEST_TEMPO)).run(title, lesson)
    except (LeaveGame, EOFError, KeyboardInterrupt):
        talk.say(talk.texts("text.bye"))
    finally:
        worker.stop()
        store.close()
    problem = talk.terminal.write_problem
    if problem is not None:
        raise MallowError("nothing more can be printed: {reason}", reason=os_error_text(problem))
    return 0


class TextSession:
    """One match after another. Each is saved after every move."""

    def __init__(self, talk: Talk, worker: Worker, store: Store, deal: int | None, pause_factor: float) -> None:
        self._talk = talk
        self._worker = worker
        self._store = store
        self._deal = deal
        self._pause_factor = pause_factor
        self._progress = store.lessons

    def run(self, title: str, lesson: str = "") -> None:
        if lesson:
            self._learn(lesson)
        kept = self._ask_saved_match(title)
        again = self._resume(kept) if kept is not None else None
        while True:
            self._make_room()
            if again is None:
                again = self._set_up(title)
                title = ""
            autosave = Autosave.new(self._store)
            asked_for = self._deal is not None  # a person who asked for these cards may have seen them before
            host = Host(again, self._worker, self._next_seed(), provenance=Provenance(copied=asked_for))
            autosave(host)
            again = self._play(host, autosave)

    def _set_up(self, title: str) -> Setup:
        """Choose a title and set up a match of it, perhaps after some lessons."""
        chosen = title or setup.choose_title(self._talk)
        self._offer_lessons(chosen, ask=not title)
        while True:
            try:
                return setup.SetupQuestions(self._talk, chosen).ask()
            except LearnTitle:
                self._learn(f"{chosen}/{lesson_names(chosen)[0]}")

    # Lessons

    def _offer_lessons(self, title: str, *, ask: bool) -> None:
        """The first time that a title is opened: ask whether to learn it, or only say how (without `ask`)."""
        talk, names = self._talk, lesson_names(title)
        if not names or title in self._progress.load().asked:
            return
        self._progress.mark_asked(title)
        if not ask:
            talk.say(talk.texts("lesson.offer", learn=talk.command_word("learn")))
            return
        keys = "lesson.learn", "lesson.play", "lesson.rules"
        match talk.choose(lambda: Query(talk.texts("lesson.first"), [ChoiceLine(talk.texts(key)) for key in keys], 1)):
            case 0:
                self._learn(f"{title}/{names[0]}")
            case 2:
                options = default_options(catalog.spec(title), talk.texts)
                RuleReader(talk, catalog.rules(title, options)).read("")

    def _learn(self, lesson_id: str) -> None:
        """Play a lesson, and those that the person wants after it. A lesson that was left goes on where it was."""
        anew = False
        while lesson_id:
            self._play_lesson(lesson_id, anew)
            following = next_lesson(lesson_id)
            keys = [*(["lesson.next"] if following else []), "lesson.again", "lesson.play"]
            choice = keys[self._talk.choose(lambda: self._lesson_query(keys))]  # noqa: B023
            anew = choice == "lesson.again"
            lesson_id = following if choice == "lesson.next" else lesson_id if anew else ""

    def _lesson_query(self, keys: Sequence[str]) -> Query:
        return Query(self._talk.texts("text.what_now"), [ChoiceLine(self._talk.texts(key)) for key in keys], 0)

    def _play_lesson(self, lesson_id: str, anew: bool) -> None:
        talk, lesson = self._talk, load_lesson(lesson_id)
        left = None if anew else self._progress.load().open.get(lesson_id)
        saved = match_from_save(lesson, left) if left is not None else None
        edition = edition_options(catalog.spec(lesson.title), talk.texts)
        host = LessonHost(lesson, seat_names(lesson, talk.texts), self._worker, saved=saved, edition=edition)
        host.pause_factor = self._pause_factor
        talk.say(talk.texts("lesson.title", name=talk.texts(lesson.text_key("name"))))
        try:
            self._worker.wait_until_ready()
            TextLesson(talk, host).run()
        except (LeaveGame, EOFError, KeyboardInterrupt):
            if (record := host.record_to_keep()) is not None:
                self._progress.keep(lesson_id, record)
            raise
        self._progress.mark_done(lesson_id)

    # Matches

    def _make_room(self) -> None:
        """If as many matches or results are kept as the limit allows, ask whether to delete the oldest ones."""
        while (kind := self._store.full_kind()) is not None:
            if self._talk.choose(partial(self._full_query, kind)) == 1:
                raise LeaveGame
            if self._talk.ask_yes_no(self._talk.texts("text.ask_delete_oldest")):
                busy = self._store.delete_oldest(kind)
                texts = self._talk.texts
                self._talk.say(texts("save.busy_left", count=len(busy)) if busy else texts("text.deleted"))

    def _full_query(self, kind: Kept) -> Query:
        texts = self._talk.texts
        delete = texts(f"save.delete_oldest.{kind.value}", number=texts.format_number(oldest_count(kind)))
        full = texts(f"save.full.{kind.value}", limit=texts.format_number(LIMITS[kind]))
        return Query(full, [ChoiceLine(delete), ChoiceLine(texts("menu.quit"))], None)

    def _play(self, host: Host, autosave: Autosave, *, resumed: bool = False) -> Setup | None:
        """Play a match to its end. Returns its set-up if the person wants the same again, or None for another match."""
        host.on_change, host.pause_factor = autosave, self._pause_factor
        try:
            self._worker.wait_until_ready()  # otherwise its start would count as a long thought
            TextMatch(self._talk, host, self._store.new_trouble, resumed=resumed).run()
        except (LeaveGame, EOFError, KeyboardInterrupt):
            problem = self._store.unsaved_problem()
            if problem:
                self._talk.say(self._talk.texts("error.save_failed", problem=problem))
            elif self._store.flush():
                self._talk.say(self._talk.texts("text.kept"))
            raise
        finally:
            self._store.release(autosave.name)
        match self._talk.choose(self._what_next):
            case 0:
                return host.setup
            case 1:
                return None
        raise LeaveGame

    def _next_seed(self) -> str:
        """The seed of the next match: a secret random number, or the numbers from `deal` on."""
        if self._deal is None:
            return str(seals.new_seed())
        self._deal += 1
        return str(self._deal - 1)

    def _what_next(self) -> Query:
        keys = "score.again", "menu.new_match", "menu.quit"
        return Query(self._talk.texts("text.what_now"), [ChoiceLine(self._talk.texts(key)) for key in keys], 0)

    # Going on with a match

    def _ask_saved_match(self, title: str) -> Save | None:
        """Ask which saved match to resume. The last match of each title is offered. None for a new match."""
        latest = self._store.latest_by_title()
        saves = [latest.get(each) for each in ([title] if title else catalog.titles())]
        found = sorted((save for save in saves if save), key=lambda save: -save.saved)
        if not found:
            return None

        def query() -> Query:
            texts = self._talk.texts
            lines = [
                texts(
                    "text.continue",
                    title=texts(f"{save.title}.name"),
                    names=texts.join_words(chair.name for chair in save.chairs),
                )
                for save in found
            ]
            return Query(texts("text.go_on"), [*map(ChoiceLine, lines), ChoiceLine(texts("menu.new_match"))], 0)

        at = self._talk.choose(query)
        return found[at] if at < len(found) else None

    def _resume(self, save: Save) -> Setup | None:
        found = self._open(save.id)
        return self._play(*found, resumed=True) if found is not None else None

    def _open(self, name: str) -> tuple[Host, Autosave] | None:
        """The match of a save, or the state before its last move if it is damaged; None if neither can be read."""
        texts = self._talk.texts
        try:
            return resume_match(self._store, self._worker, name)
        except BusySave:
            self._talk.say(texts("text.elsewhere"))
            return None
        except SaveError as error:
            self._talk.say(texts("error.save_broken", problem=error.sentence))
            if not isinstance(error, DamagedSave):
                return None
            if error.aside:
                self._talk.say(texts("error.save_kept", file=error.aside))
            if not error.has_backup:
                return None
        try:
            return resume_match(self._store, self._worker, name, before=True)
        except SaveError as error:
            self._talk.say(texts("error.save_broken", problem=error.sentence))
            return None
