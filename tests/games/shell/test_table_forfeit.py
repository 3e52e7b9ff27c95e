"""An opponent that fails three times: the match ends on its result page, with a sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from games import catalog
from games.core import Seating
from games.session import host
from games.session.faults import Fault
from games.session.host import Worker
from games.session.setup import Setup
from games.shell.app import App
from games.shell.ending import FAULT_WORDS
from games.shell.opening import start_table
from games.shell.pages.past.replay import ReplayPage
from games.shell.pages.result import ResultPage
from games.shell.table import Table
from games.ur.scene import Scene as UrScene
from tests.support import faulty
from tests.support.hands import filmed_whole, passing, push_button

FRAME = 1 / 60
STEP = 0.1
FORFEITS = (  # a game, an agent, and after how many good answers it is at fault
    ("karate", "raises", 0),
    ("karate", "cheats", 3),
    ("numbers", "raises", 3),
    ("numbers", "cheats", 0),
    ("ur", "raises", 0),
    ("ur", "cheats", 3),
)


@pytest.fixture(autouse=True)
def _faulty_agents(monkeypatch: pytest.MonkeyPatch) -> None:
    faulty.know(monkeypatch.setattr)


def opened(app: App, game: str, agent: str, good: int = 0, **more: Any) -> Table:
    first = Seating("demo" if more.get("demo") else more.pop("first", "human"))
    params = catalog.spec(game).params(more.pop("params", {}))
    setup = Setup(game, (first, Seating(agent, {"good": good})), params, 5, **more)
    table = start_table(app, setup, ())
    app.push(table)
    return table


def played(app: App, table: Table) -> ResultPage:
    """Play on until the result page is there."""
    for _ in passing(app, 3000, STEP):
        if app.top is not table:
            break
        seat = table.waiting_for_person
        if seat is not None:
            table.choose(next(iter(table.match.legal(seat))))
    page = app.top
    assert isinstance(page, ResultPage)
    app.frame(FRAME)
    return page


@pytest.mark.parametrize(("game", "agent", "good"), FORFEITS)
def test_the_result_page_says_that_and_why_the_match_ended(
    app: App, game: str, agent: str, good: int
) -> None:
    table = opened(app, game, agent, good)
    page = played(app, table)
    name = agent.capitalize()
    why = {
        "raises": "its program made an error",
        "cheats": "it answered with a move that it does not have",
    }[agent]
    assert table.session.forfeited == 1
    assert page.report.headline == f"{name} forfeits"
    assert page.report.lines[0] == f"{name} failed three times, so the match ends here: {why}."
    own = table.report()
    assert page.report.lines[1] == f"As it stood: {own.headline.rstrip('.')}."
    assert page.report.lines[2:] == own.lines
    assert page.report.items == own.items
    assert page.report.outcome == "left"
    assert not app.failed


@pytest.mark.parametrize("game", ["karate", "numbers", "ur"])
@pytest.mark.parametrize("agent", ["unready", "confused"])
def test_no_card_comes_of_an_agent_that_cannot_begin_or_has_no_proper_mind(
    app: App, game: str, agent: str
) -> None:
    first = {"numbers": "human"}.get(game, agent)  # a person's seat, or two at fault
    table = opened(app, game, agent, first=first, params={"pieces": 2} if game == "ur" else {})
    for _ in passing(app, 100, STEP):
        if app.top is table and table.waiting_for_person is not None:
            table.choose(next(iter(table.match.legal(0))))
    assert isinstance(app.top, Table | ResultPage)
    assert not app.failed
    assert {fault.kind for fault in table.session.faults} == {"error"}
    assert (table.session.forfeited is None) == (agent == "unready")


def test_a_match_that_ended_by_its_rules_has_the_games_report(app: App) -> None:
    table = opened(app, "karate", "obeys", params={"rounds": 10})
    page = played(app, table)
    assert page.report == table.report()
    assert "failed" not in " ".join(page.report.lines)


@pytest.mark.parametrize("agent", ["mute", "heavy-mute"])
@pytest.mark.parametrize(
    ("game", "params"),
    [("karate", {"rounds": 10}), ("numbers", {"keys": 60}), ("ur", {"pieces": 1})],
)
def test_an_agent_that_can_tell_nothing_at_the_end_costs_no_result(
    app: App, monkeypatch: pytest.MonkeyPatch, game: str, params: dict[str, Any], agent: str
) -> None:
    def start(found: Any, seats: Any) -> Worker:
        return Worker(found, seats, faulty.worker_command())

    monkeypatch.setattr(host, "Worker", start)
    table = opened(app, game, agent, params=params)
    page = played(app, table)
    profile = app.profile
    assert profile is not None
    (record,) = app.library.statistics(profile.id).records
    assert (record.agent, record.matches) == (agent, 1)
    name = agent.capitalize()
    told = f"{name} made an error, so what it learned in this match is not kept."
    assert page.report.lines.count(told) == 1
    asked = game != "ur"  # whose report is the judge's
    told = f"{name} made an error, so it cannot tell what it found out in this match."
    assert page.report.lines.count(told) == asked
    assert table.session.forfeited is None
    kinds = {"learned", "findings"} if asked else {"learned"}
    assert {f.kind for f in table.session.faults} - {"mind"} == kinds
    assert len(table.session.faults) == len({f.kind for f in table.session.faults})
    assert not app.failed
    push_button(page, "Rematch")
    assert table.session.faults == []


def test_there_are_words_for_every_kind_of_fault(app: App) -> None:
    table = opened(app, "karate", "obeys")
    told = set()
    for kind in ("late", "illegal", "error", "lost"):
        table.session.faults[:] = [Fault(0, "none", 0, ""), Fault(1, kind, 0, "")] * 3
        table.session.faults.forfeited = 1
        told.add(table.final_report().lines[0])
    assert len(told) == len(FAULT_WORDS) == 4


def test_a_forfeited_match_is_counted_as_played_and_is_kept_no_more(app: App) -> None:
    table = opened(app, "karate", "raises", good=4)
    played(app, table)
    profile = app.profile
    assert profile is not None
    (record,) = app.library.statistics(profile.id).records
    assert (record.agent, record.matches, record.won, record.best) == ("raises", 1, 0, None)
    assert not app.library.matches.any(profile.id, "karate")


def test_a_rematch_begins_afresh(app: App) -> None:
    table = opened(app, "karate", "raises", good=2)
    page = played(app, table)
    push_button(page, "Rematch")
    assert app.top is table
    assert (table.session.forfeited, table.session.faults) == (None, [])
    assert len(table.match.turns) == 0
    assert played(app, table).report.headline == "Raises forfeits"


def test_watching_it_the_same_holds(app: App) -> None:
    table = opened(app, "karate", "raises", good=2, first="random")
    assert played(app, table).report.headline == "Raises forfeits"
    profile = app.profile
    assert profile is not None
    assert app.library.statistics(profile.id).records == ()


def test_attract_mode_does_not_begin_again_and_again(app: App) -> None:
    table = opened(app, "karate", "raises", demo=True)
    page = played(app, table)
    assert page.report.headline == "Raises forfeits"
    log = Path(str(app.library.store.root)) / "log.txt"
    assert log.read_text().count("ArithmeticError: act") == 3


def test_a_forfeited_game_of_ur_can_be_watched_again(app: App) -> None:
    table = opened(app, "ur", "raises", good=2)
    assert isinstance(table, UrScene)
    played(app, table)
    length = len(table.match.turns)
    page = app.top
    table.look_back(0)
    replay = filmed_whole(app)
    assert isinstance(replay, ReplayPage)
    assert replay.table.match.turns == []
    replay.toggle()
    for _ in passing(app, 600, STEP):
        if replay.moment == length:
            break
        assert not app.failed
    assert replay.moment == length
    app.pop()
    assert app.top is page
