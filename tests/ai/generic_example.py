"""A generic algorithm for the tests of the specialisation."""

NOTHING = 0


def once():
    return answer() + NOTHING  # noqa: F821 (bound by the kernel)


def twice():
    return once() + once()


def constant():
    return 42
