"""The agents of Ra: chance, two by hand, the program of 2006 rebuilt, and those that learned.

The oracle answers for a table: values of lots, actions, auctions and chances, by `net+`'s network.
The same functions choose for `net+`, so that a hint is its own move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any, Final

from ai.core import Agent
from ai.ra.auction_ladder import last_high, owner_of, reachable, rungs_of
from ai.ra.heuristic import EASY_ERROR, Heuristic
from ai.ra.net import Candidate, NetThought, opened, think
from ai.ra.net_mind import margin_of, reason
from ai.ra.net_player import NetPlayer
from ai.ra.network import NETS, evaluate
from ai.ra.plain import row_of
from ai.ra.seed_net import PROGRAMS, SeedNet
from ai.ra.value import lot_worth
from ai.ra.words import in_words
from ai.sentences import first_note
from games import measured
from games.agents import (
    WIN_CHANCE,
    Advice,
    AgentSpec,
    GameAgents,
    Judged,
    Measured,
    Variant,
    Weighed,
    simply,
)
from games.core import Decision, Limit
from games.measured import Won
from games.mind import Bars, Mind
from games.ra.asks import AuctionEnd, ExpectedBid, LotWorth
from games.ra.rules import GAME
from games.ra.rules.moves import (
    CALL,
    DRAW_MOVE,
    PASS,
    TurnMoves,
    can_draw,
    discard_move,
    discards,
    god_move,
    legal_moves,
    parse,
    takeable,
)
from games.ra.rules.state import BID, DISCARD, OVER, TURN, State, view_of
from games.ra.tiles import Counts
from games.spec import Option


class AuctionOracle(Agent):
    """Answers questions about a view; it remembers the last one only to answer it quickly."""

    def __init__(self) -> None:
        self._last: tuple[State, NetThought] | None = None

    def _thought(self, view: State) -> NetThought:
        if self._last is None or self._last[0] != view:
            self._last = view, think(NETS[view.players].load(), view, deep=True)
        return self._last[1]

    def worth(self, view: State, seat: int, lot: Counts | None = None) -> LotWorth:
        """Return the value of a lot to a seat; without a lot, of the block."""
        return lot_worth(view, seat, lot)

    def actions(self, view: State) -> tuple[Weighed, ...]:
        """Return the actions of the seat that is to act, best first; () where no seat is."""
        if view.phase not in (TURN, BID, DISCARD):
            return ()
        seat = view.actor
        return tuple(_weighed(row, seat) for row in self._thought(view).candidates)

    def judge(self, state: State, seat: int, move: str, seed: int = 0) -> Judged:
        """Judge a choice with what all at the table know; the order of the bag is not.

        Gods that take several tiles have the value of the table after them.
        """
        view = view_of(state)
        actions = self.actions(view)
        best, own = actions[0], next((one for one in actions if one.move == move), None)
        if own is None:
            after, _ = GAME.apply(state, {seat: move})
            chances = self.chances(view_of(after))
            own = Weighed(move, in_words(move), chances[seat], best.points, table=chances)
            actions = tuple(sorted((*actions, own), key=lambda one: -one.value))
            best = actions[0]
        others = {
            other: (best.table[other], own.table[other])
            for other in range(view.players)
            if other != seat
        }
        lost, points = max(0.0, best.value - own.value), best.points - own.points
        why = self.reason(view)
        return Judged(
            *(seat, move, WIN_CHANCE, best.value, own.value, best.move, lost),
            points=points,
            why=why,
            actions=actions,
            others=others,
        )

    def hint(self, view: State, seed: int = 0) -> Advice:
        """Return what the seat that is to act may do, best first, and why."""
        return Advice(self.reason(view), self.actions(view))

    def chances(self, view: State) -> tuple[float, ...]:
        """Return every seat's chance to win the game: after the best action if a seat acts."""
        if view.phase in (TURN, BID, DISCARD):
            values = self._thought(view).candidates[0].values
        else:
            values = evaluate(NETS[view.players].load(), [row_of(view)])[0]
        return tuple(float(chance) for chance in values[:, 0])

    def auction(self, view: State) -> tuple[tuple[AuctionEnd, ...], tuple[ExpectedBid, ...]]:
        """Return the ends of the auction that goes on, or is called now, and its bids."""
        if view.phase not in (TURN, BID):
            return (), ()
        called = view.auction is None or view.auction.called
        found = self._thought(view).auction
        if found is None:
            found = opened(NETS[view.players].load(), row_of(view), called, view.actor)
        rungs = rungs_of(found, view)
        expected = last_high(rungs, view)
        outcomes = tuple(
            AuctionEnd(
                owner_of(found, sun) if sun else None,
                sun,
                tuple(float(chance) for chance in found.values[found.suns.index(sun)][:, 0]),
                sun == expected,
            )
            for sun in reachable(found, view)
        )
        return outcomes, rungs

    def reason(self, view: State) -> str:
        """Return the reason for the best action in a sentence with its numbers; "" if none acts."""
        if view.phase == OVER or view.actor < 0:
            return ""
        return reason(view, self._thought(view))


