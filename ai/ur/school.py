"""A process in which learners of Ur train and games are solved: `python -m ai.ur.school`.

It is spoken to in lines of JSON, so that a window never waits. `{"op": "train", "agent": ...,
"rules": ..., "pieces": ..., "seed": ...}` begins a training (`learner`: a tree of brains, two
learners against each other; `learner+`: values fitted to every position), and every `{"op": "run",
"games": N}` plays N more games and is answered by a report:

    {"games": played, "rates": {"random": 0.8, "greedy-pow2": 0.6}, "measured": 200,
     "curves": {"random": [...], ...}, "values": [16 numbers], "marks": {"50": {...}},
     "tree": {"item": "trialtree", ...}, "size": brains, "learned": text}

`tree` is the mind item `TrialTree` as plain data,

`learned` is the text for an agent that plays with the best brain and shows its place; `curves` has
all rates up to now, `marks` the brains that were put by after some numbers of games. A training of
`learner` may also be given `"changed"` and `"spread"` (see `ai.ur.learner.Change`) and a `"rival"`,
an agent of the list or "you". With a `"file"` it is kept there after every run (see `ai.ur.kept`),
goes on from the one written last, and reports its state at once; with `"again"` it begins anew
beside those that are kept. A file of an earlier version, `"older"`, is taken up among them. With a
`"start"`, a brain that is kept elsewhere as text, its tree grows on from there.

Against "you" a report has the brain that plays `"next"` as text, its node (`"plays"`) and its
`"seat"`; `{"op": "teach", "node": ..., "won": true}` counts a game that such a brain played.

`{"op": "solve", "rules": ..., "pieces": ..., "folder": ...}` solves a game into a folder, reporting
`{"share": 0..1, "text": ...}` now and then and at last `{"solved": first player's win probability}`
or `{"error": sentence}`.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np

from ai.desk import Desk, Message, Operation, Reply, serve, tell
from ai.ur.kept import KeptTraining, Shelf
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
from ai.ur.rivals import YOU, RivalTraining, TaughtTraining
from ai.ur.solve import LayerSolver, unwritten
from ai.ur.values import VALUE_TABLES, Values
from games.arrays import Arrays, BadWeights, arrays_from_text, arrays_to_text
from games.mind import mind_to_plain
from games.streams import Stream
from games.ur.rules import RULE_SETS, RuleSet, apply_move, legal_sources

MEASURED: Final = 200
"""Games against each rival for one point of the curve; 95% of them lie within 7 points."""
_TELL_SECONDS: Final = 0.2
"""A bar that fills is told of so often; chosen by eye."""


def beats_random(values: Values, rule_set: RuleSet, pieces: int, seat: int, rng: Stream) -> bool:
    """Return whether a greedy player with these `values` wins a game from `seat` against random
    moves.

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
    """Return the share of `MEASURED` games that a greedy player with these `values` wins, by rival.

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


Training = TreeTraining | RivalTraining | TaughtTraining | FitTraining


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
        older: Path | None = None,
        start: str = "",
    ) -> None:
        """`rival` is whom a `learner` plays: an agent of the list, `YOU`, or "", a second learner.

        A training that is kept has a seed of at least `seed`; one that is to begin `again` takes
        the next that none has. `older` is a file of an earlier version, `start` the learned text
        of a tree that grows on. Raises `BadWeights` for a start that is none.
        """
        self.rule_set, self.pieces, self.seed = RULE_SETS[rules], pieces, seed
        self.curves: dict[str, list[float]] = {name: [] for name in ("random", "greedy-pow2")}
        self.marks: dict[int, Arrays] = {}
        self._looks: dict[int, dict[str, Any]] = {}
        self.told = ""
        tree = Tree.from_arrays(arrays_from_text(start)) if start else None
        self._fresh = partial(
            _training, agent, rules, pieces, change=change, rival=rival, start=tree
        )
        self.shelf = None if file is None else Shelf(file, self._trained)
        if self.shelf is not None:
            self._take_over(older)
            known = self.shelf.seeds()
            later = [kept for kept in known if kept >= seed]
            self.seed = max((seed, *(kept + 1 for kept in known))) if again else (*later, seed)[0]
        self.training = self._fresh(self.seed)
        self._take_up()

    def _trained(self, kept: KeptTraining) -> Training:
        """Return the training as it was `kept`; raises `BadWeights`."""
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

    def _go_on_from(self, kept: KeptTraining) -> None:
        self.training = self._trained(kept)
        self.curves, self.marks = dict(kept.curves), dict(kept.marks)
        self._looks.clear()

    def _take_over(self, older: Path | None) -> None:
        """Take up the file of an earlier version, if there is one."""
        assert self.shelf is not None
        try:
            if older is not None and not self.shelf.take_over(older):
                self.told = "An older training was damaged; its file is kept as .bad."
        except OSError as problem:
            self.told = f"An older training cannot be taken up ({problem.strerror})."

    def _take_up(self) -> None:
        """Go on from the training that is kept, if there is one."""
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
        assert not isinstance(self.training, TaughtTraining), "its games are taught"
        for mark in (*(m for m in MARKS if self.training.games < m <= goal), goal):
            self.training.run(mark - self.training.games)
            if mark in MARKS:
                self.marks[mark] = self._brain()
        return self._measured()

    def teach(self, node: int, won: bool) -> dict[str, Any]:
        """Count a game that the brain of a `node` played elsewhere, and report."""
        training = self.training
        if isinstance(training, TaughtTraining) and 0 <= node < len(training.trees[0]):
            training.teach(node, won)
            if training.games in MARKS:
                self.marks[training.games] = self._brain()
        return self._measured()

    def _measured(self) -> dict[str, Any]:
        """Measure, keep, and report."""
        rates = win_rates(self.training.values(), self.rule_set, self.pieces, self.seed)
        for name, rate in rates.items():
            self.curves[name].append(rate)
        self._keep()
        return {**self.report(), "rates": rates}

    def _keep(self) -> None:
        """Keep the training, or go on from another window's training where it has more games."""
        if self.shelf is None:
            return
        try:
            further = self.shelf.write(
                KeptTraining(self.seed, self.training.arrays(), self.curves, self.marks)
            )
            self.told = ""
        except OSError as problem:
            self.told = f"The training cannot be kept ({problem.strerror})."
            return
        if further is not None:
            self._go_on_from(further)
            self.told = f"Another window was at {further.games:,} games; this one goes on there."

    def _brain(self) -> Arrays:
        """Return the arrays of an agent that plays with the present best brain."""
        if isinstance(self.training, FitTraining):
            return {"values": np.array(self.training.values())}
        return prune(self.training.trees[0])

    def _look(self, games: int) -> dict[str, Any]:
        """Return the description of the brain put by after this number of games, made once."""
        if games not in self._looks:
            self._looks[games] = look(self.marks[games])
        return self._looks[games]

    def report(self) -> dict[str, Any]:
        """Return the state of the training."""
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
        found |= {"tree": mind_to_plain((picture,))[0], "size": tree.grown}
        if isinstance(self.training, TaughtTraining):
            brain = arrays_to_text(self.training.next_brain())
            found |= {"next": brain, "plays": self.training.playing, "seat": self.training.seat}
        return found


