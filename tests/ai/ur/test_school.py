"""Trainings that live: they go on after a kill as if nothing had been, and against anybody."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ai.files import pack_arrays, read_arrays
from ai.ur import school
from ai.ur.kept import SEEDS_KEPT, read_kept
from ai.ur.school import MARKS, School, SchoolDesk
from ai.ur.values import VALUE_TABLES
from games import catalog
from games.arrays import BadWeights, arrays_from_text
from games.child import Child
from games.core import Seating
from games.ur.rules import RULE_SETS
from tests.support.forked import forked as forked

TRAIN = {"op": "train", "agent": "learner", "rules": "schultz", "pieces": 2, "seed": 3}


def answer(child: Child) -> dict[str, Any]:
    told = child.take(30.0)
    assert told is not None
    return dict(told)


@pytest.mark.parametrize("agent", ["learner", "learner+"])
@pytest.mark.parametrize("rival", ["", "last-move"])
def test_a_training_that_is_left_goes_on_as_if_it_never_was(
    tmp_path: Path, agent: str, rival: str
) -> None:
    whole = School(agent, "schultz", 2, 3, rival=rival)
    for _ in range(2):
        expected = whole.run(26)
    for _ in range(2):
        school = School(agent, "schultz", 2, 1, rival=rival, file=tmp_path / "a" / "x.npz")
        if not school.training.games:
            school = School(agent, "schultz", 2, 3, rival=rival, file=tmp_path / "a" / "x.npz")
        found = school.run(26)
    for name in ("games", "seed", "values", "learned", "curves", "marks"):
        assert found[name] == expected[name], name
    assert found["games"] == 52
    assert len(found["curves"]["random"]) == 2


def test_a_process_that_is_killed_at_any_moment_leaves_a_training_that_goes_on(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    file, games, killed = tmp_path / "x.npz", 0, 0
    asked = {**TRAIN, "file": str(file)}
    for pause in (0.0, 0.013, 0.031):
        child = Child("ai.ur.school")
        child.send(asked)
        if games:
            assert answer(child)["games"] >= games  # where it stood is told at once
        child.send({"op": "run", "games": 10})
        games = int(answer(child)["games"])
        for _ in range(50):
            child.send({"op": "run", "games": 5})
        time.sleep(pause)
        request.getfixturevalue("forked")  # one start is a real one
        child.close()  # SIGKILL, somewhere between two stretches or in the middle of a file
        killed += 1
        kept = read_kept(tmp_path / "x.3.npz")
        assert kept is not None
        assert int(kept.state["total"][0]) >= games
    school = School("learner", "schultz", 2, 3, file=file)
    done = school.training.games
    assert games <= done
    whole = School("learner", "schultz", 2, 3)
    whole.training.run(done)
    assert school.training.values() == whole.training.values()
    for name, array in whole.training.arrays().items():
        assert (school.training.arrays()[name] == array).all(), name
    assert killed == 3


def opened(file: Path, seed: int = 1, again: bool = False) -> School:
    return School("learner", "schultz", 1, seed, file=file, again=again)


def test_another_seed_begins_anew_and_damage_is_told(tmp_path: Path) -> None:
    file, place = tmp_path / "x.npz", tmp_path / "x.1.npz"
    opened(file).run(20)
    assert opened(file).training.games == 20
    assert opened(file, 2).training.games == 0
    whole = place.read_bytes()
    for damage in (b"", b"PK\3\4 nothing", whole[:-40]):
        place.write_bytes(damage)
        begun = opened(file)
        assert begun.training.games == 0
        assert "begins anew" in begun.told
    assert len(list(tmp_path.glob("x.1.npz.bad-*"))) == 3
    assert opened(tmp_path / "none").told == ""
    place.write_bytes(b"")
    with pytest.raises(BadWeights):
        read_kept(place)


def test_damage_costs_one_stretch(tmp_path: Path) -> None:
    file, place = tmp_path / "x.npz", tmp_path / "x.1.npz"
    begun = opened(file)
    begun.run(20)
    begun.run(20)
    place.write_bytes(place.read_bytes()[:-40])
    found = opened(file)
    assert found.training.games == 20
    assert "goes on from the copy" in found.told


def test_two_windows_do_not_undo_each_other(tmp_path: Path) -> None:
    """One stands still while the other trains on; then it goes on from there, and says so."""
    file = tmp_path / "x.npz"
    one = opened(file)
    one.run(20)
    two = opened(file)
    for _ in range(3):
        two.run(20)
    found = one.run(20)
    assert found["games"] == 80
    assert len(found["curves"]["random"]) == 4
    assert found["told"] == "Another window was at 80 games; this one goes on there."
    assert found["values"] == list(two.training.values())
    assert one.run(20)["told"] == ""
    assert opened(file).training.games == 100


def test_who_begins_again_leaves_the_others_training_alone(tmp_path: Path) -> None:
    file = tmp_path / "x.npz"
    one = opened(file)
    one.run(20)
    again = opened(file, again=True)
    again.run(20)
    assert again.seed == 2
    assert opened(file).seed == 2  # the one that was written last
    one.run(20)
    assert [opened(file).seed, opened(file).training.games] == [1, 40]
    for seed in range(3, 3 + SEEDS_KEPT):
        begun = opened(file, again=True)
        begun.run(1)
        assert begun.seed == seed
    assert len(list(tmp_path.glob("*.npz"))) == SEEDS_KEPT


@pytest.mark.parametrize(
    "damage", [{"curve random": None}, {"at 50 x": np.zeros(3)}, {"state parents_0": np.ones(21)}]
)
def test_what_cannot_be_gone_on_from_is_put_aside_and_told_at_once(
    forked: None, tmp_path: Path, damage: dict[str, Any]
) -> None:
    file, place = tmp_path / "x.npz", tmp_path / "x.3.npz"
    School("learner", "schultz", 2, 3, file=file).run(20)
    arrays = {**read_arrays(place), **damage}
    place.write_bytes(pack_arrays({name: a for name, a in arrays.items() if a is not None}))
    child = Child("ai.ur.school")
    child.send({**TRAIN, "file": str(file)})
    told = answer(child)
    assert told["games"] == 0
    assert told["told"].startswith("The training was damaged and begins anew")
    child.send({"op": "run", "games": 5})
    assert answer(child)["games"] == 5
    child.close()
    assert (tmp_path / "x.3.npz.bad-1").exists()


def test_brains_are_put_by_at_the_marks_and_can_be_played() -> None:
    school = School("learner", "schultz", 1, 5)
    assert school.run(49)["marks"] == {}
    found = school.run(460)
    assert list(found["marks"]) == ["50", "500"]
    again = School("learner", "schultz", 1, 5)
    again.training.run(500)
    mark = found["marks"]["500"]
    assert tuple(mark["values"]) == again.training.values()
    brain = catalog.seated("ur", Seating("learner")).make(mark["learned"])
    assert brain.values == again.training.values()  # type: ignore[attr-defined]
    tree = again.training.trees[0]  # type: ignore[union-attr]
    assert mark["size"] == len(tree) == 501
    best = next(n for i, n in enumerate(mark["tree"]["nodes"]) if i == mark["tree"]["best"])
    assert best[0] == tree.best()  # the number that it has in the whole tree
    assert len(arrays_from_text(mark["learned"])["numbers"]) < 501
    assert MARKS == (50, 500, 2000)


def test_no_level_of_the_tree_is_left_out() -> None:
    school = School("learner", "schultz", 1, 5)
    found = school.run(600)
    nodes, tree = found["tree"]["nodes"], school.training.trees[0]  # type: ignore[union-attr]
    assert not any(node[5] for node in nodes)  # none is skipped between two that are shown
    deepest = max(len(tree.lineage(node)) for node in range(len(tree)))
    shown = {len(tree.lineage(node[0])) for node in nodes}
    assert shown == set(range(1, deepest + 1))
    assert found["tree"]["numbered"]


# -- against a person ----------------------------------------------------------------------


def test_the_desk_tells_who_plays_next_and_counts_what_it_is_taught(tmp_path: Path) -> None:
    desk, asked = (
        SchoolDesk(),
        {**TRAIN, "pieces": 1, "rival": "you", "file": str(tmp_path / "x.npz")},
    )
    told = desk.answer(asked)
    assert (told["games"], told["plays"], told["seat"]) == (0, 0, 0)
    for number in range(1, 53):
        told = desk.answer({"op": "teach", "node": told["plays"], "won": number % 3 == 0})
        assert (told["games"], told["plays"], told["seat"]) == (number, number, number % 2)
    assert told["rates"].keys() == {"random", "greedy-pow2"}
    assert list(told["marks"]) == ["50"]
    brain = catalog.seated("ur", Seating("learner")).make(told["next"])
    assert brain.node == brain.tree.numbers.index(52)  # type: ignore[attr-defined]
    again = SchoolDesk().answer(asked)
    for name in ("games", "plays", "next", "values", "curves", "tree"):
        assert again[name] == told[name], name
    assert desk.answer({"op": "teach", "node": 99, "won": True})["games"] == 52


def test_shares_of_wins_count_both_rivals_alike_at_every_call() -> None:
    """Values that grow along the path beat random moves, and the same values as often as not."""
    rule_set, values = RULE_SETS["finkel"], VALUE_TABLES["pow2"]
    rates = school.win_rates(values, rule_set, 7, 5)
    assert rates == school.win_rates(values, rule_set, 7, 5)
    assert rates["random"] > 0.8
    assert 0.3 < rates["greedy-pow2"] < 0.6


def test_nothing_is_answered_before_anything_is_asked_for() -> None:
    assert list(SchoolDesk().answers({"op": "run", "games": 5})) == []
    assert list(SchoolDesk().answers(TRAIN)) == []  # a training that begins has nothing to tell


@pytest.mark.parametrize("rival", ["", "last-move", "you"])
def test_a_tree_that_was_kept_grows_on(rival: str) -> None:
    first = School("learner", "schultz", 2, 3)
    kept = first.run(60)["learned"]
    school = School("learner", "schultz", 2, 4, rival=rival, start=kept)
    before = school.report()
    assert (before["games"], before["size"]) == (60, 61)
    assert before["values"] == list(first.training.values())
    if rival == "you":
        after = school.teach(before["plays"], True)
        assert (after["games"], after["size"], after["plays"] > 0) == (61, 62, True)
        return
    after = school.run(10)
    assert (after["games"], after["size"]) == (70, 71)
    assert {node[0] for node in after["tree"]["nodes"]} & set(range(61, 71))


def test_a_start_that_is_no_tree_is_refused() -> None:
    values = School("learner+", "schultz", 1, 1).report()["learned"]
    with pytest.raises(BadWeights):
        School("learner", "schultz", 1, 1, start=values)


def test_a_training_of_an_earlier_version_is_taken_up(tmp_path: Path) -> None:
    opened(tmp_path / "old.npz").run(20)
    older, file = tmp_path / "x.npz", tmp_path / "own" / "x.npz"
    older.write_bytes((tmp_path / "old.1.npz").read_bytes())
    school = School("learner", "schultz", 1, 1, file=file, older=older)
    assert (school.training.games, school.told) == (20, "")
    assert not older.exists()
    older.write_bytes(b"nothing")
    school = School("learner", "schultz", 1, 1, file=file, older=older)
    assert school.training.games == 20
    assert school.told == "An older training was damaged; its file is kept as .bad."


def test_solving_tells_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The first word comes at once, and others not more often than five times a second."""

    class Quick:
        """Solves at once."""

        first_player, seconds = 0.5, 0.0

        def __init__(self, *asked: object) -> None:
            self.asked = asked

        def solve(self, progress: Callable[[float, str], None]) -> Quick:
            for share in (0.25, 0.5, 0.75):
                progress(share, "layers")
            return self

    monkeypatch.setattr(school, "LayerSolver", Quick)
    found = school.solve({"rules": "finkel", "pieces": 3, "folder": str(tmp_path)})
    assert found == {"solved": 0.5, "seconds": 0.0}
    told = capsys.readouterr().out.splitlines()
    assert told == ['{"share": 0.25, "text": "layers"}']
