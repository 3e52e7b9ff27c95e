"""The arrows go to the nearest spot that way, and what is pointed at tells why it cannot be."""

from __future__ import annotations

from games.jaipur.choosing import PLAY, USED, CardChoosing
from games.jaipur.marks import MarkTable
from games.jaipur.rules.goods import pack
from games.shell.input import Press

TABLE = MarkTable(tuple("KGGLK"), pack("DDDCCCP"), 0)
SPOTS = [
    ("market:0", (0.0, 0.0, 100.0, 140.0)),
    ("market:1", (110.0, 0.0, 100.0, 140.0)),
    ("hand:D:0", (20.0, 200.0, 80.0, 112.0)),
    ("line", (0.0, 400.0, 300.0, 60.0)),
]


def test_the_arrows_go_to_what_is_nearest_that_way() -> None:
    choosing = CardChoosing(lambda name: None)
    way = []
    for arrow in ("right", "right", "right", "down", "up", "down", "down", "down"):
        assert choosing.press(Press(arrow), TABLE, SPOTS) == USED
        way.append(choosing.cursor)
    first = ["market:0", "market:1", "market:1"]
    assert way == [*first, "hand:D:0", "market:0", "hand:D:0", "line", "line"]
    assert choosing.press(Press("mark"), TABLE, SPOTS) == PLAY


def test_what_is_pointed_at_says_why_it_cannot_be_marked() -> None:
    choosing = CardChoosing(lambda name: None)
    choosing.hover = "market:1"
    assert choosing.why_not(TABLE) == ""
    choosing.mark(choosing.marks.press_all(TABLE, "D"))
    choosing.hover = "hand:C:0"
    assert "nothing more to give" in choosing.why_not(TABLE), "three goods lie there, no four"
    choosing.forget()
    choosing.hover = "herd"
    assert "camels" in choosing.why_not(TABLE).lower()


def test_camels_pay_where_goods_of_the_market_are_marked() -> None:
    """The key for all camels of the market throws no other mark away."""
    table = TABLE._replace(herd=2)
    choosing = CardChoosing(lambda name: None)
    choosing.press(Press("choice_2"), table, SPOTS)
    choosing.press(Press("choice_4"), table, SPOTS)
    choosing.press(Press("caravan"), table, SPOTS)
    choosing.press(Press("choice_4", device="gamepad"), table, SPOTS)
    assert (choosing.marks.places, choosing.marks.camels) == ((1, 3), 2)
    choosing.forget()
    choosing.press(Press("caravan"), table, SPOTS)
    assert choosing.marks.caravan


def test_actions_of_others_are_left_to_them() -> None:
    choosing = CardChoosing(lambda name: None)
    assert choosing.press(Press("pause"), TABLE, SPOTS) == ""
    assert choosing.press(Press("choice_3", repeat=True), TABLE, SPOTS) == ""
    assert choosing.press(Press("choice_2"), TABLE, SPOTS) == USED
    assert choosing.marks.places == (1,)
    assert choosing.press(Press("choice_2", device="gamepad"), TABLE, SPOTS) == USED
    assert choosing.marks.empty
