"""The table of Jaipur: marks by every device, the sum of a round, and nothing that is hidden."""

from __future__ import annotations

import pygame
import pytest

from games.core import CHANCE, Event
from games.jaipur.drawing import BACK, SIGNS
from games.jaipur.playing.journeys import FlyingCard
from games.jaipur.rules import GAME
from games.jaipur.rules.goods import CAMEL, GOODS, NAMES, SHIFTS, UNIT, pack
from games.jaipur.rules.moves import parse
from games.jaipur.rules.state import State
from games.jaipur.scene import Scene
from games.jaipur.words import told_event
from games.mind import Holdings
from games.moments import Moments
from games.shell.input import Press
from games.shell.opening import open_game
from games.shell.pages.overlays import Curtain
from games.shell.pages.past.replay import ReplayPage
from tests.support.hands import (
    Rig,
    at_table,
    click_box,
    press_pad,
    there_and_back,
    unseen,
    until,
    wait,
)
from tests.support.jaipur_matches import PARAMS, chance_turns

pytestmark = pytest.mark.rig(size=(1280, 720), reduced_motion=True, guided="jaipur")


def opened(rig: Rig, opponent: str | None = "seed-utility", **params: str) -> Scene:
    table = open_game(rig.app, "jaipur", opponent, 7, params, demo=False)
    assert isinstance(table, Scene)
    rig.show(table)
    for _ in range(60):
        if table.waiting_for_person is None:
            rig.frames(1, 0.2)
    assert table.waiting_for_person == 0
    if opponent == "human":
        rig.frames(1)
        lift(rig)
    return table


def lift(rig: Rig) -> None:
    """Look at the table behind the curtain."""
    assert isinstance(rig.app.top, Curtain)
    rig.key("return")
    assert isinstance(rig.app.top, Scene)


def ready(scene: Scene) -> str:
    """The line below, as it would be drawn."""
    line = scene.said().line
    return line.title or line.text


def test_cards_are_marked_by_number_and_letter_and_played(rig: Rig) -> None:
    scene = opened(rig)
    assert "".join(scene.model.stall) == "KKKLC"
    rig.key("4")
    assert ready(scene) == "Take 1 leather."
    rig.key("4", "l")
    assert ready(scene) == "Sell 1 leather."
    rig.key("l", "a")
    assert ready(scene) == "Take 3 camels."
    rig.key("return")
    assert [turn for turn in scene.match.turns if turn[0][0] == 0] == [((0, "camels"),)]
    assert scene.choosing.marks.empty


def test_no_card_that_is_dealt_to_the_other_shows_its_face(rig: Rig) -> None:
    rig.app.change_settings(reduced_motion=False)
    table = open_game(rig.app, "jaipur", "seed-utility", 7, {}, demo=False)
    assert isinstance(table, Scene)
    rig.show(table)
    dealt: dict[bool, set[str]] = {True: set(), False: set()}
    below = table.board.places.hands[1][1]
    with unseen(rig.app):
        for _ in range(600):
            if table.waiting_for_person is not None:
                break
            rig.app.frame(0.04)
            for flight in table.motion.flights:
                card = flight.sprite
                if isinstance(card, FlyingCard) and not flight.hides.startswith("market"):
                    dealt[flight.end[1] < below - 1].add(card.kind)
    assert dealt[True] == {BACK}
    assert dealt[False]
    assert BACK not in dealt[False], "an own card is dealt once, with its face"


def test_two_people_take_a_match_up_behind_a_curtain(rig: Rig) -> None:
    scene = opened(rig, "human")
    scene.choose("camels")
    rig.frames(8, 0.2)
    assert isinstance(rig.app.top, Curtain)
    again = rig.show(Scene(rig.app, scene.setup, scene.match.turns))
    rig.frames(2)
    assert hands_seen(again) == []
    lift(rig)
    assert rig.app.top is again
    assert again.waiting_for_person == 1
    assert hands_seen(again) == [1]


def hands_seen(scene: Scene) -> list[int]:
    """The seats whose hands lie open."""
    return [seat for seat, side in enumerate(scene.model.sight.sides) if side.hand is not None]


