"""Learn the populations that a person may come from: what people share, and in what they differ.

The model is the one of `ai.sequence.logit`: a person's weights are drawn from a normal
distribution, and the person's choices from the softmax. Mean and covariance are found by
expectation and maximisation with a Laplace approximation for each person (Dempster, Laird & Rubin
1977; Tierney & Kadane 1986): the most probable weights of each sequence and their remaining
covariance, then the mean and spread of those over the people, again and again.

Every study has a mean of its own. The covariance is taken over the people with one alphabet, drawn
to the average over all alphabets, which in turn is drawn to its diagonal. For alphabets without
people, the means are a straight line in the logarithm of k, and what it leaves over is added to the
average covariance; made-up players with human habits support the line.

The first trust in a study goes inversely with the length of its sequences: what doubt costs is a
sum, but the figure of merit is bits per symbol.
"""

from __future__ import annotations

from collections.abc import Sequence as Several
from typing import Final, NamedTuple

import numpy as np

from ai.lab.numbers.recording import OPPONENT_MARK, Recording
from ai.sequence.bank import ROWS
from ai.sequence.logit import MIDDLE_ALPHABET, Population, Variety
from games.arrays import Float32Array, FloatArray, IntArray

ROUNDS: Final = 16
"""Rounds of expectation and maximisation."""
NEWTON_STEPS: Final = 2
FIRST_VARIANCE: Final = 0.05
ALIKE: Final = 30.0
"""The average covariance counts as many people in that of each alphabet; chosen."""
UNRELATED: Final = 50.0
"""A diagonal covariance counts as many people in the average; chosen."""
ON_THE_LINE: Final = 2.0
"""The line over alphabets counts as many people in the mean of each study; chosen."""
LINE_RIDGE: Final = 0.5
MADE_UP_PART: Final = 0.3
"""What a group of made-up players counts for the line; a study counts 1."""
PEOPLE_TRUST: Final = 0.5
"""First trust in the people of all alphabets; in the people over one alphabet it is 1."""
SMALLEST_VARIANCE: Final = 1e-5
MADE_UP: Final = 0
"""Stands for the alphabet of all made-up players: they share a covariance of their own."""


class Group(NamedTuple):
    """People of one study, or made-up players over one alphabet."""

    name: str
    k: int
    real: bool

    @property
    def kind(self) -> int:
        """The number that those who share a covariance have in common."""
        return self.k if self.real else MADE_UP


class PersonRecord(NamedTuple):
    """One sequence: evidence (n, k, rows), symbols (n,), and the place of the person's group."""

    evidence: Float32Array
    moves: IntArray
    group: int


def fit_populations(
    people: Several[Recording], made_up: Several[Recording], opponent: bool, rounds: int = ROUNDS
) -> tuple[list[Population], list[Variety]]:
    """Fit populations to recordings that were smoothed for their concentrations."""
    used = np.unique(np.concatenate([r.rows for r in (*people, *made_up)]))
    groups = sorted({*(_group(r, True) for r in people), *(_group(r, False) for r in made_up)})
    persons = [_person(r, groups.index(_group(r, True)), used) for r in people]
    persons += [_person(r, groups.index(_group(r, False)), used) for r in made_up]
    fit = _Fit(groups, persons, len(used))
    for _ in range(rounds):
        fit.expect()
        fit.maximise()
    return fit.result(used, opponent)


def _group(recording: Recording, real: bool) -> Group:
    name = recording.study if real else f"{recording.study} {recording.k}"
    return Group(name, recording.k, real)


def _person(recording: Recording, group: int, used: IntArray) -> PersonRecord:
    """Leave out what the recording lacks: its rows stay 0 and leave their weights open."""
    evidence = np.zeros((len(recording.moves), recording.k, len(used)), dtype=np.float32)
    evidence[:, :, np.searchsorted(used, recording.rows)] = recording.evidence.transpose(0, 2, 1)
    return PersonRecord(evidence, recording.moves, group)


