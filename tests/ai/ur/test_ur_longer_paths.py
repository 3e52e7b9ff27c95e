"""Ur's agents, batches and judge on the longer paths, where a tile may have two numbers."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ai.lab.ur.analyse import Analyst
from ai.lab.ur.batch import play, policy_of
from ai.ur import AGENTS
from ai.ur.expectimax import Expectimax
from ai.ur.judge import Judge, RaceTable, progress, race
from ai.ur.learner import Learner
from ai.ur.table import NoTable
from ai.ur.values import ADVANCEMENT, VALUE_TABLES, Greedy, Lookahead, WrongRules, stretch
from ai.ur.weights import load
from games import catalog
from games.core import CHANCE, BadPosition, IllegalMove, Limit
from games.match import Match
from games.streams import Stream
from games.ur.rules import GAME, RULE_SETS, State, position
from tests.support.tabletop import FLOWERS, SHELTERED, Tabletop

NEW = ("blitz", "masters", "aseb")


def seated(agent: Any, rules: str, pieces: int) -> Any:
    agent.begin((0,), GAME, {"rules": rules, "pieces": pieces}, Stream(1))
    return agent


def some_states(rules: str, pieces: int, seed: int, count: int) -> list[State]:
    """States of random games in which there is a choice, and captures across numbers loom."""
    rng, found = Random(seed), []
    falls = Tabletop(rules, 1).rolls()
    while len(found) < count:
        state = GAME.new({"rules": rules, "pieces": pieces})
        while state.acting:
            state, _ = GAME.apply(state, {CHANCE: str(rng.choice(falls))})
            late = any(square > 11 for seat in (0, 1) for square in state.squares(seat))
            if len(state.moves) > 1 and rng.random() < (0.4 if late else 0.05):
                found.append(state)
            state, _ = GAME.apply(state, {state.turn: rng.choice(state.moves)})
    return found[:count]


# ---- a second greedy and look-ahead: places by name, a captured piece is swept off the table


def worth(table: Tabletop, seat: int, values: tuple[float, ...]) -> float:
    """The values under the pieces of a seat."""
    return sum(values[table.ways[seat].index(place)] for place in table.places[seat])


def searched(table: Tabletop, plies: int, values: tuple[float, ...]) -> float:
    """The expected score of the side whose ply it is."""
    me = table.turn
    if plies == 0:
        return worth(table, me, values) - worth(table, 1 - me, values)
    falls = table.rolls()
    total = 0.0
    for roll in sorted(set(falls)):
        options = list(table.choices(roll).items()) or [("", "")]
        best = max(-after(table, *option, plies - 1, values) for option in options)
        total += falls.count(roll) / len(falls) * best
    return total


def after(table: Tabletop, start: str, end: str, plies: int, values: tuple[float, ...]) -> float:
    """What the other side expects after a move; the table is as before afterwards."""
    places, turn = [list(side) for side in table.places], table.turn
    own, other = table.places[turn], table.places[1 - turn]
    if start:
        own[own.index(start)] = end
        if end != "off" and end in other:
            other.remove(end)
    table.turn = 1 - turn
    found = searched(table, plies, values)
    table.places, table.turn = places, turn
    return found


def laid_out(state: State) -> Tabletop:
    """The same position by names."""
    table = Tabletop(state.rules, 0)
    for seat in (0, 1):
        names = [table.ways[seat][square] for square in state.squares(seat)]
        table.places[seat] = ["home"] * state.home(seat) + names + ["off"] * state.off(seat)
    table.turn = state.turn
    return table


@pytest.mark.parametrize("rules", NEW)
@pytest.mark.parametrize("name", ["pow2", "focus-rosettes", "penalize-start", "learned"])
def test_greedy_and_look_ahead_agree_with_names_of_places(rules: str, name: str) -> None:
    checked = 0
    for plies, count in ((0, 40), (1, 10), (2, 2)):
        values = stretch(VALUE_TABLES[name], RULE_SETS[rules])
        agent: Any = Lookahead(VALUE_TABLES[name], plies) if plies else Greedy(VALUE_TABLES[name])
        seated(agent, rules, 3)
        for state in some_states(rules, 3, plies, count):
            table = laid_out(state)
            expected = [
                -after(table, start, end, plies, values)
                for start, end in table.choices(state.roll).items()
            ]
            gains = agent.gains(state)
            shift = expected[0] - gains[0]
            assert [g + shift for g in gains] == pytest.approx(expected, abs=1e-7)
            checked += 1
    assert checked == 52


def test_values_along_a_longer_path() -> None:
    aseb, finkel = RULE_SETS["aseb"], RULE_SETS["finkel"]
    for values in VALUE_TABLES.values():
        assert stretch(values, finkel) == values
        assert len(stretch(values, aseb)) == 18
        assert stretch(values, aseb)[:9] == values[:9]
    assert stretch(VALUE_TABLES["pow2"], aseb) == tuple(float(i * i) for i in range(18))
    focus = stretch(VALUE_TABLES["focus-rosettes"], aseb)
    assert [i for i, v in enumerate(focus) if v == 2 * i * i and i] == [4, 8, 12, 16]
    learned = stretch(VALUE_TABLES["learned"], aseb)
    assert learned[-1] == VALUE_TABLES["learned"][-1]
    assert min(VALUE_TABLES["learned"][8:]) <= min(learned[8:])
    odd = (*range(9), 20.0, *range(10, 16))  # not a formula: stretched
    assert stretch(odd, aseb)[9] == pytest.approx(8 + 7 / 9 * 12)
    brain = seated(Learner(load("learner")), "masters", 2)
    assert len(brain.values) == 18


# ---- a second expectimax on the game's own rules, for captures that roll again


def advancement(state: State, seat: int) -> int:
    return sum(
        sign * (sum(state.squares(side)) + (state.rule_set.off + 1) * state.off(side))
        for side, sign in ((seat, 1), (1 - seat, -1))
    )


def plain_search(state: State, seat: int, plies: int, style: str, depth: int) -> float:
    if not state.acting and style != "plain":
        return 1e6 if state.winner == seat else -1e6
    if plies == 0 or not state.acting:
        return advancement(state, seat)
    total = 0.0
    for outcome, weight in GAME.chance(state):
        share = weight / 16
        if style == "panda" and depth > 3:
            share = weight / 14 if outcome not in ("0", "4") else 0.0
        rolled, _ = GAME.apply(state, {CHANCE: outcome})
        values = [
            plain_search(GAME.apply(rolled, {rolled.turn: m})[0], seat, plies - 1, style, depth + 1)
            for m in rolled.moves
        ]
        total += share * (max(values) if rolled.turn == seat else min(values))
    return total


@pytest.mark.parametrize("rules", NEW)
@pytest.mark.parametrize("style", ["", "plain", "panda"])
def test_expectimax_agrees_with_a_search_over_the_rules(rules: str, style: str) -> None:
    checked = 0
    for plies, pieces, count in ((1, 5, 8), (2, 5, 8), (2, 1, 4), (3, 3, 2), (4, 2, 1)):
        for state in some_states(rules, max(2, pieces), plies, count):
            agent = seated(Expectimax(plies, ADVANCEMENT, style), rules, state.pieces)
            expected = [
                plain_search(GAME.apply(state, {state.turn: m})[0], state.turn, plies - 1, style, 2)
                for m in state.moves
            ]
            assert agent.scores(state, Limit()) == pytest.approx(expected, abs=1e-6)
            checked += 1
    assert checked == 23


# ---- everybody


REFUSING = {"linear+": WrongRules, "net": WrongRules, "perfect": NoTable}


@pytest.mark.parametrize("rules", NEW)
def test_every_agent_plays_or_refuses_with_a_sentence(rules: str) -> None:
    played = refused = 0
    for spec in AGENTS:
        params = {"rules": rules, "pieces": 2}
        players = {0: catalog.agent("ur", "greedy").make({}, None), 1: spec.make({}, None)}
        if spec.id in REFUSING:
            with pytest.raises(REFUSING[spec.id]) as told:
                Match(GAME, params, 3, players)
            assert str(told.value).endswith((".", "`."))
            assert rules in str(told.value)
            refused += 1
            continue
        match = Match(GAME, params, 3, players, [Judge()])
        for _ in range(30):
            if match.to_act == (1,):
                decision: Any = match.decide(1, Limit(nodes=30, mind=True))
                assert decision.mind is not None
            match.step(Limit(nodes=30))
        played += 1
    assert (played, refused) == (len(AGENTS) - 3, 3)


def test_greedy_ranks_a_capture_across_numbers_first() -> None:
    state = position("masters", 3, 0, (((11, 14), 0), ((15,), 0)))
    state, _ = GAME.apply(state, {CHANCE: "2"})
    greedy = seated(catalog.agent("ur", "greedy").make({}, None), "masters", 3)
    assert greedy.act(state.turn, state, state.moves, Limit()).move == "11"


PLAYERS = ["random", "first-move", "last-move", "greedy", "greedy-learned", "greedy-pow2"]


@pytest.mark.parametrize("rules", NEW)
def test_a_batch_has_the_results_of_its_matches(rules: str) -> None:
    agents = [catalog.agent("ur", name).make({}, None) for name in PLAYERS]
    policies = [policy_of(agent, RULE_SETS[rules], 3) for agent in agents]
    compared = 0
    for number in range(len(PLAYERS)):
        pair = number, (number * 5 + 5) % len(PLAYERS)
        params = {"rules": rules, "pieces": 3}
        seeds = range(10 * number, 10 * number + 1)
        found = play(policies[pair[0]], policies[pair[1]], seeds, params)
        for seed, winner, turns in zip(seeds, *found, strict=True):
            players = {seat: agents[index] for seat, index in enumerate(pair)}
            match = Match(GAME, params, seed, players)
            assert match.run(Limit())[winner] == 1.0
            assert len(match.turns) == turns
            compared += 1
    assert compared == len(PLAYERS)


def test_the_analysis_protocol_knows_the_rules() -> None:
    sides = {
        "light": {"home": 4, "squares": [11], "off": 0},
        "dark": {"home": 4, "squares": [15], "off": 0},
    }
    request = {"pieces": 5, "position": {"side_to_move": "light", **sides}, "roll": 2}
    for rules, again in (("masters", False), ("blitz", True)):
        found = Analyst().serve({**request, "op": "legal", "rules": rules})
        enters = {"from": 0, "to": 2, "capture": False, "extra_roll": False}
        takes = {"from": 11, "to": 13, "capture": True, "extra_roll": again}
        assert found["moves"] == [enters, takes]
    counted = Analyst().serve({"op": "perft", "rules": "masters", "pieces": 7, "depth": 6})
    assert (counted["paths"], counted["captures"]) == (54979, 3394)
    with pytest.raises(IllegalMove, match="dice cannot show"):
        Analyst().serve({**request, "op": "legal", "rules": "masters", "roll": 0})
    clash = {"side_to_move": "dark", **sides, "light": {"home": 4, "squares": [13], "off": 0}}
    with pytest.raises(BadPosition, match="square 13 of light, 15 of dark"):
        Analyst().serve({**request, "op": "legal", "rules": "blitz", "position": clash})


# ---- the race and the judge


@pytest.mark.parametrize("rules", NEW)
def test_the_race_looks_one_roll_ahead(rules: str) -> None:
    table, checked = RaceTable(RULE_SETS[rules], 3), 0
    for rolled in some_states(rules, 3, 4, 15):
        own, other = rolled.side(rolled.turn), rolled.side(1 - rolled.turn)
        before = position(
            rules, 3, rolled.turn, [(rolled.squares(s), rolled.off(s)) for s in (0, 1)]
        )
        total = 0.0
        for outcome, weight in GAME.chance(before):
            state, _ = GAME.apply(before, {CHANCE: outcome})
            best = 0.0
            for move in state.moves:
                done, _ = GAME.apply(state, {state.turn: move})
                sides = done.side(done.turn), done.side(1 - done.turn)
                value = race(*sides, 3, RULE_SETS[rules]) if done.acting else 1.0
                best = max(best, value if done.turn == before.turn else 1.0 - value)
            total += weight / 16 * best
        assert table.value(own, other, 3) == pytest.approx(total, abs=1e-12)
        assert progress(own, RULE_SETS[rules]) == sum(
            laid_out(rolled).ways[0].index(p)
            if rolled.turn == 0
            else laid_out(rolled).ways[1].index(p)
            for p in laid_out(rolled).places[rolled.turn]
        )
        checked += 1
    assert checked == 15


@pytest.mark.parametrize("rules", NEW)
def test_the_judge_follows_a_game_and_estimates(rules: str) -> None:
    judge = Judge()
    players = {seat: catalog.agent("ur", "greedy").make({}, None) for seat in (0, 1)}
    match = Match(GAME, {"rules": rules, "pieces": 2}, 5, players, [judge])
    assert not judge.exact
    assert 0.5 < judge.first < 0.7
    match.run(Limit())
    assert len(judge.steps) == len(match.turns)
    assert judge.steps[-1].light == match.returns[0]
    whole = judge.luck(0) + judge.skill(0)
    assert whole == pytest.approx(match.returns[0] - judge.first)
    assert all(step.best in step.before.moves for step in judge.steps if step.kind == "move")


def test_where_rosettes_shelter_is_known_to_both_engines() -> None:
    found = 0
    for rules, flowers in FLOWERS.items():
        rule_set = RULE_SETS[rules]
        shared = [t for t in flowers if t in rule_set.tiles[0] and t in rule_set.tiles[1]]
        named = sorted(rule_set.tiles[0][square - 1] for square in rule_set.safe)
        assert named == (sorted(shared) if rules in SHELTERED else [])
        found += 1
    assert found == 4


def test_a_choice_is_judged_by_the_values_of_its_moves() -> None:
    judge = Judge()
    judge.use("masters", 3)
    for state in some_states("masters", 3, 5, 6):
        scores = dict(zip(state.moves, judge.scores(state), strict=True))
        for move in state.moves:
            judged = judge.judge(state, state.turn, move)
            assert judged.lost == max(scores.values()) - scores[move]
            assert (judged.before, judged.after) == (max(scores.values()), scores[move])
            assert {row.move: row.value for row in judged.actions} == scores
        assert judge.hint(state).actions[0].move == judged.best
