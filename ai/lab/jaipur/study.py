"""`main.py arena jaipur --option study=...`: what is true of `sensei` beside how often it wins.

- `study=belief`: how surprised `sensei` is by the hidden cards of each of `--agents`, in bits a
  card, by counting alone and with what it infers from their moves;
- `study=calibration`: each of `--agents` plays itself, and what it says of its chance to win is
  compared with what came, in ten classes;
- `study=learning`: the share of the rounds that `sensei` wins against each of `--agents`, and how
  many rupees ahead, without a model of its opponent and with one after ten matches, on the same
  deals. Where it wins them all, it can gain nothing: `ahead=N` has the other begin with N rupees;
- `study=exercises`: positions of rounds that each of `--agents` plays against itself, in which one
  move is clearly the best. What ships, `assets/exercises/jaipur.json`, is what `--json` prints.

`--games` is the number of rounds, of `learning` that of each of the two. Beside the agents of the
game, `hoarder`, `camel-racer` and `quick-seller` can be named. Everything follows from the seed,
for any number of jobs. Intervals are of 95%, over rounds.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from ai.core import Agent
from ai.jaipur.belief import counting_belief, surprise
from ai.jaipur.search import Search
from ai.jaipur.sensei import LEVELS, Sensei
from ai.jaipur.worlds import CAMEL
from ai.lab.errors import BadArguments
from ai.lab.jaipur.exercises import exercises_of
from ai.lab.jaipur.traders import trader
from ai.lab.jobs import Jobs
from ai.lab.options import all_options
from ai.lab.rooms import Asked, Plain, Progress
from games.arrays import FloatArray
from games.core import Decision, Event, Game, Limit
from games.intervals import Z, wilson
from games.jaipur import SPEC
from games.jaipur.rules import GAME
from games.jaipur.rules.game import Jaipur
from games.jaipur.rules.goods import counts_of
from games.jaipur.rules.state import State, View
from games.match import Match
from games.spec import Option, Params
from games.streams import Stream, stream_key

BELIEF, CALIBRATION, LEARNING = "belief", "calibration", "learning"
EXERCISES: Final = "exercises"
MOST_AHEAD: Final = 100
"""Rupees; nobody is as far ahead at the end of a round."""
OPTIONS: Final = (
    Option(
        *("study", "Study", "choice", BELIEF),
        choices=(BELIEF, CALIBRATION, LEARNING, EXERCISES),
    ),
    Option("level", "Level of sensei", "int", max(LEVELS), low=min(LEVELS), high=max(LEVELS)),
    Option("before", "Matches that are learned from", "int", 10, low=1, high=1000),
    Option("ahead", "Rupees that the other begins with", "int", 0, low=0, high=MOST_AHEAD),
)
ROUND: Final = SPEC.params({"length": "round"})
ROUNDS_AT_ONCE: Final = 10
"""Rounds that one worker plays for a study before it tells what came of them."""
CLASSES: Final = 10


class Part(NamedTuple):
    """Some rounds of a study against one trader; `start` is what was learned of it before."""

    study: str
    name: str
    seed: int
    rounds: range
    level: int
    start: str | None = None
    learning: bool = True
    ahead: int = 0


Found = list[tuple[float, ...]]
"""What a study keeps of each round, by the study."""


def arena(asked: Asked) -> Plain:
    """The JSON output of a study: a row for each of the `agents`."""
    agents, games, seed, given, jobs, progress = asked
    if not agents:
        raise BadArguments("A study needs traders, as in --agents greedy,seed-utility.")
    values = all_options(OPTIONS, given)
    for name in agents:
        trader(name)
    study, rows = str(values["study"]), []
    for number, name in enumerate(agents):
        common = Part(study, name, seed, range(0), int(values["level"]), ahead=int(values["ahead"]))

        def tell(share: float, text: str, number: int = number) -> None:
            progress((number + share) / len(agents), text)

        row = _ROWS[study](common, games, int(values["before"]), jobs, tell)
        rows.append({"agent": name, **row})
    return {"game": "jaipur", "seed": seed, "study": study, "rows": rows}


def _played(common: Part, games: int, jobs: Jobs, progress: Progress) -> Found:
    """What all rounds of a part gave, in order."""
    ranges = [range(at, min(games, at + ROUNDS_AT_ONCE)) for at in range(0, games, ROUNDS_AT_ONCE)]
    found: Found = []
    for done, part in enumerate(
        jobs.results(play, [common._replace(rounds=rounds) for rounds in ranges]), start=1
    ):
        found += part
        progress(done / len(ranges), f"{common.name}: {len(found):,} rows")
    return found


def play(part: Part) -> Found:
    """Play the rounds of a part."""
    return [row for number in part.rounds for row in _PLAYS[part.study](part, number)]


def _seed(part: Part, number: int) -> int:
    """The seed of a round: both seats of a deal, whatever is studied."""
    return stream_key(part.seed, f"study {part.name} {number // 2}") >> 1


# -- the hidden cards ----------------------------------------------------------------------


class _Guessing(Sensei):
    """A sensei that notes its beliefs before each of its moves, and plays as `greedy`."""

    def __init__(self) -> None:
        super().__init__()
        self.beliefs: list[tuple[int, FloatArray, FloatArray]] = []

    def act(self, seat: int, view: View, legal: Collection[str], limit: Limit) -> Decision:
        """Note how many cards are hidden, and both beliefs over the hand."""
        known = np.array(counts_of(view.rival.known)[:CAMEL])
        hidden = view.rival.cards - int(known.sum())
        inferred = self.opponent.hands(view).belief(known)
        self.beliefs.append((hidden, counting_belief(view).hand, inferred))
        return super().act(seat, view, legal, limit)


def _believe(part: Part, number: int) -> Found:
    """One round: the bits of both beliefs, and the cards that were hidden, over all its moves."""
    watcher, seat = _Guessing(), number % 2
    match: Match[State] = Match(
        GAME, ROUND, _seed(part, number), {seat: watcher, 1 - seat: trader(part.name)}
    )
    limit, sums = Limit(nodes=0), np.zeros(3)
    while match.to_act:
        state = match.state
        match.step(limit)
        if watcher.beliefs:
            hidden, counted, inferred = watcher.beliefs.pop()
            held = np.array(counts_of(state.traders[1 - seat].hand)[:CAMEL])
            if hidden:
                sums += (surprise(counted, held), surprise(inferred, held), hidden)
    return [tuple(sums)]


def _belief_row(common: Part, games: int, before: int, jobs: Jobs, progress: Progress) -> Plain:
    """Bits a hidden card by counting and by inference; both are sums over a round's moves."""
    found = np.array(_played(common, games, jobs, progress))
    cards = found[:, 2]
    gained, half = _ratio(found[:, 0] - found[:, 1], cards)
    return {
        "rounds": len(found),
        "counting": float(found[:, 0].sum() / cards.sum()),
        "inferred": float(found[:, 1].sum() / cards.sum()),
        "gain": gained,
        "ci95": [gained - half, gained + half],
    }


