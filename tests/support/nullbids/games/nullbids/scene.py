"""The null bids on the screen: four bids to choose from, and three scores."""

from games.nullbids.rules import BIDS
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import HEADING, LABEL, SEAT_COLOURS
from games.shell.table import Table


class Scene(Table):
    """Four buttons under three scores."""

    def place(self, stage: Box) -> None:
        """The bids beside each other."""
        x, y, w, h = stage
        boxes = [(x + w / 2 - 250 + 130 * n, y + h * 0.6, 110.0, 80.0) for n in range(len(BIDS))]
        self.choice_boxes = list(zip(boxes, BIDS, strict=True))

    def draw_stage(self, canvas: Canvas) -> None:
        """Who has how many points."""
        canvas.fill("ink")
        x, y, w, h = self.stage
        for seat, (name, points) in enumerate(zip(self.names(), self.seen.points, strict=True)):
            place = (x + w / 2, y + h * 0.25 + 44 * seat)
            canvas.text(f"{name}: {points}", place, LABEL, SEAT_COLOURS[seat], "bold", "centre")
        for box, bid in self.choice_boxes:
            canvas.panel(box, "raised", "brass", 2)
            middle = (box[0] + box[2] / 2, box[1] + box[3] / 2)
            canvas.text(bid, middle, HEADING, "paper", "title", "centre")
