"""What a screen reader sees of a window: run by the system's Python, which has its library.

Reads a command a line, in JSON, and answers in a line: "read" with role, name, value and states of
each thing in the window, "press" with whether there was one of a role and a name to be pressed,
"set" with whether there was one with a number, which it sets.
"""

import json
import sys

import pyatspi

STATES = {
    pyatspi.STATE_FOCUSED: "focused",
    pyatspi.STATE_PRESSED: "pressed",
    pyatspi.STATE_SELECTED: "selected",
    pyatspi.STATE_CHECKED: "checked",
}


def window():
    """Return the first window of a program; None while there is none."""
    for program in pyatspi.Registry.getDesktop(0):
        if program and program.childCount and program[0].getRole() == pyatspi.ROLE_FRAME:
            return program[0]
    return None


def everything(node):
    yield node
    for child in node:
        if child is not None:
            yield from everything(child)


def number(node):
    """Return what something is set to that has a number; nothing of others."""
    has_one = "Value" in pyatspi.utils.listInterfaces(node)
    return f"{node.queryValue().currentValue:g}" if has_one else ""


def read():
    there = window()
    if there is None:
        return []
    there.clearCache()
    return [
        (
            each.getRoleName(),
            each.name,
            each.description or number(each),
            [STATES[state] for state in each.getState().getStates() if state in STATES],
        )
        for each in everything(there)
    ]


def called(role, name, is_whole=True):
    """Yield what has a role and a name, or one that begins so."""
    there = window()
    for each in everything(there) if there else ():
        is_it = each.name == name if is_whole else each.name.startswith(name)
        if is_it and each.getRoleName() == role:
            yield each


def press(role, name, is_whole):
    return any(bool(each.queryAction().doAction(0)) for each in called(role, name, is_whole))


def set_number(role, name, number):
    for each in called(role, name):
        each.queryValue().currentValue = number
        return True
    return False


for line in sys.stdin:
    do, *arguments = json.loads(line)
    try:
        answer = {"read": read, "press": press, "set": set_number}[do](*arguments)
    except Exception as error:  # what it looked at is gone by now
        print(error, file=sys.stderr)
        answer = None
    print(json.dumps(answer), flush=True)
