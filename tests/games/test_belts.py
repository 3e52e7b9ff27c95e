"""Belts: the chance of luck is calculated, holds on drawn careers, and is bounded."""

from __future__ import annotations

import functools
import itertools

import numpy as np
import pytest

from games.belts import (
    CAREER,
    RANDOM,
    STEP,
    OpponentShares,
    Rule,
    WonShare,
    belt_rules,
    best_rule,
    career,
    measured,
    one_in,
    rules_of,
)
from games.belts import RECENT as LONGEST
from games.intervals import wilson
from games.session.growing import belts
from games.spec import LEVELS
from games.store.statistics import RECENT, Statistics


def enumerated(share: float, wins: int, of: int, matches: int) -> tuple[float, float]:
    """The same from every career of so many matches, one by one."""
    chance = mean = 0.0
    for outcomes in itertools.product((0, 1), repeat=matches):
        weight = 1.0
        for outcome in outcomes:
            weight *= share if outcome else 1.0 - share
        ends = (n for n in range(1, matches + 1) if sum(outcomes[max(0, n - of) : n]) >= wins)
        end = next(ends, None)
        chance += weight * (end is not None)
        mean += weight * (matches if end is None else end)
    return chance, mean


@pytest.mark.parametrize(
    ("share", "wins", "of"), [(0.3, 2, 3), (0.5, 3, 5), (0.7, 4, 4), (0.2, 1, 1), (0.4, 3, 9)]
)
def test_the_chance_of_a_career_is_that_of_all_careers_one_by_one(
    share: float, wins: int, of: int
) -> None:
    found = career(share, wins, of, 11)
    assert found == pytest.approx(enumerated(share, wins, of, 11), abs=1e-12)


def test_wins_in_a_row_agree_with_the_recurrence_of_runs() -> None:
    """A run of r is complete first at match n: a loss, r wins, and no run before."""
    share, r = 0.3, 4
    none = [1.0] * r  # the chance of no run in so many matches
    none.append(1.0 - share**r)
    while len(none) <= CAREER:
        none.append(none[-1] - (1.0 - share) * share**r * none[-1 - r])
    assert career(share, r, r).chance == pytest.approx(1.0 - none[CAREER], rel=1e-9)


@pytest.mark.parametrize(("wins", "of"), [(0, 3), (4, 3), (1, 21)])
def test_a_rule_that_cannot_be_is_refused(wins: int, of: int) -> None:
    with pytest.raises(ValueError, match="Nobody wins"):
        career(0.5, wins, of)


def test_the_best_rule_is_the_quickest_within_the_bound() -> None:
    careless, person, bound = 0.1, 0.4, 0.01
    rule = best_rule(careless, person, bound)
    assert rule is not None
    assert rule.chance == career(careless, rule.wins, rule.of).chance <= bound
    needed = career(person, rule.wins, rule.of).matches
    others = [(wins, of) for of in range(1, 11) for wins in range(1, of + 1)]
    quicker = [
        each
        for each in others
        if career(person, *each).matches < needed and career(careless, *each).chance <= bound
    ]
    assert quicker == []
    assert best_rule(0.9, 0.95, 1e-6) is None, "no 16 matches show that"


def test_whom_nobody_beats_by_skill_gives_no_belt() -> None:
    keys = {RANDOM: WonShare(280, 1000), "one key": WonShare(500, 1000)}
    chance = OpponentShares(keys, {"reader": WonShare(520, 1000), "other": WonShare(300, 1000)})
    skill = OpponentShares(keys, {"reader": WonShare(900, 1000), "other": WonShare(300, 1000)})
    assert (chance.best, chance.skill_shows) == ("reader", False)
    assert (skill.best, skill.skill_shows) == ("reader", True)
    assert list(belt_rules([("wall", chance), ("hut", skill)])) == ["hut"]


@functools.cache
def shares() -> dict[str, float]:
    """What `random` wins at most against each opponent that gives a belt."""
    opponents = measured("karate")
    return {agent_id: opponents[agent_id].blind[RANDOM].high for agent_id in rules_of("karate")}


