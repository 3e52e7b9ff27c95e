"""The page "For a class": starts the service, opens a room, or goes on with an earlier one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from games.beside import Made
from games.guess import MULTIPLIERS, SPEC
from games.guess.classroom.calls import Caller, Refused, Unreachable, fresh_key
from games.guess.classroom.follower import RoomFollower
from games.guess.classroom.replies import BadReply
from games.guess.classroom.room_keys import (
    KeptRoom,
    KeptRooms,
    put_damaged_aside,
    read_kept,
    write_kept,
)
from games.guess.classroom.room_page import RoomPage
from games.guess.classroom.starting import (
    EVERYBODY,
    THIS_MACHINE,
    CannotStart,
    can_end,
    end_service,
    fetch_packages,
    install_words,
    start_service,
)
from games.guess.classroom.starting import running as service_in
from games.guess.rules.game import parse_multiplier
from games.guess.rules.names import LONGEST_TITLE, RefusedName, clean_name
from games.paths import FROZEN
from games.shell.draw.canvas import Canvas
from games.shell.draw.roles import WARNING
from games.shell.draw.theme import EDGE, LABEL, TEXT
from games.shell.input import InputEvent, Press
from games.shell.pages.clipboard import to_clipboard
from games.shell.pages.page import Page
from games.shell.shell import Shell
from games.shell.widgets.basic import Button, Choice, ProgressBar, TextField
from games.shell.widgets.form import Widget
from games.store.packages import Fetching, look_in

TITLE: Final = "For a class"
FIRST_TITLE: Final = "Guess 2/3"
NO_FOLDER: Final = (
    "A class is kept in the folder of saved data, and there is none; start the arcade with "
    "--data-dir FOLDER."
)
WHAT: Final = (
    "Everybody joins with a phone, you open rounds here, and the wall shows how the class thinks."
)
MISSING: Final = (
    "Phones need a few more packages on this computer, about 3 MB from the internet. One button "
    "gets them; this command in the folder of the arcade does the same:"
)
NO_PACKAGES: Final = (
    "This program has no place for the packages that phones need. Install the arcade from the file "
    "beside it by this command, start it as open-mind-arcade, and open the class there:"
)
EARLIER: Final = 4
"""So many earlier rooms are offered; chosen."""
POLL: Final = 0.1
LOOK_AGAIN: Final = 2.0
"""Seconds between two looks whether the packages came by the command."""
LOOPBACK: Final = "http://127."
HOSTS: Final = (EVERYBODY, THIS_MACHINE)
FAILED: Final = "It could not be done."
PROBLEMS: Final = (CannotStart, Unreachable, Refused, BadReply, OSError)


class ClassPage(Page):
    """The first page of a teacher."""

    emblem = "profile"

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell, TITLE)
        self.root: Path | None = shell.library.store.root
        self.kept = KeptRooms()
        self._fetching: Fetching | None = None
        self._looked = 0.0
        self.bar = ProgressBar()
        if self.root is not None:
            look_in(self.root)
            problem = put_damaged_aside(shell.library, self.root)
            self.kept = read_kept(self.root)
            if problem:
                shell.toast(problem)
        self.missing = install_words()
        self.running = False
        self.told = self.problem = ""
        self._work: Made[Callable[[], None]] | None = None
        self._looks = False
        self.name = TextField(
            "Title of the room", FIRST_TITLE, lambda text: None, LONGEST_TITLE,
            "What stands on the wall and on the phones.", self._open, named=True,
        )  # fmt: skip
        self.multiplier = Choice(
            "The target",
            [f"{name} of the average" for name in MULTIPLIERS],
            MULTIPLIERS.index("2/3"),
            lambda index: None,
            "What the average of all numbers is multiplied by.",
        )
        self.who = Choice(
            "Who can join",
            ["phones in this network", "this machine alone"],
            0,
            lambda index: None,
            "Phones join over the network that this machine is in. Nothing leaves that network.",
        )
        self._fill()
        self._look("Looking for the service …")

    @property
    def able(self) -> bool:
        """True if a class can be held here."""
        return self.root is not None and not self.missing

    def _fill(self) -> None:
        """The widgets for what can be done now."""
        widgets: list[Widget] = []
        if self.able:
            widgets = [self.name, self.multiplier, self.who]
            widgets.append(Button("Open a room", self._open, "main", "plus"))
            widgets += [self._earlier(room) for room in self.kept.rooms[:EARLIER]]
        self.who.enabled = not self.running
        self.fill([self.bar] if self._fetching is not None else widgets, True)
        foot = [Button("Back", self.close, icon="back")]
        if self.missing and self._fetching is None:
            if self.root is not None and not FROZEN:
                foot.append(Button("Get packages", self._fetch, "main", "plus"))
            foot.append(Button("Copy", self._copy, icon="copy", hint="Copy the command."))
        if self.running and self.root is not None and can_end(self.root):
            hint = "Phones can no longer guess. All that was guessed stays."
            foot.append(Button("End service", self._ask_end, icon="stop", hint=hint))
        self.foot.widgets = list(foot)
        self.foot.focus_on(foot[min(1, len(foot) - 1)] if self.missing else foot[0])
        self.active = self.body if self.able else self.foot
        self.layout(*self.size)

    def _earlier(self, room: KeptRoom) -> Button:
        hint = "Go on with this room: its players and rounds are still there."
        action = self._opener(room)
        return Button(f"Go on: {room.code} · {room.title}", action, icon="forward", hint=hint)

    def _opener(self, room: KeptRoom) -> Callable[[], None]:
        return lambda: self._go_on(room)

    # -- what is done beside the window --------------------------------------------------------

    def _begin(
        self, call: Callable[[], Callable[[], None]], told: str, looks: bool = False
    ) -> None:
        """Start work beside the window; its result is run here.

        While requested work is done, no other work is begun; work that only `looks` for the
        service gives way.
        """
        if self._work is None or self._looks:
            self.told, self._looks = told, looks
            self._work = Made(call)

    def _fetch(self) -> None:
        """Get the packages of the service, beside the window."""
        if self.root is not None:
            self.problem = ""
            self._fetching = fetch_packages(self.root)
            self._fill()

    def _fetched(self, fetching: Fetching) -> None:
        """Show how far the packages are, and go on once they are there."""
        self.bar.share = fetching.share
        if not fetching.done:
            return
        self._fetching, self.problem = None, fetching.problem
        self.missing = install_words()
        self._fill()
        if not self.missing:
            self.shell.toast("The packages are there.")

    def leave(self) -> None:
        """Fetch nothing any longer."""
        if self._fetching is not None:
            self._fetching.end()

    def update(self, dt: float) -> None:
        """See whether what was begun is done."""
        if self._fetching is not None:
            self._fetched(self._fetching)
        elif self.missing:
            self._looked += dt
            if self._looked >= LOOK_AGAIN:
                self._looked, self.missing = 0.0, install_words()
                if not self.missing:
                    self._fill()
        work = self._work
        if work is None or not work.done:
            return
        self._work, self.told = None, ""
        try:
            show = work.found
        except PROBLEMS as problem:
            self.shell.toast(str(problem) or FAILED)
            self._fill()
        else:
            show()

    def next_frame(self) -> float | None:
        """Return the time between looks while work is under way."""
        if self._work is not None or self._fetching is not None:
            return POLL
        return LOOK_AGAIN if self.missing else None

    def _look(self, told: str) -> None:
        """Look whether the service that is remembered is there."""
        root, kept = self.root, self.kept
        if root is not None:
            self._begin(lambda: self._found(service_in(kept, root)), told, looks=True)

    def _found(self, there: KeptRooms | None) -> Callable[[], None]:
        def show() -> None:
            self.running = there is not None
            if there is not None and self.kept.port != there.port:
                self._keep(there._replace(rooms=self.kept.rooms))
            self._fill()

        return show

    def _open(self) -> None:
        """Open a new room, and start the service before where it does not run."""
        root = self.root
        assert root is not None, "the button is there only where a class can be held"
        try:
            title = clean_name(self.name.text, LONGEST_TITLE)
        except RefusedName as problem:
            self.shell.toast(f"That title cannot be taken: {problem}")
            return
        multiplier = parse_multiplier(MULTIPLIERS[self.multiplier.index])
        fields = {"title": title, "multiplier": list(multiplier)}
        host, kept = HOSTS[self.who.index], self.kept

        def call() -> Callable[[], None]:
            running = service_in(kept, root) or start_service(root, host, kept)
            caller = Caller(running.here, running.admin, folder=root)
            made = caller.post("/rooms", fields, fresh_key())
            caller.close()
            room = KeptRoom(str(made["room"]), str(made["host"]), title)
            return lambda: self._enter(running.with_room(room), room)

        self._begin(call, "Starting the service …" if not self.running else "Opening the room …")

    def _go_on(self, room: KeptRoom) -> None:
        """Go on with an earlier room."""
        root, host, kept = self.root, HOSTS[self.who.index], self.kept
        if root is None:
            return

        def call() -> Callable[[], None]:
            running = service_in(kept, root) or start_service(root, host, kept)
            caller = Caller(running.here, room.host, folder=root)
            try:
                caller.get(f"/rooms/{room.code}/leaderboard?limit=1")
            except Refused as refused:
                if refused.kind != "not_found":
                    raise
                return lambda: self._gone(running, room)
            finally:
                caller.close()
            return lambda: self._enter(running.with_room(room), room)

        self._begin(call, "Looking for the room …")

    def _gone(self, kept: KeptRooms, room: KeptRoom) -> None:
        """A room that the database does not have is not offered again."""
        self.shell.toast(f"The database does not have the room {room.code} any more.")
        rooms = tuple(other for other in kept.rooms if other.code != room.code)
        self._keep(kept._replace(rooms=rooms))
        self.running = True
        self._fill()

    def _enter(self, kept: KeptRooms, room: KeptRoom) -> None:
        self._keep(kept)
        self.running = True
        self._fill()
        follower = RoomFollower(kept.here, kept.url.removeprefix("http://"), room, self.root)
        alone = kept.url.startswith(LOOPBACK)
        self.shell.push(RoomPage(self.shell, room, follower, alone, self._opener(room)))

    def _keep(self, kept: KeptRooms) -> None:
        before, self.kept = self.kept, kept
        if self.root is not None:
            problem = write_kept(self.shell.library, self.root, kept, before)
            if problem:
                self.shell.toast(problem)

    # -- the end of the service ----------------------------------------------------------------

    def _ask_end(self) -> None:
        told = "Phones can no longer guess. All that was guessed stays, and rooms can go on later."
        ask = self.shell.doors.ask
        self.shell.push(ask(self.shell, "End the service?", told, [("End it", self._end)]))

    def _end(self) -> None:
        if self.root is not None:
            end_service(self.root)
        self.running = False
        self._fill()
        self.shell.toast("The service ends. Rooms can go on when it is started again.")

    def _copy(self) -> None:
        done = to_clipboard(self.missing)
        self.shell.toast("Copied." if done else "The clipboard cannot be used here.")

    # -- the scene -----------------------------------------------------------------------------

    def handle(self, event: InputEvent) -> bool:
        """Open the game's help; hand on all other events."""
        if isinstance(event, Press) and event.action == "help" and not event.repeat:
            self.shell.push(self.shell.doors.help(self.shell, SPEC, None))
            return True
        return super().handle(event)

    def resume(self) -> None:
        """Look whether the service is still there."""
        self._look("")

    def place(self, box: tuple[float, float, float, float]) -> None:
        """Place a column below the words."""
        x, y, w, h = box
        self.body.column((x, y + 64, w, h - 64), 52, 6)

    def draw_body(self, canvas: Canvas) -> None:
        """Draw the meaning of a class, or what is missing."""
        x, y, w, _ = self.body_box
        width = canvas.width - 2 * EDGE
        if self.root is None:
            canvas.paragraph(NO_FOLDER, (x, y), w, LABEL, "paper")
        elif self._fetching is not None:
            canvas.text(self._fetching.doing, (x, y + 16), LABEL, "paper", max_width=w)
        elif self.missing:
            used = canvas.paragraph(WHAT, (x, y), w, TEXT, "quiet")
            words = NO_PACKAGES if FROZEN else MISSING
            used += 24 + canvas.paragraph(words, (x, y + used + 24), w, LABEL, "paper")
            box = (x, y + used + 20, width, 56.0)
            canvas.panel(box, "raised", "line", 2)
            place = (x + 20, box[1] + 28)
            canvas.text(self.missing, place, LABEL, "brass", "bold", max_width=width - 40)
            if self.problem:
                place = (x, box[1] + 56 + 24)
                canvas.paragraph(self.problem, place, w, LABEL, WARNING, most=3)
        else:
            told = self.told or (
                f"The service runs at {self.kept.url.removeprefix('http://')}."
                if self.running
                else WHAT
            )
            canvas.paragraph(told, (x, y), w, TEXT, "quiet", most=2)
