"""The pool of 2009 with simulated visitors: what is sent stays, and each is answered at once."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

from games.guess.rules.classic import EntryAnswer, Exploit, answer, exploit
from games.guess.rules.crowds import gather, guesses
from games.guess.rules.scoring import (
    TWO_THIRDS,
    competition_ranks,
    distances,
    sequential_ranks,
    target_of,
)
from games.streams import Stream

OWN: Final = "You"
CROWD: Final = "newspaper"
"""Who comes by: people who never played before."""
BEFORE: Final = 12
"""So many were there before the person; chosen, so that one number still moves the target."""
SHOWN: Final = 5
"""So many rows of the table come with an answer, as the original's form asked for; chosen."""
FULL: Final = 200
"""So many submissions a pool takes here, so that each is answered within a frame; chosen."""
NAMES: Final = (
    *("Ada", "Ben", "Cleo", "Dana", "Emil", "Fay", "Gus", "Hana", "Ida", "Jon"),
    *("Kim", "Leo", "Mia", "Nils", "Olga", "Pia", "Quin", "Rosa", "Sam", "Tom"),
)


class PoolEntry(NamedTuple):
    """A submission: its sender, its number, and the answer then."""

    name: str
    guess: int
    told: EntryAnswer

    @property
    def own(self) -> bool:
        """True if the person sent it."""
        return self.name == OWN


class PoolRow(NamedTuple):
    """A row of the table as it stands now: the place of the entry in the pool, ranks and score."""

    place: int
    rank: int
    rank_competition: int
    score: float


class Pool:
    """All submissions in order; `seed` chooses the visitors."""

    def __init__(self, seed: int) -> None:
        self.entries: list[PoolEntry] = []
        self._dice = Stream.named(seed, "classic")
        for _ in range(BEFORE):
            self.visit()

    @property
    def full(self) -> bool:
        """True if no more are taken."""
        return len(self.entries) >= FULL

    @property
    def guesses(self) -> list[int]:
        """All numbers in order."""
        return [entry.guess for entry in self.entries]

    @property
    def count(self) -> int:
        """N, how many submissions there are."""
        return len(self.entries)

    @property
    def total(self) -> int:
        """S, their sum."""
        return sum(self.guesses)

    @property
    def target(self) -> Fraction:
        """Two thirds of the mean of all."""
        return target_of(self.total, self.count, TWO_THIRDS)

    def send(self, guess: int, name: str = OWN) -> PoolEntry:
        """Put a number into the pool; the entry has its score and rank."""
        entry = PoolEntry(name, guess, self.preview(guess, name))
        self.entries.append(entry)
        return entry

    def preview(self, guess: int, name: str = OWN) -> EntryAnswer:
        """Return the answer to a number if it were sent now."""
        return answer([*self._submissions(), (name, guess)], SHOWN)

    def visit(self) -> PoolEntry:
        """Return one more visitor comes and sends a number."""
        visitors = sum(not entry.own for entry in self.entries)
        crowd = gather(CROWD, 1, self._dice)
        (guess,) = guesses(CROWD, crowd, None, TWO_THIRDS[0] / TWO_THIRDS[1], self._dice)
        turn, place = divmod(visitors, len(NAMES))
        return self.send(guess, NAMES[place] + (f" {turn + 1}" if turn else ""))

    def now(self, place: int) -> EntryAnswer:
        """Return the present answer for the entry at this place."""
        return answer(self._submissions(), SHOWN, place)

    def best(self) -> Exploit:
        """Return the best reply to the pool as it is."""
        return exploit(self.guesses)

    def rows(self) -> list[PoolRow]:
        """Return the first `SHOWN` rows as they stand now, and the person's last two below."""
        apart = distances(self.guesses, TWO_THIRDS)
        ranks = sequential_ranks(apart.keys), competition_ranks(apart.keys)
        every = [
            PoolRow(place, *found)
            for place, found in enumerate(zip(*ranks, apart.scores(), strict=True))
        ]
        every.sort(key=lambda row: row.rank)
        own = [row for row in every[SHOWN:] if self.entries[row.place].own]
        last = sorted(own, key=lambda row: row.place)[-2:]
        return [*every[:SHOWN], *(row for row in own if row in last)]

    def _submissions(self) -> list[tuple[str, int]]:
        return [(entry.name, entry.guess) for entry in self.entries]