def _weighed(row: Candidate, seat: int) -> Weighed:
    """Return a candidate with its values for the seat that moves, and for the whole table."""
    chances = tuple(float(chance) for chance in row.values[:, 0])
    words, points = in_words(row.move), margin_of(row, seat)
    return Weighed(row.move, words, chances[seat], points, table=chances)


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
        moves = legal if isinstance(legal, tuple) else single_moves(view)
        move = moves[self.rng.below(len(moves)) if len(moves) > 1 else 0]
        return Decision(move, _mind(moves, move)) if limit.mind else _decided(move)


@lru_cache(maxsize=1 << 9)
def _decided(move: str) -> Decision:
    return Decision(move)


def _mind(moves: Sequence[str], move: str) -> Mind:
    kinds = Counter(one.split(" ")[0] for one in moves)
    drawn = first_note(f"I {in_words(move)}: I drew it by lot.", "I drew my action by lot.")
    return (
        drawn,
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


ENOUGH: Final = 5
"""Tiles on the block for which a newcomer calls; chosen."""
WORTH: Final = 3
"""Tiles for which a newcomer bids; chosen."""


class LotFiller(Agent):
    """A newcomer: draws until five tiles lie there, then calls, and bids low for three or more."""

    def act(self, seat: int, view: State, legal: Collection[str], limit: Limit) -> Decision:
        """Draw, call, or bid by the number of tiles alone."""
        tiles = sum(view.block)
        if view.phase == DISCARD:
            return Decision(discard_move(next(iter(discards(view)))))
        if view.phase == BID:
            bids = sorted(set(legal) - {PASS}, key=_sun)
            return Decision(bids[0] if bids and (tiles >= WORTH or PASS not in legal) else PASS)
        return Decision(DRAW_MOVE if tiles < ENOUGH and can_draw(view) else CALL)


def _sun(bid: str) -> int:
    found = parse(bid)
    return 0 if found is None else found.sun


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


_FARMS: Final = "Knows what lots are worth, give or take, and never calls to spoil."
_ERROR: Final = Option(
    *("error", "How far off", "float", EASY_ERROR),
    low=0.0,
    high=20.0,
    step=0.5,
    help="By how many points it misjudges a lot, more or less. More is easier.",
)


def _farmer(options: Mapping[str, Any]) -> Variant:
    """Return the Farmer with its error in points; only the usual one was measured."""
    if options["error"] != EASY_ERROR:
        return Variant("Farmer", _FARMS)
    return Variant("Farmer", _FARMS, strength("easy"), measure=measure("easy"))


AGENTS: Final = GameAgents(
    (
        _measured(
            *("random", "Random", "Any legal action, each as likely."),
            *(RandomBidder, 0),
            *("reed in the wind", "Calls on Ra as often as it draws."),
        ),
        replace(
            _measured(
                *("easy", "Farmer", _FARMS),
                *(Heuristic, 1),
                *("farmer of the Nile", "Looks at the river, guesses, is often nearly right."),
            ),
            make=lambda options, start: Heuristic(options.get("error", EASY_ERROR), spoils=False),
            options=(_ERROR,),
            variant=_farmer,
        ),
        _measured(
            *("heuristic", "Scribe"),
            "Counts what each holding may still become, and what each sun should win at least.",
            *(Heuristic, 2),
            *("keeper of accounts", "Has a price for every lot, and for every sun."),
        ),
        replace(
            _measured(
                *("seed-net", "Old oracle"),
                "The program of 2006 rebuilt: a network for lots, one an epoch for suns.",
                *(SeedNet, 3),
                *("oracle of 2006", "Learned Ra long ago, and never changed its mind."),
                PROGRAMS.values(),
            ),
            original=True,
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
    guests=(
        AgentSpec(
            *("newcomer", "Newcomer", "Draws five tiles, then calls; bids low for three or more."),
            simply(LotFiller),
            rank="for measurements",
            line="Is that a good lot? It is a large one.",
        ),
    ),
)
