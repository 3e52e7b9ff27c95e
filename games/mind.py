"""The open mind of an agent: a list of plain values that show what led to a move.

The items are bars, heat maps, lines, series, notes and others, without colours or pixels. One
painter in the shell draws them for all games, and the command line prints them as JSON.

Most items have a `title`, a `help` text for the page that explains them, and a `seat` whose colour
they take, None for the seat of the mind.
"""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Integral, Real
from types import UnionType
from typing import Any, Final, NamedTuple, get_args, get_origin, get_type_hints


def percent(share: float) -> str:
    """Return a `share` for a person: "43%", and "<1%" for a small share above 0.

    >>> percent(0.43), percent(0.001)
    ('43%', '<1%')
    """
    return "<1%" if 0.0 < share < 0.005 else f"{share:.0%}"


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence for a person.

    Where the sentence is a forecast of a player, `why` is its reason, as a clause that can stand
    alone ("you copy my last move"); else "".

    >>> Note("I expect a kick, because you copy my last move.", why="you copy my last move").why
    'you copy my last move'
    """

    text: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Bars:
    """A value for each of a few labels: probabilities, gains, scores.

    - `unit` is "%" (values in 0..1), "points", "bits" or "".
    - `chosen` and `truth` are indices of labels: the move decided on, and the one that came.
    - `reference` is drawn as a line (chance, for example).
    - `low` and `high` are an uncertainty band for each bar.
    - `forecast_of` is the seat whose next move the bars forecast, in the order of its legal moves.
      The table fills in `truth` when that move is known; from then on a `past` replaces the title.
    - `words` replace the figures, except where a word is "".
    - `whole`: a full bar means 1. By default the longest of many bars fills the row.

    >>> bars = Bars("Your next move", ("kick", "punch"), (0.7, 0.3), forecast_of=0)
    >>> mark_truth((bars,), {0: "punch"}, {0: ("kick", "punch")})[0].truth
    1
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
    """A table of values in 0..1, shape (rows, columns); `outlined` is the index of the row in use
    now.

    >>> HeatMap("After each move", ("kick",), ("kick", "punch"), ((0.2, 0.8),)).outlined is None
    True
    """

    title: str
    row_labels: tuple[str, ...]
    column_labels: tuple[str, ...]
    values: tuple[tuple[float, ...], ...]
    outlined: int | None = None
    help: str = ""


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines of play or candidate moves, best first, each with its value; `words` as in `Bars`.

    >>> Lines("Best moves", (("3 from home", 0.61), ("3 from 5", 0.55)), unit="%").rows[0]
    ('3 from home', 0.61)
    """

    title: str
    rows: tuple[tuple[str, float], ...]
    unit: str = ""
    chosen: int | None = None
    help: str = ""
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Series:
    """A value over time, with a reference line and the band that chance allows around it.

    `low` and `high` are empty or as long as `values`. `seat` gives the line its colour, None for
    the colour of the mind's own seat. `others` are lines of other seats in the same plot: (seat,
    values).

    >>> Series("Foreseen", (0.5, 0.6, 0.55), reference=0.25).values[-1]
    0.55
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
    """The weight of each of a few names over time.

    `weights` has one row for each moment, the latest last. A row is as long as `names`, with values
    in 0..1; where its sum is below 1, the rest had no weight. `seat` as in `Series`.

    >>> Ribbon("Trust", ("copies", "repeats"), ((0.5, 0.5), (0.8, 0.2))).weights[-1]
    (0.8, 0.2)
    """

    title: str
    names: tuple[str, ...]
    weights: tuple[tuple[float, ...], ...]
    help: str = ""
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Gauge:
    """A belief over a few ordered `labels` (`values` in 0..1), with the present place at `index`.

    `sentence` explains the place in words. `seat` as in `Series`.

    >>> gauge = Gauge("Level", ("first", "second"), (0.3, 0.7), index=1)
    >>> gauge.labels[gauge.index]
    'second'
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
    """A belief over the number of each kind that a player holds.

    `chances` has a row for each of the `labels`: the probability of 0, 1, 2 ... of that kind.
    `known` are the certain numbers of each kind. `beside` is a second belief of the same shape, for
    comparison, or empty. `truth` has the real numbers, () while they are hidden.

    >>> Holdings("Hand", ("camels",), ((0.2, 0.5, 0.3),), known=(0,)).chances[0][1]
    0.5
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
    """One value between `low` and `high`, with a mark at `reference`; units as in `Bars`.

    >>> Meter("Surprise", 1.7, 0.0, 4.0, reference=2.0, unit="bits").value
    1.7
    """

    title: str
    value: float
    low: float
    high: float
    reference: float | None = None
    unit: str = ""
    help: str = ""


