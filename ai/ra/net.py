"""`net` and `net+`: learned values of states, solved auctions, and one tile of look-ahead.

Drawing is worth the network's value of the state, calling what the auction comes to on the mean, a
god what the table is worth after it; all leaves are valued at once. In an auction the others are
held to choose best, or by thresholds (`ai.ra.likely`). `net+` takes for drawing the exact
expectation over the kinds left in the bag: each is answered by the next player's best of drawing
and calling, a Ra by its auction. What is maximised is the chance to win and `MIX` of the margin.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ai.ra.auction import AuctionForecast, expect, outcome_rows, outcome_suns, solve
from ai.ra.heuristic import best_discard
from ai.ra.network import Network, evaluate, utilities
from ai.ra.plain import BLOCK, LEFT, TURN, K, Row, block_size, draw_tile, row_of, use_god
from games.arrays import FloatArray
from games.ra.rules.game import play
from games.ra.rules.moves import (
    BIDS,
    CALL,
    DRAW_MOVE,
    PASS,
    can_draw,
    discard_move,
    discards,
    god_move,
    gods_usable,
    legal_moves,
)
from games.ra.rules.state import BID, DISCARD, State
from games.ra.tiles import BLOCK_PLACES, GOD


class Candidate(NamedTuple):
    """A move, the values (players, 2) of what it leads to, and their worth to the mover."""

    move: str
    values: FloatArray
    worth: float


class Opened(NamedTuple):
    """An auction that was looked into: its row, its outcomes with their values, the solution.

    `values` are the values of each outcome, (outcomes, players, 2).
    """

    row: Row
    called: bool
    suns: list[int]
    values: FloatArray
    solved: AuctionForecast

    @property
    def result(self) -> FloatArray:
        """The values (players, 2) of what it comes to on the mean."""
        return mean_of(self.values, self.solved.shares())


class NetThought(NamedTuple):
    """All that a decision was made from: candidates, best first, and the auction, if there is one.

    `draws` has for the look-ahead each kind, its probability, and the mover's chance after it.
    """

    candidates: list[Candidate]
    auction: Opened | None
    draws: list[tuple[int, float, float]]


def ranked(found: Sequence[tuple[str, FloatArray]], seat: int) -> list[Candidate]:
    """Return moves with their values, the best for a seat first; of equals the first."""
    worths = utilities(np.array([values[seat] for _, values in found]))
    rows = [Candidate(m, v, float(w)) for (m, v), w in zip(found, worths, strict=True)]
    return sorted(rows, key=lambda row: -row.worth)


def mean_of(values: FloatArray, shares: FloatArray) -> FloatArray:
    """Return values (players, 2) on the mean of outcomes with these probabilities."""
    flat = values.reshape(len(values), -1)
    return np.asarray(np.dot(shares[None], flat)).reshape(values.shape[1:])


def opened(
    network: Network, t: Row, called: bool, seat: int, values: FloatArray | None = None
) -> Opened:
    """Return the auction of a row as a seat expects it; `values` are the outcomes', if known."""
    suns = outcome_suns(t)
    known = _values(network, t, suns) if values is None else values
    return Opened(t, called, suns, known, expect(t, called, seat, suns, utilities(known)))


_opened: list[tuple[Network | None, Row, FloatArray]] = [(None, [], np.zeros(0))]
"""The auction that was looked into last, and its outcomes' values: each bidder asks for them."""


def _values(network: Network, t: Row, suns: Sequence[int]) -> FloatArray:
    """Return the values of the outcomes of a row's auction."""
    own, row, values = _opened[0]
    if own is not network or row != t:
        values = evaluate(network, outcome_rows(t, suns))
        _opened[0] = (network, t, values)
    return values


def think(network: Network, view: State, deep: bool) -> NetThought:
    """Return the thoughts of `net` on a view, with one tile of look-ahead if `deep`."""
    t = row_of(view)
    if view.phase == BID:
        return _think_of_bid(network, view, t)
    if view.phase == DISCARD:
        return _think_of_discard(network, view)
    return _think_of_turn(network, view, t, deep)


def _think_of_bid(network: Network, view: State, t: Row) -> NetThought:
    auction, seat = view.auction, view.actor
    assert auction is not None
    found = opened(network, t, auction.called, seat)
    moves = []
    for move in legal_moves(view):
        high = BIDS.index(move) if move != PASS else auction.high
        shares = found.solved.shares_after(found.suns, seat, high)
        moves.append((move, mean_of(found.values, shares)))
    return NetThought(ranked(moves, seat), found, [])


def _think_of_discard(network: Network, view: State) -> NetThought:
    moves = [discard_move(tiles) for tiles in discards(view)]
    rows = []
    for move in moves:
        after, _ = play(view, move)
        while after.phase == DISCARD:
            after, _ = play(after, best_discard(after))
        rows.append(row_of(after))
    values = evaluate(network, rows)
    return NetThought(ranked(list(zip(moves, values, strict=True)), view.actor), None, [])


