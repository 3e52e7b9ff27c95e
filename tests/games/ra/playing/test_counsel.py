"""Hints from a view alone: first a word, then everything; closed with the choice."""

from __future__ import annotations

from games.agents import Weighed
from games.arrays import BadWeights
from games.mind import Bars, Ladder, Mind, Note, Way, percent
from games.ra.asks import AuctionEnd, BidWay, ExpectedBid, LotWorth
from games.ra.playing.counsel import (
    Answer,
    OracleHints,
    answer,
    by_source,
    lots,
    mind_of,
    sections_of,
    to_person,
)
from games.ra.rules.state import BID, State, view_of
from games.shell.counsel import ALL, SENTENCE, THINKING
from games.shell.mind.style import figures
from tests.support.ra_tables import choices

NAMES = ("You", "Farmer", "Scribe")
RUNGS = (
    ExpectedBid(1, 0, (BidWay(0, 9, 0, 0.2),)),
    ExpectedBid(0, 9, (BidWay(0, 0, -1, 0.5), BidWay(9, 9, 0, 0.6))),
)
WORTH = LotWorth(5.1, 2.0, 8.0, {"nile": 1.1, "civilizations": 4.0, "gods": 0.0}, 3)


class Wise:
    """An oracle who knows at once, and counts how often it is asked."""

    asked = 0

    def worth(self, view: object, seat: int, lot: object = None) -> LotWorth:
        return WORTH

    def actions(self, view: object) -> tuple[Weighed, ...]:
        self.asked += 1
        rows = (("bid 9", 0.6, 3.0), ("pass", 0.5, -1.0))
        return tuple(Weighed(move, move, win, margin) for move, win, margin in rows)

    def auction(self, view: object) -> tuple[tuple[AuctionEnd, ...], tuple[ExpectedBid, ...]]:
        nobody = AuctionEnd(None, 0, (0.5, 0.2, 0.3), False)
        return (AuctionEnd(0, 9, (0.6, 0.2, 0.2), True), nobody), RUNGS

    def reason(self, view: object) -> str:
        return "I bid 9: I then win 60% of the time, 3.0 points behind, ahead of green's 8."


def view() -> State:
    found = (state for state in choices(3, 23) if state.phase == BID and any(state.block))
    return view_of(next(found))


def counsel() -> OracleHints:
    found = OracleHints()
    found.oracle = Wise()  # type: ignore[assignment]
    return found


def test_a_hint_is_a_word_then_everything_then_closed() -> None:
    asked, state = counsel(), view()
    asked.hint(state)
    assert asked.words in (THINKING, "Hint: bid 9.")
    asked.wait()
    assert (asked.showing, asked.words, asked.thinking) == (SENTENCE, "Hint: bid 9.", False)
    assert asked.mind(NAMES) == ()
    asked.hint(state)
    assert asked.showing == ALL
    check(asked.mind(NAMES))
    asked.hint(state)
    assert (asked.showing, asked.words, asked.mind(NAMES), asked.asked) == ("", "", (), 1)
    asked.hint(state)
    assert (asked.words, asked.asked) == ("Hint: bid 9.", 1), "the same question has its answer"
    asked.forget()
    assert asked.words == ""


def test_where_another_choice_has_more_points_it_says_what_decides() -> None:
    near = (Weighed("draw", "draw", 0.32, -1.0), Weighed("call", "call", 0.31, -0.6))
    for rows, told in ((near, True), (near[:1], False), ((near[1], near[0]), False)):
        found = Answer(rows, "I draw.", (), (), ())
        notes = [item.text for item in mind_of(found, view(), NAMES) if isinstance(item, Note)]
        assert any("chance to win decides" in text for text in notes) == told


def test_of_somebody_else_it_is_told_by_name() -> None:
    """Whose chance it is stands in every sentence and title."""
    names = ("Priestess", "You", "Scribe")
    told = sections_of(answer(Wise(), view()), view(), names, "Priestess")  # type: ignore[arg-type]
    why, moves = told.actions
    sentence = "Bid 9: Priestess then wins 60% of the time, 3.0 points behind, ahead of Scribe's 8."
    assert why == Note(sentence)
    assert isinstance(moves, Bars)
    assert moves.title == "Priestess's chance to win, and points ahead"
    ends = told.auction[1]
    assert isinstance(ends, Bars)
    assert ends.title.startswith("Priestess's chance")
    assert "You" not in ends.title + ends.help


def test_a_reason_is_told_to_you_and_of_others() -> None:
    bid = "I bid 9: I then win 40% of the time; to pass wins 38%."
    lost = "I pass: I hardly ever win from here, whatever I do."
    names = ("Ann", "You", "Scribe")
    assert to_person(bid, names) == "Bid 9: you then win 40% of the time; to pass wins 38%."
    told = "Bid 9: Ann then wins 40% of the time; to pass wins 38%."
    assert to_person(bid, names, "Ann") == told
    assert to_person(lost, names) == "Pass: you hardly ever win from here, whatever you do."
    told = "Pass: Ann hardly ever wins from here, whatever comes."
    assert to_person(lost, names, "Ann") == told


def test_little_is_less_than_a_hundredth_in_list_and_ladder_alike() -> None:
    rows = (Weighed("draw", "draw", 0.004, -40.0), Weighed("call", "call", 0.0, -41.0))
    bars = mind_of(Answer(rows, "I draw.", (), (), ()), view(), NAMES)[-1]
    assert isinstance(bars, Bars)
    assert bars.words == ("<1%  -40.0", "0%  -41.0")
    assert [percent(row.value) for row in rows] == [figures(row.value, "%") for row in rows]


def check(mind: Mind) -> None:
    """The candidates, the ends of the auction, the bids, and the lot."""
    why, moves, bids, ends, worth, *sources = mind
    told = "Bid 9: you then win 60% of the time, 3.0 points behind, ahead of Scribe's 8."
    assert why == Note(told), "seats by the names that the rows beside it have"
    assert isinstance(moves, Bars)
    assert (moves.labels, moves.words) == (("bid 9", "pass"), ("60%  +3.0", "50%  -1.0"))
    assert isinstance(ends, Bars)
    assert (ends.labels, ends.chosen) == (("9: You", "Nobody"), 0)
    assert isinstance(bids, Ladder)
    assert [(fork.name, fork.ways[fork.chosen].word) for fork in bids.forks] == [
        ("Farmer", "pass"),
        ("You", "9"),
    ]
    assert bids.forks[1].ways == (Way("pass", 0.5, -1, "none"), Way("9", 0.6, 0, "9"))
    assert isinstance(worth, Bars)
    assert worth.labels == NAMES
    assert len(sources) == 3


def test_the_worth_of_a_lot_is_told_by_source_the_largest_first() -> None:
    told = by_source(WORTH)
    assert told == "+5.1 (civilizations +4.0, Nile +1.1); if the epoch ended now +3"
    bars = lots((WORTH,), ("You",))[0]
    assert isinstance(bars, Bars)
    assert (bars.low, bars.high) == ((2.0,), (8.0,))


def test_without_an_oracle_a_hint_says_why() -> None:
    class Lost(Wise):
        def actions(self, view: object) -> tuple[Weighed, ...]:
            raise BadWeights("The weights of net+ are lost.")

    asked, state = OracleHints(), view()
    asked.oracle = Lost()  # type: ignore[assignment]
    asked.hint(state)
    asked.wait()
    assert (asked.words, asked.thinking) == ("The weights of net+ are lost.", False)
    asked.hint(state)
    assert asked.mind(NAMES) == (Note("The weights of net+ are lost."),)