@dataclass(frozen=True, slots=True)
class Bell:
    """The distribution of a crowd as a curve, with one person as a pin.

    `values` are the heights of the curve at even steps from `low` to `high`. `pin` lies on the same
    scale, and so do the `marks`: words below the curve, each with its place. `sentence` compares
    the pin with the crowd; `name` labels the pin. `seat` as in `Series`.

    >>> Bell("How readable", (0.1, 0.6, 0.3), low=0.0, high=1.0, pin=0.4).pin
    0.4
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
"""The least probability of a cell with a letter: five cells with 2% each only mean that it may be
anywhere; chosen by hand."""


@dataclass(frozen=True, slots=True)
class Field:
    """A value for cells of the board, such as a belief; drawn on the board where the scene can.

    `cells` holds (name, value) pairs, named as the game names them (`Hooks.cell_box`). With the
    unit "%" the values are probabilities, drawn as squares of that area; other values are drawn
    from the lowest to the highest. `seat` as in `Series`. With `lettered` the highest cells get
    letters in place of names that mean little to a person, on the board as well.

    >>> Field("Where it may be", (("3,4", 0.6), ("3,5", 0.4)), lettered=True).highest(1)
    [('A', '3,4', 0.6)]
    """

    title: str
    cells: tuple[tuple[str, float], ...]
    unit: str = "%"
    help: str = ""
    seat: int | None = None
    lettered: bool = False

    def highest(self, count: int) -> list[tuple[str, str, float]]:
        """Return at most `count` cells with the highest values: the word for each, its name, its
        value.

        With letters, cells whose probability is below `LEAST_TOLD` are left out.
        """
        cells = sorted(self.cells, key=lambda cell: -cell[1])[:count]
        if self.lettered and self.unit == "%":
            cells = [cell for cell in cells if cell[1] >= LEAST_TOLD]
        called = (chr(ord("A") + n) if self.lettered else name for n, (name, _) in enumerate(cells))
        return [(word, name, value) for word, (name, value) in zip(called, cells, strict=True)]


@dataclass(frozen=True, slots=True)
class Route:
    """A way over the board that a player plans to go; drawn on the board where the scene can.

    `cells` are named as in `Field`, from the present place to the goal. The title names the
    player's task, `sentence` the aim and the risk. `seat` as in `Series`.

    >>> Route("Attack", ("3,4", "3,5"), "Two steps to the food.").cells[-1]
    '3,5'
    """

    title: str
    cells: tuple[str, ...]
    sentence: str = ""
    help: str = ""
    seat: int | None = None


class ContextNode(NamedTuple):
    """A context in a tree: its name, its depth (0 is the root), and its statistics.

    `share` (0..1) is its frequency among its siblings. `value` (0..1) is the probability that the
    symbol in `label` follows. `on_path` marks the contexts in use now.

    >>> ContextNode("kick", 1, 0.4, 0.7, on_path=True).depth
    1
    """

    label: str
    depth: int
    share: float
    value: float
    on_path: bool


@dataclass(frozen=True, slots=True)
class ContextTree:
    """A tree of contexts in depth-first order, each parent before its children.

    >>> root = ContextNode("", 0, 1.0, 0.5, on_path=True)
    >>> ContextTree("Contexts", (root,)).nodes[0].share
    1.0
    """

    title: str
    nodes: tuple[ContextNode, ...]
    help: str = ""


class TrialNode(NamedTuple):
    """A trial in a tree of trials: its number, its place in the tree, its results.

    `parent` is the index of its parent (-1 for the root), and `skipped` the number of nodes left
    out between the two. `games` and `wins` count its own and its descendants' games. `on_path`
    marks the way from the root to the best trial.

    >>> TrialNode(number=3, parent=0, games=40, wins=25, on_path=True).skipped
    0
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

    >>> TrialTree("Search", (TrialNode(0, -1, 10, 6, True),), best=0).best
    0
    """

    title: str
    nodes: tuple[TrialNode, ...]
    best: int | None = None
    help: str = ""
    numbered: int = 0


class Way(NamedTuple):
    """A choice at a fork: its word, and the probability that it succeeds for the player who
    chooses.

    `goal` is the seat that gains most by it in the end, -1 for none, and `end` names the gain.

    >>> Way("bid 7", 0.35, goal=2, end="7").value
    0.35
    """

    word: str
    value: float
    goal: int = -1
    end: str = ""


class Fork(NamedTuple):
    """A choice among the `ways` of a `seat`, which is called `name`.

    `chosen` is the index of the expected way, `truth` the index of the real one, -1 until it is
    known.

    >>> Fork(1, "Nefer", (Way("pass", 0.3), Way("bid 7", 0.35)), chosen=1).truth
    -1
    """

    seat: int
    name: str
    ways: tuple[Way, ...]
    chosen: int
    truth: int = -1


@dataclass(frozen=True, slots=True)
class Ladder:
    """Choices of one seat after the other, a rung each, from the first to the last.

    >>> fork = Fork(1, "Nefer", (Way("pass", 0.3), Way("bid 7", 0.35)), chosen=1)
    >>> len(Ladder("The auction", (fork,)).forks)
    1
    """

    title: str
    forks: tuple[Fork, ...]
    help: str = ""


SENTENCE_WORDS: Final = 15  # at most
_FORMULA: Final = re.compile(r"\d[.,]\d|[\u00b1=<>_{}]|\d\s*[eE][-+]?\d")
"""Decimals and signs that no sentence for a person has."""
_SENTENCE_ENDS: Final = re.compile(r"[.!?]+(?=\s|$)")


def is_plain_sentence(text: str) -> bool:
    """Return whether a `text` is one sentence of at most `SENTENCE_WORDS` words, without decimals.

    >>> is_plain_sentence("I expect a kick."), is_plain_sentence("I expect 2.5 points.")
    (True, False)
    """
    ends = [found.end() for found in _SENTENCE_ENDS.finditer(text)]
    whole = ends == [len(text)] and text[:1] == text[:1].upper()
    return whole and len(text.split()) <= SENTENCE_WORDS and not _FORMULA.search(text)


def shown_first(mind: Mind) -> int:
    """Return the number of first items of a `mind` that are shown at once: a sentence, a picture.

    The rest are its numbers. 0 is for a mind without a sentence, which is shown whole.

    >>> shown_first((Note("I want the rosette."), Meter("Surprise", 1.7, 0.0, 4.0), Note("And.")))
    2
    """
    if not mind or not isinstance(mind[0], Note) or not is_plain_sentence(mind[0].text):
        return 0
    return 1 if len(mind) > 1 and isinstance(mind[1], Note) else min(2, len(mind))


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
"""An item with a title and a help."""
MindItem = Note | Titled
Mind = tuple[MindItem, ...]
_KINDS: Final = {kind.__name__.lower(): kind for kind in get_args(MindItem)}


def check_mind(mind: object) -> Mind:
    """Return the `mind` if every field of every item has its proper kind; else raise `ValueError`.

    A bad value would otherwise fail later in a painter or a file, far from the agent that made it.
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
    """Return whether a `number` can be drawn: not NaN, and no larger than a double."""
    try:
        return math.isfinite(number)
    except OverflowError:  # a whole number of more than 308 digits
        return False


