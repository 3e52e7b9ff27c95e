"""The ladder of opponents: ordered by what was measured, told in a word, with results."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from games import catalog
from games.agents import NOT_MEASURED, AgentSpec
from games.core import Option
from games.session.ladder import Standing, agent_of, by_strength, rungs, standing, strength_word
from games.store.statistics import MatchResult, Statistics
from tests.support.grown import GROWN


def agent(name: str, measure: float | None = None, level: int = 0, **more: Any) -> AgentSpec:
    return AgentSpec(
        name,
        name,
        "",
        lambda options, start: None,
        level,
        measure=measure,
        **more,  # type: ignore[arg-type,return-value]
    )


def test_figures_order_and_what_has_none_keeps_its_place() -> None:
    found = by_strength([agent("a", 0.9), agent("b"), agent("c", 0.1), agent("d", 0.5)])
    assert [one.id for one in found] == ["c", "b", "d", "a"]
    found = by_strength([agent("a"), agent("b"), agent("c")])
    assert [one.id for one in found] == ["a", "b", "c"]


@pytest.mark.parametrize("game", GROWN)
def test_the_ladders_that_ship_rise_by_their_figures(game: str) -> None:
    usual = catalog.spec(game).params()
    agents = [a.told() for a in catalog.agents(game) if a.role or not a.hindrance(usual)]
    for role in {agent.role for agent in agents}:
        told = rungs(game, [agent for agent in agents if agent.role == role])
        figures = [one.with_options({}).measure for one in told]
        assert None not in figures
        assert figures == sorted(figures, key=lambda figure: figure or 0.0)
        assert len(told) >= 3


def test_the_belts_rise_with_the_ladder() -> None:
    belts = ["white", "yellow", "green", "blue", "brown", "black"]
    assert [one.rank for one in rungs("karate")] == [f"{belt} belt" for belt in belts]


@pytest.mark.parametrize("game", GROWN)
def test_every_portrait_has_a_rank_and_a_line_of_at_most_ten_words(game: str) -> None:
    for one in rungs(game):
        assert one.rank
        assert 3 <= len(one.line.split()) <= 10, one.line
    ranks = [one.rank for one in rungs(game)]
    assert len(set(ranks)) == len(ranks)


def test_ur_has_ten_of_all_its_agents() -> None:
    assert len(rungs("ur")) == 10 < len(catalog.agents("ur"))


WORDS = ("gentle", "fair", "strong", "merciless")


@pytest.mark.parametrize(
    ("measure", "word"),
    [(0.0, 0), (0.499, 0), (0.5, 1), (0.66, 1), (0.67, 2), (0.849, 2), (0.85, 3), (1.0, 3)],
)
def test_a_figure_has_the_word_of_its_band(measure: float, word: int) -> None:
    assert strength_word(catalog.spec("ur"), agent("a", measure)) == WORDS[word]


def test_without_figures_the_level_says_it_and_nothing_is_said_of_what_was_not_measured() -> None:
    spec = catalog.spec("ur")
    words = [strength_word(spec, agent("a", level=level)) for level in (-1, 0, 1, 2, 3, 4, 5, 6)]
    assert words == [WORDS[n] for n in (0, 0, 0, 1, 2, 2, 3, 3)]
    assert strength_word(spec, agent("a", level=5, strength=NOT_MEASURED)) == ""
    assert strength_word(spec, catalog.agent("ur", "lookahead:depth=3")) == ""


def test_the_words_of_a_strength_are_those_of_its_figure() -> None:
    """What the slider of the sensei says at its default is what was measured there."""
    spec = catalog.spec("karate")
    for name in ("sensei", "seed-softmax"):
        told = catalog.agent("karate", name).told()
        without = dataclasses.replace(told, options=())
        assert strength_word(spec, told) == strength_word(spec, without)
    gentle = catalog.agent("karate", "sensei:beta=0.1")
    assert strength_word(spec, gentle) == "gentle"


def test_the_words_of_an_option_hold_up_to_their_bounds() -> None:
    option = Option("beta", "Strength", "float", 1.0, words=((0.5, "low"), (2.0, "high")))
    assert [option.word(value) for value in (0.0, 0.5, 0.6, 2.0, 2.1)] == [
        *("low", "low", "high", "high", ""),
    ]


def results(*pairs: tuple[str, Any]) -> Statistics:
    found = Statistics()
    for number, (name, outcome) in enumerate(pairs):
        found = found.with_result(MatchResult("ur", name, outcome, f"depth={number}"))
    return found


def test_how_a_player_stands_counts_all_options_and_old_names() -> None:
    found = results(
        ("lookahead", "won"), ("lookahead-1-pow2", "lost"), ("greedy", "won"), ("gone", "won")
    )
    assert standing(found, "ur", "lookahead") == Standing(1, 2)
    assert standing(found, "ur", "lookahead").words == "You win 1 of 2"
    assert standing(found, "ur", "perfect") == Standing(0, 0)
    early = found.with_result(MatchResult("ur", "lookahead", "played"))
    assert standing(early, "ur", "lookahead") == Standing(1, 2), "ended early: it decides nothing"
    assert standing(found, "ur", "perfect").words == ""
    assert agent_of("ur", "gone") == "gone"
    drawn = results(("greedy", "drawn"), ("greedy", "won"))
    assert standing(drawn, "ur", "greedy").words == "You win 1 of 2, 1 drawn"


def test_where_nobody_wins_it_is_told_how_often_they_met() -> None:
    found = Statistics().with_result(MatchResult("tracker", "evader", "played"))
    assert standing(found, "tracker", "evader").words == "Met once"
    found = found.with_result(MatchResult("tracker", "evader", "played"))
    assert standing(found, "tracker", "evader") == Standing(0, 2, False)
    assert standing(found, "tracker", "evader").words == "Met 2 times"


@pytest.mark.parametrize("game", GROWN)
def test_a_rank_says_more_than_the_name(game: str) -> None:
    """It stands under the name on the page before the game."""
    told = [agent for agent in catalog.agents(game) if agent.rank]
    assert told
    for agent in told:
        assert agent.rank.casefold() not in agent.name.casefold()
