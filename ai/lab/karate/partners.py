"""The sparring partners that `sensei` is measured against: simple minds, readers and exploiters.

Each is a `KarateAgent` for any square zero-sum game, with an id for commands of the lab (see
`ROSTER`). `payoff` is the partner's own gain, own move by row. Two of them *see the strategy*
before they choose (`Exploiter.see`), which no player of a fair match can: they are what the safety
budget of `ai.zerosum.budget` is tested against.

The kinds are known from the literature on repeated games with people: fixed and cyclic players,
win-stay lose-shift (Nowak and Sigmund, 1993), copycats, frequency counters (fictitious play, Brown
1951), models of the other side's moves, and level-k minds that run a copy of their opponent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np

from ai.karate.fighter import KarateAgent
from ai.karate.originals import HabitFighter, NashFighter, RandomFighter, SeedArgmax, SeedSoftmax
from ai.karate.sensei import SenseiFighter
from ai.zerosum.equilibrium import Payoff
from games.arrays import FloatArray
from games.streams import Stream

SWITCH: Final = 60
"""After how many rounds the switcher changes its manner; chosen, about 16 times a match."""
SLIP: Final = 0.1
"""The share of rounds in which the pattern player plays any move at all; chosen."""


class Partner(KarateAgent):
    """A sparring partner: `next_move` names its move, or `strategy` its mix."""

    def start(self, payoff: Payoff, rng: Stream) -> None:
        """Forget the match; `own` and `other` are all moves of both sides."""
        super().start(payoff, rng)
        self.gain: FloatArray = np.array(payoff)
        self.own: list[int] = []
        self.other: list[int] = []

    def next_move(self) -> int:
        """Return the move it is going to play."""
        raise NotImplementedError

    def strategy(self) -> Sequence[float]:
        """Return all probability on the next move."""
        return certain(self.next_move(), self.k)

    def learn(self, own: int, other: int) -> None:
        """Remember both moves."""
        self.own.append(own)
        self.other.append(other)

    def answer(self, expected: Sequence[float] | FloatArray) -> int:
        """Return the best answer to what is `expected` of the other side, (k,); of equals the
        lowest.
        """
        return int(np.round(self.gain @ np.asarray(expected), 9).argmax())

    def _sentence(self, chosen: int | None) -> str:
        return "It is a sparring partner with one manner of playing."


def certain(move: int, k: int) -> tuple[float, ...]:
    """Return all probability on `move`, of `k` moves."""
    return tuple(float(other == move) for other in range(k))


class Constant(Partner):
    """One move for ever, drawn at the start."""

    def start(self, payoff: Payoff, rng: Stream) -> None:
        """Draw the move."""
        super().start(payoff, rng)
        self._move = rng.below(self.k)

    def next_move(self) -> int:
        """Return the move that was drawn."""
        return self._move


class Cycle(Partner):
    """A fixed order of moves, again and again; `length` moves, drawn at the start."""

    def __init__(self, length: int) -> None:
        self.length = length

    def start(self, payoff: Payoff, rng: Stream) -> None:
        """Draw the order: all moves once, then any."""
        super().start(payoff, rng)
        order = list(range(self.k))
        rng.shuffle(order)
        self._order = (order + [rng.below(self.k) for _ in range(self.length)])[: self.length]

    def next_move(self) -> int:
        """Return the next in order."""
        return self._order[len(self.own) % self.length]


class Pattern(Partner):
    """A favourite move after each pair of its own last moves, with a slip now and then."""

    def start(self, payoff: Payoff, rng: Stream) -> None:
        """Draw the favourites."""
        super().start(payoff, rng)
        self._favourite = [rng.below(self.k) for _ in range(self.k**2)]

    def strategy(self) -> Sequence[float]:
        """Return the favourite, but for slips."""
        last = ([0, 0, *self.own])[-2:]
        favourite = self._favourite[last[0] * self.k + last[1]]
        return [SLIP / self.k + (1.0 - SLIP) * share for share in certain(favourite, self.k)]


class WinStay(Partner):
    """Stays with what won, moves on to the next move after a loss or a draw."""

    def next_move(self) -> int:
        """Return the last move, or the one after it."""
        if not self.own:
            return 0
        own, other = self.own[-1], self.other[-1]
        return own if self.payoff[own][other] > 0 else (own + 1) % self.k


class Copycat(Partner):
    """Plays what the other side played last."""

    def next_move(self) -> int:
        """Return the other's last move."""
        return self.other[-1] if self.other else 0


class BeatsLast(Partner):
    """Plays the best answer to the other side's last move."""

    def next_move(self) -> int:
        """Return the answer to the other's last move."""
        return self.answer(certain(self.other[-1] if self.other else 0, self.k))


class Markov(Partner):
    """Counts what the other side did after its own last `order` moves, and answers that.

    Order 0 counts how often each move came at all.
    """

    def __init__(self, order: int) -> None:
        self.order = order

    def start(self, payoff: Payoff, rng: Stream) -> None:
        """Start with counts of 1."""
        super().start(payoff, rng)
        self._counts: dict[tuple[int, ...], FloatArray] = {}

    def _context(self) -> tuple[int, ...]:
        return tuple(self.other[len(self.other) - self.order :])

    def next_move(self) -> int:
        """Return the answer to the counts."""
        return self.answer(self._counts.get(self._context(), np.ones(self.k)))

    def learn(self, own: int, other: int) -> None:
        """Count what came."""
        if len(self.other) >= self.order:
            self._counts.setdefault(self._context(), np.ones(self.k))[other] += 1.0
        super().learn(own, other)


