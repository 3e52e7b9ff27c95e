"""What every agent is: `Agent`, the limits it thinks under, its decision, and its open mind.

A mind is a list of plain values (bars, heat maps, lines, series, notes) that say what led to a
move. They carry no colours and no pixels: one painter in the shell draws them for all games,
and the command line prints them as JSON.
"""

from __future__ import annotations

import base64
import dataclasses
import json
import zlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from games.core import Event, Game, Option, Params
from games.streams import Stream

Arrays = dict[str, npt.NDArray[Any]]

_MAX_START_BYTES = 1 << 20
_SHORT = 200
_MAX_ITEM_BYTES = 4 * 64  # a number, or a name of 64 characters


class BadWeights(ValueError):
    """Learned weights that are missing, damaged or of another shape; says what to do."""


class LostWeights(BadWeights):
    """What an agent plays with is missing or damaged on this machine; nothing of a player's is."""


@dataclass(frozen=True, slots=True)
class Limit:
    """How much an agent may think: so many nodes (tests, tournaments), so many seconds (people).

    `mind` asks for the decision's mind, which is otherwise not built.
    """

    nodes: int | None = None
    seconds: float | None = None
    mind: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence, for a person."""

    text: str


@dataclass(frozen=True, slots=True)
class Bars:
    """A value for each of a few labels: probabilities, gains, scores.

    `unit` is "%" (values in 0..1), "points", "bits" or "". `chosen` and `truth` are indices;
    `reference` draws a line (chance, say); `low` and `high` an uncertainty band for each bar.
    `forecast_of` is the seat whose next move the bars forecast, in the order of its legal moves:
    the table then fills in `truth` when that move is known, and from then on `past` is the title,
    where there is one. `words`, where there are some, stand in place of the figures, "" for the
    figures themselves.
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
    past: str = ""


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
    is told apart; None for who shows it.
    """

    title: str
    values: tuple[float, ...]
    unit: str = "%"
    reference: float | None = None
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()
    help: str = ""
    seat: int | None = None


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
class Meter:
    """One value between `low` and `high`, with a mark at `reference`; units as in `Bars`."""

    title: str
    value: float
    low: float
    high: float
    reference: float | None = None
    unit: str = ""
    help: str = ""


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
    """A tree of trials, each parent before its children; `best` is an index, or None."""

    title: str
    nodes: tuple[TrialNode, ...]
    best: int | None = None
    help: str = ""


MindItem = Note | Bars | HeatMap | Lines | Series | Ribbon | Gauge | Meter | ContextTree | TrialTree
Mind = tuple[MindItem, ...]
_KINDS: Final = {kind.__name__.lower(): kind for kind in get_args(MindItem)}


class Decision(NamedTuple):
    """A move, and the mind that led to it where it was asked for."""

    move: str
    mind: Mind | None = None


class Agent:
    """Fills a seat, or watches without one. Subclasses override `act` and what else they need.

    `begin` puts the agent at the start of a match: its state afterwards is a function of its
    start state, its seed and what it observed. `rng` is placed by the match before each call.
    """

    seat: int
    rng: Stream

    def begin(self, seat: int, game: Game[Any], params: Params, rng: Stream) -> None:
        """Forget the last match and take a seat (`games.core.WATCHERS` for none)."""
        self.seat = seat
        self.rng = rng

    def act(self, view: Any, legal: Collection[str], limit: Limit) -> Decision:
        """A legal move for this view, which holds all that the seat may know."""
        raise NotImplementedError(f"{type(self).__name__} watches and never moves.")

    def observe(self, events: Sequence[Event]) -> None:
        """See what happened, as far as the seat may see it."""

    def finish(self, result: Sequence[float]) -> None:
        """The match is over with these scores."""

    def mind(self) -> Mind:
        """What a watcher thinks now, or what an agent has learned so far."""
        return ()

    def findings(self) -> Mind:
        """What it found out in this match, for the page at its end."""
        return ()

    def learned(self) -> Arrays | None:
        """What was learned and should outlast the match, or None."""
        return None


@dataclass(frozen=True, slots=True)
class AgentSpec:
    """An agent as the player chooses it.

    `make` builds it from its options and its learned start (plain text, see `arrays_to_text`).
    `level` orders agents from weak (0) to strong (5). `heavy` agents run in a worker process.
    `strength` is one measured sentence for the agent's page. What one that `learns` has learned
    about a player is kept, and is its start in that player's next match. Long lists put agents of
    one `family` under its name. `cannot` says in a sentence why it cannot play a game with these
    options and what to do, or ""; it is quick, and None where there is nothing to hinder it.
    """

    id: str
    name: str
    description: str
    make: Callable[[Mapping[str, Any], str | None], Agent]
    level: int = 0
    options: tuple[Option, ...] = ()
    heavy: bool = False
    strength: str = ""
    learns: bool = False
    family: str = ""
    cannot: Callable[[Params], str] | None = None

    def hindrance(self, params: Params) -> str:
        """Why it cannot play with these options of the game, or "" where it can."""
        return "" if self.cannot is None else self.cannot(params)


def agent_options(spec: AgentSpec, given: Mapping[str, Any]) -> dict[str, Any]:
    """The agent's own options out of `given`, parsed, with the defaults of the rest.

    Raises `games.core.BadOption` for a value that an option cannot take.
    """
    return {
        option.name: option.parse(given.get(option.name, option.default)) for option in spec.options
    }


def mind_to_plain(mind: Mind) -> list[dict[str, Any]]:
    """A mind as plain data for JSON, one object an item with its kind under "item"."""
    plain = []
    for item in mind:
        fields = {f.name: getattr(item, f.name) for f in dataclasses.fields(item)}
        plain.append({"item": type(item).__name__.lower(), **fields})
    return plain


def mind_from_plain(plain: Sequence[Mapping[str, Any]]) -> Mind:
    """The mind that `mind_to_plain` wrote; raises `ValueError` for anything else."""
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
        except (KeyError, TypeError):
            raise ValueError("A mind item is not one of the known kinds.") from None
        items.append(item)
    return tuple(items)


def _tuples(value: Any) -> Any:
    return tuple(_tuples(entry) for entry in value) if isinstance(value, list) else value


def arrays_to_text(arrays: Arrays) -> str:
    """Arrays as text that round-trips exactly: JSON with base64 of little-endian bytes.

    The bytes of larger ones are compressed, as "zlib" in the place of "data".
    """
    plain = {}
    for name, array in sorted(arrays.items()):
        little = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<"))
        data, kind = little.tobytes(), "data"
        if len(data) > _SHORT:
            data, kind = zlib.compress(data, 9), "zlib"
        told = base64.b64encode(data).decode("ascii")
        plain[name] = {"dtype": little.dtype.str, "shape": list(array.shape), kind: told}
    return json.dumps(plain, separators=(",", ":"))


def arrays_from_text(text: str) -> Arrays:
    """The arrays that `arrays_to_text` wrote; raises `BadWeights` for any other text."""
    problem = BadWeights("What was learned is damaged; forget it in the profile to start anew.")
    if len(text) > 2 * _MAX_START_BYTES:
        raise problem
    try:
        plain = json.loads(text)
        return {str(name): _array_from_plain(entry) for name, entry in plain.items()}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, zlib.error):
        raise problem from None


def _array_from_plain(entry: Mapping[str, Any]) -> npt.NDArray[Any]:
    dtype = np.dtype(str(entry["dtype"]))
    if dtype.kind not in "biufU" or dtype.itemsize > _MAX_ITEM_BYTES:
        raise ValueError("neither a plain number type nor short text")
    flat = np.frombuffer(_bytes_from_plain(entry), dtype=dtype)
    if dtype.kind == "U" and bool((flat.view(np.uint32) >= 127).any()):
        raise ValueError("names are plain letters")
    shape = tuple(int(length) for length in entry["shape"])
    return flat.reshape(shape).astype(dtype.newbyteorder("="))


def _bytes_from_plain(entry: Mapping[str, Any]) -> bytes:
    if "data" in entry:
        return base64.b64decode(entry["data"], validate=True)
    packed = base64.b64decode(entry["zlib"], validate=True)
    unpacker = zlib.decompressobj()
    data = unpacker.decompress(packed, _MAX_START_BYTES)
    if not unpacker.eof or unpacker.unused_data:
        raise ValueError("longer than anything that is learned, or cut short")
    return data
