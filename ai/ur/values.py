"""Players of Ur that add up the value of squares: greedy, and the look-ahead of the same school.

A value table holds one number for each path square 0 (the start) to 15 (off); `stretch` gives it
for a longer path. The score of a position is the sum of the values under the own pieces minus the
sum under the opponent's. In the school that these players come from a captured piece is taken out
of the position that is scored or searched: it counts 0, without even the value of home, and never
enters again. Its look-ahead lets the sides alternate after every roll, so that a rosette has no
value by itself, and plays on after a win. Those quirks are kept; `ai.ur.expectimax` has a search
without them.

Scores are float64. Moves whose scores differ by less than `TIE` count as equal, because sums in
another order may differ in the last bits, and the least advanced piece is moved.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from ai.core import Agent
from games.core import Decision, Game, Limit
from games.mind import Bars, Lines, Mind, Note, percent
from games.spec import BadOption, Params
from games.streams import Stream
from games.ur.rules import PASS, RULE_SETS, RuleSet, State, describe_move

_PASSES: Final = "I pass: no piece of mine can move."
TIE: Final = 1e-9
"""Scores closer than this are equal, since sums in another order round otherwise; by hand."""
MOST_VALUE: Final = TIE * 2**52 / 16
"""A value of a square is at most of this size, about 281,000: a double then still tells sums of 16
of them (eight pieces a side) apart that differ by `TIE`. With larger ones all moves look alike."""
Values = tuple[float, ...]


class WrongRules(BadOption):
    """Raised by an agent that cannot play by these rules; the message names the ones it can."""


def _formulas(off: int, rosettes: Collection[int]) -> dict[str, Values]:
    """Return the tables of a formula, for a path that ends at `off`; the original's names."""
    numbers = range(off + 1)
    squared = tuple(float(i * i) for i in numbers)
    return {
        "flat": (1.0,) * (off + 1),
        "linear": tuple(float(i) for i in numbers),
        "pow1.5": tuple(float(i**1.5) for i in numbers),
        "pow2": squared,
        "pow3": tuple(float(i**3) for i in numbers),
        "focus-rosettes": tuple(v * 2 if i in rosettes else v for i, v in enumerate(squared)),
        "penalize-start": (-10.0, *squared[1:]),
    }


VALUE_TABLES: Final[Mapping[str, Values]] = {
    **_formulas(15, (4, 8, 13)),
    "learned": (
        *(0.526, -0.347, 3.849, 2.402, 6.648, 4.627, 6.000, 7.297),
        *(10.813, 7.080, 6.949, 10.294, 8.088, 12.688, 13.205, 15.465),
    ),
}
"""The square values by their names; "learned" came out of the original's long training."""


def _advancement(off: int) -> Values:
    """Return the advancement of a piece on a path that ends at `off`; a piece off counts one more.

    The analysis that the deep searches come from does the same: 16 at the end of 14 squares, where
    the place itself has the number 15.
    """
    return (*(float(i) for i in range(off)), float(off + 1))


ADVANCEMENT: Final = _advancement(15)
"""What expectimax and panda add up, for a path of 14 squares."""

_LONGER: Final[Mapping[Values, Values]] = {
    ADVANCEMENT: _advancement(17),
    **{VALUE_TABLES[name]: values for name, values in _formulas(17, (4, 8, 12, 16)).items()},
}
"""The formulas' tables for 14 squares, and the same formulas for 16."""
_SAME: Final = 8
"""All boards are the same up to the rosette in the middle."""


def stretch(values: Values, rule_set: RuleSet) -> Values:
    """Square `values` for the path of a `rule_set`, start and off included.

    Values that a formula gives go on by it; others, as those that were learned, keep the squares up
    to the middle rosette and are stretched over the rest, linearly between their neighbours.
    """
    if len(values) == rule_set.off + 1:
        return values
    if len(values) == 16 and values in _LONGER and rule_set.off == 17:
        return _LONGER[values]
    step = (len(values) - 1 - _SAME) / (rule_set.off - _SAME)
    places = [_SAME + step * k for k in range(1, rule_set.off - _SAME)]
    stretched = [
        values[int(at)] + (at - int(at)) * (values[int(at) + 1] - values[int(at)]) for at in places
    ]
    return (*values[: _SAME + 1], *stretched, values[-1])


