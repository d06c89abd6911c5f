"""The places of the worst moves in a review, and which card stands in each."""

from collections import deque
from collections.abc import Sequence
from typing import Final

from game.play.grading import Grade
from game.play.session import Session
from game.screens.entry import make_board_view
from game.screens.review.card import ReviewCard
from game.ui.theme import MOTION

CARDS: Final = 3


class CardRow:
    """A card for each of the worst moves, as they become known.

    Attributes:
        cards: The cards, in the order of their places.
        is_crowded: Whether one waits for a place, or has it no longer by right.
    """

    def __init__(self, session: Session, *, can_retry: bool) -> None:
        """Begin without cards.

        Args:
            can_retry: Whether they offer to try their moves again.
        """
        self.cards: tuple[ReviewCard, ...] = ()
        self.is_crowded = False
        self._session = session
        self._can_retry = can_retry
        self._has_chosen = False
        self._walking: ReviewCard | None = None
        self._walked = 0.0

    def seat(self, graded: Sequence[Grade], worst: Sequence[Grade], pointed: int) -> int:
        """Give each of the worst moves a card; the cards that stay keep their places.

        A card makes room for a worse move only while the player has nothing to do with it, so
        that none changes that is about to be clicked.

        Args:
            graded: All grades of the moves that are looked at.
            pointed: The move that is pointed at.

        Returns:
            The move to point at: the first card's, as long as the player has chosen none.
        """
        by_ply = {grade.ply: grade for grade in graded}
        shown = {card.grade.ply for card in self.cards}
        coming = deque(grade for grade in worst if grade.ply not in shown)
        worst_plies = {grade.ply for grade in worst}
        cards = list(self.cards)
        for place, card in enumerate(cards):
            ply = card.grade.ply
            if ply in by_ply:
                card.learn(by_ply[ply])
            if coming and ply not in worst_plies and not self._is_in_use(card):
                cards[place] = self._card(place, coming.popleft())
        while coming and len(cards) < CARDS:
            cards.append(self._card(len(cards), coming.popleft()))
        if not coming and not any(map(self._is_in_use, cards)):
            # What has turned out to be no mistake goes.
            kept = [card.grade for card in cards if card.grade.ply in worst_plies]
            if len(kept) < len(cards):
                cards = [self._card(place, grade) for place, grade in enumerate(kept)]
        self.is_crowded = bool(coming) or len(cards) > len(worst_plies)
        self.cards = tuple(cards)
        plies = [card.grade.ply for card in cards]
        if plies and not self._has_chosen and pointed not in plies:
            pointed = plies[0]
        self._mark(pointed)
        return pointed

    def choose(self, ply: int) -> None:
        """Let the card of a move stand out, if there is one, as the player has chosen it."""
        self._has_chosen = True
        self._mark(ply)

    def _mark(self, ply: int) -> None:
        for card in self.cards:
            card.chosen = card.retry.primary = card.grade.ply == ply

    @property
    def chosen(self) -> ReviewCard | None:
        return next((card for card in self.cards if card.chosen), None)

    def _card(self, place: int, grade: Grade) -> ReviewCard:
        view = make_board_view(self._session.record.spec.name)
        return ReviewCard(place, self._session, grade, view, can_retry=self._can_retry)

    def _is_in_use(self, card: ReviewCard) -> bool:
        """Tell whether the player has chosen a card, plays its line, or is about to use it."""
        return card.is_touched or card.shown > 0 or (self._has_chosen and card.chosen)

    # The line on a card.

    def walk(self, card: ReviewCard) -> None:
        """Show a card's line move by move; a second press shows the played move again."""
        card.uncover()
        stops = card is self._walking or card.shown >= len(card.line)
        for other in self.cards:
            other.shown = 0
        self._walking = None
        if not stops:
            card.shown, self._walking, self._walked = 1, card, 0.0

    def update(self, dt: float) -> None:
        """Walk on."""
        card = self._walking
        if card is None:
            return
        self._walked += dt
        while self._walked >= MOTION.ghost_stone and card.shown < len(card.line):
            self._walked -= MOTION.ghost_stone
            card.shown += 1
        if card.shown >= len(card.line):
            self._walking = None

    def wake_after(self) -> float | None:
        """Return the seconds until the line goes on; None if none is walked."""
        return None if self._walking is None else max(0.0, MOTION.ghost_stone - self._walked)
