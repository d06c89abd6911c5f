"""What a screen reader sees of a window: run by the system's Python, which has its library.

Reads a command a line, in JSON, and answers in a line: "read" with role, name, value and states of
each thing in the window, "press" with whether there was one of a role and a name to be pressed.
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


def read():
    there = window()
    if there is None:
        return []
    there.clearCache()
    return [
        (
            each.getRoleName(),
            each.name,
            each.description,
            [STATES[state] for state in each.getState().getStates() if state in STATES],
        )
        for each in everything(there)
    ]


def press(role, name, is_whole):
    there = window()
    for each in everything(there) if there else ():
        is_it = each.name == name if is_whole else each.name.startswith(name)
        if is_it and each.getRoleName() == role:
            return bool(each.queryAction().doAction(0))
    return False


for line in sys.stdin:
    do, *arguments = json.loads(line)
    try:
        answer = {"read": read, "press": press}[do](*arguments)
    except Exception as error:  # what it looked at is gone by now
        print(error, file=sys.stderr)
        answer = None
    print(json.dumps(answer), flush=True)
