"""The common part of all opponents of Virtual Karate: names of the moves, and the protocol.

Gains are own points less the other's, own move by row. An agent serves any square zero-sum game of
up to ten moves (`start` takes any payoff); in a match it plays by the table of the match.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Sequence
from typing import Any, Final

from ai.core import Agent
from ai.sequence.accuracy import Accuracy
from ai.sequence.habits import surest_choice
from ai.sequence.markov import MarkovTable
from ai.sequence.mind_items import KEEP, LEAN, clear_habit, given_away, pairs_map
from ai.sequence.reasons import WHOLE, Seen, Words
from ai.zerosum.equilibrium import Payoff
from games.core import Decision, Event, Game, Limit
from games.karate import SPEC
from games.karate.rules import MOVES, TABLES, gain_matrix
from games.mind import Bars, HeatMap, Mind, MindItem, Note, Series
from games.spec import Params
from games.streams import Stream

NAMES: Final = ("Punch", "Kick", "Parry punch", "Parry kick")
SHORT: Final = ("P", "K", "pp", "pk")
FEWEST_ROUNDS: Final = 6
"""In a shorter match no moment is called predictable; chosen, for want of data."""
_DECISIONS: Final = {
    table: tuple(Decision(move) for move in moves) for table, (moves, _) in TABLES.items()
}
_INDEX: Final = {move: index for moves, _ in TABLES.values() for index, move in enumerate(moves)}


class KarateAgent(Agent):
    """An agent for a square zero-sum game with simultaneous choices.

    Subclasses give `strategy`, and what else they know. `start` works without a match, for any
    payoff; `begin` calls it with the table of the match.
    """

    payoff: Payoff
    k: int
    match_table = "classic"
    """The table of the match; `start` alone may be given another payoff."""
    rival: int | None = None
    """The other side's seat, where there is a match."""
    restorable = True
    foresees = False
    """Whether its `forecast` says anything about the other side."""
    prior = True
    """Whether to use what was learned from other people, for agents that have learned any."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the moves, (k,): the dojo's, the table's, or numbers in another game."""
        if self.k == len(NAMES):
            return NAMES
        moves = TABLES[self.match_table].moves
        if self.k == len(moves):
            return tuple(move.capitalize() for move in moves)
        return tuple(f"Move {n}" for n in range(self.k))

    @property
    def short(self) -> tuple[str, ...]:
        """The shortest names of the moves, (k,)."""
        return SHORT if self.k == len(SHORT) else tuple(str(n) for n in range(self.k))

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Take a seat and look up the table."""
        super().begin(seats, game, params, rng)
        self.rival = 1 - self.seat
        self.match_table = params["table"]
        self.start(gain_matrix(self.match_table), rng)

    def start(self, payoff: Payoff, rng: Stream) -> None:
        """Begin anew; `payoff` is the own gain, own move by row, shape (k, k)."""
        self.payoff = payoff
        self.k = len(payoff)
        self.rng = rng
        self._met: list[int] = []
        self._played: list[int] = []

    def strategy(self) -> Sequence[float]:
        """Return the probabilities with which the next move is drawn, shape (k,)."""
        raise NotImplementedError

    def forecast(self) -> Sequence[float]:
        """Return the forecast of the other side's next move (k,); even without information."""
        return (1.0 / self.k,) * self.k

    @property
    def floor(self) -> float | None:
        """The total of expected gain above the game's value that is certain, or None for none."""
        return None

    def choose(self) -> int:
        """Draw a move from the strategy."""
        return self.rng.sample_from(self.strategy())

    def learn(self, own: int, other: int) -> None:
        """See both moves of a round: the `own` and the `other` side's, by their places."""

    def act(self, seat: int, view: object, legal: Collection[str], limit: Limit) -> Decision:
        """Choose; the view holds no more than the agent remembers."""
        move = self.choose()
        if not limit.mind:
            return _DECISIONS[self.match_table][move]
        return Decision(
            TABLES[self.match_table].moves[move], self.open_mind(move), self.forecasts()
        )

    def forecasts(self) -> dict[int, Sequence[float]]:
        """Return the forecast for the rival, where there is one."""
        if self.rival is None or not self.foresees:
            return {}
        return {self.rival: tuple(self.forecast())}

    def observe(self, events: Sequence[Event]) -> None:
        """Learn from each round."""
        for event in events:
            if event.kind == "round":
                moves = event.data["moves"]
                other = _INDEX[moves[1 - self.seat]]
                own = _INDEX[moves[self.seat]]
                self._met.append(other)
                self._played.append(own)
                self.learn(own, other)

    def mind(self) -> Mind:
        """Return the mind before the choice."""
        return self.open_mind(None)

    def findings(self) -> Mind:
        """Return what gave the rival away, what to try, and the rival's most predictable moment by
        plain counting; () in a short match.
        """
        surest = surest_choice(self._met, self.k)
        if surest is None or len(self._met) < FEWEST_ROUNDS:
            return ()
        before = ", ".join(self.names[symbol].lower() for symbol in surest.before)
        return (
            *self.given_away(),
            Note(
                f"Your most predictable moment was round {surest.place + 1}: after {before}, a "
                f"plain count of the moves so far gave {self.names[surest.symbol].lower()} "
                f"{surest.probability:.0%}, and you played it."
            ),
        )

    def given_away(self, idea: str = "") -> tuple[Note, Note]:
        """Return what gave the rival away in the match, and what to try; `idea` as in `telling`."""
        answers = [min(range(self.k), key=gains.__getitem__) for gains in self.payoff]
        seen = Seen(self.k, answers, WHOLE)  # what is the other side's best to each own move
        lead = 0.0
        for own, other in zip(self._played, self._met, strict=True):
            gain = float(self.payoff[own][other])
            lead += gain
            seen.add(other, own, (gain < 0) - (gain > 0))
        advice = LEAN if lead > 0 else KEEP
        return given_away(seen, fact_words(self.names), idea, advice=advice)

    def open_mind(self, chosen: int | None) -> Mind:
        """Return the mind behind the move `chosen` (its place in `MOVES`), or before any is."""
        return (Note(self._sentence(chosen), self._why()), *self._mind_items(chosen))

    def _why(self) -> str:
        """Return the reason in the sentence, as a clause about the other side; "" for none."""
        return ""

    def _sentence(self, chosen: int | None) -> str:
        raise NotImplementedError

    def _mind_items(self, chosen: int | None) -> tuple[MindItem, ...]:
        return (self._strategy_bars(chosen),)

    def _forecast_bars(self) -> Bars:
        return Bars(
            "What I expect next",
            self.names,
            tuple(self.forecast()),
            "%",
            reference=1.0 / self.k,
            forecast_of=self.rival,
            help="How probable I think each of your moves is; the line is pure chance.",
            past="What I expected",
        )

    def _strategy_bars(self, chosen: int | None) -> Bars:
        return Bars(
            "My chances for each move",
            self.names,
            tuple(self.strategy()),
            "%",
            chosen,
            help="I pick at random with these chances; the outlined move was drawn.",
        )


