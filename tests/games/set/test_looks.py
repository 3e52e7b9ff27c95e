"""How cards look, as words in the settings."""

from __future__ import annotations

import pytest

from games.set.looks import INKS, USUAL, CardStyle, style_of


@pytest.mark.parametrize(
    "style",
    [USUAL, CardStyle(("green", "red", "violet"), True, True, True, True), CardStyle(letters=True)],
)
def test_a_style_is_what_it_was_written_as(style: CardStyle) -> None:
    assert style_of(style.text()) == style


def test_the_usual_one_needs_no_words() -> None:
    assert USUAL.text() == ""


@pytest.mark.parametrize(
    "text", ["inks:red,red,amber", "inks:red", "inks:mauve,red,amber", "nonsense inks:", "inks:,,"]
)
def test_what_cannot_be_is_the_usual(text: str) -> None:
    assert style_of(text) == USUAL


def test_no_two_colours_are_ever_alike_and_all_can_be_had() -> None:
    style, seen = USUAL, set()
    for _ in range(len(INKS)):
        style = style.with_next_ink(1)
        assert len(set(style.inks)) == 3
        seen.add(style.inks[1])
    assert seen == set(INKS) - {style.inks[0], style.inks[2]}


def test_letters_tell_all_colours_apart() -> None:
    assert len({name[0] for name in INKS}) == len(INKS)
