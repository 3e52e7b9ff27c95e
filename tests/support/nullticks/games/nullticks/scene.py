"""The rope on the screen, and a button to pull it."""

from games.nullticks.rules import MOVES
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import HEADING
from games.shell.table import Table


class Scene(Table):
    """Two buttons under a rope."""

    def place(self, stage: Box) -> None:
        """The buttons beside each other."""
        x, y, w, h = stage
        boxes = [(x + w / 2 - 210 + 220 * n, y + h * 0.6, 200.0, 80.0) for n in range(2)]
        self.choice_boxes = list(zip(boxes, MOVES, strict=True))

    def draw_stage(self, canvas: Canvas) -> None:
        """Where the rope is."""
        canvas.fill("ink")
        x, y, w, h = self.stage
        told = f"rope at {self.seen.rope:+d}"
        canvas.text(told, (x + w / 2, y + h * 0.4), HEADING, "paper", "title", "centre")
        for box, move in self.choice_boxes:
            canvas.panel(box, "raised", "brass", 2)
            middle = (box[0] + box[2] / 2, box[1] + box[3] / 2)
            canvas.text(move, middle, HEADING, "paper", "title", "centre")
