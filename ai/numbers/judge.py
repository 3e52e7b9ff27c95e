"""The judge of Numbers: which keys were to be foreseen from the keys before.

There is no right key. What can be said of one is how likely a reader of the keys before
(`ai.zerosum.sensei`) held it: the less, the surer it was a point for the person.

The watcher of the rows has one finding and one dare for every twenty keys. It has no seat and makes
no guess, so that every opponent's rows are described alike. Its sentences are counted from the keys
alone (`ai.sequence.dares`), and true of them; the number of foreseen keys is the opponent's doing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ai.core import Agent
from ai.sequence.dares import NOTHING, Finding, finding, taken
from ai.zerosum.sensei import SenseiStrategy
from games.agents import Advice, AgentSpec, Judged, Measure, Weighed, simply
from games.core import Event, Game
from games.intervals import chance_band
from games.mind import Mind, Note
from games.numbers.asks import ClosedRow
from games.numbers.rules import CHANCE_OF_HIT, KEYS, ROW, State
from games.spec import Params
from games.streams import Stream

POINTS: Final = Measure("the expected points", "points", (0.1, 0.3, 0.5, 0.7))
"""By chance alone each key is foreseen with 25%: a slip is a key that was foreseen with more than
twice that."""
_GUESSED: Final = tuple(tuple(float(key == guess) for key in KEYS) for guess in KEYS)
"""What a guess (row) gains against a key."""


class Judge(Agent):
    """Foresees the person's keys from the keys before."""

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Watch a new game."""
        super().begin(seats, game, params, rng)
        self._reader = SenseiStrategy(_GUESSED)

    def observe(self, events: Sequence[Event]) -> None:
        """Learn from each key."""
        for event in events:
            if event.kind == "key":
                self._reader.learn(KEYS.index(event.data["guess"]), KEYS.index(event.data["key"]))

    def _weighed(self) -> tuple[Weighed, ...]:
        """Return the chance of each key to be a point, best first."""
        rows = zip(KEYS, self._reader.forecast(), strict=True)
        found = (Weighed(key, f"key {key}", 1.0 - float(share)) for key, share in rows)
        return tuple(sorted(found, key=lambda row: -row.value))

    def judge(self, state: State, seat: int, move: str, seed: int = 0) -> Judged:
        """Judge a key by its chance to be a point, on top of the points so far."""
        rows = self._weighed()
        own = next(row.value for row in rows if row.move == move)
        told = f"key {move} could be guessed with {1.0 - own:.0%}, by chance it is 25%"
        points = float(state.pressed - state.hits)
        return Judged.of(seat, move, POINTS, rows, points, told)

    def hint(self, view: State, seed: int = 0) -> Advice:
        """Return the keys, the least foreseeable first."""
        rows = self._weighed()
        return Advice(f"{rows[0].words.capitalize()} is the least foreseeable.", rows)


LOOKED_BACK: Final = 5 * ROW
"""Where a row shows nothing, so many of the last keys are looked at: those of a usual game."""
READ_ANYWAY: Final = Finding(
    "No plain habit in this row, and yet I read you.",
    "Beat me by going against your first thought.",
)
"""Said where nothing stood out, but more keys were foreseen than chance explains."""


class RowWatcher(Agent):
    """Closes a row after every `ROW` keys (`games.numbers.asks.RowReader`)."""

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Forget the last game."""
        super().begin(seats, game, params, rng)
        self.rows: list[ClosedRow] = []
        self._keys: list[int] = []
        self._pressed, self._hits, self._dared = 0, 0, NOTHING

    def observe(self, events: Sequence[Event]) -> None:
        """Count each key, and close the row that it fills."""
        for event in events:
            if event.kind == "key":
                self._keys.append(KEYS.index(event.data["key"]))
                del self._keys[:-LOOKED_BACK]
                self._pressed += 1
                self._hits += bool(event.data["hit"])
                if self._pressed % ROW == 0:
                    self._close()

    def _close(self) -> None:
        earlier, row = self._keys[:-ROW], self._keys[-ROW:]
        met = taken(self._dared, row, KEYS)
        found = self._find(earlier, row, self._dared if met else NOTHING)
        number = len(self.rows) + 1
        self.rows.append(ClosedRow(number, self._hits, found.sentence, found.dare, met))
        self._dared, self._hits = found, 0

    def _find(self, earlier: Sequence[int], row: Sequence[int], dared: Finding) -> Finding:
        """Return the striking pattern of the `row`, else of the keys before as well, else how it
        was read.

        The habit of a dare that was taken (`dared`) is not named again at once: a player who has
        just dropped it would be asked to drop it.
        """
        found = finding(row, KEYS, earlier=earlier, without=dared)
        if found.name:
            always = found.times == found.trials
            return _over("this row", found) if always else found
        if self.rows:
            so_far = finding(self._keys, KEYS, without=dared)
            if so_far.name:
                return _over(f"your last {len(self._keys)} keys", so_far)
        if found == NOTHING and self._hits > ROW * chance_band(ROW, CHANCE_OF_HIT)[1]:
            return READ_ANYWAY
        return found

    def mind(self) -> Mind:
        """Return the last row's finding and dare; () before the first row is full."""
        return tuple(Note(text) for row in self.rows[-1:] for text in (row.finding, row.dare))


def _over(keys: str, found: Finding) -> Finding:
    """Return a finding whose sentence names the `keys` over which it holds."""
    told = f"{found.sentence[0].lower()}{found.sentence[1:]}"
    return found._replace(sentence=f"In {keys} {told}")


ROWS: Final = AgentSpec(
    "rows",
    "Row by row",
    "Says after every twenty keys what stood out in them, and dares you to do otherwise.",
    simply(RowWatcher),
)
