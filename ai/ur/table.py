"""The solved game of Ur as a table of win probabilities, and the agent that plays from it.

A solved table is two files: NAME.values, the layers of `ai.ur.index` one after the other as
little-endian uint32 (a probability in units of 1 / (2**32 - 1)), and NAME.json, its card, with the
place and the SHA-256 of every layer. A table is checked once in every process that plays from it
(1.0 s for 551 MB):

its rules and pieces agree with its name and give the place of every layer, each layer has its
digest, and positions drawn from each have the value that the rules give them from the positions
that follow (`follows_rules`). One that is damaged is renamed, `set_table_aside`, and another takes
its place; its whole layers spare the next solution work. The tables of 4 pieces that ship with the
arcade are 16 bits deep and packed as byte planes of differences (`pack`, `unpack`).

Tables solved on this machine lie in the folder "tables" of the data directory, which is named by
the environment variable OPEN_MIND_ARCADE_DATA; without it only the shipped ones are known.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import mmap
import os
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ai.files import damage_error, read_arrays, read_card
from ai.ur.index import FIRST_SHARED, RANK, ROWS, TERNARY, layer, shape_of
from ai.ur.values import UrAgent, bits, candidates, share_reason
from games.agents import LostWeights
from games.arrays import BadWeights
from games.core import CHANCE, Game, Limit
from games.mind import Bars, Mind, MindItem
from games.paths import WEIGHTS, arcade_command, install_command, plain_file, read_plain
from games.spec import Params
from games.streams import Stream
from games.ur.rules import GAME, PASS, RULE_SETS, RuleSet, State, apply_move, legal_sources

DATA_VARIABLE: Final = "OPEN_MIND_ARCADE_DATA"
SHIPPED: Final = WEIGHTS / "ur"
SHIPPED_RULES: Final = ("finkel", "schultz")
SHIPPED_PIECES: Final = 4
"""The rule sets whose game of so many pieces ships."""
FORMAT: Final = 1
"""The version of a table's layout, as its card says it."""
FULL: Final = 2**32 - 1
"""The whole number that stands for a certain win."""
TIES: Final = 2e-7
"""Win probabilities this close count as equal: far above the solver's tolerance; chosen by hand."""
PACKED_TIES: Final = 2e-5
"""The same for a table of 16 bits, whose steps are 1.5e-5."""

CARD_BYTES: Final = 1 << 16
"""A longer card is none: that of 7 pieces, with 49 layers, has about 8,000 bytes."""
SAMPLES: Final = 64
"""So many positions of each layer are held to the rules. Of Finkel's values by Schultz's rules, or
the other way round, between 11% and 41% in a layer do not fit (1,000 drawn from each of 4 pieces),
so that one of 2,000 wrong layers gets through, and no wrong table."""

Values = Sequence[int]


class NoTable(LostWeights):
    """Raised where there is no solved table for these rules and pieces; the message explains how to
    make one.
    """


class DamagedTable(NoTable):
    """Raised for a solved table that is damaged and has no substitute."""


class LayerPlace(NamedTuple):
    """The place of a layer in the file of values: first byte, number of values, SHA-256."""

    offset: int
    size: int
    sha256: str


