"""Does a recurrent network read people better than `mind`? Trained, and measured as the rest is.

`python -m ai.lab.numbers.network` answers what the original's author named and advised against:
networks (`ai.lab.numbers.recurrent`) are trained on the recorded people and on made-up players
with human habits, and measured on people whom neither they nor `mind` were fitted to, left out by
person and by alphabet: alone, and as one more voice beside `mind`. Nothing is written. Needs
requirements-lab.txt, and about three minutes of a core for each of eight parts.

Several networks from different first weights are averaged. Beside `mind` they speak in a last
blend of three opinions: `mind` alone, the geometric mean of both, and the networks alone.
"""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Iterable, Mapping
from collections.abc import Sequence as Several
from typing import Final, NamedTuple

import numpy as np

from ai.lab.jobs import Jobs
from ai.lab.numbers.learning import SUPPORT, Schedule, fit_weights, record_all, replay_forecasts
from ai.lab.numbers.recording import Recording, seed_forecast, smooth
from ai.lab.numbers.recurrent import Adam, Batch, Parameters, forecast, loss_and_gradient
from ai.lab.numbers.recurrent import new_parameters as first_weights
from ai.lab.numbers.train import ALPHABETS, FOLDS, Lesson
from ai.sequence.bank import ROWS
from ai.sequence.logit import MIDDLE_ALPHABET
from ai.sequence.mixing import Blend
from ai.sequence.weights import PredictorWeights
from games.arrays import Float32Array, FloatArray, IntArray
from games.streams import generator

TRUST: Final = (0.2, 0.7, 0.1)
"""First trust in `mind`, the mean of both, and the networks; chosen on one fold, where three such
choices differed by 0.05 points."""
FARTHEST: Final = 4.0
"""Inputs end here, in standard deviations."""
SHIPS_FROM, LOSES_AT_MOST = 0.3, 0.2
"""Points of bits that it has to gain on average, and may lose nowhere more of, to be worth it."""


class Plan(NamedTuple):
    """How networks are trained; all numbers were chosen by trials on one fold of people.

    `nets` of `state` and `hidden` units; `epochs` passes in stretches of `stretch` choices, `batch`
    of them a step of `size`, with `decay` of weights and a share `drop` of the state dropped; made
    up players count as `made_up` of one study.
    """

    nets: int = 3
    state: int = 48
    hidden: int = 24
    epochs: int = 15
    stretch: int = 200
    batch: int = 16
    size: float = 0.003
    decay: float = 0.03
    drop: float = 0.45
    made_up: float = 0.3


class Player(NamedTuple):
    """One sequence as a network sees it: `evidence` (n, rows, k), `inputs` (n, rows + 2), moves.

    Rows have mean 0 over the symbols and unit spread over people; `weight` is that of a choice.
    """

    evidence: Float32Array
    inputs: Float32Array
    moves: IntArray
    weight: float


def centred(recording: Recording, used: IntArray) -> Float32Array:
    """The evidence (n, rows, k) of a smoothed `recording` in the rows `used`, each with mean 0."""
    wide = np.zeros((len(recording.moves), ROWS, recording.k), np.float32)
    wide[:, recording.rows] = recording.evidence
    part = wide[:, used]
    return np.asarray(part - part.mean(axis=2, keepdims=True))


def spread(recordings: Iterable[Recording], used: IntArray) -> Float32Array:
    """What each row is divided by: its root mean square over people, a little above 0."""
    parts = [(centred(r, used) ** 2).mean(axis=(0, 2)) for r in recordings]
    return np.asarray(np.sqrt(np.mean(parts, axis=0) + 0.01), np.float32)


def as_player(recording: Recording, used: IntArray, scale: Float32Array, weight: float) -> Player:
    """The `recording` for a network: what it reads at a choice is the evidence of the one before.

    Two inputs more say that there was one, and how large the alphabet is.
    """
    evidence, n = centred(recording, used) / scale[:, None], len(recording.moves)
    inputs = np.zeros((n, len(used) + 2), np.float32)
    inputs[1:, :-2] = evidence[np.arange(n - 1), :, recording.moves[:-1]]
    inputs[1:, -2], inputs[:, -1] = 1.0, np.log(recording.k / MIDDLE_ALPHABET)
    return Player(evidence, np.clip(inputs, -FARTHEST, FARTHEST), recording.moves, weight)


