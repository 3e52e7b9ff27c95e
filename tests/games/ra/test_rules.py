"""Ra's rules: the contract at 3, 4 and 5 seats, and what holds after every turn of random games."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from games import log
from games.core import CHANCE, IllegalMove, Log
from games.match import Match
from games.ra import SPEC
from games.ra.deals import read_deal, shuffled, write_deal
from games.ra.rules import GAME
from games.ra.rules.game import all_suns
from games.ra.rules.moves import TurnMoves, arrangements, orders
from games.ra.rules.positions import check
from games.ra.rules.state import State
from games.ra.tiles import (
    ALL,
    CIVILIZATIONS,
    KINDS,
    MONUMENTS,
    RA,
    RA_LIMIT,
    SUN_SETS,
    pack,
    table_of,
)
from games.spec import BadOption
from tests.support import contract
from tests.support.ra_tables import steps

SEATS = (3, 4, 5)
SETTINGS = [SPEC.params({"players": n}) for n in SEATS]


@pytest.mark.parametrize("params", SETTINGS, ids=lambda params: str(params["players"]))
def test_the_contract(params: dict[str, Any]) -> None:
    assert contract.check_protocol(GAME, params, 1) >= 16
    assert contract.check_refusals(GAME, params, 2) >= 10
    assert contract.check_replay(GAME, params, 3) >= 16
    assert contract.check_views(GAME, params, 4) >= 100
    assert contract.check_undo(GAME, params, 5) >= 10
    assert contract.check_small_state(GAME, params, 7) >= 100


def test_everybody_is_told_everything() -> None:
    assert contract.check_audience(GAME, SPEC.params(), 6) >= 100


# -- random games ------------------------------------------------------------------------------


def random_states(players: int, seed: int) -> Iterator[tuple[State, State, tuple[Any, ...]]]:
    """A random game that seldom calls: each state, the next, and what happened between them."""
    for before, move, after in steps(players, seed, few=0.15):
        acting = GAME.to_act(before)
        found, events = GAME.apply(before, {acting[0]: move})
        assert found == after
        yield before, after, events


def recount(state: State, settled: State) -> list[int]:
    """The net totals of the epoch's end as a second hand counts them, by the rules' words.

    The suns are those of the state after it, when the last lot is paid for.
    """
    held = [table_of(tiles) for tiles in state.tiles]
    suns = [sum(own) for own in all_suns(settled)]
    pharaohs = [tiles.get("pharaoh", 0) for tiles in held]
    totals = []
    for seat, tiles in enumerate(held):
        points = 3 * tiles.get("gold", 0) + 2 * tiles.get("god", 0)
        if len(set(pharaohs)) > 1:
            points += 5 * (pharaohs[seat] == max(pharaohs)) - 2 * (pharaohs[seat] == min(pharaohs))
        if tiles.get("flood"):
            points += tiles["flood"] + tiles.get("nile", 0)
        kinds = sum(kind in tiles for kind in CIVILIZATIONS)
        points += {0: -5, 1: 0, 2: 0, 3: 5, 4: 10, 5: 15}[kinds]
        if state.epoch == 3:
            built = [tiles[kind] for kind in MONUMENTS if kind in tiles]
            points += {7: 10, 8: 15}.get(len(built), len(built))
            points += sum(5 * (count - 2) for count in built if count > 2)
            points += 5 * (suns[seat] == max(suns)) - 5 * (suns[seat] == min(suns))
        totals.append(points)
    return totals


def check_invariants(players: int, seed: int) -> int:
    gone = Counter[str]()
    turns, drawn, last = 0, 0, None
    for state, after, events in random_states(players, seed):
        turns += 1
        for event in events:
            gone.update(_removed(event))
            drawn = 0 if event.kind == "begin" else drawn + (event.kind == "ra")
            if event.kind == "epoch":
                assert [own["total"] for own in event.data["breakdown"]] == recount(
                    state if event.data["ended_by"] == "last_ra" else _held(state, event), after
                )
                totals = zip(event.data["before"], event.data["breakdown"], strict=True)
                assert event.data["after"] == [max(0, b + own["total"]) for b, own in totals]
        if after.up[0] or after.turn >= 0 or after.phase == "over":
            suns = sorted([after.center, *itertools.chain(*all_suns(after))])
            assert suns == sorted([1, *itertools.chain(*SUN_SETS[players])])
        every = Counter(table_of(after.left)) + Counter(table_of(after.block)) + gone
        for held in after.tiles:
            every.update(table_of(held))
        assert every == Counter(dict(zip(KINDS, ALL, strict=True)))
        assert 0 <= after.ra <= RA_LIMIT[players]
        assert after.phase == "over" or after.ra == drawn, "each epoch counts its own"
        assert min(after.scores) >= 0
        if after.phase not in ("deal", "draw"):
            check(after)
        last = after
    assert last is not None
    assert last.phase == "over"
    assert max(last.scores) == last.scores[last.winner]
    assert sorted(GAME.returns(last))[-1] > sorted(GAME.returns(last))[-2]
    return turns


def _held(state: State, event: Any) -> State:
    """The state with the hands that an epoch's event tells of."""
    tiles = tuple(pack(names) for names in event.data["tiles"])
    return state._replace(tiles=tiles)


