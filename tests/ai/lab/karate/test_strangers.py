"""Strangers: each plays by its stream alone, and those that read win against plain players."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ai.lab.karate.readings import Entrant, worth
from ai.lab.karate.strangers import FITTED, HELD_OUT, STRANGERS, Kind, nearest, on_circle
from games.streams import Stream

Plain = Callable[[list[int], list[int]], int]
"""The next move of a plain player, by its own moves and the stranger's."""
PLAIN: dict[str, Plain] = {
    "constant": lambda own, other: 1,
    "cycle": lambda own, other: len(own) % 3,
    "copy": lambda own, other: other[-1] if other else 0,
}
PLAYED_BLIND = ("drifter", "switcher")
"""Kinds that do not read all the time."""
READ_ELSEWHERE = {
    ("answerer", "constant"): "copy",  # knows what reads it, and nothing else
    ("answerer", "cycle"): "copy",
    ("waves", "copy"): "cycle",  # its own moves are no wave
}


def against(kind: Kind, plain: Plain, rounds: int, seed: int = 1) -> tuple[Entrant, int]:
    """A stranger after its match against a plain player, and its wins less losses."""
    stranger, score = kind.make(Stream.named(seed, kind.id)), 0
    own: list[int] = []
    other: list[int] = []
    for _ in range(rounds):
        theirs, move = plain(own, other), stranger.move()
        assert move in (0, 1, 2)
        stranger.see(move, theirs)
        own.append(theirs)
        other.append(move)
        score += worth(move, theirs)
    return stranger, score


def test_a_third_is_held_out() -> None:
    assert len({kind.id for kind in STRANGERS}) == len(STRANGERS) >= 12
    assert not set(FITTED) & set(HELD_OUT)
    assert 3 * len(HELD_OUT) >= len(STRANGERS)


@pytest.mark.parametrize("kind", STRANGERS, ids=lambda kind: kind.id)
def test_a_stranger_follows_from_its_stream(kind: Kind) -> None:
    played = [against(kind, PLAIN["copy"], 120, seed)[0].own for seed in (1, 1, 2, 3, 4)]
    assert len(played[0]) == 120
    assert played[0] == played[1]
    assert any(other != played[0] for other in played[2:])


@pytest.mark.parametrize("player", PLAIN)
@pytest.mark.parametrize(
    "kind", [k for k in STRANGERS if k.id not in PLAYED_BLIND], ids=lambda kind: kind.id
)
def test_strangers_read_plain_players(kind: Kind, player: str) -> None:
    if (kind.id, player) in READ_ELSEWHERE:
        player = READ_ELSEWHERE[kind.id, player]
    _, score = against(kind, PLAIN[player], 400)
    assert score > 120


def test_points_on_the_circle_are_moves_again() -> None:
    assert [nearest(complex(point)) for point in on_circle([0, 1, 2])] == [0, 1, 2]
    one, two = on_circle([1, 2])
    assert nearest(complex(two * (two * one.conj()))) == 0