def _ratio(sums: FloatArray, sizes: FloatArray) -> tuple[float, float]:
    """The ratio of two sums over rounds, and half its 95% interval (Cochran, section 6.3)."""
    mean = float(sums.sum() / sizes.sum())
    count = len(sums)
    squares = float(((sums - mean * sizes) ** 2).sum())
    return mean, Z * (squares * count / max(1, count - 1)) ** 0.5 / float(sizes.sum())


# -- the chance to win ---------------------------------------------------------------------


class _Saying(Agent):
    """Another agent in whose place it sits, noting what it says of its chance to win."""

    def __init__(self, agent: Search) -> None:
        self.agent = agent
        self.said: list[tuple[float, float]] = []

    def begin(self, seats: tuple[int, ...], game: Game[State], params: Params, rng: Stream) -> None:
        """Pass on."""
        self.agent.begin(seats, game, params, rng)

    def act(self, seat: int, view: View, legal: Collection[str], limit: Limit) -> Decision:
        """Pass on, and note."""
        begun = time.process_time()
        decision = self.agent.act(seat, view, legal, limit)
        spent = 1000 * (time.process_time() - begun)
        if self.agent.win_prob is not None:
            self.said.append((self.agent.win_prob, spent))
        return decision

    def observe(self, events: Sequence[Event]) -> None:
        """Pass on."""
        self.agent.observe(events)


def _saying(name: str) -> _Saying:
    agent = trader(name)
    if not isinstance(agent, Search):
        raise BadArguments(f"{name} says nothing of its chance to win; search and sensei do.")
    return _Saying(agent)