def bits(mask: int) -> Iterator[int]:
    """Yield the positions of the bits that are set in `mask`, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def first_best(scores: Sequence[float]) -> int:
    """Return the first index whose score is within `TIE` of the highest."""
    least = max(scores) - TIE
    return next(i for i, score in enumerate(scores) if score >= least)


def candidates(
    state: State, scores: Sequence[float], chosen: int, title: str, unit: str = ""
) -> Lines:
    """Return the legal moves with their `scores` in a `unit`, best first, as lines called `title`.

    `chosen` is the index of the move that is played.
    """
    order = sorted(range(len(scores)), key=lambda i: (-scores[i], i))
    rows = tuple((describe_move(state, state.moves[i]), scores[i]) for i in order)
    return Lines(title, rows, unit, order.index(chosen))


def plies_in_words(count: int) -> str:
    """Return a `count` of plies in words."""
    return "1 ply" if count == 1 else f"{count} plies"


def in_order(state: State, scores: Sequence[float], chosen: int) -> Lines:
    """Return the legal moves as lines, the one with the highest of the `scores` first."""
    listed = candidates(state, scores, chosen, "My moves, the best first")
    rows = tuple((move, float(place)) for place, (move, _) in enumerate(listed.rows, 1))
    return replace(listed, rows=rows)


def share_reason(scores: Sequence[float], chosen: int, about: str = "") -> str:
    """Return the chance to win after the chosen move beside the next best, as a clause; with
    `about` it is an estimate.
    """
    share = percent(scores[chosen])
    second = percent(max(score for i, score in enumerate(scores) if i != chosen))
    if second == share:
        return f"I win {about}{share} then, and no move gives more"
    return f"I win {about}{share} then, {second} after the next best"


class UrAgent(Agent):
    """An agent that scores the moves of a state; subclasses override `scores`.

    `tie_words` describe the choice among equal moves, "" where chance decides among all. `why` is
    the reason of every move, as a clause.
    """

    title = "Candidate moves"
    why = ""
    tie_words = "Of equal moves I play that of my hindmost piece."

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Take a seat and learn which rules are played."""
        super().begin(seats, game, params, rng)
        self.rule_set = RULE_SETS[params["rules"]]
        self.pieces = int(params["pieces"])

    def scores(self, state: State, limit: Limit) -> Sequence[float]:
        """Return one score for each legal move; the highest is played."""
        raise NotImplementedError

    def choose(self, state: State, scores: Sequence[float]) -> int:
        """Return the index of the move to play."""
        return first_best(scores)

    def act(self, seat: int, view: State, legal: Collection[str], limit: Limit) -> Decision:
        """Return the move with the best score; a forced one is played without thinking."""
        if len(view.moves) == 1 and not limit.mind:
            return Decision(view.moves[0])
        if view.moves == (PASS,):
            return Decision(PASS, (Note(_PASSES),) if limit.mind else ())
        scores = self.scores(view, limit)
        chosen = self.choose(view, scores)
        if not limit.mind:
            return Decision(view.moves[chosen])
        first, *rest = self.explain(view, scores, chosen)
        tied = sum(abs(score - scores[chosen]) <= TIE for score in scores) > 1
        told = (Note(self.tie_words),) if tied and self.tie_words else ()
        opening = self._opening(view, scores, chosen)
        return Decision(view.moves[chosen], (*opening, first, *told, *rest))

    def _opening(self, state: State, scores: Sequence[float], chosen: int) -> Mind:
        """Return the sentence of the mind, and the picture that stands beside it where `explain`
        begins with figures.
        """
        equal = sum(abs(score - scores[chosen]) <= TIE for score in scores)
        if len(scores) == 1:
            why = "it is my only move"
        elif equal > 1 and self.tie_words:
            why = f"{equal} moves are equal, so my hindmost piece goes"
        else:
            why = self.reason(state, scores, chosen)
        move = describe_move(state, state.moves[chosen]).partition(",")[0]
        return (Note(f"I play {move}: {why}."), *self.picture(state, scores, chosen))

    def reason(self, state: State, scores: Sequence[float], chosen: int) -> str:
        """Return the reason of the chosen move, one of several, as a clause."""
        return self.why

    def picture(self, state: State, scores: Sequence[float], chosen: int) -> Mind:
        """Return the picture beside the sentence; none where `explain` begins with it."""
        return ()

    def explain(self, state: State, scores: Sequence[float], chosen: int) -> Mind:
        """Return the mind behind a decision."""
        return (candidates(state, scores, chosen, self.title),)


def score(own: int, other: int, pieces: int, values: Values, rule_set: RuleSet) -> float:
    """Return the sum of the `values` under the side `own` minus that under `other`.

    The game is one of `pieces` pieces by a `rule_set`.
    """
    total = 0.0
    for side, sign in ((own, 1.0), (other, -1.0)):
        off, board = side >> rule_set.off, side & rule_set.board
        home = pieces - off - board.bit_count()
        squares = sum(values[i] for i in bits(board))
        total += sign * (home * values[0] + squares + off * values[rule_set.off])
    return total