def _removed(event: Any) -> Counter[str]:
    """The tiles that leave the game by an event."""
    data = event.data
    if event.kind == "ra":
        return Counter(["ra"])
    if event.kind == "god":
        return Counter(["god"] * len(data["tiles"]))
    if event.kind in ("lost", "discard"):
        return Counter(data["tiles"])
    if event.kind == "won":
        return Counter(t for t in data["tiles"] if t in KINDS[19:])
    if event.kind == "taken":
        return Counter(t for t in [data["tile"]] if t in KINDS[19:])
    if event.kind == "nobody":
        return Counter(data["tiles"])
    if event.kind != "epoch":
        return Counter()
    found = Counter(data["block"])
    if data["epoch"] < 3:
        kept = {"pharaoh", "nile", *MONUMENTS}
        found.update(t for held in data["tiles"] for t in held if t not in kept)
    return found


@pytest.mark.parametrize("players", SEATS)
def test_random_games_keep_every_invariant(players: int) -> None:
    assert check_invariants(players, 1) > 100


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(25))
def test_many_random_games_keep_every_invariant(seed: int) -> None:
    for players in SEATS:
        for game in range(133):
            assert check_invariants(players, 1000 * seed + game) > 50


# -- moves, deals, logs ------------------------------------------------------------------------


def test_sequences_of_gods_are_counted_as_they_are_listed() -> None:
    block = pack(["nile", "nile", "flood", "art", "god"])
    listed = [tiles for size in (1, 2, 3) for tiles in arrangements(block, size)]
    assert len(listed) == len(set(listed)) == orders([2, 1, 1], 3)
    moves = TurnMoves(("draw", "call"), block, 3)
    assert len(list(moves)) == len(moves) == 2 + len(listed)
    assert all(move in moves for move in moves)
    for wrong in ("god", "god god", "god art art", "god ra", "bid 3", "god nile nile flood art"):
        assert wrong not in moves


def test_a_given_deal_is_played_in_its_order() -> None:
    suns, bag = shuffled(4, random.Random(1))
    params = SPEC.params({"deal": write_deal(suns, bag)})
    state = GAME.new(params)
    assert state.up == suns
    assert len(SPEC.seats_for(params)) == 4
    for kind in bag[:12]:
        while GAME.to_act(state) != (CHANCE,):
            seat = GAME.to_act(state)[0]
            moves = list(GAME.legal(state, seat))
            choice = next((m for m in ("draw", "pass", "call") if m in moves), moves[0])
            state, _ = GAME.apply(state, {seat: choice})
        assert list(GAME.legal(state, CHANCE)) == [KINDS[kind]]
        other = "gold" if kind == RA else "ra"
        with pytest.raises(IllegalMove):
            GAME.apply(state, {CHANCE: other})
        assert GAME.view(state, 0).deal == b""
        state, _ = GAME.apply(state, {CHANCE: KINDS[kind]})


@pytest.mark.parametrize("text", ["x", "2-5: ra", "2-5-8-13 3-6-9-12 4-7-10-11: ra nile", ":"])
def test_a_text_that_is_no_deal_is_refused(text: str) -> None:
    with pytest.raises(BadOption, match=r"^This is no deal of Ra: .*[.]$"):
        SPEC.params({"deal": text})


def test_a_deal_is_written_as_it_is_read() -> None:
    text = write_deal(*shuffled(5, random.Random(2)))
    assert write_deal(*read_deal(text)) == text
    assert SPEC.params({"deal": f"  {text} "})["deal"] == text


def test_moves_of_several_words_come_back_from_a_log() -> None:
    match: Match[State] = Match(GAME, SPEC.params(), 3)
    for _, moves, _, _ in contract.random_turns(GAME, SPEC.params(), 3):
        match.play(moves)
    assert any(" " in move for turn in match.turns for _, move in turn)
    kept = Log("ra", match.params, 3, (), match.turns)
    assert log.decode(log.encode(kept)) == kept