def most_probable(
    person: PersonRecord, start: FloatArray, mean: FloatArray, precision: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return the person's weights (rows,) after some Newton steps, and their covariance."""
    weights, rows = start, len(start)
    evidence, n = person.evidence, np.arange(len(person.moves))
    for _ in range(NEWTON_STEPS):
        score = evidence @ weights.astype(np.float32)
        forecast = np.exp(score - score.max(axis=1, keepdims=True))
        forecast /= forecast.sum(axis=1, keepdims=True)
        centre = (forecast[:, None, :] @ evidence)[:, 0]
        spread = ((evidence - centre[:, None]) * np.sqrt(forecast)[:, :, None]).reshape(-1, rows)
        slope = (evidence[n, person.moves] - centre).sum(axis=0, dtype=np.float64)
        slope -= precision @ (weights - mean)
        curvature = (spread.T @ spread).astype(np.float64) + precision
        step = np.linalg.solve(curvature, slope)
        weights = weights + step * min(1.0, 3.0 / float(np.abs(step).max() + 1e-9))
    return weights, np.linalg.inv(curvature)


class _Fit:
    """The state of the fit: means (groups, rows), one covariance (rows, rows) for each kind."""

    def __init__(self, groups: list[Group], persons: list[PersonRecord], rows: int) -> None:
        self.groups, self.persons, self.rows = groups, persons, rows
        self.place = np.array([person.group for person in persons])
        self.kinds = np.array([groups[place].kind for place in self.place])
        self.size = np.bincount(self.place, minlength=len(groups)).astype(float)
        length = np.bincount(self.place, [len(person.moves) for person in persons])
        self.brevity = self.size / length
        self.means = np.zeros((len(groups), rows))
        first = FIRST_VARIANCE * np.eye(rows)
        self.covariance: dict[int, FloatArray] = {
            int(kind): first for kind in np.unique(self.kinds)
        }
        self.weights = np.zeros((len(persons), rows))
        self.spread: dict[int, FloatArray] = {}

    def expect(self) -> None:
        """Find every person's weights, and how unsure they are, summed by kind."""
        precision = {kind: np.asarray(np.linalg.inv(cov)) for kind, cov in self.covariance.items()}
        self.spread = {kind: np.zeros((self.rows, self.rows)) for kind in precision}
        for i, person in enumerate(self.persons):
            kind = int(self.kinds[i])
            self.weights[i], left = most_probable(
                person, self.weights[i], self.means[person.group], precision[kind]
            )
            self.spread[kind] += left

    def maximise(self) -> None:
        """Find means and covariances."""
        self.averages = np.stack(
            [self.weights[self.place == g].mean(axis=0) for g in range(len(self.groups))]
        )
        self._draw_line()
        size = self.size[:, None]
        self.means = (size * self.averages + ON_THE_LINE * self.line) / (size + ON_THE_LINE)
        apart = self.weights - self.means[self.place]
        own, count = {}, {}
        for kind, left in self.spread.items():
            part = apart[self.kinds == kind]
            count[kind] = len(part)
            own[kind] = (part.T @ part + left) / len(part)
        common = np.mean(list(own.values()), axis=0)
        total = float(len(self.persons))
        diagonal = np.diag(np.diag(common))
        self.common = (total * common + UNRELATED * diagonal) / (total + UNRELATED)
        floor = SMALLEST_VARIANCE * np.eye(self.rows)
        self.covariance = {
            kind: (count[kind] * own[kind] + ALIKE * self.common) / (count[kind] + ALIKE) + floor
            for kind in own
        }

    def _draw_line(self) -> None:
        """Fit start and growth to the groups' averages by weighted least squares with a ridge."""
        growth = np.log([group.k / MIDDLE_ALPHABET for group in self.groups])
        plan = np.stack([np.ones(len(growth)), growth], axis=1)
        self.part = np.array([1.0 if group.real else MADE_UP_PART for group in self.groups])
        ridge = np.diag([1e-6, LINE_RIDGE])
        weighted = plan * self.part[:, None]
        self.start, self.growth = np.linalg.solve(
            plan.T @ weighted + ridge, weighted.T @ self.averages
        )
        self.line = plan @ np.stack([self.start, self.growth])

    def result(self, used: IntArray, opponent: bool) -> tuple[list[Population], list[Variety]]:
        """Return the populations and the covariances over all rows."""
        tail = OPPONENT_MARK if opponent else ""
        still = np.zeros(self.rows)
        found = [("people" + tail, 0, PEOPLE_TRUST, self.start, self.growth)]
        real = [g for g, group in enumerate(self.groups) if group.real]
        for k in sorted({self.groups[g].k for g in real}):
            same = [g for g in real if self.groups[g].k == k]
            if len(same) > 1:
                found.append((f"people {k}{tail}", k, 1.0, self.means[same].mean(axis=0), still))
            trust = self.brevity[same] / self.brevity[same].mean()
            for g, share in zip(same, trust.tolist(), strict=True):
                found.append((self.groups[g].name, k, share, self.means[g], still))
        anywhere = self.common
        if real:
            off = (self.averages - self.line)[real]
            anywhere = anywhere + off.T @ off / len(real)
        varieties = {0: anywhere} | {k: cov for k, cov in self.covariance.items() if k != MADE_UP}
        return (
            [
                Population(name, k, opponent, share, _widen(start, used), _widen(growth, used))
                for name, k, share, start, growth in found
            ],
            [Variety(k, opponent, _widen_both(cov, used)) for k, cov in varieties.items()],
        )


def _widen(values: FloatArray, used: IntArray) -> FloatArray:
    wide = np.zeros(ROWS)
    wide[used] = values
    return wide


def _widen_both(values: FloatArray, used: IntArray) -> FloatArray:
    wide = np.zeros((ROWS, ROWS))
    wide[np.ix_(used, used)] = values
    return wide