class Greedy(UrAgent):
    """Plays the move after which the position scores best."""

    title = "Score of the position after each move"
    why = "it gains most by my worth of each square"

    def __init__(self, values: Values) -> None:
        self.values = self.given = values

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Take a seat, and fit the values to the length of the path."""
        super().begin(seats, game, params, rng)
        self.values = stretch(self.given, self.rule_set)

    def gains(self, state: State) -> list[float]:
        """Return the change of the score by each legal move; a captured piece counts 0."""
        values, roll, across = self.values, state.roll, self.rule_set.across
        targets = self.rule_set.facing(state.side(1 - state.turn))
        gains = []
        for move in state.moves:
            source = int(move)
            target = source + roll
            gain = values[target] - values[source]
            gains.append(gain + values[across[target]] if targets >> target & 1 else gain)
        return gains

    def scores(self, state: State, limit: Limit) -> Sequence[float]:
        """Return the gains alone, unless the whole score is to be shown."""
        gains = self.gains(state)
        if not limit.mind:
            return gains
        own, other = state.side(state.turn), state.side(1 - state.turn)
        before = score(own, other, self.pieces, self.values, self.rule_set)
        return [before + gain for gain in gains]

    def picture(self, state: State, scores: Sequence[float], chosen: int) -> Mind:
        """Return the order of the moves."""
        return (in_order(state, scores, chosen),)

    def explain(self, state: State, scores: Sequence[float], chosen: int) -> Mind:
        """Return the candidates and the values of the squares."""
        return (*super().explain(state, scores, chosen), square_values(self.values))


def square_values(values: Values) -> Bars:
    """Return the square values, start and off included, as an item of a mind."""
    labels = ("start", *(str(i) for i in range(1, len(values) - 1)), "off")
    return Bars("Value of each square", labels, values, unit="points")


class Lookahead(Greedy):
    """The look-ahead of the same school: own move, then `plies` plies of alternating sides.

    Each ply is one roll: its expectation over the rolls of the best move of the side whose ply
    it is. A side is held as its squares (bits by their numbers) and the number of pieces at home;
    how many are off plays no part, because the game goes on past a win.
    """

    def __init__(self, values: Values, plies: int) -> None:
        super().__init__(values)
        self.plies = plies
        self.why = f"it came out best, {plies + 1} throws ahead"
        self._last_plies: dict[int, float] = {}

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Take a seat and forget what held for other rules."""
        super().begin(seats, game, params, rng)
        self._last_plies = {}

    def gains(self, state: State) -> list[float]:
        """Return each move's own gain minus what the other side can expect after it."""
        board, hits = self.rule_set.board, self.rule_set.hits
        own, other = state.side(state.turn) & board, state.side(1 - state.turn) & board
        home, other_home = state.home(state.turn), state.home(1 - state.turn)
        if len(self._last_plies) > 200_000:
            self._last_plies.clear()
        gains = []
        for move, gain in zip(state.moves, super().gains(state), strict=True):
            source = int(move)
            target = source + state.roll
            moved = own ^ (1 << source if source else 0) | 1 << target & board
            left = other & ~hits[target]
            reply = self._expected(left, other_home, moved, home - (source == 0), self.plies)
            gains.append(gain - reply)
        return gains

    def _expected(self, own: int, home: int, other: int, other_home: int, plies: int) -> float:
        """Return the gain that the side `own` expects in `plies` plies, the first its own."""
        if plies == 1:
            return self._last_ply(own | (home > 0), self.rule_set.facing(other))
        board, off, hits = self.rule_set.board, self.rule_set.off, self.rule_set.hits
        values, sources, across = self.values, own | (home > 0), self.rule_set.across
        closed = own | other & self.rule_set.safe_mask
        passed = -self._expected(other, other_home, own, home, plies - 1)
        total = 0.0
        for roll, weight in self.rule_set.dice:
            free = (sources << roll) & (board | 1 << off) & ~closed
            best = -1e300 if free else passed
            for target in bits(free):
                source = target - roll
                gain = values[target] - values[source]
                if other & hits[target]:
                    gain += values[across[target]]
                moved = own ^ (1 << source if source else 0) | 1 << target & board
                left = other & ~hits[target]
                gain -= self._expected(left, other_home, moved, home - (not source), plies - 1)
                if gain > best:
                    best = gain
            total += weight * best
        return total / 16.0

    def _last_ply(self, sources: int, targets: int) -> float:
        """Return the expected best gain of one ply; `targets` as in `expected_gain`."""
        key = sources | targets << self.rule_set.off
        expected = self._last_plies.get(key)
        if expected is None:
            dice = probabilities(self.rule_set)
            expected = expected_gain(sources, targets, self.values, 0.0, self.rule_set, dice)
            self._last_plies[key] = expected
        return expected


Dice = tuple[tuple[int, float], ...]
"""Rolls with their probabilities."""


def probabilities(rule_set: RuleSet) -> Dice:
    """Return the rolls of a rule set with their probabilities."""
    whole = sum(weight for _, weight in rule_set.dice)
    return tuple((roll, weight / whole) for roll, weight in rule_set.dice)


def expected_gain(
    sources: int, targets: int, values: Values, lost: float, rule_set: RuleSet, dice: Dice
) -> float:
    """Return the expectation over the `dice` of the best gain of one move.

    `sources` has bit 0 set where a piece can enter; `targets` are the opponent's shared squares by
    the mover's numbers under a `rule_set`; a captured piece keeps the value `lost` for its owner.
    `values` are the values of the squares.
    """
    total = 0.0
    reach = rule_set.board | 1 << rule_set.off
    free = reach & ~(sources & rule_set.board) & ~(targets & rule_set.safe_mask)
    across = rule_set.across
    for roll, probability in dice:
        best = None
        for target in bits(sources << roll & free):
            gain = values[target] - values[target - roll]
            if targets >> target & 1:
                gain += values[across[target]] - lost
            if best is None or gain > best:
                best = gain
        total += probability * (best or 0.0)
    return total