def test_every_figure_is_measured_in_1000_matches_and_every_level_asks_for_skill() -> None:
    opponents = measured("karate")
    assert tuple(opponents) == LEVELS[1:]
    for opponent in opponents.values():
        random_share = opponent.blind[RANDOM]
        assert random_share.matches >= 1000
        assert min(share.matches for share in opponent.counters.values()) >= 50
        assert random_share.high == wilson(random_share.won, random_share.matches)[1]
        assert opponent.skill_shows
    assert set(rules_of("karate")) == set(opponents)


def test_the_rules_that_ship_are_those_that_the_figures_give() -> None:
    """A belt after the other is ten times less likely for who presses keys at random; the highest
    is won in at most 1 of 10,000 careers."""
    found = belt_rules(measured("karate").items())
    assert list(found) == list(rules_of("karate"))
    for number, (agent_id, rule) in enumerate(rules_of("karate").items()):
        assert (rule.wins, rule.of) == (found[agent_id].wins, found[agent_id].of)
        assert rule.chance == pytest.approx(found[agent_id].chance, rel=1e-9)
        assert rule.chance <= STEP ** -(number + 2.0)
        assert 1.0 / one_in(rule.chance) >= rule.chance
        assert rule.of <= LONGEST <= RECENT
    assert rule.chance <= 1e-4


def test_who_plays_as_the_best_counter_known_has_every_belt_in_a_few_matches() -> None:
    for agent_id, rule in rules_of("karate").items():
        opponent = measured("karate")[agent_id]
        fares = career(opponent.counters[opponent.best].low, rule.wins, rule.of)
        assert fares.chance > 0.999
        assert fares.matches < 40


def careers_that_meet(rule: Rule, share: float, careers: int) -> int:
    """How many of some careers drawn by chance meet a rule."""
    won = np.random.default_rng(1).random((careers, CAREER)) < share
    sums = np.cumsum(won, axis=1)
    sums[:, rule.of :] -= sums[:, : -rule.of].copy()
    return int((sums >= rule.wins).any(axis=1).sum())


@pytest.mark.parametrize("number", range(3))
def test_the_calculation_holds_on_careers_drawn_from_the_shares(number: int) -> None:
    """Where a rule is met too rarely to be counted, one win less is asked for as well."""
    agent_id, shipped = list(rules_of("karate").items())[number]
    careers, counted = 2000, 0
    for wins in range(shipped.wins, 0, -1):
        rule = Rule(wins, shipped.of)
        chance = career(shares()[agent_id], rule.wins, rule.of).chance
        met = careers_that_meet(rule, shares()[agent_id], careers)
        assert abs(met / careers - chance) <= 5 * (chance * (1 - chance) / careers) ** 0.5 + (
            5 / careers
        )
        counted += met
        if counted >= 100:
            break
    assert counted >= 100


def test_a_belt_is_told_with_its_rule_and_the_chance_of_luck() -> None:
    first, *others = belts("karate", Statistics())
    assert first.words == "One win is enough."
    assert len(others) == len(rules_of("karate")) == 3
    for belt in others:
        assert belt.rule is not None
        careers = f"1 of {one_in(belt.rule.chance):,} careers of 500 matches."
        assert belt.words.endswith(f"Random keys do that in {careers}")
        asked = f"{belt.rule.wins} wins of your last {belt.rule.of}"
        assert belt.words.startswith(f"{asked}. ")
        assert belt.words_with_name.startswith(f"{belt.rule.wins} wins of {belt.rule.of} against ")
        assert belt.words_with_name.endswith(careers)
    assert first.words_with_name == "One win against the sensei at any level."
    last = others[-1].words_with_name.partition(". ")[0]
    assert last.endswith(" against the sensei, merciless")
    assert one_in(1 / 12345.6) == 12000
    assert one_in(0.3) == 3


def test_a_single_win_is_the_rule_where_chance_never_wins() -> None:
    rule = best_rule(0.0, 0.5, 0.01)
    assert rule is not None
    assert (rule.wins, rule.of) == (1, 1)
