"""The start of the predictor: weights learned from people, as they are kept in a file.

The weights `numbers/mind` (`games.weights`) hold plain arrays: the starting weights and learning
rates of every mixer (`ai.sequence.mixing`), the concentration of every table's prior
(`ai.sequence.bank`), and the populations that a person may come from (`ai.sequence.logit`).
`ai.lab.numbers.train` fits and writes them, with a card beside them that gives data, seed and
cross-validated figures.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.files import damage_error, read_arrays, short_path
from ai.sequence.bank import ROWS, WEIGHTS
from ai.sequence.experts import TABLES
from ai.sequence.logit import MIDDLE_ALPHABET, Population, Variety
from games.agents import LostWeights
from games.arrays import FloatArray
from games.paths import arcade_command
from games.weights import Weights

AnyArray = NDArray[Any]

TRUST: Final[dict[str, float]] = {
    "kind": 0.5,
    "study": 0.4,
    "people": 0.05,
    "broad": 0.1,
    "neutral": 0.06,
    "plain": 0.12,
}
"""First trust in each role of a mixer (scaled to sum 1); roles that do not apply are left out.

`kind` was fitted to people over this very alphabet, `study` to one study of them, `people`
to people over all alphabets, `broad` to people and made-up players, `neutral` to made-up
players; `plain` trusts all tables alike at first and learns fast.
"""
MOST_WEIGHT: Final = 744.0
"""A weight or a rate is at most of this size: with a larger one a single piece of evidence, which
is 1 where a habit holds, makes a probability smaller than any double but 0 (exp of -745)."""
MOST_COUNT: Final = float(2**24)
"""A concentration or a trust is at most of this size: counts are in single precision, and beside
a larger one another observation is lost."""
_MOST: Final[dict[str, float]] = {
    "concentration": MOST_COUNT,
    "population_trust": MOST_COUNT,
    "variety_covariance": MOST_WEIGHT**2,
}
"""How large the numbers of an array may be, where that is not `MOST_WEIGHT`."""
PEOPLELESS: Final = ("neutral", "plain")
"""The roles that know nothing of people."""


class Fitted(NamedTuple):
    """One fitted mixer: its role in the blend, where it applies, and its weights (WEIGHTS,).

    `alphabet` is the k it was fitted to, 0 for any. The starting weight for k symbols is
    `start + growth * log(k / MIDDLE_ALPHABET)`.
    """

    name: str
    role: str
    alphabet: int
    opponent: bool
    start: FloatArray
    growth: FloatArray
    rate: FloatArray

    def start_for(self, k: int) -> FloatArray:
        """Return the starting weights (WEIGHTS,) for `k` symbols."""
        return np.asarray(self.start + self.growth * np.log(k / MIDDLE_ALPHABET))


_BLOCKS: Final[tuple[tuple[str, type[NamedTuple], tuple[int, ...]], ...]] = (
    ("", Fitted, (WEIGHTS,)),
    ("population_", Population, (ROWS,)),
    ("variety_", Variety, (ROWS, ROWS)),
)
"""Prefix of the names of arrays, what a row of them is, and the shape of a row's numbers."""


class PredictorWeights(NamedTuple):
    """The weights learned from people: mixers, the concentration (len(TABLES),) of each prior,
    populations, and the covariances between their people.
    """

    mixers: tuple[Fitted, ...]
    concentration: FloatArray
    populations: tuple[Population, ...] = ()
    varieties: tuple[Variety, ...] = ()

    def arrays(self) -> dict[str, AnyArray]:
        """Return all as plain arrays, numbers in single precision, as they are stored."""
        columns: dict[str, AnyArray] = {"concentration": self.concentration.astype(np.float32)}
        parts = (self.mixers, self.populations, self.varieties)
        for (prefix, kind, _), rows in zip(_BLOCKS, parts, strict=True):
            for field in kind.__annotations__:
                column = np.array([getattr(row, field) for row in rows])
                columns[prefix + field] = column.astype(np.float32) if column.ndim > 1 else column
        return columns

    def members(self, k: int, opponent: bool, people: bool) -> tuple[tuple[Fitted, float], ...]:
        """Return the mixers for `k` symbols, with or without an `opponent`, each with its trust.

        Without `people` only the roles of PEOPLELESS.
        """
        chosen = [
            mixer
            for mixer in self.mixers
            if mixer.alphabet in (0, k)
            and mixer.opponent == opponent
            and (people or mixer.role in PEOPLELESS)
        ]
        roles = [mixer.role for mixer in chosen]
        return tuple((mixer, TRUST[mixer.role] / roles.count(mixer.role)) for mixer in chosen)

    def origins(self, k: int, opponent: bool) -> tuple[Population, ...]:
        """Return the populations that a player over `k` symbols, with or without an `opponent`, may
        be from.
        """
        return tuple(
            population
            for population in self.populations
            if population.alphabet in (0, k) and population.opponent == opponent
        )

    def variety(self, k: int, opponent: bool) -> FloatArray:
        """Return the covariance between people over `k` symbols, with or without an `opponent`.

        Without such people, return the covariance of all people.
        """
        fits = {
            variety.alphabet: variety.covariance
            for variety in self.varieties
            if variety.alphabet in (0, k) and variety.opponent == opponent
        }
        return fits[max(fits)]


