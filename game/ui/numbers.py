"""Numbers as players read them: short, with a real minus and thin spaces."""

MINUS = "\N{MINUS SIGN}"
THIN_SPACE = "\N{THIN SPACE}"


def grouped(number: int) -> str:
    """Write an integer with a thin space between thousands: 2 451."""
    text = f"{abs(number):,}".replace(",", THIN_SPACE)
    return MINUS + text if number < 0 else text


def short_count(count: int) -> str:
    """Write a count in at most four characters, rounded down: 640, 6.5k, 172k, 1.2M."""
    if count < 1_000:
        return str(count)
    for unit in ("k", "M", "G"):
        if count < 10_000:
            return f"{count // 100 / 10:.1f}{unit}"
        if count < 1_000_000:
            return f"{count // 1_000}{unit}"
        count //= 1_000
    return f"{count}G"


def short_rate(rate: float) -> str:
    """Write simulations a second with one decimal where it helps: 500, 15.4k, 1.2M."""
    for unit, size in (("M", 1e6), ("k", 1e3)):
        if rate >= 0.9995 * size:
            return f"{rate / size:.1f}{unit}"
    return f"{rate:.0f}"


def share(value: float) -> str:
    """Write a share of 0 to 1 as a whole percentage without its sign, as on a disc: 57."""
    return f"{100 * value:.0f}"


def percent(value: float, decimals: int = 1) -> str:
    """Write a share of 0 to 1 as a percentage, as in a table: 57.1 %."""
    return f"{100 * value:.{decimals}f}{THIN_SPACE}%"


def signed(number: float, decimals: int = 0) -> str:
    """Write a difference with its sign, a real minus and thin spaces: +2 209, -22.8, +0."""
    text = f"{abs(number):,.{decimals}f}".replace(",", THIN_SPACE)
    is_zero = not text.strip("0.")
    return (MINUS if number < 0 and not is_zero else "+") + text


def seconds(value: float) -> str:
    """Write a duration with one decimal: 2.0 s."""
    return f"{value:.1f}{THIN_SPACE}s"
