"""Recordings: what the experts thought before each symbol of a sequence.

A recording does not depend on any weight, so it is made once and replayed as often as a fit needs.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from ai.lab.numbers.data import Sequence
from ai.sequence.bank import ExpertBank
from ai.sequence.experts import TABLES
from games.arrays import FloatArray, IntArray

OPPONENT_MARK: Final = " opponent"
"""Added to the name of a study where the opponent's symbols are seen."""


class Recording(NamedTuple):
    """One sequence as the experts saw it: counts (n, tables, k), evidence (n, rows, k).

    `rows` (rows,) has their places in `ROWS`, `weight_index` (n, rows) the weights of a mixer that
    apply. `own` is the number of tables that forecast the player; their evidence follows from the
    counts once concentrations are known.
    """

    study: str
    player: str
    k: int
    opponent: bool
    own: int
    tables: IntArray
    moves: IntArray
    counts: np.ndarray[Any, np.dtype[np.float32]]
    evidence: np.ndarray[Any, np.dtype[np.float32]]
    rows: IntArray
    weight_index: np.ndarray[Any, np.dtype[np.int16]]


def record(sequence: Sequence, opponent: bool) -> Recording:
    """Let the experts watch a sequence, with or without its opponent."""
    bank = ExpertBank(sequence.k, opponent, np.ones(len(TABLES)))
    counts, evidence, index = [], [], []
    for t, symbol in enumerate(sequence.moves):
        bank.read()
        counts.append(bank.counts.now.astype(np.float32))
        evidence.append(bank.evidence.matrix.astype(np.float32))
        index.append(bank.evidence.index.astype(np.int16))
        other = int(sequence.other[t]) if opponent and sequence.other is not None else None
        bank.observe(int(symbol), other)
    study = sequence.study + (OPPONENT_MARK if opponent else "")
    return Recording(
        study,
        sequence.player,
        sequence.k,
        opponent,
        bank.layout.own,
        np.array(bank.layout.tables),
        sequence.moves,
        np.stack(counts),
        np.stack(evidence),
        bank.evidence.rows,
        np.stack(index),
    )


def smooth(recording: Recording, concentration: FloatArray) -> Recording:
    """Return the recording with the evidence that these concentrations give."""
    own = recording.own
    prior = concentration[recording.tables[:own]].astype(np.float32)[None, :, None]
    evidence = recording.evidence.copy()
    np.log(recording.counts[:, :own] + prior, out=evidence[:, :own])
    return recording._replace(evidence=evidence)


def seed_forecast(recording: Recording) -> FloatArray:
    """Return the forecasts (n, k) of the original's model over a `recording`."""
    counts = recording.counts[:, 0].astype(np.float64) + 1.0
    return np.asarray(counts / counts.sum(axis=1, keepdims=True))