def look(brain: Arrays) -> dict[str, Any]:
    """Return a brain that was put by, to be looked at and played."""
    found: dict[str, Any] = {"learned": arrays_to_text(brain)}
    if "values" in brain:
        return {**found, "values": brain["values"].tolist()}
    tree = Tree.from_arrays(brain)
    drawn = mind_to_plain((tree_picture(tree, "The tree of brains", whole=True),))[0]
    values = list(tree.brains[tree.best()])
    return {**found, "values": values, "tree": drawn, "size": tree.grown}


def _training(
    agent: str,
    rules: str,
    pieces: int,
    seed: int,
    change: Change,
    rival: str,
    start: Tree | None,
) -> Training:
    """Return the training of an agent from its beginning, or from a tree `start`."""
    if agent != "learner":
        return FitTraining(rules, pieces, seed)
    if rival == YOU:
        return TaughtTraining(rules, pieces, seed, change, rival, start)
    if rival:
        return RivalTraining(rules, pieces, seed, change, rival, start)
    return TreeTraining(rules, pieces, seed, change, start)


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
        found = LayerSolver(str(request["rules"]), int(request["pieces"]), folder, 1).solve(
            progress
        )
    except OSError as problem:
        return {"error": unwritten(str(folder), problem)}
    except (ModuleNotFoundError, ValueError) as problem:
        return {"error": str(problem)}
    return {"solved": found.first_player, "seconds": found.seconds}


class SchoolDesk(Desk):
    """Answers the requests of one window; `school` is the training that it asked for last."""

    confused = "The school did not understand that; begin again."

    def __init__(self) -> None:
        self.school: School | None = None

    def operations(self) -> Mapping[str, Operation]:
        """Begin a training, go on with it, and solve a game."""
        return {"train": self._train, "run": self._run, "teach": self._teach, "solve": solve}

    def _train(self, request: Message) -> Reply | None:
        """Begin; None where there is nothing to tell yet."""
        self.school = school = _begun(request)
        known = school.training.games or school.told
        return school.report() if known or request.get("rival") == YOU else None

    def _run(self, request: Message) -> Reply | None:
        return None if self.school is None else self.school.run(int(request["games"]))

    def _teach(self, request: Message) -> Reply | None:
        node, won = int(request["node"]), bool(request["won"])
        return None if self.school is None else self.school.teach(node, won)


def _begun(request: Mapping[str, Any]) -> School:
    """Return the training that a `request` names."""
    change = Change(
        int(request.get("changed", ONE_VALUE.changed)),
        float(request.get("spread", ONE_VALUE.spread)),
    )
    file, older = (Path(str(request[name])) if request.get(name) else None for name in _FILES)
    return School(
        *(request["agent"], request["rules"], request["pieces"], request["seed"], change),
        rival=str(request.get("rival", "")),
        file=file,
        again=bool(request.get("again")),
        older=older,
        start=str(request.get("start") or ""),
    )


_FILES: Final = ("file", "older")


if __name__ == "__main__":
    serve(SchoolDesk())