def weighed(recordings: Several[Recording], whole: float) -> list[float]:
    """The weight of a choice of each of `recordings`: each study has `whole` thousand in all."""
    size: dict[str, float] = {}
    for r in recordings:
        size[r.study] = size.get(r.study, 0.0) + len(r.moves) * float(np.log(r.k))
    return [1000.0 * whole / size[r.study] for r in recordings]


def train_network(players: Several[Player], plan: Plan, seed: int) -> Parameters:
    """The weights of one network after all passes of the `plan`."""
    rng = generator(seed)
    inputs, rows = players[0].inputs.shape[1], players[0].evidence.shape[1]
    weights = first_weights(inputs, rows, plan.state, plan.hidden, rng)
    adam = Adam(weights, plan.decay)
    for epoch in range(plan.epochs):
        size = plan.size * (1.02 - epoch / plan.epochs)
        batches = _batches(players, plan, rng)
        for place in rng.permutation(len(batches)).tolist():
            batch = _padded(players, batches[place])
            shape = (*batch.moves.shape, plan.state)
            kept = (rng.random(shape, np.float32) >= plan.drop) / np.float32(1.0 - plan.drop)
            adam.step(loss_and_gradient(weights, batch, kept)[1], size)
    return weights


Stretch = tuple[int, int, int]
"""The place of a player, where the stretch begins, and its length."""


