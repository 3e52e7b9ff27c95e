"""The reading of a match's open moves about each trader's ways, in a thread.

No frame waits for it: a move takes some hundredths of a second, a match that is gone on with a part
of a second.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import cast

from games import catalog
from games.core import WATCHERS, Event
from games.jaipur.asks import MoveReader
from games.match import seen_by
from games.mind import Mind
from games.spec import Params
from games.streams import Stream


class Reading:
    """A reader along a match; `mind` is its reading by now, and `fresh` marks a new one."""

    def __init__(self, params: Params) -> None:
        """Begin before the first move."""
        self.params = params
        self.mind: Mind = ()
        self.fresh = False
        self._lock = threading.Lock()
        self._line: tuple[Event, ...] = ()
        self._heard: tuple[Event, ...] = ()
        self._reader: MoveReader | None = None
        self._thread: threading.Thread | None = None

    def follow(self, events: Sequence[Event]) -> None:
        """Read the events since: `events` are all of the match.

        Only public events are read. After choices were taken back, all is read anew.
        """
        line = seen_by(tuple(events), (WATCHERS,))
        with self._lock:
            if line == self._line:
                return
            self._line = line
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, daemon=True)
                self._thread.start()

    def _run(self) -> None:
        """Read until there is no more, then report the result."""
        while True:
            with self._lock:
                line, done = self._line, self._heard == self._line
                if done:
                    self._thread, self.fresh = None, True
                    return
            self.mind = self._read(line)

    def _read(self, line: tuple[Event, ...]) -> Mind:
        reader = self._reader
        if reader is None or line[: len(self._heard)] != self._heard:
            reader, self._heard = cast(MoveReader, catalog.watcher("jaipur", "reader")), ()
            reader.begin((), catalog.rules("jaipur"), self.params, Stream.named(0, "reader"))
        reader.observe(line[len(self._heard) :])
        while reader.think():
            pass
        self._reader, self._heard = reader, line
        return reader.mind()

    @property
    def waiting(self) -> bool:
        """True while a reading is on its way or not yet seen."""
        return self._thread is not None or self.fresh

    def wait(self) -> None:
        """Come back when all is read."""
        thread = self._thread
        if thread is not None:
            thread.join()
