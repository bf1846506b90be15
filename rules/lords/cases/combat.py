"""Placeholder for kind = "combat"."""

from collections.abc import Mapping
from typing import Any

from rules.lords.cases.table import Outcome, state_of


def play(case: Mapping[str, Any]) -> Outcome:
    """Play the case."""
    return Outcome({}, [], state_of(case, [{}], "opening"))
