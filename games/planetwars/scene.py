"""Planet Wars on the screen: planets with their ships, half of the strongest one to send."""

from __future__ import annotations

from games.planetwars.engine.orders import NONE, written
from games.planetwars.engine.state import FIRST
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import HEADING, TEXT
from games.shell.table import Table

_COLOURS = ("quiet", "brass", "paper")
_CHOICES = 6


class Scene(Table):
    """The map; a click on a planet sends half of the strongest own one there."""

    def place(self, stage: Box) -> None:
        """Lay a box over each of the nearest planets, and one for a turn without orders."""
        view, (x, y, w, h) = self.seen, stage
        wide = max(px for px, _ in view.world.places) or 1.0
        high = max(py for _, py in view.world.places) or 1.0
        scale = min(0.8 * w / wide, 0.8 * h / high)
        left, top = x + (w - scale * wide) / 2, y + 0.05 * h
        self.spots = [(left + scale * px, top + scale * py) for px, py in view.world.places]
        self.choice_boxes = [((x + w / 2 - 80, y + h - 60, 160.0, 44.0), NONE)]
        mine = [planet for planet, owner in enumerate(view.owners) if owner == FIRST]
        if mine:
            source = max(mine, key=lambda planet: view.ships[planet])
            trips = view.world.trips[source]
            near = sorted((trips[p], p) for p, owner in enumerate(view.owners) if owner != FIRST)
            for _, planet in near[:_CHOICES]:
                px, py = self.spots[planet]
                move = written([(source, planet, view.ships[source] // 2)])
                self.choice_boxes.append(((px - 18, py - 18, 36.0, 36.0), move))

    def changed(self) -> None:
        """Lay the choices out for the new position."""
        super().changed()
        self.lay_out_again()

    def draw_stage(self, canvas: Canvas) -> None:
        """Draw planets, fleets and the choices."""
        canvas.fill("ink")
        view = self.seen
        for box, move in self.choice_boxes:
            canvas.outline(box, "high" if move == self.hovered_choice else "brass", 2, 8)
        box = self.choice_boxes[0][0]
        middle = (box[0] + box[2] / 2, box[1] + box[3] / 2)
        canvas.text("Wait", middle, HEADING, "paper", "title", "centre")
        for fleet in view.fleets:
            (ax, ay), (bx, by) = self.spots[fleet.source], self.spots[fleet.target]
            done = 1 - (fleet.arrives - view.turn) / fleet.total
            there = (ax + done * (bx - ax), ay + done * (by - ay))
            canvas.text(str(fleet.ships), there, TEXT, _COLOURS[fleet.owner], "text", "centre")
        for planet, spot in enumerate(self.spots):
            canvas.circle(spot, 8 + 2 * view.world.growth[planet], _COLOURS[view.owners[planet]])
            canvas.text(str(view.ships[planet]), spot, TEXT, "ink", "text", "centre")
