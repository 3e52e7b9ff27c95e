"""Moves of Jaipur: notation, and lists of legal moves against trying everything."""

from __future__ import annotations

from itertools import product

from games.jaipur.rules.goods import letters_of, pack, pack_counts
from games.jaipur.rules.moves import (
    LegalMoves,
    covers,
    in_words,
    parse,
    subsets,
    swap,
    why_not,
)


def all_swaps(market: int, hand: int, herd: int) -> list[str]:
    """Every exchange that no rule forbids, by trying all counts."""
    found = []
    numbers = [pack_counts((*counts, 0)) for counts in product(range(4), repeat=6)]
    numbers = [number for number in numbers if number % 15 <= 5]
    for taken in sorted(n for n in numbers if covers(market, n)):
        for given in sorted(n for n in numbers if covers(hand, n)):
            camels = taken % 15 - given % 15
            if camels >= 0 and not why_not(swap(taken, given + camels), market, hand, herd):
                found.append(swap(taken, given + camels).notation)
    return found


def test_exchanges_are_those_that_no_rule_forbids() -> None:
    looked = 0
    for market, hand, herd in (
        ("DDCPK", "GSCLL", 2),
        ("GPPLL", "GCCP", 3),
        ("SSSLK", "DDGGCPP", 4),
        ("KKKKL", "DD", 5),
        ("DGSCP", "", 7),
    ):
        legal = LegalMoves(pack(market), pack(hand), herd)
        swaps = [move for move in legal if move.startswith("swap")]
        assert swaps == all_swaps(pack(market), pack(hand), herd)
        assert list(legal) == [legal[n] for n in range(len(legal))]
        assert legal[2:5] == list(legal)[2:5]
        assert legal[::-1] == list(reversed(list(legal)))
        assert legal[-1] == list(legal)[-1]
        assert all(move in legal for move in legal)
        assert sum(legal.by_kind().values()) == len(legal)
        looked += len(swaps)
    assert looked > 100


def test_a_move_has_one_notation() -> None:
    for text in ("take-D", "camels", "sell-L4", "swap-DDG-CKK"):
        move = parse(text)
        assert move is not None
        assert move.notation == text
    for text in (
        "swap-GDD-CKK",
        "swap-DD-KC",
        "take-X",
        "sell-L",
        "sell-L44",
        "Camels",
        "",
        "x" * 99,
    ):
        assert parse(text) is None


def test_exchanges_of_more_cards_than_there_are_are_refused() -> None:
    many = pack("L" * 10 + "C" * 5)
    assert why_not(swap(many, pack("D" * 6 + "G" * 6 + "S" * 3)), many, 0, 0) == "not_in_market"
    assert why_not(swap(many, 0), pack("LLCCK"), pack("DD"), 0) == "unequal"
    assert why_not(swap(pack("LL"), many), pack("LLCCK"), pack("DD"), 0) == "unequal"


def test_subsets_are_in_dictionary_order() -> None:
    assert [letters_of(part) for part in subsets(pack("DLL"))] == ["", "L", "LL", "D", "DL", "DLL"]


def test_moves_in_words() -> None:
    words = [
        in_words(move) for text in ("take-D", "swap-DDG-CKK", "sell-L4") if (move := parse(text))
    ]
    assert words == [
        "take 1 diamond",
        "take 2 diamonds and 1 gold for 1 cloth and 2 camels",
        "sell 4 leather",
    ]
