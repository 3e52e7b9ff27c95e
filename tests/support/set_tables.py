"""Tables of Set for tests."""

from __future__ import annotations

import itertools
import json
from typing import Any

from games.core import CHANCE, Limit
from games.paths import ROOT
from games.set import SPEC
from games.set.rules.claims import Claim, earliest, parse, possible_claims, right_claims
from games.set.rules.game import GAME
from games.set.rules.state import FREE, State, new_state
from games.streams import Stream

CASES = json.loads((ROOT / "tests" / "cases" / "set" / "play.json").read_text())["cases"]


def dealt(deck: list[str], **options: Any) -> State:
    """A table from the top of a deck."""
    return filled(GAME.new(SPEC.params(options)), iter(deck))


def filled(state: State, deck: Any) -> State:
    while GAME.to_act(state) == (CHANCE,):
        state, _ = GAME.apply(state, {CHANCE: f"*:{next(deck)}"})
    return state


def drawn(state: State, rng: Stream) -> State:
    """The table when chance has filled it."""
    while GAME.to_act(state) == (CHANCE,):
        cards = GAME.chance(state)
        state, _ = GAME.apply(state, {CHANCE: cards[rng.below(len(cards))][0]})
    return state


def race(state: State, *moves: str) -> tuple[State, dict[str, Any]]:
    """What comes of both moves, and how the race ended."""
    after, events = GAME.apply(state, dict(enumerate(moves)))
    return after, dict(events[0].data)


def accounted(state: State, gone: int) -> int:
    """How many cards are on the table, in the deck, beside the table, or `gone`."""
    return sum(card != FREE for card in state.table) + state.left + len(state.beside) + gone


def some_move(state: State, seat: int, rng: Stream) -> str:
    """A right claim more often than anything else."""
    found, ms = right_claims(state), earliest(state, seat) + rng.below(9000)
    lot = rng.below(10)
    if found and lot < 6:
        return Claim(ms, found[rng.below(len(found))]).text()
    if lot == 6:
        few = list(itertools.islice(possible_claims(state), 50))
        return Claim(ms, few[rng.below(len(few))]).text() if few else "wait"
    if lot == 7:
        return Claim(ms, (), "late").text()
    if state.terms.none == "call" and (lot == 8 or not found):
        return Claim(ms, (), "none").text()
    return "void" if lot == 9 else "wait"


TABLE = (0, 1, 2, 3, 13, 26, 40, 41, 45, 60, 70, 80)
"""Twelve cards with sets of more than one kind."""


def laid(cards: tuple[int, ...] = TABLE, **options: Any) -> State:
    """A table with these cards and an empty deck."""
    state = new_state(SPEC.params(options))
    return state._replace(table=cards, waiting=(), fresh=(), deck=0)


def plans(agent: Any, state: State, count: int) -> list[Any]:
    """What an agent would do on so many tables like this."""
    rng = Stream.named(3, "plans")
    agent.begin((0,), GAME, SPEC.params(), rng)
    claims = []
    for number in range(count):
        rng.jump(number)
        claims.append(parse(agent.act(0, state, GAME.legal(state, 0), Limit()).move))
    return claims