class WinTable:
    """The win probability, for the side to move, of every position before its roll.

    `solved` is True for the values of perfect play, False for an estimate.
    """

    solved = True

    def __init__(self, rule_set: RuleSet, pieces: int, scale: int) -> None:
        self.rule_set = rule_set
        self.pieces = pieces
        self.scale = 1.0 / scale
        self.ties = TIES if scale > 65535 else PACKED_TIES
        self.shape = shape_of(rule_set)
        self._layers: dict[int, tuple[Values, Values]] = {}
        shared, ends = 1 << self.shape.shared, 1 << self.shape.ends
        last = FIRST_SHARED + self.shape.shared
        self._place = (rule_set.off, shared - 1, last, ends - 1, ends, 3**self.shape.shared)

    def _load(self, own_left: int, other_left: int) -> Values:
        """Return the values of one layer."""
        raise NotImplementedError

    def values(self, own_left: int, other_left: int) -> Values:
        """Return the whole-number values of layer (`own_left`, `other_left`), shape (positions,).

        Raises `BadWeights` where they are damaged.
        """
        return self._layer(own_left << 3 | other_left)[0]

    def _layer(self, key: int) -> tuple[Values, Values]:
        found = self._layers.get(key)
        if found is None:
            offsets = layer(key >> 3, key & 7, self.shape).offsets.ravel().data
            found = self._layers[key] = (self._load(key >> 3, key & 7), offsets)
        return found

    def value(self, own: int, other: int, pieces: int) -> float:
        """Return the win probability of `own`, to roll against `other`, in a game of `pieces`
        pieces.

        Both sides as in `games.ur.rules`; a table of more pieces contains the games of fewer.
        """
        off, shared, last, end_mask, ends, ternaries = self._place
        own_left, other_left = pieces - (own >> off), pieces - (other >> off)
        if not own_left or not other_left:
            return 0.0 if own_left else 1.0
        values, offsets = self._layer(own_left << 3 | other_left)
        own_shared, end = own >> FIRST_SHARED & shared, own >> last & end_mask
        ternary = TERNARY[own_shared] + 2 * TERNARY[self.rule_set.facing(other) >> FIRST_SHARED]
        rows = ROWS[own_left - own_shared.bit_count() - end.bit_count()]
        first = offsets[(end * ends + (other >> last & end_mask)) * ternaries + ternary]
        value: int = values[first + RANK[other >> 1 & 15] * rows + RANK[own >> 1 & 15]]
        return value * self.scale

    def after(self, own: int, other: int, source: int, roll: int, pieces: int) -> float:
        """Return the mover's win probability after its move from `source` by `roll`.

        `own` moves and `other` answers, in a game of `pieces` pieces.
        """
        rule_set = self.rule_set
        own, left = apply_move(own, other, source, roll, rule_set)
        if own >> rule_set.off == pieces:
            return 1.0
        if rule_set.rolls_again(source + roll, left != other):
            return self.value(own, left, pieces)
        return 1.0 - self.value(left, own, pieces)


class TableCard(NamedTuple):
    """The card of a table: its game, the number of `pieces`, the `places` of its layers.

    `first_player` is the first player's win probability, where the table is `finished`.
    """

    rules: str
    pieces: int
    places: Mapping[tuple[int, int], LayerPlace]
    finished: bool
    first_player: float


def places_of(rules: str, pieces: int) -> dict[tuple[int, int], LayerPlace]:
    """Return the place of each layer in the file of a game by `rules` of `pieces` pieces, without
    digests.

    They are in the order of `layer_pairs`.
    """
    places, offset, shape = {}, 0, shape_of(RULE_SETS[rules])
    for pair in layer_pairs(pieces):
        places[pair] = LayerPlace(offset, layer(*pair, shape).size, "")
        offset += 4 * places[pair].size
    return places


def read_table_card(card: Path, rules: str, pieces: int) -> TableCard:
    """Return the `card` of a table by `rules` of `pieces` pieces.

    Raises `FileNotFoundError` where there is none, `OSError` where it cannot be read, and
    `ValueError` where it is none or another table's.
    """
    try:
        plain = json.loads(read_plain(card, CARD_BYTES))
        layers = plain["layers"].items()
        told = {_pair(name): LayerPlace(**entry) for name, entry in layers}
        first = float(plain.get("first_player", 0.0))
    except (KeyError, TypeError, AttributeError, RecursionError, OverflowError) as error:
        raise ValueError("This is no card of a table.") from error
    if (plain.get("rules"), plain.get("pieces")) != (rules, pieces):
        raise ValueError("This is the card of another table.")
    places = places_of(rules, pieces)
    for pair, place in told.items():
        if place._replace(sha256="") != places.get(pair) or not isinstance(place.sha256, str):
            raise ValueError("This card puts layers where they do not stand.")
        told[pair] = places[pair]._replace(sha256=place.sha256)  # whole numbers, where 0.0 stood
    if plain.get("format", FORMAT) != FORMAT or type(plain["pieces"]) is not int:
        raise ValueError("This card is that of another version.")
    finished = "format" in plain
    if finished and (set(told) != set(places) or not 0.0 <= first <= 1.0):
        raise ValueError("This card lacks layers.")
    return TableCard(rules, pieces, told, finished, first)


