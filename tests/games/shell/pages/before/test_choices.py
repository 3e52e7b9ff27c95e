"""What is chosen before a match: remembered for the next time, and fitted to the seats."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from games import catalog, log
from games.core import Log, Person, Seating
from games.session.setup import HUMAN, Setup
from games.shell.app import App
from games.shell.pages.before.choices import MatchChoices, choices_of
from games.shell.pages.setup import SetupPage
from games.shell.table import Table
from games.spec import Option, Seat
from games.store.chosen import Chosen, load_chosen, save_chosen
from tests.support.hands import push_button, tuned


def played(app: App, page: SetupPage) -> Table:
    app.push(page)
    push_button(page, "Play" if page.saved is None else "New game")
    table = app.top
    assert isinstance(table, Table)
    app.pop()
    return table


def test_play_remembers_who_played_and_how_for_the_next_time(app: App) -> None:
    page = SetupPage(app, "ur")
    page.choices.params |= {"rules": "blitz", "pieces": 3}
    page.choices.sit(1, "lookahead")
    page.choices.values(1)["depth"] = 1
    first = played(app, page).setup
    again = MatchChoices(app, "ur")
    assert again.setup().seats == first.seats
    assert again.params == {"rules": "blitz", "pieces": 3}
    assert again.chosen(1).name == "Look-ahead 1, learned"
    assert MatchChoices(app, "karate").seats == [HUMAN, "sensei"]


def test_a_seed_and_the_glass_box_are_not_remembered(app: App) -> None:
    page = SetupPage(app, "karate")
    page.choices.choose_seed(7)
    page.choices.glass_box = True
    played(app, page)
    again = MatchChoices(app, "karate")
    assert not again.chose_seed
    assert not again.glass_box


def test_each_player_has_choices_of_their_own(app: App) -> None:
    ada = app.profile
    assert ada is not None
    page = SetupPage(app, "karate")
    page.choices.sit(1, "nash")
    played(app, page)
    bea = app.library.create("Bea")
    app.change_settings(last_profile=bea.id)
    assert MatchChoices(app, "karate").seats == [HUMAN, "sensei"]
    app.change_settings(last_profile=ada.id)
    assert MatchChoices(app, "karate").seats == [HUMAN, "nash"]


def test_people_are_remembered_as_far_as_they_are_still_there(app: App) -> None:
    ada, bea = app.profile, app.library.create("Bea")
    assert ada is not None
    app.change_settings(last_profile=ada.id)
    page = SetupPage(app, "ur")
    page.choices.sit(1, Person("Bea", bea.id))
    played(app, page)
    assert MatchChoices(app, "ur").company.sitting(1) == Person("Bea", bea.id)
    app.library.delete(bea.id)
    again = SetupPage(app, "ur")
    assert again.choices.company.sitting(1) == Person("Bea")


def test_a_maze_that_is_drawn_stays_open_for_the_next_time(app: App) -> None:
    """The page before begins with a maze to be drawn, after a match and at the next visit; one
    that was chosen stays.
    """
    spec = catalog.spec("ctf")
    setups = [played(app, SetupPage(app, "ctf")).setup for _ in range(3)]
    assert len({setup.params["map"] for setup in setups}) == 3
    assert all(setup.params == spec.draw(spec.params(), setup.seed) for setup in setups)
    assert (
        MatchChoices(app, "ctf").params
        == MatchChoices(app, "ctf", setups[0]).params
        == spec.params()
    )
    kept = Log("ctf", dict(setups[0].params), setups[0].seed, setups[0].seats)
    waiting = choices_of(app, kept)
    assert waiting is not None
    assert waiting.params == spec.params()
    page = SetupPage(app, "ctf")
    app.push(page)
    push_button(page, "Continue")
    for _ in range(100):
        app.frame(0.05)
    table = app.top
    assert isinstance(table, Table)
    assert table.setup.params in [setup.params for setup in setups], "it goes on in its maze"
    table.restart()
    assert table.setup.params not in [setup.params for setup in setups], "another match has another"
    app.pop()
    page = SetupPage(app, "ctf")
    page.choices.params["map"] = 7
    setup = played(app, page).setup
    assert setup.params["map"] == 7
    assert (
        MatchChoices(app, "ctf").params["map"] == MatchChoices(app, "ctf", setup).params["map"] == 7
    )


PARAMS = {"rounds": 25, "table": "classic"}
TWO = (Seating(HUMAN), Seating("nash"))


@pytest.mark.parametrize(
    "found",
    [
        Log("karate", {"rounds": 24, "table": "classic"}, 0, TWO),
        Log("karate", {"colour": "red"}, 0, TWO),
        Log("karate", PARAMS, 0, (Seating(HUMAN), Seating("nobody"))),
        Log("karate", PARAMS, 0, (Seating(HUMAN), Seating("sensei", {"beta": 99.0}))),
        Log("karate", PARAMS, 0, (Seating("nash"), Seating(HUMAN))),
        Log("karate", PARAMS, 0, (Seating(HUMAN),)),
        Log("ur", {"rules": "finkel", "pieces": 7}, 0, TWO),
    ],
)
def test_what_cannot_be_is_ignored_without_a_word(app: App, found: Log) -> None:
    assert app.profile is not None
    save_chosen(app.library.store, app.profile.id, "karate", Chosen(log.encode(found)))
    choices = MatchChoices(app, "karate")
    assert choices.seats == [HUMAN, "sensei"]
    assert choices.params == PARAMS
    assert app.toasts.texts == ()


@pytest.mark.parametrize("text", ["", "no match", '{"format":"open-mind-arcade/log"}'])
def test_text_that_is_none_is_ignored(app: App, text: str) -> None:
    assert app.profile is not None
    save_chosen(app.library.store, app.profile.id, "karate", Chosen(text))
    assert MatchChoices(app, "karate").seats == [HUMAN, "sensei"]


def test_a_damaged_file_is_put_aside(app: App, tmp_path: Path) -> None:
    assert app.profile is not None
    played(app, SetupPage(app, "karate"))
    path = tmp_path / "profiles" / app.profile.id / "setup-karate.json"
    path.write_text("{", encoding="utf-8")
    for copy in path.parent.glob("setup-karate.json.*"):
        copy.unlink()
    assert MatchChoices(app, "karate").seats == [HUMAN, "sensei"]
    assert load_chosen(app.library.store, app.profile.id, "karate") is None


def test_an_agent_finds_its_options_again_where_it_sat_before(app: App) -> None:
    choices = MatchChoices(app, "karate")
    assert choices.values(1) == {"beta": -0.15}
    choices.values(1)["beta"] = 3.0
    choices.sit(1, "nash")
    choices.sit(1, "sensei")
    assert choices.values(1) == {"beta": 3.0}


@pytest.fixture
def crowd(null_bids: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The null game of bids for three to five, by option."""
    seats = tuple(Seat(name) for name in ("Left", "Middle", "Right", "Fourth", "Fifth"))
    bids = catalog.rules(null_bids).spec  # its rules are there before another stands in its place
    option = Option("seats", "Seats", "int", 3, low=3, high=5)
    spec = dataclasses.replace(
        bids, seats=lambda params: seats[: params.get("seats", 3)], options=(*bids.options, option)
    )
    monkeypatch.setattr("games.nullbids.SPEC", spec)
    return null_bids


