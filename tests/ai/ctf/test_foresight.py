"""Playing on from sampled places: the rules hold in it, and plans are worth what comes of them."""

from __future__ import annotations

import dataclasses

import numpy as np

from ai.ctf.danger import steps_table
from ai.ctf.foresight import Futures, Guess, Plan, drawn
from ai.ctf.routes import greedy
from games.ctf.maze import Ground, ground_of
from games.ctf.rules.state import State, first_state
from games.ctf.rulesets import RULE_SETS

GROUND = ground_of(
    (
        "################",
        "#.             #",
        "# ###### ##### #",
        "#            ..#",
        "################",
    )
)


def state_of(
    places: tuple[tuple[int, int], ...], rules: str = "pelita", **changes: object
) -> State:
    """A state with the bots at these places, bot 0 to move."""
    number = GROUND.field.number
    bots = tuple(number[place] for place in places)
    start = first_state(GROUND, RULE_SETS[rules], 1200)
    return dataclasses.replace(start, bots=bots, **changes)  # type: ignore[arg-type]


def surely(state: State, chases: float = 1.0) -> list[Guess]:
    """Both enemies where they are."""
    cells = len(state.field.cells)
    return [Guess(np.eye(cells)[state.bots[enemy]], chases) for enemy in (1, 3)]


def cell(x: int, y: int) -> int:
    return GROUND.field.number[x, y]


def futures(
    state: State, seat: int, enemies: list[Guess], plans: list[Plan], samples: int, left: int
) -> Futures:
    """What may come, all bots going from dot to dot."""
    steps = steps_table(state.field).astype(int).tolist()
    sides = [
        greedy(steps, (state.bots[team], state.bots[team + 2]), state.food[1 - team])
        for team in (0, 1)
    ]
    orders = sides[0][0], sides[1][0], sides[0][1], sides[1][1]
    return Futures(state, seat, enemies, plans, samples, left, orders)


AWAY = ((12, 3), (1, 1), (1, 3), (9, 1))


def test_cells_are_drawn_as_often_as_they_are_likely() -> None:
    belief = np.array([0.0, 0.25, 0.0, 0.75])
    found = drawn(belief, (np.arange(8) + 0.5) / 8)
    assert found.tolist() == [1, 1, 3, 3, 3, 3, 3, 3]
    assert drawn(belief, np.array([0.0, 1.0])).tolist() == [1, 3]


def test_a_dot_at_hand_is_worth_more_than_to_go_away() -> None:
    state = state_of(AWAY)
    plans = [Plan("dot", cell(13, 3), cell(13, 3)), Plan("step", cell(11, 3))]
    outlook = futures(state, 0, surely(state, 0.0), plans, 4, 100).outlook(8)
    assert outlook.gain[0] > outlook.gain[1]
    assert outlook.dots.tolist() == [2.0, 0.0]


def test_who_walks_into_a_ghost_is_caught_and_it_costs_what_the_rules_say() -> None:
    found = {}
    for rules in ("blog", "pelita"):
        state = state_of(((12, 3), (13, 3), (1, 3), (14, 1)), rules)
        plans = [Plan("step", cell(13, 3)), Plan("step", cell(11, 3))]
        outlook = futures(state, 0, surely(state), plans, 3, 100).outlook(2)
        assert outlook.risk.tolist() == [1.0, 0.0]
        found[rules] = outlook.gain[1] - outlook.gain[0]
    assert found["pelita"] - found["blog"] > 4.9, "and a lead of so much is nearly a win"


