"""The null game on the screen: two sides to choose from and a count. The template of a scene."""

from games.nullgame.rules import SIDES
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import HEADING
from games.shell.table import Table


class Scene(Table):
    """Two buttons; everything else is the table's."""

    def place(self, stage: Box) -> None:
        """The sides beside each other under the count."""
        x, y, w, h = stage
        left, top = x + w / 2 - 210, y + h * 0.6
        boxes = [(left + 220 * number, top, 200.0, 80.0) for number in range(len(SIDES))]
        self.choice_boxes = list(zip(boxes, SIDES, strict=True))

    def draw_stage(self, canvas: Canvas) -> None:
        """How many were right, and the two sides."""
        canvas.fill("ink")
        x, y, w, h = self.stage
        told = f"{self.seen.right} right, {self.seen.left} still to come"
        canvas.text(told, (x + w / 2, y + h * 0.4), HEADING, "paper", "title", "centre")
        for box, side in self.choice_boxes:
            ground = "high" if side == self.hovered_choice else "raised"
            canvas.panel(box, ground, "brass", 2)
            middle = (box[0] + box[2] / 2, box[1] + box[3] / 2)
            canvas.text(side, middle, HEADING, "paper", "title", "centre")
