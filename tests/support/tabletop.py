"""Ur as it lies on a table: a slow engine of tile names and lists that shares nothing with ours."""

from __future__ import annotations

LIGHT_WAYS = {
    "finkel": "A4 A3 A2 A1 B1 B2 B3 B4 B5 B6 B7 B8 A8 A7",
    "blitz": "A4 A3 A2 A1 B1 B2 B3 B4 B5 B6 B7 C7 C8 B8 A8 A7",
    "masters": "A4 A3 A2 A1 B1 B2 B3 B4 B5 B6 B7 C7 C8 B8 A8 A7",
    "aseb": "A4 A3 A2 A1 B1 B2 B3 B4 B5 B6 B7 B8 B9 B10 B11 B12",
}
DARK_WAYS = {
    "finkel": "C4 C3 C2 C1 B1 B2 B3 B4 B5 B6 B7 B8 C8 C7",
    "blitz": "C4 C3 C2 C1 B1 B2 B3 B4 B5 B6 B7 A7 A8 B8 C8 C7",
    "masters": "C4 C3 C2 C1 B1 B2 B3 B4 B5 B6 B7 A7 A8 B8 C8 C7",
    "aseb": "C4 C3 C2 C1 B1 B2 B3 B4 B5 B6 B7 B8 B9 B10 B11 B12",
}
FLOWERS = {
    "finkel": ["A1", "C1", "B4", "A7", "C7"],
    "blitz": ["A1", "C1", "B4", "A7", "C7"],
    "masters": ["A1", "C1", "B4", "A7", "C7"],
    "aseb": ["A1", "C1", "B4", "B8", "B12"],
}
SHELTERED = ("finkel", "aseb")
"""Where a piece on a rosette cannot be taken."""


class Tabletop:
    """A game as it lies on a table: a name of a place for every piece, and nothing clever."""

    def __init__(self, rules: str, pieces: int) -> None:
        self.rules = rules
        self.ways = [
            ["home", *LIGHT_WAYS[rules].split(), "off"],
            ["home", *DARK_WAYS[rules].split(), "off"],
        ]
        self.places = [["home"] * pieces, ["home"] * pieces]
        self.turn = 0

    def rolls(self) -> list[int]:
        """Every way that the coins can fall, as the roll that it counts."""
        if self.rules == "masters":
            falls = [a + b + c for a in (0, 1) for b in (0, 1) for c in (0, 1)]
            return [4 if fall == 0 else fall for fall in falls]
        return [a + b + c + d for a in (0, 1) for b in (0, 1) for c in (0, 1) for d in (0, 1)]

    def choices(self, roll: int) -> dict[str, str]:
        """From where to where each piece of the side to move may go, from home onward."""
        way, own, other = self.ways[self.turn], self.places[self.turn], self.places[1 - self.turn]
        found: dict[str, str] = {}
        for number, start in enumerate(way):
            if start not in own or start == "off" or roll == 0 or number + roll >= len(way):
                continue
            end = way[number + roll]
            blocked = end != "off" and end in own
            kept = end in other and end in FLOWERS[self.rules] and self.rules in SHELTERED
            if not blocked and not (kept and end != "off"):
                found[start] = end
        return found

    def move(self, start: str, end: str) -> list[bool]:
        """Move a piece; whether it captured, rolls again, went off."""
        own, other = self.places[self.turn], self.places[1 - self.turn]
        own[own.index(start)] = end
        captured = end not in ("home", "off") and end in other
        if captured:
            other[other.index(end)] = "home"
        again = end in FLOWERS[self.rules] or (captured and self.rules == "blitz")
        if not again and set(own) != {"off"}:
            self.turn = 1 - self.turn
        return [captured, again, end == "off"]

    @property
    def over(self) -> bool:
        return {"off"} in [set(places) for places in self.places]

    def count(self, depth: int) -> list[int]:
        """Paths of so many plies; of their last plies: captures, further rolls, pieces off."""
        total = [0, 0, 0, 0]
        if self.over:
            return total
        for roll in sorted(set(self.rolls())):
            for start, end in list(self.choices(roll).items()) or [("", "")]:
                places, turn = [list(side) for side in self.places], self.turn
                done = [False] * 3
                if start:
                    done = self.move(start, end)
                else:
                    self.turn = 1 - self.turn
                last = [1, *map(int, done)] if depth == 1 else self.count(depth - 1)
                total = [a + b for a, b in zip(total, last, strict=True)]
                self.places, self.turn = places, turn
        return total
