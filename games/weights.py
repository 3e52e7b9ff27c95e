"""The file of learned weights in use: one that was trained on this machine, else the shipped one.

Weights have a name, `GAME/AGENT` as in "ur/learner". The shipped file is `assets/weights/NAME.npz`;
`main.py train` writes `weights/NAME.npz` in the folder of saved data. Each has its card beside it,
`NAME.json`: its making, its measured strength, and, in `SUM`, the SHA-256 of its file, which
distinguishes half a pair from a whole one.

A process uses the shipped files unless `choose` is called at its start, once: the window chooses
its folder of saved data and hands its choice on to its workers (`ai.worker`), so do `train`, `arena
--trained` and `analyse --trained` to theirs (`ai.lab.jobs`). Attract mode, `bench` and the tests do
not choose. The files found are held until `look_again`, so that no frame asks the disk and a
training that ends during a match does not change it.

A trained file that is damaged, or that its agent cannot use, does not stop play: it is renamed, the
shipped one is used, and a notice reports it. A player's file is never deleted.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any, Final, Generic, NamedTuple, TypeVar

from games.arrays import BadWeights
from games.paths import WEIGHTS, read_plain

T = TypeVar("T")
Card = Mapping[str, Any]

FOLDER: Final = "weights"
"""The folder of trained weights inside that of saved data."""
SUM: Final = "sha256_of_file"
DAY: Final = "trained_on"
"""What the writer of weights adds to every card: the sum of the file, and the day (ISO 8601)."""
MEASURED_WITH: Final = "measured_with"
"""In a card of measurements alone: the sums of the weights that were measured, by their names."""
WEIGHTS_BYTES: Final = 16 << 20
"""A larger file is none of weights: the largest that ships has 4,084,028 bytes."""
CARD_BYTES: Final = 1 << 18
"""A larger file is no card: the largest that ships has 6,884 bytes."""
REPLACING_SECONDS: Final = 0.1
"""A file and its card are put in place one after the other; whoever comes between looks again."""
_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)


class Trained(NamedTuple):
    """A whole file of trained weights: where it is, and its SHA-256."""

    path: Path
    sum: str


class _Choice:
    """The choice of this process, and the files that it has found there."""

    def __init__(self) -> None:
        self.folder: Path | None = None
        self.trained: dict[str, Trained | None] = {}
        self.notices: list[str] = []


_CHOICE: Final = _Choice()


def choose(folder: Path | None) -> None:
    """Use the weights that were trained into `folder`, where there are any; None: the shipped ones.

    Call it once, when a process starts.
    """
    if folder != _CHOICE.folder:
        _CHOICE.folder = folder
        look_again()


def chosen() -> Path | None:
    """Return the folder of trained weights that this process uses, None if it uses what ships."""
    return _CHOICE.folder


@contextlib.contextmanager
def choosing(folder: Path | None) -> Iterator[None]:
    """Choose `folder` for a while (see `choose`)."""
    before = _CHOICE.folder
    choose(folder)
    try:
        yield
    finally:
        choose(before)


def look_again() -> None:
    """Ask the disk anew what was trained, before a match or a page begins."""
    _CHOICE.trained.clear()


def take_notices() -> tuple[str, ...]:
    """Return the notices for the player about trained weights, and forget them."""
    taken = tuple(_CHOICE.notices)
    _CHOICE.notices.clear()
    return taken


# -- files ---------------------------------------------------------------------------------


def shipped(name: str) -> Path:
    """Return the file of the weights that ship as `name`."""
    return WEIGHTS / f"{name}.npz"


def trained(name: str) -> Trained | None:
    """Return the whole file that was trained as `name`; None where what ships is in use."""
    if _CHOICE.folder is None:
        return None
    if name not in _CHOICE.trained:
        path = _CHOICE.folder / f"{name}.npz"
        _CHOICE.trained[name] = _whole(path) if os.path.lexists(path) else None
    return _CHOICE.trained[name]


def in_use(name: str) -> Path:
    """Return the file of the weights `name` that is in use."""
    found = trained(name)
    return shipped(name) if found is None else found.path


def trained_names(folder: Path, game: str) -> list[str]:
    """Return the names of what was trained for `game` into a `folder` of weights, sorted."""
    files = {path.stem for path in (folder / game).glob("*") if path.suffix in (".npz", ".json")}
    return sorted(f"{game}/{stem}" for stem in files if not stem.endswith(".part"))


def sum_of(path: Path) -> str:
    """Return the SHA-256 of the file at `path` in hexadecimal digits, "" if it cannot be read."""
    try:
        return hashlib.sha256(read_plain(path, WEIGHTS_BYTES)).hexdigest()
    except OSError:
        return ""


def _whole(path: Path) -> Trained | None:
    """Return a file of weights that its card belongs to; any other is put aside."""
    for again in (True, False):
        found = sum_of(path)
        if found and found == card_at(path).get(SUM):
            return Trained(path, found)
        if again:
            time.sleep(REPLACING_SECONDS)
    refuse(path, "is damaged")
    return None


def _pair(path: Path) -> list[Path]:
    """Return a file of weights and its card, as far as they are there."""
    return [file for file in (path, path.with_suffix(".json")) if os.path.lexists(file)]


def set_aside(path: Path, word: str = "bad") -> Path:
    """Rename the file at `path` to NAME.bad-1, -2, ..., which are never read; return its new path.

    `word` is the reason for putting it away. Raises `OSError`.
    """
    number = 1
    while (aside := path.with_name(f"{path.name}.{word}-{number}")).exists():
        number += 1
    os.replace(path, aside)
    return aside


def refuse(path: Path, why: str) -> None:
    """Put the trained weights at `path` aside, which cannot be used; use what ships, and tell so.

    `why` goes on after the name of the file in the notice.
    """
    names = []
    for file in _pair(path):
        with contextlib.suppress(OSError):  # a folder that cannot be written to
            names.append(set_aside(file).name)
    for name, found in list(_CHOICE.trained.items()):
        if found is not None and found.path == path:
            _CHOICE.trained[name] = None
    kept = f" (it is {names[0]} now)" if names else ""
    told = f"{path.parent.name}/{path.name}, which you trained, {why}{kept}; what ships is used."
    _CHOICE.notices.append(told)


def reset(name: str, folder: Path) -> list[Path]:
    """Go back to what ships as `name`: put what lies in `folder` aside, as NAME.aside-1, -2, ...

    Returns where it lies now, the weights before their card. Raises `OSError`.
    """
    moved = [set_aside(file, "aside") for file in _pair(folder / f"{name}.npz")]
    look_again()
    return moved


# -- cards ---------------------------------------------------------------------------------


def card_at(path: Path) -> Card:
    """Return the card beside the weights at `path`; empty where it cannot be read."""
    try:
        found = json.loads(read_plain(path.with_suffix(".json"), CARD_BYTES))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def card(name: str) -> Card:
    """Return the card of the weights `name` in use; empty where it cannot be read."""
    return card_at(in_use(name))


def measured(name: str, *of: str) -> Card:
    """Return the card of measurements `name` that were made with the weights `of` as they are in
    use.

    Empty where these weights were not measured.
    """
    sums = {weights: sum_of(in_use(weights)) for weights in of}
    folders = (WEIGHTS,) if _CHOICE.folder is None else (_CHOICE.folder, WEIGHTS)
    cards = (card_at(folder / f"{name}.npz") for folder in folders)
    return next((found for found in cards if found.get(MEASURED_WITH) == sums), {})


def stamped(plain: Card, content: bytes) -> dict[str, Any]:
    """Return the card `plain` with the sum of the `content` of its file, and today's date."""
    return {**plain, SUM: hashlib.sha256(content).hexdigest(), DAY: date.today().isoformat()}


