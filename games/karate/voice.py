"""The forecast of an opponent of a karate match for each round, and its remark on it.

The forecast of a round stays hidden before its blow has landed.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.karate.exchange import Round
from games.karate.remarks import Case, remarks
from games.karate.report import Bluff, best_bluff
from games.karate.rules import MOVES
from games.karate.thought import Thought
from games.mind import Note
from games.session.reveal import Reveal
from games.shell.hooks import Insight


class Teller:
    """The `rounds` of a match as the opponent in a `seat` saw them.

    `expected` has its forecast of each round by `MOVES`, () for none, `foreseen` whether it was
    right; `thought` and `remarks` are what is open of the last round.
    """

    def __init__(self, seat: int, agent: str, rounds: list[Round]) -> None:
        self.seat, self.agent, self.rounds = seat, agent, rounds
        self.expected: list[tuple[float, ...]] = []
        self.foreseen: list[bool | None] = []
        self.close()

    def close(self) -> None:
        """Close all bubbles."""
        self.thought: Thought | None = None
        self.remarks: tuple[str, ...] = ()
        self.open = False

    def count(self, reveal: Reveal | None) -> None:
        """Keep what was expected in a round that is not counted yet, and whether it was right.

        What was open is closed.
        """
        if reveal is None or len(self.expected) >= len(self.rounds):
            return
        played = self.rounds[len(self.expected)]
        forecast = tuple(reveal.forecasts.get(self.seat, {}).get(1 - self.seat) or ())
        right = None
        if forecast:
            guess = max(range(len(forecast)), key=forecast.__getitem__)
            right = MOVES[guess] == played.moves[1 - self.seat]
        self.expected.append(forecast)
        self.foreseen.append(right)
        self.close()

    def count_again(self, reveals: Sequence[Reveal]) -> None:
        """Count the rounds anew by their `reveals`, as in a replay that stands elsewhere."""
        self.expected.clear()
        self.foreseen.clear()
        self.close()
        for reveal in reveals:
            self.count(reveal)

    def tell(self, reveal: Reveal) -> None:
        """Open the forecast of the last round, and the remark on it."""
        self.open, forecast = True, self.expected[-1]
        if forecast:
            played = MOVES.index(self.rounds[-1].moves[1 - self.seat])
            self.thought = Thought(self.seat, forecast, played)
        note = next((i for i in reveal.minds.get(self.seat, ()) if isinstance(i, Note)), None)
        why = note.why if note is not None else ""
        self.remarks = remarks(Case(self.rounds, self.seat, self.agent, forecast, why))

    @property
    def bluff(self) -> Bluff | None:
        """The round in which it was surest and wrong."""
        return best_bluff(self.rounds, self.expected, 1 - self.seat)

    @property
    def bluffed(self) -> Thought | None:
        """Its thought in that round."""
        found = self.bluff
        if found is None:
            return None
        return Thought(self.seat, self.expected[found.number - 1], found.played)


def belt_words(belt: str) -> tuple[Insight, ...]:
    """Return the insight about a belt that was won."""
    return (Insight("A new belt", f"The {belt} is yours. It hangs in the hall."),)
