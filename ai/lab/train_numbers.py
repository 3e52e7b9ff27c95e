"""Fit the sequence predictor `mind` to people, and measure it on people it has not seen.

Usage: ``python -m ai.lab.train_numbers`` fits and writes ``assets/weights/numbers/mind.npz`` with
its card; ``--evaluate`` only measures again (cross-validated by person and by alphabet).  Needs
requirements-lab.txt (numba).

Fitting has three steps, each repeated for every fold of the people:
1. the concentration of every table's Dirichlet prior, by the likelihood of the table alone;
2. one mixer for all people, one for each alphabet that was trained (starting from the first and
   drawn to it), and a neutral one for made-up players; with and without an opponent;
3. nothing else: the blend's first trust is fixed in `ai.sequence`.

Every study counts the same: its loss is divided by the loss of the original's model on it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from ai.lab.sequence_data import (
    STUDIES,
    Sequence,
    habitual_players,
    invented_players,
    load_study,
)
from ai.lab.sequence_fit import blend, replay
from ai.sequence import (
    MIDDLE_ALPHABET,
    TRUST,
    WEIGHTS_PATH,
    Fitted,
    MindWeights,
    save_weights,
)
from ai.sequence_bank import MATCH_START, WEIGHTS, ExpertBank
from ai.sequence_experts import TABLES, FloatArray, IntArray
from ai.sequence_mixing import FORGET, SHARE

Progress = Callable[[float, str], None]
FOLDS: Final = 5
CONCENTRATIONS: Final = np.exp(np.linspace(-2.5, 4.0, 27))
FIRST_RATE: Final = 0.003
FIRST_WEIGHT: Final = 0.03
PLAIN_WEIGHT: Final = 0.05
PLAIN_RATE: Final = 0.015
GROWTH_PULL: Final = 1e-3
LARGE_STUDY: Final = 5000
INVENTED_ROUNDS: Final = 4
HABITUAL_ROUNDS: Final = 16
OPPONENT_MARK: Final = " opponent"


class Recording(NamedTuple):
    """One sequence as the experts saw it: counts (n, tables, k), evidence (n, rows, k).

    ``weight_index`` (n, rows) says which weight applies to each row of evidence.
    ``own`` is the number of tables that forecast the player; their evidence follows from the counts
    once concentrations are known.
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
    weight_index: np.ndarray[Any, np.dtype[np.int16]]


class Values(NamedTuple):
    """What a mixer starts from: weights at the middle alphabet, growth, rate, each (WEIGHTS,)."""

    start: FloatArray
    growth: FloatArray
    rate: FloatArray

    def start_for(self, k: int) -> FloatArray:
        """Return the starting weights for k symbols."""
        return np.asarray(self.start + self.growth * np.log(k / MIDDLE_ALPHABET))


class Schedule(NamedTuple):
    """How a mixer is fitted: passes over the people, sequences a step, step size, pull to start."""

    epochs: int = 15
    batch: int = 8
    step: float = 0.01
    pull: float = 1e-4


