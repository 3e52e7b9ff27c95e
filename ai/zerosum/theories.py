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
proportion to exp(gain in points of a game whose largest entry is 10), as the second original does.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from ai.zerosum.memory import AI, MATCHES, PLAYER, Context, LongestMatches, RoundTables
from ai.zerosum.mixing import RECORD_FADES, Reliability
from games.arrays import FloatArray, IntArray

LEVEL_TRUST: Final = 0.6
"""How much less a theory is trusted at first for each step up the ladder; chosen by hand."""


class Theory(NamedTuple):
    """One theory: a name, a sentence for the player, its level on the ladder, and its base."""

    name: str
    sentence: str
    level: int
    base: str


def soft(gains: FloatArray) -> FloatArray:
    """Return each row of `gains` (..., k), at most 10 points, as probabilities by exp."""
    raised = np.exp(gains)
    raised /= np.add.reduce(raised, axis=-1, keepdims=True)
    return np.asarray(raised)


def _best(gains: FloatArray) -> IntArray:
    """Return the place (...,) of the largest of each row of `gains` (..., k), of equals the lowest.

    What differs by less than 1e-9 is equal.
    """
    billions = gains * 1e9
    np.rint(billions, out=billions)
    return np.asarray(billions.argmax(axis=-1))


class BestAnswers:
    """Best answers of both sides in the game `payoff` (k, k), in tenths of its largest entry.

    A best answer is a move, the lowest of equals; gains that differ by less than 1e-9 are equal.
    `to_ai` (k,) is the player's best answer to each move of the AI, `again` (k,) to the AI's best
    answer to each move of the player: two steps up the ladder.
    """

    def __init__(self, payoff: FloatArray) -> None:
        largest = float(np.abs(payoff).max()) or 1.0
        self.payoff = payoff * (10.0 / largest)
        self._losses = -self.payoff
        self._of_both = np.stack([self._losses, self.payoff.T])
        moves = np.eye(len(payoff))
        self.to_ai: IntArray = self.player(moves)
        self.again: IntArray = self.to_ai[self.ai(moves)]

    def player_gains(self, expected: FloatArray) -> FloatArray:
        """Return the player's gain of each move against `expected` AI moves (..., k)."""
        return np.asarray(expected @ self._losses)

    def gains(self, expected: FloatArray) -> FloatArray:
        """Return each side's gains (2, rows, k) against what is `expected` (2, rows, k) of the
        other.

        What is expected of the AI comes first, and so do the player's gains.
        """
        return np.asarray(expected @ self._of_both)

    def player(self, expected: FloatArray) -> IntArray:
        """Return the player's best answers (rows,) to `expected` AI moves (rows, k)."""
        return _best(expected @ self._losses)

    def ai(self, expected: FloatArray) -> IntArray:
        """Return the AI's best answers (rows,) to `expected` player moves (rows, k)."""
        return _best(expected @ self.payoff.T)


class TheoryBank:
    """All theories of one match.

    `theories` (theories, k) are the forecasts of the player's next move; the first is the
    predictor's. `about` describes each. `read` brings them up to date but for the last ones,
    `reflecting`, about a player who knows the AI's own strategy. These wait for `reflect`, and
    until then are about a strategy that draws each move alike. `named` (theories,) are the single
    moves that the theories of `named_about` name; they come once for each record of hits.
    """

    def __init__(self, payoff: FloatArray) -> None:
        self.k = k = len(payoff)
        self.answers = BestAnswers(payoff)
        self.tables = RoundTables(k)
        self.matches = LongestMatches(k)
        told = _told(self.tables.contexts)
        bases, records = told.bases, len(RECORD_FADES)
        self._bases = bases
        self.about, self.named_about = told.about, (*told.named, *told.late)
        self._records = Reliability(len(self.named_about), k, RECORD_FADES)
        self.named: IntArray = np.zeros(len(self.named_about), dtype=np.int64)
        self._levels = self.named[: len(told.named)].reshape(-1, bases)
        by_move = np.full((k, len(self.about)), 1.0 / k)  # long rows, over which numpy is quick
        self.theories: FloatArray = by_move.T
        first, last = 2 * bases, 2 * bases + records * len(told.named)
        self._of_named = by_move[:, first:last].reshape(k, records, len(told.named))
        self._of_late = by_move[:, last + 1 :].reshape(k, records, len(told.late))
        self.reflecting = slice(last, None)
        self._seen: FloatArray = np.full((2, bases, k), 1.0 / k)
        even = self.answers.player_gains(self._seen[0, 0])
        self._even = soft(even), self._knowing(int(_best(even)))

    def read(self, habits: FloatArray, model: FloatArray) -> None:
        """Bring the theories up to date.

        `habits` (k,) is the predictor's forecast of the player, `model` (k,) its forecast of the
        AI.
        """
        self._see(habits, model)
        answers, bases, player = self.answers, self._bases, self._seen[PLAYER]
        gains = answers.gains(self._seen)
        best, softened = _best(gains), soft(gains)
        self.theories[:bases] = player
        self.theories[bases : 2 * bases] = softened[AI]
        levels = self._levels
        player.argmax(axis=1, out=levels[0])
        levels[1] = best[AI]
        answers.to_ai.take(best[PLAYER], out=levels[2], mode="clip")
        levels[3] = answers.player(softened[PLAYER])
        answers.again.take(levels[1:3], out=levels[4:6], mode="clip")
        answers.again.take(levels[4], out=levels[6], mode="clip")
        self._records.bring_up_to_date()
        self._records.calibrate(self.named[: levels.size], slice(levels.size), self._of_named)
        self._reflect(*self._even)

    def _see(self, habits: FloatArray, model: FloatArray) -> None:
        """Fill in what every base expects of both sides but for the last move, which stands."""
        seen, tables = self._seen, 1 + len(self.tables.contexts)
        seen[PLAYER, 0], seen[AI, 0] = habits, model
        self.tables.forecasts(seen[:, 1:tables])
        self.matches.forecasts(seen[:, tables:-1])

    def reflect(self, strategy: FloatArray) -> None:
        """Fill in what a player would do who knows the AI's `strategy` (k,)."""
        gains = self.answers.player_gains(strategy)
        self._reflect(soft(gains), self._knowing(int(_best(gains))))

    def _knowing(self, first: int) -> IntArray:
        """Return the moves of who knows `first` as the best answer, and of who sees further."""
        again = self.answers.again
        return np.array([first, again[first], again[again[first]]])

    def _reflect(self, answer: FloatArray, moves: IntArray) -> None:
        """Fill in the last theories: a soft `answer` (k,), and those that name `moves`."""
        late = slice(self._levels.size, None)
        self.theories[self.reflecting.start] = answer
        self.named[late] = moves
        self._records.calibrate(moves, late, self._of_late)

    def observe(self, own: int, other: int) -> None:
        """See both moves of a round: the AI's `own` and the player's, `other`."""
        self._records.learn(self.named, other)
        self.tables.observe(own, other)
        self.matches.observe(own, other)
        self._seen[:, -1] = 0.0
        self._seen[AI, -1, own] = self._seen[PLAYER, -1, other] = 1.0


