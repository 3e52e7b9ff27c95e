"""The four levels of a game: who plays at one, and what the last results earn."""

from __future__ import annotations

import pytest

from games import catalog
from games.core import Seating
from games.measured import levels_won as worth
from games.session.growing import (
    LOSSES,
    WINS,
    at_level,
    level_met,
    level_of,
    levels_of,
    next_step,
    offer,
    opposed,
    worth_words,
)
from games.session.ladder import strength_word
from games.session.setup import HUMAN, Setup
from games.spec import LEVELS
from games.store.past import PastMatch
from games.store.statistics import MatchResult, option_key

KARATE = catalog.spec("karate")
LEVELLED = [game for game in catalog.GAMES if catalog.spec(game).opponents.levels]


MOST_AT_THE_TOP = {"numbers": 0.30}
"""Numbers reads the scripted habits as well as it can in 100 keys, and no level is weakened."""


TOO_SLOW = {"ctf"}
"""A match against two who look ahead takes half a minute: nothing was measured at the top."""


def setup_of(game: str, mode: str = "") -> Setup:
    spec = catalog.spec(game)
    params = spec.params({spec.modes.option: mode} if mode else {})
    seats, people = [], 0
    for place in spec.seats_for(params):
        person = place.people and not people
        people += person
        seats.append(Seating(HUMAN) if person else Seating(spec.usual_agent(place), {}))
    return Setup(game, tuple(seats), params, 1)


def kept_row(
    number: int, level: int, outcome: str, counted: str = "record", **given: int
) -> PastMatch:
    """A kept match of karate at a level."""
    values = {"rounds": 25, "table": "classic", **KARATE.opponents.levels[level].values, **given}
    result = MatchResult("karate", "sensei", outcome, option_key(values))  # type: ignore[arg-type]
    return PastMatch(f"k{number}", f"2026-11-28T10:{number:02}:00", result, 1, 25, counted)


def kept_rows(level: int, outcomes: str) -> list[PastMatch]:
    """Matches with these outcomes by their first letters, the newest first."""
    whole = {"w": "won", "l": "lost", "d": "drawn", "p": "played"}
    return [kept_row(n, level, whole[letter]) for n, letter in enumerate(outcomes)]


@pytest.mark.parametrize("game", LEVELLED)
def test_a_game_has_four_levels_a_mode_and_the_usual_opponent_begins_at_the_first(
    game: str,
) -> None:
    spec = catalog.spec(game)
    for mode in dict.fromkeys(level.mode for level in spec.opponents.levels):
        setup = setup_of(game, mode)
        levels = levels_of(spec, setup.params)
        assert len(levels) == len(LEVELS)
        assert opposed(spec, setup.params, setup.seats)
        for number, level in enumerate(levels):
            made = at_level(setup, number)
            assert level_of(spec, made.params, made.seats) == number
            chosen = catalog.agent(game, level.agent).with_options(level.values)
            assert strength_word(spec, chosen) == spec.opponents.strengths[number]
    if not spec.modes.option:
        first = spec.opponents.levels[0]
        assert (spec.opponents.default, spec.opponents.options) == (first.agent, first.options)


@pytest.mark.parametrize("game", LEVELLED)
def test_the_highest_level_is_the_agent_at_full_strength(game: str) -> None:
    for level in catalog.spec(game).opponents.levels[3::4]:
        usual = catalog.agent(game, level.agent).defaults
        assert {**usual, **level.values} == usual


def test_two_wins_in_a_row_offer_one_notch_more_and_three_losses_one_less() -> None:
    assert (WINS, LOSSES) == (2, 3)
    more = offer(KARATE, kept_rows(0, "ww"))
    assert more is not None
    assert (more.level, more.words, more.step) == (1, "I was going easy on you. Again?", 1)
    less = offer(KARATE, kept_rows(2, "lllw"))
    assert less is not None
    assert (less.level, less.step) == (1, -1)
    for level, outcomes in [(0, "w"), (0, "wl"), (0, "lll"), (1, "ll"), (1, "llw"), (3, "ww")]:
        assert offer(KARATE, kept_rows(level, outcomes)) is None, (level, outcomes)
    assert offer(KARATE, []) is None
    assert offer(KARATE, kept_rows(0, "wpw")) is None, "a match that was left is no win"


def test_only_matches_at_full_length_that_count_and_at_one_level_are_a_run() -> None:
    won = kept_row(1, 0, "won")
    assert offer(KARATE, [won, kept_row(2, 0, "won", rounds=10)]) is None
    assert offer(KARATE, [won, kept_row(2, 1, "won")]) is None
    assert offer(KARATE, [kept_row(2, 0, "won", rounds=10), won, won]) is None
    assert offer(KARATE, [won, kept_row(2, 0, "lost", "practice"), won]) is not None


def test_after_a_step_down_the_old_wins_earn_nothing() -> None:
    assert offer(KARATE, [*kept_rows(0, "w"), *kept_rows(1, "lll"), *kept_rows(0, "ww")]) is None


def test_a_result_of_before_is_of_the_level_that_its_options_are() -> None:
    assert level_met(KARATE, MatchResult("karate", "sensei", "won", "")) == 3
    old = option_key({"rounds": 25, "table": "classic", "level": "full", "beta": 0.1})
    assert level_met(KARATE, MatchResult("karate", "sensei", "won", old)) is None
    assert level_met(KARATE, MatchResult("karate", "nash", "won", "")) is None


def test_the_next_step_is_said_at_every_level() -> None:
    said = [next_step(KARATE, number) for number in range(4)]
    assert said == ["Next: normal (2 wins)", "Next: hard (2 wins)", "Next: merciless (2 wins)", ""]
    assert next_step(catalog.spec("ur"), 0) == "Next: Greedy (2 wins)"
    assert next_step(KARATE, None) == ""


def test_the_worth_of_a_level_is_read_from_what_was_measured() -> None:
    found = worth("karate")
    assert tuple(found) == LEVELS
    told = worth_words(KARATE, KARATE.params(), 0)
    assert told == f"A newcomer wins {found['easy'].percent('.0f')} here (400 matches)."
    assert worth_words(KARATE, KARATE.params(), None) == ""
    assert worth("none") == {}


@pytest.mark.parametrize("game", LEVELLED)
def test_a_newcomer_wins_two_in_three_at_the_gentlest_level_and_hardly_at_the_highest(
    game: str,
) -> None:
    for mode in dict.fromkeys(level.mode for level in catalog.spec(game).opponents.levels):
        found = worth(game, mode)
        assert 0.60 <= found["easy"].value <= 0.75
        if game not in TOO_SLOW:
            assert found["merciless"].value <= MOST_AT_THE_TOP.get(game, 0.15)
