"""A player's choices before the last match of a game: the text of a match without turns, and the
people in it.

The file is `profiles/ID/setup-GAME.json`. It is a convenience: its reader checks whether the
choices are still possible, and otherwise goes on without them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from games.core import Person
from games.fields import Fields
from games.log import MAX_SEATS
from games.store.files import Store
from games.store.formats import Format
from games.store.profiles import parse_person

TEXT_BYTES = 1 << 20  # as of a match; chosen by hand


class Chosen(NamedTuple):
    """The choices as the text of a match without turns (see `games.log`), and the people in its
    seats; () where only the player sits.
    """

    text: str
    people: tuple[Person, ...] = ()


def _parse(fields: Fields) -> Chosen:
    people = fields.objects("people", parse_person, MAX_SEATS)
    return Chosen(fields.long_text("text", TEXT_BYTES), people)


def _plain(chosen: Chosen) -> dict[str, Any]:
    return {"text": chosen.text, "people": [person._asdict() for person in chosen.people]}


CHOSEN = Format("setup", "the choices of last time", _parse, _plain, max_bytes=7 * TEXT_BYTES)
"""The file of the last choices of a player in one game."""


def load_chosen(store: Store, identity: str, game: str) -> Chosen | None:
    """Return the last choices of `identity` in a `game`, by the `store`; None without any."""
    return store.load(f"profiles/{identity}/setup-{game}", CHOSEN, None)


def save_chosen(store: Store, identity: str, game: str, chosen: Chosen) -> bool:
    """Keep in the `store` what the player `identity` has chosen in a `game`, if there is one.

    Returns whether it is on the disk.
    """
    if not store.exists(f"profiles/{identity}/profile"):
        return False
    return store.save(f"profiles/{identity}/setup-{game}", CHOSEN, chosen)
