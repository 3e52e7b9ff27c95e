"""Where the cards of Set lie."""

from __future__ import annotations

from games.set import SPEC
from games.set.places import boxes
from games.set.rules.cards import NUMBERS
from games.set.rules.state import State, new_state
from games.set.stage import SetStage, looked_at


def laid(cards: int, beside: int = 0) -> State:
    state = new_state(SPEC.params())
    return state._replace(table=tuple(range(cards)), beside=tuple(range(60, 60 + beside)))


def overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return (
        one[0] < other[0] + other[2]
        and other[0] < one[0] + one[2]
        and one[1] < other[1] + other[3]
        and other[1] < one[1] + one[3]
    )


def test_no_two_cards_share_room_and_all_are_on_the_stage() -> None:
    stage, seen = SetStage(), 0
    for panel in (None, (880.0, 0.0, 400.0, 720.0)):
        stage.place((0, 0, 1280 if panel is None else 880, 720), panel is not None)
        for cards in (3, 9, 12, 15, 18, 21):
            for beside in (0, 3):
                found = stage.boxes(laid(cards, beside))
                assert len(found) == cards + beside
                for number, box in enumerate(found):
                    assert box[0] >= 0
                    assert box[0] + box[2] <= (1280 if panel is None else 880)
                    assert box[1] + box[3] <= 720
                    assert not any(overlap(box, other) for other in found[:number])
                    seen += 1
    assert seen > 300


def test_the_table_keeps_its_place_when_the_mind_view_opens() -> None:
    stage = SetStage()
    stage.place((0, 0, 1280, 720), beside=False)
    closed = stage.boxes(laid(12))
    stage.place((0, 0, 880, 720), beside=True)
    assert stage.boxes(laid(12)) == closed


def test_more_cards_stand_in_a_column_of_their_own() -> None:
    twelve, fifteen = (boxes((0, 0, 1200, 400), cards, 12) for cards in (12, 15))
    assert len({box[0] for box in twelve}) == 4
    assert len({box[0] for box in fifteen}) == 5
    assert len({box[0] for box in fifteen[12:]}) == 1


def test_the_set_that_another_seat_had_sealed_lights_only_where_it_is_broken() -> None:
    """Else it may lie there still, for a player to find."""
    taken = ["0000", "1111", "2222"]
    for sealed, lit in (
        ("9000-0000.1111.2222", taken),
        ("9000-0000.0001.0002", ["0000", "0001", "0002"]),
        ("9000-0100.0101.0102", []),
        ("wait", []),
    ):
        data = {"result": "set", "seat": 0, "cards": taken, "moves": ["5000-x", sealed]}
        assert looked_at(data) == {NUMBERS[name]: 1 for name in lit}
        assert looked_at({**data, "result": "wrong"}) == {}