_Check = Callable[[object], bool]
"""A function that returns whether a value has the kind of a field; numbers are finite."""


def _check_of(kind: object) -> _Check:
    """Return the check of a `kind`, made once: minds with rows of numbers come with every move."""
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
"""The checks of the fields of every item, and of the nodes of its trees."""


def mind_to_plain(mind: Mind) -> list[dict[str, Any]]:
    """Return a `mind` as plain data for JSON: an object for each item, with its kind under "item".

    Raises `ValueError` for a value that is no mind.
    """
    check_mind(mind)
    plain = []
    for item in mind:
        fields = {f.name: getattr(item, f.name) for f in dataclasses.fields(item)}
        plain.append({"item": type(item).__name__.lower(), **fields})
    return plain


def mind_from_plain(plain: Sequence[Mapping[str, Any]]) -> Mind:
    """Return the mind that `mind_to_plain` wrote as `plain`; raises `ValueError` for other data."""
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
    """Return the `mind` with the real move marked in every forecast of another seat.

    `moves` are the moves that were played, `legal` the moves of each seat in order.
    """
    items: list[MindItem] = []
    for item in mind:
        seat = item.forecast_of if isinstance(item, Bars) else None
        if isinstance(item, Bars) and seat is not None and seat in legal:
            truth, title = legal[seat].index(moves[seat]), item.past or item.title
            item = dataclasses.replace(item, truth=truth, title=title)
        items.append(item)
    return tuple(items)
