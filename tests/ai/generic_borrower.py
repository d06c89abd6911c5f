"""A generic algorithm with a function of another one, which uses what that one's module has."""

from tests.ai.generic_example import once


def thrice():
    return once() + once() + once()
