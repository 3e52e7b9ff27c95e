"""The sensei of a newcomer, what it remembers of a player, and what it says at the end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from games.arrays import arrays_from_text
from games.core import Limit
from games.karate.rules import MOVES, OPPONENT
from games.karate.scene import Scene
from games.mind import (
    Gauge,
    Lines,
    Meter,
    Mind,
    Note,
    Ribbon,
    Series,
)
from games.shell.app import App
from games.shell.opening import continue_match, open_game, saved_match
from games.shell.pages.players import PlayersScene
from games.shell.pages.setup import SetupPage
from games.shell.pages.statistics import LearnedScene, MindItems
from tests.support.hands import choose, open_for_record, push_button
from tests.support.onward import open_played

HABIT = (0, 1, 3, 1)


def play_as(app: App, name: str) -> str:
    player = app.library.create(name)
    app.change_settings(last_profile=player.id)
    return player.id


def opened(app: App, rounds: int = 25, heard: int = 0, **options: Any) -> Scene:
    """A match of so many rounds, the first of which were fought before."""
    turns = [((0, MOVES[HABIT[n % 4]]), (1, MOVES[n % 3])) for n in range(heard)]
    table = open_played(app, "karate", None, 3, {"rounds": rounds, **options}, turns)
    assert isinstance(table, Scene)
    return table


def fought(table: Scene, count: int = 25) -> Scene:
    """The table after so many rounds, those that were fought before among them."""
    for number in range(len(table.match.turns), count):
        table.update(0.01)
        assert choose(table, MOVES[HABIT[number % len(HABIT)]])
        table.skip()
    table.skip()
    table.update(2.0)
    return table


def sensei(table: Scene) -> Any:
    return table.match.players[OPPONENT]


def kept(app: App) -> str | None:
    assert app.library.current is not None
    return app.library.learned(app.library.current.id, "karate")


def test_a_newcomer_meets_the_sensei_at_its_softest(app: App) -> None:
    table = opened(app)
    assert table.setup.seats[1].agent == "sensei"
    assert (sensei(table).level, sensei(table).beta) == ("full", -0.15)
    page = SetupPage(app, "karate")
    assert page.choices.values(1) == {"beta": -0.15}
    sharp = open_for_record(app, "karate", "sensei", 3, {"beta": 3.0})
    assert sharp.setup.seats[1].options["beta"] == 3.0
    demo = open_game(app, "karate", None, 3, {}, True)
    assert demo.setup.seats[1].options == {"level": "full", "beta": 2.0}


def test_a_finished_match_is_remembered_and_starts_the_next(app: App) -> None:
    table = fought(opened(app, heard=20))
    assert table.session.keeping.recorded
    text = kept(app)
    assert text is not None
    found, learned = arrays_from_text(text), sensei(table).learned_arrays()
    assert all(np.array_equal(found[name], array) for name, array in learned.items())
    again = fought(opened(app, heard=20, level="no-theory"))
    assert again.setup.seats[1].start == text
    assert sensei(again).sensei.forecaster.predictor.observed == 50
    assert sensei(again).surprise.rate < sensei(table).surprise.rate
    text = kept(app)
    fought(
        opened(app, heard=20, level="seed")
    )  # which keeps nothing, and leaves what others learned
    assert kept(app) == text


def test_a_continued_match_is_the_same_match(app: App) -> None:
    table = fought(opened(app, rounds=0, heard=22), 30)
    table.session.save()
    saved = saved_match(app, "karate")
    assert saved is not None
    back = continue_match(app, saved)
    assert isinstance(back, Scene)
    assert len(back.rounds) == 30
    assert (back.rounds, back.teller.foreseen) == (table.rounds, table.teller.foreseen)
    assert sensei(back).findings() == sensei(table).findings()
    assert sensei(back).mind() == sensei(table).mind()


def test_a_long_match_is_continued_before_the_first_frame_and_is_the_same(app: App) -> None:
    length = 60
    table = fought(opened(app, rounds=0, heard=50), length)
    table.session.save()
    player = app.library.current
    assert player is not None
    text = app.library.matches.newest(player.id, "karate")
    saved = saved_match(app, "karate")
    assert saved is not None
    back = continue_match(app, saved)
    assert isinstance(back, Scene)
    assert app.library.matches.newest(player.id, "karate") == text
    assert len(back.match.turns) == length
    assert (back.rounds, back.teller.foreseen) == (table.rounds, table.teller.foreseen)
    assert sensei(back).mind() == sensei(table).mind()
    app.push(back)
    app.frame(1 / 60)
    decided = back.session.decisions[OPPONENT]
    assert choose(back, MOVES[0])
    lot = back.session.played[-1].draws[OPPONENT].lot
    assert decided.move == table.match.decide(OPPONENT, Limit(seconds=1.0), lot).move
    assert len(back.match.turns) == length + 1


def test_a_long_match_with_a_round_that_cannot_be_played_is_refused(app: App) -> None:
    table = fought(opened(app, rounds=0, heard=17), 20)
    found = table.session.log()
    found.turns[-1] = ((0, "jump"), (1, MOVES[0]))
    with pytest.raises(ValueError, match="jump"):
        continue_match(app, found)


def test_new_players_start_from_the_others_unless_switched_off(app: App) -> None:
    fought(opened(app, heard=20))
    play_as(app, "Bob")
    start = opened(app).setup.seats[1].start
    assert start is not None
    assert arrays_from_text(start)["recent"][0] == 0
    app.change_settings(local_prior=False)
    assert opened(app).setup.seats[1].start is None


def test_what_was_learned_can_be_seen_exported_and_forgotten(app: App, tmp_path: Path) -> None:
    fought(opened(app, heard=20))
    player = app.library.current
    assert player is not None
    page = LearnedScene(app, player, "karate")
    app.push(page)
    assert sum(isinstance(widget, MindItems) for widget in page.body.widgets) >= 3
    players = PlayersScene(app)
    app.push(players)
    push_button(players, "Export")
    exported = tmp_path / "exports" / f"learned-karate-{player.id}.json"
    assert exported.read_text("utf-8") == kept(app)
    assert app.library.forget_learned(player.id, "karate")
    assert opened(app).setup.seats[1].start is None


# -- the report ------------------------------------------------------------------------------


def words(items: Mind) -> list[str]:
    return [item.text for item in items if isinstance(item, Note)]


def test_the_report_tells_habits_the_moment_and_the_rate(app: App) -> None:
    report = fought(opened(app, rounds=50, heard=40), 50).report()
    told = words(report.items)
    assert sum("most guessable moment" in text for text in told) == 1
    assert any(text.startswith("How I read you, over the whole match: you ") for text in told)
    assert not any("plain count" in line for line in report.lines)
    meter = next(item for item in report.items if isinstance(item, Meter))
    assert meter.reference == 2
    assert 0 < meter.value < 2
    assert "1.52" in meter.help
    for kind in (Gauge, Ribbon, Series):
        assert any(isinstance(item, kind) for item in report.items)


def test_people_are_compared_only_where_that_is_fair(app: App) -> None:
    title = "You are harder to read than"

    def ranks(table: Scene) -> list[Lines]:
        items = table.report().items
        return [item for item in items if isinstance(item, Lines) and item.title == title]

    classic = fought(opened(app, rounds=50, heard=40), 50)
    assert not ranks(classic)
    assert any("I compare you with nobody" in text for text in words(classic.report().items))
    play_as(app, "Bob")
    app.change_settings(local_prior=False)
    (lines,) = ranks(fought(opened(app, rounds=50, heard=40, table="balanced"), 50))
    assert len(lines.rows) == 2
    assert all(0.0 <= share <= 1.0 for _, share in lines.rows)
    assert "rough comparison" in lines.help
    again = fought(opened(app, rounds=50, heard=40, table="balanced"), 50)
    assert not ranks(again)
    assert any("of whom I knew nothing" in text for text in words(again.report().items))


def test_a_short_match_is_compared_with_nobody(app: App) -> None:
    told = words(fought(opened(app, rounds=10), 10).report().items)
    assert told
    assert not any("compare" in text for text in told)
