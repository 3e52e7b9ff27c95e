"""A position as one line: it comes back as it was, and what cannot be is told in a sentence."""

from __future__ import annotations

import pytest

from ai.lab.arena import tournament
from ai.lab.ra.deals import dealt
from games.core import BadPosition
from games.ra import SPEC
from games.ra.rules import GAME
from games.ra.rules.lines import EXAMPLE, from_line, to_line
from games.ra.rules.moves import group_of
from games.ra.rules.positions import check
from games.ra.rules.state import DISCARD, TURN, Loss, State
from games.ra.tiles import ALL, GOD, KINDS, NILE, RA, UNREST
from games.session.starting import make_setup
from games.spec import BadOption
from tests.support.ra_tables import choices

SEATS = "10 2-5-8-13 - | 10 3-6-9-12 - | 10 4-7-10-11 -"


@pytest.mark.parametrize("players", [3, 5])
def test_every_position_comes_back_from_its_line(players: int) -> None:
    found = [state for state in choices(players, 7, every=7) if state.phase == TURN]
    assert {state.epoch for state in found} == {1, 2, 3}
    for state in found:
        assert from_line(to_line(state)) == state


def test_a_match_begins_at_a_given_position_with_its_seats() -> None:
    params = SPEC.params({"position": f"  {EXAMPLE} "})
    assert params["position"] == EXAMPLE, "it is written in one way"
    assert len(SPEC.seats(params)) == 3
    state = GAME.new(params)
    assert (state.turn, state.actor, state.block[NILE], state.left[NILE]) == (
        2,
        2,
        1,
        ALL[NILE] - 1,
    )
    assert "draw" in GAME.legal(state, 2)


@pytest.mark.parametrize("name", ["position", "deal"])
def test_a_number_of_players_that_it_is_not_for_is_refused(name: str) -> None:
    params = SPEC.params()
    text = EXAMPLE if name == "position" else str(dealt(params, 3)["deal"])
    told = r"^players=4 and another option that is for 3 do not agree; leave players out, or give "
    for make in (
        lambda given: make_setup("ra", None, None, given, False),
        lambda given: tournament("ra", ["random"] * 3, 3, 1, given),
    ):
        with pytest.raises(BadOption, match=told):
            make({"players": "4", name: text})
    for given in ({}, {"players": "3"}):
        assert len(make_setup("ra", None, None, {**given, name: text}, False).seats) == 3
    four = to_line(next(s for s in choices(4, 7) if s.phase == TURN))
    assert len(make_setup("ra", None, None, {"position": four}, False).seats) == 4


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("nonsense", "looks like this"),
        ("epoch 1 ra 0 centre 1 turn 0: 9 nile | 10 2 - | gone", "is for 1,"),
        (f"epoch 1 ra 0 centre 1 turn 3: | {SEATS} | gone", "seat 3"),
        (f"epoch 1 ra 0 centre 1 turn 0: 9 nile | {SEATS} | gone", "9 tiles lie on the block"),
        (f"epoch 1 ra 0 centre 1 turn 0: 26 nile | {SEATS} | gone", "26 of nile"),
        (f"epoch 1 ra 0 centre 2 turn 0: | {SEATS} | gone", "Sun 2 is there twice"),
        (f"epoch 1 ra 8 centre 1 turn 0: | {SEATS} | gone", "8 Ra are drawn"),
        (f"epoch 4 ra 0 centre 1 turn 0: | {SEATS} | gone", "The epoch is 4"),
        (f"epoch 1 ra 0 centre 1 turn 0: sand | {SEATS} | gone", "'sand' is no tile"),
        (f"epoch 1 ra 0 centre 1 turn 0: | {SEATS} ra | gone", "A hand holds ra"),
        (f"epoch 1 ra 0 centre 1 turn 0: | {SEATS} | gone {'9' * 3} nile", "of nile"),
    ],
)
def test_what_is_no_position_is_told_in_a_sentence(line: str, told: str) -> None:
    with pytest.raises(BadPosition, match=told) as found:
        from_line(line)
    assert str(found.value).count(". ") == 0
    with pytest.raises(BadOption):
        SPEC.params({"position": line})


def test_drawn_ra_are_tiles_of_the_game_too() -> None:
    state = from_line(EXAMPLE)
    check(state)
    with pytest.raises(BadPosition, match=f"There are {ALL[RA] + 1} of ra"):
        check(state._replace(ra=state.ra + 1))


def discarding(takes: tuple[int, ...]) -> State:
    """One nile lies on the block, a seat discards after unrest, and gods are still to take."""
    state = from_line(f"epoch 1 ra 0 centre 1 turn 0: nile | {SEATS} | gone")
    group = group_of(UNREST)
    held = list(state.tiles[0])
    held[group.start], held[group.start + 1] = 2, 2
    left = list(state.left)
    left[group.start], left[group.start + 1] = left[group.start] - 2, left[group.start + 1] - 2
    return state._replace(
        phase=DISCARD,
        actor=0,
        tiles=(bytes(held), *state.tiles[1:]),
        left=bytes(left),
        losses=(Loss(0, UNREST, 2),),
        takes=takes,
    )


def test_gods_take_only_tiles_that_lie_on_the_block() -> None:
    other = next(kind for kind in range(len(KINDS)) if not discarding(()).block[kind])
    for takes in ((), (NILE,)):
        check(discarding(takes))
    for takes in ((NILE, NILE), (other,), (NILE, other), (GOD,)):
        with pytest.raises(BadPosition, match="Gods are still to take"):
            check(discarding(takes))


@pytest.mark.parametrize(("number", "fits"), [(0, False), (1, False), (2, True), (4, False)])
def test_only_a_part_of_what_is_held_is_discarded_and_in_pairs(number: int, fits: bool) -> None:
    state = discarding(())._replace(losses=(Loss(0, UNREST, number),))
    if fits:
        check(state)
    else:
        with pytest.raises(BadPosition, match=f"no choice among {number} tiles"):
            check(state)
