"""The words of the table of Ra: tiles by name, their worth, and all players' acts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from games.core import Event
from games.ra import SEAT_NAMES
from games.ra.tiles import CIVILIZATIONS, MONUMENTS

WORDS: Final = {
    "ra": "Ra",
    "pharaoh": "pharaoh",
    "nile": "Nile",
    "flood": "flood",
    "god": "god",
    "gold": "gold",
    "step_pyramid": "step pyramid",
}
"""The kinds that are called otherwise than they are written."""
SOURCE_WORDS: Final = {
    "pharaohs": "Pharaohs",
    "nile": "Nile",
    "civilizations": "Civilizations",
    "gods": "Gods",
    "gold": "Gold",
    "monuments": "Monuments",
    "suns": "Suns",
}
IN_SENTENCES: Final = {
    source: name if name == "Nile" else name.lower() for source, name in SOURCE_WORDS.items()
}
"""The same within a sentence: the Nile is a name."""
_CIVILIZATION: Final = "Kinds of civilization this epoch: none -5, 1 or 2 nothing, then 5, 10, 15."
_MONUMENT: Final = (
    "Scored after the third epoch: 1 for each kind, 10 for 7, 15 for 8; 3, 4, 5 of one kind bring "
    "5, 10, 15."
)
WORTH: Final = {
    "ra": "Starts an auction. The last one of the track ends the epoch at once.",
    "pharaoh": "Most pharaohs +5, fewest -2, every epoch. You keep them.",
    "nile": "1 point each, but only with a flood. You keep them.",
    "flood": "1 point, and it wakes your Niles. Gone after the epoch.",
    "god": "2 points. Or give it up in your turn to take one tile from the block.",
    "gold": "3 points. Gone after the epoch.",
    **dict.fromkeys(CIVILIZATIONS, _CIVILIZATION),
    **dict.fromkeys(MONUMENTS, _MONUMENT),
    "unrest": "Whoever takes it loses 2 civilizations of their choice.",
    "funeral": "Whoever takes it loses 2 pharaohs.",
    "drought": "Whoever takes it loses 2 floods, then Niles.",
    "earthquake": "Whoever takes it loses 2 monuments of their choice.",
}


def word(tile: str) -> str:
    """Return the name of a tile."""
    return WORDS.get(tile, tile.replace("_", " "))


def some(tile: str) -> str:
    """Return one of a tile: "a flood", "an obelisk", "gold"."""
    name = word(tile)
    if tile == "gold":
        return name
    if tile in ("agriculture", "art", "astronomy", "religion", "writing", "unrest"):
        return name
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def listing(tiles: Iterable[str]) -> str:
    """Return tiles in a row of words: "2 pharaohs, flood and art"."""
    parts = [word(t) if n == 1 else f"{n} {plural(t)}" for t, n in Counter(tiles).items()]
    if len(parts) < 2:
        return "".join(parts) or "nothing"
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def plural(tile: str) -> str:
    """Return the word for several of a tile."""
    name = word(tile)
    if tile in ("ra", "gold", "agriculture", "art", "astronomy", "religion", "writing", "unrest"):
        return name
    if tile == "fortress":
        return "fortresses"
    return "sphinxes" if tile == "sphinx" else f"{name}s"


def tiles_in_words(count: int) -> str:
    """Return a number of tiles in words."""
    return "no tiles" if not count else f"{count} tile{'s' if count != 1 else ''}"


def small_you(name: str) -> str:
    """Return a name within a sentence."""
    return "you" if name == "You" else name


# -- beside a player -----------------------------------------------------------------------


def deed(event: Event) -> tuple[int, str] | None:
    """Return the seat of an act, and the act in words for the place beside its name; None for other
    events.
    """
    data, kind = event.data, event.kind
    seat = data.get("seat")
    if not isinstance(seat, int):
        return None
    said = _DEEDS.get(kind)
    return None if said is None else (seat, said(data))


def _won(data: Mapping[str, Any]) -> str:
    tiles = len(data["tiles"])
    return f"takes {tiles_in_words(tiles) if tiles else 'nothing'} for {data['sun']}"


_DEEDS: Final[Mapping[str, Callable[[Mapping[str, Any]], str]]] = {
    "draw": lambda data: "draws",
    "tile": lambda data: f"drew {some(data['tile'])}",
    "ra": lambda data: f"drew Ra, number {data['number']}",
    "call": lambda data: "calls Ra",
    "bid": lambda data: f"bids {data['sun']}",
    "pass": lambda data: "passes",
    "won": _won,
    "god": lambda data: f"god takes {listing(data['tiles'])}",
    "lost": lambda data: f"{word(data['catastrophe'])}: loses {listing(data['tiles'])}",
    "discard": lambda data: f"gives up {listing(data['tiles'])}",
}


# -- the history ---------------------------------------------------------------------------


def line_of(event: Event, names: Sequence[str]) -> str:
    """Return the line of an event in the history; "" for an event without one."""
    data, kind = event.data, event.kind
    if kind == "epoch":
        return _epoch_line(data, names)
    if kind == "begin":
        return f"Epoch {data['epoch']}. {_begins(names[data['seat']])}"
    if kind == "nobody":
        gone = ": the full block is cleared" if data["tiles"] else ""
        return f"Nobody bids{gone}."
    if kind == "win":
        return f"{_who(names[data['seat']])} {_verb(names[data['seat']], 'win')} the game."
    told = None if kind in ("draw", "suns", "taken") else deed(event)
    if told is None:
        return ""
    name, said = names[told[0]], told[1]
    if kind == "won" and data["tiles"]:
        return f"{_who(name)} {_bend(name, said)}: {listing(data['tiles'])}."
    return f"{_who(name)} {_bend(name, said)}."


def _who(name: str) -> str:
    return name


def _verb(name: str, verb: str) -> str:
    return verb if name == "You" else f"{verb}s"


def _begins(name: str) -> str:
    return f"{name} {_verb(name, 'begin')}."


_SECOND: Final = {
    "draws": "draw",
    "calls": "call",
    "bids": "bid",
    "passes": "pass",
    "takes": "take",
    "gives": "give",
}


def _bend(name: str, said: str) -> str:
    """Return a deed as a sentence needs it behind a name."""
    if said.startswith("god "):
        return f"{_verb(name, 'use')} a {said.replace('god takes', 'god and takes', 1)}"
    if ": loses " in said:
        why, lost = said.split(": loses ", 1)
        return f"{_verb(name, 'lose')} {lost} to {why}"
    first, _, rest = said.partition(" ")
    if name == "You" and first in _SECOND:
        first = _SECOND[first]
    return f"{first} {rest}".strip()


def _epoch_line(data: Mapping[str, Any], names: Sequence[str]) -> str:
    why = "the last Ra is drawn" if data["ended_by"] == "last_ra" else "all suns are spent"
    scores = ", ".join(
        f"{name} {own['total']:+d}" + ("" if after is None else f" = {after}")
        for name, own, after in zip(names, data["breakdown"], data["after"], strict=True)
    )
    return f"Epoch {data['epoch']} ends, {why}: {scores}."


def without_scores(events: Iterable[Event], seats: Collection[int]) -> list[Event]:
    """Return events without the scores of these `seats`: None in their place.

    An epoch's points are kept, the totals are not.
    """
    if not seats:
        return list(events)
    return [_veiled(event, seats) if event.kind == "epoch" else event for event in events]


def _veiled(event: Event, seats: Collection[int]) -> Event:
    after = [None if seat in seats else score for seat, score in enumerate(event.data["after"])]
    return event._replace(data={**event.data, "after": after})


def history(events: Iterable[Event], names: Sequence[str]) -> list[str]:
    """Return all that has happened, a sentence each."""
    lines = (line_of(event, names) for event in events)
    return [line for line in lines if line]


def whose(name: str, begins: bool = True) -> str:
    """Return the possessive of a name, where that `begins` a sentence or within one."""
    if name == "You":
        return "Your" if begins else "your"
    return f"{name}'s"


def by_name(text: str, called: Sequence[str], own: int = -1) -> str:
    """Return a text of an agent, in which seats are colours, with their names.

    `called` has the names; the seat `own` calls itself "me".
    """
    words = dict(zip((name.lower() for name in SEAT_NAMES), called, strict=False))
    mine = SEAT_NAMES[own].lower() if own >= 0 else ""
    pattern = re.compile(rf"\b({'|'.join(words)})('s)?\b")

    def change(found: re.Match[str]) -> str:
        name = words[found[1]]
        if found[1] == mine:
            return "my" if found[2] else "me"
        if name.lower() == found[1]:
            return found[0]
        return whose(name, begins=False) if found[2] else small_you(name)

    return pattern.sub(change, text)


def thick_line(name: str) -> str:
    """Return the words on the line in a plot of all seats that belongs to a name."""
    return f"The thick line is {'yours' if name == 'You' else whose(name)}; the others have marks."
