"""`sensei`: a wider `search` that learns the other's way to trade and its hand from its moves.

Its imagined rounds are left after a few turns, and a network fitted to the results of rounds values
the positions then (`ai.jaipur.leaf`): ten times as many fit into the same time, and chance weighs
less in them. Where the deck is nearly empty the end of the round is solved exactly
(`ai.jaipur.ending`).

It keeps its view up from the events of the match, so that it knows the open cards at each move of
the other. With them it weighs the ways to trade and the goods that were never shown
(`ai.jaipur.opponent`); its imagined rounds are drawn and played accordingly. Weaker levels look one
ply ahead as `greedy`, or do so with a lack of care that makes them beatable: they draw from their
moves with a temperature in rupees.

The score of the match adds no other aim: winning a round raises the chance to win the match by as
much as losing it lowers the chance, for all numbers of seals, and a full tie lies in the middle. So
it maximises the chance to win the round.

The `TradeReader` is a watcher: it hears public events alone and reads the moves of either seat in
the same way, but knows no hand: the hidden part of a hand can be any of the goods that do not lie
in the open. So it can be shown while a person plays. A move takes some hundredths of a second; it
is taken in when `think` is called, not when it is heard.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from ai.core import Agent
from ai.jaipur.belief import counting_belief
from ai.jaipur.ending import SolvedEnd, solve
from ai.jaipur.greedy import in_use, lost_note, options
from ai.jaipur.leaf import network
from ai.jaipur.onlooker import hand_map
from ai.jaipur.opponent import Opponent, move_of
from ai.jaipur.reasons import mind_of
from ai.jaipur.search import CANDIDATES, Depth, Search, imagined, ways_tables
from ai.jaipur.watching import first_view, view_after
from ai.jaipur.ways import NAMES
from ai.jaipur.worlds import CAMEL, Worlds
from games.arrays import Arrays, FloatArray, arrays_from_text
from games.core import Decision, Event, Game, Limit
from games.jaipur import SIDES
from games.jaipur.rules.goods import BONUS, PILES, counts_of, pack_bonus
from games.jaipur.rules.moves import Move
from games.jaipur.rules.state import MatchSoFar, Trader, View
from games.mind import Bars, Lines, Mind, Note
from games.spec import Params
from games.streams import Stream


class Level(NamedTuple):
    """The strength of a level: roll-outs for a move, or a temperature in rupees without any.

    Roll-outs have `turns` turns before the network weighs them. with `ends` the end of a round is
    solved where it can be.
    """

    nodes: int
    temperature: float
    turns: int = 4
    ends: bool = False


LEVELS: Final = {
    0: Level(0, 3.0),
    1: Level(0, 2.0),
    2: Level(0, 1.35),
    3: Level(0, 0.6),
    4: Level(10, 0.0, 2),
    5: Level(900, 0.0, ends=True),
}
"""Chosen by playing: each above 1 wins 65 to 80% of the rounds against the one below, and 0 lets
the Old merchant win two matches of three."""
WITHOUT_NETWORK: Final = 0.4
"""Roll-outs to the end take several times as long: so many of them are left without the network."""
MODESTY: Final = 0.38
"""What is taken from the logit of every chance that it tells of.

