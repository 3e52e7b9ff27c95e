"""`main.py train karate`: measures `sensei` and writes the card with its figures.

`sensei` plays with what `train numbers` learned from people; no more is fitted. This makes its
card, `karate/sensei.json` in a folder of weights: mean expected gain a round against every sparring
partner of `ai.lab.karate.partners`, for each level of difficulty and for the first original, the
lowest the sum of expected gains ever was, and which weights it was done with. In every round both
sides' strategies are read first (a partner that may see the other's is shown it), both moves are
drawn, and the *expected gain* is the gain of the agent's mixed strategy against the move that its
partner drew, above the value of the game. A match has 1,000 rounds; the interval of a mean is 1.96
standard errors over matches. Every match depends on the seed, the two names and its number alone.
With `--option programs=3`, three matches against each of the classic rock-paper-scissors programs
too.

The 43 programs come with the package `open_spiel` (`pyspiel.roshambo_bot_names()`, in
`requirements-lab.txt`), from the First and Second International RoShamBo Programming Competitions
(D. Billings, University of Alberta, 1999-2000). A match has 1,000 rounds; its score is wins less
losses. Moves are rock 0, paper 1, scissors 2. The programs keep their memory in one place for the
whole process and draw from its C library, so matches are played one after the other; our own draws
follow from the seed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

import numpy as np

from ai.files import put
from ai.karate.fighter import KarateAgent
from ai.karate.originals import SeedArgmax
from ai.lab.jobs import Jobs
from ai.lab.karate.partners import (
    ROSTER,
    SPARRING,
    Exploiter,
    MirrorPartner,
    SparringPartner,
    other_side,
    sensei,
)
from ai.lab.options import with_defaults
from ai.lab.rooms import Plain, Progress, share_of
from ai.lab.study import results_of
from ai.sequence.weights import MIND
from ai.zerosum.equilibrium import Payoff, equilibrium
from ai.zerosum.sensei import SenseiStrategy
from games.arrays import FloatArray
from games.intervals import Z
from games.karate.rules import gain_matrix
from games.spec import Option
from games.streams import Stream
from games.weights import DAY, MEASURED_WITH, in_use, sum_of

ROUNDS: Final = 1000

PLAYERS: Final[dict[str, Callable[[], KarateAgent]]] = {
    "seed-argmax": SeedArgmax,
    "sensei": sensei,
    "sensei:seed": lambda: sensei("seed"),
    "sensei:no-theory": lambda: sensei("no-theory"),
}


class Gains(NamedTuple):
    """Expected gains above the value of each round (rounds,), and the floor before it."""

    gains: FloatArray
    floors: FloatArray


class PartnerResult(NamedTuple):
    """An agent against a partner: mean gain a round, half its interval, lowest sum of a match."""

    agent: str
    partner: str
    mean: float
    interval: float
    lowest: float


def play(
    payoff: Payoff, agent: KarateAgent, partner: KarateAgent, rng: Stream, rounds: int = ROUNDS
) -> Gains:
    """Play a match of `rounds` with a `partner`; `payoff` is the agent's gain, its move by row."""
    value = equilibrium(payoff).value
    matrix = np.array(payoff)
    agent.start(payoff, rng)
    partner.start(other_side(payoff), rng)
    gains, floors = np.zeros(rounds), np.zeros(rounds)
    for turn in range(rounds):
        strategy = agent.strategy()
        floors[turn] = -np.inf if agent.floor is None else agent.floor
        if isinstance(partner, Exploiter):
            partner.see(strategy)
        own, other = rng.sample_from(strategy), rng.sample_from(partner.strategy())
        gains[turn] = np.asarray(strategy) @ matrix[:, other] - value
        agent.learn(own, other)
        partner.learn(other, own)
    return Gains(gains, floors)


