"""Marks without modes: whatever is marked is a move, or says what is missing."""

from __future__ import annotations

from games.jaipur.marks import (
    NO_MARKS,
    Marks,
    MarkTable,
    marks_of,
    possible,
    why_not_hand,
    why_not_place,
)
from games.jaipur.rules.goods import GOODS, pack, support
from games.jaipur.rules.moves import LegalMoves, covers

TABLE = MarkTable(tuple("KGGLK"), pack("DCCCP"), 2)


def notation(marks: Marks, table: MarkTable = TABLE) -> str:
    move = marks.legal_move(table)
    return "" if move is None else move.notation


def test_a_good_alone_is_taken_and_camels_stand_for_all() -> None:
    marks = NO_MARKS.press_place(TABLE, 1)
    assert notation(marks) == "take-G"
    assert marks.press_place(TABLE, 1).empty
    assert notation(marks.press_place(TABLE, 0)) == "camels"
    assert notation(NO_MARKS.press_caravan(TABLE)) == "camels"
    assert NO_MARKS.press_caravan(TABLE).press_caravan(TABLE).empty
    assert notation(NO_MARKS.press_caravan(TABLE).press_place(TABLE, 3)) == "take-L"


def test_each_press_of_a_letter_marks_one_card_more_and_shift_marks_all() -> None:
    marks, found = NO_MARKS, []
    for _ in range(4):
        marks = marks.press_kind(TABLE, "C")
        found.append(notation(marks))
    assert found == ["sell-C1", "sell-C2", "sell-C3", ""]
    assert notation(NO_MARKS.press_all(TABLE, "C")) == "sell-C3"
    assert notation(NO_MARKS.press_kind(TABLE, "C").press_all(TABLE, "C")) == "sell-C3"
    assert NO_MARKS.press_all(TABLE, "C").press_all(TABLE, "C").empty


def test_marks_on_both_sides_are_an_exchange_in_any_order() -> None:
    first = NO_MARKS.press_place(TABLE, 1).press_place(TABLE, 2)
    assert first.problem(TABLE).startswith("An exchange: mark 2 cards of your own")
    one = first.press_kind(TABLE, "P")
    assert one.problem(TABLE) == "You take 2 and give 1: mark 1 more to pay, or camels with +."
    assert notation(one.add_camels(TABLE, 1)) == "swap-GG-PK"
    back = NO_MARKS.press_kind(TABLE, "P").press_kind(TABLE, "D")
    assert back.problem(TABLE).startswith("An exchange: mark 2 goods of the market")
    half = back.press_place(TABLE, 3)
    assert half.problem(TABLE) == "You take 1 and give 2: mark 1 more good of the market."
    assert notation(half.press_place(TABLE, 1)) == "swap-GL-DP"


def test_camels_to_pay_with_go_round() -> None:
    marks = NO_MARKS.add_camels(TABLE, 1).add_camels(TABLE, 1)
    assert marks.camels == 2
    assert marks.add_camels(TABLE, 1).camels == 0
    assert NO_MARKS.add_camels(TABLE, -1).camels == 0


def test_one_card_of_the_hand_takes_its_kind_then_cards() -> None:
    marks = NO_MARKS.press_card(TABLE, "C", 1)
    assert notation(marks) == "sell-C3"
    assert notation(marks.press_card(TABLE, "C", 2)) == "sell-C2"
    swap = NO_MARKS.press_place(TABLE, 1).press_card(TABLE, "C", 0)
    assert swap.given[GOODS.index("C")] == 1


def test_what_breaks_a_rule_says_which() -> None:
    full = MarkTable(tuple("KGGLK"), pack("DDDCCCP"), 0)
    assert "7 goods" in NO_MARKS.press_place(full, 1).problem(full)
    same = MarkTable(tuple("CGGLK"), pack("DCCCP"), 0)
    marks = NO_MARKS.press_place(same, 0).press_place(same, 1)
    marks = marks.with_kind("C", 2)
    assert marks.problem(same) == "No kind may stand on both sides of an exchange."
    assert not notation(marks, same)
    assert NO_MARKS.problem(TABLE).startswith("Mark goods to take")


def test_camels_are_offered_to_pay_with_while_there_are_any() -> None:
    none = MarkTable(TABLE.stall, TABLE.hand, 0)
    two = NO_MARKS.press_place(TABLE, 1).press_place(TABLE, 3)
    for table, offered in ((TABLE, True), (none, False)):
        for marks in (two, two.with_kind("P", 1)):
            assert ("camels with +" in marks.problem(table)) is offered


def test_what_can_be_marked_is_what_some_legal_move_has() -> None:
    """Every single mark is possible exactly where a legal move with it goes on."""
    checked = 0
    for hand, herd in (("DCCCP", 2), ("DDDCCCP", 0), ("D", 0), ("GGLLLLL", 1), ("", 3)):
        table = MarkTable(TABLE.stall, pack(hand), herd)
        moves = list(LegalMoves(table.market, table.hand, table.herd).swaps())
        for marks in (NO_MARKS, *(NO_MARKS.press_place(table, n) for n in (1, 3))):
            found = possible(table, marks)
            for good in "GL":
                taken = marks.taking(table)
                swaps = any(
                    covers(t, taken) and covers(g, marks.giving) and support(t - taken) & pack(good)
                    for t, g in moves
                )
                alone = marks.empty and len(hand) < 7
                assert found.place(good) == (swaps or alone), (hand, good, marks)
                assert bool(why_not_place(table, marks, good)) == (not found.place(good))
                checked += 1
            for good in set(hand):
                assert bool(why_not_hand(table, marks, good)) == (not found.hand(good))
    assert checked == 30


def test_a_single_dear_good_that_nothing_needs_is_told_of() -> None:
    table = MarkTable(tuple("KKKKL"), pack("D"), 0)
    assert why_not_hand(table, NO_MARKS, "D").startswith("A single diamond is not sold")
    assert why_not_hand(table, NO_MARKS, "K").startswith("Camels pay for exchanges")


def test_a_move_is_marked_as_it_was_made() -> None:
    table = MarkTable(tuple("KGGLK"), pack("DCCCP"), 2)
    for move in ("take-G", "camels", "sell-C3", "swap-GL-PK"):
        made = marks_of(move, table).legal_move(table)
        assert made is not None
        assert made.notation == move
