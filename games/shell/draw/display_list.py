"""A frame as a list of steps: the next one is drawn only where it differs.

While a canvas records, drawing waits: each fill, blit and line becomes a step, with the place (a
rectangle of pixels) that it can touch. When the frame is complete, its steps are compared with the
steps of the frame before. A pixel that no step touches which stands in one of the two lists alone
shows the right colour already. All others are the damage: some rectangles, in which the new steps
are drawn again from the ground up.

So a step has to hold all that it depends on. A surface that is blitted is known by its identity: a
caller that draws on it again afterwards makes another one, or gives the step another `look`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Final, NamedTuple

import pygame

from games.shell.access.listener import NodeListener
from games.shell.access.node import Box, Node
from games.shell.draw.strokes import blit

Draw = Callable[..., object]
"""Draws on a surface, its first argument; the others say what and where."""

APART: Final = 20_000
"""Two places that have so many pixels less apart than together are drawn apart; chosen by timing:
so many are blitted in the time that one more place costs."""
MOST_PLACES: Final = 8
"""So many places are drawn apart at most; chosen by hand."""
UNHEARD: Final = nullcontext()
"""What surrounds a drawing that no listener hears: frames are many, so it is made once."""
NEARLY_ALL: Final = 0.85
"""Past this share of the surface all of it is drawn at once; chosen by hand."""


class DrawStep(NamedTuple):
    """One thing that is drawn: how, with which arguments, and the clip that it was drawn under.

    A `whole` one looks otherwise where a clip cuts it, as smooth lines do.
    """

    draw: Draw
    arguments: tuple[Hashable, ...]
    clip: tuple[int, int, int, int] | None
    whole: bool
    look: Hashable


class DisplayList:
    """The steps of a frame on a `surface`, and the steps of the frame before."""

    def __init__(self, surface: pygame.Surface) -> None:
        self.surface = surface
        self.bounds = surface.get_rect()
        self.recording = False
        self.clip: pygame.Rect | None = None
        self._clip: tuple[int, int, int, int] | None = None
        self._steps: list[DrawStep] = []
        self._places: list[pygame.Rect] = []
        self._covers: list[int] = []
        self._before: tuple[list[DrawStep], list[pygame.Rect]] | None = None

    # -- recording ---------------------------------------------------------------------

    def begin(self) -> None:
        """Record the steps of another frame."""
        self.recording = True
        self._steps, self._places, self._covers = [], [], []
        self.set_clip(None)

    def set_clip(self, clip: pygame.Rect | None) -> None:
        """Let what follows be drawn inside of `clip` alone; None for the whole surface."""
        self.clip = clip
        self._clip = None if clip is None else (clip.x, clip.y, clip.w, clip.h)

    def add(
        self,
        draw: Draw,
        place: pygame.Rect,
        arguments: tuple[Hashable, ...],
        whole: bool = False,
        covers: bool = False,
        look: Hashable = None,
    ) -> None:
        """Note a step that touches no pixel outside of a `place`, and each in it if it `covers`."""
        place = place.clip(self.clip or self.bounds)
        if place.w and place.h:
            if covers:
                self._covers.append(len(self._steps))
            self._steps.append(DrawStep(draw, arguments, self._clip, whole, look))
            self._places.append(place)

    def forget(self) -> None:
        """Draw the next frame whole, because the surface may show any picture."""
        self._before = None

    def flush(self) -> None:
        """Draw the recorded steps at once, because a caller draws on the surface without steps.

        This frame can then not be compared, and the next one is drawn whole, too.
        """
        self.recording = False
        self._draw_in(self.bounds)
        self.surface.set_clip(self.clip)
        self.forget()

    # -- drawing -----------------------------------------------------------------------

    def finish(self) -> list[pygame.Rect]:
        """Draw what differs from the frame before; returns where that is."""
        if not self.recording:
            self.surface.set_clip(None)
            return [self.bounds]
        self.recording = False
        places = [self.bounds]
        if self._before is not None:
            places = self._joined(self._damage(*self._before))
        for place in places:
            self._draw_in(place)
        self._before = self._steps, self._places
        return places

    def _damage(self, steps: list[DrawStep], places: list[pygame.Rect]) -> Iterable[pygame.Rect]:
        """Return the places of the steps that only one of two frames has."""
        if steps == self._steps:
            return ()
        if len(steps) == len(self._steps):
            pairs = zip(steps, self._steps, strict=True)
            others = [number for number, (old, new) in enumerate(pairs) if old != new]
            return [each[number] for number in others for each in (places, self._places)]
        gone, come = _others(steps, self._steps)
        return [*(places[number] for number in gone), *(self._places[number] for number in come)]

    def _joined(self, places: Iterable[pygame.Rect]) -> list[pygame.Rect]:
        """Return the same places, those together that would save little by standing apart."""
        joined: list[pygame.Rect] = []
        for place in places:
            one = place
            while joined:
                lost, number = min((_lost(one, other), n) for n, other in enumerate(joined))
                if lost >= APART and len(joined) < MOST_PLACES:
                    break
                one = one.union(joined.pop(number))
            joined.append(one)
        area = self.bounds.w * self.bounds.h
        if sum(place.w * place.h for place in joined) > NEARLY_ALL * area:
            return [self.bounds]
        return joined

    def _draw_in(self, place: pygame.Rect) -> None:
        """Draw all steps that touch a `place`, clipped to it."""
        surface, steps = self.surface, self._steps
        for number in self._seen_in(place):
            step = steps[number]
            if step.whole:
                self._draw_whole(step, self._places[number], place)
                continue
            surface.set_clip(place if step.clip is None else place.clip(step.clip))
            step.draw(surface, *step.arguments)
        surface.set_clip(None)

    def _seen_in(self, place: pygame.Rect) -> list[int]:
        """Return the steps that touch a `place`, from the last on that covers all of it."""
        found = place.collidelistall(self._places)
        for number in reversed(self._covers):
            if self._places[number].contains(place):
                return found[bisect_left(found, number) :]
        return found

    def _draw_whole(self, step: DrawStep, around: pygame.Rect, place: pygame.Rect) -> None:
        """Draw a step that no clip may cut; what it changes outside of a `place` is put back."""
        kept = None if place.contains(around) else self.surface.subsurface(around).copy()
        self.surface.set_clip(step.clip)
        step.draw(self.surface, *step.arguments)
        if kept is not None:
            self.surface.set_clip(None)
            for strip in _beyond(around, place):
                self.surface.blit(kept, strip, strip.move(-around.x, -around.y))


def _others(before: list[DrawStep], now: list[DrawStep]) -> tuple[list[int], list[int]]:
    """Return the numbers of steps that have no equal in the other list, in the same order."""
    first, ends = 0, (len(before), len(now))
    least = min(ends)
    while first < least and before[first] == now[first]:
        first += 1
    same = 0
    while same < least - first and before[-1 - same] == now[-1 - same]:
        same += 1
    known: dict[DrawStep, list[int]] = {}
    for number in range(ends[0] - same - 1, first - 1, -1):
        known.setdefault(before[number], []).append(number)
    gone, come, last = set(range(first, ends[0] - same)), [], -1
    for number in range(first, ends[1] - same):
        waiting = known.get(now[number], [])
        while waiting and waiting[-1] <= last:
            waiting.pop()
        if waiting:
            last = waiting.pop()
            gone.discard(last)
        else:
            come.append(number)
    return sorted(gone), come


def _lost(one: pygame.Rect, other: pygame.Rect) -> int:
    """Return how many pixels more two places have together than apart."""
    both = one.union(other)
    return both.w * both.h - one.w * one.h - other.w * other.h


def _beyond(around: pygame.Rect, place: pygame.Rect) -> Iterator[pygame.Rect]:
    """Yield the parts of `around` that lie outside of a `place` that overlaps it."""
    inner = around.clip(place)
    yield pygame.Rect(around.x, around.y, around.w, inner.y - around.y)
    yield pygame.Rect(around.x, inner.bottom, around.w, around.bottom - inner.bottom)
    yield pygame.Rect(around.x, inner.y, inner.x - around.x, inner.h)
    yield pygame.Rect(inner.right, inner.y, around.right - inner.right, inner.h)


_SEE_THROUGH = pygame.SRCALPHA | pygame.SRCCOLORKEY


class RecordedSurface:
    """The surface that canvases draw on, in pixels.

    Between `begin_frame` and `end_frame` all drawing becomes a list of steps
    (`games.shell.draw.display_list`); else it happens at once. A `listener` takes the words.
    """

    listener: NodeListener | None = None
    _surface: pygame.Surface
    _list: DisplayList

    def _draw_on(self, surface: pygame.Surface) -> None:
        self._surface, self._list = surface, DisplayList(surface)

    def draw_with(self, other: RecordedSurface) -> None:
        """Draw on the surface of another canvas, as part of its frame."""
        self._surface, self._list = other._surface, other._list
        self.listener = other.listener

    def aloud(self, nodes: Callable[[], Iterable[Node]]) -> AbstractContextManager[None]:
        """Let a listener have these `nodes` in place of the words that are drawn inside."""
        return UNHEARD if self.listener is None else self.listener.instead(nodes())

    def spots(self, named: Iterable[tuple[str, Box]]) -> AbstractContextManager[None]:
        """Let a listener have a button for each name and box that are pressed by the mouse."""
        listener = self.listener
        if listener is None:
            return UNHEARD
        return listener.instead([listener.spot(name, box) for name, box in named])

    @property
    def surface(self) -> pygame.Surface:
        """The surface, with all on it that was drawn.

        A caller may draw on it while a frame is recorded, at a price: this frame and the next are
        drawn whole.
        """
        if self._list.recording:
            self._list.flush()
        return self._surface

    def begin_frame(self) -> None:
        """Record what is drawn from here on."""
        self._list.begin()

    def end_frame(self) -> list[pygame.Rect]:
        """Draw what differs from the frame before; returns where that is, in pixels."""
        return self._list.finish()

    def forget_frame(self) -> None:
        """Draw the next frame whole, whatever the surface shows."""
        self._list.forget()

    @contextmanager
    def onto(self, surface: pygame.Surface) -> Iterator[None]:
        """Draw on another `surface` of the same size."""
        before = self._surface, self._list
        self._surface, self._list = surface, DisplayList(surface)
        try:
            yield
        finally:
            self._surface, self._list = before

    def put(
        self,
        draw: Draw,
        place: pygame.Rect,
        *arguments: Hashable,
        whole: bool = False,
        covers: bool = False,
        look: Hashable = None,
    ) -> None:
        """Let `draw` draw on the surface with its `arguments`, which say all that it depends on.

        No pixel outside of a `place` may change; each in it does if it `covers` it. One that is
        `whole` would look otherwise where a clip cuts it. Where an argument is a surface that was
        drawn on since, its `look` is to be another.
        """
        if self._list.recording:
            self._list.add(draw, place, arguments, whole, covers, look)
        else:
            draw(self._surface, *arguments)

    @property
    def shown(self) -> pygame.Rect:
        """The clip, in pixels: the area that is drawn."""
        found = self._list.clip if self._list.recording else self._surface.get_clip()
        return self._list.bounds if found is None else found

    def set_clip(self, clip: pygame.Rect | None) -> None:
        """Draw only inside of `clip`, in pixels; None for the whole surface."""
        if self._list.recording:
            self._list.set_clip(clip)
        else:
            self._surface.set_clip(clip)

    def blit(
        self,
        surface: pygame.Surface,
        pixel: tuple[int, int],
        alpha: int = 255,
        area: pygame.Rect | None = None,
        look: Hashable = None,
    ) -> None:
        """Draw a `surface` at a `pixel` of the window, with an opacity `alpha` of 0..255.

        `area` is the part of it that is wanted. One that was drawn on since it was shown last has
        to have another `look` than it had then.
        """
        if alpha > 0:
            part = None if area is None else tuple(area)
            place = pygame.Rect(pixel, surface.get_size() if area is None else area.size)
            covers = alpha >= 255 and not surface.get_flags() & _SEE_THROUGH
            self.put(blit, place, surface, pixel, part, alpha, covers=covers, look=look)
