"""The words of the page before a game about weights trained here, and its way back to others.

A player's weights come from `main.py train`, or, as the brain of a learner, from a training room of
the game and into the profile; the brain goes before the weights.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games import catalog, weights
from games.agents import AgentSpec
from games.arrays import BadWeights, reading_learned
from games.shell.draw.canvas import Canvas
from games.shell.shell import Shell
from games.shell.widgets.basic import Button, draw_fitted
from games.shell.widgets.form import Look
from games.store.place import printable_path
from games.weights import Weights

BRAIN = "Plays with the brain that you kept from the training room."


class WayBack(Button):
    """A row with a button at its right: whose weights they are, and "Use what ships"."""

    def __init__(self, row: str, action: Callable[[], None], hint: str) -> None:
        super().__init__("Use what ships", action, icon="undo", hint=hint)
        self.row = row

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw the label, and the button as wide as the values of the other rows."""
        x, y, w, h = self.box
        draw_fitted(canvas, self.row, (x + 12, y + h / 2), w * 0.42, "paper")
        button = Button(self.label, self.action, icon=self.icon)
        button.box = (x + w * 0.42 + 12, y + 2, w * 0.58 - 24, h - 4)
        button.draw(canvas, Look(hovered=look.hovered))
        self.ring(canvas, look, 8)


class OwnWeights:
    """The agents of a game, with the words that the weights in use give them.

    `agents` have their present descriptions, `words` the sentences about learning on this machine
    by the agents' ids. Both are found once, when this is made and when a button was pressed.
    """

    agents: tuple[AgentSpec, ...]
    words: dict[str, tuple[str, ...]]

    def __init__(self, shell: Shell, game: str) -> None:
        self.shell, self.game = shell, game
        self._look()

    def _look(self) -> None:
        weights.look_again()
        brains = {spec.id for spec in catalog.agents(self.game) if self._has_brain(spec)}
        self.agents = tuple(
            spec.unmeasured() if spec.id in brains else spec.told()
            for spec in catalog.agents(self.game)
        )
        self.words = {
            spec.id: (BRAIN,) if spec.id in brains else spec.own_words() for spec in self.agents
        }

    def _has_brain(self, spec: AgentSpec) -> bool:
        """Return whether an agent will begin with what the player has kept of a training room."""
        profile = self.shell.profile
        if spec.takes is None or profile is None:
            return False
        text = self.shell.library.learned(profile.id, self.game)
        try:
            with reading_learned():
                if text is None or not spec.takes(text):
                    return False
                spec.make({}, text)
        except BadWeights:  # it is put aside when the match begins
            return False
        return True

    def trained(self, seats: Sequence[str]) -> list[tuple[str, Weights[Any]]]:
        """Return the weights that were trained here and play a part in a match of `seats`, ids of
        agents.

        Each stands once, with the name of who plays with it; models stand behind the agents.
        """
        chosen = [spec for seat in seats for spec in self.agents if spec.id == seat]
        found: dict[str, tuple[str, Weights[Any]]] = {}
        for spec in (*chosen, *catalog.models(self.game)):
            for own in spec.weights:
                if own.trained:
                    found.setdefault(own.name, (spec.name, own))
        return list(found.values())

    def buttons(self, seats: Sequence[str], changed: Callable[[], None]) -> list[WayBack]:
        """Return for each of these weights a row that goes back to what ships and calls
        `changed`.
        """
        found = self.trained(seats)
        return [
            WayBack(
                "Your weights" if len(found) == 1 else f"Your weights: {who}",
                lambda own=own: self._reset(own, changed),  # type: ignore[misc]
                "Goes back to the weights that ship. Yours, of "
                f"{weights.in_words(own.card.get(weights.DAY)) or 'an unknown day'}, are put "
                "aside, not deleted.",
            )
            for who, own in found
        ]

    def _reset(self, own: Weights[Any], changed: Callable[[], None]) -> None:
        """Go back to what ships, for all matches from now on."""
        folder = weights.chosen()
        if folder is None:
            return
        try:
            moved = weights.reset(own.name, folder)
        except OSError as error:
            self.shell.toast(f"Your weights could not be put aside: {error.strerror}.")
            return
        kept = (
            f" Yours lie in {printable_path(moved[0].parent)} as {moved[0].name}." if moved else ""
        )
        self.shell.toast(f"{own.name} is what ships again.{kept}")
        self._look()
        changed()
