"""The ladder of opponents: ordered by what was measured, told in a word, with results."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from games import catalog, measured
from games.agents import NOT_MEASURED, AgentSpec
from games.session.ladder import (
    Standing,
    agent_of,
    by_strength,
    counts,
    rating_of,
    record_counts,
    rungs,
    standing,
    strength_word,
)
from games.spec import LEVELS, GameSpec, Option
from games.store.statistics import MatchResult, Record, Statistics, option_key
from tests.support.cases import GROWN


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


@pytest.mark.parametrize("game", GROWN)
def test_every_portrait_has_a_rank_and_a_line_of_at_most_ten_words(game: str) -> None:
    for one in rungs(game):
        assert one.rank
        assert 3 <= len(one.line.split()) <= 10, one.line
    ranks = [one.rank for one in rungs(game)]
    assert len(set(ranks)) == len(ranks)


def test_ur_has_ten_of_all_its_agents() -> None:
    assert len(rungs("ur")) == 10 < len(catalog.agents("ur"))


# -- what counts -----------------------------------------------------------------------------


def counted(game: str, name: str, **given: Any) -> bool:
    """Whether a match counts with these options, the same as its record says of them as text."""
    spec, found = catalog.spec(game), catalog.resolve(game, name)
    params = spec.params({k: v for k, v in given.items() if k in spec.params()})
    own = {k: v for k, v in given.items() if k not in params}
    options = {**found.spec.with_options({**found.options, **own}).defaults}
    now = counts(spec, params, catalog.agent(game, found.spec.id), options)
    kept = Record(game, found.spec.id, option_key({**params, **options}))
    assert record_counts(kept) is now
    return now


@pytest.mark.parametrize("game", catalog.GAMES)
def test_every_agent_counts_at_its_usual_options_in_every_mode(game: str) -> None:
    spec = catalog.spec(game)
    mode = next((option for option in spec.options if option.name == spec.modes.option), None)
    for choice in mode.choices if mode else ("",):
        for one in catalog.agents(game):
            assert counted(game, one.id, **({spec.modes.option: choice} if mode else {}))


@pytest.mark.parametrize(
    ("game", "name", "given"),
    [
        ("karate", "sensei:beta=0.1", {}),
        ("karate", "sensei:beta=0", {"rounds": 10}),
        ("karate", "sensei:level=no-theory", {}),
        ("karate", "seed-softmax:beta=0", {}),
        ("karate", "sensei", {"rounds": 10}),
        ("karate", "sensei", {"rounds": 50}),
        ("karate", "sensei", {"rounds": 0}),
        ("karate", "sensei", {"table": "balanced"}),
        ("numbers", "mind", {"keys": 60}),
        ("ur", "greedy", {"pieces": 1}),
        ("ur", "greedy", {"rules": "blitz"}),
        ("ur", "expectimax:depth=2", {}),
        ("ur", "expectimax:plain=on", {}),
        ("ur", "lookahead:depth=3", {}),
        ("jaipur", "sensei:level=2", {}),
        ("jaipur", "greedy", {"length": "round"}),
        ("set", "mirror:follow=on", {}),
        ("set", "solver", {"goal": 10}),
        ("ra", "net", {"players": 5}),
        ("guess", "mind", {"rounds": 5}),
        ("ctf", "pack", {"moves": 1}),
        ("ctf", "pack", {"sight": 200, "noise": 0}),
        ("ctf", "pack", {"pace": 2}),
    ],
)
def test_a_softened_opponent_a_short_match_and_other_rules_are_practice(
    game: str, name: str, given: dict[str, Any]
) -> None:
    assert not counted(game, name, **given)


@pytest.mark.parametrize(
    ("game", "name", "given"),
    [
        ("ur", "expectimax:depth=7", {}),
        ("ur", "panda:depth=5", {}),
        ("ra", "net", {"confirm_bids": True, "show_bag": False, "hide": "both"}),
    ],
)
def test_a_stronger_opponent_and_what_only_a_person_sees_count(
    game: str, name: str, given: dict[str, Any]
) -> None:
    assert counted(game, name, **given)


def test_a_drawn_map_counts_and_options_that_a_record_does_not_know_are_as_usual() -> None:
    spec = catalog.spec("ctf")
    drawn = spec.draw(spec.params(), 7)
    assert drawn["map"] != spec.params()["map"]
    pack = catalog.agent("ctf", "pack")
    assert counts(spec, spec.undraw(drawn, 7), pack, {})
    assert record_counts(Record("karate", "sensei", "rounds=25"))
    for text in ("other", "beta=x", "rounds=x", "speed=3", "rounds=25, beta"):
        assert not record_counts(Record("karate", "sensei", text)), text


def test_the_options_of_a_record_are_compared_and_open_no_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A layout is text that may be the name of a file."""
    monkeypatch.setattr(Option, "parse", lambda *given: pytest.fail("it was parsed"))
    for game, name in (("ctf", "pack"), ("tracker", "evader"), ("ra", "net")):
        text = {"ctf": "layout=/etc/passwd", "tracker": "layout=/etc/passwd", "ra": "deal=/x"}
        assert not record_counts(Record(game, name, text[game]))


