"""A generic algorithm for the tests of the specialisation."""


def once():
    return answer()  # noqa: F821 (bound by the kernel)


def twice():
    return once() + once()


GENERIC = (once, twice)
