"""The opponents of Virtual Karate against independent models of the originals."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest

from ai.karate.fighter import KarateAgent
from ai.karate.originals import HabitFighter, NashFighter, SeedArgmax, SeedSoftmax
from games import catalog
from games.core import Limit
from games.karate import SPEC
from games.karate.rules import GAME, MOVES, gain_matrix
from games.match import Match
from games.mind import Bars, HeatMap, Note, Series
from games.streams import Stream

PAYOFF = gain_matrix("classic")
LIMIT = Limit()


def original_argmax(history: list[int], payoff: Any, k: int) -> int:
    """The first original, told from its description and counted anew, in exact fractions."""
    before = [k - 1] * 3 + history
    counts = [1] * k
    for t in range(3, len(before)):
        if before[t - 2 : t] == before[-2:]:
            counts[before[t]] += 1
    total = sum(counts)
    gains = [
        sum(Fraction(n, total) * Fraction(gain) for n, gain in zip(counts, row, strict=True))
        for row in payoff
    ]
    return gains.index(max(gains))


def test_argmax_is_the_original_for_a_thousand_rounds() -> None:
    compared = 0
    for seed in range(10):
        rng, agent, history = Stream.named(seed, "player"), SeedArgmax(), []
        agent.start(PAYOFF, rng)
        for _ in range(100):
            assert agent.choose() == original_argmax(history, PAYOFF, 4)
            # a player with a habit, so that contexts come again and ties break
            move = (history[-1] + 1) % 4 if history and rng.below(3) else rng.below(4)
            agent.learn(rng.below(4), move)
            history.append(move)
            compared += 1
    assert compared == 1000


def test_argmax_begins_with_a_kick_and_breaks_ties_low() -> None:
    agent = SeedArgmax()
    agent.start(PAYOFF, Stream())
    assert agent.forecast() == (0.25,) * 4
    assert agent.table.symbols(agent.table.context) == (3, 3)
    assert agent.strategy() == (0.0, 1.0, 0.0, 0.0)
    agent.start(((0.3, 0.2, 0.1), (0.1, 0.2, 0.3), (0.0, 0.0, 0.0)), Stream())
    agent.sums = [[0.3 + 0.2 + 0.1, 0.1 + 0.2 + 0.3, 0.0]] * 9  # 0.6 and 0.6000000000000001
    assert agent.choose() == 0


def test_argmax_loses_to_a_copy_of_itself() -> None:
    rounds, lost = 0, 0.0
    agent, copy, rng = SeedArgmax(), SeedArgmax(), Stream.named(1, "exploiter")
    agent.start(PAYOFF, rng)
    copy.start(PAYOFF, rng)
    for _ in range(3000):
        own = copy.choose()
        reply = max(range(4), key=lambda move: -PAYOFF[own][move])
        lost -= PAYOFF[agent.choose()][reply]
        agent.learn(own, reply)
        copy.learn(own, reply)
        rounds += 1
    assert rounds == 3000
    assert lost / rounds == pytest.approx(7.9, abs=0.5)


def test_softmax_loses_little_even_to_one_who_sees_its_strategy() -> None:
    lost = rounds = 0.0
    for seed in range(20):
        agent = SeedSoftmax()
        agent.start(PAYOFF, Stream.named(seed, "exploiter"))
        for _ in range(250):
            mix = agent.strategy()
            gains = [sum(p * PAYOFF[a][b] for a, p in enumerate(mix)) for b in range(4)]
            reply = gains.index(min(gains))
            lost -= gains[reply]
            agent.learn(0, reply)
            rounds += 1
    assert rounds == 5000
    assert lost / rounds == pytest.approx(1.2, abs=0.3)


def test_softmax_is_the_original() -> None:
    compared = 0
    for beta in (0.0, 0.5, 1.0, 8.0):
        rng, agent = Stream.named(9, "softmax"), SeedSoftmax(beta)
        agent.start(PAYOFF, rng)
        counts = {}
        context = agent.table.symbols(agent.table.context)
        for _ in range(200):
            row = counts.setdefault(context, [0.5, 2.0, 0.5, 1.0])
            gains = [
                sum(n / sum(row) * gain for n, gain in zip(row, gains, strict=True))
                for gains in PAYOFF
            ]
            weights = [math.exp(beta * gain) for gain in gains]
            assert agent.strategy() == pytest.approx([w / sum(weights) for w in weights])
            assert agent.forecast() == pytest.approx([n / sum(row) for n in row])
            move = rng.below(4) if rng.below(2) else context[0]
            agent.learn(0, move)
            row[move] += 1
            context = (context[1], move)
            compared += 1
    assert compared == 800


def test_softmax_draws_its_history_and_its_moves() -> None:
    contexts = set()
    for seed in range(300):
        agent = SeedSoftmax()
        agent.start(PAYOFF, Stream.named(seed, "history"))
        contexts.add(agent.table.context)
    assert contexts == set(range(16))
    agent.start(PAYOFF, Stream.named(1, "draws"))
    counts = [0] * 4
    for _ in range(4000):
        counts[agent.choose()] += 1
    assert [c / 4000 for c in counts] == pytest.approx(agent.strategy(), abs=0.03)


def test_other_games_start_as_documented() -> None:
    rock_paper_scissors = ((0.0, -1.0, 1.0), (1.0, 0.0, -1.0), (-1.0, 1.0, 0.0))
    argmax, softmax = SeedArgmax(), SeedSoftmax()
    argmax.start(rock_paper_scissors, Stream())
    assert argmax.table.symbols(argmax.table.context) == (2, 2)
    assert argmax.choose() == 0
    softmax.start(rock_paper_scissors, Stream())
    assert softmax.forecast() == pytest.approx((1 / 3,) * 3)
    for k in range(1, 11):
        payoff = tuple(tuple(1e6 * (i - j) for j in range(k)) for i in range(k))
        for agent in (SeedArgmax(), SeedSoftmax(8.0), NashFighter(), HabitFighter()):
            agent.start(payoff, Stream.named(k, "size"))
            agent.learn(0, k - 1)
            assert sum(agent.strategy()) == pytest.approx(1.0)
            assert len(agent.forecast()) == k


def test_nash_keeps_its_floor() -> None:
    agent = NashFighter()
    agent.start(PAYOFF, Stream())
    assert agent.floor == 0.0
    for move, floor in ((0, 0.0), (1, 0.0), (2, 3.0), (3, 3.0), (2, 6.0)):
        agent.learn(0, move)
        assert agent.floor == pytest.approx(floor)
    unfair = ((3.0, -1.0), (-2.0, 4.0))  # value 1
    agent.start(unfair, Stream())
    agent.learn(0, 1)
    assert agent.floor == pytest.approx(0.0)
    assert agent.strategy() == pytest.approx((0.6, 0.4))


def test_nash_and_random_draw_what_they_say() -> None:
    drawn = 0
    for name in ("nash", "random"):
        agent: KarateAgent = catalog.agent("karate", name).make({}, None)
        agent.start(PAYOFF, Stream.named(4, name))
        counts = [0] * 4
        for _ in range(5000):
            counts[agent.choose()] += 1
            drawn += 1
        assert [c / 5000 for c in counts] == pytest.approx(list(agent.strategy()), abs=0.025)
    assert drawn == 10_000


def test_beta_is_an_option_of_those_that_choose_softly() -> None:
    made = catalog.agent("karate", "seed-softmax").make({"beta": 3.0}, None)
    assert made.beta == 3.0
    with_options = [agent.id for agent in catalog.agents("karate") if agent.options]
    assert with_options == ["seed-softmax", "sensei"]


def test_the_seeds_read_habits_and_habits_are_not_random() -> None:
    params = catalog.spec("karate").params({"rounds": 50})
    margins = []
    for seed in range(40):
        players = {0: HabitFighter(), 1: SeedSoftmax()}
        scores = Match(GAME, params, seed, players).run(LIMIT)
        margins.append(scores[1] - scores[0])
    assert len(margins) == 40
    assert sum(margins) / 40 > 40


def test_the_mind_says_what_led_to_the_move() -> None:
    params = catalog.spec("karate").params({"rounds": 50})
    match: Match[Any] = Match(GAME, params, 3, {0: HabitFighter(), 1: SeedSoftmax()})
    match.run(LIMIT, 30)
    decision: Any = match.decide(1, Limit(mind=True))
    note, forecast, gains, strategy, table, right = decision.mind
    assert isinstance(note, Note)
    assert isinstance(table, HeatMap)
    assert isinstance(right, Series)
    assert all(isinstance(bars, Bars) for bars in (forecast, gains, strategy))
    chosen = MOVES.index(decision.move)
    assert (gains.chosen, strategy.chosen, gains.unit) == (chosen, chosen, "points")
    assert table.values[table.outlined] == pytest.approx(forecast.values)
    before, last = (dict(turn)[0] for turn in match.turns[-2:])
    assert table.outlined == 4 * MOVES.index(before) + MOVES.index(last)
    for row, gain in zip(PAYOFF, gains.values, strict=True):
        expected = sum(p * g for p, g in zip(forecast.values, row, strict=True))
        assert gain == pytest.approx(expected)
    assert len(right.values) == len(right.low) == len(right.high) == 30
    assert right.reference == 0.25
    before, last = (word.replace("-", " ") for word in (before, last))
    assert f": after {before}, {last} you did this" in note.text


def test_an_endless_match_keeps_a_bounded_series() -> None:
    agent = SeedArgmax()
    agent.start(PAYOFF, Stream())
    for t in range(500):
        agent.learn(0, t % 3)
    assert len(agent.accuracy.series("", "").values) == 120
    assert agent.accuracy.trials == 500


def test_before_two_moves_the_seeds_name_no_moves_that_were_not_played() -> None:
    told = 0
    for make in (SeedArgmax, SeedSoftmax):
        agent: Any = make()
        agent.start(gain_matrix(SPEC.params()["table"]), Stream.named(1, "x"))
        for played, words in ((0, "saw no move of yours"), (1, "saw only one move of yours")):
            note = agent.mind()[0]
            assert isinstance(note, Note)
            assert words in note.text
            assert ", " not in note.text
            agent.learn(0, played)
            told += 1
        assert "your last two moves are new to me" in agent.mind()[0].text
    assert told == 4
