"""Names in figures are short; the rest is tested at the table."""

from __future__ import annotations

from games.ra.playing.hinting import short_names


def test_names_that_several_have_are_colours() -> None:
    assert short_names(("You", "Scribe", "Scribe")) == ["You", "Orange", "Green"]
    assert short_names(("You", "Scribe", "Farmer")) == ["You", "Scribe", "Farmer"]
