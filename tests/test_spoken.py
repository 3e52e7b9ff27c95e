"""Matches as they are spoken: one of each game that has words, and what words promise.

A file of tests/golden/spoken has the lines that a player hears in one match against the gentlest
opponent, the player's moves made by the agent of attract mode. It has to read like a story to a
reader who was not there. `python -m tests.test_spoken [game]` writes the files anew.
"""

from __future__ import annotations

import sys

import pytest

from games import catalog
from games.paths import ROOT
from games.shell.access.speech import ELEMENT_WORDS, LINE_WORDS, speech_of
from tests.support import golden
from tests.support.spoken import sights, story

SPEAKING = [game for game in catalog.GAMES if (ROOT / "games" / game / "spoken.py").is_file()]


@pytest.mark.parametrize("game", SPEAKING)
def test_a_match_is_spoken_as_it_was(game: str) -> None:
    assert golden.file_of("spoken", game).read_text("utf-8").splitlines() == story(game)


@pytest.mark.parametrize("game", SPEAKING)
def test_lines_elements_and_choices_are_short_and_whole(game: str) -> None:
    speech = speech_of(game)
    for seed in range(2, 4):
        for at in sights(game, seed):
            for line in speech.events(at):
                assert 0 < len(line.split()) <= LINE_WORDS, line
                assert line[-1] in ".!?", line
            for node in (found for top in speech.elements(at) for found in top.walk()):
                assert 0 < len(node.name.split()) <= ELEMENT_WORDS, node.name
                assert node.press == "" or node.press in at.legal or " " not in node.press
            choices = speech.choices(at)
            assert all(choice.move in at.legal for choice in choices)
            assert bool(choices) == bool(at.legal)
            assert speech.standing(at)


if __name__ == "__main__":
    for name in sys.argv[1:] or SPEAKING:
        golden.file_of("spoken", name).write_text("\n".join(story(name)) + "\n", "utf-8")