class SolvedTable(WinTable):
    """A table in a plain file, mapped into memory; raises `OSError` and `ValueError`."""

    def __init__(self, path: Path, card: TableCard) -> None:
        super().__init__(RULE_SETS[card.rules], card.pieces, FULL)
        self.path = path
        self.places = card.places
        self._checked: set[tuple[int, int]] = set()
        with plain_file(path) as file:
            self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)

    def raw(self, own_left: int, other_left: int) -> npt.NDArray[np.uint32]:
        """Return the values of layer (`own_left`, `other_left`), checked; raises `DamagedTable`."""
        place = self.places[own_left, other_left]
        view = memoryview(self._map)[place.offset : place.offset + 4 * place.size]
        if (own_left, other_left) not in self._checked:
            if len(view) != 4 * place.size or hashlib.sha256(view).hexdigest() != place.sha256:
                raise DamagedTable(
                    f"The solved table {self.path.name} is damaged; solve it again in the game's "
                    f"editor, or with {_command(self.rule_set.id, self.pieces)}."
                )
            self._checked.add((own_left, other_left))
        return np.frombuffer(view, dtype="<u4")

    def check(self) -> None:
        """Compare every layer with its digest and with the rules; raises `DamagedTable`."""
        for pair in self.places:
            self.raw(*pair)
            if not follows_rules(self, *pair):
                raise DamagedTable(f"The solved table {self.path.name} is that of other rules.")

    def _load(self, own_left: int, other_left: int) -> Values:
        return self.raw(own_left, other_left).astype(np.uint32, copy=False).data


class PackedTable(WinTable):
    """A table that ships with the arcade, 16 bits deep, held in memory."""

    def __init__(self, rule_set: RuleSet, pieces: int, values: npt.NDArray[np.uint16]) -> None:
        super().__init__(rule_set, pieces, 65535)
        self._values = values
        pairs = layer_pairs(pieces)
        starts = np.cumsum([0, *(layer(*pair, self.shape).size for pair in pairs)])
        if starts[-1] != len(values):
            raise BadWeights("A solved table has another number of values than its game.")
        self._starts = {pair: int(start) for pair, start in zip(pairs, starts[:-1], strict=True)}

    def _load(self, own_left: int, other_left: int) -> Values:
        first = self._starts[own_left, other_left]
        return self._values[first : first + layer(own_left, other_left, self.shape).size].data


# ---- whether values are those of their rules


def follows_rules(table: WinTable, own_left: int, other_left: int) -> bool:
    """Return whether drawn positions of a layer have the value that follows from their successors.

    The positions are always the same. A position that leads to a layer that is missing or damaged
    is passed over.
    """
    rng = Random(f"{own_left} {other_left}")
    for _ in range(SAMPLES):
        own, other = drawn_position(rng, table.rule_set, table.pieces, (own_left, other_left))
        try:
            wanted = expected_value(table, own, other)
            found = table.value(own, other, table.pieces)
        except (DamagedTable, KeyError):
            continue
        except IndexError:
            return False
        if not abs(found - wanted) <= table.ties:
            return False
    return True


def drawn_position(
    rng: Random, rule_set: RuleSet, pieces: int, left: tuple[int, int]
) -> tuple[int, int]:
    """Return two sides that `rng` draws, with these numbers of pieces `left`, by a `rule_set`."""
    squares = range(1, rule_set.off)
    own = sum(1 << square for square in rng.sample(squares, rng.randint(0, left[0])))
    free = [square for square in squares if not rule_set.facing(own) >> square & 1]
    most = min(left[1], len(free))
    other = sum(1 << square for square in rng.sample(free, rng.randint(0, most)))
    off = rule_set.off
    return own + (pieces - left[0] << off), other + (pieces - left[1] << off)


def expected_value(table: WinTable, own: int, other: int) -> float:
    """Return the win probability of `own`, to roll against `other`, from those after the best
    moves.
    """
    rule_set, pieces = table.rule_set, table.pieces
    total = 0.0
    for roll, weight in rule_set.dice:
        free = legal_sources(own, other, pieces, roll, rule_set) if roll else 0
        ends = [table.after(own, other, square, roll, pieces) for square in bits(free)]
        total += weight * (max(ends) if ends else 1.0 - table.value(other, own, pieces))
    return total / sum(weight for _, weight in rule_set.dice)


def layer_pairs(pieces: int) -> list[tuple[int, int]]:
    """Return the layers of a game of `pieces` pieces in the order of its files.

    A layer comes after those it leads to.
    """
    n = range(1, pieces + 1)
    return sorted(((own, other) for own in n for other in n), key=lambda pair: (sum(pair), pair))


def pack(values: npt.NDArray[np.uint16]) -> dict[str, npt.NDArray[np.uint8]]:
    """Return the differences of `values` as two planes, low and high bytes, to compress better."""
    steps = np.diff(values, prepend=np.uint16(0))
    return {"low": (steps & 255).astype(np.uint8), "high": (steps >> 8).astype(np.uint8)}


def unpack(planes: Mapping[str, npt.NDArray[np.uint8]]) -> npt.NDArray[np.uint16]:
    """Return the values that `pack` packed into `planes`, shape (positions,)."""
    steps = planes["low"] | planes["high"].astype(np.uint16) << 8
    return np.cumsum(steps, dtype=np.uint16)


