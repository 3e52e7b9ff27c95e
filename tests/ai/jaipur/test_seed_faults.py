"""Each fault of the original as a position in which the better agents do otherwise."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from ai.core import Agent
from ai.jaipur.search import Search
from ai.jaipur.seed import SeedUtility
from ai.jaipur.sensei import Sensei
from games.core import Limit
from games.jaipur import SPEC
from games.jaipur.rules import GAME
from games.jaipur.rules.goods import ALL_CARDS, FULL_TOKENS, counts_of, pack
from games.jaipur.rules.moves import LegalMoves
from games.jaipur.rules.state import MatchSoFar, State, Trader, View, new_round, view_of
from games.streams import Stream


class Position(NamedTuple):
    """Seat 0 is to move; `gone` are goods tokens that were taken, `deck` is the deck's size."""

    market: str
    hand: str
    herd: int = 0
    other: str = "SSCLP"
    other_herd: int = 2
    gone: str = ""
    points: tuple[int, int] = (0, 0)
    deck: int = 30

    def state(self) -> State:
        """The position; what is neither in sight nor in the deck was sold."""
        traders = (
            Trader(pack(self.hand), self.herd, 0, self.points[0]),
            Trader(pack(self.other), self.other_herd, pack(self.other), self.points[1]),
        )
        out = pack(self.market) + traders[0].hand + traders[1].hand
        rest = list(counts_of(ALL_CARDS - out - self.herd - self.other_herd))
        discards = [0] * 7
        while sum(rest) > self.deck:
            kind = max(range(6), key=lambda n: rest[n])
            rest[kind] -= 1
            discards[kind] += 1
        deck = sum(count << 4 * (6 - kind) for kind, count in enumerate(rest))
        sold = sum(count << 4 * (6 - kind) for kind, count in enumerate(discards))
        return new_round(MatchSoFar("round"))._replace(
            market=pack(self.market),
            deck=deck,
            left=sum(rest),
            discards=sold,
            tokens=FULL_TOKENS - pack(self.gone),
            traders=traders,
            due=0,
            acting=(0,),
        )


def choice(agent: Agent, view: View) -> str:
    """What an agent does in a position that it is asked about."""
    agent.begin((0,), GAME, SPEC.params({"length": "round"}), Stream(1))
    legal = LegalMoves(view.market, view.own.hand, view.own.herd)
    move = agent.act(0, view, legal, Limit(nodes=320)).move
    assert move in legal
    return move


FAULTS = {
    "three leather before two diamonds": (Position("KKSPC", "DDLLL", deck=8), "sell-L3"),
    "sells for nothing": (Position("SPCCG", "LLLL", gone="LLLLLLLLL"), "sell-L4"),
    "exchanges for what is worth nothing": (
        Position("PPPLK", "DGP", 1, gone="PPPPPPP"),
        "swap-PPP-DGK",
    ),
    "breaks up single dear goods": (Position("PPSLK", "DGPP"), "swap-PP-DG"),
    "spends the camels that win their token": (
        Position("LLKKK", "LLL", 4, other_herd=3, deck=1, points=(30, 31)),
        "swap-LL-KK",
    ),
    "goes on where it could end a won round": (
        Position("LLLKK", "DDLLL", 4, gone="GGGGGSSSSSDDD", points=(60, 20), deck=12),
        "swap-LL-KK",
    ),
}


def better() -> tuple[Agent, ...]:
    """Those that must do better."""
    return Search(), Sensei()


@pytest.mark.parametrize("name", FAULTS)
def test_the_better_agents_do_otherwise(name: str) -> None:
    position, fault = FAULTS[name]
    view = view_of(position.state(), 0)
    assert choice(SeedUtility(), view) == fault
    asked = 0
    for agent in better():
        assert choice(agent, view) != fault, f"{type(agent).__name__}: {name}"
        asked += 1
    assert asked == 2