class Switcher(Partner):
    """Plays in one manner for `SWITCH` rounds, then in the next, in a drawn order."""

    def start(self, payoff: Payoff, rng: Stream) -> None:
        """Draw the order; every manner sees the whole match."""
        super().start(payoff, rng)
        self.manners: list[Partner] = [
            Constant(), Cycle(3), Copycat(), BeatsLast(), Pattern(), Markov(0), WinStay(), Markov(1)
        ]  # fmt: skip
        rng.shuffle(self.manners)
        for manner in self.manners:
            manner.start(payoff, rng)

    def strategy(self) -> Sequence[float]:
        """Return the present manner's."""
        return self.manners[len(self.own) // SWITCH % len(self.manners)].strategy()

    def learn(self, own: int, other: int) -> None:
        """Let every manner see the round."""
        super().learn(own, other)
        for manner in self.manners:
            manner.learn(own, other)


class MirrorPartner(Partner):
    """Runs a copy of its opponent, which it feeds with its own moves, and plays the best answer.

    `make` builds the copy; without it, it copies the opponent (see `copies`). Where
    the opponent makes no draw at the start the copy is exact.
    """

    def __init__(self, make: Callable[[], KarateAgent] | None = None) -> None:
        self._make = make

    def copies(self, make: Callable[[], KarateAgent]) -> None:
        """Copy who sits on the other side, made by `make`, unless it has a model already."""
        self._make = self._make or make

    def start(self, payoff: Payoff, rng: Stream) -> None:
        """Start the copy on the other side of the table."""
        super().start(payoff, rng)
        assert self._make is not None, "a mirror needs an agent to copy"
        self._copy = self._make()
        self._copy.start(other_side(payoff), rng)

    def next_move(self) -> int:
        """Return the answer to what the copy would do."""
        return self.answer(self._copy.strategy())

    def learn(self, own: int, other: int) -> None:
        """Let the copy see the round from its side."""
        super().learn(own, other)
        self._copy.learn(other, own)


def other_side(payoff: Payoff) -> Payoff:
    """Return the same game, a `payoff` matrix, seen from the other side."""
    return tuple(tuple(-row[column] for row in payoff) for column in range(len(payoff)))


class Exploiter(Partner):
    """Sees the strategy before it chooses, and takes what hurts most.

    `patience` rounds of every `patience + strike` it plays what pleases the strategy most, to
    fatten the budget, and then strikes.
    """

    def __init__(self, patience: int = 0, strike: int = 1) -> None:
        self.patience, self.strike = patience, strike
        self._seen: FloatArray | None = None

    def see(self, strategy: Sequence[float]) -> None:
        """Look at the `strategy` that the other side is about to draw from."""
        self._seen = np.asarray(strategy)

    def next_move(self) -> int:
        """Return the move that gains most (or, when patient, least) against what it saw."""
        seen = np.full(self.k, 1.0 / self.k) if self._seen is None else self._seen
        gains = self.gain @ seen
        waits = len(self.own) % (self.patience + self.strike) < self.patience
        return int(gains.argmin() if waits else gains.argmax())


def sensei(level: str = "full", beta: float | None = None) -> KarateAgent:
    """Return a `sensei` as in the arcade, at a `level` and with the sharpness `beta`."""
    return SenseiFighter(level) if beta is None else SenseiFighter(level, beta)


class SparringPartner(NamedTuple):
    """A sparring partner: its id, a description, and how to make it."""

    id: str
    description: str
    make: Callable[[], KarateAgent]


ROSTER: Final = (
    SparringPartner("constant", "one move for ever", Constant),
    SparringPartner("cycle-3", "three moves in a fixed order", lambda: Cycle(3)),
    SparringPartner("cycle-7", "seven moves in a fixed order", lambda: Cycle(7)),
    SparringPartner(
        "pattern-2", "a favourite after each pair of its own moves, 10% slips", Pattern
    ),
    SparringPartner("win-stay", "stays after a win, moves on otherwise", WinStay),
    SparringPartner("copycat", "plays your last move", Copycat),
    SparringPartner("beats-last", "answers your last move", BeatsLast),
    SparringPartner("frequency", "answers your most frequent moves", lambda: Markov(0)),
    SparringPartner("order-1", "models your moves after your last one", lambda: Markov(1)),
    SparringPartner("order-2", "models your moves after your last two", lambda: Markov(2)),
    SparringPartner("switcher", "changes its manner every 60 rounds", Switcher),
    SparringPartner(
        "counters-argmax", "answers a copy of seed-argmax", lambda: MirrorPartner(SeedArgmax)
    ),
    SparringPartner(
        "counters-softmax", "answers a copy of seed-softmax", lambda: MirrorPartner(SeedSoftmax)
    ),
    SparringPartner("mirror", "answers a copy of whom it plays", MirrorPartner),
    SparringPartner("seed-argmax", "the first original", SeedArgmax),
    SparringPartner("seed-softmax", "the second original", SeedSoftmax),
    SparringPartner("habits", "human habits", HabitFighter),
    SparringPartner("random", "every move alike", RandomFighter),
)
"""The roster of the figures, in order; the mean over it counts every one alike."""
SPARRING: Final = (
    *ROSTER,
    SparringPartner("nash", "the equilibrium", NashFighter),
    SparringPartner("self", "sensei itself", sensei),
    SparringPartner("white-box", "sees the strategy and takes what hurts most", Exploiter),
    SparringPartner(
        "patient", "feeds the budget, then strikes, seeing the strategy", lambda: Exploiter(9, 9)
    ),
)
"""The roster and those that the floor is tested with."""
