"""The words of Jaipur: lists of the market and the hand, turns, and nothing of a hidden hand."""

from __future__ import annotations

from typing import Any

import pytest

from games.core import CHANCE, Event
from games.jaipur.rules import GAME
from games.jaipur.rules.goods import pack
from games.jaipur.rules.state import State
from games.jaipur.spoken import SPEECH
from games.shell.access.node import PRESS
from games.shell.access.reader import tree_of
from games.shell.access.speech import ELEMENT_WORDS, MOST_CHOICES, TableSight
from games.shell.table import Table
from games.streams import Stream
from tests.support.hands import Rig, at_table
from tests.support.spoken import sights

NAMES = ("Ada", "Merchant")


def dealt(market: str, hand: str, herd: int = 0, length: str = "match") -> State:
    """A state after the deal in which seat 0 has this hand, and is to move."""
    state, draws = GAME.new({"length": length, "tie": "replay"}), Stream.named(1, "deal")
    while state.acting == (CHANCE,):
        outcomes = GAME.chance(state)
        drawn = outcomes[draws.weighted([weight for _, weight in outcomes])][0]
        state, _ = GAME.apply(state, {CHANCE: drawn})
    own = state.traders[0]._replace(hand=pack(hand), herd=herd)
    return state._replace(market=pack(market), traders=(own, state.traders[1]))


def seen(state: State, last: tuple[Event, ...] = (), own: int | None = 0) -> TableSight:
    legal = GAME.legal(state, 0) if own == 0 else ()
    view: Any = GAME.view(state, own or 0)
    return TableSight({}, view, own or 0, own, NAMES, legal, 0, last, not state.acting)


def heard_after(state: State, move: str, own: int | None = 0) -> list[str]:
    after, events = GAME.apply(state, {state.turn: move})
    return SPEECH.events(seen(after, events, own))


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("take-D", "You took 1 diamond."),
        ("camels", "You took 2 camels."),
        ("sell-L3", "You sold 3 leather for 9, with a bonus token."),
        ("swap-DG-LK", "You took 1 diamond and 1 gold for 1 leather and 1 camel."),
    ],
)
def test_a_move_is_one_sentence(move: str, told: str) -> None:
    assert heard_after(dealt("DGCKK", "LLLPP", 2), move) == [told]


def test_a_long_exchange_is_two_lines() -> None:
    state = dealt("DGSCC", "PPLLL", 5)
    after, events = GAME.apply(state, {0: "swap-DGSCC-PPLLK"})
    at = seen(after, events)
    named = TableSight(
        at.params, at.state, 0, None, ("A very long name indeed", "B"), (), 0, events
    )
    assert SPEECH.events(at) == [
        "You took 1 diamond, 1 gold, 1 silver and 2 cloth for 2 spice, 2 leather and 1 camel."
    ]
    assert SPEECH.events(named) == [
        "A very long name indeed took 1 diamond, 1 gold, 1 silver and 2 cloth.",
        "A very long name indeed gave 2 spice, 2 leather and 1 camel.",
    ]


def test_the_market_and_the_hand_are_lists() -> None:
    state = dealt("DGCKK", "LLLPP", 2)
    market, hand, rival, left = SPEECH.elements(seen(state))
    assert [(node.name, node.press) for node in market.children] == [
        ("1 diamond", "take-D"),
        ("1 gold", "take-G"),
        ("1 cloth", "take-C"),
        ("2 camels", "camels"),
    ]
    assert [(node.name, node.press) for node in hand.children][:2] == [
        ("2 spice", "sell-P2"),
        ("3 leather", "sell-L3"),
    ]
    assert "Deck: 40 cards" in [node.name for node in left.children]
    assert "Seen: " not in "".join(node.name for node in rival.children)


def test_the_cards_that_the_rival_took_in_the_open_are_named() -> None:
    """A hand of six kinds is six short lines."""
    state = dealt("DGCKK", "LLLPP")
    other = state.traders[1]._replace(hand=pack("DGSCPL"), known=pack("DGSCPL"))
    state = state._replace(traders=(state.traders[0], other))
    rival = SPEECH.elements(seen(state))[2]
    assert [node.name for node in rival.children][:3] == [
        "Hand: 6 cards",
        "Seen: 1 diamond",
        "Seen: 1 gold",
    ]
    assert all(len(node.name.split()) <= ELEMENT_WORDS for node in rival.children)


def test_choices_end_with_the_exchanges_that_gain_most() -> None:
    state = dealt("DDGGS", "CPPLLL", 5)
    choices = SPEECH.choices(seen(state))
    assert len(choices) == len({choice.move for choice in choices}) == MOST_CHOICES
    swaps = [choice.move for choice in choices if choice.move.startswith("swap")]
    assert swaps[0].startswith("swap-DDGGS-")
    assert SPEECH.choices(seen(state, own=None)) == []
    told = {choice.move: choice.brings for choice in choices}
    assert told["sell-L3"].startswith("It brings 4 + 3 + 2 = 9 rupees and a bonus token of 1 to 3")


def test_the_deal_is_told_once_and_the_end_of_a_round_in_full() -> None:
    told = [line for at in sights("jaipur", 5) for line in SPEECH.events(at)]
    assert [line.partition(" ")[0] for line in told[:2]] == ["You", "In"]
    assert sum(line.startswith("You hold") for line in told) == 1
    assert " won the round, " in told[-1]


def test_no_word_depends_on_hidden_cards() -> None:
    draws, compared = Stream.named(3, "hidden"), 0
    for at in sights("jaipur", 6):
        if at.over or not at.legal:
            continue
        words = [line for node in SPEECH.elements(at) for line in node.outline()]
        state = GAME.imagine(at.state, 0, draws)
        again = TableSight(at.params, GAME.view(state, 0), 0, 0, at.names, at.legal, 0, at.last)
        assert words == [line for node in SPEECH.elements(again) for line in node.outline()]
        compared += 1
    assert compared > 10


def test_no_hand_is_spoken_before_one_of_two_people_looks(rig: Rig) -> None:
    """The cards are dealt while both sit there; a curtain falls before the first of them looks."""
    rig.app.listening = True
    found: Table = at_table(rig.app, "jaipur", ("human", "human"), {"length": "round"})
    heard: list[str] = []
    while rig.app.top is found:
        heard += tree_of(rig.app, rig.app.canvas).outline()
        heard.append(found.voice.speech.standing(found.sight()))
        rig.frames(5)
    assert any("In the market: " in line for line in found.voice.said)
    told = "".join([*heard, *found.voice.said])
    assert "Guest holds" not in told
    assert "Guest's cards" not in told
    rig.key("return")
    rig.frames(30)
    assert "Guest's cards" in "".join(tree_of(rig.app, rig.app.canvas).outline())


def test_a_reader_goes_on_from_the_sum_of_a_round(rig: Rig) -> None:
    rig.app.listening = True
    found: Any = at_table(rig.app, "jaipur", ("human", "random"), {"length": "match"})
    draws = Stream.named(4, "moves")
    while found.reckoning is None:
        moves = [choice.move for choice in found.voice.choices()]
        if moves:
            found.voice.take(moves[draws.below(len(moves))])
        found.skip()
        rig.frames(1)
    for _ in range(2):  # all lines at once, then the next round
        button = tree_of(rig.app, rig.app.canvas).find("button", "Go on")
        assert button is not None
        button.actions[PRESS]("")
        rig.frames(1)
    assert found.reckoning is None
    assert found.match.state.series.round == 2
