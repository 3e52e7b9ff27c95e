"""Theories of mind: what the player would do who thinks so and so about the AI.

The AI gains payoff[a, c] when it plays a and the player c; the player gains the negative. Two sets
of *bases* forecast one side each: what the player does by habit, and what a player may expect the
AI to do (from counts, from what followed the longest match, from a copy of the predictor that
watches the AI, from the AI's own strategy). From each base a ladder of theories rises, as in
level-k models of players (Stahl and Wilson, 1995; Camerer, Ho and Chong, 2004) and the levels of D.
Egnor's Iocaine Powder (1999):

    0  the player acts by habit (a base of the player's moves),
    1  the player expects the AI's habit and plays the best answer to it,
    2  the player expects the AI to answer the player's habit, and plays the best answer to that,
    3  the player answers the AI's answer to level 1,
    4  the player answers the AI's answer to level 2,
    5  the player answers the AI's answer to level 3.

Best answers are single moves, the lowest of equals; a theory that names single moves gets its
probabilities from its record (`ai.zerosum.mixing.Reliability`). Levels 1 and 2 also come with a
soft answer, in which the player (1), or the AI as the player sees it (2), mixes moves in
proportion to exp(gain), as the second original does.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from ai.zerosum.memory import AI, MATCHES, PLAYER, Context, LongestMatches, RoundTables
from ai.zerosum.mixing import RECORD_FADES, Reliability
from games.arrays import FloatArray, IntArray

SOFTNESS: Final = 1.0
"""Sharpness of soft answers, per point of a game whose largest entry is 10 points.

The second original's sharpness.
"""
LEVEL_TRUST: Final = 0.6
"""How much less a theory is trusted at first for each step up the ladder; chosen by hand."""


class Theory(NamedTuple):
    """One theory: a name, a sentence for the player, its level on the ladder, and its base."""

    name: str
    sentence: str
    level: int
    base: str


def single(choice: FloatArray) -> FloatArray:
    """1 at the largest entry of each row of `choice` (rows, k), the lowest of equals, else 0."""
    return np.asarray(_units(choice.shape[1]).take(choice.argmax(axis=1), axis=0))


@functools.lru_cache(maxsize=16)
def _units(k: int) -> FloatArray:
    """The unit vectors, (k, k)."""
    units = np.eye(k)
    units.flags.writeable = False
    return units


def soft(gains: FloatArray) -> FloatArray:
    """Each row of `gains` (rows, k) as probabilities in proportion to exp(gain)."""
    raised = np.exp(SOFTNESS * (gains - gains.max(axis=1, keepdims=True)))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def _rounded(gains: FloatArray) -> FloatArray:
    """Round gains to nine places, in place: what differs by less is equal."""
    gains *= 1e9
    np.rint(gains, out=gains)
    gains /= 1e9
    return gains


class Answers:
    """Best answers of both sides in the game `payoff` (k, k), in tenths of its largest entry."""

    def __init__(self, payoff: FloatArray) -> None:
        largest = float(np.abs(payoff).max()) or 1.0
        self.payoff = payoff * (10.0 / largest)
        self._losses = -self.payoff

    def player_gains(self, expected: FloatArray) -> FloatArray:
        """The player's gain of each move against `expected` AI moves (rows, k)."""
        return _rounded(expected @ self._losses)

    def ai_gains(self, expected: FloatArray) -> FloatArray:
        """The AI's gain of each move against `expected` player moves (rows, k)."""
        return _rounded(expected @ self.payoff.T)

    def player(self, expected: FloatArray) -> FloatArray:
        """The player's best answers to `expected` AI moves (rows, k)."""
        return single(self.player_gains(expected))

    def ai(self, expected: FloatArray) -> FloatArray:
        """The AI's best answers to `expected` player moves (rows, k)."""
        return single(self.ai_gains(expected))


