"""The options of Planet Wars: maps as text, the number of planets, and what is refused."""

from __future__ import annotations

import pytest

from games.planetwars import SPEC
from games.planetwars.engine.maps import made
from games.planetwars.engine.text import map_text
from games.planetwars.rules import GAME
from games.spec import BadOption


def test_a_map_is_drawn_from_the_seed_of_the_match() -> None:
    params = SPEC.draw(SPEC.params(), 7)
    assert params["map"] == map_text(made(7))
    assert GAME.new(params) == made(7)
    assert SPEC.undraw(params, 7)["map"] == "random"
    chosen = SPEC.draw(SPEC.params({"planets": 16, "symmetry": "mirror"}), 7)
    assert chosen["map"] == map_text(made(7, 16, "mirror"))
    assert SPEC.draw(params, 8) == params


def test_a_map_keeps_its_planets_and_loses_its_comments() -> None:
    text = "# of 2010\nP 0 0 1 100 5\nP 9.5 0 2 100 5 # home\n"
    assert SPEC.params({"map": text})["map"] == "P 0.0 0.0 1 100 5\nP 9.5 0.0 2 100 5\n"


@pytest.mark.parametrize(
    "value",
    [
        "/etc/passwd",
        "maps/map1.txt",
        "",
        7,
        "P 0 0 1 1 1",
        "P 0 0 1 1 1\nP 9 0 0 1 1\n",
        "P 0 0 1 1 1\nQ 9 0 2 1 1\n",
        "P 0 0 1 1 1\n" + " " * 100001,
    ],
)
def test_what_is_no_map_is_refused_and_never_opened(value: object) -> None:
    with pytest.raises(BadOption, match="map"):
        SPEC.params({"map": value})


def test_planets_are_15_to_30_or_any() -> None:
    assert [SPEC.params({"planets": n})["planets"] for n in (0, 15, "30")] == [0, 15, 30]
    for number in (1, 14, 31, -1, "x"):
        with pytest.raises(BadOption, match="planets"):
            SPEC.params({"planets": number})