def hit_series(accuracy: Accuracy) -> Series:
    """Return the share of moves that were foreseen, from `accuracy`."""
    return accuracy.series(
        "How often I was right",
        "The share of moves I foresaw so far. Inside the band, chance explains it.",
    )


def followed_pairs(table: MarkovTable, short: tuple[str, ...]) -> HeatMap:
    """Return counts of the moves after each pair of the other side's, from `table`, as in the
    originals.

    `short` are the names of the moves.
    """
    text = "One row for each pair of the other side's last two moves, oldest first. "
    text += f"{in_full(short)}The outlined row is in use now."
    return pairs_map(
        "What followed each pair of moves", short, table.probabilities(), table.context, text
    )


@functools.cache
def in_full(short: tuple[str, ...]) -> str:
    """Return the meanings of `short` names, where they are karate's."""
    told = ", ".join(f"{name} {NAMES[move].lower()}" for move, name in enumerate(SHORT))
    return f"{told}. " if short == SHORT else ""


def noticed(events: Sequence[Event], seat: int, text: str) -> str:
    """Return the clear habit of the player in a `seat` in the rounds of `events`, as a clause."""
    gains = gain_matrix(SPEC.params()["table"])
    answers = [min(range(len(MOVES)), key=own.__getitem__) for own in gains]
    seen = Seen(len(MOVES), answers, WHOLE)
    for data in (event.data for event in events if event.kind == "round"):
        own, other = (_INDEX[data["moves"][side]] for side in (seat, 1 - seat))
        points = data["points"]
        gain = points[seat] - points[1 - seat]
        seen.add(own, other, (gain > 0) - (gain < 0))
    return clear_habit(seen, fact_words(NAMES))


@functools.cache
def fact_words(names: tuple[str, ...]) -> Words:
    """Return the words for facts about a player whose moves have these `names`."""
    round_about = "you go round the buttons one by one"
    backwards = "you go round the buttons backwards, one by one"
    lower = tuple(name.lower() for name in names)
    steps = "take the next button", "take the button before"
    return Words(lower, "move", "played", "play", round_about, backwards, *steps)