def in_words(day: object) -> str:
    """Return a `day` (ISO 8601) as people say it; "" for what is none."""
    try:
        found = date.fromisoformat(str(day))
    except ValueError:
        return ""
    return f"{found.day} {_MONTHS[found.month - 1]} {found.year}"


# -- weights as an agent has them ----------------------------------------------------------


class Weights(Generic[T]):
    """The weights of one name as their agent reads them: from the file in use.

    `read` makes of a file what the agent needs, and raises `BadWeights` for a file that does not
    hold it. `part` begins the sentence about them, as "Plays with".
    """

    def __init__(self, name: str, read: Callable[[Path], T], part: str = "Plays with") -> None:
        self.name, self.read, self.part = name, read, part
        self._kept: tuple[Trained, T] | None = None

    def load(self) -> T:
        """Return the weights in use as read; raises `BadWeights` where the shipped ones are bad.

        Trained ones for which the reader raises any exception are put aside.
        """
        found = trained(self.name)
        if found is not None:
            try:
                return self._once(found)
            except Exception:  # whatever a whole file of somebody else makes a reader raise
                refuse(found.path, "does not fit this version of the arcade")
        return self._once(Trained(shipped(self.name), ""))

    def _once(self, found: Trained) -> T:
        """Return the content of a file, read once until it changes."""
        if self._kept is None or self._kept[0] != found:
            self._kept = found, self.read(found.path)
        return self._kept[1]

    @property
    def trained(self) -> bool:
        """True if those in use were trained on this machine, and are what the agent needs."""
        if trained(self.name) is None:
            return False
        with contextlib.suppress(BadWeights):  # what ships is lost, too
            self.load()
        return trained(self.name) is not None

    @property
    def card(self) -> Card:
        """The card of those in use."""
        return card(self.name)

    def told(self) -> str:
        """Return the sentence about trained weights, "" where what ships is in use."""
        if not self.trained:
            return ""
        day = in_words(self.card.get(DAY))
        return f"{self.part} weights that you trained{day and f' on {day}'}."


# -- figures of cards ----------------------------------------------------------------------

UNKNOWN: Final = "not measured"
"""What stands in a text for a figure that its card lacks."""
_LARGEST_FIGURE: Final = 10**15
"""Figures are smaller than this: larger ones would fill a page, and many cannot be formatted."""


def read_card(game_id: str, agent_id: str) -> Card:
    """Return the card of the weights in use of agent `agent_id` in `game_id`.

    Empty if it cannot be read.
    """
    return card(f"{game_id}/{agent_id}")


def figure(card: Mapping[str, Any], *keys: str, form: str = "", unit: str = "") -> str:
    """Return the number below `keys` in a card, one level a key, as text in the format `form`.

    `form` is a format specification, such as ".1f" or ","; `unit` stands behind the number. Returns
    `UNKNOWN` where there is no number, or one that no measurement gives.
    """
    found: Any = card
    for key in keys:
        found = found.get(key) if isinstance(found, Mapping) else None
    if type(found) not in (int, float) or not abs(found) < _LARGEST_FIGURE:  # NaN is below nothing
        return UNKNOWN
    return f"{format(found, form)}{unit}"
