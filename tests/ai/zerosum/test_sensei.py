"""`sensei`: its memories against brute force, its theories, its levels, and its place in karate."""

from __future__ import annotations

import functools
import io
import itertools
import json
import os
import subprocess
import sys
from collections.abc import Sequence

import numpy as np
import pytest

from ai.karate import LEVEL, SHARP
from ai.karate.originals import SeedArgmax
from ai.karate.sensei import SenseiFighter
from ai.karate.sensei_mind import BANDS, LADDER
from ai.karate.sensei_profile import describe_learned, local_start
from ai.lab.analyse import converse
from ai.lab.karate.analyse import analyst
from ai.lab.karate.partners import Constant, Cycle, Exploiter, Markov, MirrorPartner, sensei
from ai.lab.karate.train import play
from ai.sequence.predictor import Predictor
from ai.zerosum.equilibrium import Payoff
from ai.zerosum.memory import AI, CONTEXTS, MATCHES, PLAYER, LongestMatches, RoundTables
from ai.zerosum.mixing import Reliability, TheoryMixture
from ai.zerosum.sensei import (
    DEFAULT_BETA,
    LARGEST_BETA,
    LEVELS,
    BadBeta,
    SenseiStrategy,
    TheoryForecaster,
)
from ai.zerosum.theories import BestAnswers, TheoryBank, first_trust
from games import catalog
from games.agents import agent_options
from games.arrays import arrays_to_text
from games.core import Limit
from games.karate.rules import GAME, POINTS, gain_matrix
from games.match import Match
from games.mind import (
    ContextTree,
    Gauge,
    Meter,
    Note,
    Ribbon,
    mind_from_plain,
)
from games.mind import mind_to_plain as plain
from games.paths import ROOT
from games.streams import Stream

KARATE = gain_matrix("classic")
ROCK, PAPER, SCISSORS = range(3)
RPS = ((0.0, -1.0, 1.0), (1.0, 0.0, -1.0), (-1.0, 1.0, 0.0))


def history(k: int, rounds: int, seed: int) -> list[tuple[int, int]]:
    """Rounds with a rhythm and slips, so that passages come again."""
    rng = Stream(seed)
    moves = [(t % 3 % k, t * t % 5 % k) for t in range(rounds)]
    return [(rng.below(k), rng.below(k)) if not rng.below(5) else pair for pair in moves]


# -- memories --------------------------------------------------------------------------------


def forecasts_of(memory: RoundTables | LongestMatches) -> np.ndarray:
    """What a memory of past rounds expects of both sides, (2, rows, k)."""
    rows = len(memory.contexts) if isinstance(memory, RoundTables) else 2 * len(MATCHES)
    out = np.full((2, rows, memory.k), np.nan)
    memory.forecasts(out)
    return out


@pytest.mark.parametrize("k", [2, 4, 10])
def test_tables_count_what_followed(k: int) -> None:
    tables, seen, compared = RoundTables(k), list[tuple[int, int]](), 0
    for own, other in history(k, 60, k):
        forecasts = forecasts_of(tables)
        for row, context in enumerate(tables.contexts):
            if context.fade < 1.0 or context.name == "second student":
                continue
            for side in (AI, PLAYER):
                expected = counted(k, seen, side, context.own, context.other) + context.prior
                assert forecasts[side, row] == pytest.approx(expected / expected.sum())
                compared += 1
        tables.observe(own, other)
        seen.append((own, other))
    assert compared == 60 * 2 * sum(c.fade == 1.0 and c.name != "second student" for c in CONTEXTS)


def counted(k: int, seen: Sequence[tuple[int, int]], side: int, own: int, other: int) -> np.ndarray:
    before = [(k - 1, k - 1)] * 2 + list(seen)
    deep = max(own, other)
    key = (
        [p[side] for p in before[len(before) - own :]],
        [p[1 - side] for p in before[len(before) - other :]],
    )
    counts = np.zeros(k)
    for t in range(2, len(before)):
        past = before[t - deep : t] if deep else []
        if [p[side] for p in past[deep - own :]] == key[0] and [
            p[1 - side] for p in past[deep - other :]
        ] == key[1]:
            counts[before[t][side]] += 1
    return counts