def first_trust(about: tuple[Theory, ...]) -> FloatArray:
    """Return the first trust (theories,) in each theory of `about`: half in the first, less by
    level.
    """
    trust = np.array([LEVEL_TRUST**theory.level for theory in about])
    trust[0] = trust.sum()
    return np.asarray(trust / trust.sum())


_FIRST: Final = "you counter the move that you expect of me, judging me by {phrase}"
_THIRD: Final = "you judge me by {phrase} and expect me to see your counter"
_FIFTH: Final = "you judge me by {phrase} and think two steps past your counter"
_SECOND: Final = "you expect me to judge you by {phrase}, and counter my answer"


class Base(NamedTuple):
    """A forecast of one side's habit: its name, what it goes by, the player's habit in words."""

    name: str
    phrase: str
    habit: str = ""


def _bases(contexts: Sequence[Context]) -> tuple[list[Base], list[Base], list[Base]]:
    """Return the bases of the player's moves and of the AI's by `contexts`, in the order of `read`.

    Last comes the AI's own strategy.
    """
    shared = [Base(context.name, context.phrase, context.habit) for context in contexts]
    matches = [_match_base(f"match of {what}", what) for what in MATCHES]
    shared += [*matches, *(base._replace(name=f"{base.name}, all") for base in matches)]
    shared += [Base("same again", "the very last move", "you repeat the same move")]
    habits = Base("predictor", "all your habits", "you follow your habits")
    player = [habits, *_seen_from(shared, "your", "my")]
    ai = [Base("predictor", "all my habits"), *_seen_from(shared, "my", "your")]
    return player, ai, [Base("strategy", "the very mix I draw from")]


class _Told(NamedTuple):
    """All theories in words: `about` each row, with `bases` of each side; `named` are the ones that
    name single moves, `late` the ones of them that know the AI's strategy.
    """

    about: tuple[Theory, ...]
    bases: int
    named: tuple[Theory, ...]
    late: tuple[Theory, ...]


@functools.lru_cache(maxsize=9)
def _told(contexts: tuple[Context, ...]) -> _Told:
    """Return the theories over `contexts`, in the order of `TheoryBank`."""
    player, ai, strategy = _bases(contexts)
    named = tuple(_named_theories(player, ai))
    soft_late, late = _reflecting_theories(strategy)
    records = len(RECORD_FADES)
    about = (*_plain_theories(player, ai), *(named * records), *soft_late, *(late * records))
    return _Told(about, len(player), named, tuple(late))


def _match_base(name: str, what: str) -> Base:
    """Return the base `name`: what followed the last passage of `what` (one of MATCHES) alike."""
    ran = f"when {'the fight' if what.startswith('both') else what} ran like this before"
    return Base(name, f"what came {ran}", f"you do what you did {ran}")


def _seen_from(bases: Sequence[Base], own: str, other: str) -> list[Base]:
    """Return the `bases` with the words `own` and `other` ("your", "my") for both sides."""

    def told(phrase: str) -> str:
        for last in ("last move", "last two moves", "very last move"):
            phrase = phrase.replace(f"the {last}", f"{own} {last}")
        return phrase.replace("the other side's", other)

    return [base._replace(phrase=told(base.phrase), habit=told(base.habit)) for base in bases]


def _theories(bases: Sequence[Base], level: int, sentence: str, kind: str = "") -> list[Theory]:
    """Return a theory of this `level` and `kind` for each of `bases`.

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
        *_theories(models, 3, _THIRD),
        *_theories(
            habits, 4, "you expect me to judge you by {phrase} and to see your counter to that"
        ),
        *_theories(models, 5, _FIFTH),
    ]


def _reflecting_theories(strategy: Sequence[Base]) -> tuple[list[Theory], list[Theory]]:
    """Return the theories of a player who knows the AI's `strategy`: first those with a soft
    answer, then those that name moves.
    """
    levels = ((1, _FIRST), (3, _THIRD), (5, _FIFTH))
    late = [theory for level, told in levels for theory in _theories(strategy, level, told)]
    return _theories(strategy, 1, _FIRST, " soft"), late
