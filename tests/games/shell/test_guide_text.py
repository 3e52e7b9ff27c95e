"""The words of guides: a section for each stop, read once, never in the way of play."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games import catalog
from games.ctf.guide_points import STOPS as CTF
from games.jaipur.playing.guide_points import STOPS as JAIPUR
from games.numbers.first_lesson import said
from games.paths import game_folder
from games.ra.playing.guide_points import STOPS as RA
from games.set.lesson.guide_points import STOPS as SET
from games.set.lesson.page import END, STEPS
from games.shell.guide_text import FILE, Section, guide_section, guide_sections, parsed
from games.shell.input import ACTIONS
from games.shell.pages.help import help_texts
from games.tracker.chase.lessons import FLEEING, HIDING, HUNTING, SEEKING
from games.tracker.guide_steps import STOPS as TOUR
from tests.support.books import add_book

ASKED = {
    "ctf": [stop.id for stop in CTF],
    "ra": [stop.id for stop in RA],
    "set": [*(step.id for step in STEPS), END, *(stop.id for stop in SET)],
    "jaipur": [stop.id for stop in JAIPUR],
    "tracker": [stop.id for own in (TOUR, SEEKING, HIDING, HUNTING, FLEEING) for stop in own],
    "numbers": ["first", "next", "last", "sealing", "sealed", "modest", "few", "enough", "arcade"],
}
"""The sections that the code of each game asks for, in their order."""


@pytest.mark.parametrize("game_id", ASKED)
def test_every_stop_has_words_and_all_words_are_used(game_id: str) -> None:
    assert list(guide_sections(game_id)) == ASKED[game_id]
    for text in guide_sections(game_id).values():
        assert text.words.endswith((".", "?"))


@pytest.mark.parametrize("game_id", ASKED)
def test_words_name_actions_that_the_game_has(game_id: str) -> None:
    actions = {action.id for action in (*ACTIONS, *catalog.spec(game_id).actions)}
    named = {
        action
        for text in guide_sections(game_id).values()
        for part in re.findall(r"\{([^}]*)\}", " ".join(text))
        for action in part.split()
    }
    assert named <= actions


def test_tasks_and_titles_stand_where_a_page_shows_them() -> None:
    tour = [guide_section("tracker", stop.id) for stop in TOUR]
    lesson = [guide_section("set", name) for name in (*(step.id for step in STEPS), END)]
    assert all(text.title and text.task for text in tour)
    assert all(text.title and not text.task for text in lesson)
    assert said("first") == "Press 1, 2, 3 or 4."


def test_a_section_has_a_title_words_a_task_and_words_for_a_gamepad() -> None:
    text = (
        "# Head\n\n## one: First: it moves\n\nTwo\nlines.\n\n- Do\n  it.\n\n> By\n> pad.\n\n"
        "## two\n\nOnly words.\n"
    )
    one, two = parsed(text).values()
    assert one == Section("First: it moves", "Two lines.", "Do it.", "By pad.")
    assert (one.said(True, str), one.said(False, str)) == ("By pad.", "Two lines.")
    assert two.said(True, str) == "Only words."
    assert parsed("# Head\n") == {}


def test_a_file_that_is_missing_or_no_text_has_no_sections_until_it_can_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_book(monkeypatch, tmp_path, "sample", {"1-rules.md": "# Rules"})
    assert guide_sections("sample") == {}
    assert guide_sections("no_such_game") == {}
    folder = game_folder("sample")
    assert folder is not None
    file = folder / "help" / FILE
    file.write_bytes(b"\xff\xfe\xff")
    assert guide_section("sample", "one") == Section()
    file.write_text("# First match\n\n## one\n\nLook.\n", "utf-8")
    assert guide_section("sample", "one").words == "Look."
    assert [title for title, _ in help_texts("sample", {})] == ["Rules"], "it is no page of help"
