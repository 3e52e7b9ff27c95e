"""`sensei`: levels, what it learns and keeps, and that a replay teaches it the same."""

from __future__ import annotations

import numpy as np
import pytest

from ai.jaipur.greedy import GREEDY
from ai.jaipur.search import Search
from ai.jaipur.seed import SeedUtility
from ai.jaipur.sensei import LEVELS, Sensei, describe, holds_evidence, noticed
from ai.jaipur.ways import NAMES
from games.arrays import BadWeights, arrays_from_text, arrays_to_text, reading_learned
from games.core import Limit
from games.jaipur import SPEC
from games.jaipur.rules import GAME
from games.match import Match
from games.mind import Bars, Lines

PARAMS = SPEC.params()


def after_turns(turns: int) -> tuple[Match[object], Sensei]:
    """A match against the original, and the sensei in it."""
    sensei = Sensei()
    match: Match[object] = Match(GAME, PARAMS, 11, {0: SeedUtility(), 1: sensei})
    match.run(Limit(nodes=0), turns)
    return match, sensei


def test_a_replay_teaches_the_same() -> None:
    match, sensei = after_turns(60)
    learned = sensei.learned()
    assert learned is not None
    again = Sensei()
    replay: Match[object] = Match(GAME, PARAMS, 11, {0: SeedUtility(), 1: again})
    replay.replay(list(match.turns))
    assert again.learned() == learned
    assert again.view == sensei.view
    theirs = sum(turn[0][0] == 0 for turn in match.turns)
    assert sensei.opponent.moves == theirs > 5


def test_what_was_learned_is_where_the_next_match_begins() -> None:
    _, sensei = after_turns(60)
    text = sensei.learned()
    assert text is not None
    later = Sensei(start=text)
    Match(GAME, PARAMS, 12, {0: SeedUtility(), 1: later})
    assert later.rivals() == pytest.approx(sensei.rivals())
    assert later.rivals()[1] > Sensei().rivals()[1]


def test_what_is_no_evidence_is_refused() -> None:
    refused = 0
    for arrays in ({}, {"evidence": np.zeros(3)}, {"evidence": np.ones((6, 3))}):
        with pytest.raises(BadWeights), reading_learned():
            Sensei(start=arrays_to_text(arrays))
        refused += 1
    assert refused == 3
    assert arrays_from_text(arrays_to_text({"evidence": np.zeros((6, 3))}))


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_and_shows_its_mind(level: int) -> None:
    sensei = Sensei(level)
    match: Match[object] = Match(GAME, PARAMS, 3, {0: sensei, 1: SeedUtility()})
    match.run(Limit(nodes=24), 12)
    decision = match.decide(0, Limit(nodes=24, mind=True))
    assert decision.mind
    if level == max(LEVELS):
        whom = decision.mind[-1]
        assert isinstance(whom, Bars)
        assert sum(whom.values) == pytest.approx(1.0)
        assert sensei.win_prob is not None


def test_every_level_learns_how_the_other_trades() -> None:
    sensei = Sensei(2)
    match: Match[object] = Match(GAME, PARAMS, 11, {0: SeedUtility(), 1: sensei})
    match.run(Limit(nodes=0), 60)
    assert NAMES[int(sensei.opponent.ways().argmax())] == "the original"
    assert sensei.learned() is not None


def test_it_tells_less_than_its_imagined_rounds_are_won() -> None:
    won = np.array([0.0, 0.35, 0.65, 0.97, 1.0])
    told = Sensei().told(won)
    assert told == pytest.approx([0.0, 0.269, 0.559, 0.957, 1.0], abs=0.001)
    assert Search().told(won) == pytest.approx(won)


def test_what_was_learned_is_told_in_words() -> None:
    _, sensei = after_turns(90)
    text = sensei.learned()
    assert text is not None
    assert holds_evidence(text)
    note, lines = describe(text)
    assert isinstance(lines, Lines)
    assert lines.rows[0][0] in str(note)
    assert noticed([], 0, text) == f"you trade most like {lines.rows[0][0]}"
    assert sum(share for _, share in lines.rows) == pytest.approx(1.0)
    assert lines.unit == "%"


def test_lost_weights_are_told_and_cost_no_match(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost() -> None:
        raise BadWeights("assets/weights/jaipur/greedy.npz is missing.")

    monkeypatch.setattr(GREEDY, "load", lost)
    for level in (4, 5):
        sensei = Sensei(level)
        match: Match[object] = Match(GAME, PARAMS, 3, {0: sensei, 1: SeedUtility()})
        match.run(Limit(nodes=8), 14)
        while 0 not in match.to_act:
            match.step(Limit(nodes=8))
        decision = match.decide(0, Limit(nodes=8, mind=True))
        assert decision.mind is not None
        assert any("is missing" in str(item) for item in decision.mind[2:])


def test_snapshots_bring_it_back() -> None:
    match, sensei = after_turns(40)
    kept = sensei.snapshot()
    evidence = sensei.opponent.evidence.copy()
    match.run(Limit(nodes=0), 20)
    sensei.restore(kept)
    assert (sensei.opponent.evidence == evidence).all()


def after_takes(hidden: str) -> tuple[Match[object], Sensei]:
    """A match in which the other was dealt `hidden`, and both took from the market since."""
    sensei = Sensei()
    match: Match[object] = Match(GAME, PARAMS, 5, {0: sensei})
    for card in "DCPLL" + hidden + "GC":
        match.play({-1: card})
    for take, refill in (("camels", "SPK"), ("take-P", "L"), ("take-S", "D"), ("take-D", "G")):
        match.play({match.to_act[0]: take})
        for card in refill:
            match.play({-1: card})
    return match, sensei


def test_what_it_learned_in_the_match_depends_on_no_hidden_card() -> None:
    limit = Limit(nodes=32, mind=True)
    found = []
    for hidden in ("SSCPL", "GGDCC"):
        match, sensei = after_takes(hidden)
        assert sensei.opponent.moves == 2
        found.append((match.decide(0, limit), sensei.win_prob))
    assert found[0] == found[1]
