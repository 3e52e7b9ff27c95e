"""The agents of Ur: their choices against searches written a second way, and their minds."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from ai.core import Agent
from ai.ur import AGENTS
from ai.ur.expectimax import Expectimax
from ai.ur.strengths import NAMES, strength
from ai.ur.values import ADVANCEMENT, VALUE_TABLES, Greedy, Lookahead, Values
from games import catalog
from games.core import CHANCE, Limit
from games.match import Match
from games.mind import Bars, Lines, Note, mind_from_plain, mind_to_plain
from games.streams import Stream
from games.ur.rules import GAME, PASS, State, position

WEIGHTS = {0: 1, 1: 4, 2: 6, 3: 4, 4: 1}


def make(agent_id: str) -> Agent:
    agent: Agent = catalog.agent("ur", agent_id).make({}, None)
    return agent


def seated(agent: Any, rules: str, pieces: int) -> Any:
    agent.begin((0,), GAME, {"rules": rules, "pieces": pieces}, Stream(1))
    return agent


def some_states(rules: str, pieces: int, seed: int, count: int) -> list[State]:
    """States of random games in which there is a choice."""
    rng, found = Random(seed), []
    while len(found) < count:
        state = GAME.new({"rules": rules, "pieces": pieces})
        while state.acting:
            state, _ = GAME.apply(state, {CHANCE: rng.choice("0112223334")})
            if len(state.moves) > 1 and rng.random() < 0.2:
                found.append(state)
            state, _ = GAME.apply(state, {state.turn: rng.choice(state.moves)})
    return found[:count]


# ---- a second look-ahead, on lists of pieces: a captured one is taken out of its list


def list_score(own: list[int], other: list[int], values: Values) -> float:
    return sum(values[i] for i in own) - sum(values[i] for i in other)


def list_moves(own: list[int], other: list[int], roll: int) -> list[tuple[list[int], list[int]]]:
    found = []
    for source in sorted(set(own)):
        to = source + roll
        if roll == 0 or source == 15 or to > 15 or (to in own and to < 15):
            continue
        if to == 8 and 8 in other:
            continue
        moved = list(own)
        moved[moved.index(source)] = to
        left = [i for i in other if not (i == to and 5 <= to <= 12)]
        found.append((moved, left))
    return found


def list_search(own: list[int], other: list[int], plies: int, values: Values) -> float:
    """The expected score for `own`, whose ply it is."""
    if plies == 0:
        return list_score(own, other, values)
    total = 0.0
    for roll, weight in WEIGHTS.items():
        after = list_moves(own, other, roll) or [(own, other)]
        total += weight / 16 * max(-list_search(b, a, plies - 1, values) for a, b in after)
    return total


def as_list(state: State, seat: int) -> list[int]:
    return [0] * state.home(seat) + list(state.squares(seat)) + [15] * state.off(seat)


@pytest.mark.parametrize("table", list(VALUE_TABLES))
def test_greedy_and_look_ahead_agree_with_lists_of_pieces(table: str) -> None:
    values = VALUE_TABLES[table]
    checked = 0
    for plies in (0, 1, 2):
        for state in some_states("schultz", 4, plies, (40, 20, 6)[plies]):
            agent = Lookahead(values, plies) if plies else Greedy(values)
            own, other = as_list(state, state.turn), as_list(state, 1 - state.turn)
            after = list_moves(own, other, state.roll)
            expected = [-list_search(b, a, plies, values) for a, b in after]
            decision = seated(agent, "schultz", 4).act(state.turn, state, state.moves, Limit())
            best = max(expected)
            first = next(i for i, value in enumerate(expected) if value > best - 1e-7)
            assert decision.move == state.moves[first]
            gains = agent.gains(state)
            shift = expected[0] - gains[0]
            assert [g + shift for g in gains] == pytest.approx(expected, abs=1e-7)
            checked += 1
    assert checked == 66


# ---- a second expectimax, on the game's own rules


def advancement(state: State, seat: int) -> int:
    own, other = as_list(state, seat), as_list(state, 1 - seat)
    return sum(i + (i == 15) for i in own) - sum(i + (i == 15) for i in other)


def plain_search(state: State, seat: int, plies: int, style: str, depth: int) -> float:
    if not state.acting and style != "plain":
        return 1e6 if state.winner == seat else -1e6
    if plies == 0 or not state.acting:
        return advancement(state, seat)
    total = 0.0
    for roll, weight in WEIGHTS.items():
        share = weight / 16
        if style == "panda" and depth > 3:
            share = weight / 14 if 0 < roll < 4 else 0.0
        rolled, _ = GAME.apply(state, {CHANCE: str(roll)})
        values = [
            plain_search(GAME.apply(rolled, {rolled.turn: m})[0], seat, plies - 1, style, depth + 1)
            for m in rolled.moves
        ]
        total += share * (max(values) if rolled.turn == seat else min(values))
    return total


@pytest.mark.parametrize("style", ["", "plain", "panda"])
def test_expectimax_agrees_with_a_search_over_the_rules(style: str) -> None:
    checked = 0
    for rules, pieces, seed in (("finkel", 7, 1), ("schultz", 3, 2), ("finkel", 2, 3)):
        for plies, count in ((1, 4), (2, 4), (3, 4), (4, 2 if pieces == 2 else 0)):
            for state in some_states(rules, pieces, seed, count):
                agent = seated(Expectimax(plies, ADVANCEMENT, style), rules, pieces)
                expected = [
                    plain_search(
                        GAME.apply(state, {state.turn: m})[0], state.turn, plies - 1, style, 2
                    )
                    for m in state.moves
                ]
                assert agent.scores(state, Limit()) == pytest.approx(expected, abs=1e-6)
                checked += 1
    assert checked == 38


def test_a_panda_of_three_plies_is_expectimax_and_one_of_four_is_not() -> None:
    differ = {3: 0, 4: 0}
    for plies in differ:
        for state in some_states("finkel", 7, 6, 12):
            panda = seated(Expectimax(plies, ADVANCEMENT, "panda"), "finkel", 7)
            whole = seated(Expectimax(plies, ADVANCEMENT), "finkel", 7)
            assert panda.plies == plies
            differ[plies] += panda.scores(state, Limit()) != whole.scores(state, Limit())
    assert differ == {3: 0, 4: 12}


def test_a_limit_leaves_the_deepest_finished_search() -> None:
    state = some_states("finkel", 7, 5, 1)[0]
    deep = seated(Expectimax(4, ADVANCEMENT), "finkel", 7)
    shallow = seated(Expectimax(1, ADVANCEMENT), "finkel", 7)
    limited = deep.act(state.turn, state, state.moves, Limit(nodes=0, mind=True))
    assert limited.mind[0].text.endswith("it came out best, 2 moves deep.")
    assert limited.mind[2].title == "Expected value, 2 of 4 plies"
    assert deep.act(state.turn, state, state.moves, Limit(nodes=10**6)) == deep.act(
        state.turn, state, state.moves, Limit()
    )
    shown = []
    deep.progress = shown.append
    deep.act(state.turn, state, state.moves, Limit())
    assert shown[-1] == 1.0
    assert len(shown) == len(state.moves)
    assert shallow.act(state.turn, state, state.moves, Limit(nodes=0)).move in state.moves


@pytest.mark.parametrize("style", ["", "panda"])
def test_equal_positions_have_equal_values_whatever_was_thought_before(style: str) -> None:
    """Within any limit of nodes a match that goes on is played like one that was never left."""
    states, depths = some_states("finkel", 7, 8, 10), set()
    for nodes in (2, 12, 40):
        whole = seated(Expectimax(4, ADVANCEMENT, style), "finkel", 7)
        for state in (*states, *states):
            fresh = seated(Expectimax(4, ADVANCEMENT, style), "finkel", 7)
            limit = Limit(nodes=nodes)
            assert whole.scores(state, limit) == fresh.scores(state, limit)
            assert whole.title == fresh.title
            depths.add(whole.title)
    assert len(depths) > 1


# ---- the plain ones


def choice(agent_id: str, squares: tuple[int, ...], other: tuple[int, ...], roll: int) -> str:
    """What an agent plays as light with these squares, others at home, Finkel, 7 pieces."""
    before = position("finkel", 7, 0, ((squares, 0), (other, 0)))
    state, _ = GAME.apply(before, {CHANCE: str(roll)})
    return seated(make(agent_id), "finkel", 7).act(state.turn, state, state.moves, Limit()).move


def test_first_last_and_greedy_follow_their_rule() -> None:
    assert choice("first-move", (3, 9), (), 2) == "0"
    assert choice("last-move", (3, 9), (), 2) == "9"
    assert choice("greedy", (3, 5, 9), (11, 7), 2) == "9"  # the most advanced capture
    assert choice("greedy", (2, 6, 9), (12,), 2) == "6"  # no capture: the most advanced rosette
    assert choice("greedy", (3, 5, 12), (7,), 2) == "5"  # a capture before a rosette
    assert choice("greedy", (3, 9), (), 2) == "9"
    assert choice("greedy-flat", (3, 9), (), 2) == "0"  # all alike: the first in the list
    assert choice("greedy-penalize-start", (4,), (), 1) == "0"  # 1 + 10 against 25 - 16
    assert choice("greedy-pow2", (4,), (), 1) == "4"


def test_greedy_says_once_what_a_move_brings() -> None:
    before = position("finkel", 7, 0, (((3, 5, 6), 0), ((7,), 0)))
    state, _ = GAME.apply(before, {CHANCE: "2"})
    agent = seated(make("greedy"), "finkel", 7)
    shown = agent.explain(state, agent.scores(state, Limit()), 0)
    rows = next(item.rows for item in shown if isinstance(item, Lines))
    assert [text for text, _ in rows][:2] == ["5 to 7, captures", "6 to 8, rolls again, a rosette"]


def test_random_plays_every_move_alike() -> None:
    before = position("finkel", 7, 0, (((3, 9), 0), ((), 0)))
    state, _ = GAME.apply(before, {CHANCE: "2"})
    agent, counts = seated(make("random"), "finkel", 7), dict.fromkeys(state.moves, 0)
    for turn in range(3000):
        agent.rng.jump(turn)
        counts[agent.act(state.turn, state, state.moves, Limit()).move] += 1
    assert len(counts) == 3
    assert all(900 < count < 1100 for count in counts.values())


DEEPEST = ("lookahead:depth=3:plus=on", "expectimax:depth=7", "expectimax:plain=on")


@pytest.mark.parametrize("name", [*(spec.id for spec in AGENTS), *DEEPEST])
def test_every_agent_plays_and_opens_its_mind(name: str) -> None:
    """One short match against random; the mind of a real choice goes to JSON and back."""
    limit = Limit(nodes=300)
    players = {0: make(name), 1: make("random")}
    params = {"rules": "schultz", "pieces": 2}
    match = Match(GAME, params, 3, players)
    minds = 0
    while match.to_act and minds < 3:
        if match.to_act == (0,) and len(match.state.moves) > 1:
            decision = match.decide(0, Limit(nodes=300, mind=True))
            assert decision.mind
            assert isinstance(decision.mind[0], Note)
            assert isinstance(decision.mind[1], Lines | Bars)
            assert mind_from_plain(mind_to_plain(decision.mind)) == decision.mind
            minds += 1
        match.step(limit)
    assert len(match.turns) > 10
    assert minds > 0


def test_what_was_measured_of_an_agent_is_told_of_those_options_alone() -> None:
    """Every figure belongs to one choice of options, and none was lost."""
    told = {spec.name: spec.strength for agent in AGENTS for spec in agent.measured()}
    cards = {agent.name for agent in AGENTS if agent.weights}
    known = {name: words for name in NAMES if (words := strength(name))}
    assert {name: words for name, words in told.items() if name not in cards} == known
    assert cards == {"Learner", "Learner+", "Linear+", "Network"} <= set(told)
    assert len(told) == 27
    for name, words in (
        ("lookahead-2-learned", "59.0% against Greedy, learned"),
        ("lookahead+-2-learned", "52.3% against Look-ahead 2, learned"),
        ("expectimax:depth=4", "92.9% against Greedy"),
        ("expectimax:plain=on", "50.7% against Expectimax 3"),
        ("panda:depth=4", "49.7% against Expectimax 4"),
    ):
        assert words in catalog.agent("ur", name).strength
    assert catalog.agent("ur", "expectimax:depth=5:plain=on").strength == ""


def test_strengths_name_opponents_as_the_page_does() -> None:
    """Whoever reads them meets names there, never ids."""
    specs = [spec for agent in AGENTS for spec in agent.told().measured()]
    told = " ".join(spec.strength for spec in specs)
    ids = {agent.id for agent in AGENTS} - {"perfect"} | {
        "greedy-pow2",
        "greedy-learned",
        "expectimax-3",
    }
    assert [found for found in re.findall(r"against ([\w+-]+)", told) if found in ids] == []
    assert "against Greedy, pow2" in catalog.agent("ur", "learner").told().strength


def test_what_thinks_long_is_heavy() -> None:
    heavy = ("expectimax-4", "expectimax-7-plain", "panda-4", "lookahead-3-flat")
    light = ("expectimax-3", "panda-3", "lookahead-2-flat", "greedy-flat", "perfect", "net")
    assert all(catalog.agent("ur", name).heavy for name in heavy)
    assert not any(catalog.agent("ur", name).heavy for name in light)


def test_passing_needs_no_thought() -> None:
    state, _ = GAME.apply(GAME.new({"rules": "finkel", "pieces": 7}), {CHANCE: "0"})
    for agent_id in ("greedy", "expectimax-3", "greedy-pow2"):
        agent = seated(make(agent_id), "finkel", 7)
        assert agent.act(state.turn, state, state.moves, Limit(mind=True)).move == PASS


def test_a_mind_says_wins_and_loses_instead_of_huge_values() -> None:
    agent = Expectimax(3, ADVANCEMENT)
    agent.begin((0,), GAME, {"rules": "finkel", "pieces": 1}, Stream(0))
    state, _ = GAME.apply(position("finkel", 1, 0, (((13,), 0), ((4,), 0))), {CHANCE: "2"})
    mind = agent.act(state.turn, state, state.moves, Limit(mind=True)).mind
    assert mind is not None
    assert mind[0] == Note("I play 13 to off: it is my only move.")
    assert isinstance(mind[2], Lines)
    assert mind[2].words == ("wins",)
    behind, _ = GAME.apply(position("finkel", 1, 0, (((4,), 0), ((13,), 0))), {CHANCE: "1"})
    mind = agent.act(behind.turn, behind, behind.moves, Limit(mind=True)).mind
    assert mind is not None
    rolls = next(item for item in mind if isinstance(item, Bars))
    assert rolls.words == ("", "", "loses", "", "")
    assert max(map(abs, rolls.values)) <= 16
    assert agent.odds_words(-375_003.0) == "\N{MINUS SIGN}38%"
    assert agent.odds_words(14.0) == ""
