"""Everything on the table has room of its own, on every stage."""

from __future__ import annotations

import itertools

import pygame
import pytest

from games.jaipur.places import StallPlaces, closed_boxes, hand_boxes, places_for
from games.jaipur.rules.goods import pack
from games.shell.draw.canvas import Box

STAGES = [(560, 720), (880, 720), (960, 720), (1040, 800), (1280, 720), (1440, 800)]


def boxes(places: StallPlaces) -> list[Box]:
    found = [*places.infos, *places.hands, *places.herds, *places.tokens, *places.market]
    return [*found, *places.bonus, places.deck, places.line, *([places.log] if places.log else [])]


@pytest.mark.parametrize(("wide", "tall"), STAGES)
@pytest.mark.parametrize("larger", [False, True])
def test_nothing_covers_anything_else(wide: int, tall: int, larger: bool) -> None:
    places = places_for((0.0, 0.0, wide, tall), larger)
    found = [pygame.Rect(*(round(value) for value in box)) for box in boxes(places)]
    whole = pygame.Rect(0, 0, wide, tall)
    assert len(found) == 3 * 2 + 6 + 5 + 3 + 2 + (wide >= 1150)
    for rect in found:
        assert whole.contains(rect), rect
    for one, other in itertools.combinations(found, 2):
        assert not one.inflate(-2, -2).colliderect(other.inflate(-2, -2)), (one, other)


def test_the_market_is_the_largest_thing() -> None:
    for wide, tall in STAGES:
        places = places_for((0.0, 0.0, wide, tall))
        cards = [box for *_, box in hand_boxes(pack("DGSCPLL"), places.hands[1])]
        assert places.card > max(box[2] for box in cards)


def test_cards_of_a_hand_stand_by_kind_within_their_room() -> None:
    for letters in ("D", "DDGGSSC", "DGSCPLL", "LLLLLLL", "DGSCPL"):
        room = (100.0, 50.0, 400.0, 132.0)
        found = hand_boxes(pack(letters), room)
        assert "".join(kind for kind, _, _ in found) == letters
        assert found[0][2][0] >= 100 - 1e-6
        assert found[-1][2][0] + found[-1][2][2] <= 500 + 1e-6
    assert hand_boxes(0, room) == []


def test_a_closed_hand_has_a_back_for_each_card() -> None:
    for cards in range(8):
        found = closed_boxes(cards, (0.0, 0.0, 300.0, 84.0))
        assert len(found) == cards
        assert all(x >= 0 and x + w <= 300 for x, _, w, _ in found)


def test_tokens_stay_large_enough_to_be_read_beside_a_mind() -> None:
    for width in range(480, 1200, 40):
        widths = {round(box[2]) for box in places_for((0.0, 0.0, float(width), 700.0)).tokens}
        assert min(widths) >= 125, width  # a symbol and five tokens of 14 units
