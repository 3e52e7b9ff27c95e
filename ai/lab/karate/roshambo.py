"""Rock-paper-scissors against the classic programs of the 1999-2000 competitions (lab).

The 43 programs come with the package `open_spiel` (`pyspiel.roshambo_bot_names()`), from the
First and Second International RoShamBo Programming Competitions (D. Billings, University of
Alberta). `main.py train karate --option programs=3` plays them.

A match has 1,000 rounds; its score is wins less losses. Moves are rock 0, paper 1, scissors 2.
The programs keep their memory in one place for the whole process and draw from its C library, so
matches are played one after the other; our own draws follow from the seed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, Protocol

import numpy as np

from games.arrays import FloatArray
from games.streams import Stream

ROUNDS: Final = 1000
GAIN: Final = ((0.0, -1.0, 1.0), (1.0, 0.0, -1.0), (-1.0, 1.0, 0.0))
"""Own gain, own move by row."""


class Strategist(Protocol):
    """A player that names a strategy, and learns both moves."""

    def strategy(self) -> Sequence[float] | FloatArray:
        """Return the probabilities of the next move, shape (3,)."""
        ...

    def learn(self, own: int, other: int) -> None:
        """See both moves of a round."""
        ...


class MatchScore(NamedTuple):
    """A match: wins less losses, and the sum of expected gains."""

    program: str
    score: int
    expected: float


def play(program: str, player: Strategist, rng: Stream, rounds: int = ROUNDS) -> MatchScore:
    """Have a `player` play `rounds` against a program; ModuleNotFoundError without open_spiel."""
    import pyspiel

    stage = f"repeated_game(stage_game=matrix_rps(),num_repetitions={rounds})"
    state = pyspiel.load_game(stage).new_initial_state()
    bot = pyspiel.make_roshambo_bot(1, program, rounds)
    score, expected = 0.0, 0.0
    for _ in range(rounds):
        strategy = np.asarray(player.strategy())
        own, other = rng.sample_from(strategy.tolist()), int(bot.step(state))
        state.apply_actions([own, other])
        player.learn(own, other)
        score += GAIN[own][other]
        expected += float(strategy @ np.array(GAIN)[:, other])
    return MatchScore(program, int(score), expected)


def tournament(
    names: Sequence[str],
    matches: int,
    seed: int,
    make: Callable[[], Strategist],
    show: Callable[[str], None] = lambda line: None,
) -> list[list[MatchScore]]:
    """Play `matches` matches against each program of `names`; a list of scores for each.

    `make` makes the player of a match; `show` is called with a line for each program.
    """
    table = []
    for name in names:
        rngs = [Stream.named(seed, f"roshambo {name} {match}") for match in range(matches)]
        scores = [play(name, make(), rng) for rng in rngs]
        show(f"{name:18} " + " ".join(f"{score.score:6d}" for score in scores))
        table.append(scores)
    return table


def programs() -> tuple[str, ...]:
    """Return the names of the programs; raises ModuleNotFoundError without open_spiel."""
    import pyspiel

    return tuple(pyspiel.roshambo_bot_names())


def summary(table: Sequence[Sequence[MatchScore]]) -> dict[str, float | str]:
    """Return the figures of a tournament, whose scores are in the `table`.

    Mean score, mean expected gain, the worst match, and the lowest expected gain of a match: what
    the safety budget bounds, where a score may fall lower by the luck of the draws (a match of
    1,000 even rounds has a standard deviation of 26).
    """
    scores = [score for row in table for score in row]
    worst = min(scores, key=lambda score: score.score)
    return {
        "programs": len(table),
        "matches": len(scores),
        "mean": round(sum(score.score for score in scores) / len(scores), 1),
        "expected": round(sum(score.expected for score in scores) / len(scores), 1),
        "worst": worst.score,
        "worst_program": worst.program,
        "lowest_expected": round(min(score.expected for score in scores), 1),
    }
