"""A player's exercises over time: how often each was asked and solved, and when it comes again.

An exercise is a costly choice of a kept match. It is asked again after 1, 3, 7 and 21 days, and
rests once it was solved twice. An exercise without a row here is new. Plain frozen values, the
`Format` of the file `profiles/ID/exercises`, and the `ExerciseBook` that keeps it by the store's
rules.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any, Final, NamedTuple

from games.fields import BadSave, Fields
from games.store.files import Store
from games.store.formats import Format
from games.store.past import is_key

DAYS: Final = (1, 3, 7, 21)
"""Days until an exercise comes again, by how often it was asked; the last holds from then on."""
ENOUGH: Final = 2
"""An exercise that was solved this often rests."""
MOST: Final = 2000
"""The most exercises that are kept, those asked last; an evening brings about ten."""
MOST_TURN: Final = 1_000_000
MOST_TIMES: Final = 10_000
LONGEST_GAME: Final = 40


class Practised(NamedTuple):
    """An exercise: the choice after `turn` turns in the match `key` of a `game`.

    `asked` and `solved` count its answers, `due` is the date of the next time.

    >>> Practised("ra", "k1", 7).after(True, date(2026, 1, 31)).due
    '2026-02-01'
    """

    game: str
    key: str
    turn: int
    asked: int = 0
    solved: int = 0
    due: str = ""

    @property
    def name(self) -> tuple[str, str, int]:
        """The choice that it asks for."""
        return self.game, self.key, self.turn

    @property
    def rests(self) -> bool:
        """True if it was solved often enough."""
        return self.solved >= ENOUGH

    def is_due(self, today: date) -> bool:
        """Return True if it is to be asked on this day."""
        return not self.rests and self.due <= today.isoformat()

    def after(self, good: bool, today: date) -> Practised:
        """Return the exercise after an answer on this day."""
        days = DAYS[min(self.asked, len(DAYS) - 1)]
        due = (today + timedelta(days=days)).isoformat()
        return self._replace(asked=self.asked + 1, solved=self.solved + good, due=due)


def _parse_one(fields: Fields) -> Practised:
    game, key = fields.text("game", "", LONGEST_GAME), fields.text("key", "", 80)
    turn, asked, solved = (fields.integer(name) for name in ("turn", "asked", "solved"))
    due = fields.text("due", "", 10)
    try:
        date.fromisoformat(due)
    except ValueError:
        raise BadSave("It asks an exercise on a day that there is not.") from None
    if not is_key(key) or not 0 <= turn <= MOST_TURN or not 0 <= solved <= asked <= MOST_TIMES:
        raise BadSave("It has an exercise that there cannot be.")
    return Practised(game, key, turn, asked, solved, due)


def _parse(fields: Fields) -> tuple[Practised, ...]:
    found = fields.objects("exercises", _parse_one, MOST)
    if len({each.name for each in found}) != len(found):
        raise BadSave("It has an exercise twice.")
    return found


def _plain(exercises: tuple[Practised, ...]) -> dict[str, Any]:
    return {"exercises": [each._asdict() for each in exercises]}


EXERCISES: Final = Format("exercises", "the exercises", _parse, _plain, max_bytes=1 << 20)


class ExerciseBook:
    """The exercises of the player `identity`, as far as they were asked."""

    def __init__(self, store: Store, identity: str) -> None:
        self._store = store
        self._name, self._own = f"profiles/{identity}/exercises", f"profiles/{identity}/profile"

    def read(self) -> tuple[Practised, ...]:
        """Return all that were asked, the one asked last at the end."""
        return self._store.load(self._name, EXERCISES, ())

    def note(self, name: tuple[str, str, int], good: bool, today: date) -> Practised:
        """Keep an answer of this day; returns the exercise as it is then.

        An exercise that is not due, since another window has asked it today, stays as it is.
        Nothing is kept for a player who was deleted meanwhile.
        """
        known = {each.name: each for each in self.read()}
        if name in known and not known[name].is_due(today):
            return known[name]
        new = known.get(name, Practised(*name)).after(good, today)

        def having(before: tuple[Practised, ...]) -> tuple[Practised, ...]:
            return (*(each for each in before if each.name != name), new)[-MOST:]

        if self._store.exists(self._own) or self._store.place.gone:
            self._store.update(self._name, EXERCISES, self.read(), having, self._own)
        return new
