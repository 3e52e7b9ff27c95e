"""A surface whose frames can be recorded, and are drawn only where they differ from each other."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import contextmanager

import pygame

from games.shell.draw.display_list import DisplayList, Draw
from games.shell.draw.strokes import blit

_SEE_THROUGH = pygame.SRCALPHA | pygame.SRCCOLORKEY


class Sheet:
    """The surface that canvases draw on, in pixels.

    Between `begin_frame` and `end_frame` all drawing becomes a list of steps
    (`games.shell.draw.display_list`); else it happens at once.
    """

    _surface: pygame.Surface
    _list: DisplayList

    def _draw_on(self, surface: pygame.Surface) -> None:
        self._surface, self._list = surface, DisplayList(surface)

    def draw_with(self, other: Sheet) -> None:
        """Draw on the surface of another canvas, as part of its frame."""
        self._surface, self._list = other._surface, other._list

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
        """A `surface` at a `pixel` of the window, with an opacity `alpha` of 0..255.

        `area` is the part of it that is wanted. One that was drawn on since it was shown last has
        to have another `look` than it had then.
        """
        if alpha > 0:
            part = None if area is None else tuple(area)
            place = pygame.Rect(pixel, surface.get_size() if area is None else area.size)
            covers = alpha >= 255 and not surface.get_flags() & _SEE_THROUGH
            self.put(blit, place, surface, pixel, part, alpha, covers=covers, look=look)
