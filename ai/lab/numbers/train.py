"""Fit the sequence predictor `mind` to people, and measure it on people it has not seen.

`train` is what `main.py train numbers` calls: it writes the weights `numbers/mind` and their
card. `python -m ai.lab.numbers.train --evaluate` only measures again: cross-validated by
person (five folds) and by alphabet (each alphabet left out in turn). Needs requirements-lab.txt.

What is fitted, and how, is in `ai.lab.numbers.learning`. The trust that the blend starts with is
not fitted; it stands in `ai.sequence.weights` and `ai.sequence.ensemble`.
"""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Mapping
from collections.abc import Sequence as Several
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from ai.files import write_arrays
from ai.lab.jobs import Jobs
from ai.lab.numbers.data import STUDIES, Sequence
from ai.lab.numbers.learning import Schedule, fit_weights, record_all, replay_forecasts
from ai.lab.numbers.recording import Recording, record, seed_forecast, smooth
from ai.lab.rooms import Progress
from ai.sequence.weights import MIND, PredictorWeights
from games.arrays import FloatArray
from games.spec import Option
from games.streams import generator

AGENTS: Final = ("mind",)
OPTIONS: Final = (
    Option("epochs", "Passes over the people", "int", Schedule().epochs, low=1, high=200),
    Option("evaluate", "Cross-validate", "bool", True, help="Off leaves the figures out."),
)
FOLDS: Final = 5
ALPHABETS: Final = (2, 3, 10)
PERCENTS: Final = tuple(range(0, 101, 5))


class Trial(NamedTuple):
    """One sequence measured: probability given to what came, the top guess's, hits, the seed's."""

    probability: FloatArray
    confidence: FloatArray
    hit: FloatArray
    seed_probability: FloatArray
    seed_hit: FloatArray
    k: int

    @property
    def surprise(self) -> float:
        """Mean bits per symbol as a part of chance's: a player of 1 cannot be read."""
        return float(-np.mean(np.log2(self.probability)) / np.log2(self.k))


def tally(recording: Recording, weights: PredictorWeights) -> Trial:
    """Measure the predictor with these `weights` on one recording (not yet smoothed)."""
    forecast = replay_forecasts(smooth(recording, weights.concentration), weights)
    plain, n, moves = seed_forecast(recording), np.arange(len(recording.moves)), recording.moves
    return Trial(
        forecast[n, moves],
        forecast.max(axis=1),
        (forecast.argmax(axis=1) == moves) * 1.0,
        plain[n, moves],
        (plain.argmax(axis=1) == moves) * 1.0,
        recording.k,
    )


def calibration_error(confidence: FloatArray, hit: FloatArray, bins: int = 10) -> float:
    """Return the expected calibration error of the top guess over equal bins of confidence."""
    place = np.minimum((confidence * bins).astype(int), bins - 1)
    gaps = [abs(float((hit - confidence)[place == b].sum())) for b in range(bins)]
    return sum(gaps) / len(hit)


def figures(tallies: list[Trial]) -> dict[str, float]:
    """Return bits per symbol, percent against the original's, accuracy and calibration over
    `tallies`.
    """
    probability, confidence, hit, seed_probability, seed_hit = (
        np.concatenate([getattr(part, field) for part in tallies]) for field in Trial._fields[:5]
    )
    bits = float(-np.log2(probability).mean())
    seed_bits = float(-np.log2(seed_probability).mean())
    return {
        "symbols": len(hit),
        "bits": round(bits, 4),
        "seed_bits": round(seed_bits, 4),
        "percent": round(100 * (bits / seed_bits - 1), 2),
        "accuracy": round(100 * float(hit.mean()), 2),
        "seed_accuracy": round(100 * float(seed_hit.mean()), 2),
        "calibration_error": round(calibration_error(confidence, hit), 4),
    }


def surprise_percentiles(tallies: list[Trial]) -> list[float]:
    """Return the surprise (a part of chance's) at each of PERCENTS over the sequences."""
    values = np.percentile([part.surprise for part in tallies], PERCENTS)
    return [round(float(value), 4) for value in values]


