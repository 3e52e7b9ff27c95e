"""The stage of capture-the-flag: score, field, embers, and beliefs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from games.counting import places_of
from games.ctf import KNOWN
from games.ctf import layout as lay
from games.ctf.board import TEAM_COLOURS, BotLook, FieldBoard, Flashes
from games.ctf.lens import TeamFrame
from games.ctf.rules.orders import ORDER_WORDS, ORDERS
from games.ctf.rules.sensing import enemies_of
from games.ctf.rules.state import BOTS, State
from games.ctf.rulesets import CtfRules
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import HEADING, HUGE, LABEL, NOTE, SEAT_MARKS, TEXT
from games.shell.hooks import CornerButton
from games.shell.keys import MORE, named


def cells_words(bits: float) -> str:
    """Return a doubt in bits as a number of equally likely cells, in words."""
    if bits < KNOWN:
        return "seen"
    cells = places_of(bits)
    return f"somewhere in {cells} cells" if cells > 1 else "almost sure"


MINUTE: Final = 60  # seconds
SURPRISES: Final = ((0.5, "hardly"), (1.5, "a little"), (3.0, "much"))
"""Words for a surprise up to each number of nats; above the last, "very much". Chosen by hand."""


def _bits(frame: TeamFrame | None) -> tuple[float, ...]:
    """Return the doubt about each enemy in bits."""
    return (0.0, 0.0) if frame is None else frame.doubts


def surprise_words(nats: float) -> str:
    """Return a surprise in words."""
    return next((word for most, word in SURPRISES if nats <= most), "very much")


class OrderButton(CornerButton):
    """The button of an order to the mate: its word, with its key while it has one."""

    def draw(self, canvas: Canvas, told: str, bottom: float) -> None:
        """Draw the button with its word in it, and what it does where the mouse is."""
        x, y, w, h = self.box
        edge = "brass" if self.lit else "line"
        canvas.panel(self.box, "high" if told or self.lit else "raised", edge, *lay.ORDER_EDGE)
        ink = "brass" if self.lit else "paper"
        canvas.text(
            self.word, (x + w / 2, y + h / 2), NOTE, ink, "bold", "centre", w - lay.ORDER_IN
        )
        self._replace(word="").tip(canvas, told, bottom)


class Look(NamedTuple):
    """The picture of a moment: the match's `state`, the visible `bots`, and the belief of each team
    below the field (None while unknown).

    - `teams` are their names, `embers` the teams whose belief is on the field, `heard` the state
      whose readings are drawn, or None.
    - `ways` are the bots' intended cells, by bot; `numbered` shows the numbers of columns and rows,
      as minds name cells.
    - `fogged`: a person plays; `held`: a tape stands still; `replay` and `demo`: it is not steered
      from here.
    - `countdown` are the seconds until the match begins or goes on, `late` is how often an agent
      was.
    - `label` returns the key of an action on the device in hand, `pad` is True for a gamepad;
      `new` returns whether the player has still to be told the keys of actions.
    - `goal` is the cell that a person sent the own bot to, or None. `maze` names the maze.
    - `made` and `best` are the cells of a judged move and of the better one, None where none is.
    - `orders` has the order that holds for each mate, by bot; `ordering` is True where the person
      can give one.
    - `clock` is the time left to a person who plays, and `own` the points that person made, of
      those of the team; "" and None where nobody plays.
    - `hint` is the hint that is open in words, the fullest first. `asked` is True where a move is
      asked for at a moment that is looked at again, `at_choice` where a choice is shown there.
    """

    state: State
    bots: tuple[BotLook, ...]
    beliefs: Mapping[int, TeamFrame | None]
    teams: tuple[str, str]
    embers: tuple[int, ...]
    heard: State | None
    hearing: bool
    fogged: bool
    held: bool
    replay: bool
    demo: bool
    countdown: float
    late: int
    ways: Mapping[int, tuple[int, ...]]
    numbered: bool
    speed: str
    corner: float
    label: Callable[[str], str]
    new: Callable[..., bool] = lambda *actions: True
    pad: bool = False
    goal: int | None = None
    maze: str = ""
    hint: tuple[str, ...] = ()
    asked: bool = False
    at_choice: bool = False
    made: int | None = None
    best: int | None = None
    clock: str = ""
    own: int | None = None
    orders: Mapping[int, str] = MappingProxyType({})
    ordering: bool = False


class Stage:
    """Places and draws what is on the stage; `flashes` are what has just happened there."""

    def __init__(self, board: FieldBoard) -> None:
        self.board = board
        self.box: Box = (0, 0, 1280, 720)
        self.flashes = Flashes(board)
        self.unfolded = False

    def place(self, box: Box) -> None:
        """Put all in place on a stage."""
        x, y, w, h = self.box = box
        head, foot = self.head, self.foot
        self.board.place((x + lay.MARGIN, y + head, w - 2 * lay.MARGIN, h - head - foot))

    @property
    def wide(self) -> bool:
        """True if head and foot are one row each."""
        return self.box[2] >= lay.WIDE

    @property
    def head(self) -> float:
        """The height of what stands over the field."""
        return lay.HEADS[self.wide]

    @property
    def foot(self) -> float:
        """The height of what stands below the field."""
        return lay.FEET[self.wide]

    # -- buttons -----------------------------------------------------------------------

    def buttons(self, look: Look) -> list[CornerButton]:
        """Return the row for the mouse below the field."""
        x, y, w, h = self.box
        top, names = y + h - lay.BUTTON - lay.BUTTON_FOOT, self._names(look)
        left = x + w - lay.MARGIN - lay.PITCH * len(names) + (lay.PITCH - lay.BUTTON)
        row = [
            CornerButton(
                (left + lay.PITCH * place, top, lay.BUTTON, lay.BUTTON), icon, action, lit=lit
            )
            for place, (icon, action, lit) in enumerate(names)
        ]
        return [*row, *self._order_buttons(look, (x + lay.MARGIN, top))]

    def _order_buttons(self, look: Look, at: tuple[float, float]) -> list[CornerButton]:
        """Return a button for each order, from a place on; none where none can be given."""
        left, top = at
        return [
            OrderButton(
                (left + lay.ORDER_PITCH * place, top, lay.ORDER_WIDE, lay.BUTTON),
                order,
                f"order_{order}",
                ORDER_WORDS[order],
                order in look.orders.values(),
            )
            for place, order in enumerate(ORDERS if look.ordering else ())
        ]

    def _names(self, look: Look) -> list[tuple[str, str, bool]]:
        shown = ("eye" if look.embers else "eye-off", "beliefs", bool(look.embers))
        ears = ("sound", "readings", look.hearing)
        pace = [("down", "slower", False), ("up", "faster", False)]
        if look.replay:
            return [ears, shown]
        if look.fogged:
            return [*pace, ("info", "hint", bool(look.hint)), ears, shown]
        going = "play" if look.held else "pause"
        steps = [("step-back", "step_back", False), (going, "skip", False), ("step", "step", False)]
        more = ("plus", "more", self.unfolded)
        return [ears, shown, more] if self.unfolded else [*steps, *pace, more]

    def unfold(self) -> None:
        """Show the buttons behind More in the row, or the first ones again."""
        self.unfolded = not self.unfolded

    # -- drawing -----------------------------------------------------------------------

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw all of it."""
        canvas.fill("ink")
        self._draw_head(canvas, look)
        self.board.draw_map(canvas)
        if look.numbered:
            self.board.draw_numbers(canvas)
        self.board.draw_dots(canvas, look.state.food)
        for team in look.embers:
            frame = look.beliefs[team]
            if frame is not None:
                self.board.draw_team_belief(canvas, team, frame.beliefs)
        if look.heard is not None:
            self._draw_heard(canvas, look.heard)
        for number, cells in look.ways.items():
            self.board.draw_way(canvas, number, cells)
        if look.goal is not None:
            self.board.draw_goal(canvas, look.goal)
        for bot in look.bots:
            self.board.draw_bot(canvas, bot)
        for bot in look.bots:  # once more, where bots of one cell hide each other
            self.board.draw_badge(canvas, bot)
            if bot.bot in look.orders:
                self.board.draw_order(canvas, bot, ORDER_WORDS[look.orders[bot.bot]])
        marked = (None if n is None else self.board.cells[n] for n in (look.made, look.best))
        self.board.mark_choice(canvas, *marked)
        self.flashes.draw(canvas)
        self._draw_foot(canvas, look)
        if look.countdown > 0:
            self._draw_countdown(canvas, look.countdown)

    def _draw_heard(self, canvas: Canvas, state: State) -> None:
        """Draw the sight of the team to move, and its readings."""
        team, here = state.turn % 2, state.bots[state.turn]
        own = (state.bots[team], state.bots[team + 2]) if state.rules.shared else (here,)
        self.board.draw_sight(canvas, team, own, state.rules.sight)
        for reading in state.readings:
            self.board.draw_reading(canvas, team, here, reading, state.rules.noise)

    def _draw_head(self, canvas: Canvas, look: Look) -> None:
        """Draw the time left, or round and maze, and both teams with their points."""
        x, y, w, _ = self.box
        after = look.replay and not look.at_choice
        told = replayed_words(look.state) if after else look.clock or place_words(look.state)
        at, wide = x + lay.MARGIN, canvas.text_width(told, LABEL, "title")
        canvas.text(told, (at, y + lay.TITLE), LABEL, "paper", "title")
        notes = (look.maze, "")
        if look.clock:
            notes = ("left", "left") if look.own is not None else (f"left, {look.speed}", "left")
        room = w * lay.NOTE_SHARE if self.wide else look.corner - lay.GAP - at
        note = next((note for note in notes if canvas.text_width(note, NOTE) <= room), "")
        canvas.text(note, (at, y + lay.NOTES), NOTE, "quiet")
        ends = (x + lay.MARGIN, x + w - lay.MARGIN)
        if self.wide:
            ends = (at + max(wide, canvas.text_width(note, NOTE)) + lay.GAP, look.corner - lay.GAP)
        for team in (0, 1):
            self._draw_team(canvas, look, team, ends[team])
        place = (x + w / 2, y + lay.SCORE + lay.LOWER[self.wide])
        canvas.text(":", place, HEADING, "quiet", "title", "centre")

    def _draw_team(self, canvas: Canvas, look: Look, team: int, end: float) -> None:
        """Draw a team's marks and name, its points, and how many dots it has still to eat; all that
        ends at `end`.
        """
        x, y, w, _ = self.box
        y += lay.LOWER[self.wide]
        side = -1 if team == 0 else 1
        middle, colour = x + w / 2, TEAM_COLOURS[team]
        align = "right" if team == 0 else "left"
        score, size = str(look.state.score[team]), HEADING + lay.SCORE_LARGER
        place = (middle + side * lay.SCORE_AT, y + lay.SCORE)
        canvas.text(score, place, size, "paper", "title", align)
        inner = middle + side * (lay.MARKS_GAP + canvas.text_width(score, size, "title"))
        for number, bot in enumerate((team, team + 2)):
            at = (inner + side * (lay.MARK_AT + lay.MARK_PITCH * number), y + lay.SCORE)
            canvas.icon(SEAT_MARKS[bot], at, lay.MARK, colour)
        inner += side * lay.NAME_AT
        room = abs(end - inner)
        name = look.teams[team]
        canvas.text(name, (inner, y + lay.NAME), TEXT, colour, "bold", align, room)
        left = len(look.state.food[1 - team])
        told = f"{left} {'dot' if left == 1 else 'dots'} to eat"
        if look.own is not None and team in look.beliefs:
            apart = f"you {look.own}, mate {look.state.score[team] - look.own}"
            whole = f"{apart} · {told}"
            told = whole if canvas.text_width(whole, NOTE) <= room else apart
        canvas.text(told, (inner, y + lay.TO_EAT), NOTE, "quiet", "text", align, room)

    def _draw_foot(self, canvas: Canvas, look: Look) -> None:
        """Draw each team's belief, and the controls."""
        left, top, wide = self._words_box(look)
        teams = tuple(look.beliefs)
        share = wide / max(1, len(teams))
        row = top + lay.DOUBTS
        if look.hint:
            self._draw_hint(canvas, look.hint, (left, row, wide, lay.HINT_ROW))
        for place, team in enumerate(() if look.hint else teams):
            box = (left + place * share, row, share - lay.DOUBTS_GAP, lay.HINT_ROW)
            self._draw_doubts(canvas, look, team, box)
        found = foot_words(look)
        whole = (words for words in found if canvas.text_width(words, NOTE) <= wide)
        told = next(whole, found[-1])
        canvas.text(told, (left, top + lay.WORDS), NOTE, "quiet", max_width=wide)

    def _words_box(self, look: Look) -> tuple[float, float, float]:
        """Return left end, top and width of the words below the field: between the buttons, or on a
        narrow stage above them.
        """
        x, y, w, h = self.box
        left, right, top = x + lay.MARGIN, x + w - lay.MARGIN, y + h - self.foot
        if not self.wide:
            return left, top, right - left
        row = self.buttons(look)
        orders = [button.box[0] + button.box[2] for button in row if button.word]
        left = max(orders, default=left - lay.GAP) + lay.GAP
        right = min((button.box[0] for button in row if not button.word), default=x + w)
        return left, top, right - lay.GAP - left

    def _draw_hint(self, canvas: Canvas, found: Sequence[str], box: Box) -> None:
        """Draw the fullest words of a hint that there is room for."""
        x, y, w, _ = box
        sizes = ((words, size) for words in found for size in (TEXT, NOTE))
        fits = (each for each in sizes if canvas.text_width(each[0], each[1], "bold") <= w)
        words, size = next(fits, (found[-1], NOTE))
        canvas.text(words, (x, y), size, "brass", "bold", max_width=w)

    def _draw_doubts(self, canvas: Canvas, look: Look, team: int, box: Box) -> None:
        """Draw how well a team knows each of its enemies, by its mark."""
        x, y, w, _ = box
        frame = look.beliefs[team]
        own = look.fogged and not look.replay
        title = "What your team knows:" if own else known_words(look.teams[team])
        told = ["thinking" if frame is None else cells_words(bits) for bits in _bits(frame)]
        step = lay.ENEMY_PITCH + lay.ENEMY_GAP
        rest = sum(canvas.text_width(words, NOTE) + step for words in told)
        if canvas.text_width(title, NOTE) + lay.TITLE_GAP + rest <= w + lay.ENEMY_GAP:
            x += canvas.text(title, (x, y), NOTE, TEAM_COLOURS[team])
            x += lay.TITLE_GAP
        else:
            canvas.icon(SEAT_MARKS[team], (x + lay.OWN_MARK, y), lay.ENEMY, TEAM_COLOURS[team])
            x += lay.OWN_AT
        for place, enemy in enumerate(enemies_of(team)):
            ink = TEAM_COLOURS[1 - team]
            canvas.icon(SEAT_MARKS[enemy], (x + lay.ENEMY_MARK, y), lay.ENEMY, ink)
            x += canvas.text(told[place], (x + lay.ENEMY_WORDS, y), NOTE, "paper") + step
        if frame is not None and look.replay and not look.fogged and frame.nats is not None:
            words = f"how surprised it was: {surprise_words(frame.nats)}"
            at = (box[0], box[1] + lay.WORDS - lay.DOUBTS)
            canvas.text(words, at, NOTE, "quiet", max_width=w)

    def _draw_countdown(self, canvas: Canvas, seconds: float) -> None:
        x, y, w, h = self.board.box
        centre = (x + w / 2, y + h / 2)
        canvas.circle(centre, lay.COUNTDOWN, "ink")
        canvas.ring(centre, lay.COUNTDOWN, "brass", lay.COUNTDOWN_EDGE)
        told, size = str(int(seconds) + 1), HUGE * lay.COUNTDOWN_SHARE
        canvas.text(told, centre, size, "paper", "title", "centre")


