"""Agents of one kind have two names; seats of a team share theirs."""

from __future__ import annotations

from games import catalog
from games.core import Seating
from games.session.seat_names import agent_names, kind_and_given, short_names
from games.session.setup import Setup


def names(game: str, *agents: str, **params: object) -> dict[int, str]:
    options = catalog.spec(game).params(params)
    return agent_names(Setup(game, tuple(map(Seating, agents)), options, 1))


def test_two_of_one_kind_have_given_names_and_one_alone_has_none() -> None:
    found = names("ra", "human", "heuristic", "heuristic", players=3)
    kind = catalog.agent("ra", "heuristic").name
    assert found == {1: f"{kind} Ani", 2: f"{kind} Mina"}
    assert names("ra", "human", "heuristic", "easy", players=3)[1] == kind
    assert len(set(names("ra", *["heuristic"] * 5, players=5).values())) == 5


def test_a_team_of_one_kind_has_one_name_and_the_other_team_another() -> None:
    kind = catalog.agent("ctf", "random").name
    assert set(names("ctf", "human", "random", "random", "random").values()) == {
        f"{kind} Ani",
        f"{kind} Mina",
    }
    watched = names("ctf", "random", "belief", "random", "belief")
    assert watched[0] == watched[2] == kind


def test_every_game_of_two_tells_its_seats_apart_too() -> None:
    found = names("karate", "habits", "habits")
    assert found[0] != found[1]


def test_figures_have_the_given_name_alone() -> None:
    assert short_names(["You", "Scribe Ani", "Scribe Mina"]) == ["You", "Ani", "Mina"]
    assert kind_and_given("Old oracle") == ("Old oracle", "")
    assert kind_and_given("Ani") == ("Ani", "")