def _batches(players: Several[Player], plan: Plan, rng: np.random.Generator) -> list[list[Stretch]]:
    """All sequences cut in stretches, those over one alphabet and of like length together."""
    by_alphabet: dict[int, list[Stretch]] = {}
    for number, player in enumerate(players):
        n, length = len(player.moves), plan.stretch
        first = int(rng.integers(n - length + 1)) if length < n < 2 * length else 0
        starts = range(0, n, length) if n >= 2 * length else (first,)
        cut = [(number, start, min(length, n - start)) for start in starts]
        by_alphabet.setdefault(player.evidence.shape[2], []).extend(cut)
    found = []
    for cut in by_alphabet.values():
        mixed = sorted((cut[i] for i in rng.permutation(len(cut))), key=lambda s: s[2] // 50)
        found += [mixed[i : i + plan.batch] for i in range(0, len(mixed), plan.batch)]
    return found


def _padded(players: Several[Player], stretches: Several[Stretch]) -> Batch:
    """The stretches as one batch."""
    first, n = players[stretches[0][0]], len(stretches)
    steps, shape = max(length for _, _, length in stretches), first.evidence.shape
    batch = Batch(
        np.zeros((n, steps, shape[1], shape[2]), np.float32),
        np.zeros((n, steps, first.inputs.shape[1]), np.float32),
        np.zeros((n, steps), np.int64),
        np.zeros((n, steps), np.float32),
    )
    for row, (number, start, length) in enumerate(stretches):
        player, part = players[number], slice(start, start + length)
        batch.evidence[row, :length] = player.evidence[part]
        batch.inputs[row, :length] = player.inputs[part]
        batch.moves[row, :length] = player.moves[part]
        batch.weight[row, :length] = player.weight
    return batch


def joined(mind: FloatArray, network: FloatArray, moves: IntArray) -> FloatArray:
    """The forecasts (n, k) of `mind` and `network` (n, k) blended by how well each did so far."""
    mean = np.sqrt(mind * network)
    mean /= mean.sum(axis=1, keepdims=True)
    blend = Blend(np.array(TRUST))
    result = np.empty_like(mind)
    for t, symbol in enumerate(moves.tolist()):
        result[t] = blend.predict(np.stack([mind[t], mean[t], network[t]]))
        blend.learn(symbol)
    return result


class Task(NamedTuple):
    """One part of the measurement: who is left out, and how networks are trained."""

    lesson: Lesson
    plan: Plan


Row = tuple[float, float, float, float]
"""Bits of one study under the original, `mind`, the networks alone, and both; with its size."""


def measure(task: Task) -> dict[str, tuple[int, Row]]:
    """The bits on those left out, by study: how many choices, and the sums."""
    lesson, plan = task
    people, made_up = record_all(lesson.seed)
    weights = fit_weights(
        [r for r in people if not lesson.holds_out(r)], made_up, lesson.seed, lesson.schedule
    )
    alone = [smooth(r, weights.concentration) for r in people if not r.opponent]
    learned = [r for r in alone if not lesson.holds_out(r)]
    nets, used, scale = fit_networks(learned, made_up, weights, lesson, plan)
    sums: dict[str, tuple[int, Row]] = {}
    for recording in (r for r in alone if lesson.holds_out(r)):
        player = as_player(recording, used, scale, 1.0)
        network = np.mean([forecast(net, player.evidence, player.inputs) for net in nets], axis=0)
        mind = replay_forecasts(recording, weights)
        moves = recording.moves
        ways = (seed_forecast(recording), mind, network, joined(mind, network, moves))
        count, before = sums.get(recording.study, (0, (0.0,) * 4))
        bits = [-float(np.log2(p[np.arange(len(moves)), moves]).sum()) for p in ways]
        total = tuple(a + b for a, b in zip(before, bits, strict=True))
        sums[recording.study] = (count + len(moves), (total[0], total[1], total[2], total[3]))
    return sums


def fit_networks(
    learned: Several[Recording],
    made_up: Several[Recording],
    weights: PredictorWeights,
    lesson: Lesson,
    plan: Plan,
) -> tuple[list[Parameters], IntArray, Float32Array]:
    """Networks fitted to `learned` people and to made-up players; the rows and their scale.

    Made-up players stand in over all alphabets, those for one alphabet only where it is not left
    out.
    """
    others = [
        smooth(r, weights.concentration)
        for r in made_up
        if not r.opponent
        and (r.study == "habitual" or (r.study == SUPPORT and r.k != lesson.alphabet))
    ]
    used = np.unique(np.concatenate([r.rows for r in (*learned, *others)]))
    scale = spread(learned, used)
    both = [(learned, 1.0), (others, plan.made_up)]
    players = [
        as_player(r, used, scale, weight)
        for group, whole in both
        for r, weight in zip(group, weighed(group, whole), strict=True)
    ]
    nets = [train_network(players, plan, lesson.seed + number) for number in range(plan.nets)]
    return nets, used, scale


def table(found: Mapping[str, tuple[int, Row]]) -> list[str]:
    """A line for each study `found`: bits a choice, and what networks gain in points of bits."""
    lines = []
    for study, (count, sums) in sorted(found.items()):
        seed, mind, network, both = (total / count for total in sums)
        lines.append(
            f"  {study:16s} seed {seed:.4f}  mind {mind:.4f}  network {network:.4f}  "
            f"both {both:.4f}  gain {gain((count, sums)):+.2f} points"
        )
    return lines


def gain(row: tuple[int, Row]) -> float:
    """By how many points the mixture of a `row` beats `mind`, in hundredths of the seed's bits."""
    seed, mind, _, both = row[1]
    return 100.0 * (mind - both) / seed


def verdict(rows: Iterable[tuple[int, Row]]) -> str:
    """Whether the mixture gains enough by its `rows` to ship, in a sentence."""
    gains = [gain(row) for row in rows]
    mean, worst = float(np.mean(gains)), min(gains)
    ships = mean >= SHIPS_FROM and worst >= -LOSES_AT_MOST
    return (
        f"The mixture gains {mean:+.2f} points on average and {worst:+.2f} where it does worst: "
        f"{'enough' if ships else 'not enough'} ({SHIPS_FROM:+.1f} and {-LOSES_AT_MOST:+.1f})."
    )


def main() -> None:
    """Train, measure and print; see the module."""
    parser = argparse.ArgumentParser(description="Measure a recurrent network beside `mind`.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--nets", type=int, default=Plan().nets)
    parser.add_argument("--epochs", type=int, default=Plan().epochs)
    arguments = parser.parse_args()
    plan, schedule = Plan(nets=arguments.nets, epochs=arguments.epochs), Schedule()
    lessons = [Lesson(fold, None, arguments.seed, schedule) for fold in range(FOLDS)]
    lessons += [Lesson(None, k, arguments.seed, schedule) for k in ALPHABETS]
    tasks = [Task(lesson, plan) for lesson in lessons]
    parts: tuple[dict[str, tuple[int, Row]], dict[str, tuple[int, Row]]] = ({}, {})
    for number, found in enumerate(Jobs(arguments.jobs).results(measure, tasks)):
        for study, (count, sums) in found.items():
            part = parts[number >= FOLDS]
            before, total = part.get(study, (0, (0.0,) * 4))
            added = tuple(a + b for a, b in zip(total, sums, strict=True))
            part[study] = (before + count, (added[0], added[1], added[2], added[3]))
        print(f"{number + 1} of {len(tasks)}", *table(found), sep="\n", flush=True)
    for title, part in zip(("people left out", "alphabet left out"), parts, strict=True):
        print(title, *table(part), sep="\n")
    print(verdict(row for part in parts for row in part.values()))


if __name__ == "__main__":
    # under its own name, by which workers find what they are to do
    importlib.import_module("ai.lab.numbers.network").main()
