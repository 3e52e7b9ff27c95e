"""The open mind of an agent: a list of plain values that say what led to a move.

Bars, heat maps, lines, series, notes. They carry no colours and no pixels: one painter in the shell
draws them for all games, and the command line prints them as JSON.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Integral, Real
from types import UnionType
from typing import Any, Final, NamedTuple, get_args, get_origin, get_type_hints


def percent(share: float) -> str:
    """A `share` as people read it: "43%", and "<1%" for what is little but not nothing."""
    return "<1%" if 0.0 < share < 0.005 else f"{share:.0%}"


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence, for a person.

    Where it tells what is expected of somebody, `why` is the reason in it, as a clause that can
    stand alone ("you copy my last move"); "" where there is none.
    """

    text: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Bars:
    """A value for each of a few labels: probabilities, gains, scores.

    `unit` is "%" (values in 0..1), "points", "bits" or "". `chosen` and `truth` are indices;
    `reference` draws a line (chance, say); `low` and `high` an uncertainty band for each bar.
    `forecast_of` is the seat whose next move the bars forecast, in the order of its legal moves:
    the table then fills in `truth` when that move is known, and from then on `past` is the title,
    where there is one. `words`, where there are some, stand in place of the figures, "" for the
    figures themselves. `seat` as in `Series`. Shares of many labels are drawn as parts of the
    largest, but those that are `whole` as parts of all: chances that are compared with others.
    """

    title: str
    labels: tuple[str, ...]
    values: tuple[float, ...]
    unit: str = "%"
    chosen: int | None = None
    truth: int | None = None
    reference: float | None = None
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()
    forecast_of: int | None = None
    help: str = ""
    words: tuple[str, ...] = ()
    seat: int | None = None
    past: str = ""
    whole: bool = False


