"""How often a table has no set: exact, on random boards, and over whole games."""

from __future__ import annotations

import json
from collections import Counter
from math import comb

import numpy as np
import pytest

from ai.set.statistics import (
    DECKS,
    WITHOUT,
    WITHOUT_JUNIOR,
    exact_mean,
    exact_without,
    original_game,
    play_games,
    random_histogram,
    summary,
)
from games.paths import ROOT
from games.set.rules.cards import JUNIOR, NAMES, NUMBERS, THIRD

GAMES = json.loads((ROOT / "tests" / "cases" / "set" / "games.json").read_text())["games"]


def without(cards: tuple[int, ...], most: int) -> list[int]:
    """Collections of 1, 2, ... `most` of these cards without a set, counted by extending them."""
    counts = [0] * (most + 1)

    def extend(chosen: list[int], start: int, barred: frozenset[int]) -> None:
        counts[len(chosen)] += 1
        if len(chosen) == most:
            return
        for number in range(start, len(cards)):
            card = cards[number]
            if card not in barred:
                more = barred | {THIRD[card][other] for other in chosen}
                extend([*chosen, card], number + 1, more)

    extend([], 0, frozenset())
    return counts


def test_collections_without_a_set_are_counted_again() -> None:
    counted = without(DECKS["full"], 3)
    assert counted[3] == 84_240
    assert counted[3] / comb(81, 3) == exact_without(3, "full")


@pytest.mark.sweep
def test_collections_of_junior_cards_are_counted_again() -> None:
    assert tuple(without(JUNIOR, 9)[3:]) == WITHOUT_JUNIOR


def test_exact_figures_are_the_published_ones() -> None:
    assert exact_without(12, "full") == pytest.approx(0.0323020, abs=5e-8)
    assert exact_without(15, "full") == pytest.approx(0.00036469, abs=5e-9)
    assert exact_without(9, "junior") == pytest.approx(0.00044934, abs=5e-9)
    assert exact_without(21, "full") == exact_without(10, "junior") == 0
    assert exact_mean(12, "full") == pytest.approx(2.785, abs=5e-4)


def test_random_boards_agree_with_the_exact_figures() -> None:
    histogram: Counter[int] = Counter()
    for piece in random_histogram(12, 20_000, 3, "full"):
        histogram.update(piece)
    told = summary(histogram)
    assert sum(told["histogram"]) == 20_000
    low, high = told["no_set"]["ci95"]
    assert low - (high - low) / 2 < exact_without(12, "full") < high + (high - low) / 2
    assert told["mean"] == pytest.approx(exact_mean(12, "full"), abs=4 * 1.6 / 20_000**0.5)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game["id"])
def test_worked_games(game: dict[str, list[str]]) -> None:
    deck = [NUMBERS[name] for name in game["deck"]]
    log, left = original_game(deck, "first", np.random.default_rng(1))
    assert [list(entry) for entry in log] == game["log"]
    assert [NAMES[card] for card in left] == game["leftover"]


def test_games_in_step_are_the_original_game() -> None:
    """With one set at most to choose from the policy is the same, so the histograms agree."""
    (figures,) = play_games(150, 8, "first")
    rng = np.random.default_rng(8)
    from ai.set.solvers import random_boards

    decks = random_boards(150, 81, DECKS["full"], rng)
    logs = [original_game(deck, "first", rng) for deck in decks.tolist()]
    sets = Counter(found for log, _ in logs for _, found in log)
    assert figures.all.histogram == sets
    assert figures.left_at_end == Counter(len(left) for _, left in logs)
    assert figures.never_fifteen == sum(max(cards for cards, _ in log) < 15 for log, _ in logs)
    boards = sum(len(log) for log, _ in logs)
    assert figures.all.boards == boards
    drawn_out = [
        (cards, found)
        for log, _ in logs
        for (cards, found), used in zip(log, used_up(log), strict=True)
        if used < 81
    ]
    for size in (12, 15):
        of_size = Counter(found for cards, found in drawn_out if cards == size)
        assert figures.deck_left[size].histogram == of_size


def used_up(log: list[tuple[int, int]]) -> list[int]:
    """How many cards had been dealt when each board lay."""
    used, taken = [], 0
    for cards, found in log:
        used.append(cards + taken)
        taken += 3 if found else 0
    return used


def test_the_interval_of_a_share_comes_from_how_games_differ() -> None:
    shares = []
    for seed in range(20):
        (figures,) = play_games(80, seed, "random")
        told = figures.all.told()["no_set"]
        shares.append((told["share"], *told["ci95"]))
    held = sum(low <= 0.0942 <= high for _, low, high in shares)
    assert 17 <= held <= 20
    assert all(low < share < high for share, low, high in shares)


@pytest.mark.sweep
def test_games_have_the_figures_of_the_specification() -> None:
    *_, figures = play_games(20_000, 1, "random")
    told = figures.told()
    every, twelve, fifteen = told["all"], told["deck_left"]["12"], told["deck_left"]["15"]
    for found, wanted in (
        (every["no_set"], 0.0942),
        (every["three_or_more"], 0.4375),
        (twelve["no_set"], 0.0663),
        (twelve["three_or_more"], 0.445),
        (fifteen["no_set"], 0.01113),
    ):
        error = (found["ci95"][1] - found["ci95"][0]) / (2 * 1.96)
        assert abs(found["share"] - wanted) <= 4 * error + 5e-5
    assert told["boards_per_game"] == pytest.approx(26.97, abs=4 * 1.0 / 20_000**0.5)
    for cards, share in (("6", 0.468), ("9", 0.445), ("12", 0.074), ("0", 0.012)):
        error = (share * (1 - share) / 20_000) ** 0.5
        assert abs(told["left_at_end"][cards] - share) <= 4 * error + 5e-4
    assert abs(told["games_without_15"] - 0.314) <= 4 * (0.314 * 0.686 / 20_000) ** 0.5 + 5e-4


@pytest.mark.parametrize(("numbers", "cards", "first"), [(WITHOUT, 81, 3), (WITHOUT_JUNIOR, 27, 3)])
def test_every_pair_of_cards_is_in_as_many_collections_without_a_set(
    numbers: tuple[int, ...], cards: int, first: int
) -> None:
    """The deck's symmetries lead each pair to each other, so the pairs come out whole."""
    assert numbers[0] == comb(cards, 3) - comb(cards, 2) // 3
    for size, number in enumerate(numbers, start=first):
        assert number * comb(size, 2) % comb(cards, 2) == 0, size