In its imagined rounds both sides play on as simpler traders do; against one as strong as itself
less comes of a lead. In 300 rounds against itself (`main.py arena jaipur --agents sensei --option
study=calibration --games 300 --seed 5`, without this) all that it told between .1 and .9 was too
high, by 3 to 10 points; this constant fits those rounds best.
"""
EVIDENCE: Final = "evidence"


class Sensei(Search):
    """Searches at level 5; learns how the other trades at every level, and keeps it."""

    restorable = True

    def __init__(self, level: int = 5, start: str | None = None, learning: bool = True) -> None:
        """Make an agent of this level; without `learning` it ignores the other's moves."""
        self.level, self.learning = LEVELS[level], learning
        super().__init__(CANDIDATES, self.level.nodes)
        self._start = None if start is None else _evidence(arrays_from_text(start))
        self.opponent = Opponent(self._start)

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Forget the last match, but for what was known before it."""
        super().begin(seats, game, params, rng)
        self.opponent = Opponent(self._start)
        self.view = first_view(MatchSoFar(params["length"], params["tie"]), self.seat)

    def observe(self, events: Sequence[Event]) -> None:
        """Keep the view up, and learn from the other's moves."""
        for event in events:
            move = move_of(event)
            theirs = move is not None and event.data["seat"] != self.seat
            if move is not None and theirs and self.learning:
                tables = ways_tables(in_use())
                self.opponent.learn(self.view, move, tables)
            self.view = view_after(self.view, event)
            if event.kind == "round":
                self.opponent.new_round()

    def depth(self) -> Depth | None:
        """Return a few turns, where there is a network that weighs what comes of them."""
        leaf = network()
        return None if isinstance(leaf, str) else Depth(self.level.turns, leaf)

    def rivals(self) -> FloatArray:
        """Return the chances of the other's ways to trade, by its moves up to now."""
        return self.opponent.expected()

    def told(self, won: FloatArray) -> FloatArray:
        """Return less than roll-outs are won, by `MODESTY`."""
        odds = np.exp(-MODESTY) * won
        return np.asarray(odds / (odds + 1 - won))

    def worlds(self, view: View, count: int, rng: np.random.Generator) -> Worlds:
        """Return worlds that could be the real one, hands as its moves make them likely."""
        if not self.knows(view):
            return super().worlds(view, count, rng)
        return imagined(view, count, rng, self.opponent.hands(view).drawn(count, rng))

    def held(self, view: View) -> Mind:
        """Return the same beside what the other's moves make of it."""
        if not self.knows(view):
            return super().held(view)
        known = np.array(counts_of(view.rival.known)[:CAMEL])
        inferred = self.opponent.hands(view).belief(known)
        _, *others = super().held(view)
        beside = counting_belief(view).hand
        told = (
            "Inferred from your moves: who held other cards would have traded otherwise. The "
            "narrow bars beside are by counting alone."
        )
        return (hand_map("What I think you hold", inferred, told, known, beside), *others)

    def solved(self, view: View, moves: Sequence[Move]) -> SolvedEnd | None:
        """Return the end of the round, at the highest level."""
        return solve(view, moves) if self.level.ends else None

    def knows(self, view: View) -> bool:
        """Return whether the `view` is the one that it has kept up, not any other."""
        return (view.own, view.rival, view.market, view.left) == (
            *(self.view.own, self.view.rival, self.view.market, self.view.left),
        )

    def act(self, seat: int, view: View, legal: Collection[str], limit: Limit) -> Decision:
        """Return the best candidate at the highest level, a draw below it."""
        if not self.level.nodes:
            return self._without_search(view, limit)
        lost = network()
        self.nodes = self.level.nodes
        if isinstance(lost, str):
            self.nodes = int(WITHOUT_NETWORK * self.nodes)
        decision = super().act(seat, view, legal, limit)
        if decision.mind is None:
            return decision
        told = (Note(f"I play rounds to their end in my head, fewer of them: {lost}"),)
        return decision._replace(
            mind=(*decision.mind, *self._whom(), *(told if isinstance(lost, str) else ()))
        )

    def _whom(self) -> tuple[Note | Bars, ...]:
        """Return its belief about the other's way to trade."""
        chances = self.opponent.ways()
        return (
            Bars(
                "Your style looks like",
                NAMES,
                tuple(float(chance) for chance in chances),
                chosen=int(chances.argmax()),
            ),
        )

    def _without_search(self, view: View, limit: Limit) -> Decision:
        """Return a move by its value one ply ahead, drawn where the level has a temperature."""
        learned = in_use()
        found = options(view, learned.tables)
        best = int(found.values.argmax())
        if self.level.temperature:
            odds = np.exp((found.values - found.values.max()) / self.level.temperature)
            best = self.rng.sample_from(odds.tolist())
        mind = None
        if limit.mind:
            mind = (*mind_of(view, found, best, learned), *lost_note(learned))
        return Decision(found.moves[best].notation, mind)

    def learned_arrays(self) -> Arrays | None:
        """Return the evidence for each way to trade, once there is some."""
        return {EVIDENCE: self.opponent.evidence} if self.opponent.moves else None


