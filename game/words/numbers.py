"""Numbers as players read them: short, with a real minus and thin spaces."""

from datetime import date
from typing import Final

MINUS: Final = "\N{MINUS SIGN}"
THIN_SPACE: Final = "\N{THIN SPACE}"
_MONTHS: Final = (
    *("Jan", "Feb", "Mar", "Apr", "May", "Jun"),
    *("Jul", "Aug", "Sep", "Oct", "Nov", "Dec"),
)


def thousands(number: int) -> str:
    """Return a whole number with a thin space before every three digits: 2 451."""
    text = f"{abs(number):,}".replace(",", THIN_SPACE)
    return MINUS + text if number < 0 else text


def full_moves(plies: int) -> int:
    """Return how many moves so many plies are, as lists count: one of each player is one.

    Of the player to move, it is how many moves of its own lie in them, the last begun one too.
    """
    return (plies + 1) // 2


def ordinal(number: int) -> str:
    """Return a place in a row: 1st, 2nd, 3rd, 4th, 11th, 21st."""
    endings = {1: "st", 2: "nd", 3: "rd"}
    is_teen = number % 100 // 10 == 1
    return f"{number}{'th' if is_teen else endings.get(number % 10, 'th')}"


def signed(number: float, decimals: int = 0) -> str:
    """Return a number with its sign, as a gain or a loss: +2 209, −22.8, +0."""
    text = f"{abs(number):,.{decimals}f}".replace(",", THIN_SPACE)
    is_zero = not text.strip("0.")
    return (MINUS if number < 0 and not is_zero else "+") + text


def short_count(count: int) -> str:
    """Return a count in at most four characters, rounded down: 640, 4.8k, 12k, 172k, 1.3M."""
    if count < 1_000:
        return str(count)
    for unit in ("k", "M", "G"):
        if count < 10_000:
            return f"{count // 100 / 10:.1f}{unit}"
        if count < 1_000_000:
            return f"{count // 1_000}{unit}"
        count //= 1_000
    return f"{count}G"


def short_loss(loss: float) -> str:
    """Return what a move loses in at most four characters: 0, −0.4, −3.2, −23."""
    if loss < 0.05:
        return "0"
    return f"{MINUS}{loss:.1f}" if loss < 9.95 else f"{MINUS}{loss:.0f}"


def short_rate(rate: float) -> str:
    """Return simulations a second, with one decimal where it helps: 500, 15.4k, 1.2M."""
    for unit, size in (("M", 1e6), ("k", 1e3)):
        if rate >= 0.9995 * size:
            return f"{rate / size:.1f}{unit}"
    return f"{rate:.0f}"


def percent(share: float, decimals: int = 0) -> str:
    """Return a share of 1 as a percentage: 57 %, in tables 57.1 %."""
    return f"{_tenths(share) / 10:.{decimals}f} %"


def whole_percent(share: float) -> int:
    """Return a share of 1 in whole percent.

    It is rounded from tenths, which tables show; halves go to the even number, so that two
    shares that are 1 together come to 100.
    """
    return round(_tenths(share) / 10)


def _tenths(share: float) -> int:
    """Return a share of 1 in tenths of a percent; a half is one in spite of binary fractions."""
    return round(round(1000 * share, 6))


def seconds(duration: float) -> str:
    """Return a duration in seconds as text: 0.4 s, 3.0 s, 10 s, 2 min."""
    if duration >= 120:
        return f"{duration / 60:.0f} min"
    return f"{duration:.1f} s" if duration < 9.95 else f"{duration:.0f} s"


def about_seconds(duration: float) -> str:
    """Return a guess of seconds as text: about 8 s, about 25 s, about 3 min."""
    if duration >= 90:
        return f"about {duration / 60:.0f} min"
    step = 5 if duration > 12 else 1
    return f"about {max(1, step * round(duration / step))} s"


def day(iso: str) -> str:
    """Return a day as 21 Nov 2026."""
    when = date.fromisoformat(iso)
    return f"{when.day} {_MONTHS[when.month - 1]} {when.year}"