def _think_of_turn(network: Network, view: State, t: Row, deep: bool) -> NetThought:
    seat, draws = view.actor, can_draw(view)
    suns = outcome_suns(t)
    kinds = god_kinds(t) if gods_usable(view) else []
    rows = [*outcome_rows(t, suns), *(after_gods(t, (kind,)) for kind in kinds)]
    if draws:
        rows.append(t)
    values = evaluate(network, rows)
    auction = opened(network, t, True, seat, values[: len(suns)])
    found = [(CALL, auction.result)]
    looked: list[tuple[int, float, float]] = []
    if draws:
        value = values[-1]
        if deep:
            value, looked = look_ahead(network, t)
        found.insert(0, (DRAW_MOVE, value))
    gods = values[len(suns) : len(suns) + len(kinds)]
    found += [(god_move((k,)), value) for k, value in zip(kinds, gods, strict=True)]
    best = ranked(found, seat)
    if best[0].move.startswith("god"):
        best = _more_gods(network, view, t, best)
    return NetThought(best, auction, looked)


def god_kinds(t: Row) -> list[int]:
    """Return the kinds on the block that a god may take."""
    return [kind for kind in range(1, K) if kind != GOD and t[BLOCK + kind]]


def after_gods(t: Row, kinds: Sequence[int]) -> Row:
    """Return the row after gods took these kinds in one turn, the cheapest ones lost."""
    after, seat = t.copy(), t[TURN]
    for kind in kinds:
        after[TURN] = seat
        use_god(after, kind)
    return after


def _more_gods(network: Network, view: State, t: Row, best: list[Candidate]) -> list[Candidate]:
    """Let more gods follow the first, one by one, as long as each is better than none."""
    taken: list[int] = []
    while len(taken) < gods_usable(view):
        first = not taken
        if first:
            taken = [k for k in god_kinds(t) if god_move((k,)) == best[0].move]
            continue
        after = after_gods(t, taken)
        kinds = god_kinds(after)
        if not kinds:
            break
        values = evaluate(network, [after_gods(t, (*taken, kind)) for kind in kinds])
        moves = [(god_move((*taken, kind)), v) for kind, v in zip(kinds, values, strict=True)]
        more = ranked(moves, view.actor)[0]
        if more.worth <= best[0].worth:
            break
        taken.append(next(k for k in kinds if god_move((*taken, k)) == more.move))
        best = [more, *best]
    return best


# -- one tile of look-ahead --------------------------------------------------------------------


class _Drawn(NamedTuple):
    """A kind that may be drawn: its probability, and the lines of its leaves among all.

    The auction (with `suns`) has lines from `first` on; `still` is the line of drawing on, or -1.
    """

    kind: int
    share: float
    row: Row
    auction: bool
    suns: list[int]
    first: int
    still: int


def look_ahead(network: Network, t: Row) -> tuple[FloatArray, list[tuple[int, float, float]]]:
    """Return the expected values (players, 2) of drawing, and each kind's share and chance."""
    rows: list[Row] = []
    drawn = [_draw(t, kind, rows) for kind in range(K) if t[LEFT + kind]]
    values = evaluate(network, rows)
    worth = utilities(values)
    total = np.zeros(values.shape[1:])
    looked = []
    for one in drawn:
        found = _answer(one, values, worth)
        total += one.share * found
        looked.append((one.kind, one.share, float(found[t[TURN], 0])))
    return total, looked


def _draw(t: Row, kind: int, rows: list[Row]) -> _Drawn:
    """Draw a kind, and add the rows of what may follow."""
    share = t[LEFT + kind] / sum(t[LEFT : LEFT + K])
    after = t.copy()
    auction = draw_tile(after, kind)
    first = len(rows)
    if kind == 0 and not auction:
        rows.append(after)
        return _Drawn(kind, share, after, False, [], first, first)
    suns = outcome_suns(after)
    rows.extend(outcome_rows(after, suns))
    still = -1
    if not auction and block_size(after) < BLOCK_PLACES and any(after[LEFT : LEFT + K]):
        still = len(rows)
        rows.append(after)
    return _Drawn(kind, share, after, auction, suns, first, still)


def _answer(one: _Drawn, values: FloatArray, worth: FloatArray) -> FloatArray:
    """Return the values of what follows a drawn kind: an auction, or the next player's best."""
    if not one.suns:
        return np.asarray(values[one.still])
    end = one.first + len(one.suns)
    mover, leaves = one.row[TURN], slice(one.first, end)
    if one.auction:
        expected = expect(one.row, False, mover, one.suns, worth[leaves])
        return mean_of(values[leaves], expected.shares())
    called = one.first + one.suns.index(solve(one.row, True, one.suns, worth[leaves]).sun)
    if one.still < 0:
        return np.asarray(values[called])
    better = worth[called, mover] > worth[one.still, mover]
    return np.asarray(values[called if better else one.still])
