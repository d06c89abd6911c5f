"""Another order of moves, planted in one place or another, is found by the law."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from ai.search import proofs
from game.screens.play import duel, react, tree_view
from game.screens.play.candidates import Candidates
from game.screens.play.duel import DuelFace
from game.store.settings import Settings
from game.ui import overlay
from game.ui.panel.analysis import CandidateTable
from tests.laws import laws, order
from tests.laws.facts import BrokenLawError
from tests.laws.player import Player, Step
from tests.laws.test_laws import key
from tests.laws.world import playing

Plant = Callable[[pytest.MonkeyPatch], None]
TURN: list[Step] = [("play", 5), ("let_it_move", 0), ("wait", 3)]


def by_numbers(marks: Sequence[overlay.Mark]) -> list[overlay.Mark]:
    return sorted(marks, key=lambda mark: (not mark.has_numbers, -(mark.guess or 0.0)))


def on_the_board(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(overlay, "_in_order", by_numbers)


def in_a_value(patch: pytest.MonkeyPatch) -> None:
    marked = overlay.Mark

    def mark(**told: Any) -> overlay.Mark:
        return marked(**told if told["guess"] is None else told | {"value": told["guess"]})

    patch.setattr(overlay, "Mark", mark)


def in_the_table(patch: pytest.MonkeyPatch) -> None:
    told = DuelFace.truth_table

    def table(scene: Any, shown: overlay.Overlay) -> CandidateTable:
        return told(scene, replace(shown, marks=tuple(by_numbers(shown.marks))))

    patch.setattr(DuelFace, "truth_table", table)


def by_the_keys(patch: pytest.MonkeyPatch) -> None:
    found = Candidates.mark

    def mark(candidates: Candidates, rank: int | None) -> overlay.Mark | None:
        return found(candidates, None if rank is None else 8 - rank)

    patch.setattr(Candidates, "mark", mark)


def in_the_sentence(patch: pytest.MonkeyPatch) -> None:
    explain = duel.explain_duel

    def explained(state: Any, shown: Any, *others: Any, **options: Any) -> str:
        if shown is not None:
            shown = replace(shown, marks=shown.marks[::-1], exact=(), proof=None)
        return explain(state, shown, *others[:2], **options)

    patch.setattr(duel, "explain_duel", explained)


def in_the_tree(patch: pytest.MonkeyPatch) -> None:
    made = tree_view.tree_of
    patch.setattr(tree_view, "tree_of", lambda info, marks: made(info, marks[::-1]))


def in_a_hint(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(react, "hinted_mark", lambda shown: next(reversed(shown.marks), None))


def in_a_search(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(proofs, "in_order", lambda moves, _: sorted(moves, key=lambda each: each.visits))


PLANTS = (on_the_board, in_a_value, in_the_table, by_the_keys, in_the_sentence, in_the_tree)


@pytest.mark.parametrize("plant", [*PLANTS, in_a_hint, in_a_search])
def test_another_order_is_found(plant, tmp_path, monkeypatch):
    opens: list[Step] = [("hint", 104)] if plant is in_a_hint else [key("a")]
    opens += [key("t")] if plant is in_the_tree else []
    monkeypatch.setattr(laws, "LAWS", order.LAWS)
    is_hint = plant is in_a_hint
    steps = [*opens, *[*TURN, *(opens if is_hint else ())] * 4]
    for is_planted in (False, True):
        if is_planted:
            plant(monkeypatch)
        settings = Settings(theme="dark", sound=False, details=True)
        with playing("tictactoe", tmp_path / str(is_planted), 1, settings) as world:
            world.ai.budgets = world.ai.budgets[:1]
            player = Player(world)
            if not is_planted:
                player.play(steps)
                continue
            with pytest.raises(BrokenLawError, match=order.LAW):
                player.play(steps)
