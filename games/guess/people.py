"""The people of a table of Guess 2/3: each guess has the face of the agent that thinks like it.

A face comes from the guesses that all have seen, not from what a simulated member is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games import catalog
from games.guess import layout as at
from games.guess.line import NO_PATTERN, Closed, NumberLine, people_boxes, steps_of
from games.guess.rules.crowds import MIDDLE
from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.theme import NOTE
from games.shell.widgets.basic import inside
from games.shell.widgets.faces import Face, draw_face, face_of

STEPS: Final = 5
NEAR: Final = (3.0, 0.16)
"""How far a guess may be from a rule that it follows: numbers, and a share of the last average; by
eye."""
NO_RULE: Final = "Fits no pattern"


class Thinker(NamedTuple):
    """A person at the table as drawn: the face, words on how this person thought, and the steps."""

    face: Face
    told: str
    steps: int = 0


def rules_of(rounds: Sequence[Closed], factor: float) -> dict[str, float]:
    """Return the number that each rule leads to after these `rounds`, by the name of its agent.

    >>> rules_of((), 2 / 3)["level1"]
    33.33333333333333
    """
    anchor = rounds[-1].mean if rounds else MIDDLE
    found = {f"level{steps}": anchor * factor**steps for steps in range(STEPS)}
    found["nash"] = 0.0
    if rounds:
        found["repeat"] = rounds[-1].target
    if len(rounds) > 1 and rounds[-2].mean:
        found["trend"] = rounds[-1].target * rounds[-1].mean / rounds[-2].mean
    return found


def rule_of(guess: int, rules: dict[str, float], place: int) -> str:
    """Return the agent whose rule a guess is nearest to, "" for none.

    Of agents with the same number it is now one, now the other, by the `place` at the table.
    """
    off = {agent: abs(guess - number) for agent, number in rules.items()}
    best, (numbers, share) = min(off.values()), NEAR
    if best > max(numbers, share * rules["level0"]):
        return ""
    alike = [agent for agent, apart in off.items() if apart - best < 1e-9]
    return alike[place % len(alike)]


def thinkers(closed: Closed, before: Sequence[Closed]) -> tuple[Thinker, ...]:
    """Return the people of a `closed` round in the order of its guesses; `before` came first."""
    num, den = closed.multiplier
    rules = rules_of(before, num / den)
    found = []
    for place, guess in enumerate(closed.guesses):
        agent = rule_of(guess, rules, place)
        told = catalog.agent("guess", agent).name if agent else NO_RULE
        face = face_of("guess", agent, told) if agent else waiting_face(place)
        steps = steps_of(guess, rules["level0"], num / den) if agent else NO_PATTERN
        found.append(Thinker(face, f"{told}: {guess}", steps))
    return tuple(found)


def waiting_face(place: int) -> Face:
    """Return the face of a person of whom no guess is known."""
    return face_of("guess", "", f"Person {place * 7}")._replace(letter="")


class Crowd:
    """The people of a match, as they are drawn."""

    def __init__(self) -> None:
        self.people: tuple[Thinker, ...] = ()

    def meet(
        self,
        closed: Closed,
        rounds: Sequence[Closed],
        seats: Sequence[Thinker],
        inks: Sequence[str],
    ) -> Closed:
        """Return a `closed` round of these `rounds` with the faces of all: first the `seats`.

        `inks` are the colours of the steps of thought.
        """
        before = [each for each in rounds if each.number < closed.number]
        self.people = (*seats, *thinkers(closed, before)[len(seats) :])
        worn = tuple(inks[person.steps] for person in self.people)
        return closed._replace(faces=tuple(person.face for person in self.people), inks=worn)

    def draw_waiting(self, canvas: Canvas, line: NumberLine, count: int) -> None:
        """Draw `count` people who have not guessed yet, as many as there is room for."""
        left, room, step = line.left, line.right - line.left, at.AUDIENCE_STEP
        across = int(room / step)
        count = min(count, across * at.AUDIENCE_ROWS)
        rows = -(-count // across)
        for row in range(rows):
            many = count // rows + (row < count % rows)
            for place in range(many):
                x = left + room / 2 + (place - (many - 1) / 2) * step
                face = waiting_face(row * across + place)
                draw_face(canvas, face, (x, line.y - step * (rows - row)), at.AUDIENCE)

    def draw_pointed(self, canvas: Canvas, line: NumberLine, closed: Closed, to: Point) -> None:
        """Draw the words on the person who is pointed at, over the face."""
        for person, box in zip(self.people, people_boxes(line, closed), strict=False):
            if inside(box, *to):
                _draw_tag(canvas, person.told, box)
                return


def _draw_tag(canvas: Canvas, told: str, box: Box) -> None:
    x, y, w, _ = box
    wide, tall = canvas.text_width(told, NOTE) + at.TAG, canvas.line_height(NOTE) + at.TAG_TALL
    middle = (x + w / 2, y - tall)
    place = (middle[0] - wide / 2, middle[1] - tall / 2, wide, tall)
    canvas.panel(place, "ink", "brass", 1.5, tall / 2)
    canvas.text(told, middle, NOTE, "paper", align="centre")
