"""Worlds in arrays against the rules, turn by turn; `greedy` and the original in both."""

from __future__ import annotations

import numpy as np
import pytest

from ai.jaipur.greedy import options
from ai.jaipur.playing import ORIGINAL, Traders, play_out
from ai.jaipur.seed import scores
from ai.jaipur.trading import greedy_choices, seed_choices
from ai.jaipur.values import first_weights, stacked, tables_of
from ai.jaipur.worlds import CAMEL, CAMELS, SELL, SWAP, TAKE, WorldMoves, Worlds, dealt
from ai.lab.jaipur.positions import ROUND, OrderedState
from games.jaipur.rules.goods import (
    GOODS,
    KINDS,
    PILES,
    bonus_points,
    counts_of,
    pack_counts,
    pile_sizes,
)
from games.jaipur.rules.moves import CAMELS as ALL_CAMELS
from games.jaipur.rules.moves import Move, sell, swap, take
from games.jaipur.rules.state import new_round, score_of, view_of

TABLES = tables_of(first_weights())


def tables_with_orders(worlds: Worlds) -> list[OrderedState]:
    """The same rounds by the rules."""
    found = []
    for world in range(len(worlds)):
        deck = "".join(KINDS[card] for card in worlds.deck[:, world])
        piles = {
            pile: tuple(
                int(v) for v in worlds.piles[place, : worlds.stock[place, world], world][::-1]
            )
            for place, pile in enumerate(PILES)
        }
        found.append(OrderedState(new_round(ROUND), deck, piles, ((), ())).turned_up())
    return found


def move_of(choices: WorldMoves, world: int) -> Move:
    """The choice in a world as a move."""
    kind, taken, given = choices.kind[world], choices.taken[:, world], choices.given[:, world]
    if kind == TAKE:
        return take(GOODS[int(taken.argmax())])
    if kind == SELL:
        return sell(GOODS[int(given.argmax())], int(given.max()))
    if kind == SWAP:
        packed = pack_counts(int(n) for n in given) + int(choices.paid[world])
        return swap(pack_counts(int(n) for n in taken), packed)
    assert kind == CAMELS
    return ALL_CAMELS


def check_same(worlds: Worlds, world: int, table: OrderedState) -> None:
    state = table.state
    assert tuple(worlds.market[:, world]) == counts_of(state.market)
    assert tuple(worlds.tokens[:, world]) == counts_of(state.tokens)[:CAMEL]
    assert worlds.left[world] == state.left
    assert tuple(worlds.stock[:, world]) == pile_sizes(state.piles)
    assert worlds.over[world] == bool(state.end)
    for seat, trader in enumerate(state.traders):
        assert tuple(worlds.hands[seat, :, world]) == counts_of(trader.hand)[:CAMEL]
        assert tuple(worlds.known[seat, :, world]) == counts_of(trader.known)[:CAMEL]
        assert worlds.herds[seat, world] == trader.herd
        assert worlds.points[seat, world] == trader.points
        assert worlds.goods[seat, world] == trader.tokens
        assert worlds.bonus[seat, world] == bonus_points(trader.bonus)
        assert tuple(worlds.taken[seat, :, world]) == pile_sizes(trader.bonus)


@pytest.mark.parametrize("original", [False, True])
def test_worlds_play_by_the_rules(original: bool) -> None:
    """Every move is the best of all legal ones by the same tables, or the original's own."""
    worlds = dealt(np.random.default_rng(3), 4)
    tables, turn, moves, ended = tables_with_orders(worlds), 0, 0, 0
    ways = np.zeros(len(worlds), dtype=np.int64)
    for number in range(160):
        for world in worlds.number:
            check_same(worlds, list(worlds.number).index(world), tables[world])
        ended += int(worlds.over.sum())
        worlds = worlds.only(~worlds.over)
        if not len(worlds):
            break
        by_seed = original and number % 2 == 0
        choices = (
            seed_choices(worlds, turn)
            if by_seed
            else greedy_choices(worlds, turn, TABLES, ways[worlds.number])
        )
        for place, world in enumerate(worlds.number):
            move, view = move_of(choices, place), view_of(tables[world].state, turn)
            if by_seed:
                found = scores(view)
                assert move == found.moves()[found.pick()]
            else:
                known = options(view, TABLES)
                value = known.values[known.moves.index(move)]
                assert value == pytest.approx(float(known.values.max()), abs=2e-3)
            tables[world] = tables[world].after(move)
            moves += 1
        worlds.play(turn, choices)
        turn = 1 - turn
    assert ended == 4
    assert moves > 80


def test_a_round_ends_with_the_score_of_the_rules() -> None:
    worlds = dealt(np.random.default_rng(5), 6)
    tables = tables_with_orders(worlds)
    company = Traders(TABLES, np.full((2, 6), ORIGINAL))
    found = play_out(worlds, 0, company)
    for world, table in enumerate(tables):
        while not table.state.end:
            seen = scores(view_of(table.state, table.state.turn))
            move = seen.moves()[seen.pick()]
            assert move is not None
            table = table.after(move)
        score = score_of(table.state.traders)
        assert found.margin[world] == score.total[0] - score.total[1]
        assert found.won[world] == (0.5 if score.winner < 0 else 1 - score.winner)


def test_each_world_has_its_own_traders() -> None:
    deals = dealt(np.random.default_rng(7), 3)
    tables = stacked([TABLES, tables_of(-first_weights())])
    ways = np.array([[0, 0, 1], [ORIGINAL, 1, 0]])
    together = play_out(deals.only(np.arange(3)), 0, Traders(tables, ways), 20)
    for world in range(3):
        alone = deals.only(np.array([world]))
        alone.number = np.array([0])
        found = play_out(alone, 0, Traders(tables, ways[:, world : world + 1]), 20)
        assert found.margin[0] == together.margin[world]
