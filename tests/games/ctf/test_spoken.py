"""The spoken words of capture the flag: the nearest dots, enemies as they are heard, a match."""

from __future__ import annotations

import dataclasses
import itertools

import pytest

from games.ctf.rules.sensing import enemies_of
from games.ctf.rules.state import UNKNOWN, mate_of
from games.ctf.spoken import SPEECH, place
from games.shell.access.speech import TableSight
from tests.support.spoken import sights


def own_turns(rules: str, count: int = 40) -> list[TableSight]:
    """Moments at which the person's own bot is to move."""
    found = (at for at in sights("ctf", 4, rules=rules) if at.legal)
    return list(itertools.islice(found, count))


@pytest.mark.parametrize("rules", ["blog", "pelita"])
def test_each_step_says_how_near_the_next_dot_is(rules: str) -> None:
    for at in own_turns(rules):
        choices = {choice.move: choice.brings for choice in SPEECH.choices(at)}
        assert set(choices) == set(at.legal)
        state = at.state
        for move, brings in choices.items():
            to = state.field.ways[state.bots[0]][
                ("up", "right", "down", "left", "stay").index(move)
            ]
            assert (brings == "eats a dot, 1 point") == (to in state.food[1])


@pytest.mark.parametrize("rules", ["blog", "pelita"])
def test_an_enemy_out_of_sight_has_no_place(rules: str) -> None:
    hidden = 0
    for at in own_turns(rules):
        rows = {node.name.partition(":")[0]: node.name for node in SPEECH.elements(at)}
        for number, enemy in enumerate(enemies_of(0)):
            name = rows[f"Enemy {number + 1}"]
            assert ("seen" in name) == (at.state.bots[enemy] != UNKNOWN)
            hidden += "heard" in name
    assert hidden > 10


def test_the_dots_come_by_their_steps() -> None:
    at = own_turns("blog", 1)[0]
    rows = SPEECH.elements(at)
    dots = next(node for node in rows if node.name.endswith("dots to eat"))
    steps = [int(node.name.split("; ")[1].split()[0]) for node in dots.children]
    assert steps == sorted(steps)
    field, bots = at.state.field, at.state.bots
    assert rows[0].name.endswith(place(field, bots[0]))
    assert any(node.name.startswith("Your mate: ") for node in rows)
    assert bots[mate_of(0)] != UNKNOWN


def test_who_watches_hears_of_marks_and_not_of_you() -> None:
    told = []
    for at in (dataclasses.replace(at, own=None) for at in sights("ctf", 1)):
        told += SPEECH.events(at)
        told += [node.name for top in SPEECH.elements(at) for node in top.walk()]
    assert not [line for line in told if "you" in line.lower().split() or "Enemy" in line]
    assert any(line.startswith("The square ate a dot.") for line in told)


def test_the_last_line_has_the_score_of_the_standing() -> None:
    *_, last = sights("ctf", 1)
    assert SPEECH.events(last)[-1] == SPEECH.standing(last)
