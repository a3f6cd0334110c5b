"""What the table explains and does for its players: tips, previews, marked trumps, the only card, playing aids."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.engine.match import Match
from game.play.choice import Target
from game.play.host import Chair, Host, Setup
from game.ui.table import highlights, tip_texts
from game.ui.table.highlights import preview_texts
from game.ui.table.sprites import sprite_rect
from game.ui.table.tips import REST_S, InfoWidget
from game.ui.table.touch import TouchWidget, zone_rect
from game.words.message import Message
from tests.inline_worker import InlineWorker
from tests.table import NAMES, QUICK, SHORT, TableDriver
from tests.virtual_time import VirtualTime

MOVES = 400
"""No test needs more moves until what it waits for happens."""


def play_until(table: TableDriver, happens: str) -> None:
    """Play on until the fact `happens` is not negative, false or empty, and the viewer is asked."""
    for _ in range(MOVES):
        table.wait()
        while table.top is not table.table:
            table.answer()
            table.wait()
        value = table.table.board.stage.facts[happens]
        if (value >= 0) if type(value) is int else bool(value):
            return
        table.choose()
    raise AssertionError(f"{happens} does not happen")


def rest_on(table: TableDriver, rect: pygame.Rect) -> str:
    """The tip after the pointer has rested there."""
    table.step(pygame.Event(pygame.MOUSEMOTION, pos=rect.center, rel=(1, 1), buttons=(0, 0, 0)))
    table.step(dt=REST_S / 2)
    assert table.table.tips.shown is None, "not before the pointer rests"
    table.step(dt=REST_S)
    shown = table.table.tips.shown
    return shown.text if shown is not None else ""


def test_tips_for_plates_badges_and_buttons_and_trumps_that_stand_together(worker: InlineWorker) -> None:
    table = TableDriver("marshmallow_test", 3, worker=worker)
    table.wait()
    assert "no trump" in rest_on(table, table.widget("info trump").rect), "the badge of the first round"
    play_until(table, "trump")
    scene, view = table.table, table.table.sitting.view
    plate = rest_on(table, scene.board.hud.plate_rect(1))
    assert plate.startswith(scene.board.words.player_line(view, 1)) and "Beginner" in plate
    assert scene.board.words.fact_line(view, "quota") in plate, "what the tricks are counted up to"
    trump = scene.board.words.fact_line(view, "trump")
    assert rest_on(table, table.widget("info trump").rect) == f"{trump} A trump beats every card of another suit."
    assert rest_on(table, table.widget("hint").rect) == "Hint (H)"
    table.table.rebuild()
    table.step()
    assert scene.tips.shown is not None and scene.tips.shown.text == "Hint (H)", "the pointer still rests there"
    table.walk_to("info seat 2")
    table.step()
    shown = scene.tips.shown
    assert shown is not None and shown.text.startswith("Cleo"), "the ring needs no rest"
    cards = [sprite.card for sprite in scene.board.stage.ordered_sprites(scene.board.hand)]
    trumps = [scene.board.spec.faces[card].suit == view.facts["trump"] for card in cards]
    assert trumps == sorted(trumps), "trumps are last"
    assert scene.board.art.marked_suit == view.facts["trump"]
    table.close()


def test_a_tool_to_which_the_ring_came_by_itself_explains_nothing(worker: InlineWorker) -> None:
    table = TableDriver("jelly_mind", 3, worker=worker, settings=QUICK.with_changes(speed="normal"))
    table.show_ring()
    table.frames(3)
    assert table.table.focus == "hint" and table.table.tips.shown is None, "no card is dealt yet"
    table.close()


@pytest.mark.parametrize("device", ["pointer", "keys", "pad"])
def test_the_effect_on_a_pile_is_explained_on_every_way_to_it(device: str, worker: InlineWorker) -> None:
    table = TableDriver("happy_mochi", 3, worker=worker)
    stage = table.table.board.stage
    for _ in range(MOVES):
        table.wait()
        while table.top is not table.table:
            table.answer()
            table.wait()
        stage = table.table.board.stage
        effect = table.table.board.spec.effects.get(stage.ordered_sprites("right")[-1].card)
        name = next(name for name in ("zone right", "info right", "") if not name or table.has(name))
        if effect and name:
            break
        table.choose()
    match device:
        case "pointer":
            told = rest_on(table, table.widget(name).rect)
        case "keys":
            table.walk_to(name)
        case _:
            while table.table.focus != name or not table.table.ring_shown:
                table.button("right shoulder")
    if device != "pointer":
        table.step()
        assert table.table.tips.shown is not None
        told = table.table.tips.shown.text
    explained = table.kit.texts(f"happy_mochi.effects.{effect}.help")
    assert told.startswith("The effect “") and told.endswith(explained[1:])
    table.close()


def test_the_own_hand_is_not_read_out_while_others_play() -> None:
    table = TableDriver("marshmallow_test", 3, worker=InlineWorker(1000))
    table.until(lambda: table.host.thinking is not None and table.still, "a bot that thinks")
    board = table.table.board
    (first, *_) = board.stage.ordered_sprites(board.hand)
    assert rest_on(table, sprite_rect(table.kit, first)) == ""
    (first, *_) = board.stage.ordered_sprites("hand 1")
    assert "face down" in rest_on(table, sprite_rect(table.kit, first))
    table.close()


def test_what_plates_and_badges_tell_a_spectator_could_know_too(worker: InlineWorker) -> None:
    table = TableDriver("happy_mochi", 3, worker=worker)
    table.wait()
    infos = {stop.name: stop.tip for stop in table.table.tab_stops if isinstance(stop, InfoWidget)}
    words, public = table.table.board.words, table.host.view(table.host.seats)
    for seat in (1, 2):
        assert infos[f"info seat {seat}"].startswith(words.player_line(public, seat))
    assert infos["info value"] == words.fact_line(public, "value")
    hidden = {words.card(card) for seat in (1, 2) for card in table.host.view(seat).zones[f"hand {seat}"]}
    assert not [name for name in hidden if any(name in text for text in infos.values())]
    table.close()


def test_the_number_of_a_pair_is_shown_under_the_pointer_and_the_ring(worker: InlineWorker) -> None:
    table = TableDriver("happy_mochi", 2, worker=worker)
    for _ in range(MOVES):
        table.wait()
        while table.top is not table.table:
            table.answer()
            table.wait()
        pairs = [move for move in table.table.sitting.view.legal if move.verb == "pair"]
        if pairs:
            break
        table.choose()
    scene, index = table.table, pairs[0].index
    view, rules = scene.sitting.view, table.host.rules
    digits = "".join(str(rules.spec.faces[card].rank) for card in view.zones["hand 0"][index : index + 2])
    card = next(
        widget for widget in scene.widgets
        if isinstance(widget, TouchWidget) and widget.target == Target("slot", "hand 0", index)
    )  # fmt: skip
    before = preview_texts(scene.sitting, scene.choice, None)
    assert not before, "nothing is pointed at"
    assert digits in preview_texts(scene.sitting, scene.choice, card).values()
    empty = pygame.Surface(table.surface.get_size())
    plain = pygame.image.tobytes(empty, "RGB")
    highlights.draw_previews(scene.kit, scene.sitting, scene.choice, scene.widgets, card, empty)
    assert pygame.image.tobytes(empty, "RGB") != plain
    table.move((card.rect.left + 2, card.rect.centery))
    table.frames(30)
    risen = [sprite.lift > 0 for sprite in scene.board.stage.ordered_sprites("hand 0")]
    assert risen[index : index + 2] == [True, True], "both cards of the pair rise"
    table.close()


def only_card_moment(table: TableDriver) -> Match:
    """The match at a moment when the viewer has one legal move, which is a card."""
    for _ in range(MOVES):
        table.wait()
        while table.top is not table.table:
            table.answer()
            table.wait()
        if table.table.sitting.only_card is not None:
            return table.host.match
        table.choose()
    raise AssertionError("there is always a choice")


def test_the_only_card_is_played_by_itself_if_the_player_wants_that_and_never_after_an_undo() -> None:
    found = only_card_moment(TableDriver("marshmallow_test", 3, worker=InlineWorker()))
    for wanted in (False, True):
        settings = QUICK.with_changes(play_only_card=wanted)
        table = TableDriver(
            "marshmallow_test", 3, worker=InlineWorker(1000), settings=settings, match=found, practice=True
        )
        turn = found.turn
        table.frames(60)
        assert (table.host.turn > turn) == wanted
        if wanted:
            table.key("u")
            table.frames(60)
            assert table.host.turn == turn and table.table.asking, "it waits for the player now"
        table.close()


def test_an_aid_says_what_going_out_pays_but_not_against_experts_unless_wanted(worker: InlineWorker) -> None:
    table = TableDriver("marshmallow_test", 3, worker=worker)
    play_until(table, "history")
    scene = table.table
    tricks = scene.sitting.view.facts["tricks"]
    assert scene.aid_text == f"Going out now pays {sum(tricks) - tricks[0]}"
    strong = scene.host.setup.chairs[1].__class__("Bea", "expert:waiter")
    object.__setattr__(scene.host.setup, "chairs", (scene.host.setup.chairs[0], strong, scene.host.setup.chairs[2]))
    assert scene.aid_text == ""
    for aids, shown in (("on", True), ("off", False)):
        table.app.change(QUICK.with_changes(aids=aids))
        assert bool(scene.aid_text) == shown
    table.close()


def test_the_aid_ends_with_the_match(worker: InlineWorker) -> None:
    is_in = False  # a player who is out of the last round has no aid anyway
    for seed in range(1, 20):
        table = TableDriver("marshmallow_test", 4, seed=seed, worker=worker)
        table.play_to_end()
        is_in = 0 in table.table.sitting.view.facts["order"]
        if is_in:
            assert table.table.aid_text == ""
        table.close()
        if is_in:
            break
    assert is_in


def test_text_mode_plays_the_only_card_too_and_says_so(tmp_path: Path, virtual_time: VirtualTime) -> None:
    pytest.importorskip("termios")
    from tests.test_text_mode import Sitting as TextSitting  # it needs a terminal of Unix

    found = only_card_moment(TableDriver("marshmallow_test", 3, worker=InlineWorker()))
    for wanted in (False, True):
        chairs = tuple(Chair(name, "" if seat == 0 else "beginner") for seat, name in enumerate(NAMES[:3]))
        host = Host(Setup("marshmallow_test", chairs, SHORT["marshmallow_test"]), InlineWorker(), 1, found)
        sitting = TextSitting(host, tmp_path, lambda printed: None)
        sitting.talk.settings = sitting.talk.settings.with_changes(play_only_card=wanted)
        printed = " ".join(sitting.run().split())
        own = [entry for entry in host.match.log[len(found.log) :] if entry.seat == 0]
        assert bool(own) == wanted, "the person types nothing"
        assert ("You can play only one card, so it’s played for you." in printed) == wanted


def tip_rect(table: TableDriver) -> pygame.Rect | None:
    """Where the tip is drawn."""
    table.step()
    table.table.dirty = True
    table.step()
    return table.table.tips.place if table.table.tips.shown is not None else None


def test_the_hand_has_no_tip_and_its_effects_hide_no_prompt(worker: InlineWorker) -> None:
    """Also just after a move, when nothing is asked yet."""
    table = TableDriver("happy_mochi", 2, worker=worker, size=(1280, 720))
    table.wait()
    scene, stage, seen = table.table, table.table.board.stage, 0
    for sprite in stage.ordered_sprites(scene.board.hand):
        rect = sprite_rect(scene.kit, sprite)
        rect.width //= 2
        scene.sitting.hush()
        text = rest_on(table, rect)
        assert text == tip_texts.effect_text(scene.board, sprite.card)
        if text:
            at, prompt = tip_rect(table), scene._prompt_rect_and_width(scene.prompt())[0]
            assert at is not None and scene.prompt() and not at.colliderect(prompt)
            buttons = [stop.rect for stop in table.table.tab_stops if not isinstance(stop, TouchWidget | InfoWidget)]
            assert at.collidelist(buttons) < 0
            seen += 1
        table.move((3, 3))
        table.frames(2)
    assert seen
    scene._asked_position = None
    scene.rebuild()
    scene._under_pointer = None
    for sprite in stage.ordered_sprites(scene.board.hand):
        found = tip_texts.find_tip(scene.board, scene.sitting.view, None, sprite_rect(scene.kit, sprite).center)
        assert found is None or "Your" not in found.text
    table.close()


def test_a_tip_goes_away_when_the_pointer_leaves_and_when_something_is_played(worker: InlineWorker) -> None:
    table = TableDriver("face_to_face", 2, worker=worker, size=(1280, 720))
    table.wait()
    plate = table.table.board.hud.plate_rect(1)
    assert rest_on(table, plate)
    table.move((3, 300))
    table.step()
    assert table.table.tips.shown is None
    assert rest_on(table, plate)
    move = table.table.sitting.view.legal[0]
    table.host.play(0, move)
    table.frames(60)
    assert table.table.tips.shown is None, "until the pointer moves again"
    assert rest_on(table, plate)
    table.close()


@pytest.mark.parametrize("code", ["en", "es", "fr"])
@pytest.mark.parametrize("text_size", [100, 200])
def test_no_tip_hides_a_prompt_a_remark_or_a_button(code: str, text_size: int, worker: InlineWorker) -> None:
    settings = replace(QUICK, language=code, text_size=text_size)
    table = TableDriver("face_to_face", 2, worker=worker, size=(1280, 720), settings=settings)
    table.wait()
    scene = table.table
    for place in ("up 0", "down 0"):
        scene.sitting.say(Message("hint.none"), "warning")
        table.step()
        assert rest_on(table, zone_rect(scene.kit, scene.board.stage, place))
        at = tip_rect(table)
        if at is None:
            continue
        taken = [scene._prompt_rect_and_width(scene.prompt())[0]]
        taken += [scene.bubble.place.rect] if scene.bubble.place is not None else []
        taken += [stop.rect for stop in scene.tab_stops if not isinstance(stop, TouchWidget | InfoWidget)]
        assert at.collidelist(taken) < 0
        assert scene.kit.metrics.width_px >= at.right and at.left >= 0 <= at.top
    table.close()
