"""Every form of the program, filled as full as it gets in use: for tests of places, the bench and the gallery."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from game.data import catalog, lessons
from game.disk import profile
from game.disk.lesson_progress import Progress
from game.disk.limits import Kept
from game.disk.profile import Result
from game.disk.saving import Autosave
from game.disk.store import Store
from game.engine.dice import Dice
from game.play.host import Chair, Host, Setup
from game.play.replay import Replay
from game.start import scenes
from game.titles import TITLES
from game.ui import look_file
from game.ui.book.rules import RulesOverlay
from game.ui.history.full_store import FullStoreSheet
from game.ui.history.profile import ProfileScreen
from game.ui.history.save_copy import SaveCopySheet
from game.ui.history.save_opener import NoticeSheet
from game.ui.history.saves_screen import SavesScreen
from game.ui.history.verify import VerifySheet
from game.ui.scene import Scene
from game.ui.screens.confirm import Confirm
from game.ui.screens.crash import CrashScreen
from game.ui.screens.first_start import FirstStart
from game.ui.screens.keys import KeyCard, KeysScreen
from game.ui.screens.lessons import LessonDone, LessonList, LessonOffer
from game.ui.screens.menu import MenuScreen
from game.ui.screens.pause import PauseOverlay
from game.ui.screens.score_widgets import Tally
from game.ui.screens.scores import ScoreScreen
from game.ui.screens.settings import SettingsScreen
from game.ui.screens.setup import SetupScreen
from game.ui.table.trick import TrickOverlay
from game.words.locale import Texts
from game.words.message import Message
from tests.inline_worker import InlineWorker

TITLE = "marshmallow_test"
NAMES = ("Maximiliano", "Bea", "Guillermina", "Dani", "Konstantin", "Finn")
ROUNDS = [[2, 5, 0, 3, 1], [6, 5, 9, 12, 4], [14, 20, 9, 13, 11]]
SEAL = "0123456789abcdef" * 4

Make = Callable[[], Scene]


def nowhere(setup: object = None) -> Scene:
    raise AssertionError("no match is started here")


def menu() -> Scene:
    return MenuScreen(nowhere)


def last_trick() -> Scene:
    spec = catalog.spec(TITLE)
    return TrickOverlay(spec, look_file.load_look(spec), NAMES[:5], 1, range(5), range(5))


class Story:
    """How points came about, as long as it gets: two lines for each of five players, and the winner."""

    def lines(self, texts: Texts) -> list[str]:
        every = (texts(f"{TITLE}.options.{name}.help") for name in catalog.spec(TITLE).options)
        return [line for line in every for _ in range(2)]


def tally(*, final: bool, title: str = TITLE, points: bool = True) -> Tally:
    faces = ["bear", "bunny", "cat", "fox", "owl"]
    return Tally(title, NAMES[:5], faces, ROUNDS if points else [], (1,) if final else (), final, Story())


def play(title: str, seats: int, moves: int = 10**6) -> Host:
    """A host of a match with so many random moves."""
    chairs = tuple(Chair(NAMES[seat], "random" if seat else "", "fox") for seat in range(seats))
    host, dice = Host(Setup(title, chairs), InlineWorker(), 4), Dice("forms", title)
    for _ in range(moves):
        if host.over:
            break
        seat = dice.pick(host.deciders)
        host.play(seat, dice.pick(host.view(seat).legal))
    return host


def fill(folder: Path, *, over: bool) -> Store:
    """A store with open or finished matches of all titles, and with results."""
    store = Store(folder)
    store.results.mkdir(parents=True)
    for title in TITLES:
        autosave = Autosave.new(store)
        autosave(play(title, catalog.spec(title).seats[-1], 10**6 if over else 9))
        autosave.release()
    for number in range(12):
        title = list(TITLES)[number % len(TITLES)]
        scores = () if title == "face_to_face" else (7 * number % 23, 9)
        result = Result(
            id=f"m{number:04}", title=title, ended=1000 + number, names=(NAMES[0], "Bot"),
            players=("human", "expert:waiter"), winners=(number % 2,), scores=scores, counts=True,
        )  # fmt: skip
        (store.results / f"{result.id}.json").write_bytes(profile.to_bytes(result, store.key))
    store.flush()
    return store


def simple_forms() -> dict[str, Make]:
    """The forms that need no files and no match, by name."""
    learnt = Message(f"lessons.{TITLE}.{lessons.lesson_names(TITLE)[0]}.done")
    forms: dict[str, Make] = {
        "first start": lambda: FirstStart(menu),
        "settings": SettingsScreen,
        "keys": KeysScreen,
        "list of keys": KeyCard,
        "pause": lambda: PauseOverlay(TITLE, save_copy=lambda name: None, seal=SEAL),
        "confirm": lambda: Confirm("confirm.restart"),
        "last trick": last_trick,
        "notice": lambda: NoticeSheet("This match was saved by another program or on another computer. " * 3),
        "name entry": lambda: SaveCopySheet("Marshmallow Test"),
        "score of a round": lambda: ScoreScreen(tally(final=False)),
        "score of a match": lambda: ScoreScreen(tally(final=True)),
        "score without points": lambda: ScoreScreen(tally(final=True, title="face_to_face", points=False)),
        "crash": lambda: CrashScreen("\n".join(f"line {n} of a report" for n in range(30)), menu, menu),
        "end of a lesson": lambda: LessonDone(learnt, last=False),
    }
    for title in TITLES:
        forms[f"set-up of {title}"] = partial(SetupScreen, title, nowhere)
        forms[f"rules of {title}"] = partial(RulesOverlay, title)
        forms[f"offer of {title}"] = partial(LessonOffer, title)
        forms[f"lessons of {title}"] = partial(LessonList, tuple(TITLES), title, Progress())
    return forms


def all_forms(folder: Path) -> dict[str, Make]:
    """All forms, by name. Matches and results are written into the folder, and played if they have to be over."""
    worker, store, finished = InlineWorker(), fill(folder / "open", over=False), fill(folder / "over", over=True)
    replay = Replay.of(play(TITLE, 5))

    def details() -> Scene:
        sheet = VerifySheet(replay)
        sheet._shows_details = True
        return sheet

    return simple_forms() | {
        "full menu": lambda: scenes.make_menu(worker, store),
        "matches": lambda: SavesScreen(scenes.saved_matches(worker, store)),
        "finished matches": lambda: SavesScreen(scenes.saved_matches(worker, finished), over=True),
        "profile": lambda: ProfileScreen(store),
        "verify": lambda: VerifySheet(replay),
        "verify, details": details,
        "full store": lambda: FullStoreSheet(scenes.saved_matches(worker, store), Kept.RESULTS, menu, menu),
    }
