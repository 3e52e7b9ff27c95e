"""What a match begins from: nonces that nobody knows, but in attract mode."""

from __future__ import annotations

import dataclasses
import re

import pytest

from games import catalog
from games.core import LOTS, Decision, Seating
from games.session.setup import Setup
from games.session.starting import Lots, check_seats, make_setup, rematch
from games.spec import BadOption


def test_a_nonce_is_that_of_its_match_turn_and_seat() -> None:
    setup = Setup("karate", (Seating("human"), Seating("nash")), {}, 5)
    drawn = {Lots(False).seal(setup, 0, 1, Decision("kick")).nonce for _ in range(100)}
    assert len(drawn) == 100, "a fresh match has a fresh secret"
    lots, again = Lots(False, "0" * 32), Lots(False, "0" * 32)
    places = [(turn, seat) for turn in range(20) for seat in (0, 1)]
    sealed = [lots.seal(setup, *place, Decision("kick")).nonce for place in places]
    assert sealed == [again.seal(setup, *place, Decision("punch")).nonce for place in places]
    assert len({*sealed, *drawn}) == len(places) + 100
    assert all(re.fullmatch("[0-9a-f]{32}", nonce) for nonce in (*drawn, *sealed))


def test_lots_are_those_of_the_match_and_tell_nothing_of_each_other() -> None:
    places = [(turn, seat) for turn in range(200) for seat in (0, 1, 2)]
    first, again = ([Lots(False, "5" * 32).of_agent(*p) for p in places] for _ in range(2))
    assert first == again
    assert len(set(first)) == 600
    assert all(0 < lot < LOTS for lot in first)
    assert 240 < sum(lot & 1 for lot in first) < 360


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


# -- what a match draws for itself ---------------------------------------------------------


def test_what_is_left_open_is_drawn_from_the_seed_and_told_from_what_was_chosen() -> None:
    spec = catalog.spec("ctf")
    usual = spec.params()
    numbers = {seed: spec.draw(usual, seed)["map"] for seed in range(50)}
    assert len(set(numbers.values())) == 50
    assert all(1 <= number <= 999_999 for number in numbers.values())
    for seed, number in numbers.items():
        assert spec.undraw({**usual, "map": number}, seed) == usual
        assert spec.undraw({**usual, "map": number}, seed + 1)["map"] == number
    chosen = spec.params({"map": 7})
    assert spec.draw(chosen, 1) == spec.undraw(chosen, 1) == chosen
    own = {**usual, "layout": "a maze of one's own"}
    assert spec.draw(own, 1) == own


def test_a_match_has_another_maze_each_time_and_a_seed_that_is_given_draws_its_own() -> None:
    made = [make_setup("ctf", None, None, {}, False) for _ in range(8)]
    assert len({setup.params["map"] for setup in made}) == 8
    spec = catalog.spec("ctf")
    assert all(setup.params == spec.draw(spec.params(), setup.seed) for setup in made)
    assert make_setup("ctf", None, 5, {}, False).params == spec.draw(spec.params(), 5)
    assert make_setup("ctf", None, 5, {"map": 7}, False).params["map"] == 7
    assert make_setup("ctf", None, None, {}, True).params["map"] == 0
    assert make_setup("ctf", None, None, {"map": 7}, False).params["map"] == 7


def test_a_rematch_draws_anew_what_was_drawn_and_keeps_what_was_chosen() -> None:
    first = make_setup("ctf", None, None, {}, False)
    again = [rematch(first) for _ in range(8)]
    assert len({setup.params["map"] for setup in (first, *again)}) == 9
    assert all(setup.afresh and not setup.practice for setup in again)
    chosen = make_setup("ctf", None, None, {"map": 7}, False)
    assert rematch(chosen).params["map"] == 7
    given = make_setup("ctf", None, 5, {}, False)
    second = rematch(given)
    spec = catalog.spec("ctf")
    assert (second.seed, second.practice) == (6, True)
    assert second.params == spec.draw(spec.params(), 6)
    older = dataclasses.replace(given, params=spec.params())
    assert rematch(older).params["map"] == 0, "a match of before that drew nothing by its seed"
    shown = make_setup("ctf", None, None, {}, True)
    assert rematch(shown).params["map"] == 0
    kept = dataclasses.replace(first, match_id="m", params=spec.params())
    assert rematch(kept).params["map"] > 0, "a match of before drew nothing"
    assert rematch(kept).match_id == ""


def test_a_rematch_of_a_match_that_became_practice_counts_again() -> None:
    hinted = dataclasses.replace(
        make_setup("jaipur", None, None, {}, False), practice=True, why_practice="You took a hint"
    )
    again = rematch(hinted)
    assert (again.practice, again.why_practice, again.afresh) == (False, "", True)
    assert {rematch(hinted).seed for _ in range(8)} != {hinted.seed + 1}


@pytest.mark.parametrize("game", catalog.GAMES)
def test_an_agent_with_an_option_that_it_has_not_is_refused_in_every_game(game: str) -> None:
    """In a saved match as in what `--agents` names."""
    setup = make_setup(game, None, 1, {}, False)
    spec = catalog.spec(game)
    assert check_seats(spec, setup.params, setup.seats) == setup.seats
    odd = [
        s if s.agent == "human" else dataclasses.replace(s, options={**s.options, "depht": 3})
        for s in setup.seats
    ]
    assert tuple(odd) != setup.seats
    with pytest.raises(BadOption, match="has no option 'depht'"):
        check_seats(spec, setup.params, tuple(odd))
