import pygame
import pytest


@pytest.fixture(autouse=True, scope="package")
def fonts_ready():
    pygame.font.init()
