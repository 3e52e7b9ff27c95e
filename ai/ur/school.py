"""A process in which learners of Ur train and games are solved: `python -m ai.ur.school`.

It is spoken to in lines of JSON, so that a window never waits. `{"op": "train", "agent": ...,
"rules": ..., "pieces": ..., "seed": ...}` begins a training (`learner`: a tree of brains, two
learners against each other; `learner+`: values fitted to every position), and every `{"op": "run",
"games": N}` plays so many games more and is answered by a report:

    {"games": played, "rates": {"random": 0.8, "greedy-pow2": 0.6}, "measured": 200,
     "curves": {"random": [...], ...}, "values": [16 numbers], "marks": {"50": {...}},
     "tree": {"item": "trialtree", ...}, "size": brains, "learned": text}

`tree` is the mind item `TrialTree` as plain data, `learned` is what the agent needs to play with
the best brain and to show where it grew; `curves` has all rates so far, `marks` the brains that
were put by after some numbers of games. A training of `learner` may also be given `"changed"` and
`"spread"` (see `ai.ur.learner.Change`) and a `"rival"`, an agent of the list. With a `"file"` it is
kept there after every run (see `ai.ur.kept`), goes on from the one written last, and reports at
once where it stands; with `"again"` it begins anew beside those that are kept.

`{"op": "solve", "rules": ..., "pieces": ..., "folder": ...}` solves a game into a folder, telling
`{"share": 0..1, "text": ...}` now and then and at last `{"solved": first player's win probability}`
or `{"error": sentence}`.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np

from ai.ur.kept import Kept, Shelf
from ai.ur.learner import (
    ONE_VALUE,
    Change,
    FitTraining,
    Tree,
    TreeTraining,
    greedy_source,
    play_game,
    prune,
    tree_picture,
)
from ai.ur.rivals import RivalTraining
from ai.ur.solve import Solver, unwritten
from ai.ur.values import VALUE_TABLES, Values
from games.arrays import Arrays, BadWeights, arrays_to_text
from games.mind import mind_to_plain
from games.streams import Stream
from games.ur.rules import RULE_SETS, RuleSet, apply_move, legal_sources

MEASURED: Final = 200
"""Games against each rival for one point of the curve; 95% of them lie within 7 points."""
_TELL_SECONDS: Final = 0.2
"""A bar that fills is told of so often; chosen by eye."""


def beats_random(values: Values, rule_set: RuleSet, pieces: int, seat: int, rng: Stream) -> bool:
    """Whether a greedy player with these `values` wins a game from `seat` against random moves.

    The game is one of `pieces` pieces by a `rule_set`, with the dice of `rng`.
    """
    own, other, turn = 0, 0, 0
    rolls = [roll for roll, weight in rule_set.dice for _ in range(weight)]
    while True:
        roll = rolls[rng.word() >> 60]
        sources = legal_sources(own, other, pieces, roll, rule_set)
        again = False
        if sources:
            if turn == seat:
                source = greedy_source(own, other, sources, roll, values, rule_set.shared)
            else:
                listed = [i for i in range(rule_set.off) if sources >> i & 1]
                source = listed[rng.below(len(listed))]
            own, other = apply_move(own, other, source, roll, rule_set)
            if own >> rule_set.off == pieces:
                return turn == seat
            again = bool(rule_set.rosette_mask >> source + roll & 1)
        if not again:
            own, other, turn = other, own, 1 - turn


def win_rates(values: Values, rule_set: RuleSet, pieces: int, seed: int) -> dict[str, float]:
    """The share of `MEASURED` games that a greedy player with these `values` wins, by rival.

    The games are of `pieces` pieces by a `rule_set`, sides changing. Their dice come from `seed`
    and are the same at every call, so that curves are smooth.
    """
    rng = Stream.named(seed, "school")
    won = {"random": 0, "greedy-pow2": 0}
    rival = VALUE_TABLES["pow2"]
    for game in range(MEASURED):
        seat = game % 2
        rng.jump(game)
        won["random"] += beats_random(values, rule_set, pieces, seat, rng)
        brains = (values, rival) if seat == 0 else (rival, values)
        won["greedy-pow2"] += play_game(brains, rule_set, pieces, rng) == seat
    return {name: count / MEASURED for name, count in won.items()}


MARKS: Final = (50, 500, 2000)
"""After so many games a brain is put by, to be looked at and played later."""


Training = TreeTraining | RivalTraining | FitTraining


class School:
    """One training; with a `file` it is kept there after every stretch, and goes on from there."""

    def __init__(
        self,
        agent: str,
        rules: str,
        pieces: int,
        seed: int,
        change: Change = ONE_VALUE,
        rival: str = "",
        file: Path | None = None,
        again: bool = False,
    ) -> None:
        """`rival` is an agent of the list that a `learner` plays, "" for a second learner.

        A training that is kept has a seed of at least `seed`; one that is to begin `again` takes
        the next that none has.
        """
        self.rule_set, self.pieces, self.seed = RULE_SETS[rules], pieces, seed
        self.curves: dict[str, list[float]] = {name: [] for name in ("random", "greedy-pow2")}
        self.marks: dict[int, Arrays] = {}
        self._looks: dict[int, dict[str, Any]] = {}
        self.told = ""
        self._fresh = partial(_training, agent, rules, pieces, change=change, rival=rival)
        self.shelf = None if file is None else Shelf(file, self._trained)
        if self.shelf is not None:
            known = self.shelf.seeds()
            later = [kept for kept in known if kept >= seed]
            self.seed = max((seed, *(kept + 1 for kept in known))) if again else (*later, seed)[0]
        self.training = self._fresh(self.seed)
        self._take_up()

    def _trained(self, kept: Kept) -> Training:
        """The training as it was `kept`; raises `BadWeights`."""
        training = self._fresh(kept.seed)
        try:
            training.restore(kept.state)
            if set(kept.curves) != set(self.curves):
                raise BadWeights("The curves of this training are damaged; start it anew.")
            for brain in kept.marks.values():
                look(brain)
        except (KeyError, ValueError, IndexError) as problem:
            raise BadWeights(f"This training is damaged; start it anew. {problem}") from problem
        return training

    def _go_on_from(self, kept: Kept) -> None:
        self.training = self._trained(kept)
        self.curves, self.marks = dict(kept.curves), dict(kept.marks)
        self._looks.clear()

    def _take_up(self) -> None:
        """Go on from what is kept, if there is anything."""
        if self.shelf is None:
            return
        try:
            kept, damaged = self.shelf.read(self.seed)
        except OSError as problem:
            self.told = f"The training cannot be read ({problem.strerror}) and is left alone."
            return
        if kept is not None:
            self._go_on_from(kept)
        if damaged:
            how = "begins anew" if kept is None else "goes on from the copy before it"
            self.told = f"The training was damaged and {how}; the damaged file is kept as .bad."

    def run(self, games: int) -> dict[str, Any]:
        """Play `games` games more, put brains by at `MARKS`, measure, keep, and report."""
        goal = self.training.games + games
        for mark in (*(m for m in MARKS if self.training.games < m <= goal), goal):
            self.training.run(mark - self.training.games)
            if mark in MARKS:
                self.marks[mark] = self._brain()
        rates = win_rates(self.training.values(), self.rule_set, self.pieces, self.seed)
        for name, rate in rates.items():
            self.curves[name].append(rate)
        self._keep()
        return {**self.report(), "rates": rates}

    def _keep(self) -> None:
        """Keep the training, or go on from that of another window where it has more games."""
        if self.shelf is None:
            return
        try:
            further = self.shelf.write(
                Kept(self.seed, self.training.arrays(), self.curves, self.marks)
            )
            self.told = ""
        except OSError as problem:
            self.told = f"The training cannot be kept ({problem.strerror})."
            return
        if further is not None:
            self._go_on_from(further)
            self.told = f"Another window was at {further.games:,} games; this one goes on there."

    def _brain(self) -> Arrays:
        """What an agent needs to play with the best brain of now."""
        if isinstance(self.training, FitTraining):
            return {"values": np.array(self.training.values())}
        return prune(self.training.trees[0])

    def _look(self, games: int) -> dict[str, Any]:
        """What is told of the brain that was put by after so many games, made once."""
        if games not in self._looks:
            self._looks[games] = look(self.marks[games])
        return self._looks[games]

    def report(self) -> dict[str, Any]:
        """How the training stands."""
        found: dict[str, Any] = {
            "games": self.training.games,
            "seed": self.seed,
            "curves": self.curves,
            "measured": MEASURED,
            "values": list(self.training.values()),
            "told": self.told,
            "learned": arrays_to_text(self._brain()),
            "marks": {str(games): self._look(games) for games in self.marks},
        }
        if isinstance(self.training, FitTraining):
            return found
        tree = self.training.trees[0]
        picture = tree_picture(tree, "The tree of brains", whole=True)
        return {**found, "tree": mind_to_plain((picture,))[0], "size": len(tree)}


def look(brain: Arrays) -> dict[str, Any]:
    """A brain that was put by, to be looked at and played."""
    found: dict[str, Any] = {"learned": arrays_to_text(brain)}
    if "values" in brain:
        return {**found, "values": brain["values"].tolist()}
    tree = Tree.from_arrays(brain)
    picture = tree_picture(tree, "The tree of brains", whole=True)
    numbers = brain["numbers"].tolist()
    nodes = tuple(node._replace(number=numbers[node.number]) for node in picture.nodes)
    drawn = mind_to_plain((replace(picture, nodes=nodes),))[0]
    values, size = list(tree.brains[tree.best()]), int(brain["size"][0])
    return {**found, "values": values, "tree": drawn, "size": size}


def _training(
    agent: str, rules: str, pieces: int, seed: int, change: Change, rival: str
) -> Training:
    """The training of an agent from its beginning."""
    if agent != "learner":
        return FitTraining(rules, pieces, seed)
    if rival:
        return RivalTraining(rules, pieces, seed, change, rival)
    return TreeTraining(rules, pieces, seed, change)


def solve(request: Mapping[str, Any]) -> dict[str, Any]:
    """Solve the game that a `request` names into its folder, telling how far it is.

    Returns the last line.
    """
    told = [0.0]

    def progress(share: float, text: str) -> None:
        if time.monotonic() - told[0] >= _TELL_SECONDS:
            told[0] = time.monotonic()
            tell({"share": share, "text": text})

    folder = Path(str(request["folder"]))
    try:
        found = Solver(str(request["rules"]), int(request["pieces"]), folder, 1).solve(progress)
    except OSError as problem:
        return {"error": unwritten(str(folder), problem)}
    except (ModuleNotFoundError, ValueError) as problem:
        return {"error": str(problem)}
    return {"solved": found.first_player, "seconds": found.seconds}


def tell(plain: Mapping[str, Any]) -> None:
    """Send the object `plain` as one line to whoever asked."""
    print(json.dumps(plain), flush=True)


def main() -> None:
    """Serve until the input ends."""
    school: School | None = None
    for line in sys.stdin:
        request = json.loads(line)
        if request["op"] == "train":
            parts = (request["agent"], request["rules"], request["pieces"], request["seed"])
            change = Change(
                int(request.get("changed", ONE_VALUE.changed)),
                float(request.get("spread", ONE_VALUE.spread)),
            )
            file = Path(str(request["file"])) if request.get("file") else None
            again = bool(request.get("again"))
            school = School(*parts, change, str(request.get("rival", "")), file, again)
            if school.training.games or school.told:
                tell(school.report())
        elif request["op"] == "run" and school is not None:
            tell(school.run(int(request["games"])))
        elif request["op"] == "solve":
            tell(solve(request))


if __name__ == "__main__":
    main()
