"""Learn what the predictor starts from: recordings of people, and the fit of mixers to them.

Recordings of people (`ai.lab.numbers.recording`) are replayed (`ai.lab.numbers.kernel`) as often as
the fit needs. Four kinds of values are fitted:
1. the concentration of every table's Dirichlet prior, by the likelihood of the table alone;
2. the starting weight of every expert, and how it grows with the size of the alphabet;
3. the learning rate of every weight;
4. the populations that a person may come from (`ai.lab.numbers.populations`).

Every study counts the same: its loss is divided by the loss of the original's model on it.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from collections.abc import Sequence as Several
from typing import Final, NamedTuple

import numpy as np

from ai.lab.numbers.data import (
    STUDIES,
    habitual_players,
    invented_players,
    load_study,
)
from ai.lab.numbers.kernel import replay
from ai.lab.numbers.populations import ROUNDS, fit_populations
from ai.lab.numbers.recording import OPPONENT_MARK, Recording, record, seed_forecast, smooth
from ai.sequence.bank import MATCH_START, WEIGHTS
from ai.sequence.ensemble import Ensemble
from ai.sequence.experts import TABLES
from ai.sequence.logit import MIDDLE_ALPHABET, Population, Variety
from ai.sequence.mixing import FORGET
from ai.sequence.weights import Fitted, PredictorWeights
from games.arrays import FloatArray, IntArray
from games.streams import generator

CONCENTRATIONS: Final = np.exp(np.linspace(-2.5, 4.0, 27))
FIRST_RATE: Final = 0.003
FIRST_WEIGHT: Final = 0.03
PLAIN_WEIGHT: Final = 0.05
PLAIN_RATE: Final = 0.015
GROWTH_PULL: Final = 1e-3
LARGE_STUDY: Final = 5000
INVENTED_ROUNDS: Final = 4
HABITUAL_ROUNDS: Final = 16
SUPPORT: Final = "support"
SUPPORTED: Final = (10,)
"""Alphabets with few people for their size: habitual players join the fit of their kind.

Measured for the mixers alone, before there were populations: 0.9 points better on typed digits, by
cross-validation; with 2 and 3 symbols, worse.
"""
SUPPORT_ROUNDS: Final = 160


class Values(NamedTuple):
    """The start of a mixer: weights at the middle alphabet, growth, rate, each (WEIGHTS,)."""

    start: FloatArray
    growth: FloatArray
    rate: FloatArray

    def start_for(self, k: int) -> FloatArray:
        """Return the starting weights for k symbols."""
        return np.asarray(self.start + self.growth * np.log(k / MIDDLE_ALPHABET))


class Schedule(NamedTuple):
    """The settings of a fit: passes over the people, sequences a step, step size, pull to start.

    `rounds` of expectation and maximisation fit the populations.
    """

    epochs: int = 15
    batch: int = 8
    step: float = 0.01
    pull: float = 1e-4
    rounds: int = ROUNDS


def log_loss(forecast: FloatArray, moves: IntArray) -> float:
    """Return the total log loss in nats of forecasts (n, k) of the `moves` (n,)."""
    return float(-np.log(forecast[np.arange(len(moves)), moves]).sum())


def seed_losses(recordings: Iterable[Recording]) -> dict[str, float]:
    """Return the original's total log loss over these `recordings` by study."""
    losses: dict[str, float] = {}
    for recording in recordings:
        loss = log_loss(seed_forecast(recording), recording.moves)
        losses[recording.study] = losses.get(recording.study, 0.0) + loss
    return losses


def fit_concentration(recordings: Several[Recording]) -> FloatArray:
    """Return for each table the concentration that serves its forecasts best, studies alike.

    Foresight tables keep 1, as they were recorded, and so do tables that no recording holds.
    """
    size: dict[str, int] = {}
    for recording in recordings:
        size[recording.study] = size.get(recording.study, 0) + len(recording.moves)
    gain = np.zeros((len(TABLES), len(CONCENTRATIONS)))
    for recording in recordings:
        own, n = recording.own, np.arange(len(recording.moves))
        seen = recording.counts[n, :own, recording.moves][:, :, None]
        total = recording.counts[:, :own].sum(axis=2)[:, :, None]
        chance = (seen + CONCENTRATIONS) / (total + recording.k * CONCENTRATIONS)
        gain[recording.tables[:own]] += np.log(chance).sum(axis=0) / size[recording.study]
    best = CONCENTRATIONS[np.argmax(gain, axis=1)]
    return np.where(gain.any(axis=1), best, 1.0)