def rows(
    agents: Sequence[str],
    partners: Sequence[SparringPartner] = ROSTER,
    matches: int = 4,
    seed: int = 1,
    table: str = "classic",
    rounds: int = ROUNDS,
) -> Iterator[PartnerResult]:
    """Play `matches` of `rounds` by a `table` of every agent against every partner, by a `seed`."""
    payoff = gain_matrix(table)
    for partner in partners:
        for agent in agents:
            means, lowest = [], 0.0
            for number in range(matches):
                rng = Stream.named(seed, f"roster {partner.id} {number}")
                other = partner.make()
                if isinstance(other, MirrorPartner):
                    other.copies(PLAYERS[agent])
                played = play(payoff, PLAYERS[agent](), other, rng, rounds)
                means.append(float(played.gains.mean()))
                lowest = min(lowest, float(played.gains.cumsum().min()))
            error = np.std(means, ddof=1) / np.sqrt(matches) if matches > 1 else 0.0
            yield PartnerResult(agent, partner.id, float(np.mean(means)), float(Z * error), lowest)


AGENTS: Final = ("sensei",)
OPTIONS: Final = (
    Option("matches", "Matches with each partner", "int", 4, low=2, high=1000),
    Option("rounds", "Rounds of a match", "int", ROUNDS, low=10, high=100_000),
    Option("programs", "Matches with each program", "int", 0, low=0, high=100),
)
CARD: Final = "sensei.json"


class _Work(NamedTuple):
    """All matches of every player with one partner."""

    partner: int
    matches: int
    rounds: int
    seed: int


def train(
    options: Mapping[str, Any], seed: int, jobs: Jobs, out_dir: Path, progress: Progress
) -> Plain:
    """Play, write the card and return it."""
    given = with_defaults(OPTIONS, options)
    work = [
        (partner.id, [_Work(number, given["matches"], given["rounds"], seed)])
        for number, partner in enumerate(SPARRING)
    ]
    share = share_of(progress, 0.0, 0.95 if given["programs"] else 1.0)
    found = [row for _, rows in results_of(work, _rows, jobs, share) for row in rows]
    card = {
        "agent": "sensei",
        "measured_by": "main.py train karate",
        "seed": seed,
        "rounds": given["rounds"],
        "matches": given["matches"],
        **_figures(found),
        MEASURED_WITH: {MIND.name: sum_of(in_use(MIND.name))},
        DAY: date.today().isoformat(),
    }
    if given["programs"]:
        card["programs"] = _programs(given["programs"], seed, progress)
    put({out_dir / CARD: (json.dumps(card, indent=2) + "\n").encode("utf-8")})
    return card


def _rows(work: _Work) -> list[PartnerResult]:
    partners = (SPARRING[work.partner],)
    return list(rows(tuple(PLAYERS), partners, work.matches, work.seed, rounds=work.rounds))


def _figures(found: Sequence[PartnerResult]) -> dict[str, Any]:
    """Return means over the roster, the lowest sums, and each partner's row."""
    roster = {entry.id for entry in ROSTER}
    means, lowest = {}, {}
    partners: dict[str, dict[str, list[float]]] = {}
    for player in PLAYERS:
        own = [row for row in found if row.agent == player]
        part = [row.mean for row in own if row.partner in roster]
        means[player] = round(sum(part) / len(part), 3)
        lowest[player] = round(min(row.lowest for row in own), 3)
    for row in found:
        figures = [round(row.mean, 3), round(row.interval, 3)]
        partners.setdefault(row.partner, {})[row.agent] = figures
    return {"roster_mean": means, "lowest_sum": lowest, "partners": partners}


def _programs(matches: int, seed: int, progress: Progress) -> dict[str, float | str]:
    table = tournament(
        programs(), matches, seed, lambda: SenseiStrategy(GAIN), lambda line: progress(0.97, line)
    )
    return summary(table)


