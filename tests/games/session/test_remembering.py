"""What the hall remembers: the first sentence of a game all of whose figures are known."""

from __future__ import annotations

import dataclasses

from games import catalog
from games.session.remembering import remembered
from games.spec import GameSpec, Seat, Told
from games.store.statistics import MatchResult, Statistics


def spec(*sentences: str) -> GameSpec:
    return GameSpec(
        "karate",
        "K",
        "",
        "#000000",
        (Seat("You"),),
        told=Told(
            remembers=sentences,
        ),
    )


def played(*results: MatchResult) -> Statistics:
    statistics = Statistics()
    for result in results:
        statistics = statistics.with_result(result)
    return statistics


LOST = MatchResult("karate", "sensei", "lost", "", 25, 155.0, 115.5)


def test_a_game_never_played_has_nothing_to_remember() -> None:
    assert remembered(spec("You won {won}."), Statistics()) == ""


def test_figures_come_from_the_last_opponent_and_all_matches() -> None:
    counted = dataclasses.replace(LOST, counters={"foreseen": 20, "forecasts": 22})
    nash = MatchResult("karate", "nash", "won", "", 25, 9.0, 3.0, best=6.4, best_text="+6")
    sentence = "{opponent}/{versus}/{own}/{other}/{matches}/{won}/{drawn}/{lost}/{times}/{best}"
    told = remembered(spec(sentence + "/{best_text}"), played(nash, counted))
    assert told == "The sensei/the sensei/155/115.5/2/1/0/1/twice/6/+6"
    assert remembered(spec("{foreseen_of_forecasts}%"), played(nash, counted)) == "91%"
    assert remembered(spec("{own} : {other}"), played(counted, nash)) == "9 : 3"


def test_what_was_won_is_of_the_matches_that_were_decided() -> None:
    early = dataclasses.replace(LOST, outcome="played")
    assert remembered(spec(), played(LOST, early, early)) == "You won 0 of 1."


def test_a_sentence_with_an_unknown_figure_gives_way() -> None:
    whole = spec("{foreseen_of_forecasts}%", "{nobody}", "Last time {own}.")
    assert remembered(whole, played(LOST)) == "Last time 155."
    empty = dataclasses.replace(LOST, counters={"foreseen": 0, "forecasts": 0})
    assert remembered(whole, played(empty)) == "Last time 155.", "no share of nothing"


def test_a_game_without_sentences_is_told_of_all_the_same() -> None:
    assert remembered(spec(), played(LOST)) == "You won 0 of 1."
    watched = dataclasses.replace(LOST, outcome="played")
    assert remembered(spec(), played(watched)) == "Played once."
    assert remembered(spec(), played(*[watched] * 3)) == "Played 3 times."


def test_an_opponent_of_another_version_is_not_named() -> None:
    unknown = dataclasses.replace(LOST, agent="gone")
    assert remembered(spec("{opponent} won.", "{own} : {other}"), played(unknown)) == "155 : 115.5"


def test_every_game_has_a_sentence_for_a_match_with_its_usual_opponent() -> None:
    for game in catalog.GAMES:
        found = catalog.spec(game)
        result = MatchResult(game, found.opponents.default, "lost", "", 9, 3.0, 4.0)
        assert "{" not in remembered(found, played(result))
