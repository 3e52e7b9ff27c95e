"""The arcade on a real accessibility bus, played by a client that has the bus and no picture.

Run with `pytest -m access`; needs requirements-access.txt, and Debian's xvfb, at-spi2-core,
python3-gi and gir1.2-atspi-2.0.
"""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from games import catalog
from tests.support.bus import Ear, played_by_ear, why_not
from tests.support.cases import case
from tests.support.spoken import gentlest

pytestmark = pytest.mark.access

ROUNDS = 25
MATCHES = 6
"""So many matches are played until one is won."""
BEATS = {"punched": "Kick", "kicked": "Parry kick", "for a punch": "Kick", "for a kick": "Punch"}
"""The best answer to each of the opponent's moves, by the words of its line."""
QUICK = 0.1
"""Seconds from a key to its spoken line, for 95 of 100 lines."""


@pytest.fixture(scope="module", autouse=True)
def _a_bus_can_be_had() -> None:
    if reason := why_not():
        pytest.skip(reason)


def to_the_hall(ear: Ear) -> None:
    """Skip the first lesson of a new player."""
    ear.press("Skip")
    ear.waits_for("Virtual Karate")


def play_karate(ear: Ear) -> list[str]:
    """A match of karate against the gentlest opponent, by the names in the tree; its lines."""
    answers: list[str] = []
    for number in range(1, ROUNDS + 1):
        move = max(BEATS.values(), key=answers[-8:].count) if answers else "Kick"
        before = len(ear.heard)
        ear.press(move)

        def spoken(before: int = before) -> bool:
            ear.listen()
            return any("You " in words for _, words in ear.heard[before:])

        ear.until(spoken, f"the line of round {number}")
        told = next(words for _, words in ear.heard[before:] if "You " in words)
        first = told.partition(" You ")[0]
        answers += [best for words, best in BEATS.items() if words in first]
    return [words for _, words in ear.heard if "You " in words]


def test_a_match_of_karate_is_chosen_played_and_read(tmp_path: Path) -> None:
    opponent = catalog.agent("karate", gentlest("karate")).name
    with played_by_ear(tmp_path) as ear:
        to_the_hall(ear)
        ear.press("Virtual Karate")
        ear.waits_for("Opponents, the weakest first")
        ear.press(opponent, "list item")
        ear.press("Play")
        for _ in range(MATCHES):
            ear.waits_for("Round 1 of 25")
            ear.heard.clear()
            assert len(play_karate(ear)) >= ROUNDS
            ear.waits_for("Rematch")
            headings = [node[1] for node in ear.nodes() if node[0] == "heading"]
            if any(words.startswith("You win") for words in headings):
                return
            ear.press("Rematch")
    raise AssertionError(f"no match was won: {headings}")


def focused(ear: Ear) -> str:
    """The name of the node that has the focus, "" without one."""
    return next((node[1] for node in ear.nodes() if "focused" in node[3]), "")


def test_the_focus_of_the_reader_follows_the_arcade_and_leads_it(tmp_path: Path) -> None:
    with played_by_ear(tmp_path) as ear:
        to_the_hall(ear)
        ear.until(lambda: focused(ear) == "Virtual Karate", "the first game")
        ear.ask(do="key", key="Down")
        ear.until(lambda: focused(ear) not in ("", "Virtual Karate"), "the next game")
        ear.press("Settings")
        ear.waits_for("Reduced motion")
        ear.press("Reduced motion", "toggle button")
        ear.until(lambda: focused(ear) == "Reduced motion", "the focus on what was pressed")
        switch = [node for node in ear.nodes() if node[1] == "Reduced motion"]
        assert "pressed" in switch[0][3] or "checked" in switch[0][3], switch


PLAYED = ("ur", "jaipur", "ra", "numbers", "guess")
"""Games that are played through by the list of what can be done."""


def choose_by_list(ear: Ear, draw: random.Random) -> None:
    """Open the list of what can be done, and take one of its rows by lot."""
    ear.press("What can I do?")
    if not ear.comes("Choose", 0.5):  # another is to move
        return
    rows = [node for node in ear.nodes() if node[0] == "list item"]
    row = draw.choice(rows)
    ear.press(row[1], "list item")
    if "selected" not in row[3]:  # a press on the chosen row takes it
        ear.press("Choose")


@pytest.mark.sweep
@pytest.mark.parametrize("game", PLAYED)
def test_a_game_is_played_to_its_end_by_its_list_alone(game: str, tmp_path: Path) -> None:
    short = [f"--option={name}={value}" for name, value in case(game).short.items()]
    words = ("play", game, "--opponent", gentlest(game), *short)
    draw = random.Random(35)
    with played_by_ear(tmp_path, *words) as ear:
        ear.waits_for("What can I do?")
        for _ in range(500):
            names = ear.names()
            if "Rematch" in names:
                return
            if "Go on" in names:
                ear.press("Go on")
            elif "What can I do?" in names:
                choose_by_list(ear, draw)
    raise AssertionError(f"the match did not end; the window has {ear.names()}")


def test_a_line_is_spoken_within_a_tenth_of_a_second_of_its_key(tmp_path: Path) -> None:
    took = []
    words = ("play", "karate", "--opponent", "random", "--option", "rounds=0")
    with played_by_ear(tmp_path, *words) as ear:
        ear.waits_for("Round 1")
        for number in range(100):
            ear.until(lambda: ear.listen() == [], "silence")
            began = ear.ask(do="key", key="1234"[number % 4])
            ear.until(lambda: ear.listen(), "a line")
            took.append(ear.heard[-1][0] - began)
            time.sleep(0.02)
    took.sort()
    print(
        f"from a key to its line: {took[49] * 1000:.0f} ms, 95 of 100 in {took[94] * 1000:.0f} ms"
    )
    assert took[94] <= QUICK