@dataclass(frozen=True, slots=True)
class HeatMap:
    """A table of values in 0..1, shape (rows, columns); `outlined` is the row in use now."""

    title: str
    row_labels: tuple[str, ...]
    column_labels: tuple[str, ...]
    values: tuple[tuple[float, ...], ...]
    outlined: int | None = None
    help: str = ""


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines of play or candidates, best first, each with its value; `words` as in `Bars`."""

    title: str
    rows: tuple[tuple[str, float], ...]
    unit: str = ""
    chosen: int | None = None
    help: str = ""
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Series:
    """A value over time, with a reference and the band that chance allows around it.

    `low` and `high` are empty or as long as `values`. `seat` is whose it is, by whose colour it
    is told apart; None for who shows it. `others` are the lines of other seats in the same plot,
    each a seat and its values.
    """

    title: str
    values: tuple[float, ...]
    unit: str = "%"
    reference: float | None = None
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()
    help: str = ""
    seat: int | None = None
    others: tuple[tuple[int, tuple[float, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Ribbon:
    """How much each of a few names counted over time.

    `weights` holds one row a moment, the latest last, each as long as `names` and in 0..1; what
    is missing to 1 counted nothing. `seat` as in `Series`.
    """

    title: str
    names: tuple[str, ...]
    weights: tuple[tuple[float, ...], ...]
    help: str = ""
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Gauge:
    """Belief (`values` in 0..1) in each of a few ordered `labels`; `index` is where it stands.

    `sentence` says in words what that means. `seat` as in `Series`.
    """

    title: str
    labels: tuple[str, ...]
    values: tuple[float, ...]
    index: int
    sentence: str = ""
    help: str = ""
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Holdings:
    """How many of each kind somebody holds, as it is believed.

    `chances` has a row for each of the `labels`: the probability of 0, 1, 2 ... of it. So many of
    each are `known` for certain. `beside` is another belief of the same shape, as by counting
    alone, or empty. `truth` is what turned out to be held, () while nobody may know.
    """

    title: str
    labels: tuple[str, ...]
    chances: tuple[tuple[float, ...], ...]
    known: tuple[int, ...] = ()
    beside: tuple[tuple[float, ...], ...] = ()
    truth: tuple[int, ...] = ()
    help: str = ""


@dataclass(frozen=True, slots=True)
class Meter:
    """One value between `low` and `high`, with a mark at `reference`; units as in `Bars`."""

    title: str
    value: float
    low: float
    high: float
    reference: float | None = None
    unit: str = ""
    help: str = ""


@dataclass(frozen=True, slots=True)
class Bell:
    """How many of a crowd lie where, as a curve, with one of them as a pin.

    `values` are the heights of the curve at even steps from `low` to `high`, and `pin` lies on the
    same scale; `marks` are words below the curve, each with its place on it. `sentence` says where
    the pin stands among the crowd. `seat` is whose pin it is, as in `Series`.
    """

    title: str
    values: tuple[float, ...]
    low: float
    high: float
    pin: float
    marks: tuple[tuple[str, float], ...] = ()
    sentence: str = ""
    name: str = ""
    help: str = ""
    seat: int | None = None


LEAST_TOLD: Final = 0.05
"""A cell with a smaller probability gets no letter: five with 2% each say no more than that it may
be anywhere; by hand."""


@dataclass(frozen=True, slots=True)
class Field:
    """A value for cells of the board: beliefs, worths; drawn on the board where the scene can.

    `cells` holds (name, value) pairs, named as the game names them (`Hooks.cell_box`). Values are
    probabilities with the unit "%", whose squares have them for their area; else they are drawn
    from the lowest to the highest. `seat` as in `Series`. Where names mean nothing to a person,
    `lettered` gives the highest letters in their place, on the board as well.
    """

    title: str
    cells: tuple[tuple[str, float], ...]
    unit: str = "%"
    help: str = ""
    seat: int | None = None
    lettered: bool = False

    def highest(self, count: int) -> list[tuple[str, str, float]]:
        """The cells with the highest values, at most `count`: what a person calls each, its name,
        and its value.

        With letters none whose probability says nothing, below `LEAST_TOLD`.
        """
        cells = sorted(self.cells, key=lambda cell: -cell[1])[:count]
        if self.lettered and self.unit == "%":
            cells = [cell for cell in cells if cell[1] >= LEAST_TOLD]
        called = (chr(ord("A") + n) if self.lettered else name for n, (name, _) in enumerate(cells))
        return [(word, name, value) for word, (name, value) in zip(called, cells, strict=True)]


@dataclass(frozen=True, slots=True)
class Route:
    """A way over the board that somebody means to go; drawn on the board where the scene can.

    `cells` are named as in `Field`, from where it stands to where it wants to be. The title says in
    what part, `sentence` what for and at what risk. `seat` as in `Series`.
    """

    title: str
    cells: tuple[str, ...]
    sentence: str = ""
    help: str = ""
    seat: int | None = None


class ContextNode(NamedTuple):
    """A context in a tree: how it is called, its depth (0 is the root), and what is known of it.

    `share` (0..1) is how often it came among its siblings, `value` (0..1) the probability of what
    `label` says follows; `on_path` marks the contexts in use now.
    """

    label: str
    depth: int
    share: float
    value: float
    on_path: bool


@dataclass(frozen=True, slots=True)
class ContextTree:
    """A tree of contexts in depth-first order, each parent before its children."""

    title: str
    nodes: tuple[ContextNode, ...]
    help: str = ""


class TrialNode(NamedTuple):
    """A trial in a tree of them: its number, its place in the tree, its results.

    `parent` is the index of the node that it grew from (-1 for the root) and `skipped` how many
    nodes between the two are left out; `games` and `wins` count its own games and those of all
    that grew from it. `on_path` marks the way from the root to the best.
    """

    number: int
    parent: int
    games: int
    wins: int
    on_path: bool
    skipped: int = 0


@dataclass(frozen=True, slots=True)
class TrialTree:
    """A tree of trials, each parent before its children; `best` is an index, or None.

    `numbered` is 1 where the numbers of the nodes are shown, else 0.
    """

    title: str
    nodes: tuple[TrialNode, ...]
    best: int | None = None
    help: str = ""
    numbered: int = 0


class Way(NamedTuple):
    """What may be chosen at a fork: its word, and how good it is for who chooses, a probability.

    `goal` is the seat that comes out of it best in the end, -1 for none, and `end` by what.
    """

    word: str
    value: float
    goal: int = -1
    end: str = ""


class Fork(NamedTuple):
    """A choice among the `ways` of a `seat`, which is called `name`.

    `chosen` is the index of what is expected, `truth` that of what was done, -1 while that is open.
    """

    seat: int
    name: str
    ways: tuple[Way, ...]
    chosen: int
    truth: int = -1


@dataclass(frozen=True, slots=True)
class Ladder:
    """Choices of one seat after the other, a rung each, from the first to the last."""

    title: str
    forks: tuple[Fork, ...]
    help: str = ""


Titled = (
    Bars
    | HeatMap
    | Lines
    | Series
    | Ribbon
    | Gauge
    | Holdings
    | Meter
    | Bell
    | Field
    | Route
    | ContextTree
    | TrialTree
    | Ladder
)
"""What has a title and a help."""
MindItem = Note | Titled
Mind = tuple[MindItem, ...]
_KINDS: Final = {kind.__name__.lower(): kind for kind in get_args(MindItem)}


def check_mind(mind: object) -> Mind:
    """The `mind`, if it is what it should be down to its last number; raises `ValueError` else.

    A painter or a file of the arcade would stumble over it later, when nobody knows whose it was.
    """
    if not isinstance(mind, tuple | list):
        raise ValueError(f"A {type(mind).__name__} is no mind.")
    for item in mind:
        fields = _FIELDS.get(type(item))
        if fields is None:
            raise ValueError(f"A mind holds a {type(item).__name__}, which is no item of one.")
        for name, fits in fields.items():
            if not fits(getattr(item, name)):
                raise ValueError(f"A {type(item).__name__} has no proper {name}.")
    return tuple(mind)


def is_finite(number: Real) -> bool:
    """Whether a `number` is one that can be drawn: not NaN, and no larger than a double."""
    try:
        return math.isfinite(number)
    except OverflowError:  # a whole number of more than 308 digits
        return False


_Check = Callable[[object], bool]
"""Whether a value is of a kind, as the fields of items are annotated; numbers are finite."""


def _check_of(kind: object) -> _Check:
    """The check of a `kind`, made once: minds come with every move, rows of numbers in them."""
    if kind is float or kind is int:
        return _is_real if kind is float else _is_whole
    if kind is bool:
        return lambda value: isinstance(value, bool)
    if get_origin(kind) is tuple:
        first, *others = get_args(kind)
        if others == [...]:
            return _are_real if first is float else _check_of_rows(_check_of(first))
        return _check_of_row(tuple(map(_check_of, (first, *others))))
    if isinstance(kind, UnionType):
        checks = tuple(map(_check_of, get_args(kind)))
        return lambda value: any(check(value) for check in checks)
    if not isinstance(kind, type):
        return lambda value: False
    if issubclass(kind, tuple):
        inside = _check_of_row(tuple(map(_check_of, get_type_hints(kind).values())))
        return lambda value: isinstance(value, kind) and inside(value)
    return lambda value: isinstance(value, kind)


def _is_real(value: object) -> bool:
    if type(value) is float:
        return math.isfinite(value)
    return isinstance(value, Real) and is_finite(value)


def _is_whole(value: object) -> bool:
    return isinstance(value, Integral) and is_finite(value)


def _are_real(value: object) -> bool:
    if not isinstance(value, tuple | list):
        return False
    if set(map(type, value)) <= {float}:  # nearly always
        return all(map(math.isfinite, value))
    return all(map(_is_real, value))


def _check_of_rows(check: _Check) -> _Check:
    return lambda value: isinstance(value, tuple | list) and all(map(check, value))


def _check_of_row(checks: tuple[_Check, ...]) -> _Check:
    def fits(value: object) -> bool:
        if not isinstance(value, tuple | list) or len(value) != len(checks):
            return False
        return all(check(entry) for check, entry in zip(checks, value, strict=True))

    return fits


_FIELDS: Final = {
    item: {name: _check_of(kind) for name, kind in get_type_hints(item).items()}
    for item in get_args(MindItem)
}
"""The checks of the fields of every item, those of the nodes of trees within."""


def mind_to_plain(mind: Mind) -> list[dict[str, Any]]:
    """A `mind` as plain data for JSON, one object an item with its kind under "item".

    Raises `ValueError` for what is none.
    """
    check_mind(mind)
    plain = []
    for item in mind:
        fields = {f.name: getattr(item, f.name) for f in dataclasses.fields(item)}
        plain.append({"item": type(item).__name__.lower(), **fields})
    return plain


def mind_from_plain(plain: Sequence[Mapping[str, Any]]) -> Mind:
    """The mind that `mind_to_plain` wrote as `plain`; raises `ValueError` for anything else."""
    items: list[MindItem] = []
    for entry in plain:
        fields = {key: _tuples(value) for key, value in entry.items() if key != "item"}
        try:
            item = _KINDS[str(entry["item"])](**fields)
            if isinstance(item, ContextTree):
                branches = tuple(ContextNode(*node) for node in item.nodes)
                item = dataclasses.replace(item, nodes=branches)
            elif isinstance(item, TrialTree):
                trials = tuple(TrialNode(*node) for node in item.nodes)
                item = dataclasses.replace(item, nodes=trials)
            elif isinstance(item, Ladder):
                forks = tuple(Fork(*fork) for fork in item.forks)
                forks = tuple(f._replace(ways=tuple(Way(*way) for way in f.ways)) for f in forks)
                item = dataclasses.replace(item, forks=forks)
        except (KeyError, TypeError):
            raise ValueError("A mind item is not one of the known kinds.") from None
        items.append(item)
    return tuple(items)


def _tuples(value: Any) -> Any:
    return tuple(_tuples(entry) for entry in value) if isinstance(value, list) else value


def mark_truth(mind: Mind, moves: Mapping[int, str], legal: Mapping[int, tuple[str, ...]]) -> Mind:
    """The `mind` with what came true marked in every forecast of another seat's move.

    `moves` are those that were played, `legal` the moves of each seat in order.
    """
    items: list[MindItem] = []
    for item in mind:
        seat = item.forecast_of if isinstance(item, Bars) else None
        if isinstance(item, Bars) and seat is not None and seat in legal:
            truth, title = legal[seat].index(moves[seat]), item.past or item.title
            item = dataclasses.replace(item, truth=truth, title=title)
        items.append(item)
    return tuple(items)
