"""The claims about the Ra program of 2006 that can be measured; see `ai.lab.originals`."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from ai.lab.arena import tournament
from ai.lab.originals import (
    FAILS,
    HALF,
    HOLDS,
    OPEN,
    Effort,
    Measure,
    Remeasured,
    Spanned,
    exact,
    share,
)
from ai.lab.ra.positions import read_view
from ai.ra.plain import row_of
from ai.ra.seed_net import PROGRAMS, SeedNet, judge
from games import catalog
from games.core import Decision, Limit
from games.match import Match
from games.ra import SPEC
from games.ra.rules.game import GAME
from games.ra.rules.moves import CALL, PASS, legal_moves, must_bid
from games.ra.rules.state import BID, State
from games.ra.tiles import ALL, KINDS
from games.streams import Stream


def _table(agents: Sequence[str], effort: Effort, games: int) -> Spanned:
    """Return the share of games that the first agent wins at a table."""
    found = tournament("ra", agents, effort.of(games, len(agents)), effort.seed, {})
    row = next(row for row in found["agents"] if row["agent"] == agents[0])
    return Spanned(row["win_share"], *row["ci95"])


def _reader(effort: Effort) -> Remeasured:
    """Let our best play three programs of 2006."""
    found = _table(("net+", *("seed-net",) * 3), effort, 200)
    return Remeasured(
        "people were not measured here",
        f"our best, net+, wins {found.percent(0)} against three Old oracles, where 25 is fair",
        HOLDS if found.high > 0.8 else FAILS,
        {"net+": found},
    )


# -- the 1 sun -----------------------------------------------------------------------------

_MORE: Final = 1.0
"""Points by which a lot has to be worth more than the sun before it counts as wished for."""


class WatchedOracle(SeedNet):
    """The Old oracle; counts the lots that it wishes for as a first bidder, and those it passes.

    `counts` has [wished, passed] with the 1 in the centre (True) and with another sun (False).
    """

    def __init__(self, counts: dict[bool, list[int]]) -> None:
        self._counts = counts

    def act(self, seat: int, view: State, legal: Collection[str], limit: Limit) -> Decision:
        """Bid as the oracle does, and count."""
        decision = super().act(seat, view, legal, limit)
        if view.phase == BID and view.auction is not None and not must_bid(view):
            low = min(view.up[seat], default=0)
            if low and not view.auction.high and any(view.block):
                program = PROGRAMS[view.players].load()
                found = judge(program, row_of(view), [(seat, low)])
                if found.lots[0] - found.suns[0] > _MORE:
                    kept = self._counts[view.center == 1]
                    kept[0] += 1
                    kept[1] += decision.move == PASS
        return decision


def _one_sun(effort: Effort) -> Remeasured:
    """Play tables of three oracles, and count the lots that first bidders pass."""
    counts = {True: [0, 0], False: [0, 0]}
    for number in range(effort.of(150)):
        players = {seat: WatchedOracle(counts) for seat in range(3)}
        seed = 1000 * effort.seed + number
        Match(GAME, SPEC.params({"players": 3}), seed, players).run(Limit())
    one, other = (share(passed, max(1, wished)) for wished, passed in counts.values())
    wished = f"{counts[True][0]:,} and {counts[False][0]:,} lots"
    return Remeasured(
        f"the Old oracle passes {one.percent()} of the lots that it wishes for with the 1 in the "
        f"centre, {other.percent()} with another sun ({wished})",
        "the same program",
        HOLDS if one.low > other.high else HALF if one.value > other.value else FAILS,
        {"the 1": one, "another": other},
    )


def _speed(effort: Effort) -> Remeasured:
    """Time whole games of three networks through the arcade's own loop."""
    games, begun = effort.of(4), time.process_time()
    for number in range(games):
        players = {seat: catalog.agent("ra", "net").make({}, None) for seat in range(3)}
        Match(GAME, SPEC.params({"players": 3}), number, players).run(Limit())
    spent = (time.process_time() - begun) / games
    return Remeasured(
        "his machine of 2006 is not to be had",
        f"{spent:.1f} s a game of three networks here; compiled for training, some 300 a second",
        OPEN,
        {"seconds": exact(spent)},
    )