def read_weights(path: Path) -> PredictorWeights:
    """Read the fitted weights at `path`; raises LostWeights: what is wrong and how to mend it."""
    again = arcade_command("train numbers")
    advice = f"get it again from the release, or run `{again}` to fit it again"
    try:
        return _check_weights(read_arrays(path, advice), short_path(path), f"{advice}.")
    except (TypeError, IndexError, AttributeError) as error:  # arrays of another rank
        raise damage_error(path, advice) from error


MIND: Final = Weights("numbers/mind", read_weights)
"""The weights in use, which all readers of choices begin from."""


def _check_weights(arrays: Mapping[str, AnyArray], path: str, advice: str) -> PredictorWeights:
    names = {prefix + field for prefix, kind, _ in _BLOCKS for field in kind.__annotations__}
    missing = {*names, "concentration"} - set(arrays)
    if missing:
        raise LostWeights(f"{path} lacks {', '.join(sorted(missing))}; {advice}")
    if not (arrays["concentration"].shape == (len(TABLES),) and _shapes_fit(arrays)):
        raise LostWeights(f"{path} was made for other experts than these; {advice}")
    if not all(_usable(array, _MOST.get(name, MOST_WEIGHT)) for name, array in arrays.items()):
        raise LostWeights(f"{path} holds values that are not usable numbers; {advice}")
    positive = (arrays["concentration"], arrays["population_trust"])
    if bool((arrays["rate"] < 0).any()) or any(bool((block <= 0).any()) for block in positive):
        raise LostWeights(f"{path} holds negative rates or priors; {advice}")
    if not set(arrays["role"].tolist()) <= set(TRUST):
        raise LostWeights(f"{path} names a role that is not known; {advice}")
    weights = PredictorWeights(
        tuple(Fitted(*row) for row in _rows(arrays, "", Fitted)),
        _doubles(arrays["concentration"]),
        tuple(Population(*row) for row in _rows(arrays, "population_", Population)),
        tuple(Variety(*row) for row in _rows(arrays, "variety_", Variety)),
    )
    _check_roles(weights, path, advice)
    return weights


def _usable(array: AnyArray, most: float) -> bool:
    """Return whether an array holds words, whole numbers, or numbers of a size up to `most`."""
    if array.dtype.kind not in "biuf":
        return array.dtype.kind == "U"
    return bool((np.abs(array.astype(np.float64)) <= most).all())  # no NaN is


def _check_roles(weights: PredictorWeights, path: str, advice: str) -> None:
    """Raise LostWeights unless `weights` serve every alphabet, with and without people.

    Its sentence names the file at `path` and gives the `advice`.
    """
    for opponent in (False, True):
        if not weights.members(4, opponent, False):
            raise LostWeights(f"{path} lacks the mixers that know no people; {advice}")
        any_k = {v.alphabet for v in weights.varieties if v.opponent == opponent}
        if not weights.origins(0, opponent) or 0 not in any_k:
            raise LostWeights(f"{path} lacks the people of all alphabets; {advice}")


def _shapes_fit(arrays: Mapping[str, AnyArray]) -> bool:
    for prefix, kind, shape in _BLOCKS:
        count = len(arrays[f"{prefix}alphabet"])
        for field, hint in kind.__annotations__.items():
            wanted = (count, *(shape if "FloatArray" in str(hint) else ()))
            if arrays[prefix + field].shape != wanted:
                return False
    return True


def _rows(arrays: Mapping[str, AnyArray], prefix: str, kind: type[Any]) -> Iterator[list[Any]]:
    """Yield the values of each row of a `kind`, whose arrays have names that begin with `prefix`.

    Numbers come as read-only doubles, the rest as plain values.
    """
    columns = [arrays[prefix + field] for field in kind.__annotations__]
    for values in zip(*columns, strict=True):
        yield [_doubles(v) if np.ndim(v) else v.item() for v in values]


def _doubles(values: AnyArray) -> FloatArray:
    doubles = np.asarray(values, dtype=np.float64)
    doubles.flags.writeable = False
    return doubles