def table_path(folder: Path, rules: str, pieces: int) -> Path:
    """Return the file of values of `rules` with `pieces` pieces in a `folder`; its card has the
    suffix .json.
    """
    return folder / f"ur-{rules}-{pieces}.values"


def tables_folder() -> Path | None:
    """Return the folder of tables solved on this machine, or None if no data directory is set."""
    data = os.environ.get(DATA_VARIABLE)
    return Path(data) / "tables" if data else None


_NAME: Final = re.compile(r"ur-(.+)-([1-7])\.values")


def game_of(path: Path) -> tuple[str, int]:
    """Return the rules and the pieces of a table, by the name of its file; raises `ValueError`."""
    found = _NAME.fullmatch(path.name)
    if found is None or found[1] not in RULE_SETS:
        raise ValueError(f"{path.name} is not the name of a table.")
    return found[1], int(found[2])


def _pair(text: str) -> tuple[int, int]:
    own, other = text.split(",")
    return int(own), int(other)


def _command(rules: str, pieces: int) -> str:
    return f"`{arcade_command(f'solve ur --rules {rules} --pieces {pieces}')}`"


def open_solved(path: Path) -> SolvedTable | None:
    """Return the table in the file `path`, all of it checked, or None where none was finished.

    Raises `DamagedTable`, also for a card that is there and cannot be read.
    """
    try:
        card = read_table_card(path.with_suffix(".json"), *game_of(path))
        if not card.finished:
            return None
        ends = (place.offset + 4 * place.size for place in card.places.values())
        if path.stat().st_size == max(ends):
            table = SolvedTable(path, card)
            table.check()
            return table
    except FileNotFoundError:
        if not os.path.lexists(path.with_suffix(".json")):
            return None
    except DamagedTable:
        raise
    except (OSError, ValueError):
        pass
    raise DamagedTable(f"The solved table {path.name} is damaged.")


def set_table_aside(path: Path) -> Path:
    """Rename the damaged table `path` and its card to NAME.bad-1, -2, ....

    Returns the values' new name.
    """
    files, number = (path.with_suffix(".json"), path), 1
    while any(_aside(file, number).exists() for file in files):
        number += 1
    for file in files:
        if file.exists():
            os.replace(file, _aside(file, number))
    return _aside(path, number)


def _aside(file: Path, number: int) -> Path:
    return file.with_name(f"{file.name}.bad-{number}")


def tables_aside(path: Path) -> list[tuple[Path, Path]]:
    """Return the files of values, each with its card, that were set aside from `path`."""
    found = []
    number = 1
    while (values := _aside(path, number)).exists() or _aside(
        path.with_suffix(".json"), number
    ).exists():
        found.append((values, _aside(path.with_suffix(".json"), number)))
        number += 1
    return found


@lru_cache(maxsize=2)
def shipped(rules: str) -> PackedTable:
    """Return the table of 4 pieces by `rules` that ships with the arcade; raises `BadWeights`."""
    path = SHIPPED / f"perfect-{rules}.npz"
    planes, card = read_arrays(path), read_card(path)
    try:
        values = unpack(planes)
        digest = hashlib.sha256(values.astype("<u2").tobytes()).hexdigest()
        if (digest, rules, SHIPPED_PIECES) != (card["sha256"], card["rules"], card["pieces"]):
            raise damage_error(path)
        table = PackedTable(RULE_SETS[rules], SHIPPED_PIECES, values)
    except (ValueError, KeyError, TypeError) as error:
        raise damage_error(path) from error
    if not follows_rules(table, SHIPPED_PIECES, SHIPPED_PIECES):
        raise damage_error(path)
    return table


def find_table(rules: str, pieces: int, folder: Path | None = None) -> WinTable:
    """Return the best table for a game by `rules` with `pieces` pieces: solved here, else shipped.

    Of those in `folder` the one with as few pieces as will do; damaged ones are set aside. Raises
    `NoTable`, or `BadWeights` for one that ships.
    """
    folder = tables_folder() if folder is None else folder
    aside = ""
    for enough in range(pieces, 8) if folder is not None else ():
        assert folder is not None
        path = table_path(folder, rules, enough)
        try:
            table = _cached_table(path)
        except DamagedTable:
            with contextlib.suppress(OSError):  # a folder that cannot be written to
                aside = set_table_aside(path).name
            continue
        if table is not None:
            return table
    if pieces <= 4 and rules in SHIPPED_RULES:
        return shipped(rules)
    if aside:
        again = f"solve it in the game's editor, or with {_command(rules, pieces)}."
        raise DamagedTable(f"The solved table of {rules} was damaged (it is {aside} now); {again}")
    raise NoTable(_missing_table(rules, pieces))