def test_the_first_table_is_the_original() -> None:
    tables, seed = RoundTables(4), SeedArgmax()
    seed.start(KARATE, Stream(1))
    compared = 0
    for own, other in history(4, 200, 9):
        assert forecasts_of(tables)[PLAYER, 0] == pytest.approx(seed.forecast())
        tables.observe(own, other)
        seed.learn(own, other)
        compared += 1
    assert compared == 200


@pytest.mark.parametrize("key", [0, 1, 2])
def test_the_longest_match_is_the_longest(key: int) -> None:
    matches, seen, found = LongestMatches(3), list[tuple[int, int]](), 0
    for pair in history(3, 120, 4):
        forecast = forecasts_of(matches)
        symbols = [(b, a, (a, b))[key] for a, b in seen]
        lengths = [common(symbols, end) for end in range(1, len(seen))]
        if max(lengths, default=0):
            best = max(range(len(lengths)), key=lambda i: (lengths[i], i))
            for side in (AI, PLAYER):
                assert forecast[side, key].tolist() == [
                    float(move == seen[best + 1][side]) for move in range(3)
                ]
            found += 1
        else:
            assert forecast[:, key :: len(MATCHES)] == pytest.approx(1 / 3)
        matches.observe(*pair)
        seen.append(pair)
    assert found > 100


def common(symbols: Sequence[object], end: int) -> int:
    """How many symbols before `end` are those before the present."""
    length = 0
    while length < end and symbols[end - 1 - length] == symbols[-1 - length]:
        length += 1
    return min(length, LongestMatches.LONGEST)


