"""How a panel makes do with the height there is: its items give way, the least missed first."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from game.ui.panel.base import Laid, Section
from game.ui.panel.basics import Hairline
from game.ui.panel.compose import NOTHING, Composed, ControlSpace
from game.ui.panel.items import FoldStage, Item
from game.ui.skin import Skin

GAPS_DP: Final = (9, 6, 4)
"""The spaces between items, in dp, that take the place of a wider one where it doesn't fit."""
OTHERS_DP: Final = 156
"""What the other items need where they have given way as far as they can, in dp."""
_GAP: Final = -1
"""Stands for the gap among the numbers of the items."""


class Folding:
    """Items in a column, as large as its height allows.

    Attributes:
        gap: The space between them in dp.
    """

    def __init__(
        self,
        items: Sequence[Item],
        gap: int,
        skin: Skin,
        width: int,
        room: int,
        before: "Folding | None" = None,
    ) -> None:
        """Let items give way until they fit, and take back what was more than needed.

        Args:
            items: What is to be shown, from top to bottom.
            gap: The space between them in dp, where there is enough of it.
            skin: Turns dp into pixels.
            width: The column's width in pixels.
            room: Its height in pixels.
            before: How the column was laid out last: most of it is still the same.
        """
        self._versions = [(item, *(fold.item for fold in item.folds)) for item in items]
        self._gaps = [gap, *(each for each in GAPS_DP if each < gap)]
        self._skin = skin
        self._width = width
        self._laid: dict[int, Laid] = {}
        is_same = before is not None and (before._skin, before._width) == (skin, width)
        self._before = before._steady if before is not None and is_same else []
        self._steady: list[tuple[Section, Laid]] = []
        # How often each item has given way, and the gap.
        self._depths = dict.fromkeys([*range(len(items)), _GAP], 0)
        steps = [
            (item.settled, fold.stage, place, index)
            for index, item in enumerate(items)
            for place, fold in enumerate(item.folds)
        ]
        steps += [(False, FoldStage.GAPS, place, _GAP) for place in range(len(self._gaps) - 1)]
        steps.sort()
        self._settle([index for is_settled, _, _, index in steps if is_settled], room)
        done: list[int] = []
        given = Counter(self._depths)
        for *_, index in steps:
            if given[index]:  # it has given way already
                given[index] -= 1
            elif self.height > room:
                self._depths[index] += 1
                done.append(index)
            else:
                break
        for index in reversed(done):
            self._depths[index] -= 1
            if self.height > room:
                self._depths[index] += 1

    def _settle(self, steps: Sequence[int], room: int) -> None:
        """Let settled items give way until they leave enough room to any others, come what may."""
        enough = room - self._skin.px(OTHERS_DP)
        for index in steps:
            if self._settled_height <= enough:
                return
            self._depths[index] += 1

    @property
    def _settled_height(self) -> int:
        versions = (each[self._depths[index]] for index, each in enumerate(self._versions))
        held = [item for item in versions if item is not None and (item.settled or item.sticky)]
        return sum([self.height_of(item) + self.gap_above(item) for item in held])

    @property
    def gap(self) -> int:
        """The space between the items, in dp."""
        return self._gaps[self._depths[_GAP]]

    @property
    def items(self) -> list[Item]:
        """What is left of them; no line stands where it parts nothing."""
        items: list[Item] = []
        last: Item | None = None  # that takes any room
        for index, versions in enumerate(self._versions):
            item = versions[self._depths[index]]
            if item is None:
                continue
            after_line = last is not None and type(last.section) is Hairline
            if type(item.section) is Hairline and (after_line or not items):
                continue
            if item.sticky and after_line and items[-1] is last:
                items.pop()
            items.append(item)
            if item.section != NOTHING:
                last = item
        return items

    @property
    def height(self) -> int:
        """The height of what is left, in pixels."""
        items = self.items
        heights = sum([self.height_of(item) for item in items])
        return heights + sum([self.gap_above(item) for item in items[1:]])

    def height_of(self, item: Item) -> int:
        """Return an item's height in pixels."""
        return self.laid_of(item).height

    def laid_of(self, item: Item) -> Laid:
        """Return where the parts of an item stand.

        What has no control and is equal to something of before stands as that did.
        """
        key, section = id(item), item.section  # the versions live as long as this does
        if key not in self._laid:
            known = next((laid for each, laid in self._before if each == section), None)
            laid = known or section.lay(self._skin, self._width)
            self._laid[key] = laid
            if isinstance(section, Composed) and not any(
                isinstance(part, ControlSpace) for part, _ in laid.places
            ):
                self._steady.append((section, laid))
        return self._laid[key]

    def gap_above(self, item: Item) -> int:
        """Return the space above an item, in pixels.

        What stands at the lower edge keeps its own, so that how much gives way above moves neither
        it nor the buttons that end right above it.
        """
        if item.gap is None:
            return self._skin.px(self.gap)
        keeps = item.sticky or item.settled
        return self._skin.px(item.gap if keeps else min(item.gap, self.gap))
