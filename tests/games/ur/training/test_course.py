"""A training as the room has chosen it: where it is kept, whose it is, and how far it is to go."""

from __future__ import annotations

from games.shell.app import App
from games.ur.training.course import STRETCH, YOU, YOURS, BrainTraining
from tests.support.desk_child import desk_child as desk_child


def course(app: App, length: int = 40) -> BrainTraining:
    return BrainTraining(app, ("schultz", 1), length, 3.0)


def train(made: BrainTraining) -> list[int]:
    """Press the button, and let it train; returns the games of each report."""
    made.toggle()
    told = []
    while made.running:
        for report in made.reports():
            told.append(int(report["games"]))
            made.running = made.running and not made.done
    return told


def test_it_trains_in_stretches_and_begins_again_beside_what_is_kept(
    app: App, desk_child: None
) -> None:
    made = course(app, 2 * STRETCH + 5)
    assert train(made) == [20, 40, 45]
    assert (made.played, made.done, len(made.curve("random"))) == (45, True, 3)
    first = made.report["values"]
    assert train(made) == [20, 40, 45]
    assert (made.report["seed"], made.report["values"] != first) == (2, True)
    files = made.files()
    assert files is not None
    assert len([*files[0].parent.glob("*.npz")]) == 2
    made.length = 60
    assert train(made) == [60]


def test_a_pause_lets_the_stretch_end_and_asks_for_no_more(app: App, desk_child: None) -> None:
    made = course(app)
    made.toggle()
    list(made.reports())
    made.toggle()
    for _ in range(3):
        list(made.reports())
    assert (made.running, made.played) == (False, 20)


def test_each_choice_is_kept_in_a_place_of_its_own(app: App) -> None:
    made, names = course(app), set()
    for brain, rival, changed, spread in (
        *((0, "", 1, 3.0), (0, YOU, 1, 3.0), (0, "greedy", 1, 3.0)),
        *((0, "", 2, 3.0), (0, "", 1, 0.5), (1, "", 1, 3.0)),
    ):
        made.brain, made.rival, made.changed, made.spread = brain, rival, changed, spread
        found = made.files()
        assert found is not None
        names.add(found[0])
        assert found[0].name == found[1].name
    assert len(names) == 6
    made.brain = YOURS  # in the profile
    assert made.files() is None


def test_only_a_tree_is_taught_by_a_person(app: App) -> None:
    made = course(app)
    made.rival = YOU
    assert [made.taught for made.brain in (0, 1, YOURS)] == [True, False, True]


def test_each_player_has_trainings_of_their_own(app: App, desk_child: None) -> None:
    train(course(app))
    ada, bob = app.profile, app.library.create("Bob")
    assert ada is not None
    app.change_settings(last_profile=bob.id)
    made = course(app)
    made.look_up()
    assert (made.helper, made.report) == (None, {})
    app.library.delete(bob.id)
    app.change_settings(last_profile=ada.id)
    made.look_up()
    list(made.reports())
    assert made.report["games"] == 40


def test_who_opens_a_training_of_an_earlier_version_first_takes_it_over(
    app: App, desk_child: None
) -> None:
    made = course(app)
    train(made)
    files, values = made.files(), made.report["values"]
    assert files is not None
    file, older = files[0].with_name(f"{files[0].stem}.1.npz"), files[1]
    older.parent.mkdir()
    older.write_bytes(file.read_bytes())
    for kept in file.parent.iterdir():
        kept.unlink()
    again = course(app)
    again.look_up()
    list(again.reports())
    assert again.report["values"] == values
    assert file.exists()
    assert not older.exists()
