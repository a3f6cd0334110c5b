"""Text mode without a terminal: what is told to whom, what can be typed, and what is answered."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.waiting import LIMIT_S

pytest.importorskip("termios")

from game import text_mode
from game.data import catalog
from game.disk.settings import Settings
from game.engine.cards import Card
from game.engine.dice import Dice
from game.engine.errors import OptionError, SaveError
from game.engine.spec import Value
from game.engine.view import View
from game.play.host import Chair, Host, Setup
from game.text_mode.answers import ChoiceLine, find_exact, find_matches
from game.text_mode.session import LONGEST_TEMPO
from game.text_mode.talk import LeaveGame, Talk
from game.text_mode.terminal import INPUT_LENGTH, MIN_BLANK_LINES, PART_LENGTH, Terminal, fold
from game.text_mode.text_match import TextMatch
from game.text_mode.unread_events import log_lines
from game.titles import TITLES
from game.words import Wording
from game.words.locale import Texts, languages
from tests.contract import usual_seats
from tests.inline_worker import InlineWorker
from tests.robot import GARBAGE, Robot
from tests.virtual_time import VirtualTime

CODES = [code for code, _ in languages()]
WIPE = "\n" * MIN_BLANK_LINES
BLANK = ("\u00a0", " \u2003\u00a0 ")
"""Spaces that are not the usual one."""


@pytest.fixture(autouse=True)
def no_real_waiting(virtual_time: VirtualTime) -> None:
    """The pauses of bots pass in no time."""


class Paper(io.StringIO):
    encoding = "utf-8"


class Typist(io.StringIO):
    """Types what it is told to; `answer` is asked with what was printed since the last time."""

    def __init__(self, paper: Paper, answer: Callable[[str], str | None]) -> None:
        super().__init__()
        self._paper = paper
        self._answer = answer
        self._read = 0

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]  # the stubs have StringIO read bytes
        text = self._paper.getvalue()
        printed, self._read = text[self._read :], len(text)
        answer = self._answer(printed)
        return "" if answer is None else f"{answer}\n"


class Sitting:
    """People at one keyboard, without another process."""

    def __init__(self, host: Host, folder: Path, answer: Callable[[str], str | None], code: str = "en") -> None:
        self.paper = Paper()
        terminal = Terminal(Typist(self.paper, answer), self.paper)
        self.talk = Talk(terminal, Settings(), folder / "settings.json", Texts.load(code))
        self.table = TextMatch(self.talk, host, lambda: "")

    def run(self) -> str:
        try:
            self.table.run()
        except (EOFError, LeaveGame):
            self.paper.write("left\n")
        return self.paper.getvalue()


def host(title: str, people: int = 1, seats: int = 0, practice: bool = False, seed: int = 1) -> Host:
    seats = seats or usual_seats(title)
    names = ["Ana", "Bea", "Cleo", "Dani", "Emil", "Finn"]
    chairs = tuple(Chair(names[seat], "" if seat < people else "random") for seat in range(seats))
    made = Host(Setup(title, chairs, practice=practice), InlineWorker(), str(seed))
    made.pause_factor = LONGEST_TEMPO
    return made


def typed(*lines: str) -> tuple[Callable[[str], str | None], list[str]]:
    """Somebody who types these lines, and what was printed before each of them and after the last."""
    heard: list[str] = []
    left = list(lines)

    def answer(printed: str) -> str | None:
        heard.append(printed)
        return left.pop(0) if left else None

    return answer, heard


def replies(a_host: Host, folder: Path, *lines: str, code: str = "en") -> list[str]:
    """What was printed in answer to each line."""
    answer, heard = typed(*lines)
    Sitting(a_host, folder, answer, code).run()
    return heard[1:]


@pytest.mark.parametrize("title", TITLES)
def test_before_somebody_says_who_they_are_only_public_lines_stand_there(title: str, tmp_path: Path) -> None:
    for seed in range(2):
        a_host = host(title, 2, seed=seed)
        sitting = Sitting(a_host, tmp_path, tired(Robot(seed, "never", curious=0.0), 120))
        screens = [re.split(r"\w+, press Enter when only you", screen) for screen in sitting.run().split(WIPE)]
        public = {part for line in log_lines(a_host, a_host.seats, sitting.table.wording()) for part in fold(line, 78)}
        public |= {"", *(f"Pass to {name}" for name in a_host.names)}
        covered = [top for top, *below in screens if below]
        assert len(covered) > 1
        for top in covered:
            assert set(top.split("\n")) <= public


def tired(robot: Robot, answers: int) -> Callable[[str], str | None]:
    """Somebody who goes away after so many answers."""
    left = iter(range(answers))
    return lambda printed: robot.answer(printed) if next(left, None) is not None else None


@pytest.mark.parametrize("title", TITLES)
def test_what_everybody_may_ask_before_that_is_public_too(title: str, tmp_path: Path) -> None:
    a_host = host(title, 2)
    asked = ("log 0", "table", "players", "score", "rules", "help", "hand", "hint", "undo")
    answers = replies(a_host, tmp_path, *asked)
    words = Sitting(a_host, tmp_path, lambda _: None).table.wording()
    shown = [line.removesuffix(".") for seat in (0, 1) for line in [words.zone_line(a_host.view(seat), f"hand {seat}")]]
    cards = [words.face(card) for seat in (0, 1) for card in a_host.view(seat).zones[f"hand {seat}"] if card >= 0]
    text = "\n".join(answers)
    assert not [line for line in shown if line and line in text]
    if not catalog.spec(title).own_sets:
        assert not [card for card in cards if f"{card}," in "".join(answers[:4])]
    assert answers[6].startswith("I don’t understand “hand”.") and "“hint”" in answers[7]


def test_the_log_of_people_who_share_is_everybodys(tmp_path: Path) -> None:
    a_host = host("happy_mochi", 2)
    answers = replies(a_host, tmp_path, "", "draw pile", "1", "log 0")
    assert "Your cards" not in answers[-1] and "draws a card." in answers[-1]


@pytest.mark.parametrize("title", TITLES)
def test_people_who_share_read_no_line_twice_at_the_first_handover(title: str, tmp_path: Path) -> None:
    """What everybody has just read is not read again by the one who sits down."""
    answer, heard = typed("", "help")
    Sitting(host(title, 2), tmp_path, answer, "en").run()
    for_all, for_one = (re.findall(r"[^.\n]+\.", printed) for printed in heard[:2])
    assert for_all and for_one and not set(for_all) & set(for_one)


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize(
    "garbage", [*GARBAGE, "", "a\x00b", "\u202eabc", "hint hint", "undo 3", "rules \x1b[2J", "?", *BLANK]
)
def test_whatever_is_typed_gets_a_polite_answer(title: str, garbage: str, tmp_path: Path) -> None:
    a_host = host(title)
    turn = a_host.turn
    (answer, *_) = replies(a_host, tmp_path, garbage)
    assert len(answer.strip()) > 5 and "\x1b" not in answer and "\u202e" not in answer
    assert a_host.turn >= turn


# Answering


def test_a_line_without_end_is_read_in_parts_and_its_rest_is_dropped() -> None:
    class CountedLines(io.StringIO):
        longest = 0

        def readline(self, size: int = -1, /) -> str:  # type: ignore[override]  # the stubs have StringIO read bytes
            line = super().readline(size)
            self.longest = max(self.longest, len(line))
            return line

    source = CountedLines("x" * 100_000 + "\nnext\n")
    terminal = Terminal(source, Paper())
    assert terminal.read_line() == "x" * INPUT_LENGTH
    assert source.longest <= PART_LENGTH
    assert terminal.read_line() == "next"


def test_a_card_can_be_named_in_any_order(tmp_path: Path) -> None:
    a_host = host("marshmallow_test")
    sitting = Sitting(a_host, tmp_path, typed()[0])
    sitting.run()
    view = a_host.view(0)
    words = sitting.table.wording(0)
    for move in view.legal:
        face = a_host.rules.spec.faces[move.card]
        suit = words.suit(face.suit)
        for said in (f"{face.rank} {suit}", f"{suit} {face.rank}", f"{face.rank}{words.letter(face.suit)}", move.text):
            again = host("marshmallow_test")
            reply = replies(again, tmp_path, said)[0]
            assert reply.startswith(f"You play the {suit} {face.rank}."), said


CARDS = [
    ChoiceLine("Play the green 1"),
    ChoiceLine("Play the green 11"),
    ChoiceLine("Play the grey 7", ("7G",)),
    ChoiceLine("Wait"),
]


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("1 green", [0]),
        ("11", [1]),
        ("GREEN 11", [1]),
        ("gre", [0, 1, 2]),
        ("7 gr", [2]),
        ("7g", [2]),
        ("w", [3]),
        ("g", []),
        ("wáit!", [3]),
        ("play", [0, 1, 2]),
        ("", []),
        ("!?", []),
        ("wait 7", []),
    ],
)
def test_beginnings_are_enough_if_they_fit_only_one(said: str, found: list[int]) -> None:
    assert find_matches(said, CARDS) == found


@pytest.mark.parametrize(
    ("said", "at"),
    [
        ("1", 0),
        ("2.", 1),
        ("4)", 3),
        ("5", None),
        ("0", None),
        ("wait", 3),
        ("7G", 2),
        ("0000000001", 0),
        ("0000000010", None),
    ],
)
def test_a_number_alone_is_that_of_the_choice(said: str, at: int | None) -> None:
    assert find_exact(said, CARDS) == at


def test_what_fits_several_is_asked_again(tmp_path: Path) -> None:
    answers = replies(host("face_to_face"), tmp_path, "rising", "h")
    assert answers[0].startswith("Did you mean one of these?\n1. Put the")
    told = ("“hint”: what to think about", "“hand”: your cards.", "“help”: this list.")
    assert all(said in answers[1] for said in told)


def test_a_command_is_not_taken_for_a_move_nor_a_move_for_a_command(tmp_path: Path) -> None:
    assert replies(host("jelly_mind"), tmp_path, "play")[0].startswith("You play your card face down.")
    assert "this list" in replies(host("face_to_face"), tmp_path, "help")[0]


@pytest.mark.parametrize("code", CODES)
def test_commands_have_their_own_and_their_english_name(code: str, tmp_path: Path) -> None:
    texts = Texts.load(code)
    for name in texts.children("text.commands"):
        if name not in ("quit", "undo", "learn"):  # "learn" is for the set-up
            called = texts(f"text.commands.{name}.word")
            own, english = (replies(host("jelly_mind"), tmp_path, word, code=code)[0] for word in (called, name))
            assert own == english and len(own) > 5
    assert len({texts(f"text.commands.{name}.word") for name in texts.children("text.commands")}) == 12


def refused(tmp_path: Path) -> str:
    for seed in range(30):
        a_host = host("marshmallow_test", seed=seed)
        Sitting(a_host, tmp_path, typed()[0]).run()
        view = a_host.view(0)
        out = [card for card in view.zones["hand 0"] if card not in {move.card for move in view.legal}]
        if out:
            face = a_host.rules.spec.faces[out[0]]
            return replies(host("marshmallow_test", seed=seed), tmp_path, f"{face.rank} {face.name.split()[0]}")[0]
    raise AssertionError


def test_a_card_that_cannot_be_played_is_refused_with_its_reason_and_clause(tmp_path: Path) -> None:
    answer = refused(tmp_path)
    assert "follow suit" in answer and re.search(r"See rule MT-\d+", answer)


def come_to(title: str, wanted: Callable[[View], bool], **options: Value) -> tuple[Host, View]:
    """A match of two people at one keyboard, played on until whoever decides sees what is wanted."""
    for seed in range(50):
        a_host = Host(Setup(title, (Chair("Ana"), Chair("Bea")), options), InlineWorker(), str(seed))
        dice = Dice(seed)
        while not a_host.over:
            view = a_host.view(a_host.deciders[0])
            if wanted(view):
                return a_host, view
            a_host.play(view.seat, dice.pick(view.legal))
    raise AssertionError("no match came to that")


def own(view: View, zone: str) -> tuple[Card, ...]:
    return view.zones[f"{zone} {view.seat}"]


@pytest.mark.parametrize("code", CODES)
def test_a_reserved_card_is_taken_by_its_long_or_its_short_name(code: str, tmp_path: Path) -> None:
    for form in ("card", "short"):
        a_host, view = come_to("happy_mochi", lambda view: view.facts["ask"] == "turn" and bool(own(view, "reserve")))
        card = own(view, "reserve")[0]
        words = Wording(Texts.load(code), a_host.rules, a_host.names, view.seat)
        replies(a_host, tmp_path, "", getattr(words, form)(card), code=code)
        assert own(a_host.view(view.seat), "drawn") == (card,)


@pytest.mark.parametrize("ask", ["place", "first", "target", "pass", "give", "reserve", "keep"])
def test_a_reserved_card_that_is_not_asked_for_is_refused(ask: str, tmp_path: Path) -> None:
    a_host, view = come_to("happy_mochi", lambda view: view.facts["ask"] == ask and bool(own(view, "reserve")))
    short = Wording(Texts.load("en"), a_host.rules, a_host.names, view.seat).short(own(view, "reserve")[0])
    answer = replies(a_host, tmp_path, "", short)[1]
    assert re.match(r"(You can’t use this card now|Choose|First decide)[^{}]*\. ?\nSee rule HM-\d+", answer), answer


def test_cards_that_are_refused_for_the_same_reason_get_it_once(tmp_path: Path) -> None:
    faces = catalog.spec("happy_mochi").faces

    def twice(view: View) -> list[int]:
        """Digits of several cards in hand that are no number of a choice."""
        digits = [faces[card].rank for card in own(view, "hand")]
        return [digit for digit in digits if digits.count(digit) > 1 and digit > len(view.legal)]

    a_host, view = come_to("happy_mochi", lambda view: view.facts["ask"] == "target" and bool(twice(view)))
    answer = replies(a_host, tmp_path, "", str(twice(view)[0]))[1]
    assert answer.count("Choose a player.") == 1 and answer.count("See rule HM-14") == 1


def test_a_wrong_number_at_a_single_choice_is_told_the_right_one(tmp_path: Path) -> None:
    a_host, _ = come_to("marshmallow_test", lambda view: len(view.legal) == 1)
    assert "\nType 1, or “help”.\n" in replies(a_host, tmp_path, "", "99")[1]


def test_a_short_name_means_what_the_long_one_does(tmp_path: Path) -> None:
    """Also where a move names no card, but points at one or two."""
    a_host, view = come_to("happy_mochi", lambda view: view.facts["ask"] == "give")
    words = Wording(Texts.load("en"), a_host.rules, a_host.names, view.seat)
    replies(a_host, tmp_path, "", words.short(own(view, "hand")[1]))
    assert a_host.view(view.seat).own_seal == view.legal[1]


@pytest.mark.parametrize(
    ("title", "zone", "options"),
    [("marshmallow_test", "won", {}), ("face_to_face", "up", {}), ("jelly_mind", "gone", {"draw": "choose"})],
)
def test_a_card_that_is_not_held_any_more_is_not_explained(
    title: str, zone: str, options: dict[str, Value], tmp_path: Path
) -> None:
    def wanted(view: View) -> bool:
        """No choice has the number that stands on the card."""
        gone = view.zones[f"{zone} {view.seat}"]
        faces = catalog.spec(title).faces
        return bool(gone) and faces[gone[0]].rank > len(view.legal) and view.facts.get("choosing", True)

    a_host, view = come_to(title, wanted, **options)
    words = Wording(Texts.load("en"), a_host.rules, a_host.names, view.seat)
    answer = replies(a_host, tmp_path, "", words.short(own(view, zone)[0]))[1]
    assert answer.startswith("I don’t understand")


def test_a_move_that_loses_at_once_is_asked_twice(tmp_path: Path) -> None:
    for seed in range(200):
        a_host = host("face_to_face", 2, seed=seed)
        dice = Dice(seed)
        while not a_host.over:
            seat = a_host.deciders[0]
            view = a_host.view(seat)
            warned = [number for number, move in enumerate(view.legal, 1) if a_host.rules.warning(view, move)]
            if 0 < len(warned) < len(view.legal):
                turn = a_host.turn
                answers = replies(a_host, tmp_path, "", str(warned[0]), "")
                assert "you would lose at once" in answers[1] and "2. No" in answers[1]
                assert a_host.turn == turn
                return
            a_host.play(seat, dice.pick(view.legal))
    raise AssertionError("no match came to that")


# Commands


def test_a_hint_comes_in_three_steps(tmp_path: Path) -> None:
    look, move, why, *_ = replies(host("happy_mochi"), tmp_path, "hint", "hint", "hint")
    assert look.startswith("You need a card") and "Type “hint” again" in look
    assert move.startswith("Try this: ") and why.startswith("Try: ") and len(why) > len(move)


def test_the_first_step_of_a_hint_says_if_there_is_only_one_move(tmp_path: Path) -> None:
    a_host, _ = come_to("marshmallow_test", lambda view: len(view.legal) == 1)
    _, look, move, why, *_ = replies(a_host, tmp_path, "", "hint", "hint", "hint")
    assert look.startswith("You have only one move.")
    assert "Try this: play the" in move and "It’s your only move." in why


def test_rules_are_read_by_chapter_clause_and_word(tmp_path: Path) -> None:
    all_of_it, chapter, clause, bare, word, nothing = replies(
        host("jelly_mind"), tmp_path, "rules", "rules 1", "rules jm-10", "JM-10", "rules standoff", "rules blancmange"
    )
    assert "Chapters:\n1. Setting up\n" in all_of_it and "The rule that matters now:\nJM-4." in all_of_it
    assert "if all wait 3 times in a row" in all_of_it and "unofficial" in all_of_it
    assert chapter.startswith("Setting up\nJM-1. Jelly Mind is for 2 or 3 players.") and "**" not in chapter
    assert clause.startswith("JM-10. ") and "Example: " in clause
    assert "Cards: blue 2, then red 4, then green 3." in clause
    assert bare == clause
    assert re.findall(r"JM-\d+", word) and nothing.startswith("Nothing found")


def test_the_picture_of_a_turn_is_told_and_the_table_of_quotas_is_not_drawn(tmp_path: Path) -> None:
    overview, quotas = replies(host("marshmallow_test"), tmp_path, "rules", "MT-9")
    lines = overview.split("\n")
    aim = next(number for number, line in enumerate(lines) if line.startswith("Aim: "))
    assert any(line.startswith("One trick: ") for line in lines[aim + 1 : aim + 3])
    clause = quotas.split("Example")[0]
    assert "4 tricks" in clause and "Cards:" not in clause


def test_a_number_with_noughts_before_it_is_that_number(tmp_path: Path) -> None:
    second, same, none, two, also_two, *_ = replies(
        host("jelly_mind"), tmp_path, "rules 2", "rules 0000000002", "rules 0000000020", "log 2", "log 0000000002"
    )
    assert second == same and none.startswith("Nothing found")
    assert two == also_two


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("title", TITLES)
def test_the_whole_rule_book_can_be_read(title: str, code: str, tmp_path: Path) -> None:
    from game.data import rulebook_file

    book = rulebook_file.read(title, code)
    ids = [clause.ids[0] for section in book.sections for clause in section.clauses]
    for name, answer in zip(ids, replies(host(title), tmp_path, *ids, code=code), strict=True):
        assert name in answer.split(".")[0]


def test_the_language_changes_in_the_middle_of_a_match(tmp_path: Path) -> None:
    answers = replies(host("marshmallow_test"), tmp_path, "language", "language fr", "main", "langue esp", "mano")
    assert "fr: Français" in answers[0]
    assert "On parle français maintenant." in answers[1] and "Ta main" in answers[1] and "1. Jouer" in answers[1]
    assert answers[2].startswith("Ta main") and answers[4].startswith("Tu mano")
    assert '"language": "es"' in (tmp_path / "settings.json").read_text(encoding="utf-8")


def test_a_move_is_taken_back(tmp_path: Path) -> None:
    a_host = host("face_to_face", 2)
    first, *_ = replies(a_host, tmp_path, "")
    move, taken, none = replies(host("face_to_face", 2), tmp_path, "", "1", "undo", "undo")[1:]
    assert move.startswith("You put the")
    assert taken.startswith("Move undone.\n") and taken.split("\n", 1)[1] == first
    assert "You can’t undo this" in none or "nothing to undo" in none


def test_who_has_just_played_can_take_it_back_before_the_next_one_looks(tmp_path: Path) -> None:
    a_host = host("marshmallow_test", 2, 2)
    answers = replies(a_host, tmp_path, "", "1", "undo", "")
    first = re.search(r"Pass to (\w+)", answers[1])
    assert first and "Move undone." in answers[2] and WIPE in answers[2]
    again = re.search(r"Pass to (\w+)", answers[2])
    assert again and again[1] != first[1]
    assert answers[3].split("Your move")[1] == answers[0].split("Your move")[1]


def test_practice_goes_back_as_far_as_one_likes(tmp_path: Path) -> None:
    a_host = host("marshmallow_test", practice=True)
    assert "Move undone." in replies(a_host, tmp_path, "1", "1", "undo", "undo")[3]
    assert "You can’t undo this" in replies(host("marshmallow_test"), tmp_path, "1", "undo")[1]


def test_looking_around(tmp_path: Path) -> None:
    hand_line, table, players, score, said, all_of_it = replies(
        host("marshmallow_test"), tmp_path, "hand", "table", "players", "score", "log 1", "log 0"
    )
    assert hand_line.startswith("Your hand: ") and hand_line.removesuffix("> ") in table
    assert players.count("0 tricks") == usual_seats("marshmallow_test") and "0 marshmallows" in score
    assert said.count("\n") == 1 and said.split("\n")[0] in all_of_it and "Round 1." in all_of_it
    assert "There is no score" in replies(host("face_to_face"), tmp_path, "score")[0]


def test_only_a_long_thought_is_worth_a_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def first(a_host: Host) -> str:
        answer, heard = typed("1")
        Sitting(a_host, tmp_path, answer).run()
        return "".join(heard)

    monkeypatch.setattr("game.text_mode.text_match.SILENT_WAIT_S", LIMIT_S)
    slow = host("marshmallow_test")
    slow.worker = InlineWorker(looks_before_answer=5)
    assert "thinking" not in first(slow)
    monkeypatch.setattr("game.text_mode.text_match.SILENT_WAIT_S", 0.0)
    slow = host("marshmallow_test")
    slow.worker = InlineWorker(looks_before_answer=5)
    assert re.search(r"^(Bea|Cleo|Dani) is thinking…$", first(slow), re.MULTILINE)


def test_the_winner_and_every_score_have_a_line(tmp_path: Path) -> None:
    ended = Sitting(host("jelly_mind"), tmp_path, Robot(1, "", curious=0.0).answer).run()
    assert re.search(r"wins? the match!\n(\w+: \d jell(y|ies)\n){2,3}$", ended)


@pytest.mark.parametrize("title", TITLES)
def test_nothing_is_told_twice_and_everything_in_its_order(title: str, tmp_path: Path) -> None:
    """Between two questions no place and no card is told twice. A round is told once, with whoever deals or starts."""
    ended = Sitting(host(title), tmp_path, Robot(1, "", curious=0.0).answer).run()
    for news in ended.split("> "):
        lines = [line for line in news.split("\n") if ":" in line and not re.match(r"\d+\. |Your move", line)]
        assert len(lines) == len(set(lines)), news
        assert len(re.findall(r"^Your hand: (?!.*=)", news, re.MULTILINE)) <= 1, news
    rounds = re.findall(r"^Round (\d+)\.(.*)$", ended, re.MULTILINE)
    assert [int(number) for number, _ in rounds] == list(range(1, len(rounds) + 1))
    assert all(re.search(r"(deal|start)s?\.$", who) for _, who in rounds)
    assert len(re.findall(r"wins? the match!|wins\.|win together", ended)) == 1


def told_until_first_question(a_host: Host, folder: Path, seed: int = 1) -> list[str]:
    return Sitting(a_host, folder, typed()[0]).run().split("Your move: ")[0].split("\n")


def test_who_starts_is_said_also_if_it_was_chosen(tmp_path: Path) -> None:
    for title in ("face_to_face", "happy_mochi", "marshmallow_test"):
        for first, said in ((0, "You"), (1, "Bea")):
            chairs = (Chair("Ana"), Chair("Bea", "random"))
            a_host = Host(Setup(title, chairs, first=first), InlineWorker(), "1")
            lines = told_until_first_question(a_host, tmp_path)
            for told in (lines, log_lines(a_host, 0, a_words(a_host))):
                starts = [line for line in told if re.search(r" (start|deal)s?\.$", line)]
                assert len(starts) == 1 and re.search(rf"\b{said} (start|deal)s?\.$", starts[0])


def a_words(a_host: Host) -> Wording:
    return Wording(Texts.load("en"), a_host.rules, a_host.names, 0)


def test_the_value_card_is_told_before_the_first_pair_is_played(tmp_path: Path) -> None:
    for seed in range(4):
        lines = told_until_first_question(host("happy_mochi", seed=seed), tmp_path)
        assert lines[0] == "The Value card shows +: play higher."
        flips = [line for line in lines if "(flip)" in line and " plays " in line]
        assert sum("Value card shows" in line for line in lines) <= 1 + sum(line.count("(flip)") for line in flips)


def test_the_trump_and_the_lead_suit_are_not_told_again_after_the_card_or_the_choice(tmp_path: Path) -> None:
    ended = Sitting(host("marshmallow_test", seed=3), tmp_path, Robot(1, "", curious=0.0).answer).run()
    assert re.search(r"makes? \w+ the trump suit\.", ended)
    assert not re.search(r"^(Trump|Lead suit): ", ended, re.MULTILINE)


def test_all_cards_that_lie_face_up_are_read_out_before_every_turn(tmp_path: Path) -> None:
    """Also those whose number was said in another line, such as that of the jellies."""
    a_host = host("jelly_mind", seed=2)
    sitting = Sitting(a_host, tmp_path, lambda printed: answer(printed))
    asked: list[str] = []

    def answer(printed: str) -> str | None:
        view = a_host.view(0)
        if view.facts["beat"] == 1 and view.facts["turns"] == 2 and 0 in view.deciders:
            for name in (f"open {seat}" for seat in range(a_host.seats)):
                if len(view.zones[name]) > 1:
                    asked.append(name)
                    assert sitting.table.wording(0).zone_line(view, name) in printed
        return str(1 + len(asked) % 2) if "1. " in printed and len(asked) < 10 else None

    sitting.run()
    assert len(asked) > 3


def test_the_help_of_an_effect_is_a_sentence_after_its_name(tmp_path: Path) -> None:
    a_host = host("happy_mochi")
    lines = a_words(a_host).effect_lines(range(len(a_host.rules.spec.faces)))
    assert "Flip. Flip the Value card." in lines and len(lines) == 4
    assert all(re.match(r"[A-Z]\w+\. [A-Z].*\.$", line) for line in lines)


@pytest.mark.parametrize("code", CODES)
def test_a_player_who_is_stuck_is_proved_to_be(code: str, tmp_path: Path) -> None:
    a_host = host("face_to_face", 2)
    while not a_host.over:
        seat = a_host.deciders[0]
        a_host.play(seat, a_host.view(seat).legal[0])
    ended = Sitting(a_host, tmp_path, typed()[0], code).run()
    proof = a_host.rules.proof(a_host.view(a_host.seats))
    words = Wording(Texts.load(code), a_host.rules, a_host.names)
    assert proof and all(" ".join(words.refusal(row).split()) in " ".join(ended.split()) for row in proof)


# Titles and names


def run(folder: Path, monkeypatch: pytest.MonkeyPatch, *lines: str, title: str = "", code: str = "en") -> str:
    paper = Paper()
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    monkeypatch.setattr("sys.stdout", paper)
    monkeypatch.setattr("game.text_mode.session.Worker", InlineWorker)
    monkeypatch.setattr(InlineWorker, "start", lambda self: None)
    assert text_mode.run(Settings(language=code), folder, title) == 0
    return paper.getvalue()


@pytest.mark.parametrize(("code", "edition"), [("en", "English and Spanish"), ("fr", "française")])
def test_the_rules_before_a_match_are_those_of_the_language(
    code: str, edition: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """MT-15, from the menu and from the set-up."""
    rules = Texts.load(code)("text.commands.rules.word")
    printed = " ".join(run(tmp_path, monkeypatch, "1", "3", rules, code=code).split())
    assert printed.count(f": {edition}, ") == 2


def test_a_title_may_be_called_by_a_part_of_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for title in ("jelly_mind", "jelly-mind", "Jelly", "mind jel"):
        assert "How many players? 2 to 3." in run(tmp_path, monkeypatch, title=title)
    with pytest.raises(OptionError, match="did you mean “jelly_mind”"):
        run(tmp_path, monkeypatch, title="jelly_mnid")


def test_the_number_of_players_is_the_one_that_was_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    printed = run(tmp_path, monkeypatch, "0000000020", "0000000003", title="marshmallow_test")
    assert "Type a number from 2 to 5" in printed and "human players? 1 to 3." in printed


@pytest.mark.parametrize("blank", BLANK)
def test_blanks_of_any_kind_are_as_good_as_nothing(blank: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    printed = [
        run(tmp_path / str(at), monkeypatch, *[said] * 4, title="jelly_mind") for at, said in enumerate(("", blank))
    ]
    assert printed[0] == printed[1] and "I don’t understand" not in printed[0]


def test_names_are_taken_as_they_are_but_no_two_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ("3", "2", "", "quit", "quit", "\x1b[31m{who} 中文", "")
    printed = run(tmp_path, monkeypatch, *lines, title="marshmallow_test")
    assert "Two players are called quit." in printed and "\x1b" not in printed
    assert re.search(r"(Pass to|^) ?(quit|\{who\} 中文|Cleo)", printed, re.MULTILINE)


def test_each_computer_player_can_have_its_level(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    printed = run(tmp_path, monkeypatch, "3", "1", "6", "", "be", "Zoe", "", title="marshmallow_test")
    assert "How strong should Bea be?" in printed and "How strong should Cleo be?" in printed and "Your move" in printed
    assert "Beginner. Forgets and rushes: an easy first match." in printed, "each level is explained"
    assert "Did you mean" not in printed, "the first letters of its name mean one level"


def test_a_damaged_save_is_told_of_and_a_new_match_begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(tmp_path, monkeypatch, "", "", "", "", "", title="jelly_mind")
    (save,) = (tmp_path / "matches").glob("*.mallow")
    data = save.read_bytes()
    monkeypatch.setattr("game.disk.saving.replay_match", _broken)
    printed = run(tmp_path, monkeypatch, "1", title="jelly_mind")
    assert "The saved match can’t be read: it does not hold" in printed and "set aside as" in printed
    assert "How many players?" in printed
    assert any(file.read_bytes() == data for file in (tmp_path / "matches").iterdir())


def _broken(plain: object) -> None:
    raise SaveError("it does not hold")
