"""People on the page before a match: chosen among the players, or guests with a name."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from games.core import Person
from games.session.setup import HUMAN
from games.shell.app import App
from games.shell.input import Press, Typed
from games.shell.opening import continue_match, saved_match
from games.shell.pages.before.tune import TunePage
from games.shell.pages.naming import NamePage
from games.shell.pages.result import ResultPage
from games.shell.pages.setup import SetupPage
from games.shell.pages.statistics import StatisticsScene
from games.shell.table import Table
from games.shell.widgets.picker import PageChoice
from games.store.profiles import Profile
from tests.support.hands import push_button, tuned

FRAME = 1 / 60


@pytest.fixture
def bea(app: App) -> Profile:
    """Another player than Ada, who plays now."""
    ada, made = app.profile, app.library.create("Bea", 3)
    assert ada is not None
    app.change_settings(last_profile=ada.id)
    return made


def opened(app: App, game: str = "ur") -> TunePage:
    page = tuned(app, game)
    page.choices.params["pieces"] = 1
    return page


def sit(page: TunePage, seat: int, name: str) -> None:
    """Choose somebody in the list for a seat, as the picker does."""
    row = page.lists[seat][0]
    names = [one.name for one in row.rows]
    row.changed(names.index(name))


def begun(page: TunePage, company: Mapping[int, str]) -> Table:
    """Push Play when this company sits in these seats, and be at the table."""
    for seat, name in company.items():
        sit(page, seat, name)
    push_button(page, "Play")
    table = page.shell.top
    assert isinstance(table, Table)
    return table


def rows(page: TunePage, seat: int) -> dict[str, str]:
    """Who can be chosen for a seat, and why not."""
    return {row.name: row.hindrance for row in page.lists[seat][0].rows}


def play(app: App, table: Table, turns: int = 999) -> None:
    for _ in range(4000):
        if app.top is not table or len(table.match.turns) >= turns:
            return
        seat = table.waiting_for_person
        if seat is not None:
            table.choose(str(next(iter(table.match.legal(seat)))))
        app.frame(0.1)
    raise AssertionError("the match went on and on")


def test_everybody_can_take_either_seat_and_nobody_both(app: App, bea: Profile) -> None:
    page = opened(app)
    for seat in (0, 1):
        assert list(rows(page, seat))[:4] == ["You", "Bea", "Guest", "First move"]
    assert "seat blue" in rows(page, 1)["You"]
    assert rows(page, 0)["You"] == rows(page, 1)["Bea"] == ""
    sit(page, 1, "Bea")
    assert "Bea sits in the seat orange" in rows(page, 0)["Bea"]
    sit(page, 0, "Guest")
    assert rows(page, 1)["You"] == ""
    sit(page, 1, "You")
    assert [page.choices.company.sitting(seat) for seat in (0, 1)] == [Person("Guest"), HUMAN]
    sit(page, 1, "Guest 2")
    assert page.choices.company.named == {0: Person("Guest"), 1: Person("Guest 2")}


def test_arrows_pass_by_who_sits_elsewhere(app: App, bea: Profile) -> None:
    page = opened(app)
    seen = set()
    for _ in range(20):
        page.lists[1][0].direction("right")
        seen.add(page.choices.company.sitting(1))
    assert HUMAN not in seen
    assert {Person("Bea", bea.id), Person("Guest"), "random"} <= seen


def test_where_one_person_alone_can_sit_nobody_is_asked_who(app: App, bea: Profile) -> None:
    page = opened(app, "karate")
    assert "Bea" not in [row.name for row, *_ in page.lists for row in row.rows]


def test_a_guest_gets_a_name(app: App, bea: Profile) -> None:
    page = opened(app)
    sit(page, 1, "Guest")
    row = next(widget for widget in page.body.widgets if isinstance(widget, PageChoice))
    row.activate()
    naming = app.top
    assert isinstance(naming, NamePage)
    app.frame(FRAME)
    for _ in range(5):
        naming.handle(Typed("", "backspace"))
    for text, taken in (("Bea", True), ("  ", True), ("Zoë", False)):
        naming.field.text = ""
        naming.handle(Typed(text))
        push_button(naming, "Done")
        assert (app.top is naming) is taken
    assert app.top is page
    assert page.choices.company.named[1] == Person("Zoë")
    assert rows(page, 1)["Zoë"] == ""
    table = begun(page, {})
    assert table.names() == ["Ada", "Zoë"]


def test_two_players_play_leave_go_on_and_both_have_a_record(app: App, bea: Profile) -> None:
    table = begun(opened(app), {1: "Bea"})
    assert table.names() == ["Ada", "Bea"]
    play(app, table, turns=5)
    app.pop()
    page = SetupPage(app, "ur")
    app.push(page)
    assert "you v Bea" in page.form.hint
    push_button(page, "Continue")
    table = app.top
    assert isinstance(table, Table)
    assert table.names() == ["Ada", "Bea"]
    play(app, table)
    result = app.top
    assert isinstance(result, ResultPage)
    assert result.report.lines[-1] == "Counted for Ada and Bea."
    assert any(f"{name} wins" in result.report.headline for name in ("Ada", "Bea"))
    ada = app.profile
    assert ada is not None
    totals = [app.library.statistics(one.id).total("ur", "human") for one in (ada, bea)]
    assert [total.matches for total in totals] == [1, 1]
    assert totals[0].won + totals[1].won == 1
    app.push(StatisticsScene(app, bea))
    scene = app.top
    assert isinstance(scene, StatisticsScene)
    assert scene.table is not None
    assert list(scene.table.names) == ["Another person"]
    app.frame(FRAME)
    app.pop()
    push_button(result, "Rematch")
    assert table.names() == ["Ada", "Bea"]
    assert not app.failed


def test_a_change_begins_with_the_same_people(app: App, bea: Profile) -> None:
    table = begun(opened(app), {0: "Bea", 1: "You"})
    again = SetupPage(app, "ur", table.setup)
    assert [again.choices.company.sitting(seat) for seat in (0, 1)] == [
        Person("Bea", bea.id),
        HUMAN,
    ]
    app.library.rename(bea.id, "Beatrice")
    again.build()
    assert again.choices.company.named == {0: Person("Beatrice", bea.id)}
    app.library.delete(bea.id)
    again.build()
    assert again.choices.company.named == {0: Person("Beatrice")}


def test_a_match_that_counts_for_nobody_says_of_nobody_that_it_does(app: App, bea: Profile) -> None:
    table = begun(opened(app), {1: "Bea"})
    play(app, table, turns=4)
    table.finish_now()
    result = app.top
    assert isinstance(result, ResultPage)
    assert not any("Counted" in line for line in result.report.lines)
    assert app.library.statistics(bea.id).records == ()


def test_a_kept_match_of_before_has_its_player_and_a_guest(app: App, bea: Profile) -> None:
    table = begun(opened(app), {1: "Bea"})
    play(app, table, turns=5)
    ada = app.profile
    assert ada is not None
    app.library.matches.keep(ada.id, "ur", table.session.as_text(), "0123456789abcdef")
    found = saved_match(app, "ur")
    assert found is not None
    assert continue_match(app, found).names() == ["Ada", "Guest"]


def test_back_leaves_the_name_as_it_was(app: App) -> None:
    page = opened(app)
    sit(page, 1, "Guest")
    row = next(widget for widget in page.body.widgets if isinstance(widget, PageChoice))
    row.activate()
    naming = app.top
    assert isinstance(naming, NamePage)
    naming.handle(Typed("x"))
    naming.handle(Press("back"))
    assert app.top is page
    assert page.choices.company.named[1] == Person("Guest")
