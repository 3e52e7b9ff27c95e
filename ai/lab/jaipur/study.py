"""`main.py arena jaipur --option study=...`: measurements of `sensei` beside how often it wins.

- `study=belief`: how surprised `sensei` is by the hidden cards of each of `--agents`, in bits a
  card, by counting alone and with what it infers from their moves;
- `study=calibration`: each of `--agents` plays itself, and the chance to win that it shows is
  compared with the results, in ten classes;
- `study=learning`: the share of the rounds that `sensei` wins against each of `--agents`, and how
  many rupees ahead, without a model of its opponent and with one after ten matches, on the same
  deals;
- `study=exercises`: positions of rounds that each of `--agents` plays against itself, in which one
  move is clearly the best. What ships, `assets/exercises/jaipur.json`, is what `--json` prints;
- `study=regret`: what each of `--agents` loses of a win in the same endings, where no card of the
  other is hidden and the rest of the round is searched to its end.

`--games` is the number of rounds, or of endings; `learning` plays it twice. Beside the agents of
the game, `hoarder`, `camel-racer` and `quick-seller` can be named. All follows from the seed, for
any number of jobs. Intervals are of 95%, over rounds.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from ai.core import Agent
from ai.jaipur.belief import counting_belief, surprise
from ai.jaipur.ending import position_of, solve
from ai.jaipur.search import Search
from ai.jaipur.sensei import LEVELS, Sensei
from ai.jaipur.worlds import CAMEL
from ai.lab.arena import regret
from ai.lab.arena.regret import REGRET
from ai.lab.errors import BadArguments
from ai.lab.jaipur.exercises import exercises_of
from ai.lab.jaipur.traders import trader
from ai.lab.options import all_options
from ai.lab.rooms import ArenaQuestion, Plain
from ai.lab.study import Groups, Study, Values, mean_interval, pieces
from games.arrays import FloatArray
from games.core import Decision, Event, Game, Limit
from games.intervals import Z, wilson
from games.jaipur import SPEC
from games.jaipur.rules import GAME
from games.jaipur.rules.goods import counts_of
from games.jaipur.rules.moves import parse
from games.jaipur.rules.state import State, View
from games.match import Match
from games.spec import Option, Params
from games.streams import Stream, stream_key

BELIEF, CALIBRATION, LEARNING = "belief", "calibration", "learning"
EXERCISES: Final = "exercises"
OPTIONS: Final = (
    Option(
        *("study", "Study", "choice", BELIEF),
        choices=(BELIEF, CALIBRATION, LEARNING, EXERCISES, REGRET),
    ),
    Option("level", "Level of sensei", "int", max(LEVELS), low=min(LEVELS), high=max(LEVELS)),
    Option("before", "Matches that are learned from", "int", 10, low=1, high=1000),
)
ROUND: Final = SPEC.params({"length": "round"})
ROUNDS_AT_ONCE: Final = 10
"""Rounds that one worker plays for a study before it tells what came of them."""
CLASSES: Final = 10


class RoundsPart(NamedTuple):
    """Some rounds of a study against one trader; `start` is what was learned of it before."""

    study: str
    name: str
    seed: int
    rounds: range
    level: int
    start: str | None = None
    learning: bool = True


Found = list[tuple[float, ...]]
"""What a study keeps of each round, by the study."""


def arena(asked: ArenaQuestion) -> Plain:
    """Return the JSON output of a study: a row for each of the `agents`."""
    if not asked.agents:
        raise BadArguments("A study needs traders, as in --agents greedy,seed-utility.")
    for name in asked.agents:
        trader(name)
    values = all_options(OPTIONS, asked.given)
    name = str(values["study"])
    rows = STUDIES[name].rows(asked, values)
    return {"game": "jaipur", "seed": asked.seed, "study": name, "rows": rows}


def report(found: Plain) -> str:
    """Return the rows for a person."""
    head = f"jaipur, seed {found['seed']}, {found['study']}"
    return "\n".join([head, *STUDIES[found["study"]].lines(found["rows"])])


def _common(study: str, name: str, asked: ArenaQuestion, values: Values) -> RoundsPart:
    """Return what all parts of a trader have in common."""
    return RoundsPart(study, name, asked.seed, range(0), int(values["level"]))


def _split(common: RoundsPart, games: int, size: int = ROUNDS_AT_ONCE) -> list[RoundsPart]:
    return [common._replace(rounds=rounds) for rounds in pieces(games, size)]


def _parts(study: str, asked: ArenaQuestion, values: Values) -> Groups[RoundsPart]:
    games = asked.games
    return [(name, _split(_common(study, name, asked, values), games)) for name in asked.agents]


def play(part: RoundsPart) -> Found:
    """Play the rounds of a part."""
    return [row for number in part.rounds for row in _PLAYS[part.study](part, number)]


def _seed(part: RoundsPart, number: int) -> int:
    """Return the seed of a round: both seats of a deal, whatever is studied."""
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


def _believe(part: RoundsPart, number: int) -> Found:
    """Play one round: the bits of both beliefs and the hidden cards, over all its moves."""
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


def _belief_row(name: str, rounds: Found, asked: ArenaQuestion) -> Plain:
    """Return bits a hidden card by counting and by inference; both are sums over a round's
    moves.
    """
    found = np.array(rounds)
    cards = found[:, 2]
    gained, half = _ratio(found[:, 0] - found[:, 1], cards)
    return {
        "agent": name,
        "rounds": len(found),
        "counting": float(found[:, 0].sum() / cards.sum()),
        "inferred": float(found[:, 1].sum() / cards.sum()),
        "gain": gained,
        "ci95": [gained - half, gained + half],
    }


def _ratio(sums: FloatArray, sizes: FloatArray) -> tuple[float, float]:
    """Return a ratio of sums over rounds, and half its 95% interval (Cochran, section 6.3)."""
    mean = float(sums.sum() / sizes.sum())
    count = len(sums)
    squares = float(((sums - mean * sizes) ** 2).sum())
    return mean, Z * (squares * count / max(1, count - 1)) ** 0.5 / float(sizes.sum())


# -- the chance to win ---------------------------------------------------------------------


class _Saying(Agent):
    """An agent that plays as another does, and notes the chances to win that it gives."""

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


def _say(part: RoundsPart, number: int) -> Found:
    """Return one round: (round, said, came) for every move, and the time of each."""
    both = {seat: _saying(part.name) for seat in (0, 1)}
    match: Match[State] = Match(GAME, ROUND, _seed(part, 2 * number), dict(both))
    came = match.run(Limit())
    return [
        (number, said, came[seat], spent)
        for seat, agent in both.items()
        for said, spent in agent.said
    ]


def _calibration_parts(asked: ArenaQuestion, values: Values) -> Groups[RoundsPart]:
    for name in asked.agents:
        _saying(name)
    return _parts(CALIBRATION, asked, values)


def _calibration_row(name: str, moves: Found, asked: ArenaQuestion) -> Plain:
    """Return, for each tenth of the chances, their number, their mean, and the share won."""
    if not moves:
        raise BadArguments(f"{name} gave no chance to win in these rounds; name a higher level.")
    number, said, came, spent = np.array(moves).T
    games = asked.games
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
        "agent": name,
        "rounds": games,
        "classes": classes,
        "mean_square": float(np.mean((said - came) ** 2)),
        "cpu_ms": [float(spent.mean()), float(spent.max())],
    }


# -- what learning gains -------------------------------------------------------------------


def _win(part: RoundsPart, number: int) -> Found:
    """Play one round of `sensei` against a trader: the share that it won, and by how much."""
    sensei, seat = Sensei(part.level, part.start, part.learning), number % 2
    players = {seat: sensei, 1 - seat: trader(part.name)}
    match: Match[State] = Match(GAME, ROUND, _seed(part, number), players)
    limit, events = Limit(), tuple[Event, ...]()
    while match.to_act:
        events = match.step(limit)
    rupees = next(event.data["total"] for event in events if event.kind == "score")
    return [(match.returns[seat], rupees[seat] - rupees[1 - seat])]


def learned_of(part: RoundsPart, matches: int) -> str | None:
    """Return a sensei's model of a trader after some matches to two seals; seats alternate.

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


