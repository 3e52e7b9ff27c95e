"""The karate opponent `sensei`: the strategy of `ai.zerosum.sensei` in a seat, with its mind open.

Its mind shows what it expects, what its moves are worth, the mix it draws from, what it may still
lose, which ideas about the player carry its forecast, and how far it takes the player to think.
Its report has habits, the entropy rate, and other people beside the player (`compared`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from ai.karate.fighter import NAMES, KarateAgent, fact_words, followed_pairs, hit_series
from ai.karate.sensei_mind import (
    COUNTER,
    FEWEST_SEEN,
    LAST_ROUNDS,
    LONGEST_TOLD,
    PATH,
    UNSEEN_LABELS,
    UNSEEN_LADDER,
    Bands,
    Voices,
    idea_lines,
    ideas,
    likeliest_idea,
    meter,
    tree,
)
from ai.karate.sensei_profile import read_memory
from ai.karate.story import PLAIN, Depths, simpler, turn_words
from ai.sequence.accuracy import Accuracy
from ai.sequence.mind_items import (
    FEWEST_FOR_RANK,
    Shares,
    ranked,
    rate_meter,
    surest_moment,
)
from ai.sequence.predictor import Experts
from ai.sequence.reasons import NEAR_CHANCE, Fact, Seen, reason
from ai.sequence.sentences import BY_OTHERS, GUESSED, IDEA, REMEMBERED, UNKNOWN, expecting
from ai.sequence.surprise import Surprise
from ai.zerosum.budget import SafetyBudget
from ai.zerosum.equilibrium import Payoff
from ai.zerosum.sensei import (
    DEFAULT_BETA,
    HabitForecaster,
    SeedForecaster,
    SenseiStrategy,
    TheoryForecaster,
)
from games.arrays import Arrays
from games.mind import (
    Gauge,
    Meter,
    Mind,
    MindItem,
    Note,
)
from games.streams import Stream

PEOPLE: Final = ("rps_adaptbots", "rps_fixedbots")
"""Who is compared with, by the names of their sets in `ai.sequence.mind_items.PEOPLE`."""
_RANK_HELP: Final = (
    "Bits a round as a share of blind guessing, yours by my habit reader alone, "
    "theirs by fits that had not seen them. They had three moves and other points, you "
    "have four: no more than a rough comparison."
)


_WORTH_TELLING: Final = 0.01
"""A smaller difference in bits is not told; chosen by eye, as figures have two places."""


def best_play_bits(budget: SafetyBudget) -> float:
    """Return the entropy in bits of the equilibrium mix of a `budget`'s game: what best
    play costs.
    """
    mix = budget.safe_strategy[budget.safe_strategy > 0.0]
    return abs(float(mix @ np.log2(mix)))


def entropy_meter(surprise: Surprise, budget: SafetyBudget) -> Meter:
    """Return the rate of `surprise` in bits a round, beside blind and best play by a `budget`."""
    best = best_play_bits(budget)
    text = f"How hard you were to guess ({surprise.chance:.3g} = impossible). Luck aside, you were "
    text += "no harder than this."
    if best < surprise.chance - _WORTH_TELLING:
        text += " The play that nobody can beat uses some moves more often, so even it "
        text += f"reaches only {best:.2f}."
    return rate_meter(surprise, "round", text)


def habits_in_words(shares: Shares, surprise: Surprise, among: int | None = None) -> str:
    """Return the ideas whose `shares` were largest, if any saved bits of `surprise`.

    They are `among` the first so many: deeper ones explain hardly more.
    """
    if surprise.saved <= 0.0:
        return "No idea about you helped me: blind guessing would have done as well."
    told = shares.in_words(among)
    if not told:
        return "I read you by many small things."
    return f"How I read you, over the whole match: {told}."


def luck_aside(points: float) -> str:
    """Return a sentence on the value of the mixes it drew from, in `points` a round."""
    if abs(points) < 0.05:
        return "Luck aside, my play neither won nor lost points."
    return (
        f"Luck aside, my play {'won' if points > 0 else 'lost'} {abs(points):.1f} points a round."
    )


def compared(own_bits: float, rounds: int, budget: SafetyBudget, known: bool) -> list[MindItem]:
    """Return the player beside people of the training data, or one sentence on why not.

    `own_bits` is the cost of each of `rounds` to the predictor alone, in the game of `budget`;
    `known` is True if it knew the player before.

    There are no data on people who play this game. The closest training data are people who played
    rock-paper-scissors; a comparison needs three things to be fair: a table whose even mix is an
    equilibrium, as theirs is (else good play is itself uneven, and looks easy to foresee); a player
    whom the predictor did not know before, as it did not know them; and bits by the predictor
    alone, as theirs are counted.
    """
    if rounds < FEWEST_FOR_RANK:
        return []
    k = len(budget.payoff)
    even = budget.gains(np.full(k, 1.0 / k))
    if even.min() < -1e-9:
        return [
            Note(
                "I compare you with nobody: with these points good play is itself uneven, and "
                "there are no data on people who played this game. With balanced points I would."
            )
        ]
    if known:
        return [Note("I compare only players of whom I knew nothing before with other people.")]
    return list(ranked(own_bits / math.log2(k), PEOPLE, _RANK_HELP, " opponent"))


LADDER_TITLE: Final = "How many steps ahead I think you think"


class SenseiFighter(KarateAgent):
    """`sensei` in a seat of a match, or in the analysis with any payoff.

    `memory` is what it learned about this player before, as text (`learned`), for karate alone.
    Raises BadWeights or BadState (both `ValueError`) for a memory that cannot be used.
    """

    foresees = True

    def __init__(
        self, level: str = "full", beta: float = DEFAULT_BETA, memory: str | None = None
    ) -> None:
        self.level, self.beta = level, beta
        self._memory = read_memory(memory)

    def start(self, payoff: Payoff, rng: Stream) -> None:
        """Begin a match, without any randomness."""
        super().start(payoff, rng)
        memory = self._memory if self.k == len(NAMES) else None
        self.sensei = SenseiStrategy(payoff, self.level, self.beta, self.prior, memory)
        self.accuracy = Accuracy(1.0 / self.k)
        self.surprise = Surprise(self.k)
        self._own_bits = 0.0
        self._recent: tuple[int, ...] = ()
        self._known: tuple[Fact | None] | None = None
        self._voices: Voices | None = None
        self._gauge: Gauge | None = None
        self._told: str | None = None
        self._likeliest: int | None = None
        best = np.argmin(payoff, axis=1)  # the other side's best answer to each own move
        self._seen = Seen(self.k, tuple(best.tolist()))
        habits = self._habits
        self.bands = None if habits is None else Bands(habits)
        theory = self._theory
        self.depths = None if theory is None else Depths(theory)

    @property
    def _habits(self) -> HabitForecaster | None:
        forecaster = self.sensei.forecaster
        return forecaster if isinstance(forecaster, HabitForecaster) else None

    @property
    def _theory(self) -> TheoryForecaster | None:
        forecaster = self.sensei.forecaster
        return forecaster if isinstance(forecaster, TheoryForecaster) else None

    def strategy(self) -> Sequence[float]:
        """Return the restrained strategy of `ai.zerosum.sensei`."""
        mix: list[float] = self.sensei.strategy().tolist()
        return mix

    def forecast(self) -> Sequence[float]:
        """Return the forecast of the other side's next move."""
        expected: list[float] = self.sensei.forecast().tolist()
        return expected

    @property
    def floor(self) -> float | None:
        """The least sum of expected gains above the value that is guaranteed for the match."""
        return self.sensei.budget.floor

    def learn(self, own: int, other: int) -> None:
        """See both moves."""
        forecast, expected = self.sensei.forecast(), self._expected
        self.accuracy.record(expected == other)
        self.surprise.record(other, float(forecast[other]))
        if self.bands is not None:
            self.bands.record(expected)
        if self.depths is not None:
            self.depths.record(other)
        if self._habits is not None:
            self._own_bits -= math.log2(float(self._habits.predictor.predict()[other]))
        self.sensei.learn(own, other)
        gain = self.payoff[own][other]
        self._seen.add(other, own, (gain < 0) - (gain > 0))
        self._recent = (*self._recent, other)[-PATH:]
        self._known = self._voices = self._gauge = self._told = self._likeliest = None

    def learned_arrays(self) -> Arrays | None:
        """Return the predictor's knowledge of the player, earlier matches included; None without
        one.
        """
        return None if self._habits is None else self._habits.predictor.settled()

    # -- the open mind -----------------------------------------------------------------

    def _sentence(self, chosen: int | None) -> str:
        name = self.names[self._expected].lower()
        if self._unseen:
            return (BY_OTHERS if self.prior else UNKNOWN).format(name)
        if self._guesses:
            return GUESSED.format(name)
        why, fact = self._why(), self._fact()
        if not why and self._memory is not None and len(self._seen) < LONGEST_TOLD:
            return REMEMBERED.format(name)
        return expecting(
            name, fact.forms if fact is not None else [IDEA.format(why)] if why else []
        )

    def _why(self) -> str:
        """Return the reason for what it expects, where it has one; found once a round."""
        if self._told is None:
            self._told = "" if self._unseen or self._guesses else self._reason()
        return self._told

    @property
    def _guesses(self) -> bool:
        """True if the likeliest move is hardly likelier than chance."""
        return bool(self.sensei.forecast()[self._expected] <= NEAR_CHANCE / self.k)

    @property
    def _unseen(self) -> bool:
        """True if this match and earlier ones showed very little of the player."""
        if self._habits is None or self._memory is not None:
            return False
        return self.accuracy.trials < FEWEST_SEEN

    def _reason(self) -> str:
        """Return the reason: the plain one, else the rung where the ladder stands, or on its first
        rung the largest idea about habits; "" without one.
        """
        if self._habits is None:
            return ""
        fact = self._fact()
        if fact is not None:
            return fact.sentence
        rung = None if self._theory is None else self._ladder().index
        if rung:
            return PLAIN[rung]
        found = ideas(self._present_voices(), rung)
        known = self._memory is not None
        return simpler(likeliest_idea(found, self._seen, self._expected, known))

    @property
    def _expected(self) -> int:
        """The move that it expects most; found once a round."""
        if self._likeliest is None:
            self._likeliest = int(self.sensei.forecast().argmax())
        return self._likeliest

    def _fact(self) -> Fact | None:
        """Return the plain fact that explains the move it expects, found once a round."""
        if self._known is None:
            self._known = (reason(self._seen, fact_words(self.names), self._expected),)
        return self._known[0]

    @property
    def _rung(self) -> int | None:
        """The highest rung that is named: of that fact, else of the simplest depth of thought."""
        fact = self._fact()
        if fact is not None:
            return int(fact.counters)
        return None if self.depths is None else self.depths.told()

    def _ladder(self) -> Gauge:
        """Return the depth of the player's thinking as believed now; found once a round."""
        assert self.bands is not None, "only a mind with theories has a ladder"
        if self._gauge is None:
            experts = self._present_experts()
            self._gauge = self.bands.gauge(LADDER_TITLE, self._expected, experts, self._rung)
        return self._gauge

    def _present_voices(self) -> Voices:
        """Return the reasons for the expected move; found once a round."""
        if self._voices is None:
            assert self.bands is not None, "only a reader of habits has ideas"
            self._voices = self.bands.voices(self._expected, self._present_experts())
        return self._voices

    def _present_experts(self) -> Experts:
        """Return the experts of the predictor; asked for once a round."""
        assert self._habits is not None, "only a reader of habits has experts"
        return self._habits.predictor.experts(self._expected)

    def _mind_items(self, chosen: int | None) -> tuple[MindItem, ...]:
        items: list[MindItem] = [self._forecast_bars(), self._strategy_bars(chosen)]
        if self._theory is not None and self.bands is not None:
            ladder = self._ladder()
            if self._unseen:
                ladder = replace(ladder, labels=UNSEEN_LABELS, sentence=UNSEEN_LADDER)
            items.append(ladder)
        if self._habits is not None and self.bands is not None:
            items.append(self.bands.ribbon("Why I expect what I expect"))
            whom = "anybody, to begin with" if self._unseen else "you"
            items.append(idea_lines(f"My best ideas about {whom}", ideas(self._present_voices())))
        items += [*self.surprise.series("round"), meter(self.sensei.budget)]
        if self._habits is not None:
            items.append(tree(self._habits, self._recent, self.short))
        if isinstance(self.sensei.forecaster, SeedForecaster):
            items.append(followed_pairs(self.sensei.forecaster.table, self.short))
        return (*items, hit_series(self.accuracy))

    @property
    def _told_rung(self) -> int:
        """The rung of the ladder that explains the whole match."""
        return (self.depths.told() if self.depths is not None else None) or 0

    def _turn_words(self) -> str:
        """Return how the player's depth of thought changed in the match, "" where it did not."""
        found = None if self.depths is None else self.depths.turn()
        return "" if found is None else turn_words(*found)

    # -- findings ----------------------------------------------------------------------

    def findings(self) -> Mind:
        """Return how well it read the player, by which ideas, and when best."""
        if not self.surprise.trials:
            return ()
        items: list[MindItem] = [Note(sentence) for sentence in self._findings_in_words()]
        budget, trials = self.sensei.budget, self.surprise.trials
        items.append(entropy_meter(self.surprise, budget))
        if self._theory is not None and self.bands is not None:
            title, told = "How many steps ahead I thought you thought", self._told_rung
            items.append(self.bands.closing_gauge(title, told, self._turn_words()))
        if self._habits is not None and self.bands is not None:
            known = self._memory is not None
            items += compared(self._own_bits / trials, trials, budget, known)
            items.append(self.bands.ribbon("How I read you, round by round", LAST_ROUNDS))
        return (*items, self.surprise.closing_series("round"))

    def _findings_in_words(self) -> list[str]:
        surest = self.surprise.surest
        assert surest is not None
        gained, trials = self.sensei.budget.gained, self.accuracy.trials
        among = None if self.depths is None else COUNTER + self._told_rung
        habits = []
        if self.bands is not None:
            habits.append(habits_in_words(self.bands.shares, self.surprise, among))
        helped = self.surprise.saved > 0.0 and self.accuracy.beats_chance
        idea = self.bands.shares.largest(among) if self.bands is not None and helped else ""
        return [
            *(note.text for note in self.given_away(idea)),
            *habits,
            surest_moment(surest, "round", self.names[surest.symbol].lower()),
            luck_aside(gained / trials),
        ]