def even_values(weight: float, rate: float) -> Values:
    """Return values that give all tables this `weight` and `rate`, and all others none."""
    start = np.zeros(WEIGHTS)
    start[:MATCH_START] = weight
    return Values(start, np.zeros(WEIGHTS), np.full(WEIGHTS, rate))


def fit_mixer(
    recordings: Several[Recording], seed: int, schedule: Schedule, origin: Values | None = None
) -> Values:
    """Fit starting weights, growth and rates by Adam on the first-order gradients of `replay`.

    All recordings of an `origin`'s fit have one alphabet: its weights for that alphabet are where
    the fit starts and what the weights are drawn to (else to 0), and no weight grows.
    """
    rng = generator(seed)
    losses = seed_losses(recordings)
    first = even_values(FIRST_WEIGHT, FIRST_RATE)
    centre = np.zeros(WEIGHTS)
    pull = np.array([[schedule.pull], [GROWTH_PULL], [schedule.pull]]) * len(losses)
    stride = np.array([[1.0], [1.0], [3.0]])
    if origin is not None:
        centre = origin.start_for(recordings[0].k)
        first = Values(centre, first.growth, origin.rate)
        stride[1] = 0.0
    values = np.stack([first.start, first.growth, np.log(first.rate)])
    rest = np.stack([centre, np.zeros(WEIGHTS), np.full(WEIGHTS, np.log(FIRST_RATE))])
    momentum, square, steps = np.zeros_like(values), np.zeros_like(values), 0
    for epoch in range(schedule.epochs):
        order = rng.permutation(len(recordings))
        size = schedule.step * (1.05 - epoch / schedule.epochs)
        for begin in range(0, len(order), schedule.batch):
            batch = [recordings[i] for i in order[begin : begin + schedule.batch]]
            slope = _batch_slope(batch, values, losses) * (len(recordings) / len(batch))
            slope -= pull * (values - rest)
            steps += 1
            momentum += 0.1 * (slope - momentum)
            square += 0.01 * (slope * slope - square)
            scale = np.sqrt(square / (1 - 0.99**steps)) + 1e-9
            values += size * stride * momentum / (1 - 0.9**steps) / scale
            np.clip(values[2], -12.0, 0.0, out=values[2])
    return Values(values[0], values[1], np.exp(values[2]))


def _batch_slope(
    batch: Several[Recording], values: FloatArray, losses: Mapping[str, float]
) -> FloatArray:
    slope = np.zeros_like(values)
    rate = np.exp(values[2])
    for recording in batch:
        part = np.zeros((2, WEIGHTS))
        forecast = np.zeros((len(recording.moves), recording.k))
        size = np.log(recording.k / MIDDLE_ALPHABET)
        replay(
            recording.evidence,
            recording.weight_index,
            recording.moves,
            values[0] + size * values[1],
            rate,
            FORGET,
            forecast,
            part[0],
            part[1],
        )
        slope += np.stack([part[0], size * part[0], part[1]]) / losses[recording.study]
    return slope


def fit_weights(
    people: Several[Recording], made_up: Several[Recording], seed: int, schedule: Schedule
) -> PredictorWeights:
    """Fit all that the predictor starts from to recorded people and made-up players."""
    concentration = fit_concentration(people)
    mixers: list[Fitted] = []
    populations: list[Population] = []
    varieties: list[Variety] = []
    for opponent in (False, True):
        seen = [smooth(r, concentration) for r in people if r.opponent == opponent]
        others = [smooth(r, concentration) for r in made_up if r.opponent == opponent]
        mixers += _fit_side(seen, others, opponent, seed, schedule)
        habitual = [r for r in others if r.study.startswith("habitual")]
        known, variety = fit_populations(seen, habitual, opponent, schedule.rounds)
        populations += known
        varieties += variety
    return PredictorWeights(tuple(mixers), concentration, tuple(populations), tuple(varieties))