def test_of_two_people_nobody_sees_a_hand_before_the_curtain_rises_for_it(rig: Rig) -> None:
    rig.app.change_settings(reduced_motion=False)
    scene = open_game(rig.app, "jaipur", "human", 7, {}, demo=False)
    assert isinstance(scene, Scene)
    rig.show(scene)
    faces, moves = set(), iter(("camels", "take-D", "take-S"))
    rises = []
    with unseen(rig.app):
        for _ in range(400):
            rig.app.frame(0.05)
            looking = [] if scene.session.looking is None else [scene.session.looking]
            assert hands_seen(scene) == looking
            if isinstance(rig.app.top, Curtain):
                rises.append(scene.waiting_for_person)
                assert not scene.pause_entries(), "nor is anything asked for behind it"
                rig.app.top.handle(Press("confirm"))
            elif not scene.match.turns or not rises:
                cards = [f for f in scene.motion.flights if not f.hides.startswith("market")]
                faces |= {f.sprite.kind for f in cards if isinstance(f.sprite, FlyingCard)}
            elif scene.waiting_for_person is not None:
                legal = scene.match.legal(scene.waiting_for_person)
                move = next(moves, None)
                if move is None:
                    break
                scene.choose(move if move in legal else legal[0])
    assert rises == [0, 1, 0, 1]
    assert faces <= {BACK, CAMEL}, "the first cards are dealt face down to both"


def _scored(events: tuple[Event, ...]) -> bool:
    return any(event.kind == "score" for event in events)


def test_the_next_round_of_two_people_begins_behind_the_curtain(rig: Rig) -> None:
    moments = Moments(GAME, PARAMS)
    moments.follow(chance_turns())
    ended = next(n for n in range(len(moments)) if _scored(moments[n].events))
    first = [choice for choice in moments.choices() if choice.turn < ended][-1]
    setup = opened(rig, "human").setup
    scene = rig.show(Scene(rig.app, setup, chance_turns()[: first.turn]))
    rig.frames(2)
    lift(rig)
    assert hands_seen(scene) == [first.state.turn]
    scene.choose(first.move)
    rig.frames(10, 0.2)
    assert scene.reckoning is not None
    assert hands_seen(scene) == [], "both look at the sum"
    rig.key("return", "return")
    rig.frames(20, 0.2)
    assert isinstance(rig.app.top, Curtain)
    lift(rig)
    assert hands_seen(scene) == [scene.waiting_for_person]


def test_who_watches_stops_the_match_while_things_move_and_steps(rig: Rig) -> None:
    rig.app.change_settings(reduced_motion=False)
    scene = at_table(rig.app, "jaipur", ("seed-utility", "seed-utility"), {})
    assert isinstance(scene, Scene)
    until(rig.app, lambda: len(scene.match.turns) > 20 and scene.motion.busy)
    moves = len(scene.match.turns)
    with unseen(rig.app):
        rig.key("space")
        rig.frames(20, 0.2)
        assert len(scene.match.turns) == moves
        assert "Paused" in scene.said().line.text
        rig.key("right")
        rig.frames(40, 0.1)
        stepped = [turn[0][0] for turn in scene.match.turns[moves:] if turn[0][0] != CHANCE]
        assert len(stepped) == 1
        rig.key("left", "+")
        assert len(scene.match.turns) <= moves
        assert scene.pacing.speed > 1
        rig.key("space")
        rig.frames(20, 0.2)
    assert len(scene.match.turns) > moves


def test_there_is_nothing_to_look_back_at_before_anybody_has_chosen(rig: Rig) -> None:
    scene = opened(rig)
    rig.key("b")
    assert rig.app.top is scene
    rig.key("4", "return")
    rig.app.change_settings(reduced_motion=False)
    rig.key("b")
    page = rig.app.top
    assert isinstance(page, ReplayPage)
    assert page.table.mind_view.caption == "What Player 1 could know"
    assert page.moment < page.again.moments, "before it was made"


def test_from_looking_back_out_of_the_pause_one_comes_back_to_the_pause(rig: Rig) -> None:
    scene = opened(rig)
    scene.pause()
    assert "Look back" not in [getattr(each, "label", "") for each in rig.app.top.form.widgets]
    rig.key("escape")
    rig.key("4", "return")
    assert isinstance(there_and_back(rig, "Look back"), ReplayPage)