class FoldFit(NamedTuple):
    """One fit of a cross-validation: who is left out (a fold or an alphabet), seed, schedule."""

    fold: int | None
    alphabet: int | None
    seed: int
    schedule: Schedule

    def holds_out(self, recording: Recording) -> bool:
        """Return whether the recording is kept for measuring."""
        if self.fold is not None:
            return int(recording.player) % FOLDS == self.fold
        return recording.k == self.alphabet


def cross_validate(lesson: FoldFit) -> dict[str, list[Trial]]:
    """Fit without those left out and measure on them."""
    people, made_up = record_all(lesson.seed)
    learned = [r for r in people if not lesson.holds_out(r)]
    weights = fit_weights(learned, made_up, lesson.seed, lesson.schedule)
    results: dict[str, list[Trial]] = {}
    for recording in people:
        if lesson.holds_out(recording):
            results.setdefault(recording.study, []).append(tally(recording, weights))
    return results


def evaluate(seed: int, jobs: Jobs, schedule: Schedule, progress: Progress) -> dict[str, Any]:
    """Return cross-validated figures by study: left out by person, and by alphabet.

    With an alphabet the people over it are left out; made-up players cover all alphabets. With
    the figures come the percentiles of surprise over the sequences of each study.
    """
    lessons = [FoldFit(fold, None, seed, schedule) for fold in range(FOLDS)]
    lessons += [FoldFit(None, k, seed, schedule) for k in ALPHABETS]
    by_person: dict[str, list[Trial]] = {}
    by_alphabet: dict[str, list[Trial]] = {}
    for number, part in enumerate(jobs.results(cross_validate, lessons)):
        target = by_person if number < FOLDS else by_alphabet
        for study, tallies in part.items():
            target.setdefault(study, []).extend(tallies)
        progress((number + 1) / len(lessons), f"cross-validation {number + 1}/{len(lessons)}")
    return {
        "people_left_out": {study: figures(t) for study, t in sorted(by_person.items())},
        "alphabet_left_out": {study: figures(t) for study, t in sorted(by_alphabet.items())},
        "surprise": {
            "percents": list(PERCENTS),
            "of_chance": {study: surprise_percentiles(t) for study, t in sorted(by_person.items())},
        },
    }


def random_play(weights: PredictorWeights, seed: int, players: int = 60) -> dict[str, float]:
    """Return the figures on players who press one of four keys truly at random, 300 times each."""
    rng = generator(seed)
    sequences = [
        Sequence("uniform 4", str(i), 4, rng.integers(0, 4, 300), None) for i in range(players)
    ]
    return figures([tally(record(sequence, False), weights) for sequence in sequences])


def train(
    options: Mapping[str, Any], seed: int, jobs: Jobs, out_dir: Path, progress: Progress
) -> dict[str, Any]:
    """Fit to all people, cross-validate, write mind.npz and mind.json; return the card.

    `options` are some of OPTIONS. Both files are written at the end, whole.
    """
    schedule = Schedule(epochs=int(options.get("epochs", Schedule().epochs)))
    progress(0.0, "recording people")
    people, made_up = record_all(seed)
    progress(0.02, "fitting to everybody")
    weights = fit_weights(people, made_up, seed, schedule)
    card = _card(people, seed, schedule) | {"uniform_4": random_play(weights, seed)}
    if options.get("evaluate", True):
        card |= evaluate(seed, jobs, schedule, lambda done, text: progress(0.1 + 0.9 * done, text))
    write_arrays(out_dir / "mind.npz", weights.arrays(), card)
    progress(1.0, "written")
    return card


def _card(people: Several[Recording], seed: int, schedule: Schedule) -> dict[str, Any]:
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
    """Measure again from the command line; `main.py train numbers` fits."""
    parser = argparse.ArgumentParser(description="Measure the sequence predictor.")
    parser.add_argument("--evaluate", action="store_true", required=True, help="write nothing")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--epochs", type=int, default=Schedule().epochs)
    arguments = parser.parse_args()

    def show(done: float, text: str) -> None:
        print(f"{100 * done:3.0f} %  {text}", flush=True)

    schedule, jobs = Schedule(epochs=arguments.epochs), Jobs(arguments.jobs)
    card = evaluate(arguments.seed, jobs, schedule, show)
    card["uniform_4"] = random_play(MIND.load(), arguments.seed)
    print(report(card))


if __name__ == "__main__":
    # under its own name, by which workers find what they are to do
    importlib.import_module("ai.lab.numbers.train").main()