# -- the exercise of 5 and 7 ---------------------------------------------------------------

_WORTH: Final = {"gold": 3, "god": 2}
_LOTS: Final = {
    points: next(
        [*["gold"] * gold, *["god"] * god]
        for gold in range(points // 3, -1, -1)
        for god in range(5)
        if 3 * gold + 2 * god == points
    )
    for points in range(4, 15)
}
"""Lots of gold and gods worth 4 to 14 points, by their worth."""
_SUNS: Final = range(1, 14)


def exercise(block: Sequence[str], turn: int, ra: int) -> State:
    """Return the position: suns 7, 5 and none are left, the 1 lies in the centre, in epoch 1."""
    rest = [sun for sun in _SUNS if sun not in (1, 5, 7)]
    held = {"pharaoh": 1, "art": 1, "writing": 1}
    left = dict(zip(KINDS, ALL, strict=True))
    for kind in block:
        left[kind] -= 1
    for kind, count in held.items():
        left[kind] -= 3 * count
    left["ra"] -= ra
    plain = {
        "players": 3,
        "epoch": 1,
        "ra": ra,
        "center": 1,
        "block": list(block),
        "turn": turn,
        "phase": "turn",
        "actor": turn,
        "scores": [10, 10, 10],
        "up": [[7], [5], []],
        "down": [rest[:3], rest[3:6], rest[6:]],
        "tiles": [held] * 3,
        "left": {kind: count for kind, count in left.items() if count},
        "auction": None,
        "discards": [],
        "takes": [],
    }
    return read_view(plain, False)


def first_call(agent: str, turn: int, ra: int) -> int:
    """Return the worth of the least lot at which an agent calls; 0 where it never does."""
    for points, block in _LOTS.items():
        state = exercise(block, turn, ra)
        player = catalog.agent("ra", agent).make({}, None)
        player.begin((turn,), GAME, SPEC.params({"players": 3}), Stream(1))
        if player.act(turn, state, legal_moves(state), Limit()).move == CALL:
            return points
    return 0


_CALLERS: Final = ("seed-net", "heuristic", "net+")


def _calls(effort: Effort) -> Remeasured:
    """Ask three agents from which lot on they call with the 5, and with the 7."""
    told, good, figures = list[str](), 0, dict[str, Spanned]()
    for agent in _CALLERS:
        name = catalog.agent("ra", agent).name
        five, seven = (sorted({first_call(agent, turn, ra) for ra in (2, 4, 6)}) for turn in (1, 0))
        words = [" or ".join(f"at {p}" if p else "never" for p in row) for row in (five, seven)]
        told.append(f"{name} with the 5 {words[0]}, with the 7 {words[1]}")
        figures |= {f"{name}, {sun}": exact(max(row)) for sun, row in ((5, five), (7, seven))}
        good += set(five) <= {7, 8} and set(seven) == {0}
    return Remeasured(told[0], "; ".join(told[1:]), HOLDS if good == 3 else HALF, figures)


def _easy(effort: Effort) -> Remeasured:
    """Let our easiest that plans play two Scribes."""
    found = _table(("easy", "heuristic", "heuristic"), effort, 300)
    return Remeasured(
        "his easy mode was not published",
        f"ours, the Farmer, wins {found.percent()} against two Scribes, where a third is fair",
        OPEN,
        {"Farmer": found},
    )


MEASURES: Final[Mapping[str, Measure]] = {
    "RA-1": _reader,
    "RA-3": _one_sun,
    "RA-5": _speed,
    "RA-6": _calls,
    "RA-7": _easy,
}
