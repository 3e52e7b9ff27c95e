"""What is said of tiles and deeds, as people say it."""

from __future__ import annotations

from games.core import Event
from games.ra.rules.scoring import SOURCES
from games.ra.tiles import KINDS
from games.ra.words import (
    IN_SENTENCES,
    WORTH,
    by_name,
    deed,
    history,
    line_of,
    listing,
    plural,
    some,
)

NAMES = ("You", "Net", "Easy")


def test_tiles_are_called_as_people_call_them() -> None:
    assert set(WORTH) == set(KINDS)
    assert [some("obelisk"), some("flood"), some("art"), some("gold")] == [
        *("an obelisk", "a flood", "art", "gold")
    ]
    assert listing(["art", "pharaoh", "pharaoh", "step_pyramid"]) == (
        "art, 2 pharaohs and step pyramid"
    )
    assert [plural("sphinx"), plural("fortress"), plural("temple")] == [
        *("sphinxes", "fortresses", "temples")
    ]


def test_what_a_seat_did_stands_beside_it() -> None:
    assert deed(Event("tile", {"seat": 1, "tile": "nile"})) == (1, "drew a Nile")
    won = Event("won", {"seat": 2, "sun": 8, "center": 1, "tiles": ["art", "god"]})
    assert deed(won) == (2, "takes 2 tiles for 8")
    assert deed(Event("suns", {"suns": []})) is None


def test_the_history_speaks_to_the_person_and_of_the_others() -> None:
    won = {"seat": 0, "sun": 8, "center": 1, "tiles": ["art", "god"]}
    assert line_of(Event("won", won), NAMES) == "You take 2 tiles for 8: art and god."
    assert line_of(Event("won", {**won, "seat": 1}), NAMES) == (
        "Net takes 2 tiles for 8: art and god."
    )
    assert line_of(Event("pass", {"seat": 0}), NAMES) == "You pass."
    assert line_of(Event("god", {"seat": 1, "tiles": ["flood"]}), NAMES) == (
        "Net uses a god and takes flood."
    )
    lost = {"seat": 2, "catastrophe": "funeral", "tiles": ["pharaoh", "pharaoh"]}
    assert line_of(Event("lost", lost), NAMES) == "Easy loses 2 pharaohs to funeral."
    assert line_of(Event("nobody", {"tiles": ["art"]}), NAMES) == (
        "Nobody bids: the full block is cleared."
    )
    assert history([Event("draw", {"seat": 0}), Event("pass", {"seat": 1})], NAMES) == [
        "Net passes."
    ]


def test_an_epochs_end_tells_points_and_scores() -> None:
    data = {
        "epoch": 2,
        "ended_by": "last_ra",
        "breakdown": [{"total": 7}, {"total": -3}, {"total": 0}],
        "after": [17, 7, 10],
    }
    assert line_of(Event("epoch", data), NAMES) == (
        "Epoch 2 ends, the last Ra is drawn: You +7 = 17, Net -3 = 7, Easy +0 = 10."
    )


def test_an_auction_without_tiles_takes_nothing() -> None:
    won = {"seat": 1, "sun": 6, "tiles": []}
    assert deed(Event("won", won)) == (1, "takes nothing for 6")
    assert line_of(Event("won", won), NAMES) == "Net takes nothing for 6."
    assert deed(Event("won", {**won, "tiles": ["gold"]})) == (1, "takes 1 tile for 6")


def test_a_source_in_a_sentence_is_small_but_for_the_river() -> None:
    assert set(IN_SENTENCES) == set(SOURCES)
    assert [name for name in IN_SENTENCES.values() if name != name.lower()] == ["Nile"]


def test_seats_that_agents_know_by_colour_are_told_by_name() -> None:
    text = "I expect sky to get it, and your 1 would lose to green's 6; skyline stays."
    named = by_name(text, ("You", "Farmer", "Scribe"))
    assert named == "I expect you to get it, and your 1 would lose to Scribe's 6; skyline stays."
    own = by_name("green's 6 and green with 4", ("You", "Farmer", "Scribe"), 2)
    assert own == "my 6 and me with 4"
    assert by_name(text, ("Sky", "Orange", "Green")) == text
