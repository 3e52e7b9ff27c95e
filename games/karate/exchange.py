"""The second in which two moves meet, as a function of time alone.

Data: `Round`, the data of a "round" event; `Exchange`, the time of the animation and its
consequences: pose and place of both fighters, the flash, the shake, the words. No pygame, no clock.

Both commit, and for a quarter of a second all stands still where the moves meet; then the blow, its
points, the opponent's forecast, and back on guard. Under reduced motion both poses stand at once,
without motion.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from games.core import Event
from games.shell.draw.tween import ease_in_out, ease_out

GUARD, APART, BLOCK, LAND = 215.0, 200.0, 178.0, 150.0
"""How far the left edges of the two frames are apart, in units of a frame 320 wide."""

# Seconds of an exchange's own time, and units of a shake; chosen by eye, in the original's rhythm.
WINDUP: Final = 0.16
CONTACT: Final = 0.28
STILLNESS: Final = 0.25
IMPACT: Final = CONTACT + STILLNESS
STAGGER: Final = IMPACT + 0.12
THOUGHT: Final = IMPACT + 0.18
RETURN: Final = IMPACT + 0.72
END: Final = RETURN + 0.16
STILL_END: Final = 0.4
SHAKE: Final = 4.0
# By then a player has the rhythm; chosen by eye.
FULL_ROUNDS: Final = 4
"""So many rounds are shown at full length."""
SHORT_ROUNDS: Final = 16
"""From this round on they are as short as they get."""
SHORTEST: Final = 0.6


class Round(NamedTuple):
    """One round: moves, points and results ("hit", "parry", "miss") of both seats."""

    moves: tuple[str, str]
    points: tuple[int, int]
    results: tuple[str, str]

    @classmethod
    def of(cls, event: Event) -> Round:
        """Return the round in a "round" event."""
        data = event.data
        return cls(tuple(data["moves"]), tuple(data["points"]), tuple(data["results"]))

    @property
    def lead(self) -> int:
        """The gain of seat 0 on seat 1."""
        return self.points[0] - self.points[1]

    def struck(self, seat: int) -> bool:
        """Return whether the seat was hit and did not hit itself."""
        return self.results[1 - seat] == "hit" and self.results[seat] != "hit"

    @property
    def sound(self) -> str:
        """The sound of the moment of contact."""
        return "hit" if "hit" in self.results else "parry" if "parry" in self.results else "miss"


def length_of(number: int) -> float:
    """Return the time for round `number`, from 1 on, as a share of the full length."""
    gone = (number - FULL_ROUNDS) / (SHORT_ROUNDS - FULL_ROUNDS)
    return 1.0 - (1.0 - SHORTEST) * min(1.0, max(0.0, gone))


class Exchange:
    """A round on its way; `still` is reduced motion.

    `length` shortens all but the stillness where the moves meet, `speed` quickens all.
    """

    def __init__(
        self, played: Round, still: bool = False, speed: float = 1.0, length: float = 1.0
    ) -> None:
        self.round = played
        self.still = still
        self.speed = speed
        self.length = length
        self.time = 0.0

    @property
    def end(self) -> float:
        """When it is over, in its own seconds."""
        return STILL_END if self.still else END

    @property
    def running(self) -> bool:
        """True if it has still to go on."""
        return self.time < self.end

    def update(self, dt: float) -> bool:
        """Move on; True on the one call in which the blow lands."""
        moment = 0.0 if self.still else IMPACT
        before = self.time
        self.time = min(self.end, self._after(dt * self.speed))
        return before <= moment < self.time and self.running

    def _after(self, seconds: float) -> float:
        """Return its own time in these `seconds`: only the stillness has its full length."""
        if self.still:
            return self.time + seconds
        now = self.time
        for end, length in ((CONTACT, self.length), (IMPACT, 1.0), (END, self.length)):
            if now < end:
                step = min(end - now, seconds / length)
                now, seconds = now + step, seconds - step * length
        return now

    @property
    def met(self) -> bool:
        """True if the blow has landed, and its points are shown."""
        return self.running and (self.still or self.time >= IMPACT)

    @property
    def told(self) -> bool:
        """True if what the opponent had thought is open."""
        return self.still or self.time >= THOUGHT

    @property
    def tense(self) -> float:
        """The tension, 0 to 1, while both stand still before the blow."""
        if self.still or not CONTACT <= self.time < IMPACT:
            return 0.0
        return ease_out((self.time - CONTACT) / 0.08)

    def pose(self, seat: int) -> str:
        """Return the pose of a fighter, as the sprite's name ends."""
        if not self.running:
            return "idle"
        if self.still:
            return self.round.moves[seat]
        if self.time < WINDUP:
            return "windup"
        if self.time >= RETURN:
            return "idle"
        if self.time >= STAGGER and self.round.struck(seat):
            return "hit"
        return self.round.moves[seat]

    @property
    def reach(self) -> float:
        """The distance of the frames while the moves meet."""
        if "hit" in self.round.results:
            return LAND
        return BLOCK if "parry" in self.round.results else APART

    @property
    def gap(self) -> float:
        """The distance of the frames now, in units of 320."""
        if not self.running:
            return GUARD
        if self.still:
            return self.reach
        if self.time < WINDUP:
            return GUARD + 10 * ease_out(self.time / WINDUP)
        if self.time < RETURN:
            share = ease_out((self.time - WINDUP) / (CONTACT - WINDUP))
            return GUARD + 10 + (self.reach - GUARD - 10) * share
        share = ease_in_out((self.time - RETURN) / (END - RETURN))
        return self.reach + (GUARD - self.reach) * share

    def recoil(self, seat: int) -> float:
        """Return the recoil of a struck fighter, in units of 320."""
        if self.still or not self.round.struck(seat) or not IMPACT <= self.time < END:
            return 0.0
        gone = 14 * ease_out((self.time - IMPACT) / 0.2)
        return gone * (1 - ease_in_out((self.time - RETURN) / (END - RETURN)))

    @property
    def flash(self) -> float:
        """The brightness of the flash of contact, 1 to 0."""
        if self.still:
            return 1.0 if self.running else 0.0
        if not IMPACT <= self.time < RETURN:
            return 0.0
        return 1.0 - ease_in_out((self.time - IMPACT - 0.1) / 0.3)

    @property
    def shake(self) -> tuple[float, float]:
        """The shift of the stage by a hit, at most 4 units."""
        since = self.time - IMPACT
        if self.still or "hit" not in self.round.results or not 0 <= since < 0.25:
            return 0.0, 0.0
        left = SHAKE * (1 - since / 0.25)
        return left * math.cos(since * 70), left * 0.6 * math.sin(since * 90)

    @property
    def words(self) -> float:
        """The visible part of the words: grows to 1 after contact, fades at the end."""
        if not self.met:
            return 0.0
        if self.still:
            return 1.0
        return min((self.time - IMPACT) / 0.12, (END - self.time) / 0.1, 1.0)


def result_words(result: str, points: int) -> str:
    """Return the original's words by result and `points`: "Hit! +10", "Parry +5", "Miss +0"."""
    return f"{'Hit!' if result == 'hit' else result.capitalize()} +{points}"
