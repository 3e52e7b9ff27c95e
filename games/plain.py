"""The plain form of a match: what a seat may know of it, as data of JSON.

Programs that are no part of the arcade see a match in this form alone: players' own programs,
environments, and requests of `main.py analyse`. The form of a game is its `games.<id>.plain.Form`;
a game without one has `PlainForm`, which writes out the view of its rules. `plain.json` beside it
explains each field in a few words, how a move is written, and how a match is won.
"""

from __future__ import annotations

import dataclasses
import importlib
import importlib.util
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from games import catalog
from games.core import Event
from games.match import seen_by
from games.spec import Params

Plain = dict[str, Any]
"""An object of JSON."""


class Speech(Protocol):
    """The language that programs of one game spoke before the arcade, beside its JSON lines."""

    first_seconds: float
    """So much longer the first answer may take."""
    end_seconds: float
    """So long a program may take to end once its input is closed."""

    def question(self, view: Plain) -> str:
        """Return what a program reads of its plain `view` before it answers."""

    def ends(self, line: bytes) -> bool:
        """Return whether a `line` of a program is the last of its answer."""

    def move(self, answer: str) -> tuple[str, list[str]]:
        """Return the move in the lines of an `answer`, and the lines that say nothing.

        Raises `ValueError` with a clause for an answer that is none.
        """


class PlainForm:
    """The views, events and moves of one match as plain data; a game has its own in `Form`.

    >>> ur = catalog.rules("ur")
    >>> form = plain_form("ur", ur.spec.params())
    >>> state, events = ur.apply(ur.new(form.params), {-1: "3"})
    >>> form.events(events, (1,))
    [{'kind': 'roll', 'data': {'seat': 0, 'roll': 3}}]
    >>> form.view(ur.view(state, 0), 0)["roll"], form.legal(ur.legal(state, 0))
    (3, ['0'])
    """

    speech: Speech | None = None

    def __init__(self, params: Params) -> None:
        self.params = params

    def view(self, view: Any, seat: int) -> Plain:
        """Return a `view` of the rules, what `seat` may know."""
        return {"seat": seat, **self.seen(view, seat)}

    def events(self, events: Sequence[Event], seats: Collection[int]) -> list[Plain]:
        """Return the `events` that one of the `seats` may see, in their order."""
        seen = seen_by(tuple(events), tuple(seats))
        return [{"kind": event.kind, "data": self.data(event)} for event in seen]

    def legal(self, moves: Collection[str]) -> list[str] | None:
        """Return the legal `moves` of the rules as a list; None where they cannot be listed."""
        return list(moves)

    def move(self, written: str) -> str:
        """Return the move of the rules that a bot has `written`."""
        return written

    def why_not(self, legal: Collection[str], move: str) -> str:
        """Return a clause on why a `move` is not `legal`, "" where nothing more is known."""
        return ""

    def seen(self, view: Any, seat: int) -> Plain:
        """Return the fields of a `view` of `seat`, but for the seat itself."""
        plain: Plain = as_plain(view)
        return plain

    def data(self, event: Event) -> Plain:
        """Return the fields of an `event` that may be seen."""
        plain: Plain = as_plain(event.data)
        return plain


def plain_form(game: str, params: Params) -> PlainForm:
    """Return the plain form of a match of `game` with these options; raises `UnknownGame`."""
    catalog.spec(game)
    if importlib.util.find_spec(f"games.{game}.plain") is None:
        return PlainForm(params)
    found: PlainForm = importlib.import_module(f"games.{game}.plain").Form(params)
    return found


def as_plain(value: Any) -> Any:
    """Return a `value` of the rules as JSON has it: objects by their fields, the rest as lists."""
    kind = type(value)
    if kind in _AS_IT_IS or isinstance(value, (str, int, float)):
        return value
    if kind is list or kind is tuple:
        return [part if type(part) in _AS_IT_IS else as_plain(part) for part in value]
    if isinstance(value, Mapping):
        return {str(name): as_plain(part) for name, part in value.items()}
    if dataclasses.is_dataclass(value):
        fields = (field.name for field in dataclasses.fields(value))
        return {name: as_plain(getattr(value, name)) for name in fields}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: as_plain(part) for name, part in value._asdict().items()}
    parts = sorted(value) if isinstance(value, frozenset | set) else value
    return [as_plain(part) for part in parts]


_AS_IT_IS = frozenset({str, int, float, bool, type(None)})


# -- what the fields mean ------------------------------------------------------------------


class Explanation(NamedTuple):
    """The meaning of a game's plain form, in a few words a field.

    - `moves` explains how a move is written, `wins` how a match is won, in sentences.
    - `view` has the fields of a view by their paths (`fields_of`), `events` those of each kind of
      event, with the event itself under "".
    - `options` are the options of a match in which a bot is tried, where the usual ones do not
      suit.

    >>> explanation("karate").view["played"]
    'rounds played so far'
    """

    moves: str
    wins: str
    view: Mapping[str, str]
    events: Mapping[str, Mapping[str, str]]
    options: Mapping[str, Any] = MappingProxyType({})


def explanation(game: str) -> Explanation | None:
    """Return what the plain form of `game` means; None where the game explains none."""
    folder = importlib.util.find_spec(f"games.{catalog.spec(game).id}")
    assert folder is not None
    assert folder.origin is not None
    path = Path(folder.origin).with_name("plain.json")
    if not path.exists():
        return None
    return Explanation(**json.loads(path.read_text(encoding="utf-8")))


def fields_of(
    plain: Mapping[str, Any], known: Collection[str], before: str = ""
) -> Iterator[tuple[str, Any]]:
    """Yield the path and the value of each field of an object, and of the objects inside it.

    A path has the names one after the other, as in "light.home"; a list has none of its own. Where
    `known` has a path that ends in `*`, that path stands for all names there, as in "tiles.*".
    """
    for name, value in plain.items():
        path = f"{before}*" if f"{before}*" in known else f"{before}{name}"
        yield path, value
        for part in _objects(value):
            yield from fields_of(part, known, f"{path}.")


def _objects(value: object) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, Mapping):
        yield value
    elif isinstance(value, list):
        for part in value:
            yield from _objects(part)
