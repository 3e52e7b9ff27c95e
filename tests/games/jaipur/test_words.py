"""The words: what a move would bring, what has happened, how a round ended."""

from __future__ import annotations

import pytest

from games.core import CHANCE, Event
from games.jaipur.marks import NO_MARKS, MarkTable, why_not_place
from games.jaipur.rules import GAME
from games.jaipur.rules.goods import FULL_TOKENS, UNIT, pack
from games.jaipur.rules.moves import parse
from games.jaipur.rules.state import MatchSoFar, Trader, new_round
from games.jaipur.sight import Sight, sight_of
from games.jaipur.words import (
    chosen_line,
    headings,
    how_to_mark,
    round_in_words,
    tokens_left,
    told_decision,
    told_end,
    told_event,
    told_move,
    waiting,
)
from games.session.reveal import Reveal
from tests.support.jaipur_matches import PARAMS, chance_turns

NAMES = ("You", "Ada")


def sight(market: str, hand: str, herds: tuple[int, int] = (2, 3), tokens: int = 0) -> Sight:
    traders = (Trader(pack(hand), herds[0]), Trader(pack("D"), herds[1]))
    state = new_round(MatchSoFar())._replace(
        market=pack(market), traders=traders, due=0, acting=(0,), tokens=tokens or FULL_TOKENS
    )
    return sight_of(GAME.view(state, 0))


@pytest.mark.parametrize(
    ("move", "hand", "told"),
    [
        ("sell-L4", "LLLL", "Sell 4 leather. It brings 4 + 3 + 2 + 1 = 10 rupees and a bonus"),
        ("sell-C1", "C", "Sell 1 cloth. It brings 5 rupees."),
        ("take-G", "GG", "Take 1 gold. At today's prices 3 gold fetch 17. The deck fills"),
        ("camels", "", "Take 1 camel. Your herd grows to 3, as many as your opponent has."),
        ("swap-GL-KK", "D", "Take 1 gold and 1 leather for 2 camels. At today's prices 1 leather "),
        ("take-G", "D", "Take 1 gold. Diamonds, gold and silver are sold from two of a kind on."),
    ],
)
def test_a_move_is_told_with_what_it_brings_now(move: str, hand: str, told: str) -> None:
    found = parse(move)
    assert found is not None
    assert " ".join(told_move(found, sight("KGLCC", hand), 0)).startswith(told)


def test_the_line_tells_the_move_that_the_key_plays_wherever_one_points() -> None:
    table = MarkTable(tuple("KGLCC"), pack("LL"), 0)
    marks = NO_MARKS.press_all(table, "L")
    why, found = why_not_place(table, marks, "L"), sight("KGLCC", "LL")
    assert why == "No kind may stand on both sides of an exchange."
    line = chosen_line(marks, table, found, 0, why, "Enter")
    assert line == ("Sell 2 leather.", "It brings 4 + 3 = 7 rupees.", True, "Enter")
    assert chosen_line(NO_MARKS, table, found, 0, why, "Enter") == ("", why, False, "")


def test_only_what_the_rules_let_be_sold_has_a_price() -> None:
    found = sight("KGLCC", "GD")
    for move, told in (
        ("swap-GL-KK", "At today's prices 2 gold fetch 12 and 1 leather fetches 4."),
        ("swap-GC-DK", "At today's prices 2 gold fetch 12 and 1 cloth fetches 5."),
    ):
        parsed = parse(move)
        assert parsed is not None
        assert told_move(parsed, found, 0)[1] == told


def test_a_sale_for_nothing_and_one_that_ends_the_round_say_so() -> None:
    none = FULL_TOKENS & ~(UNIT["L"] * 15) & ~(UNIT["D"] * 15)
    sell = parse("sell-L3")
    assert sell is not None
    told = told_move(sell, sight("KGLCC", "LLL", tokens=none), 0)[1]
    assert told.startswith("It brings nothing, for no leather tokens are left and a bonus token")
    last = none & ~(UNIT["C"] * 15) | UNIT["C"]
    cloth = parse("sell-C2")
    assert cloth is not None
    assert told_move(cloth, sight("KGLCC", "CC", tokens=last), 0)[1].endswith("ends the round.")


def test_the_tokens_to_come_are_the_lower_ones() -> None:
    found = sight("KGLCC", "", tokens=FULL_TOKENS - 2 * UNIT["L"])
    assert tokens_left(found, "L") == (2, 1, 1, 1, 1, 1, 1)


def test_what_happened_is_told_by_name_and_begins_anew_with_a_round() -> None:
    took = Event("take", {"seat": 1, "card": "D"})
    sold = {"seat": 0, "good": "L", "count": 3, "tokens": [4, 3, 2], "pile": 3}
    lines = round_in_words(
        [took, Event("round", {}), Event("refill", {"card": "K"}), Event("sell", sold)], NAMES
    )
    assert lines == ["You sold 3 leather for 9, with a bonus token."]
    assert told_event(took, NAMES) == "Ada took 1 diamond."
    swap = Event("swap", {"seat": 1, "taken": "GG", "given": "LK"})
    assert told_event(swap, NAMES) == "Ada took 2 gold for 1 leather and 1 camel."


def test_the_end_names_who_won_and_what_decided() -> None:
    data = {"total": [40, 40], "winner": 1, "decided_by": "goods_tokens"}
    assert told_end(data, NAMES) == "Ada won the round, 40 : 40."
    assert told_decision(data) == "Equal in rupees: more goods tokens decide."
    assert told_end({**data, "winner": None}, NAMES).startswith("A full tie")


def test_the_line_says_what_everybody_waits_for() -> None:
    found = sight("KGLCC", "")
    assert waiting(found, NAMES, False, (0,)).text == "You to move."
    assert waiting(found._replace(turn=1), NAMES, False).text == "Ada thinks."
    assert waiting(found._replace(due=-1), NAMES, False).text == "The market is filled."
    assert waiting(found._replace(due=-3), NAMES, False).text == "A bonus token is drawn."


def test_the_first_line_names_the_keys_of_the_device() -> None:
    keys, pad = how_to_mark(str.upper, False), how_to_mark(str.upper, True)
    assert all(key in keys.text for key in ("CHOICE_5", "CAMEL_MORE", "CONFIRM", "HELP"))
    assert "CHOICE_3 marks, CHOICE_1 does" in pad.text
    assert not keys.ready


def test_the_heading_counts_turns_as_lists_of_matches_do() -> None:
    state, played = GAME.new(PARAMS), []
    for turn in chance_turns():
        state, events = GAME.apply(state, dict(turn))
        played.append(Reveal(dict(turn), tuple(events)))
        if state.series.round == 2 and not state.due:
            break
    choices = sum(CHANCE not in reveal.moves for reveal in played)
    assert choices > 5
    whole, short = headings(sight_of(state), played)
    assert whole == GAME.place(state, choices).capitalize()
    assert short == f"Turn {choices + 1}"
