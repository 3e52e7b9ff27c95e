"""The sentences of the page before a game."""

from __future__ import annotations

from typing import Any

import pytest

from games import catalog, measured
from games.core import Log, Person, Seating
from games.session.setup import HUMAN
from games.shell.app import App
from games.shell.pages.before.choices import MatchChoices
from games.shell.pages.before.sentences import (
    ORIGINAL,
    SeatCandidates,
    day_words,
    inline,
    listed,
    rating_words,
    saved_words,
    sentence,
    sides,
    told_option,
)
from games.spec import Option

CHOICES: tuple[tuple[str, dict[str, Any], tuple[str, ...], str], ...] = (
    ("karate", {}, (HUMAN, "sensei"), "25 rounds against an easy sensei"),
    ("karate", {"rounds": 0}, (HUMAN, "nash"), "Endless against a normal wall"),
    (
        "karate",
        {"table": "balanced"},
        (HUMAN, "random"),
        "25 rounds, Balanced against Coin tosser (easy)",
    ),
    ("numbers", {}, (HUMAN, "mind"), "100 keys against Mind reader (hardly reads)"),
    ("ur", {}, (HUMAN, "greedy"), "Finkel against Greedy (normal)"),
    (
        "ur",
        {"pieces": 3},
        ("greedy", HUMAN),
        "3 pieces a side against Greedy (normal), you are orange",
    ),
    ("ur", {}, ("random", "net"), "Finkel: Random (easy) against Network (merciless)"),
    ("ur", {}, (HUMAN, HUMAN), "Finkel: you against Bea"),
    ("tracker", {}, ("evader",), "Laboratory, 150 steps with Evader (hard to follow)"),
    ("tracker", {"noise": 3}, (HUMAN,), "Laboratory, 150 steps, noise 3: you"),
    (
        "tracker",
        {"play": "seek"},
        (HUMAN, "food", "hound"),
        "Seek against Food seeker and Hound",
    ),
    (
        "tracker",
        {"play": "hunt"},
        (HUMAN, "pack", "food"),
        "Hunt, 150 steps with Pack against Food seeker",
    ),
    ("nullgame", {}, ("heads",), "9 coins with Optimist (easy)"),
    ("nullbids", {}, (HUMAN, "low", "high"), "5 rounds against Miser (easy) and Spender (normal)"),
    ("nullbids", {}, (HUMAN, "low", "low"), "5 rounds against 2 x Miser (easy)"),
    ("nullbids", {}, (HUMAN, HUMAN, "low"), "5 rounds: you and Bea against Miser (easy)"),
)


@pytest.mark.parametrize(("game", "params", "seats", "said"), CHOICES)
def test_the_choice_in_one_sentence(
    app: App,
    null_games: tuple[str, ...],
    game: str,
    params: dict[str, Any],
    seats: tuple[str, ...],
    said: str,
) -> None:
    choices = MatchChoices(app, game)
    choices.params = choices.spec.params(params)
    choices.seats[:] = seats
    if seats.count(HUMAN) > 1:
        choices.company.named[1] = Person("Bea")
    assert sentence(choices) == said


def test_practice_and_the_open_mind_are_told(app: App) -> None:
    choices = MatchChoices(app, "karate")
    choices.choose_seed(7)
    assert sentence(choices).endswith("sensei, practice with seed 7")
    choices.glass_box = True
    assert sentence(choices).endswith(", its mind open")


def test_an_option_in_a_few_words() -> None:
    assert told_option(Option("a", "Sensors", "choice", 1, (1, 2)), 2) == "2 sensors"
    assert told_option(Option("a", "Noise", "int", 1), 4) == "noise 4"
    assert told_option(Option("a", "Camps", "bool", True), False) == "no camps"
    called = Option("a", "Say Set! first", "choice", 0, (0, 3), ("No", "3 seconds"))
    assert told_option(called, 0) == "say Set! first: no"
    labels = ("Blitz: captures roll again",)
    assert told_option(Option("a", "Rules", "choice", "b", ("b",), labels), "b") == "Blitz"


def test_what_waits_as_one_says_it(app: App) -> None:
    choices = MatchChoices(app, "karate")
    seats = (Seating(HUMAN), Seating("sensei"))
    turns = [((0, "punch"), (1, "kick"))] * 10
    found = Log("karate", {"rounds": 25, "table": "classic"}, 5, seats, turns)
    saved = "2026-11-21T18:03:00+01:00"
    said = "Saved 21 Nov: you v the sensei, round 11 of 25."
    assert saved_words(choices, found, saved) == said
    found.params["rounds"] = 0
    assert saved_words(choices, found, "") == "Saved: you v the sensei, round 11."


def test_of_a_match_that_waits_a_maze_that_was_drawn_is_no_choice(app: App) -> None:
    spec = catalog.spec("ctf")
    choices = MatchChoices(app, "ctf")
    seats = choices.setup().seats
    for given, said in (({"moves": 400}, "400 moves"), ({"map": 7}, "maze number 7")):
        params = spec.draw(spec.params(given), 5)
        words = saved_words(choices, Log("ctf", params, 5, seats), "")
        assert f", {said}, round " in words


def test_small_words() -> None:
    assert day_words("2026-02-03T00:00:00") == "3 Feb"
    assert day_words("some day") == ""
    assert inline("The wall") == "the wall"
    assert inline("Theodor") == "Theodor"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert listed([]) == ""


def test_mates_stand_together_and_each_name_once() -> None:
    spec = catalog.spec("ctf")
    assert sides(spec, spec.params(), ["you", "Hunter", "Belief", "Hunter"]) == (
        "you & Belief v Hunter"
    )
    ra = catalog.spec("ra")
    assert sides(ra, ra.params({"players": 3}), ["you", "Scribe", "Scribe"]) == (
        "you v Scribe v Scribe"
    )


def test_a_rating_is_of_the_usual_options_and_says_where_the_agents_own_are_others(
    app: App,
) -> None:
    choices = MatchChoices(app, "karate", None)
    sensei, rated = catalog.agent("karate", "sensei").told(), measured.rated("karate", "sensei")
    assert rated is not None
    words = f"Rating {rated.points:+.0f} ±{(rated.high - rated.low) / 2:.0f}"
    assert rating_words(choices, sensei) == words
    weaker = sensei.with_options({"beta": 0.1})
    assert rating_words(choices, weaker) == f"{words} with usual settings"
    assert rating_words(choices, catalog.agent("karate", "random")) == "Rating 0"
    choices.params = {**choices.params, "rounds": 10}
    assert rating_words(choices, sensei) == ""
    other = MatchChoices(app, "tracker", None)
    assert rating_words(other, catalog.agent("tracker", "hound")) == "", "was in no league"


@pytest.mark.parametrize(
    ("game", "originals"),
    [
        ("karate", {"seed-argmax", "seed-softmax"}),
        ("numbers", {"seed"}),
        ("ur", {"learner"}),
        ("ra", {"seed-net"}),
        ("jaipur", {"seed-utility"}),
    ],
)
def test_the_agents_that_a_game_began_with_say_so(app: App, game: str, originals: set[str]) -> None:
    candidates = SeatCandidates(app, MatchChoices(app, game))
    candidates.look_again()
    agents = [member for member in candidates.members if member != HUMAN]
    assert originals <= set(agents)
    said = {agent for agent in agents if ORIGINAL in candidates.told(agent).rank.split(" · ")}
    assert said == originals
