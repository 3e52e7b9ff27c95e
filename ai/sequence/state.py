"""The learned state of the predictor as plain arrays: exact round trip, local priors.

An export holds the history the experts look at, the counts that are not 0, the learned shift of
each mixer's weights with its precision, the shifts of the filter with the covariance that is left,
and the belief in each member of the blends. All values are exported in the precision they have in
memory, so that a restored predictor makes the same forecasts to the last bit. The state that
outlasts a match is `settled`: values in half precision, the seven leading bits of counts that fade.
That takes a third of the room and costs forecasts less than can be measured. Members are matched by
name: after a new fit, the learned state is kept relative to the new starting weights.

A *local prior* merges several exports of one machine into one that new players start from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ai.sequence.bank import WEIGHTS, ExpertBank
from ai.sequence.ensemble import Ensemble
from ai.sequence.experts import RUN_CAP, SLOTS, TABLES
from ai.sequence.logit import LogitFilter
from ai.sequence.mixing import Mixers
from games.arrays import BadWeights, FloatArray

AnyArray = NDArray[Any]

STATE_FORMAT: Final = 2
SETTLED_FORMAT: Final = 3
"""The versions of the two layouts, as the header of each says it."""
MOST_SYMBOLS: Final = 10**9
"""More symbols than anybody makes: what says so is damaged."""
_HALVED: Final = ("shift", "curvature", "logit", "covariance")
_LOW_BITS: Final = np.uint32(17)
"""So many of the 24 bits of a count that fades are not kept."""
_ROUNDED: Final = 1e-4
"""How far below 0 an eigenvalue of a covariance may come by being kept in few bits."""
_LARGEST: Final = 1e5
"""No learned weight, curvature or covariance comes near this size."""
HEADER: Final = ("format", "k", "opponent", "prior", "cells", "weights")
LOCAL_ROW_CAP: Final = 2.0
"""At most so many observations of other players stand behind a context for a new one.

