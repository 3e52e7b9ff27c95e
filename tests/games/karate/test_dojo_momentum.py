"""Lanterns burn for who gained lately, the moon stands as high as the lead."""

from __future__ import annotations

from games.karate.dojo import flames, momentum, moonrise
from games.karate.exchange import Round


def rounds(leads: str) -> list[Round]:
    """One round a letter: "+" gained by the left, "-" by the right, "0" by nobody."""
    points = {"+": (10, 0), "-": (0, 10), "0": (10, 10)}
    return [Round(("kick", "kick"), points[lead], ("hit", "hit")) for lead in leads]


def test_nothing_has_happened_and_both_are_alike() -> None:
    assert flames(()) == (0.5, 0.5)
    assert moonrise(()) == 0.0
    assert flames(rounds("000")) == (0.5, 0.5)


def test_the_last_rounds_count_most_for_the_lanterns() -> None:
    late, early = flames(rounds("---++")), flames(rounds("++---"))
    assert late[0] > 0.6 > 0.4 > early[0]
    assert momentum(rounds("+" * 30)) < 1.0
    assert flames(rounds("+-0"))[0] + flames(rounds("+-0"))[1] == 1.0


def test_the_moon_stands_by_the_whole_match() -> None:
    assert moonrise(rounds("+++++-")) == moonrise(rounds("-+++++"))
    heights = [moonrise(rounds("+" * won)) for won in range(12)]
    assert heights == sorted(heights)
    assert -1.0 < moonrise(rounds("-" * 100)) <= -0.99 < heights[0]
