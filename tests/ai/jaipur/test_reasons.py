"""The reasons for a move: features, the term that decides, and the sentence on it."""

from __future__ import annotations

import numpy as np

from ai.jaipur.greedy import GREEDY, options
from ai.jaipur.reasons import i_do, mind_of, reasons, short_name
from ai.jaipur.simple import GreedyTrader
from ai.jaipur.values import FEATURES
from games.core import Limit
from games.jaipur import SPEC
from games.jaipur.rules import GAME
from games.jaipur.rules.goods import pack
from games.jaipur.rules.moves import CAMELS, LegalMoves, in_words, swap
from games.jaipur.rules.state import view_of
from games.mind import Bars, Lines, Note
from games.streams import Stream
from tests.support.jaipur_positions import choices_of_rounds


def test_it_tells_what_parted_its_move_from_the_next() -> None:
    state = choices_of_rounds(1)[4]
    view = view_of(state, state.turn)
    agent = GreedyTrader()
    agent.begin((state.turn,), GAME, SPEC.params(), Stream(1))
    legal = LegalMoves(view.market, view.own.hand, view.own.herd)
    decision = agent.act(state.turn, view, legal, Limit(mind=True))
    assert decision.mind is not None
    reasons = decision.mind[1]
    assert isinstance(reasons, Bars)
    assert set(reasons.labels) <= {"rupees at once", *map(short_name, FEATURES)}
    assert max(map(len, reasons.labels)) <= 20
    assert agent.act(state.turn, view, legal, Limit()).move == decision.move


def test_a_move_that_is_not_worth_most_says_so() -> None:
    state = choices_of_rounds(1)[4]
    view = view_of(state, state.turn)
    found, learned = options(view, GREEDY.load().tables), GREEDY.load()
    order = np.argsort(-found.values)
    for best, place in ((int(order[0]), 0), (int(order[1]), 1), (int(order[-1]), 4)):
        note, bars, lines = mind_of(view, found, best, learned)
        assert isinstance(note, Note)
        assert ("worth more, but I do not look closely" in note.text) is (place > 0)
        assert isinstance(lines, Lines)
        assert lines.chosen == place
        assert isinstance(bars, Bars)
        other = found.moves[int(order[1 if place == 0 else 0])]
        assert bars.title == f"Why not {in_words(other)}"
    lost = found._replace(values=found.values - 1000.0)
    rows = mind_of(view, lost, int(order[0]), learned)[2]
    assert isinstance(rows, Lines)
    assert all(label.endswith(": loses the round") for label, _ in rows.rows)
    assert max(abs(value) for _, value in rows.rows) < 500


def test_features_have_short_names_and_squares_count_with_their_own() -> None:
    assert short_name("camels left to the other") == "left: camels"
    assert short_name("camels left to the other, squared") == "left: camels"
    assert short_name("something else, squared") == short_name("something else") == "something else"


def test_the_reason_is_the_term_that_weighs_most() -> None:
    """Said to the opponent where a trader speaks, about the opponent where an adviser does."""
    said = 0
    for state in choices_of_rounds(2):
        view, learned = view_of(state, state.turn), GREEDY.load()
        found = options(view, learned.tables)
        order = [int(n) for n in np.argsort(-found.values, kind="stable")[:2]]
        if len(order) < 2 or found.values[order[0]] - found.values[order[1]] < 0.25:
            continue
        best, other = (found.moves[n] for n in order)
        because = reasons(view, best, other, learned)
        note = mind_of(view, found, order[0], learned)[0]
        assert isinstance(note, Note)
        if because and abs(found.values[order[0]]) < 500:
            told = because[0].words.replace("your opponent's", "your")
            mine = told.replace("your opponent", "you").replace("you both", "we both")
            assert note.text.endswith(f": it {mine}.") or "my" in note.text
            said += 1
    assert said > 10


def test_an_exchange_of_many_kinds_is_said_in_few_words() -> None:
    full, short = i_do(swap(pack("DGS"), pack("CPL")))
    assert full == "I exchange for 1 diamond, 1 gold and 1 silver"
    assert short == "I exchange 3 cards"
    assert i_do(CAMELS) == ("I take all camels",) * 2
