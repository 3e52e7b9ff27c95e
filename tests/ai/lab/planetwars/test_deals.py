"""The maps of an arena: two games each, from a folder in the order of names, or from the seed."""

from __future__ import annotations

from pathlib import Path

import pytest

from ai.lab.arena import tournament
from ai.lab.options import given_options
from ai.lab.planetwars.deals import dealt, numbered
from games.planetwars import SPEC
from games.planetwars.engine.maps import made
from games.planetwars.engine.text import map_text
from games.spec import BadOption


@pytest.fixture
def maps(tmp_path: Path) -> list[str]:
    """Three maps in the folder of the test, with names out of order of writing."""
    texts = [map_text(made(seed, 15)) for seed in (5, 6, 7)]
    for name, text in zip(("c.txt", "a.map", "b"), texts, strict=True):
        (tmp_path / name).write_text(f"# {name}\n{text}")
    (tmp_path / ".hidden").write_text("no map")
    return [texts[1], texts[2], texts[0]]


def test_a_folder_is_played_in_the_order_of_names(maps: list[str], tmp_path: Path) -> None:
    given = given_options([f"maps={tmp_path}", "turns=50"], SPEC.options)
    params = SPEC.params(given)
    found = [numbered(params, 9, number) for number in range(8)]
    assert [game["map"] for game in found] == [maps[n // 2 % 3] for n in range(8)]
    assert {game["maps"] for game in found} == {""}
    pairs = tournament("planetwars", ["rage", "dual"], 6, 1, given)["pairs"]
    assert pairs[0]["games"] == 6
    assert pairs[0]["a_forfeits"] == pairs[0]["b_forfeits"] == 0
    assert pairs[0]["forfeits"] == []
    assert 0 < pairs[0]["turns_per_game"] <= 50
    assert SPEC.draw(params, 1)["map"] in maps
    assert SPEC.draw(params, 1)["maps"] == ""


def test_without_a_folder_two_games_have_one_random_map() -> None:
    params = SPEC.params()
    found = [numbered(params, 9, number)["map"] for number in range(6)]
    assert found[0::2] == found[1::2]
    assert len(set(found)) == 3
    assert found[0] != numbered(params, 10, 0)["map"]
    assert dealt(params, 4)["map"] == map_text(made(4))


def test_a_map_of_a_file_is_played_in_every_game(maps: list[str], tmp_path: Path) -> None:
    given = given_options([f"map={tmp_path / 'b'}"], SPEC.options)
    assert {numbered(SPEC.params(given), 9, number)["map"] for number in range(4)} == {maps[1]}
    assert given_options(["map=random"], SPEC.options) == {"map": "random"}


def test_what_is_no_folder_of_maps_is_refused(maps: list[str], tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for path in (tmp_path / "none", tmp_path / "b", tmp_path / "empty"):
        with pytest.raises(BadOption, match="maps"):
            given_options([f"maps={path}"], SPEC.options)
    (tmp_path / "d").write_text("P 1 2 3\n")
    with pytest.raises(BadOption, match="map 4: Line 1"):
        SPEC.params(given_options([f"maps={tmp_path}"], SPEC.options))
    for value in (str(tmp_path), 7, "x" * 50):
        with pytest.raises(BadOption, match="only a command"):
            SPEC.params({"maps": value})