def test_the_mouse_and_the_pad_mark_and_play_too(rig: Rig) -> None:
    scene = opened(rig)
    spots = dict(scene.board.spots(scene.said()))
    click_box(rig.app, spots["market:4"])
    assert ready(scene) == "Take 1 cloth."
    click_box(rig.app, spots["market:4"])
    rig.give(pygame.JOYHATMOTION, hat=0, value=(1, 0), instance_id=0)
    rig.give(pygame.JOYHATMOTION, hat=0, value=(0, 0), instance_id=0)
    assert scene.choosing.cursor == "market:0"
    press_pad(rig.app, 2)
    assert ready(scene) == "Take 3 camels."
    press_pad(rig.app, 1)
    assert scene.choosing.marks.empty
    click_box(rig.app, spots["market:3"])
    press_pad(rig.app, 0)
    assert ((0, "take-L"),) in scene.match.turns


def test_enter_marks_what_the_arrows_stand_on_until_it_can_be_played(rig: Rig) -> None:
    scene = opened(rig)
    assert scene.said().line.title.startswith("Your turn")
    rig.key("return")
    assert scene.choosing.cursor == "market:0", "the first press shows where the arrows stand"
    rig.key("return")
    assert ready(scene) == "Take 3 camels."
    rig.key("return")
    assert ((0, "camels"),) in scene.match.turns


def test_enter_marks_the_move_of_a_hint_and_then_plays_it(rig: Rig) -> None:
    scene = opened(rig)
    rig.key("h")
    scene.counsel.wait()
    rig.frames(1, 0.1)
    best = scene.counsel.best
    assert scene.said().line.text.endswith(". Enter marks it.")
    rig.key("return")
    assert scene.said().line.ready
    rig.key("return")
    assert ((0, best),) in scene.match.turns


def test_a_hint_is_told_over_marks_and_marks_its_move_instead(rig: Rig) -> None:
    scene = opened(rig)
    rig.key("4", "h")
    assert scene.said().line.title.startswith(("Hint", "A hint"))
    scene.counsel.wait()
    rig.frames(1, 0.1)
    best, line = scene.counsel.best, scene.said().line
    assert best != "take-L"
    assert line.title.startswith("Hint: ")
    assert line.text.startswith("It ")
    assert line.text.endswith(". Enter marks it instead.")
    rig.key("return")
    assert not scene.match.turns or scene.match.turns[-1] != ((0, "take-L"),)
    assert scene.choosing.marks.legal_move(scene.model.before) == parse(best)
    rig.key("h", "h", "h")  # the moves, closed, the sentence again: now it is what is marked
    assert scene.said().line.text.endswith("It is what you have marked.")
    assert scene.said().line.ready
    rig.key("l")
    assert not scene.said().line.title.startswith("Hint"), "other marks are told as ever"
    rig.key("l", "return")
    assert ((0, best),) in scene.match.turns


def test_what_cannot_be_marked_says_why_under_the_pointer(rig: Rig) -> None:
    scene = opened(rig)
    spots = dict(scene.board.spots(scene.said()))
    x, y, w, h = spots["hand:S:0"]
    rig.give(
        pygame.MOUSEMOTION,
        pos=(rig.app.canvas.x(x + w / 2), rig.app.canvas.y(y + h / 2)),
        rel=(1, 1),
        buttons=(0, 0, 0),
    )
    rig.key("4")
    assert scene.choosing.hover == "hand:S:0"
    assert not scene.said().line.ready or ready(scene) == "Take 1 leather."


def test_a_round_is_added_up_and_waits_until_somebody_goes_on(rig: Rig) -> None:
    scene = opened(rig, length="round")
    for _ in range(400):
        seat = scene.waiting_for_person
        if scene.reckoning is not None:
            break
        if seat is not None:
            sales = [m for m in scene.match.legal(seat) if m.startswith("sell")]
            takes = [m for m in scene.match.legal(seat) if m.startswith(("take", "camels"))]
            scene.choose((sales or takes)[-1])
        rig.frames(1, 1.0)
    assert scene.reckoning is not None
    assert scene.busy
    total = scene.reckoning.sum.total
    assert max(total) > 20
    held = [item for item in scene.mind_view.mind if isinstance(item, Holdings)]
    assert held
    assert all(item.truth for item in held), "hands lie open: what was held is marked"
    wait(rig.app, 6.0)
    assert scene.reckoning is not None, "it waits"
    rig.key("return")
    rig.frames(3, 0.2)
    assert scene.finished