def test_seats_come_and_go_with_the_options(app: App, crowd: str) -> None:
    tune = tuned(app, crowd)
    choices = tune.choices
    assert choices.seats == [HUMAN, "even", "even"]
    row = next(w for w in tune.body.widgets if getattr(w, "label", "") == "Seats")
    tune.body.focus_on(row)
    row.direction("right")
    row = next(w for w in tune.body.widgets if getattr(w, "label", "") == "Seats")
    row.direction("right")
    assert choices.seats == [HUMAN, "even", "even", "even", "even"]
    assert len(tune.lists) == 5
    choices.sit(4, "high")
    choices.hand = 4
    app.pop()
    page = app.top
    assert isinstance(page, SetupPage)
    assert len(page.form.widgets) == 5 + 6
    app.frame(0.1)
    choices.params["seats"] = 3
    choices.fit()
    page.build()
    assert choices.seats == [HUMAN, "even", "even"]
    assert choices.hand == 1
    assert page.ladder.index == page.roster.members.index("even")


def test_watching_gives_all_seats_to_agents_and_back(app: App, null_bids: str) -> None:
    choices = MatchChoices(app, null_bids)
    assert choices.can_watch
    choices.watch(True)
    assert choices.watching
    assert choices.seats == ["even", "even", "even"]
    choices.watch(False)
    assert choices.seats == [HUMAN, "even", "even"]
    assert not MatchChoices(app, "numbers").can_watch


