from __future__ import annotations

from games import catalog
from games.core import Limit
from games.match import Match
from games.shell.access.speech import TableSight, TableSpeech, plain_words, speech_of


def a_match() -> Match[object]:
    players = {seat: catalog.demo_player("karate") for seat in (0, 1)}
    return Match(catalog.rules("karate"), catalog.spec("karate").params(), 3, players)


def test_a_sight_is_of_the_view_and_of_the_person_to_move() -> None:
    match = a_match()
    at = TableSight.of(match, 0, ("Ada", "Sensei"), own=0, due=0)
    assert at.state == match.game.view(match.state, 0)
    assert tuple(at.legal) == tuple(match.legal(0))
    assert (at.who(0), at.who(1)) == ("You", "Sensei")
    assert TableSight.of(match, 0, ("Ada", "Sensei")).legal == ()


def test_a_table_without_words_of_its_own_says_turn_and_moves() -> None:
    match = a_match()
    at = TableSight.of(match, 0, ("Ada", "Sensei"), due=0)
    plain = TableSpeech()
    assert plain.standing(at) == "Turn 1."
    assert [choice.name for choice in plain.choices(at)] == [*map(plain_words, match.legal(0))]
    match.run(Limit(nodes=60))
    assert plain.standing(TableSight.of(match, 0, ("Ada", "Sensei"))) == "The match is over."


def test_the_words_of_a_game_are_found_by_its_id() -> None:
    assert type(speech_of("karate")).__name__ == "KarateSpeech"
    assert type(speech_of("no_such_game")) is TableSpeech