def record(sequence: Sequence, opponent: bool) -> Recording:
    """Let the experts watch a sequence, with or without its opponent."""
    bank = ExpertBank(sequence.k, opponent, np.ones(len(TABLES)))
    counts, evidence, index = [], [], []
    for t, symbol in enumerate(sequence.moves):
        bank.read()
        counts.append(bank.counts.astype(np.float32))
        evidence.append(bank.evidence.astype(np.float32))
        index.append(bank.index.astype(np.int16))
        other = int(sequence.other[t]) if opponent and sequence.other is not None else None
        bank.observe(int(symbol), other)
    study = sequence.study + (OPPONENT_MARK if opponent else "")
    return Recording(
        study,
        sequence.player,
        sequence.k,
        opponent,
        bank.own_tables,
        np.array(bank.tables),
        sequence.moves,
        np.stack(counts),
        np.stack(evidence),
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
    """Return the forecasts (n, k) of the original's model."""
    counts = recording.counts[:, 0].astype(np.float64) + 1.0
    return np.asarray(counts / counts.sum(axis=1, keepdims=True))


def log_loss(forecast: FloatArray, moves: IntArray) -> float:
    """Return the total log loss in nats of forecasts (n, k)."""
    return float(-np.log(forecast[np.arange(len(moves)), moves]).sum())


def seed_losses(recordings: Iterable[Recording]) -> dict[str, float]:
    """Return the original's total log loss by study."""
    losses: dict[str, float] = {}
    for recording in recordings:
        loss = log_loss(seed_forecast(recording), recording.moves)
        losses[recording.study] = losses.get(recording.study, 0.0) + loss
    return losses


def fit_concentration(recordings: list[Recording]) -> FloatArray:
    """Return for each table the concentration that serves its forecasts best, studies alike."""
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
    return np.asarray(CONCENTRATIONS[np.argmax(gain, axis=1)])


def even_values(weight: float, rate: float) -> Values:
    """Return values that trust all tables alike and everything else not at all."""
    start = np.zeros(WEIGHTS)
    start[:MATCH_START] = weight
    return Values(start, np.zeros(WEIGHTS), np.full(WEIGHTS, rate))


def fit_mixer(
    recordings: list[Recording], seed: int, schedule: Schedule, origin: Values | None = None
) -> Values:
    """Fit starting weights, growth and rates by Adam on the first-order gradients of `replay`.

    All recordings of an ``origin``'s fit have one alphabet: its weights for that alphabet are where
    the fit starts and what the weights are drawn to (else to 0), and nothing grows.
    """
    rng = np.random.default_rng(seed)
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
    batch: list[Recording], values: FloatArray, losses: Mapping[str, float]
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


def fit_mind(
    people: list[Recording], made_up: list[Recording], seed: int, schedule: Schedule
) -> MindWeights:
    """Fit everything that `mind` starts from to recorded people and made-up players."""
    concentration = fit_concentration(people)
    mixers: list[Fitted] = []
    for opponent in (False, True):
        seen = [smooth(r, concentration) for r in people if r.opponent == opponent]
        others = [smooth(r, concentration) for r in made_up if r.opponent == opponent]
        mixers += _fit_side(seen, others, opponent, seed, schedule)
    return MindWeights(tuple(mixers), concentration)


def _fit_side(
    people: list[Recording],
    made_up: list[Recording],
    opponent: bool,
    seed: int,
    schedule: Schedule,
) -> list[Fitted]:
    """Fit the mixers for play with or without an opponent."""
    tail = OPPONENT_MARK if opponent else ""
    invented = [r for r in made_up if not r.study.startswith("habitual")]
    habitual = [r for r in made_up if r.study.startswith("habitual")]
    quick = schedule._replace(epochs=max(1, schedule.epochs * 2 // 5))
    shared = fit_mixer(people + habitual, seed, schedule)
    fitted = [
        Fitted("people" + tail, "people", 0, opponent, *shared),
        Fitted("broad" + tail, "broad", 0, opponent, *fit_mixer(people + made_up, seed, schedule)),
        Fitted("neutral" + tail, "neutral", 0, opponent, *fit_mixer(invented, seed, quick)),
        Fitted("plain" + tail, "plain", 0, opponent, *even_values(PLAIN_WEIGHT, PLAIN_RATE)),
    ]
    close = schedule._replace(epochs=2 * schedule.epochs, step=2 * schedule.step, pull=1e-5)
    for k in sorted({r.k for r in people}):
        group = [r for r in people if r.k == k]
        kind = fit_mixer(group, seed + k, close, shared)
        fitted.append(Fitted(f"people {k}{tail}", "kind", k, opponent, *kind))
        studies = sorted({r.study for r in group})
        for study in studies if len(studies) > 1 else []:
            part = [r for r in group if r.study == study]
            large = sum(len(r.moves) for r in part) > LARGE_STUDY
            own = fit_mixer(part, seed + k, close if large else schedule, kind)
            fitted.append(Fitted(study, "study", k, opponent, *own))
    return fitted


def replay_mind(recording: Recording, weights: MindWeights) -> FloatArray:
    """Return the forecasts (n, k) that `mind` makes, from a recording smoothed for its weights."""
    members, trust = [], []
    for mixer, share in weights.members(recording.k, recording.opponent, True):
        forecast = np.zeros((len(recording.moves), recording.k))
        spare = np.zeros((2, WEIGHTS))
        replay(
            recording.evidence,
            recording.weight_index,
            recording.moves,
            mixer.start_for(recording.k),
            mixer.rate,
            FORGET,
            forecast,
            spare[0],
            spare[1],
        )
        members.append(forecast)
        trust.append(share)
    members += [seed_forecast(recording), np.full_like(members[0], 1.0 / recording.k)]
    belief = np.array([*trust, TRUST["seed"], TRUST["uniform"]])
    result = np.zeros_like(members[0])
    blend(np.stack(members, axis=1), recording.moves, belief / belief.sum(), SHARE, result)
    return result


class Tally(NamedTuple):
    """Forecasts and what came, pooled: probability given to it, top guess's, hit, the seed's."""

    probability: FloatArray
    confidence: FloatArray
    hit: FloatArray
    seed_probability: FloatArray
    seed_hit: FloatArray


def tally(recording: Recording, weights: MindWeights) -> Tally:
    """Measure one recording (not yet smoothed)."""
    forecast = replay_mind(smooth(recording, weights.concentration), weights)
    plain, n, moves = seed_forecast(recording), np.arange(len(recording.moves)), recording.moves
    return Tally(
        forecast[n, moves],
        forecast.max(axis=1),
        (forecast.argmax(axis=1) == moves) * 1.0,
        plain[n, moves],
        (plain.argmax(axis=1) == moves) * 1.0,
    )


def calibration_error(confidence: FloatArray, hit: FloatArray, bins: int = 10) -> float:
    """Return the expected calibration error of the top guess over equal bins of confidence."""
    place = np.minimum((confidence * bins).astype(int), bins - 1)
    gaps = [abs(float((hit - confidence)[place == b].sum())) for b in range(bins)]
    return sum(gaps) / len(hit)


def figures(tallies: list[Tally]) -> dict[str, float]:
    """Return bits per symbol, percent against the original's, accuracy and calibration."""
    pooled = Tally(*(np.concatenate(part) for part in zip(*tallies, strict=True)))
    bits = float(-np.log2(pooled.probability).mean())
    seed_bits = float(-np.log2(pooled.seed_probability).mean())
    return {
        "symbols": len(pooled.hit),
        "bits": round(bits, 4),
        "seed_bits": round(seed_bits, 4),
        "percent": round(100 * (bits / seed_bits - 1), 2),
        "accuracy": round(100 * float(pooled.hit.mean()), 2),
        "seed_accuracy": round(100 * float(pooled.seed_hit.mean()), 2),
        "calibration_error": round(calibration_error(pooled.confidence, pooled.hit), 4),
    }


class Lesson(NamedTuple):
    """One fit of a cross-validation: who is left out (a fold or an alphabet), seed, schedule."""

    fold: int | None
    alphabet: int | None
    seed: int
    schedule: Schedule

    def holds_out(self, recording: Recording) -> bool:
        """Say whether the recording is kept for measuring."""
        if self.fold is not None:
            return int(recording.player) % FOLDS == self.fold
        return recording.k == self.alphabet


def record_all(seed: int) -> tuple[list[Recording], list[Recording]]:
    """Record all people (twice where an opponent was seen) and the made-up players."""
    people = []
    for study in STUDIES:
        for sequence in load_study(study):
            people.append(record(sequence, False))
            if sequence.other is not None:
                people.append(record(sequence, True))
    made_up = [
        record(sequence, opponent)
        for opponent in (False, True)
        for sequence in (
            *invented_players(seed + 1, INVENTED_ROUNDS, opponent),
            *habitual_players(seed + 2, HABITUAL_ROUNDS, opponent),
        )
    ]
    return people, made_up


def cross_validate(lesson: Lesson) -> dict[str, list[Tally]]:
    """Fit without those left out and measure on them."""
    people, made_up = record_all(lesson.seed)
    learned = [r for r in people if not lesson.holds_out(r)]
    weights = fit_mind(learned, made_up, lesson.seed, lesson.schedule)
    results: dict[str, list[Tally]] = {}
    for recording in people:
        if lesson.holds_out(recording):
            results.setdefault(recording.study, []).append(tally(recording, weights))
    return results


def evaluate(seed: int, jobs: int, schedule: Schedule, progress: Progress) -> dict[str, Any]:
    """Return cross-validated figures by study: left out by person, and by alphabet."""
    lessons = [Lesson(fold, None, seed, schedule) for fold in range(FOLDS)]
    lessons += [Lesson(None, k, seed, schedule) for k in (2, 3, 10)]
    by_person: dict[str, list[Tally]] = {}
    by_alphabet: dict[str, list[Tally]] = {}
    with ProcessPoolExecutor(max_workers=jobs, mp_context=get_context("spawn")) as pool:
        for number, (lesson, part) in enumerate(
            zip(lessons, pool.map(cross_validate, lessons), strict=True)
        ):
            target = by_alphabet if lesson.fold is None else by_person
            for study, tallies in part.items():
                target.setdefault(study, []).extend(tallies)
            progress((number + 1) / len(lessons), f"cross-validation {number + 1}/{len(lessons)}")
    return {
        "people_left_out": {study: figures(t) for study, t in sorted(by_person.items())},
        "alphabet_left_out": {study: figures(t) for study, t in sorted(by_alphabet.items())},
    }


def random_play(weights: MindWeights, seed: int, players: int = 60) -> dict[str, float]:
    """Return the figures on players who press one of four keys truly at random, 300 times each."""
    rng = np.random.default_rng(seed)
    sequences = [
        Sequence("uniform 4", str(i), "", 4, rng.integers(0, 4, 300), None) for i in range(players)
    ]
    return figures([tally(record(sequence, False), weights) for sequence in sequences])


def train(
    options: Mapping[str, Any], seed: int, jobs: int, out_dir: Path, progress: Progress
) -> dict[str, Any]:
    """Fit to everybody, measure by cross-validation, write mind.npz and mind.json; return the card.

    ``options`` may hold ``epochs`` (passes over the data) and ``evaluate`` (False leaves the
    cross-validation out).
    """
    schedule = Schedule(epochs=int(options.get("epochs", Schedule().epochs)))
    progress(0.0, "recording people")
    people, made_up = record_all(seed)
    weights = fit_mind(people, made_up, seed, schedule)
    out_dir.mkdir(parents=True, exist_ok=True)
    save_weights(weights, out_dir / "mind.npz")
    card = _card(people, seed, schedule) | {"uniform_4": random_play(weights, seed)}
    if options.get("evaluate", True):
        card |= evaluate(seed, jobs, schedule, lambda done, text: progress(0.1 + 0.9 * done, text))
    text = json.dumps(card, indent=2, ensure_ascii=False) + "\n"
    (out_dir / "mind.json").write_text(text, encoding="utf-8")
    progress(1.0, "written")
    return card


def _card(people: list[Recording], seed: int, schedule: Schedule) -> dict[str, Any]:
    studies = {
        study: {
            "people": len({r.player for r in people if r.study == study}),
            "symbols": sum(len(r.moves) for r in people if r.study == study),
        }
        for study in STUDIES
    }
    return {
        "agent": "mind",
        "fitted_by": "main.py train numbers",
        "data": studies,
        "sources": "assets/data/sequences/README.md",
        "seed": seed,
        "epochs": schedule.epochs,
        "needs_for_training": "requirements-lab.txt",
    }


def report(card: Mapping[str, Any]) -> str:
    """Return the figures of a card as a table of plain text."""
    lines = []
    for part in ("people_left_out", "alphabet_left_out"):
        if part in card:
            lines.append(part.replace("_", " "))
            lines += [_line(study, row) for study, row in card[part].items()]
    if "uniform_4" in card:
        lines += ["truly random", _line("uniform 4", card["uniform_4"])]
    return "\n".join(lines)


def _line(study: str, row: Mapping[str, float]) -> str:
    return (
        f"  {study:24s} {row['bits']:.4f} bits (seed {row['seed_bits']:.4f}, "
        f"{row['percent']:+.2f} %), accuracy {row['accuracy']:.1f} % "
        f"(seed {row['seed_accuracy']:.1f}), calibration error {row['calibration_error']:.3f}"
    )


def main() -> None:
    """Fit, or measure again, from the command line."""
    parser = argparse.ArgumentParser(description="Fit or measure the sequence predictor.")
    parser.add_argument("--evaluate", action="store_true", help="only measure, write nothing")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--epochs", type=int, default=Schedule().epochs)
    parser.add_argument("--out", type=Path, default=WEIGHTS_PATH.parent)
    arguments = parser.parse_args()

    def show(done: float, text: str) -> None:
        print(f"{100 * done:3.0f} %  {text}", flush=True)

    schedule = Schedule(epochs=arguments.epochs)
    if arguments.evaluate:
        card = evaluate(arguments.seed, arguments.jobs, schedule, show)
    else:
        card = train(
            {"epochs": arguments.epochs}, arguments.seed, arguments.jobs, arguments.out, show
        )
    print(report(card))


if __name__ == "__main__":
    main()
