"""The words of Ra: block, suns and bag as lists, acts as lines, and what the options hide."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from games.core import CHANCE
from games.ra.rules import GAME
from games.ra.rules.state import BID, Auction, Loss, State
from games.ra.spoken import SPEECH
from games.ra.tiles import NUMBER, pack
from games.shell.access.node import Node
from games.shell.access.speech import LINE_WORDS, MOST_CHOICES, TableSight
from tests.support.spoken import sights

NAMES = ("You", "Scribe Ani", "Scribe Mina")
PARAMS = {"players": 3, "gods_on_full_block": True, "deal": ""}
HOLDS = ("god", "god", "nile", "art", "writing")


def mid_epoch(**changes: Any) -> State:
    """Seat 0 to move in the first epoch, with gods, a Nile and two civilizations."""
    state, _ = GAME.apply(GAME.new(PARAMS), {CHANCE: "suns 4-7-10-11 2-5-8-13 3-6-9-12"})
    tiles = (pack(HOLDS), pack(("pharaoh",)), pack(()))
    block = pack(("flood", "religion"))
    down = ((1,), (), (7,))
    return state.put(
        **{"turn": 0, "actor": 0, "tiles": tiles, "block": block, "down": down} | changes
    )


def ear_at(state: State, last: Any = (), params: Mapping[str, Any] = PARAMS) -> TableSight:
    legal = GAME.legal(state, 0) if state.actor == 0 else ()
    return TableSight(params, GAME.view(state, 0), 0, 0, NAMES, legal, 0, last, state.winner >= 0)


def spoken(state: State, move: str, params: Mapping[str, Any] = PARAMS) -> list[str]:
    seat = state.actor if state.actor >= 0 else CHANCE
    after, events = GAME.apply(state, {seat: move})
    return SPEECH.events(ear_at(after, events, params))


def group_of(at: TableSight, name: str) -> list[Node]:
    return list(next(node for node in SPEECH.elements(at) if node.name == name).children)


def test_acts_are_lines() -> None:
    state = mid_epoch()
    assert spoken(state, "draw") == []
    drawn, _ = GAME.apply(state, {0: "draw"})
    assert spoken(drawn, "step_pyramid") == ["You drew a step pyramid."]
    assert spoken(drawn, "ra") == ["You drew Ra, number 1."]
    assert spoken(state, "call") == ["You called Ra."]
    assert spoken(state, "god flood religion") == ["You took flood and religion with 2 gods."]


def test_an_auction_is_told_to_its_end() -> None:
    state = mid_epoch(phase=BID, auction=Auction(0, True, 0, None))
    assert spoken(state, "bid 7") == [
        "You bid 7.",
        "You won flood and religion for sun 7.",
        "You take sun 1 from the centre for the next epoch.",
    ]
    beaten = mid_epoch(phase=BID, auction=Auction(0, True, 8, 1))
    assert spoken(beaten, "pass") == ["You passed.", "Scribe Ani won flood and religion for sun 8."]


def test_choices_say_what_the_tiles_bring_by_now() -> None:
    told = {choice.move: choice.brings for choice in SPEECH.choices(ear_at(mid_epoch()))}
    assert told["call"] == "an auction for flood and religion; you bid last"
    # a flood and a Nile are 2, the god that pays is 2; a third civilization is 5
    assert told["god flood"] == "+0 points by now"
    assert told["god religion"] == "+3 points by now"
    state = mid_epoch(phase=BID, auction=Auction(0, True, 0, None))
    told = {choice.move: choice.brings for choice in SPEECH.choices(ear_at(state))}
    assert told["bid 4"] == ("flood and religion, and sun 1 for the next epoch; +7 points by now")
    loss = (Loss(0, NUMBER["unrest"], 1),)
    state = mid_epoch(phase="discard", losses=loss, turn=0)
    told = {choice.name: choice.brings for choice in SPEECH.choices(ear_at(state))}
    assert told == {"Give up art": "+0 points by now", "Give up writing": "+0 points by now"}
    assert [node.press for node in group_of(ear_at(state), "Your move")] == [
        "discard art",
        "discard writing",
    ]


def test_many_orders_of_gods_are_cut() -> None:
    block = pack(("flood", "religion", "art", "gold", "temple", "palace", "sphinx", "statue"))
    state = mid_epoch(block=block, tiles=(pack(("god",) * 8), pack(()), pack(())))
    assert len(SPEECH.choices(ear_at(state))) == MOST_CHOICES


def test_lists_can_be_pressed() -> None:
    at = ear_at(mid_epoch())
    assert [(node.name, node.press) for node in group_of(at, "Block")] == [
        ("1 flood", "god flood"),
        ("1 religion", "god religion"),
    ]
    assert [node.press for node in group_of(at, "Your move")] == ["draw", "call"]
    at = ear_at(mid_epoch(phase=BID, auction=Auction(0, True, 8, 1)))
    presses = {node.name: node.press for node in group_of(at, "You")}
    assert presses["Sun 7"] == ""
    assert presses["Sun 10"] == "bid 10"
    assert SPEECH.standing(at) == (
        "Epoch 1 of 3, Ra 0 of 8. Auction for flood and religion: Scribe Ani bid 8. "
        "You 10, Scribe Ani 10, Scribe Mina 10. Your suns: 4, 7, 10, 11."
    )


@pytest.mark.parametrize("hide", ["none", "scores", "suns", "both"])
def test_hidden_scores_and_suns_are_in_no_word(hide: str) -> None:
    at = ear_at(
        mid_epoch(scores=(10, 77, 10), down=((1,), (), (99,))), (), {**PARAMS, "hide": hide}
    )
    outline = "\n".join(line for node in SPEECH.elements(at) for line in node.outline())
    words = outline + SPEECH.standing(at)
    assert ("77" in words) == (hide in ("none", "suns"))
    assert ("99" in words) == (hide in ("none", "scores"))


def test_a_closed_bag_gives_its_size_alone() -> None:
    closed = {**PARAMS, "show_bag": False}
    assert [node.name for node in group_of(ear_at(mid_epoch(), (), closed), "Bag")] == [
        "All: 180 tiles"
    ]
    draw = SPEECH.choices(ear_at(mid_epoch(), (), closed))[0]
    assert draw.brings == "a Ra starts an auction"
    assert SPEECH.choices(ear_at(mid_epoch()))[0].brings == "a Ra (17%) starts an auction"


def test_an_epoch_ends_with_the_points_of_all() -> None:
    state = mid_epoch(ra=7, scores=(10, 20, 30))
    drawn, _ = GAME.apply(state, {0: "draw"})
    told = spoken(drawn, "ra")
    assert told[:3] == [
        "You drew Ra, number 8.",
        "Epoch 1 ends: the last Ra is drawn.",
        "You: +2 (pharaohs -2, gods +4), 12 in all.",
    ]
    veiled = spoken(drawn, "ra", {**PARAMS, "hide": "scores"})
    assert [line for line in veiled if line.startswith("Scribe Ani: ")] == [
        "Scribe Ani: +0 (pharaohs +5, civilizations -5)."
    ]
    assert told[-2:] == ["Epoch 2: Scribe Ani begins.", "Your suns: 1, 4, 7, 10, 11."]


def test_a_match_is_told_to_the_winner() -> None:
    *_, last = sights("ra", 4)
    assert SPEECH.events(last)[-1] == SPEECH.standing(last)
    assert " won with " in SPEECH.standing(last)


def test_long_lots_fit_a_line() -> None:
    lot = ("step_pyramid", "agriculture", "astronomy", "fortress", "obelisk", "statue", "sphinx")
    state = mid_epoch(phase=BID, auction=Auction(0, True, 0, None), block=pack((*lot, "temple")))
    assert all(len(line.split()) <= LINE_WORDS for line in spoken(state, "bid 7"))