def _say(part: Part, number: int) -> Found:
    """One round: (round, said, came) for every move, and the time of each."""
    both = {seat: _saying(part.name) for seat in (0, 1)}
    match: Match[State] = Match(GAME, ROUND, _seed(part, 2 * number), dict(both))
    came = match.run(Limit())
    return [
        (number, said, came[seat], spent)
        for seat, agent in both.items()
        for said, spent in agent.said
    ]


def _calibration_row(
    common: Part, games: int, before: int, jobs: Jobs, progress: Progress
) -> Plain:
    """For each tenth of what was said: how often, the mean, what came, and the interval."""
    _saying(common.name)
    found = np.array(_played(common, games, jobs, progress))
    number, said, came, spent = found.T
    place = np.minimum((said * CLASSES).astype(int), CLASSES - 1)
    classes = []
    for which in range(CLASSES):
        inside = place == which
        if not inside.any():
            continue
        rounds = np.bincount(number[inside].astype(int), minlength=games).astype(np.float64)
        ended = np.bincount(number[inside].astype(int), came[inside], minlength=games)
        some = np.flatnonzero(rounds)
        share, half = _ratio(np.asarray(ended[some]), np.asarray(rounds[some]))
        classes.append(
            {
                "from": which / CLASSES,
                "moves": int(inside.sum()),
                "said": float(said[inside].mean()),
                "came": share,
                "ci95": [max(0.0, share - half), min(1.0, share + half)],
            }
        )
    return {
        "rounds": games,
        "classes": classes,
        "mean_square": float(np.mean((said - came) ** 2)),
        "cpu_ms": [float(spent.mean()), float(spent.max())],
    }


# -- what learning gains -------------------------------------------------------------------


class _Ahead(Jaipur):
    """The rules, where a `seat` begins with some `rupees`."""

    def __init__(self, seat: int, rupees: int) -> None:
        self.seat, self.rupees = seat, rupees

    def new(self, params: Params) -> State:
        """The first round, the seat's rupees among its goods tokens' points."""
        state = super().new(params)
        traders = list(state.traders)
        traders[self.seat] = traders[self.seat]._replace(points=self.rupees)
        return state._replace(traders=(traders[0], traders[1]))


def _win(part: Part, number: int) -> Found:
    """One round of `sensei` against a trader: the share of it that it won, and by how much."""
    sensei, seat = Sensei(part.level, part.start, part.learning), number % 2
    players = {seat: sensei, 1 - seat: trader(part.name)}
    game = _Ahead(1 - seat, part.ahead)
    match: Match[State] = Match(game, ROUND, _seed(part, number), players)
    sensei.view = game.view(match.state, seat)
    limit, events = Limit(), tuple[Event, ...]()
    while match.to_act:
        events = match.step(limit)
    rupees = next(event.data["total"] for event in events if event.kind == "score")
    return [(match.returns[seat], rupees[seat] - rupees[1 - seat])]


def learned_of(part: Part, matches: int) -> str | None:
    """What a sensei keeps of a trader after some matches, to two seals each; seats alternate.

    It plays as `greedy` does meanwhile: what it sees of the other is the same sort of evidence, and
    a match takes a second.
    """
    start: str | None = None
    for number in range(matches):
        sensei, seat = Sensei(part.level, start), number % 2
        players = {seat: sensei, 1 - seat: trader(part.name)}
        seed = stream_key(part.seed, f"study before {part.name} {number}") >> 1
        Match(GAME, SPEC.params(), seed, players).run(Limit(nodes=0))
        start = sensei.learned()
    return start


def _learning_row(common: Part, games: int, before: int, jobs: Jobs, progress: Progress) -> Plain:
    """Shares and rupees without and with a model of the opponent, and their paired differences."""
    start = learned_of(common, before)
    parts = (common._replace(learning=False), common._replace(start=start))
    both = []
    for number, part in enumerate(parts):

        def tell(share: float, text: str, number: int = number) -> None:
            progress((number + share) / 2, text)

        both.append(np.array(_played(part, games, jobs, tell)).T)
    (without, before_rupees), (learned, after_rupees) = both
    gain, ci95 = _paired(learned - without, 1.0)
    rupees, rupees_ci95 = _paired(after_rupees - before_rupees, 100.0)
    return {
        "rounds": games,
        "without": float(without.mean()),
        "without_ci95": list(wilson(float(without.sum()), games)),
        "with": float(learned.mean()),
        "with_ci95": list(wilson(float(learned.sum()), games)),
        "gain": gain,
        "ci95": ci95,
        "rupees_without": float(before_rupees.mean()),
        "rupees_with": float(after_rupees.mean()),
        "rupees_gain": rupees,
        "rupees_ci95": rupees_ci95,
    }