def test_an_option_counts_by_what_it_declares() -> None:
    number = Option("speed", "Speed", "int", 5, low=1, high=9, counts=(5, 7))
    choice = Option("look", "Look", "choice", "a", choices=("a", "b", "c"), counts=("b",))
    spec = GameSpec(
        "x",
        "X",
        "",
        "#FFFFFF",
        (),
        (number, choice),
    )
    one = agent("one")

    def with_values(**values: Any) -> bool:
        return counts(spec, values, one, {})

    assert [with_values(speed=speed) for speed in (4, 5, 6, 7, "7", 8, "x")] == [
        *(False, True, True, True, True, False, False),
    ]
    assert [with_values(look=look) for look in "abc"] == [True, True, False]


WORDS = LEVELS


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
    easy = catalog.agent("karate", "sensei:beta=0.1")
    assert strength_word(spec, easy) == "easy"


def results(*rows: tuple[str, Any, str]) -> Statistics:
    found = Statistics()
    for name, outcome, options in rows:
        found = found.with_result(MatchResult("ur", name, outcome, options))
    return found


def test_how_a_player_stands_counts_measured_options_by_every_name() -> None:
    found = results(
        ("lookahead", "won", "depth=2, pieces=7, plus=False, rules=finkel, values=learned"),
        ("lookahead-1-pow2", "won", ""),  # a name of before that means other options
        ("lookahead-2-learned", "lost", ""),
        ("lookahead", "won", "depth=1, pieces=7, plus=False, rules=finkel, values=learned"),
        ("greedy", "won", "pieces=7, rules=finkel"),
        ("greedy", "won", "pieces=1, rules=finkel"),
        ("greedy", "won", "other"),  # sets of options that were put together
        ("gone", "won", ""),
    )
    assert standing(found, "ur", "lookahead") == Standing(1, 2, practice=2)
    assert standing(found, "ur", "lookahead").words == "You win 1 of 2, 2 with other settings"
    assert standing(found, "ur", "greedy") == Standing(1, 1, practice=2)
    assert standing(found, "ur", "gone") == Standing(0, 0, practice=1)
    assert standing(found, "ur", "gone").words == "1 with other settings"
    assert standing(found, "ur", "perfect") == Standing(0, 0)
    early = found.with_result(MatchResult("ur", "lookahead", "played"))
    ended = standing(early, "ur", "lookahead")
    assert ended == Standing(1, 2, practice=2), "ended early: it decides nothing"
    assert standing(found, "ur", "perfect").words == ""
    assert agent_of("ur", "gone") == "gone"
    drawn = results(("greedy", "drawn", ""), ("greedy", "won", ""))
    assert standing(drawn, "ur", "greedy").words == "You win 1 of 2, 1 drawn"


def test_a_win_in_seek_is_no_stamp_in_hide() -> None:
    """Who beat Blinker in Seek had its stamp in Hide."""
    where = "Seeking, Loops 1, noise 6"
    found = Statistics().with_result(MatchResult("tracker", "drifter", "won", where))
    assert standing(found, "tracker", "drifter") == Standing(0, 0, practice=1)


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


def test_a_rating_is_of_the_usual_options_alone() -> None:
    spec = catalog.spec("karate")
    rated = rating_of(spec, catalog.agent("karate", "sensei").told())
    assert rated is not None
    assert rated == measured.rated("karate", "sensei")
    assert rating_of(spec, catalog.agent("karate", "sensei:beta=0.1")) is None
    assert rating_of(spec, agent("sensei", strength=NOT_MEASURED)) is None
    assert rating_of(spec, agent("stranger")) is None
