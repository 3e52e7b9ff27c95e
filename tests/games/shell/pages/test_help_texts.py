"""The texts of help: found by the game's id, in order, filled, and never in the way of play."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.shell.pages.help import HelpText, filled, help_texts, names_in
from tests.support.books import add_book


def test_pages_stand_in_the_order_of_their_numbers_under_their_first_headings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = {
        "10-last.md": "# The last\nEnd.\n",
        "2-second.md": "\n# Second page\n\nText.\n\n# Another\n",
        "1-first.md": "# First",
        "notes.txt": "# Not a page",
    }
    add_book(monkeypatch, tmp_path, "sample", pages)
    monkeypatch.chdir(tmp_path)
    assert help_texts("sample", {}) == (
        HelpText("First", ""),
        HelpText("Second page", "Text.\n\n# Another"),
        HelpText("The last", "End."),
    )


@pytest.mark.parametrize(
    ("name", "text", "title"),
    [
        ("3-how-it-thinks.md", "Text.", "How it thinks"),
        ("rules.md", "## A section\n\nText.", "Rules"),
        ("7.md", "#no heading", "7"),
        ("empty.md", "", "Empty"),
    ],
)
def test_a_page_without_a_title_is_called_like_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str, title: str
) -> None:
    add_book(monkeypatch, tmp_path, "sample", {name: text})
    assert help_texts("sample", {}) == (HelpText(title, text),)


def test_figures_are_filled_in_by_name_and_others_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "# {game}\n\n{hit} points, {parry}; {x | x > 0}, {Hit}, {}.\n\n```\n{hit} / 2\n```\n"
    add_book(monkeypatch, tmp_path, "sample", {"1.md": text})
    ((title, shown),) = help_texts("sample", {"game": "Sample", "hit": "10", "other": "{hit}"})
    assert title == "Sample"
    assert shown == "10 points, {parry}; {x | x > 0}, {Hit}, {}.\n\n```\n10 / 2\n```"
    assert names_in(shown) == ["parry"]
    assert filled("{other}", {"other": "{hit}", "hit": "10"}) == "{hit}"


def test_a_game_without_texts_has_no_pages_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, null_game: str
) -> None:
    folder = add_book(monkeypatch, tmp_path, "sample", {})
    assert help_texts("sample", {}) == ()
    folder.rmdir()
    assert help_texts("sample", {}) == ()
    folder.touch()
    assert help_texts("sample", {}) == ()
    assert help_texts("nowhere", {}) == help_texts("no.where", {}) == ()
    assert [page.title for page in help_texts(null_game, {})] == ["Rules"]


def test_a_page_that_cannot_be_read_says_so_and_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = add_book(monkeypatch, tmp_path, "sample", {"2-whole.md": "# Whole\n"})
    (folder / "1-rules.md").write_bytes(b"# Rules \xff\xfe")
    (folder / "3-folder.md").mkdir()
    (folder / "4-gone.md").symlink_to(folder / "nowhere")
    found = help_texts("sample", {})
    assert found[0] == (
        "Rules",
        "sample/help/1-rules.md cannot be read: it is not text in UTF-8.",
    )
    assert found[1] == ("Whole", "")
    assert found[2] == ("Folder", "sample/help/3-folder.md cannot be read: Is a directory.")
    assert found[3].text == "sample/help/4-gone.md cannot be read: No such file or directory."
    (folder / "1-rules.md").write_bytes(b"# Mended")
    assert help_texts("sample", {})[0] == ("Mended", "")


def test_a_folder_that_cannot_be_listed_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_book(monkeypatch, tmp_path, "sample", {"1.md": "# One"})

    def refuse(path: Path) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "iterdir", refuse)
    text = "games/sample/help cannot be read: Permission denied."
    assert help_texts("sample", {}) == (HelpText("Help", text),)


def test_a_file_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = add_book(monkeypatch, tmp_path, "sample", {"1.md": "# One\n\n{a}"})
    assert help_texts("sample", {"a": "1"})[0].text == "1"
    (folder / "1.md").write_text("# Another", encoding="utf-8")
    assert help_texts("sample", {"a": "2"}) == (HelpText("One", "2"),)


def test_a_line_of_the_match_is_left_out_where_there_is_none() -> None:
    text = "```formula\na = b\n{now_a}\n{now_b}\n```\n{now_a} in a sentence"
    assert filled(text, {}) == "```formula\na = b\n```\n{now_a} in a sentence"
    shown = filled(text, {"now_b": "Here:\n2 = 2"})
    assert shown == "```formula\na = b\nHere:\n2 = 2\n```\n{now_a} in a sentence"
