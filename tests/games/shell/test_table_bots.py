"""A match against a bot at the table: it is kept, counted and listed like any other."""

from __future__ import annotations

import time
from pathlib import Path

import pygame

from games import bots
from games.belts import rules_of
from games.session.starting import make_setup
from games.shell.app import App
from games.shell.opening import start_table
from games.shell.pages.before.choices import MatchChoices
from games.shell.pages.before.own_bots import OwnBotsPage
from games.shell.pages.overlays import Dialog
from games.shell.pages.past.matches import MatchesPage
from games.shell.pages.result import ResultPage
from games.shell.pages.setup import SetupPage
from games.shell.pages.statistics import StatisticsScene
from games.shell.table import Table
from games.shell.widgets.basic import Label
from tests.support.bots import written_bot
from tests.support.hands import give, key, passing, push_button, push_entry, until


def test_a_match_is_kept_and_counts_on_no_ladder(app: App, bot_home: Path) -> None:
    kept = written_bot(bot_home, "def choose(view, legal, rng):\n    return legal[0]\n")
    setup = make_setup("karate", kept, None, {"rounds": "10"}, False)
    table = start_table(app, setup, ())
    assert isinstance(table, Table)
    app.push(table)
    latest = time.monotonic() + 60
    while not isinstance(app.top, ResultPage) and time.monotonic() < latest:
        for _ in passing(app, 5, 0.1):
            if app.top is table and table.waiting_for_person is not None:
                table.choose("kick")
        time.sleep(0.001)
    assert isinstance(app.top, ResultPage)
    profile = app.profile
    assert profile is not None
    (record,) = app.library.statistics(profile.id).records
    assert (record.agent, record.matches) == (kept, 1)
    assert rules_of("karate").get(kept) is None
    bots.KNOWN.clear()
    for page in (StatisticsScene(app, profile), MatchesPage(app, profile, "karate")):
        app.push(page)
        for _ in passing(app, 5, 0.1):
            pass
        app.pop()
    assert not app.failed
    written = [path for path in bot_home.rglob("*") if path.is_file() and path.name != "mine.py"]
    texts = [path.read_text("utf-8", "replace") for path in written]
    assert any(kept in text for text in texts)
    assert not any(str(bot_home / "mine.py") in text for text in texts)


def test_the_own_bots_stand_behind_the_opponents(app: App, bot_home: Path) -> None:
    own = bots.folder()
    assert own is not None
    own.mkdir(parents=True)
    text = "def choose(view, legal, rng):\n    return legal[0]\n"
    (own / "mine.py").write_text(text)
    for game in ("karate", "ur", "ctf", "tracker"):
        page = SetupPage(app, game)
        kept = page.choices.bots[0].id
        assert page.roster.members[-1] == kept
        page.choices.sit(page.choices.hand, kept)
        page.build()
        assert page.roster.told(kept).rank.startswith("your own")
        assert not app.failed
    (own / "mine.py").write_text(text + "\n")
    again = MatchChoices(app, "karate", make_setup("karate", kept, 1, {}, False))
    assert again.seats[1] == again.bots[0].id != kept
    (own / "mine.py").unlink()
    bots.KNOWN.clear()
    lost = MatchChoices(app, "karate", make_setup("karate", kept, 1, {}, False))
    assert lost.seats[1] == lost.usual(1)


def test_a_file_that_is_dropped_is_copied_after_a_question(app: App, bot_home: Path) -> None:
    file = bot_home / "dropped.py"
    file.write_text("def choose(view, legal, rng):\n    return legal[0]\n")
    page = SetupPage(app, "karate")
    app.push(page)
    give(app, pygame.DROPFILE, file=str(file))
    asking = app.top
    assert isinstance(asking, Dialog)
    assert bots.own() == []
    push_button(asking, "Cancel")
    assert bots.own() == []
    give(app, pygame.DROPFILE, file=str(file))
    push_button(app.top, "Copy it")
    assert app.top is page
    assert [bots.name_of(kept) for kept in bots.own()] == ["dropped.py"]
    assert page.roster.members[-1] == bots.own()[0]
    file.unlink()
    give(app, pygame.DROPFILE, file=str(file))
    push_button(app.top, "Copy it")
    assert "was not copied" in " ".join(app.toasts.texts)
    assert not app.failed


def test_the_example_is_written_by_keys_and_met(app: App, bot_home: Path) -> None:
    page = SetupPage(app, "karate")
    app.push(page)
    page.form.focus_on(next(w for w in page.form.widgets if getattr(w, "label", "") == "More"))
    key(app, pygame.K_RETURN)
    key(app, pygame.K_RETURN)
    assert isinstance(app.top, OwnBotsPage)
    key(app, pygame.K_RETURN)
    assert app.top is page
    own = bots.folder()
    assert own is not None
    assert (own / "karate_example.py").is_file()
    assert any("karate_example.py" in text for text in app.toasts.texts)
    assert page.roster.members[-1] == bots.own()[0]
    assert page.choices.seats[1] == bots.own()[0], "it is in hand at once"
    (own / "notes.txt").write_text("ideas")
    push_entry(app, "Your own bots")
    labels = [widget.text for widget in app.top.body.widgets if isinstance(widget, Label)]  # type: ignore[attr-defined]
    assert "The bot 'notes.txt' is neither a .py nor executable; make it one of them." in labels
    push_button(app.top, "karate_example.py")
    assert page.choices.seats[1] == bots.own()[0]
    (own / "karate_example.py").rename(own / "other.py")
    push_entry(app, "Your own bots")
    assert not app.failed


def test_a_bot_that_forfeits_is_tried_again_with_its_mended_file(app: App, bot_home: Path) -> None:
    kept = written_bot(bot_home, "def choose(view, legal, rng):\n    return legl[0]\n")
    table = start_table(app, make_setup("karate", kept, None, {"rounds": "10"}, False), ())
    app.push(table)
    until(app, lambda: isinstance(app.top, ResultPage))
    page = app.top
    assert isinstance(page, ResultPage)
    told = page.report.brief[0].text
    assert "it failed in mine.py, line 2: NameError" in told
    assert "mine.py.log" in told
    kept = written_bot(bot_home, "def choose(view, legal, rng):\n    return legal[0]\n")
    push_button(page, "Try again")
    assert table.session.setup.seats[1].agent == kept
    until(app, lambda: table.waiting_for_person is not None)
    table.choose("kick")
    until(app, lambda: len(table.match.turns) == 1)
    assert table.session.forfeited is None
    table.leave()
