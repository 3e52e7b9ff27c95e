"""Every entry of the pause page of every game is pressed, and does what it says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games import catalog
from games.ra.playing.history_page import HistoryPage
from games.set.lesson.page import Lesson
from games.set.looks_page import LooksPage
from games.shell.access.voice import NOT_NOW
from games.shell.counsel import WARNING
from games.shell.pages.help import HelpPage
from games.shell.pages.overlays import MORE, Dialog, Rest
from games.shell.pages.past.replay import ReplayPage
from games.shell.pages.pause import FEW, MOST, Pause
from games.shell.pages.result import ResultPage
from games.shell.pages.seal_page import SealPage
from games.shell.pages.settings import SettingsScene
from games.shell.table import Table
from games.shell.widgets.basic import Button
from games.shell.widgets.picker import Picker
from games.ur.editor import UrEditor
from games.ur.tools import Tools
from games.ur.training.room import TrainingRoom
from tests.support.hands import (
    FRAME,
    Rig,
    choose,
    filmed_whole,
    labels_of,
    open_for_record,
    paused_labels,
    push_button,
    push_entry,
    until,
    wait,
)

Check = Callable[[Rig, Any, dict[str, Any]], bool]
"""Whether an entry did what it says: of the hands, the table, and what was noted before."""


def opens(page: type) -> Check:
    return lambda rig, table, before: type(filmed_whole(rig.app)) is page


def at_table(more: Check) -> Check:
    """The page is gone, and more than that."""
    return lambda rig, table, before: rig.app.top is table and more(rig, table, before)


def undone(rig: Rig, table: Any, before: dict[str, Any]) -> bool:
    own = [turn for turn in before["turns"] if table.human in dict(turn)]
    left = [turn for turn in table.match.turns if table.human in dict(turn)]
    return len(left) == len(own) - 1


def warned(rig: Rig, table: Any, before: dict[str, Any]) -> bool:
    """The first question for a hint in a match for the record."""
    return WARNING in rig.app.toasts.texts


def listed(rig: Rig, table: Any, before: dict[str, Any]) -> bool:
    """Whether the choices are listed, or said where a clock runs, or there is none."""
    told = table.voice.said or NOT_NOW in rig.app.toasts.texts
    return isinstance(rig.app.top, Picker) or bool(told)


DOES: dict[str, Check] = {
    "Resume": at_table(lambda rig, table, before: table.match is before["match"]),
    "Rules and opponents": opens(HelpPage),
    "Settings": opens(SettingsScene),
    "Start again": at_table(lambda rig, table, before: table.match is not before["match"]),
    "Finish and see the report": opens(ResultPage),
    "End now (does not count)": opens(ResultPage),
    "Leave": lambda rig, table, before: rig.app.top is rig.floor,
    "Show me how": at_table(lambda rig, table, before: table.guided),
    "Check the seal": opens(SealPage),
    "Cards and keys": opens(LooksPage),
    "First lesson: a set in six steps": opens(Lesson),
    "Position editor": opens(UrEditor),
    "Training room": opens(TrainingRoom),
    "Tools": opens(Tools),
    "History": opens(HistoryPage),
    "Set up from here": warned,
    "Change the speed": lambda rig, table, before: table.pacing.level != before["level"],
    "Play it again": at_table(
        lambda rig, table, before: len(table.match.turns) > len(before["turns"])
    ),
    "Look back": opens(ReplayPage),
    "Hint": at_table(warned),
    "Your odds": at_table(lambda rig, table, before: bool(table.counsel.caption)),
    "Take back": at_table(undone),
    "What can I do?": listed,
    "Where do I stand?": at_table(lambda rig, table, before: bool(rig.app.toasts.texts)),
}
"""What is to be seen once an entry was pressed."""


QUICK = {"jaipur": "greedy", "ra": "heuristic", "ur": "random"}
"""Opponents that answer at once, in the games whose choices can be taken back."""


def opened(rig: Rig, game: str) -> Table:
    """A match with a person, with one choice behind it where that changes the entries."""
    table = open_for_record(rig.app, game, QUICK.get(game), 7, {})
    rig.app.push(table)
    wait(rig.app, 0.2)
    for number in range(2 if game in QUICK else 0):
        until(rig.app, lambda: table.waiting_for_person is not None, 4000)
        seat = table.waiting_for_person
        assert seat is not None
        if not number:
            assert choose(table, next(iter(table.match.game.legal(table.match.state, seat))))
    return table


def paused(rig: Rig, table: Table) -> Pause:
    rig.key("escape")
    assert isinstance(rig.app.top, Pause)
    return rig.app.top


@pytest.mark.parametrize("game", catalog.GAMES)
def test_every_entry_of_the_pause_page_does_what_it_says(rig: Rig, game: str) -> None:
    rig.app.change_settings(guided=" ".join([*catalog.GAMES, "hide", "seek", "hunt"]))
    page = paused(rig, opened(rig, game))
    assert page is rig.app.top
    assert len([label for label in labels_of(page) if label != MORE]) <= MOST
    labels = paused_labels(rig.app)
    rig.app.back_to(rig.floor)
    assert len(labels) > 3
    assert len(set(labels)) == len(labels)
    for label in labels:
        table = opened(rig, game)
        before = {
            "match": table.match,
            "turns": list(table.match.turns),
            "level": getattr(getattr(table, "pacing", None), "level", 0),
        }
        paused(rig, table)
        push_entry(rig.app, label)
        rig.app.frame(FRAME)
        assert DOES[label](rig, table, before), f"{game}: {label} does something else"
        rig.app.back_to(rig.floor)


def test_of_many_entries_the_usual_ones_stand_on_the_page_and_the_others_behind_more(
    rig: Rig,
) -> None:
    """Ra's had twelve."""
    rig.app.change_settings(guided="ra")
    page = paused(rig, opened(rig, "ra"))
    shown = [widget.label for widget in page.form.widgets if isinstance(widget, Button)]
    first = ["Resume", "Rules and opponents", "Settings", "Hint", "Take back"]
    assert shown == [*first, "More", "Leave"]
    push_button(page, "More")
    assert isinstance(rig.app.top, Rest)
    rig.key("escape")
    assert rig.app.top is page
    push_button(page, "More")
    push_button(rig.app.top, "History")
    assert isinstance(rig.app.top, HistoryPage)
    rig.key("escape")
    assert rig.app.top is page, "the page of the rest has closed before"


def test_what_was_taken_back_is_played_again_from_the_pause_page(rig: Rig) -> None:
    """Only then is there such an entry."""
    table = opened(rig, "ra")
    for label in ("Take back", "Play it again"):
        before = {"match": table.match, "turns": list(table.match.turns)}
        paused(rig, table)
        push_entry(rig.app, label)
        rig.app.frame(FRAME)
        assert DOES[label](rig, table, before), label


def test_a_running_match_is_left_for_another_only_after_a_question(rig: Rig) -> None:
    rig.app.change_settings(guided="karate")
    table = opened(rig, "karate")
    for number in range(FEW + 1):
        until(rig.app, lambda: table.waiting_for_person is not None, 4000)
        assert choose(table, next(iter(table.match.legal(table.human)))), number
        wait(rig.app, 0.3)
    match = table.match
    paused(rig, table)
    push_entry(rig.app, "Start again")
    asked = rig.app.top
    assert isinstance(asked, Dialog)
    assert f"after {FEW + 1} moves" in asked.text
    rig.key("escape")
    assert isinstance(rig.app.top, Pause)
    assert table.match is match
    push_entry(rig.app, "Start again")
    push_button(rig.app.top, "Start again")
    assert rig.app.top is table
    assert table.match is not match
