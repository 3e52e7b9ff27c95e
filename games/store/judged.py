"""The values of the choices of a player's finished matches: judged once, and kept.

Plain frozen values, the `Format` of the file `profiles/ID/judged-GAME`, and the `JudgedBook` that
keeps it by the store's rules. A lost file is judged again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from games.fields import BadSave, Fields
from games.store.files import Store
from games.store.formats import Format
from games.store.past import MOST_PAST, is_key

TURNS_KEPT: Final = 20
"""So many of a match's choices are kept one by one, those that cost most."""
MOST_TURN: Final = 1_000_000
MOVE_LENGTH: Final = 60


class JudgedTurn(NamedTuple):
    """A costly choice: the turns before it, the better move, and the lost chance to win, with its
    standard error.

    `where` names the choice and `cost` its loss, for people; "" in files of the first version.
    """

    turn: int
    best: str
    lost: float
    error: float
    where: str = ""
    cost: str = ""


class JudgedMatch(NamedTuple):
    """The own choices of the match `key`: how many, what they lost together, and the costliest."""

    key: str
    choices: int
    lost: float
    turns: tuple[JudgedTurn, ...] = ()


def _parse_turn(fields: Fields) -> JudgedTurn:
    turn = fields.integer("turn")
    if not 0 <= turn <= MOST_TURN:
        raise BadSave("It judges a turn that there cannot be.")
    best = fields.text("best", "", MOVE_LENGTH)
    lost, error = fields.number("lost"), fields.number("error")
    where, cost = (fields.text(name, "", MOVE_LENGTH) for name in ("where", "cost"))
    return JudgedTurn(turn, best, lost, error, where, cost)


def _parse_match(fields: Fields) -> JudgedMatch:
    key, choices = fields.text("key", "", 80), fields.integer("choices")
    if not is_key(key) or choices < 0:
        raise BadSave("It judges a match that there cannot be.")
    turns = fields.objects("turns", _parse_turn, TURNS_KEPT)
    return JudgedMatch(key, choices, fields.number("lost"), turns)


def _parse(fields: Fields) -> tuple[JudgedMatch, ...]:
    found = fields.objects("matches", _parse_match, MOST_PAST)
    if len({match.key for match in found}) != len(found):
        raise BadSave("It judges a match twice.")
    return found


def _plain(matches: tuple[JudgedMatch, ...]) -> dict[str, Any]:
    return {
        "matches": [
            {**match._asdict(), "turns": [turn._asdict() for turn in match.turns]}
            for match in matches
        ]
    }


JUDGED: Final = Format("judged", "what choices were worth", _parse, _plain, 2, max_bytes=1 << 22)


class JudgedBook:
    """The judged matches of the player `identity` in a `game`."""

    def __init__(self, store: Store, identity: str, game: str) -> None:
        self._store = store
        self._name, self._own = f"profiles/{identity}/judged-{game}", f"profiles/{identity}/profile"

    def read(self) -> tuple[JudgedMatch, ...]:
        """Return all that were judged, in the order in which they were."""
        return self._store.load(self._name, JUDGED, ())

    def keep(self, key: str, choices: int, lost: float, turns: Sequence[JudgedTurn]) -> JudgedMatch:
        """Keep the values of the own choices of the match `key`; return them.

        `turns` are the costly ones, the costliest first. They are not kept for
        a player who was deleted meanwhile.
        """
        new = JudgedMatch(key, choices, lost, tuple(turns[:TURNS_KEPT]))

        def having(before: tuple[JudgedMatch, ...]) -> tuple[JudgedMatch, ...]:
            return (*(match for match in before if match.key != key), new)[-MOST_PAST:]

        if self._store.exists(self._own) or self._store.place.gone:
            self._store.update(self._name, JUDGED, self.read(), having, self._own)
        return new
