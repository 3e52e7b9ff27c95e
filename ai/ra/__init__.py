"""The agents of Ra: chance, two by hand, the program of 2006 rebuilt, and those that learned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Final

from ai.core import Agent
from ai.ra.heuristic import EASY_ERROR, Heuristic
from ai.ra.net_player import NetPlayer
from ai.ra.network import NETS
from ai.ra.oracle import AuctionOracle
from ai.ra.seed_net import PROGRAMS, SeedNet
from games import measured
from games.agents import AgentSpec, GameAgents, Measured, simply
from games.core import Decision, Limit
from games.measured import Won
from games.mind import Bars, Mind
from games.ra.rules.moves import TurnMoves, god_move, legal_moves, takeable
from games.ra.rules.state import State


def single_moves(view: State) -> Sequence[str]:
    """Return the legal moves, gods one tile at a time, in a fixed order."""
    moves = legal_moves(view)
    if isinstance(moves, TurnMoves):
        plain = [move for move in ("draw", "call") if move in moves]
        return (*plain, *(god_move((kind,)) for kind in takeable(view.block)))
    return tuple(moves)


class RandomBidder(Agent):
    """Uniform over the legal actions, gods one tile at a time."""

    def act(self, seat: int, view: State, legal: Collection[str], limit: Limit) -> Decision:
        """Return any of them."""
        moves = single_moves(view)
        move = moves[self.rng.below(len(moves))]
        return Decision(move, _mind(moves, move) if limit.mind else None)


def _mind(moves: Sequence[str], move: str) -> Mind:
    kinds = Counter(one.split(" ")[0] for one in moves)
    return (
        Bars(
            "Each action as likely",
            tuple(kinds),
            tuple(count / len(moves) for count in kinds.values()),
            chosen=list(kinds).index(move.split(" ")[0]),
        ),
    )


_QUOTED: Final[Mapping[str, tuple[tuple[str, ...], ...]]] = {
    "easy": (("heuristic",) * 2,),
    "heuristic": (("random",) * 2,),
    "seed-net": tuple(("heuristic",) * rivals for rivals in (2, 3, 4)),
    "net": (*(("seed-net",) * rivals for rivals in (2, 3, 4)), ("heuristic",) * 2),
    "net+": tuple(("seed-net",) * rivals for rivals in (2, 3, 4)),
}
"""The tables that the page of an agent quotes, as its rivals at them."""
_RIVALS: Final = {"random": "random players", "heuristic": "scribes", "seed-net": "old oracles"}
_NUMBERS: Final = {2: ("two", "a third"), 3: ("three", "a fourth"), 4: ("four", "a fifth")}
_SCALE: Final = "seed-net"
"""The ladder goes by the shares at a table with two of these."""


@measured.or_else("")
def strength(agent: str) -> str:
    """Return what an agent was measured to win, "" where that is not known."""
    found = [measured.won("ra", agent, *rivals) for rivals in _QUOTED.get(agent, ())]
    parts = [_told(won, number == 0) for number, won in enumerate(found)]
    return f"Wins {measured.listed(parts)}." if parts else ""


def _told(won: Won, first: bool) -> str:
    """Return as "39.5% with three (a fourth is fair; 3,000 games, 37.4 to 41.5)"."""
    share, (number, fair) = won.share, _NUMBERS[len(won.rivals)]
    games = f"{share.games:,} games, {100 * share.low:.1f} to {100 * share.high:.1f}"
    table = f"{number} {_RIVALS[won.rivals[0]]}"
    if first:
        return f"{share.percent()} at a table with {table} ({fair} is fair; {games})"
    return f"{share.percent()} with {table} ({fair} is fair; {games})"


@measured.or_else(0.0)
def measure(agent: str) -> float:
    """Return the share of games that an agent wins at a table with two old oracles."""
    if agent == _SCALE:
        return 1 / 3
    return measured.won("ra", agent, _SCALE, _SCALE).share.value


_measured: Final = Measured(strength, measure)


AGENTS: Final = GameAgents(
    (
        _measured(
            *("random", "Random", "Any legal action, each as likely."),
            *(RandomBidder, 0),
            *("reed in the wind", "Calls on Ra as often as it draws."),
        ),
        _measured(
            *("easy", "Farmer"),
            "Knows what lots are worth, give or take, and never calls to spoil.",
            *(partial(Heuristic, EASY_ERROR, spoils=False), 1),
            *("farmer of the Nile", "Looks at the river, guesses, is often nearly right."),
        ),
        _measured(
            *("heuristic", "Scribe"),
            "Counts what each holding may still become, and what each sun should win at least.",
            *(Heuristic, 2),
            *("keeper of accounts", "Has a price for every lot, and for every sun."),
        ),
        _measured(
            *("seed-net", "Old oracle"),
            "The program of 2006 rebuilt: a network for lots, one an epoch for suns.",
            *(SeedNet, 3),
            *("oracle of 2006", "Learned Ra long ago, and never changed its mind."),
            PROGRAMS.values(),
        ),
        _measured(
            *("net", "Priestess"),
            "Values what each action leads to for every seat, and solves every auction.",
            *(NetPlayer, 4),
            *("priestess of Ra", "Knows before the first bid who may get the lot."),
            NETS.values(),
        ),
        _measured(
            *("net+", "Pharaoh"),
            "Like the priestess, and it weighs every tile that the bag may show next.",
            *(partial(NetPlayer, deep=True), 5),
            *("son of the sun", "Has looked into every tile but the one that comes."),
            NETS.values(),
        ),
    ),
    Heuristic,
    models=(
        AgentSpec(
            "oracle",
            "Oracle",
            "What lots, actions and auctions are worth to everybody, by the network of net+.",
            simply(AuctionOracle),
            weights=(*NETS.values(), *PROGRAMS.values()),
        ),
    ),
)