def report(card: Mapping[str, Any]) -> str:
    """Return the card for a person."""
    players = list(card["roster_mean"])
    lines = [f"{'gain a round, 95% interval':18}" + "".join(f"{name:>20}" for name in players)]
    for partner, figures in card["partners"].items():
        cells = [f"{mean:+9.2f} ±{interval:<5.2f}" for mean, interval in figures.values()]
        lines.append(f"{partner:18}" + "".join(f"{cell:>20}" for cell in cells))
    for title, key in (("mean of the roster", "roster_mean"), ("lowest sum", "lowest_sum")):
        lines.append(f"{title:18}" + "".join(f"{value:20.2f}" for value in card[key].values()))
    if "programs" in card:
        lines.append(
            "classic programs: " + ", ".join(f"{k} {v}" for k, v in card["programs"].items())
        )
    return "\n".join(lines)


# -- the classic programs of rock-paper-scissors ---------------------------------------------

GAIN: Final = ((0.0, -1.0, 1.0), (1.0, 0.0, -1.0), (-1.0, 1.0, 0.0))
"""Own gain, own move by row."""


class Strategist(Protocol):
    """A player that names a strategy, and learns both moves."""

    def strategy(self) -> Sequence[float] | FloatArray:
        """Return the probabilities of the next move, shape (3,)."""
        ...

    def learn(self, own: int, other: int) -> None:
        """See both moves of a round."""
        ...


class MatchScore(NamedTuple):
    """A match: wins less losses, and the sum of expected gains."""

    program: str
    score: int
    expected: float


def play_program(program: str, player: Strategist, rng: Stream, rounds: int = ROUNDS) -> MatchScore:
    """Have a `player` play `rounds` against a program; ModuleNotFoundError without open_spiel."""
    import pyspiel

    stage = f"repeated_game(stage_game=matrix_rps(),num_repetitions={rounds})"
    state = pyspiel.load_game(stage).new_initial_state()
    bot = pyspiel.make_roshambo_bot(1, program, rounds)
    score, expected = 0.0, 0.0
    for _ in range(rounds):
        strategy = np.asarray(player.strategy())
        own, other = rng.sample_from(strategy.tolist()), int(bot.step(state))
        state.apply_actions([own, other])
        player.learn(own, other)
        score += GAIN[own][other]
        expected += float(strategy @ np.array(GAIN)[:, other])
    return MatchScore(program, int(score), expected)


def tournament(
    names: Sequence[str],
    matches: int,
    seed: int,
    make: Callable[[], Strategist],
    show: Callable[[str], None] = lambda line: None,
) -> list[list[MatchScore]]:
    """Play `matches` matches against each program of `names`; a list of scores for each.

    `make` makes the player of a match; `show` is called with a line for each program.
    """
    table = []
    for name in names:
        rngs = [Stream.named(seed, f"roshambo {name} {match}") for match in range(matches)]
        scores = [play_program(name, make(), rng) for rng in rngs]
        show(f"{name:18} " + " ".join(f"{score.score:6d}" for score in scores))
        table.append(scores)
    return table


def programs() -> tuple[str, ...]:
    """Return the names of the programs; raises ModuleNotFoundError without open_spiel."""
    import pyspiel

    return tuple(pyspiel.roshambo_bot_names())


def summary(table: Sequence[Sequence[MatchScore]]) -> dict[str, float | str]:
    """Return the figures of a tournament, whose scores are in the `table`.

    Mean score, mean expected gain, the worst match, and the lowest expected gain of a match: what
    the safety budget bounds, where a score may fall lower by the luck of the draws (a match of
    1,000 even rounds has a standard deviation of 26).
    """
    scores = [score for row in table for score in row]
    worst = min(scores, key=lambda score: score.score)
    return {
        "programs": len(table),
        "matches": len(scores),
        "mean": round(sum(score.score for score in scores) / len(scores), 1),
        "expected": round(sum(score.expected for score in scores) / len(scores), 1),
        "worst": worst.score,
        "worst_program": worst.program,
        "lowest_expected": round(min(score.expected for score in scores), 1),
    }
