"""Placeholder for the step `opening`."""

from collections.abc import Mapping
from typing import Any

from rules.kernel.facts import Recorder
from rules.kernel.question import Question
from rules.lords.state import State, View


def asks(state: State) -> list[int]:
    """The seats that owe an answer."""
    return []


def question(view: View) -> Question | None:
    """What the viewer owes."""
    return None


def resolve(state: State, answers: Mapping[int, Any], record: Recorder) -> bool:
    """Resolve the step."""
    return True
