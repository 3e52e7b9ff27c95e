"""Odds and hints from a view alone: first a sentence, then the moves; closed with the turn."""

from __future__ import annotations

from games.agents import Advice, Weighed
from games.jaipur.playing.counsel import ODDS_CAPTION, AdviserHints
from games.jaipur.rules import GAME
from games.jaipur.rules.state import View
from games.mind import Bars, Mind, Note
from games.shell.counsel import ALL, SENTENCE, THINKING

VIEW: View = GAME.view(GAME.new(GAME.spec.params()), 0)
BEST = Weighed("take-D", "take 1 diamond", 0.6, 4.0, 0.02, "")
NEXT = Weighed("camels", "take all camels", 0.5, 1.0, 0.02, "is worth more at once")


class Wise:
    """An adviser who knows at once."""

    def hint(self, view: object, seed: int = 0) -> Advice:
        return Advice("Take 1 diamond: it is dear.", (BEST, NEXT))

    def odds(self, view: object) -> Mind:
        return (Note("even"),)


def counsel() -> AdviserHints:
    found = AdviserHints()
    found.adviser = Wise()  # type: ignore[assignment]
    return found


def test_a_hint_is_a_sentence_then_the_moves_then_closed() -> None:
    asked = counsel()
    asked.hint(VIEW)
    assert asked.words in (THINKING, "Hint: Take 1 diamond: it is dear.")
    asked.wait()
    assert (asked.showing, asked.words) == (SENTENCE, "Hint: Take 1 diamond: it is dear.")
    assert asked.mind(VIEW) == ()
    asked.hint(VIEW)
    note, bars, less = asked.mind(VIEW)
    assert asked.showing == ALL
    assert isinstance(bars, Bars)
    assert bars.values == (0.6, 0.5)
    assert isinstance(less, Note)
    assert "worth more at once" in less.text
    asked.hint(VIEW)
    assert (asked.showing, asked.words, asked.asked) == ("", "", 1)
    assert isinstance(note, Note)


def test_odds_stay_open_and_a_hint_goes_with_its_turn() -> None:
    asked = counsel()
    asked.toggle_odds()
    asked.forget()
    assert asked.caption == ODDS_CAPTION
    assert asked.mind(VIEW) == (Note("even"),)
    asked.toggle_odds()
    asked.hint(VIEW)
    asked.forget()
    assert asked.showing == asked.caption == ""


def test_a_hint_stays_where_the_odds_are_opened_and_names_its_move() -> None:
    asked = counsel()
    asked.hint(VIEW)
    asked.wait()
    assert asked.best == "take-D"
    asked.toggle_odds()
    assert asked.words.startswith("Hint: ")
    assert asked.caption == ODDS_CAPTION
    asked.hint(VIEW)
    assert not asked.odds
    asked.hint(VIEW)
    assert asked.best == ""