def test_dots_and_points_by_eating_are_constant() -> None:
    state = state_of(AWAY, "blog")
    game = futures(state, 0, surely(state), [Plan("step", cell(13, 3))], 6, 400)
    game.outlook(60)
    before = sum(map(len, state.food))
    eaten = before - game.left_over[0] - game.left_over[1]
    gone = sum((gone > 0).sum(axis=1) for gone in game.gone)
    assert (eaten == gone).all()
    assert (game.lead == 2 * (2 - game.left_over[1]) // 2 - (1 - game.left_over[0])).all()


def test_the_last_dot_is_eaten_by_who_leads_and_left_by_who_is_behind() -> None:
    dots = (GROUND.dots[0], frozenset({cell(13, 3)}))
    worth = []
    for score in ((5, 0), (0, 2)):
        state = state_of(((12, 3), (9, 1), (1, 3), (12, 1)), "blog", food=dots, score=score)
        plans = [Plan("dot", cell(13, 3), cell(13, 3)), Plan("step", cell(12, 3))]
        outlook = futures(state, 0, surely(state, 0.0), plans, 4, 100).outlook(1)
        worth.append(outlook.gain[0] - outlook.gain[1])
    assert worth[0] > 0 > worth[1]


def test_the_same_is_expected_of_the_same() -> None:
    cells = len(GROUND.field.cells)
    even = [Guess(np.full(cells, 1 / cells), 0.5)] * 2
    state = state_of(AWAY)
    hidden = dataclasses.replace(state, bots=(state.bots[0], -1, state.bots[2], -1))
    plans = [
        Plan("step", cell(13, 3)),
        Plan("home", cell(11, 3), cell(7, 3)),
        Plan("hunt", cell(12, 3), prey=1),
    ]
    first, again = (futures(view, 0, even, plans, 16, 100).outlook(24) for view in (state, hidden))
    assert first.gain.tolist() == again.gain.tolist()
    assert first.risk.tolist() == again.risk.tolist()


def test_a_hunt_ends_with_a_catch_where_the_prey_is_at_an_end() -> None:
    ground = ground_of(("##########", "#.      .#", "######## #", "#        #", "##########"))
    number = ground.field.number
    start = first_state(ground, RULE_SETS["pelita"], 1200)
    places = ((3, 1), (1, 1), (1, 3), (8, 3))
    bots = tuple(number[place] for place in places)
    state = dataclasses.replace(start, bots=bots, food=(frozenset({number[2, 1]}), ground.dots[1]))  # type: ignore[arg-type]
    guesses = [Guess(np.eye(len(ground.field.cells))[state.bots[enemy]], 0.0) for enemy in (1, 3)]
    plans = [Plan("hunt", number[2, 1], prey=0), Plan("step", number[4, 1])]
    outlook = futures(state, 0, guesses, plans, 2, 100).outlook(8)
    assert outlook.gain[0] > 4 > outlook.gain[1]
    assert isinstance(ground, Ground)


def test_two_who_raid_share_the_dots_between_them() -> None:
    """One dot lies 2 steps from both, the other 4; whoever came second would need 8."""
    dots = (frozenset({cell(5, 1), cell(7, 3)}), frozenset(cell(x, 3) for x in range(9, 15)))
    state = state_of(((14, 3), (7, 1), (13, 1), (7, 1)), "blog", food=dots)
    raid = futures(state, 0, surely(state, 0.0), [Plan("step", cell(14, 3))], 3, 100)
    raid.outlook(20)
    assert raid.left_over[0].tolist() == [0, 0, 0]


def test_who_does_not_come_stays_where_it_is() -> None:
    state = state_of(AWAY)
    plans = [Plan("step", cell(13, 3)), Plan("step", cell(11, 3))]
    stayed = {}
    for comes in (0.0, 0.25, 1.0):
        enemies = [guess._replace(comes=comes) for guess in surely(state, 0.0)]
        game = futures(state, 0, enemies, plans, 16, 100)
        game.outlook(6)
        stayed[comes] = int((game.bots[3] == state.bots[3]).sum())
    assert stayed[0.0] == 32
    assert stayed[1.0] == 0
    assert 20 <= stayed[0.25] <= 28


def test_an_enemy_that_gives_chase_anywhere_comes_from_afar() -> None:
    state = state_of(((14, 3), (9, 1), (1, 3), (10, 1)))
    plans = [Plan("dot", cell(14, 3), cell(14, 3))]
    ends = []
    for chases in (0.0, 1.0):
        game = futures(state, 0, surely(state, chases), plans, 2, 100)
        game.outlook(6)
        ends.append(game.bots[3][0])
    steps = game.tables.steps[cell(14, 3)]
    assert steps[ends[1]] < steps[ends[0]]