class TheoryBank:
    """All theories of one match.

    `theories` (theories, k) are the forecasts of the player's next move; the first is the
    predictor's. `read` brings them up to date but for those about the AI's own strategy, which wait
    for `reflect`; it changes only the rows `reflecting`. `about` says what each is. `named`
    (theories, k) are the single moves that those of `named_about` name; they come once for each
    record of hits.
    """

    def __init__(self, payoff: FloatArray) -> None:
        self.k = k = len(payoff)
        self.answers = Answers(payoff)
        self.tables = RoundTables(k)
        self.matches = LongestMatches(k)
        self._last: FloatArray = np.full((2, 1, k), 1.0 / k)
        habits, models = _bases(self.tables.contexts)
        self._habits, self._models = len(habits), len(models)
        plain, named = _plain_theories(habits, models), _named_theories(habits, models)
        self.about = (*plain, *(named * len(RECORD_FADES)))
        self.named_about = tuple(named)
        self._plain = len(plain)
        rows = [row for row, theory in enumerate(named) if theory.base == "strategy"]
        self._reflecting: IntArray = np.array(rows)
        again = [self._plain + block * len(named) for block in range(len(RECORD_FADES))]
        self.reflecting: IntArray = np.array(
            [self._plain - 1, *(first + row for first in again for row in rows)]
        )
        self.named: FloatArray = np.full((len(named), k), 1.0 / k)
        self._records = tuple(Reliability(len(named), k, fade) for fade in RECORD_FADES)
        self.theories: FloatArray = np.full((len(self.about), k), 1.0 / k)

    def read(self, habits: FloatArray, model: FloatArray) -> None:
        """Bring the theories up to date.

        `habits` (k,) is the predictor's forecast of the player, `model` (k,) that of the AI.
        """
        seen = np.concatenate(
            [self.tables.forecasts(), self.matches.forecasts(), self._last], axis=1
        )
        player = np.concatenate([habits[None], seen[PLAYER]])
        ai = np.concatenate([model[None], seen[AI], np.full((1, self.k), 1.0 / self.k)])
        answers, h, m = self.answers, self._habits, self._models
        self.theories[:h] = player
        self.theories[h : h + m] = soft(answers.player_gains(ai))
        gains = answers.ai_gains(player)
        second = answers.player(np.concatenate([single(gains), soft(gains)]))
        first = answers.player(ai)
        deeper = answers.player(answers.ai(np.concatenate([first, second[:h]])))
        deepest = answers.player(answers.ai(deeper[:m]))
        self.named = np.concatenate([single(player), first, second, deeper, deepest])
        row, count = self._plain, len(self.named)
        for record in self._records:
            self.theories[row : row + count] = record.calibrated(self.named)
            row += count

    def reflect(self, strategy: FloatArray) -> None:
        """Fill in what a player would do who knows the AI's `strategy` (k,)."""
        answers = self.answers
        gains = answers.player_gains(strategy[None])
        first = single(gains)
        third = answers.player(answers.ai(first))
        self.theories[self._plain - 1] = soft(gains)[0]
        rows, named = (
            self._reflecting,
            np.concatenate([first, third, answers.player(answers.ai(third))]),
        )
        self.named[rows] = named
        for number, record in enumerate(self._records):
            places = self._plain + number * len(self.named) + rows
            self.theories[places] = record.calibrated(named, rows)

    def observe(self, own: int, other: int) -> None:
        """See both moves of a round: the AI's `own` and the player's, `other`."""
        for record in self._records:
            record.learn(self.named, other)
        self.tables.observe(own, other)
        self.matches.observe(own, other)
        self._last[:] = 0.0
        self._last[AI, 0, own] = self._last[PLAYER, 0, other] = 1.0


def first_trust(about: tuple[Theory, ...]) -> FloatArray:
    """The first trust (theories,) in each theory of `about`: half in the first, less by level."""
    trust = np.array([LEVEL_TRUST**theory.level for theory in about])
    trust[0] = trust.sum()
    return np.asarray(trust / trust.sum())


_FIRST: Final = "you counter the move that you expect of me, judging me by {phrase}"
_SECOND: Final = "you expect me to judge you by {phrase}, and counter my answer"


class Base(NamedTuple):
    """A forecast of one side's habit: its name, what it goes by, the player's habit in words."""

    name: str
    phrase: str
    habit: str = ""


def _bases(contexts: Sequence[Context]) -> tuple[list[Base], list[Base]]:
    """The bases of the player's moves and of the AI's by `contexts`, in the order of `read`."""
    shared = [Base(context.name, context.phrase, context.habit) for context in contexts]
    matches = [_match_base(f"match of {what}", what) for what in MATCHES]
    shared += [*matches, *(base._replace(name=f"{base.name}, all") for base in matches)]
    shared += [Base("same again", "the very last move", "you repeat the same move")]
    habits = Base("predictor", "all your habits", "you follow your habits")
    player = [habits, *_seen_from(shared, "your", "my")]
    ai = [Base("predictor", "all my habits"), *_seen_from(shared, "my", "your")]
    return player, [*ai, Base("strategy", "the very mix I draw from")]


def _match_base(name: str, what: str) -> Base:
    """The base `name`: what followed the last passage of `what` (one of MATCHES) that ran alike."""
    ran = f"when {'the fight' if what.startswith('both') else what} ran like this before"
    return Base(name, f"what came {ran}", f"you do what you did {ran}")


def _seen_from(bases: Sequence[Base], own: str, other: str) -> list[Base]:
    """The `bases` with the words `own` and `other` ("your", "my") in the place of both sides."""

    def told(phrase: str) -> str:
        for last in ("last move", "last two moves", "very last move"):
            phrase = phrase.replace(f"the {last}", f"{own} {last}")
        return phrase.replace("the other side's", other)

    return [base._replace(phrase=told(base.phrase), habit=told(base.habit)) for base in bases]


def _theories(bases: Sequence[Base], level: int, sentence: str, kind: str = "") -> list[Theory]:
    """A theory of this `level` and `kind` for each of `bases`.

    `sentence` has room for what the base goes by, or for the habit itself.
    """
    return [
        Theory(
            f"level {level}{kind}: {base.name}",
            sentence.format(phrase=base.phrase, habit=base.habit),
            level,
            base.name,
        )
        for base in bases
    ]


def _plain_theories(habits: Sequence[Base], models: Sequence[Base]) -> list[Theory]:
    return [*_theories(habits, 0, "{habit}"), *_theories(models, 1, _FIRST, " soft")]


def _named_theories(habits: Sequence[Base], models: Sequence[Base]) -> list[Theory]:
    return [
        *_theories(habits, 0, "{habit}", " named"),
        *_theories(models, 1, _FIRST),
        *_theories(habits, 2, _SECOND),
        *_theories(habits, 2, _SECOND, " soft"),
        *_theories(models, 3, "you judge me by {phrase} and expect me to see your counter"),
        *_theories(
            habits, 4, "you expect me to judge you by {phrase} and to see your counter to that"
        ),
        *_theories(models, 5, "you judge me by {phrase} and think two steps past your counter"),
    ]