def clock_words(state: State, rate: float) -> str:
    """Return the time left in minutes and seconds, at a `rate` of moves a second."""
    seconds = max(0, round((state.length - state.moves) / rate))
    minutes, rest = divmod(seconds, MINUTE)
    return f"{minutes}:{rest:02d}"


def place_words(state: State) -> str:
    """Return the place of a state in the match: the round, of how many."""
    rounds = -(-state.length // len(BOTS))
    return f"Round {min(rounds, state.moves // len(BOTS) + 1)} of {rounds}"


def replayed_words(state: State) -> str:
    """Return the round of the last move; the side has their number, and the move."""
    return f"Round {max(0, state.moves - 1) // len(BOTS) + 1}"


def known_words(name: str) -> str:
    """Return the heading of a team's knowledge, for one name or two."""
    return f"{name} know:" if "&" in name else f"{name} knows:"


def heard_words(rules: CtfRules) -> tuple[str, ...]:
    """Return the meaning of the lines of sight and readings, the fullest words first."""
    if rules.told == "distance":
        return (
            "Small diamonds: sight. An unseen enemy is between two large ones.",
            "Small: sight. Unseen: between two large.",
            "Small diamonds: sight.",
        )
    return (
        "Diamonds around bots: sight. An unseen enemy is in one of the others.",
        "Around bots: sight. Unseen: in the others.",
        "Around bots: sight.",
    )


STEERING: Final = ("up", "left", "down", "right", "go_up", "go_left", "go_down", "go_right")


def keys_steer(label: Callable[[str], str]) -> str:
    """Return the keys that steer; `label` returns the key of an action."""
    told = named("{up left down right} or {go_up go_left go_down go_right} steer", label)
    told = told.removeprefix("the ")
    return told[:1].upper() + told[1:]


def foot_words(look: Look) -> tuple[str, ...]:
    """Return the controls or a notice: whole sentences, the fullest first."""
    label = look.label
    if look.fogged and look.late:
        times = "once" if look.late == 1 else f"{look.late} times"
        told = f"An agent answered late {times}"
        return f"{told}; its bot stayed where it was.", f"{told}.", f"Late {times}."
    if look.hint:
        more = f"{label('hint')}: more of the hint"
        return f"Steer, and the match goes on. {more}.", "Steer, and the match goes on.", f"{more}."
    if look.asked:
        ways = "The stick or the cross" if look.pad else "An arrow key or a click"
        return f"{ways} chooses a way, {label('skip')} to stay.", f"{ways} chooses."
    if look.hearing:
        return heard_words(look.state.rules)
    if look.fogged and not look.replay:
        return _steering_words(look)
    if look.replay or look.demo:
        return ("",)
    goes, back, on = "goes on" if look.held else "stops", label("step_back"), label("step")
    first = f"{label('skip')} {goes}." if look.held or look.new("skip") else ""
    if look.pad:
        return (f"{first} {named(MORE, label)}.".strip(), first)
    if not look.new("step", "step_back"):
        return (first,)
    steps = (f"Keys {back} and {on} step back and on.", f"Steps: {back} and {on}")
    return (*(f"{first} {words}".strip() for words in steps), first)


def _steering_words(look: Look) -> tuple[str, ...]:
    """Return the keys that steer and are new to the player, the fullest words first."""
    label = look.label
    steer = "Stick or cross steers" if look.pad else keys_steer(label)
    moves = [steer] if look.new(*STEERING) else []
    stops = [f"{label('confirm')} stops"] if look.new("confirm", "skip") else []
    click = ["a click goes there"] if moves and not look.pad else []
    belief = f"{label('beliefs')}: belief" if look.new("beliefs") else ""
    clauses = ([*moves, *stops, *click], [*moves, *stops], moves)
    whole, *shorter = (f"{', '.join(each)}." if each else "" for each in clauses)
    return tuple(dict.fromkeys([f"{whole} {belief}".strip(), whole, *shorter]))