def holds_evidence(text: str) -> bool:
    """Return whether what was kept of a player holds how it trades."""
    return EVIDENCE in arrays_from_text(text)


def describe(text: str) -> Mind:
    """Return the learned description of a player: its way to trade."""
    chances = Opponent(_evidence(arrays_from_text(text))).ways()
    order = sorted(range(len(NAMES)), key=lambda way: -chances[way])
    rows = tuple((NAMES[way], float(chances[way])) for way in order)
    return (Note(f"You trade most like {NAMES[order[0]]}."), Lines("How you trade", rows, "%"))


def noticed(events: Sequence[Event], seat: int, text: str) -> str:
    """Return how the player trades by the learned `text`, as a clause."""
    chances = Opponent(_evidence(arrays_from_text(text))).ways()
    return f"you trade most like {NAMES[int(chances.argmax())]}"


def _evidence(arrays: Mapping[str, Any]) -> FloatArray:
    """Return the learned evidence of a player; raises `ValueError` for other arrays."""
    found = np.asarray(arrays[EVIDENCE])
    if found.shape != Opponent().evidence.shape or found.dtype.kind != "f":
        raise ValueError("not the evidence of ways to trade")
    if not bool(np.isfinite(found).all()) or bool((found > 0).any()):
        raise ValueError("no logarithms of evidence")
    return found.astype(np.float64)


NEW_ROUND: Final = None
"""What stands in the line of what is still to be read when a round begins."""
HELP: Final = (
    "By Bayes from the moves that all have seen, whatever the hands may be. Before the first move "
    "most are taken to be like the Spice trader."
)


def open_view(own: View, other: View) -> View:
    """Return the rival as a player sees him who knows neither hand.

    Only the public parts of the views `own` and `other` of both seats are trusted: in each, what it
    knows of its rival. In the result the own hand holds the goods that the other seat saw taken.
    """
    seen = other.rival
    bonus = [BONUS[pile][0] for pile, n in zip(PILES, seen.bonus, strict=True) for _ in range(n)]
    shown = Trader(seen.known, seen.herd, seen.known, seen.points, seen.tokens, pack_bonus(bonus))
    return own._replace(own=shown)


class TradeReader(Agent):
    """Reads the moves of both seats; `think` takes in what was heard."""

    restorable = True

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Begin without knowledge of either trader."""
        super().begin(seats, game, params, rng)
        series = MatchSoFar(params["length"], params["tie"])
        self._views = [first_view(series, seat) for seat in (0, 1)]
        self._read = [Opponent(), Opponent()]
        self._heard: list[tuple[int, View, Move] | None] = []

    def observe(self, events: Sequence[Event]) -> None:
        """Keep up what lies open, and remember what is to be read."""
        for event in events:
            move = move_of(event)
            if move is not None:
                seat = int(event.data["seat"])
                view = open_view(self._views[1 - seat], self._views[seat])
                self._heard.append((seat, view, move))
            elif event.kind == "round":
                self._heard.append(NEW_ROUND)
            self._views = [view_after(view, event) for view in self._views]

    def think(self) -> bool:
        """Read the next move that was heard; False where there is none."""
        if not self._heard:
            return False
        heard = self._heard.pop(0)
        if heard is NEW_ROUND:
            for reading in self._read:
                reading.new_round()
        else:
            seat, view, move = heard
            self._read[seat].learn(view, move, ways_tables(in_use()))
        return True

    def ways(self, seat: int) -> FloatArray:
        """Return the chances of the ways to trade of a seat by what was read of it, shape (6,)."""
        return self._read[seat].ways()

    def moves(self, seat: int) -> int:
        """Return the number of moves of a seat that were read."""
        return self._read[seat].moves

    def mind(self) -> Mind:
        """Return the likeliest way to trade of each seat; () for a seat that has not moved yet."""
        return tuple(
            Bars(
                f"{name}'s style looks like",
                NAMES,
                tuple(float(chance) for chance in self.ways(seat)),
                chosen=int(self.ways(seat).argmax()),
                help=HELP,
            )
            for seat, name in enumerate(SIDES)
            if self.moves(seat)
        )