def test_a_mind_for_two_seats_is_chosen_once(app: App) -> None:
    """A seat that goes with another's agent follows it; beside a person it is chosen by itself."""
    choices = MatchChoices(app, "ctf")
    assert choices.seats == [HUMAN, "hunter", "hunter", "hunter"]
    assert choices.opponents == [1, 2]
    choices.sit(1, "belief")
    assert choices.seats == [HUMAN, "belief", "hunter", "belief"]
    choices.sit(2, "random")
    assert choices.seats == [HUMAN, "belief", "random", "belief"]
    choices.watch(True)
    assert choices.opponents == [0, 1]
    assert choices.seats[0] == choices.seats[2]
    assert [seating.agent for seating in choices.setup().seats] == choices.seats
    choices.watch(False)
    assert choices.seats[2] == "random", "the mate of before comes back"
    choices.watch(True)
    watched = MatchChoices(app, "ctf", choices.setup())
    watched.watch(False)
    assert watched.seats == [HUMAN, "belief", "hunter", "belief"], "who was watched is no mate"


def test_a_kept_page_that_names_a_strangers_file_is_passed_over(app: App, tmp_path: Path) -> None:
    """`setup-ctf.json` may come from anybody, and the page names no file: none is run from it."""
    ran = tmp_path / "ran"
    file = tmp_path / "theirs.py"
    file.write_text(f"open({str(ran)!r}, 'w').close()\n", "utf-8")
    guest = Seating("pelita", {"file": str(file)})
    params = catalog.spec("ctf").params({"rules": "pelita"})
    text = log.encode(Log("ctf", params, 0, (Seating(HUMAN), guest, Seating("gatherer"), guest)))
    assert app.profile is not None
    assert save_chosen(app.library.store, app.profile.id, "ctf", Chosen(text))
    page = SetupPage(app, "ctf")
    app.push(page)
    assert "pelita" not in page.choices.seats
    for _ in range(40):
        app.frame(0.1)
    push_button(page, "Play")
    for _ in range(40):
        app.frame(0.1)
    assert not ran.exists()


@pytest.mark.parametrize("name", ["two-roles", "pelita"])
def test_after_a_match_with_a_guest_the_page_stands_with_it(app: App, name: str) -> None:
    options = {"file": "/nowhere/theirs.py"} if name == "pelita" else {}
    guest = catalog.seated("ctf", Seating(name, options))
    seating = Seating(name, guest.options)
    params = catalog.spec("ctf").params({"rules": "pelita"})
    before = Setup("ctf", (Seating(HUMAN), seating, Seating("gatherer"), seating), params, 1)
    page = SetupPage(app, "ctf", before)
    app.push(page)
    for _ in range(10):
        app.frame(0.1)
    assert page.choices.seats[1] == name
    assert page.choices.setup().seats[1].options == guest.options
    push_button(page, "Tune")
    for _ in range(10):
        app.frame(0.1)


def test_a_chosen_number_is_remembered_also_where_some_seed_would_draw_it(app: App) -> None:
    """What is kept has no seed of its own: nothing in it was drawn."""
    choices = MatchChoices(app, "ctf")
    drawn = choices.spec.draw(choices.params, 0)["map"]
    choices.params["map"] = drawn
    choices.remember()
    assert MatchChoices(app, "ctf").params["map"] == drawn


def test_a_match_of_the_flag_that_is_watched_has_a_side_that_attacks(app: App) -> None:
    """Two sides of the usual opponent stood at the border for ever."""
    choices = MatchChoices(app, "ctf")
    before = list(choices.seats)
    rival, attacker = choices.seats[1], choices.spec.opponents.watched
    assert attacker not in ("", rival)
    choices.watch(True)
    assert choices.seats == [attacker, rival, attacker, rival]
    choices.watch(False)
    assert choices.seats == before