def _paired(differences: FloatArray, most: float) -> tuple[float, list[float]]:
    """The mean of differences with its 95% interval; of one alone `most` to either side."""
    count, mean = len(differences), float(differences.mean())
    half = Z * float(differences.std(ddof=1)) / count**0.5 if count > 1 else most
    return mean, [mean - half, mean + half]


# -- positions with one best move ----------------------------------------------------------


def _exercise_row(common: Part, games: int, before: int, jobs: Jobs, progress: Progress) -> Plain:
    """The exercises of all rounds."""
    work = [common._replace(rounds=range(number, number + 1)) for number in range(games)]
    found: list[Plain] = []
    for done, part in enumerate(jobs.results(exercises, work), start=1):
        found += part
        progress(done / games, f"{common.name}: {len(found)} exercises")
    return {"rounds": games, "exercises": found}


def exercises(part: Part) -> list[Plain]:
    """Those of one round."""
    return [row._asdict() for row in exercises_of(part.name, _seed(part, 2 * part.rounds.start))]


_PLAYS: Final = {BELIEF: _believe, CALIBRATION: _say, LEARNING: _win}
_ROWS: Final = {
    BELIEF: _belief_row,
    CALIBRATION: _calibration_row,
    LEARNING: _learning_row,
    EXERCISES: _exercise_row,
}


# -- for a person --------------------------------------------------------------------------


def report(found: Mapping[str, Any]) -> str:
    """The rows for a person."""
    lines = [f"jaipur, seed {found['seed']}, {found['study']}"]
    for row in found["rows"]:
        lines += _TOLD[found["study"]](row)
    return "\n".join(lines)


def _told_belief(row: Mapping[str, Any]) -> list[str]:
    low, high = row["ci95"]
    return [
        f"  {row['agent']:14} bits a hidden card: counting {row['counting']:.3f}, inferred "
        f"{row['inferred']:.3f}; gain {row['gain']:.3f} ({low:.3f} to {high:.3f}), "
        f"{row['rounds']} rounds"
    ]


def _told_calibration(row: Mapping[str, Any]) -> list[str]:
    mean, most = row["cpu_ms"]
    head = (
        f"  {row['agent']} v itself, {row['rounds']} rounds; mean square {row['mean_square']:.4f}; "
        f"{mean:.0f} ms of processor time a move, at most {most:.0f}"
    )
    return [
        head,
        *(
            f"    said {c['said']:.3f}, came {c['came']:.3f} ({c['ci95'][0]:.3f} to "
            f"{c['ci95'][1]:.3f}), {c['moves']} moves"
            for c in row["classes"]
        ),
    ]


def _told_learning(row: Mapping[str, Any]) -> list[str]:
    without, learned = row["without_ci95"], row["with_ci95"]
    (low, high), (least, most) = row["ci95"], row["rupees_ci95"]
    return [
        f"  {row['agent']:14} without {row['without']:.3f} ({without[0]:.3f} to {without[1]:.3f}), "
        f"with {row['with']:.3f} ({learned[0]:.3f} to {learned[1]:.3f}); gain {row['gain']:+.3f} "
        f"({low:+.3f} to {high:+.3f}), {row['rounds']} rounds each",
        f"    rupees ahead {row['rupees_without']:.1f} and {row['rupees_with']:.1f}; gain "
        f"{row['rupees_gain']:+.1f} ({least:+.1f} to {most:+.1f})",
    ]


def _told_exercises(row: Mapping[str, Any]) -> list[str]:
    found = row["exercises"]
    return [
        f"  {row['agent']}: {len(found)} exercises of {row['rounds']} rounds",
        *(
            f"    seat {each['seat']}, {each['best']}: the next best loses {each['lost']:.1%} "
            f"(±{2 * each['error']:.1%})"
            for each in found
        ),
    ]


_TOLD: Final = {
    EXERCISES: _told_exercises,
    BELIEF: _told_belief,
    CALIBRATION: _told_calibration,
    LEARNING: _told_learning,
}