def _fit_side(
    people: Several[Recording],
    made_up: Several[Recording],
    opponent: bool,
    seed: int,
    schedule: Schedule,
) -> list[Fitted]:
    """Fit the mixers for play with or without an opponent."""
    tail = OPPONENT_MARK if opponent else ""
    made = {
        study: [r for r in made_up if r.study == study + tail]
        for study in ("invented", "habitual", SUPPORT)
    }
    everybody = [*people, *made["habitual"], *made["invented"]]
    shared = fit_mixer([*people, *made["habitual"]], seed, schedule)
    quick = schedule._replace(epochs=max(1, schedule.epochs * 2 // 5))
    fitted = [
        Fitted("people" + tail, "people", 0, opponent, *shared),
        Fitted("broad" + tail, "broad", 0, opponent, *fit_mixer(everybody, seed, schedule)),
        Fitted("neutral" + tail, "neutral", 0, opponent, *fit_mixer(made["invented"], seed, quick)),
        Fitted("plain" + tail, "plain", 0, opponent, *even_values(PLAIN_WEIGHT, PLAIN_RATE)),
    ]
    close = schedule._replace(epochs=2 * schedule.epochs, step=2 * schedule.step, pull=1e-5)
    for k in sorted({r.k for r in people}):
        group = [r for r in people if r.k == k]
        support = [r for r in made[SUPPORT] if r.k == k]
        kind = fit_mixer([*group, *support], seed + k, close, shared)
        fitted.append(Fitted(f"people {k}{tail}", "kind", k, opponent, *kind))
        studies = sorted({r.study for r in group})
        for study in studies if len(studies) > 1 else []:
            part = [r for r in group if r.study == study]
            large = sum(len(r.moves) for r in part) > LARGE_STUDY
            own = fit_mixer(part, seed + k, close if large else schedule, kind)
            fitted.append(Fitted(study, "study", k, opponent, *own))
    return fitted


def replay_forecasts(recording: Recording, weights: PredictorWeights) -> FloatArray:
    """Return the predictor's forecasts (n, k) from a recording smoothed for its weights."""
    moves, k = recording.moves, recording.k
    members = [
        _replay_mixer(recording, mixer.start_for(k), mixer.rate)
        for mixer, _ in weights.members(k, recording.opponent, True)
    ]
    scores, seed = np.log(np.stack(members, axis=1)), seed_forecast(recording)
    ensemble = Ensemble(weights, k, recording.opponent, True, recording.rows)
    result = np.zeros_like(seed)
    for t, symbol in enumerate(moves.tolist()):
        result[t] = ensemble.predict(scores[t], seed[t], recording.evidence[t])
        ensemble.learn(symbol)
    return result


def _replay_mixer(recording: Recording, start: FloatArray, rate: FloatArray) -> FloatArray:
    forecast = np.zeros((len(recording.moves), recording.k))
    spare = np.zeros((2, WEIGHTS))
    replay(
        recording.evidence,
        recording.weight_index,
        recording.moves,
        start,
        rate,
        FORGET,
        forecast,
        spare[0],
        spare[1],
    )
    return forecast


@functools.lru_cache(maxsize=1)
def record_all(seed: int) -> tuple[tuple[Recording, ...], tuple[Recording, ...]]:
    """Record all people (twice where an opponent was seen) and players made up from a `seed`.

    Recording takes as long as a fit; the last answer is kept for the next fold.
    """
    people = []
    for study in STUDIES:
        for sequence in load_study(study):
            people.append(record(sequence, False))
            if sequence.other is not None:
                people.append(record(sequence, True))
    sequences = [
        (sequence, opponent)
        for opponent in (False, True)
        for sequence in (
            *invented_players(seed + 1, INVENTED_ROUNDS, opponent),
            *habitual_players(seed + 2, HABITUAL_ROUNDS, opponent),
        )
    ]
    sequences += [
        (sequence._replace(study=SUPPORT), False)
        for sequence in habitual_players(seed + 3, SUPPORT_ROUNDS, False, SUPPORTED)
    ]
    made_up = (record(sequence, opponent) for sequence, opponent in sequences)
    return tuple(people), tuple(made_up)