def _learning_parts(asked: ArenaQuestion, values: Values) -> Groups[RoundsPart]:
    """Return for each trader all rounds without a model of it, and then all with one."""
    found = []
    for name in asked.agents:
        common = _common(LEARNING, name, asked, values)
        learned = common._replace(start=learned_of(common, int(values["before"])))
        both = (common._replace(learning=False), learned)
        parts = [part for half in both for part in _split(half, asked.games)]
        found.append((name, parts))
    return found


def _learning_row(name: str, rounds: Found, asked: ArenaQuestion) -> Plain:
    """Return shares and rupees without and with a model of the opponent, and their paired
    differences.
    """
    games = asked.games
    (without, before_rupees), (learned, after_rupees) = (
        np.array(rounds).reshape(2, games, 2).swapaxes(1, 2)
    )
    gain, ci95 = mean_interval(learned - without, 1.0)
    rupees, rupees_ci95 = mean_interval(after_rupees - before_rupees, 100.0)
    return {
        "agent": name,
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


# -- positions with one best move ----------------------------------------------------------


def _exercise_parts(asked: ArenaQuestion, values: Values) -> Groups[RoundsPart]:
    """Return one round a part: an exercise takes a while to find."""
    common = [_common(EXERCISES, name, asked, values) for name in asked.agents]
    return [(part.name, _split(part, asked.games, 1)) for part in common]


def exercises(part: RoundsPart) -> list[Plain]:
    """Return the exercises of one round."""
    return [row._asdict() for row in exercises_of(part.name, _seed(part, 2 * part.rounds.start))]


def _exercise_row(name: str, found: list[Plain], asked: ArenaQuestion) -> Plain:
    return {"agent": name, "rounds": asked.games, "exercises": found}


def _told_exercises(row: Plain) -> str:
    found = row["exercises"]
    lines = [f"  {row['agent']}: {len(found)} exercises of {row['rounds']} rounds"]
    for each in found:
        loss = f"the next best loses {each['lost']:.1%} (±{2 * each['error']:.1%})"
        lines.append(f"    seat {each['seat']}, {each['best']}: {loss}")
    return "\n".join(lines)


# -- endings that are searched to the end of the round ---------------------------------------


def _cost_in_ending(view: View, move: str) -> float | None:
    """Return the chance to win that a move loses, None where the ending takes too long."""
    chosen = parse(move)
    solved = None if chosen is None else solve(view, [chosen])
    if solved is None or chosen is None:
        return None
    return solved.chances[0] - solved.chances[solved.moves.index(chosen)]


ENDINGS: Final = regret.Endings(
    "jaipur", "greedy", lambda view: position_of(view) is not None, _cost_in_ending, trader
)


def play_endings(part: regret.RegretPart) -> list[float]:
    """Return what the agent of a part loses in each of its endings."""
    return regret.play(ENDINGS, part)


def _told_classes(row: Plain) -> str:
    line = "    said {said:.3f}, came {came:.3f} ({ci95[0]:.3f} to {ci95[1]:.3f}), {moves} moves"
    return "\n".join(line.format(**each) for each in row["classes"])


_PLAYS: Final = {BELIEF: _believe, CALIBRATION: _say, LEARNING: _win}
STUDIES: Final[Mapping[str, Study[Any, Any]]] = {
    BELIEF: Study(
        functools.partial(_parts, BELIEF),
        play,
        _belief_row,
        (
            "  {agent:14} bits a hidden card: counting {counting:.3f}, inferred {inferred:.3f}; "
            "gain {gain:.3f} ({ci95[0]:.3f} to {ci95[1]:.3f}), {rounds} rounds",
        ),
    ),
    CALIBRATION: Study(
        _calibration_parts,
        play,
        _calibration_row,
        (
            "  {agent} v itself, {rounds} rounds; mean square {mean_square:.4f}; "
            "{cpu_ms[0]:.0f} ms of processor time a move, at most {cpu_ms[1]:.0f}",
            _told_classes,
        ),
    ),
    LEARNING: Study(
        _learning_parts,
        play,
        _learning_row,
        (
            "  {agent:14} without {without:.3f} ({without_ci95[0]:.3f} to {without_ci95[1]:.3f}), "
            "with {with:.3f} ({with_ci95[0]:.3f} to {with_ci95[1]:.3f}); gain {gain:+.3f} "
            "({ci95[0]:+.3f} to {ci95[1]:+.3f}), {rounds} rounds each",
            "    rupees ahead {rupees_without:.1f} and {rupees_with:.1f}; gain {rupees_gain:+.1f} "
            "({rupees_ci95[0]:+.1f} to {rupees_ci95[1]:+.1f})",
        ),
    ),
    EXERCISES: Study(_exercise_parts, exercises, _exercise_row, (_told_exercises,)),
    REGRET: regret.study(play_endings, lambda values: ROUND),
}