def table_hindrance(params: Params) -> str:
    """Return the advice on getting a solved table for the options `params`, or "" where there is
    one.

    Looks for files without opening them.
    """
    rules, pieces = str(params["rules"]), int(params["pieces"])
    folder = tables_folder()
    solved = folder is not None and any(
        table_path(folder, rules, enough).exists() for enough in range(pieces, 8)
    )
    known = solved or (pieces <= 4 and rules in SHIPPED_RULES)
    return "" if known else _missing_table(rules, pieces)


def _missing_table(rules: str, pieces: int) -> str:
    return (
        f"No table of {rules} with {pieces} pieces was solved on this machine; "
        f"{' and '.join(SHIPPED_RULES)} with up to 4 pieces play at once. To solve it, "
        f"`{install_command('requirements-lab.txt')}`, then use the game's editor or "
        f"{_command(rules, pieces)}."
    )


def _cached_table(path: Path) -> SolvedTable | None:
    """Return the table in this file, or None; checked again where the files have changed."""
    try:
        states = [file.stat() for file in (path, path.with_suffix(".json"))]
    except OSError:
        states = []
    if not states:
        return open_solved(path)  # None, or it is damaged
    return _load_version(path, tuple((state.st_mtime_ns, state.st_size) for state in states))


@lru_cache(maxsize=8)
def _load_version(path: Path, written: tuple[tuple[int, int], ...]) -> SolvedTable | None:
    return open_solved(path)


class Perfect(UrAgent):
    """Plays the move with the highest win probability of the solved game."""

    title = "Win probability after each move"
    tables: Path | None = None
    """The folder of solved tables; None for that of the data directory."""

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Take a seat and find the table; raises `NoTable`."""
        super().begin(seats, game, params, rng)
        self.table = find_table(self.rule_set.id, self.pieces, self.tables)

    def scores(self, state: State, limit: Limit) -> Sequence[float]:
        """Return the win probability after each legal move."""
        own, other = state.side(state.turn), state.side(1 - state.turn)
        after, roll, pieces = self.table.after, state.roll, self.pieces
        return [after(own, other, int(move), roll, pieces) for move in state.moves]

    def choose(self, state: State, scores: Sequence[float]) -> int:
        """Return the best move; of equal ones, the move of the least advanced piece."""
        least = max(scores) - self.table.ties
        return next(i for i, score in enumerate(scores) if score >= least)

    def reason(self, state: State, scores: Sequence[float], chosen: int) -> str:
        """Return the chance to win, and that after the next best move."""
        return share_reason(scores, chosen)

    def explain(self, state: State, scores: Sequence[float], chosen: int) -> Mind:
        """Return the candidates, and what the rolls that follow are worth."""
        items: list[MindItem] = [candidates(state, scores, chosen, self.title, "%")]
        after, _ = GAME.apply(state, {state.turn: state.moves[chosen]})
        if after.acting:
            items.append(roll_bars(self.table, after, state.turn))
        return tuple(items)


def roll_values(table: WinTable, state: State) -> list[tuple[int, float, float]]:
    """Return each roll before `state` is rolled: (roll, probability, the mover's win probability by
    `table`).
    """
    whole = sum(weight for _, weight in table.rule_set.dice)
    found = []
    for outcome, weight in GAME.chance(state):
        rolled, _ = GAME.apply(state, {CHANCE: outcome})
        found.append((rolled.roll, weight / whole, best_after_roll(table, rolled)))
    return found


def best_after_roll(table: WinTable, state: State) -> float:
    """Return the mover's win probability after its roll by `table`, under perfect play of both."""
    own, other, pieces = state.side(state.turn), state.side(1 - state.turn), state.pieces
    if state.moves == (PASS,):
        return 1.0 - table.value(other, own, pieces)
    return max(table.after(own, other, int(m), state.roll, pieces) for m in state.moves)


def roll_bars(table: WinTable, state: State, seat: int) -> Bars:
    """Return the value of each next roll to a `seat` by `table`, as an item of a mind."""
    rows = roll_values(table, state)
    worths = tuple(v if state.turn == seat else 1.0 - v for _, _, v in rows)
    who = "its own next" if state.turn == seat else "the opponent's"
    labels = tuple(str(roll) for roll, _, _ in rows)
    return Bars(f"Chance to win after {who} roll", labels, worths, reference=0.5)
