"""The player's own best run on a board, beside the game on the same board."""

import pygame

from game.screens.play.sentences import sentence

SIZES = {"samegame_columns": 5, "samegame_rows": 5, "samegame_colours": 3}


def play(rig, scene, moves):
    for _ in range(moves):
        scene.play(scene.session.state.legal_moves[0])
        rig.settle()


def test_the_best_run_stands_beside_the_next_one_on_the_same_board(make_rig):
    rig = make_rig(**SIZES)
    scene = rig.open("samegame")
    play(rig, scene, 1)
    rig.read()
    assert scene.face.ghost.scores == ()
    assert "best" not in sentence(scene)
    while not scene.session.is_over:
        play(rig, scene, 1)
    total = round(scene.session.state.returns[0])
    assert scene.controls.again.label == "Beat it"
    rig.key(pygame.K_F5)
    rig.read()
    assert scene.session.record.length == 0
    assert scene.face.ghost.scores[-1] == total
    assert f"Your best: **{total}**." in sentence(scene)
    play(rig, scene, 1)
    assert f"Your best had **{scene.face.ghost.scores[1]}** here: **+0**." in sentence(scene)
    graph = scene.face.graph()
    assert [score for _, score in graph.ghost] == list(map(float, scene.face.ghost.scores))
    rig.key(pygame.K_n, pygame.KMOD_CTRL)
    rig.read()
    assert scene.face.ghost.scores == ()
