"""A player's answers to a question that is asked now and then: how often each was given, by game.

Plain frozen values, the `Format` of the file `profiles/ID/answers`, and the `AnswerBook` that keeps
it by the store's rules.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from games.fields import BadSave, Fields
from games.store.files import Store
from games.store.formats import Format

MOST_ANSWERS: Final = 1_000_000
MOST_NAMES: Final = 64
Answers = Mapping[str, int]
"""How often each answer was given, by its name."""
NONE: Final[Answers] = MappingProxyType({})


def _parse_one(fields: Fields) -> tuple[str, int]:
    return fields.identity("name"), fields.integer("count", 0, 0, MOST_ANSWERS)


def _parse(fields: Fields) -> Answers:
    found = fields.objects("answers", _parse_one, MOST_NAMES)
    if len(dict(found)) != len(found):
        raise BadSave("It has an answer twice.")
    return dict(found)


def _plain(answers: Answers) -> dict[str, Any]:
    return {"answers": [{"name": name, "count": count} for name, count in answers.items()]}


ANSWERS: Final = Format("answers", "the answers", _parse, _plain, max_bytes=1 << 14)


class AnswerBook:
    """The answers of the player `identity`."""

    def __init__(self, store: Store, identity: str) -> None:
        self._store = store
        self._name, self._own = f"profiles/{identity}/answers", f"profiles/{identity}/profile"

    def read(self) -> Answers:
        """Return how often each answer was given."""
        found: Answers = self._store.load(self._name, ANSWERS, NONE)
        return found

    def note(self, name: str) -> None:
        """Count an answer; none is kept for a player who was deleted meanwhile."""

        def more(before: Answers) -> Answers:
            return {**before, name: before.get(name, 0) + 1}

        if self._store.exists(self._own) or self._store.place.gone:
            self._store.update(self._name, ANSWERS, self.read(), more, self._own)

    def text(self) -> str:
        """Return the answers as JSON for the player, "" where there are none."""
        found = dict(self.read())
        return json.dumps({"answers": found}, indent=1) + "\n" if found else ""