This and the next number were chosen by hand.
"""
LOCAL_HALF: Final = 100
"""A player counts for half of its weight in a local prior after so many symbols."""


_DAMAGED: Final = "The saved knowledge about this player is damaged; forget it."
_SIGNED: Final = ("shift", "logit", "covariance")
"""The arrays whose values may be negative."""


class BadState(BadWeights):
    """Saved knowledge about a player is damaged or does not fit this program."""


def pack(bank: ExpertBank, mixers: Mixers, ensemble: Ensemble, prior: bool) -> dict[str, AnyArray]:
    """Return the learned state of `bank`, `mixers` and `ensemble` for `np.savez_compressed`.

    `prior` is True if the predictor knew people from the start.
    """
    cells = np.flatnonzero(bank.counts.cells)
    header = [STATE_FORMAT, bank.k, bank.opponent, prior, bank.counts.cells.size, WEIGHTS]
    return {
        "header": np.array(header, dtype=np.int64),
        "cells": cells.astype(np.uint32),
        "counts": bank.counts.cells[cells],
        "members": np.array(ensemble.members),
        "belief": np.concatenate([blend.belief for blend in ensemble.blends]),
        "shift": mixers.shift.copy(),
        "curvature": mixers.curvature.copy(),
        **_pack_logit(ensemble.logit),
        **_pack_history(bank),
    }


def _pack_history(bank: ExpertBank) -> dict[str, AnyArray]:
    arrays: dict[str, AnyArray] = {
        "recent": np.array(bank.history.recent(), dtype=np.int64),
        "slots": bank.history.slots.astype(np.uint8),
        "rank": bank.history.rank.astype(np.uint8),
        "last_used": bank.history.last_used.copy(),
    }
    for number, echo in enumerate(bank.echoes):
        arrays[f"past{number}"] = np.array(echo.past, dtype=np.uint8)
        arrays[f"echo{number}"] = np.array(echo.position, dtype=np.int64)
    return arrays


def _pack_logit(logit: LogitFilter | None) -> dict[str, AnyArray]:
    """Return the shifts of `logit` and its covariance; of the latter its upper half."""
    if logit is None:
        empty = np.zeros(0, dtype=np.float32)
        return {"logit": empty.reshape(0, 0), "covariance": empty}
    upper = np.triu_indices(len(logit.covariance))
    return {"logit": logit.shift.copy(), "covariance": logit.covariance[upper]}


def settled(arrays: Mapping[str, AnyArray], bank: ExpertBank) -> dict[str, AnyArray]:
    """Return the `arrays` that `pack` made of `bank`, in less room; `unpack` reads them, too.

    Which of the counts that fade are not 0 is held as bits; those below 6e-8 are 0. A predictor
    that is made from this settles to the very same.
    """
    counts = np.zeros(bank.counts.cells.size, dtype=np.float32)
    counts[arrays["cells"]] = arrays["counts"]
    faded = _shortened(counts[bank.layout.fading])
    header = arrays["header"].copy()
    header[HEADER.index("format")] = SETTLED_FORMAT
    kept = {name: array for name, array in arrays.items() if name not in ("cells", "counts")}
    halved = {
        name: np.clip(arrays[name], -60_000.0, 60_000.0).astype(np.float16) for name in _HALVED
    }
    return {
        **kept,
        **halved,
        "header": header,
        "steady": counts[~bank.layout.fading],
        "used": np.packbits(faded != 0),
        "faded": faded[faded != 0],
    }


def _shortened(counts: NDArray[np.float32]) -> NDArray[np.float16]:
    """Return counts cut to their seven leading bits: none is larger than it was.

    Sums of counts that fade come close to a limit where the experts tell small from large, and
    never to it; rounded up they would.
    """
    bits = counts.view(np.uint32) >> _LOW_BITS << _LOW_BITS
    return bits.view(np.float32).astype(np.float16)


def completed(arrays: Mapping[str, AnyArray], bank: ExpertBank) -> Mapping[str, AnyArray]:
    """Return the `arrays` as `pack` makes them of a `bank`, settled or not; raises `BadState`."""
    if read_header(arrays)["format"] == STATE_FORMAT:
        return arrays
    used, steady, faded = (arrays.get(name) for name in ("used", "steady", "faded"))
    fading, count = bank.layout.fading, int(bank.layout.fading.sum())
    if used is None or used.dtype != np.uint8 or used.shape != ((count + 7) // 8,):
        raise BadState(_DAMAGED)
    places = np.flatnonzero(np.unpackbits(used, count=count))
    if (
        steady is None
        or faded is None
        or (steady.shape, faded.shape) != ((len(fading) - count,), places.shape)
        or steady.dtype != np.float32
        or faded.dtype != np.float16
    ):
        raise BadState(_DAMAGED)
    values = np.zeros(count, dtype=np.float32)
    values[places] = faded
    counts = np.zeros(len(fading), dtype=np.float32)
    counts[fading], counts[~fading] = values, steady
    cells, header = np.flatnonzero(counts).astype(np.uint32), arrays["header"].copy()
    header[HEADER.index("format")] = STATE_FORMAT
    return {**arrays, "header": header, "cells": cells, "counts": counts[cells]}


def read_header(arrays: Mapping[str, AnyArray]) -> dict[str, int]:
    """Return the header of `arrays` by name; raises BadState if it is not one of this format."""
    header = arrays.get("header")
    if header is None or header.shape != (len(HEADER),) or header.dtype.kind not in "iu":
        raise BadState("This is not saved knowledge about a player; choose another file.")
    values = dict(zip(HEADER, (int(v) for v in header), strict=True))
    if values["format"] not in (STATE_FORMAT, SETTLED_FORMAT) or not 2 <= values["k"] <= 10:
        raise BadState(
            f"Saved knowledge of format {values['format']} for {values['k']} symbols cannot be "
            "used here; forget it and start afresh."
        )
    return values


def unpack(
    arrays: Mapping[str, AnyArray], bank: ExpertBank, mixers: Mixers, ensemble: Ensemble
) -> None:
    """Fill fresh `bank`, `mixers` and `ensemble` from the `arrays` of `pack` or `settled`.

    Raises BadState if an array does not fit.
    """
    header = read_header(arrays)
    if header["cells"] != bank.counts.cells.size or header["weights"] != WEIGHTS:
        raise BadState("The experts have changed since this was saved; forget it and start afresh.")
    arrays = completed(arrays, bank)
    _check(arrays, bank)
    bank.counts.cells[arrays["cells"]] = arrays["counts"]
    bank.history.restore(
        [int(v) for v in arrays["recent"]], arrays["slots"], arrays["rank"], arrays["last_used"]
    )
    for number, echo in enumerate(bank.echoes):
        place, matched = (int(v) for v in arrays[f"echo{number}"])
        echo.restore([int(v) for v in arrays[f"past{number}"]], place, matched)
    saved = [str(name) for name in arrays["members"]]
    _unpack_belief(arrays, saved, ensemble)
    for place, name in enumerate(ensemble.members[: len(mixers.shift)]):
        if name in saved[: len(arrays["shift"])]:
            mixers.shift[place] = arrays["shift"][saved.index(name)]
            mixers.curvature[place] = arrays["curvature"][saved.index(name)]
    if ensemble.logit is not None:
        _unpack_logit(arrays, saved, ensemble, ensemble.logit)


def _unpack_belief(arrays: Mapping[str, AnyArray], saved: list[str], ensemble: Ensemble) -> None:
    """Members of `ensemble` among `saved` get their belief back, others their first trust."""
    begin = 0
    for blend in ensemble.blends:
        names = ensemble.members[begin : begin + len(blend.trust)]
        begin += len(names)
        belief = blend.trust.copy()
        for place, name in enumerate(names):
            if name in saved:
                belief[place] = arrays["belief"][saved.index(name)]
        blend.belief[:] = belief if saved == list(ensemble.members) else belief / belief.sum()


def _unpack_logit(
    arrays: Mapping[str, AnyArray], saved: list[str], ensemble: Ensemble, logit: LogitFilter
) -> None:
    """Give `logit` back its shifts, by names `saved`, and its covariance unless none was kept."""
    rows = len(logit.covariance)
    kept, first = arrays["covariance"], len(ensemble.crowds[0].trust)
    if arrays["logit"].shape[1] != rows or kept.size not in (0, rows * (rows + 1) // 2):
        raise BadState(_DAMAGED)
    offset = len(arrays["shift"])
    for place in range(len(logit.shift)):
        name = ensemble.members[first + place]
        if name in saved[offset : offset + len(arrays["logit"])]:
            logit.shift[place] = arrays["logit"][saved.index(name) - offset]
    if kept.size:
        upper = np.triu_indices(rows)
        logit.covariance[upper] = kept
        logit.covariance.T[upper] = kept
        try:  # whether none of its eigenvalues is below that, quicker than finding them
            np.linalg.cholesky(logit.covariance + _ROUNDED * np.eye(rows))
        except np.linalg.LinAlgError:
            raise BadState(_DAMAGED) from None


def _check(arrays: Mapping[str, AnyArray], bank: ExpertBank) -> None:
    """Raise BadState unless each of `arrays` is there, with the shape, kind and range of `bank`."""
    damaged = BadState(_DAMAGED)
    members = arrays.get("members", np.zeros(0))
    if members.dtype.kind != "U" or members.ndim != 1:
        raise damaged
    shapes = {
        "counts": ("f", arrays.get("cells", np.zeros(1)).shape),
        "belief": ("f", members.shape),
        "shift": ("f", (len(arrays.get("curvature", members)), WEIGHTS)),
        "curvature": ("f", (len(arrays.get("shift", members)), WEIGHTS)),
        "logit": ("f", arrays.get("logit", np.zeros((0, 0))).shape[:2]),
        "covariance": ("f", arrays.get("covariance", np.zeros(0)).shape[:1]),
        "cells": ("iu", arrays.get("counts", np.zeros(0)).shape),
        "recent": ("iu", (5,)),
        "slots": ("iu", (len(SLOTS),)),
        "rank": ("iu", (bank.k,)),
        "last_used": ("iu", (bank.k,)),
    }
    for number in range(len(bank.echoes)):
        shapes[f"echo{number}"] = ("iu", (2,))
        shapes[f"past{number}"] = ("iu", arrays.get(f"past{number}", np.zeros((0, 0))).shape[:1])
    for name, (kind, shape) in shapes.items():
        array = arrays.get(name)
        if array is None or array.dtype.kind not in kind or array.shape != shape:
            raise damaged
        if kind == "f" and not bool(
            np.isfinite(array).all() and (name in _SIGNED or _positive(array))
        ):
            raise damaged
    if not _in_range(arrays, bank):
        raise damaged


def _positive(array: AnyArray) -> bool:
    return bool((array >= -1e-3).all())  # a curvature may fall below 0 by rounding


def _in_range(arrays: Mapping[str, AnyArray], bank: ExpertBank) -> bool:
    k = bank.k
    length, run, before, last, other = (int(v) for v in arrays["recent"])
    limits = np.array([RUN_CAP if slot == "run" else k for slot in SLOTS])
    cells, counts = arrays["cells"], arrays["counts"]
    fine = [
        bool(((cells >= 0) & (cells < bank.counts.cells.size)).all()),
        bool(((counts >= 0) & (counts <= length + LOCAL_ROW_CAP)).all()),
        bool(((arrays["belief"] > 0) & (arrays["belief"] <= 1.0 + 1e-9)).all()),
        *(bool((np.abs(arrays[name].astype(float)) < _LARGEST).all()) for name in _HALVED),
        bool(((arrays["slots"] >= 0) & (arrays["slots"] < limits)).all()),
        sorted(arrays["rank"].tolist()) == list(range(k)),
        bool(((arrays["last_used"] >= -1) & (arrays["last_used"] < max(length, 1))).all()),
        0 <= length <= MOST_SYMBOLS and 0 <= run <= RUN_CAP,
        min(before, last, other) >= 0 and max(before, last) <= k and other < k,
    ]
    for number, echo in enumerate(bank.echoes):
        place, matched = (int(v) for v in arrays[f"echo{number}"])
        past = arrays[f"past{number}"]
        fine.append(bool(((past >= 0) & (past < (k * k if number else k))).all()))
        fine.append(0 <= matched <= len(past) <= echo.capacity)
        fine.append(0 <= place < max(len(past), 1))
    return all(fine)


def local_prior(states: Sequence[Mapping[str, AnyArray]]) -> dict[str, AnyArray]:
    """Merge the `states` of several players of one game into what a new player starts from.

    Learned weights and beliefs are averaged (players with few symbols count less, and the average
    of few players is drawn to the common start); counts become at most `LOCAL_ROW_CAP`
    observations a context; the original's own table and all history stay out.
    """
    if not states:
        raise BadState("A local prior needs at least one player's saved knowledge.")
    shape = read_header(states[0])
    bank = ExpertBank(shape["k"], bool(shape["opponent"]), np.ones(len(TABLES)))
    states = [completed(state, bank) for state in states]
    headers = [read_header(state) for state in states]
    if any(header != headers[0] for header in headers):
        raise BadState("Only players of the same game and program can be merged.")
    first = states[0]
    if any(state["members"].tolist() != first["members"].tolist() for state in states):
        raise BadState("Players whose mixers differ cannot be merged.")
    for state in states:
        _check(state, bank)
    lengths = np.array([int(state["recent"][0]) for state in states], dtype=np.float64)
    part = lengths / (lengths + LOCAL_HALF)
    part /= part.sum() + 1.0
    counts = _merge_counts(states, bank, part)
    cells = np.flatnonzero(counts)
    return _pack_history(bank) | {
        "header": first["header"].copy(),
        "cells": cells.astype(np.uint32),
        "counts": counts[cells],
        "members": first["members"].copy(),
        "belief": np.mean([state["belief"] for state in states], axis=0),
        "shift": _merge_shifts(states, part, "shift"),
        "curvature": np.zeros_like(first["curvature"]),
        "logit": _merge_shifts(states, part, "logit"),
        "covariance": np.zeros(0, dtype=np.float32),
    }


def _merge_shifts(
    states: Sequence[Mapping[str, AnyArray]], part: FloatArray, name: str
) -> NDArray[np.float32]:
    total = np.zeros(states[0][name].shape)
    for share, state in zip(part, states, strict=True):
        total += share * state[name]
    return total.astype(np.float32)


def _merge_counts(
    states: Sequence[Mapping[str, AnyArray]], bank: ExpertBank, part: FloatArray
) -> NDArray[np.float32]:
    total = np.zeros(bank.counts.cells.size)
    for share, state in zip(part, states, strict=True):
        total[state["cells"]] += share * state["counts"]
    rows = total.reshape(-1, bank.k)
    size = rows.sum(axis=1, keepdims=True)
    rows *= np.minimum(1.0, LOCAL_ROW_CAP / np.maximum(size, 1e-9))
    rows[: bank.k**2] = 0.0
    return total.astype(np.float32)
