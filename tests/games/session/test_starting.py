"""What a match begins from: nonces that nobody knows, but in attract mode."""

from __future__ import annotations

import re

import pytest

from games import catalog
from games.core import BadOption, Seating
from games.session.setup import Setup
from games.session.starting import check_seats, draw_nonce, make_setup


def test_a_nonce_is_fresh_each_time() -> None:
    setup = Setup("karate", (Seating("human"), Seating("nash")), {}, 5)
    drawn = {draw_nonce(setup, 0, 1) for _ in range(100)}
    assert len(drawn) == 100
    assert all(re.fullmatch("[0-9a-f]{32}", nonce) for nonce in drawn)


def test_in_attract_mode_each_turn_and_seat_has_one_of_its_own() -> None:
    setup = Setup("karate", (Seating("demo"), Seating("nash")), {}, 5, demo=True)
    places = [(turn, seat) for turn in range(20) for seat in (0, 1)]
    drawn = [draw_nonce(setup, turn, seat) for turn, seat in places]
    assert len(set(drawn)) == len(places)
    assert drawn == [draw_nonce(setup, turn, seat) for turn, seat in places]
    assert all(re.fullmatch("[0-9a-f]{32}", nonce) for nonce in drawn)


@pytest.mark.parametrize(("game", "named"), [("karate", "nash,sensei"), ("ur", "greedy,greedy")])
def test_more_opponents_than_seats_are_refused_in_a_sentence(game: str, named: str) -> None:
    with pytest.raises(BadOption, match=r"has room for 1 opponent, and 2 are named; name fewer\.$"):
        make_setup(game, named, 1, {}, False)
    with pytest.raises(BadOption, match="2 are named"):
        make_setup("tracker", "explorer,food", 1, {}, False)
    assert len(make_setup(game, named.split(",")[0], 1, {}, False).seats) == 2


def test_each_name_takes_the_next_seat_that_is_for_it() -> None:
    hunt, hide = {"play": "hunt"}, {"play": "hide"}
    seats = make_setup("tracker", "evader,scouts", 1, hunt, False).seats
    assert [seat.agent for seat in seats] == ["human", "scouts", "evader"]
    seats = make_setup("tracker", None, 1, hunt, True).seats
    assert [seat.agent for seat in seats] == ["demo", "pack", "explorer"]
    seats = make_setup("tracker", "drifter", 1, hide, False, seat="lamplighter").seats
    assert [seat.agent for seat in seats] == ["lamplighter", "drifter"]
    for name, options, seat in (("pack", hide, None), ("hound", hunt, None), (None, hide, "pack")):
        with pytest.raises(BadOption):
            make_setup("tracker", name, 1, options, False, seat=seat)


def test_a_saved_match_with_somebody_in_a_wrong_seat_is_refused() -> None:
    spec = catalog.spec("tracker")
    params = spec.params({"play": "hide"})
    seats = (Seating("human"), Seating("hound"))
    assert check_seats(spec, params, seats)[1].agent == "hound"
    with pytest.raises(ValueError, match="cannot sit"):
        check_seats(spec, params, (Seating("human"), Seating("pack")))


def test_who_is_named_for_a_seat_has_those_that_go_with_it() -> None:
    played = make_setup("ctf", "hunter,belief", 1, {}, False)
    assert [s.agent for s in played.seats] == ["human", "hunter", "belief", "hunter"]
    watched = make_setup("ctf", "hunter", 1, {}, False, "gatherer")
    assert [s.agent for s in watched.seats] == ["gatherer", "hunter", "gatherer", "hunter"]