def test_long_memories_forget_their_first_half() -> None:
    matches = LongestMatches(2)
    for t in range(LongestMatches.CAPACITY + 10):
        matches.observe(t % 2, t // 2 % 2)
    assert matches.length == LongestMatches.CAPACITY // 2 + 10
    assert forecasts_of(matches)[AI, 0].tolist() == [1.0, 0.0]  # the next round is even


# -- mixing and theories ---------------------------------------------------------------------


def test_reliability_learns_who_is_right() -> None:
    record, named = Reliability(2, 4, (0.98, 0.5)), np.array([0, 1])
    out = np.full((4, 2, 2), np.nan)

    def calibrated() -> np.ndarray:
        record.bring_up_to_date()
        record.calibrate(named, slice(None), out)
        return out

    assert calibrated() == pytest.approx(np.full((4, 2, 2), 0.25))
    for _ in range(60):
        record.learn(named, 0)
    for long_or_short in (0, 1):
        right, wrong = calibrated()[:, long_or_short].T
        assert [right.sum(), wrong.sum()] == pytest.approx([1.0, 1.0])
        assert wrong[1] < right[0]
        assert wrong[[0, 2, 3]] == pytest.approx((1.0 - wrong[1]) / 3)
    assert out[0, 0, 0] > 0.9  # the long record
    assert out[1, 0, 1] < 0.05
    assert out[0, 1, 0] < 0.75  # the short one knows two or three rounds


def test_the_mixture_turns_to_the_theory_that_is_right_and_turns_back() -> None:
    theories = np.array([[0.25] * 4, [0.7, 0.1, 0.1, 0.1], [0.1, 0.7, 0.1, 0.1]])
    mixture = TheoryMixture(np.array([0.4, 0.3, 0.3]), 4)
    leaders = []
    for symbol in [0] * 25 + [1] * 25:
        forecast = mixture.predict(theories)
        assert forecast.min() > 0.0
        assert forecast.sum() == pytest.approx(1.0)
        leaders.append(int(forecast.argmax()))
        mixture.learn(symbol)
    assert leaders[8:25] == [0] * 17
    assert leaders[35:] == [1] * 15
    assert mixture.standing().weights().argmax() == 2
    assert mixture.standing().weights().sum() == pytest.approx(1.0)


def test_what_changed_alone_is_mixed_anew() -> None:
    rng = np.random.default_rng(5)
    mixture, fresh = (TheoryMixture(np.full(6, 1 / 6), 4) for _ in range(2))
    rows, compared = slice(4, None), 0
    for symbol in rng.integers(0, 4, 30):
        theories = rng.dirichlet(np.ones(4), 6)
        mixture.predict(theories)
        theories[rows] = rng.dirichlet(np.ones(4), 2)
        assert mixture.again(theories, rows) == pytest.approx(fresh.predict(theories), abs=1e-12)
        for one in (mixture, fresh):
            one.learn(int(symbol))
        compared += 1
    assert compared == 30


def test_answers_are_the_best_and_the_lowest_of_equals() -> None:
    answers = BestAnswers(np.array(RPS))
    expected = np.array([[0.6, 0.2, 0.2], [1 / 3, 1 / 3, 1 / 3]])
    assert answers.player(expected).tolist() == [PAPER, ROCK]
    assert answers.ai(expected).tolist() == [PAPER, ROCK]
    assert answers.to_ai.tolist() == [PAPER, SCISSORS, ROCK]
    assert answers.again.tolist() == [SCISSORS, ROCK, PAPER]
    lopsided = BestAnswers(np.array([[3.0, -1.0], [0.0, 2.0]]))
    assert lopsided.player(np.array([[0.9, 0.1]])).tolist() == [1]  # the AI's top row: make it lose
    assert lopsided.ai(np.array([[0.9, 0.1]])).tolist() == [0]


def test_each_level_answers_the_one_below() -> None:
    bank = TheoryBank(np.array(RPS))
    bank.observe(ROCK, SCISSORS)
    bank.read(np.full(3, 1 / 3), np.full(3, 1 / 3))
    named = dict(zip(bank.named_about, bank.named, strict=True))
    last = {
        theory.level: int(move)
        for theory, move in named.items()
        if theory.base == "same again" and " soft" not in theory.name
    }
    # the AI played rock, the player scissors
    assert last == {0: SCISSORS, 1: PAPER, 2: PAPER, 3: ROCK, 4: ROCK, 5: SCISSORS}


def test_theories_are_distributions_with_names_and_sentences() -> None:
    for k, payoff in ((2, ((1.0, -1.0), (-1.0, 1.0))), (4, KARATE)):
        forecaster = SenseiStrategy(payoff).forecaster
        assert isinstance(forecaster, TheoryForecaster)
        bank = forecaster.bank
        for own, other in history(k, 10, 3):
            forecaster.forecast()
            assert bank.theories.sum(axis=1) == pytest.approx(np.ones(len(bank.about)))
            assert bank.theories.min() >= 0.0
            forecaster.observe(own, other)
    assert len(bank.about) == len(bank.theories)
    assert all(
        about.name and about.sentence.startswith(("you ", "lately you ")) for about in bank.about
    )
    assert {about.level for about in bank.about} == set(range(len(LADDER)))
    assert first_trust(bank.about).sum() == pytest.approx(1.0)


# -- the strategy ----------------------------------------------------------------------------


def gain_against(partner: object, level: str = "full", rounds: int = 60, seed: int = 1) -> float:
    played = play(KARATE, sensei(level), partner, Stream(seed), rounds)  # type: ignore[arg-type]
    return float(played.gains.mean())


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_reads_a_cycle(level: str) -> None:
    assert gain_against(Cycle(3), level) > 6.0


def test_theory_of_mind_turns_exploiters_into_victims() -> None:
    assert gain_against(MirrorPartner(SeedArgmax), "seed") < 0.0
    assert gain_against(MirrorPartner(SeedArgmax)) > 4.0
    assert gain_against(Markov(1), "no-theory") < gain_against(Markov(1))


@pytest.mark.parametrize("level", LEVELS)
def test_the_floor_holds_against_one_who_sees_everything(level: str) -> None:
    for partner in (Exploiter(), Exploiter(5, 5), MirrorPartner(lambda: sensei(level))):
        played = play(KARATE, sensei(level), partner, Stream(2), 50)
        sums = played.gains.cumsum()
        assert sums.min() >= -100.0
        assert played.floors[0] == -100.0
        assert (np.diff(played.floors) >= 0.0).all()
        assert (sums[-1] >= played.floors).all()


@pytest.mark.parametrize("beta", [float("nan"), float("inf"), 1e308, 2 * LARGEST_BETA, -1.5])
def test_a_beta_with_which_nothing_can_be_chosen_is_refused(beta: float) -> None:
    with pytest.raises(BadBeta, match=r"choose a number from -1 to 1e\+06"):
        SenseiStrategy(gain_matrix("classic"), beta=beta)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("table", list(POINTS))
def test_the_sharpest_choice_is_a_distribution(table: str) -> None:
    rounds = 0
    for level, beta in itertools.product(LEVELS, (1000.0, LARGEST_BETA)):
        sensei = SenseiStrategy(gain_matrix(table), level, beta)
        for turn in range(12):
            strategy = sensei.strategy()
            assert strategy.min() >= 0.0
            assert strategy.sum() == pytest.approx(1.0)
            sensei.learn(turn % 4, turn % 3)
            rounds += 1
    assert rounds == 24 * len(LEVELS)


def test_beta_is_softness() -> None:
    forecast = np.array([0.9, 0.04, 0.03, 0.03])
    even, best = SenseiStrategy(KARATE, "seed", 0.0), SenseiStrategy(KARATE, "seed", 8.0)
    assert even.respond(forecast) == pytest.approx(np.full(4, 0.25))
    assert best.respond(forecast)[1] > 0.999
    assert SenseiStrategy(KARATE).beta == DEFAULT_BETA == SHARP.default
    assert LEVEL.choices == LEVELS


@pytest.mark.parametrize("k", [1, 2, 3, 5, 10])
def test_any_game_of_up_to_ten_moves(k: int) -> None:
    rng, turns = np.random.default_rng(k), 0
    payoff: Payoff = tuple(tuple(map(float, row)) for row in rng.integers(-9, 10, (k, k)))
    for level in LEVELS:
        agent = SenseiStrategy(payoff, level, prior=False)
        for own, other in history(k, 12, k):
            strategy, forecast = agent.strategy(), agent.forecast()
            assert strategy.shape == forecast.shape == (k,)
            assert strategy.min() >= 0.0
            assert strategy.sum() == pytest.approx(1.0, abs=1e-12)
            assert forecast.sum() == pytest.approx(1.0, abs=1e-9)
            agent.learn(own, other)
            turns += 1
    assert turns == 12 * len(LEVELS)


def test_the_unit_of_the_payoff_does_not_matter() -> None:
    small = tuple(tuple(entry / 1000 for entry in row) for row in KARATE)
    agents = [SenseiStrategy(KARATE), SenseiStrategy(small)]
    for own, other in history(4, 25, 8):
        for agent in agents:
            agent.learn(own, other)
    assert agents[0].strategy() == pytest.approx(agents[1].strategy(), abs=1e-6)
    assert agents[0].budget.gained == pytest.approx(1000 * agents[1].budget.gained, abs=1e-4)


# -- in the arcade ---------------------------------------------------------------------------


def test_mind_in_a_match() -> None:
    spec = catalog.agent("karate", "sensei")
    agent = spec.make(agent_options(spec, {"level": "full", "beta": "3"}), None)
    assert isinstance(agent, SenseiFighter)
    assert agent.beta == 3.0
    params = catalog.spec("karate").params({"rounds": 10})
    match = Match(GAME, params, 5, {0: catalog.agent("karate", "habits").make({}, None), 1: agent})
    match.run(Limit())
    items = agent.mind()
    assert mind_from_plain(plain(items)) == items
    gauge, ribbon, meter, tree = (
        next(item for item in items if isinstance(item, kind))
        for kind in (Gauge, Ribbon, Meter, ContextTree)
    )
    assert sum(gauge.values) == pytest.approx(1.0)
    assert gauge.sentence == LADDER[gauge.index][1]
    assert (len(ribbon.weights), len(ribbon.names)) == (10, len(BANDS))
    assert all(0.0 < sum(row) < 1.0 + 1e-9 for row in ribbon.weights)
    assert meter.low <= meter.value <= meter.high
    path = [node for node in tree.nodes if node.on_path]
    assert [node.depth for node in path] == [0, 1, 2, 3]
    assert len(tree.nodes) == 13


@pytest.mark.parametrize("level", ["seed", "no-theory"])
def test_lesser_levels_have_minds_too(level: str) -> None:
    agent = sensei(level)
    agent.start(KARATE, Stream(1))
    for own, other in history(4, 5, 1):
        agent.learn(own, other)
    kinds = {type(item) for item in agent.mind()}
    assert Meter in kinds
    assert Gauge not in kinds


def test_analysis_serves_strategy_prediction_and_floor() -> None:
    answer = analyst(None)
    reply = answer({"op": "new", "agent": "sensei", "seed": 1})
    assert reply["floor"] == -100.0
    for own, other in history(4, 20, 2):
        reply = answer({"op": "round", "player": other, "ai": own})
        assert sum(reply["strategy"]) == pytest.approx(1.0)
        assert sum(reply["prediction"]) == pytest.approx(1.0)
        assert reply["floor"] >= -100.0
    big = [[float((a * b) % 7 - 3) for b in range(10)] for a in range(10)]
    blank = {"op": "new", "agent": "sensei", "payoff": big, "prior": False}
    assert answer(blank)["floor"] == -30.0
    assert len(answer({"op": "round", "player": 9, "ai": 0})["strategy"]) == 10
    with_prior, without = (
        analyst(None)({"op": "new", "agent": "sensei", "prior": prior})["prediction"]
        for prior in (True, False)
    )
    assert with_prior != without


def test_replies_do_not_depend_on_the_hash_seed() -> None:
    lines = [{"op": "new", "agent": "sensei"}]
    lines += [{"op": "round", "player": b, "ai": a} for a, b in history(4, 15, 6)]
    told = "\n".join(json.dumps(line) for line in lines)
    here = io.StringIO()
    converse(analyst(None), io.BytesIO(told.encode()), here)
    other = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    there = subprocess.run(
        [sys.executable, "main.py", "analyse", "karate"],
        input=told, capture_output=True, text=True, check=True, cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": other},
    ).stdout  # fmt: skip
    assert there == here.getvalue()
    assert len(there.splitlines()) == 16


def test_constant_players_are_punished_at_once() -> None:
    assert gain_against(Constant(), rounds=60) > 8.0


# -- what it keeps ---------------------------------------------------------------------------


@functools.cache  # nobody changes what is given
def fought(memory: str | None = None, rounds: int = 40) -> SenseiFighter:
    agent = SenseiFighter(memory=memory)
    agent.start(KARATE, Stream(1))
    for t in range(rounds):
        agent.learn(1, (0, 1, 3)[t % 3])
    return agent


def test_what_was_learned_starts_the_next_match() -> None:
    first = fought()
    kept = first.learned_arrays()
    assert kept is not None
    text = arrays_to_text(kept)
    assert len(text) < 100_000
    again = fought(text, rounds=0)
    assert again.floor == -100.0
    mind = first.sensei.forecaster.predictor  # type: ignore[attr-defined]
    assert again.sensei.forecaster.predictor.predict() == pytest.approx(mind.predict(), abs=2e-3)  # type: ignore[attr-defined]
    assert again.forecast()[1] > 0.6
    assert fought(rounds=0).forecast()[1] < 0.5
    simple = SenseiFighter("seed")
    simple.start(KARATE, Stream(1))
    assert simple.learned_arrays() is None


def test_memories_of_players_make_a_start_for_another() -> None:
    text = arrays_to_text(fought().learned_arrays() or {})
    start = local_start([text, "damaged", text])
    assert start is not None
    fresh = fought(start, rounds=0)
    assert sum(fresh.forecast()) == pytest.approx(1.0)
    assert local_start(["damaged"]) is None
    told = describe_learned(text)
    assert isinstance(told[0], Note)
    assert "40 moves" in told[0].text
    with pytest.raises(ValueError, match="damaged"):
        SenseiFighter(memory="damaged")
    other = arrays_to_text(Predictor(4).to_arrays())
    with pytest.raises(ValueError, match="another game"):
        SenseiFighter(memory=other)


def test_findings_tell_how_far_it_read_the_player() -> None:
    assert fought(rounds=0).findings() == ()
    found = fought().findings()
    assert mind_from_plain(plain(found)) == found
    meter = next(item for item in found if isinstance(item, Meter))
    assert 0.0 < meter.value < 2.0
    assert isinstance(found[2], Note)
    assert "you repeat orders of moves" in found[2].text
