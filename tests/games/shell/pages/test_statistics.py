"""A player's results by who was met, whatever they were called when it was."""

from __future__ import annotations

import pygame
import pytest

from games.mind import Bars, Note
from games.session.ladder import rungs
from games.shell.app import App
from games.shell.pages import statistics
from games.shell.pages.statistics import MindItems, StatisticsScene
from games.shell.widgets.form import Look
from games.store.statistics import MatchResult, option_key, option_values

RULES = {"rules": "finkel", "pieces": 7}
MET = (
    ("expectimax-3", RULES, "won"),
    ("expectimax", {**RULES, "depth": 3, "plain": False}, "won"),
    ("expectimax", {**RULES, "depth": 4, "plain": False}, "lost"),
    ("expectimax-3-plain", RULES, "lost"),
    ("lookahead+-2-learned", RULES, "lost"),
    ("lookahead", {**RULES, "depth": 2, "values": "learned", "plus": True}, "won"),
    ("greedy", RULES, "won"),
    ("gone-long-ago", RULES, "lost"),
)
ROWS = {
    "Expectimax 3": (2, 2),
    "Expectimax 4": (1, 0),
    "Expectimax 3, plain": (1, 0),
    "Look-ahead+ 2, learned": (2, 1),
    "Greedy": (1, 1),
    "gone-long-ago": (1, 0),
}


def test_results_under_old_ids_stand_with_those_under_options(app: App) -> None:
    assert app.profile is not None
    for agent, options, outcome in MET:
        result = MatchResult("ur", agent, outcome, option_key(options))  # type: ignore[arg-type]
        app.library.record(app.profile.id, result)
    table = StatisticsScene(app, app.profile).table
    assert table is not None
    rows = zip(table.names, table.records, strict=True)
    assert {name: (record.matches, record.won) for name, record in rows} == ROWS


def test_results_whose_options_are_not_known_stand_under_the_name_alone(app: App) -> None:
    """As those that were put together where there were too many."""
    assert app.profile is not None
    app.library.record(app.profile.id, MatchResult("ur", "expectimax", "won", "other"))
    app.library.record(app.profile.id, MatchResult("karate", "sensei", "won", "rounds=25"))
    scene = StatisticsScene(app, app.profile)
    names = []
    for index in range(len(scene.games)):
        scene.opened(index)
        assert scene.table is not None
        names += scene.table.names
    assert names == ["The sensei", "Expectimax"]


def test_options_are_read_as_they_were_written() -> None:
    options = {"depth": 3, "plus": True, "beta": 0.5, "rules": "finkel"}
    assert option_values(option_key(options)) == {k: str(v) for k, v in options.items()}
    assert option_values("other") == option_values("") == {}


def test_opponents_stand_in_a_row_with_a_stamp_on_those_that_were_beaten(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert app.profile is not None
    for agent, outcome in (("greedy", "won"), ("greedy", "lost"), ("random", "lost")):
        app.library.record(app.profile.id, MatchResult("ur", agent, outcome))  # type: ignore[arg-type]
    app.library.record(app.profile.id, MatchResult("tracker", "auto", "played"))
    scene = StatisticsScene(app, app.profile)
    ladder = [spec.id for spec in rungs("ur")]
    assert [won for _, won in scene.opponents] == [name == "greedy" for name in ladder]
    faces, stamps = [], []
    monkeypatch.setattr(statistics, "draw_face", lambda *how, **more: faces.append(more["dim"]))
    monkeypatch.setattr(statistics, "draw_stamp", lambda *how: stamps.append(len(faces)))
    app.push(scene)
    scene.draw(app.canvas)
    assert faces == [name != "greedy" for name in ladder]
    assert stamps == [ladder.index("greedy") + 1]
    scene.opened(1)
    assert scene.opponents == [], "nobody is beaten in the tracker"


def test_modes_have_a_table_of_their_own_with_the_best_time(app: App) -> None:
    assert app.profile is not None
    for mode, goal, best in (("normal", 0, None), ("normal", 10, 48.0), ("chain", 0, None)):
        options = option_key({"mode": mode, "goal": goal})
        told = "" if best is None else "10 sets in 48.0 s"
        result = MatchResult("set", "nobody", "won", options, best=best, best_text=told)
        app.library.record(app.profile.id, result)
    page = StatisticsScene(app, app.profile)
    assert page.modes is not None
    assert page.modes.names == ["Normal", "Normal, 10 sets", "Chain"]
    assert [record.best_text for record in page.modes.records] == ["", "10 sets in 48.0 s", ""]
    assert page.body.widgets == [page.table, page.modes]
    app.library.record(app.profile.id, MatchResult("ur", "greedy", "won", option_key(RULES)))
    page = StatisticsScene(app, app.profile)
    page.opened([game for game, _ in page.games].index("ur"))
    assert page.modes is None


def test_what_was_learned_is_drawn_in_the_room_that_it_measured(app: App) -> None:
    canvas = app.canvas
    canvas.fill("ink")
    before = pygame.surfarray.array3d(canvas.surface)
    shown = MindItems((Note("You kick a lot."), Bars("Next", ("kick", "punch"), (0.7, 0.3))))
    shown.box = (40, 40, 400, 10)
    assert shown.measure(canvas)
    assert not shown.measure(canvas)
    shown.draw(canvas, Look())
    drawn = (pygame.surfarray.array3d(canvas.surface) != before).any(axis=2)
    x, y, w, h = (round(side * canvas.scale) for side in shown.box)
    assert drawn[x : x + w, y : y + h].sum() > 500
    assert drawn.sum() == drawn[x : x + w, y : y + h].sum()