def with_hidden_dealt_anew(state: State) -> State:
    """The same with another hand for the second trader, from the deck, and other bonus tokens."""
    other = state.traders[1]
    hidden = other.hand - other.known
    pool = state.deck + hidden
    cards = [kind for kind in GOODS for _ in range((pool // UNIT[kind]) & 15)]
    hand = pack(cards[: hidden % 15])
    assert hand != hidden
    traders = (state.traders[0], other._replace(hand=other.known + hand))
    return state._replace(deck=pool - hand, traders=traders)


def picture(rig: Rig) -> bytes:
    rig.app.frame(0.0)
    rig.give(pygame.WINDOWEXPOSED)
    rig.app.frame(0.0)
    return bytes(rig.app.canvas.surface.get_buffer().raw)


def test_what_a_person_is_shown_depends_on_no_card_that_it_cannot_see(rig: Rig) -> None:
    scene = opened(rig, "random")
    rig.app.change_settings(mind_open=True)
    looked = 0
    for _ in range(60):
        if scene.waiting_for_person is not None and not scene.busy:
            scene.reading.wait()
            wait(rig.app, 2.0)  # what springs has settled
            shown, state = picture(rig), scene.match.state
            scene.match.state = with_hidden_dealt_anew(state)
            assert picture(rig) == shown
            scene.match.state = state
            looked += 1
            takes = [m for m in scene.match.legal(0) if not m.startswith("swap")]
            scene.choose(takes[0])
        if looked == 3:
            break
        rig.frames(1, 1.0)
    assert looked == 3


def test_a_card_that_it_can_see_does_change_the_picture(rig: Rig) -> None:
    scene = opened(rig)
    shown, state = picture(rig), scene.match.state
    own = state.traders[0]
    mine = own._replace(herd=own.herd + 1)
    scene.match.state = state._replace(
        traders=(mine, state.traders[1]), deck=state.deck - UNIT[CAMEL]
    )
    assert picture(rig) != shown


def test_the_letter_of_a_card_is_of_its_name_and_of_no_other_kind(rig: Rig) -> None:
    assert sorted(SIGNS) == sorted(NAMES)
    assert len(set(SIGNS.values())) == len(SIGNS)
    assert all(sign.lower() in NAMES[kind] for kind, sign in SIGNS.items())
    scene = opened(rig)
    keys = {action.id: action.bindings[0] for action in scene.spec.actions}
    for good in GOODS:
        assert keys[f"give_{good}"] == f"key:{SIGNS[good].lower()}"
    assert keys["caravan"] == f"key:{SIGNS[CAMEL].lower()}"


def test_what_the_other_did_stays_said_and_its_places_lit_until_the_own_move(rig: Rig) -> None:
    scene = opened(rig)
    for _ in range(8):
        lay = scene.model.stall
        rig.key("a" if CAMEL in lay else "1", "return")
        until(rig.app, lambda: scene.waiting_for_person is not None or scene.finished)
        if scene.touched:
            break
    last = next(r for r in reversed(scene.session.played) if CHANCE not in r.moves)
    assert 1 in last.moves
    said = next(told_event(event, scene.names()) for event in last.events)
    assert ready(scene).startswith(said)
    assert scene.touched
    rig.frames(40, 0.25)
    assert ready(scene).startswith(said), "as long as one thinks"
    rig.key("1")
    assert scene.touched, "marks change nothing on the table"
    rig.key("1")
    move = next(iter(scene.match.legal(0)))
    scene.choose(move)
    rig.frames(1, 0.01)
    assert not scene.touched


def test_shift_and_a_letter_mark_all_cards_of_a_kind(rig: Rig) -> None:
    scene = opened(rig)
    held = scene.model.before.hand >> SHIFTS[GOODS.index("L")] & 15
    assert held
    scene.press(Press("all_L"))
    assert scene.choosing.marks.given[GOODS.index("L")] == held
