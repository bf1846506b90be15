"""What imps do at the sites themselves, where orders name their cells (L2.17)."""

from collections.abc import Iterator, Sequence

from rules.kernel.facts import Recorder
from rules.lords.production import carry_out
from rules.lords.state import Errands, Lord, State
from rules.lords.work import Shift

VERBS = {"tunnels": "dig", "gold": "mine"}
"""What is done with the permit of a site."""


def run(state: State, lord: Lord, site: str, cells: Sequence[str], record: Recorder) -> None:
    """Use the permit just got in these cells, the first first, as far as it goes (L2.17, L4.1).

    What can't be done is told and skipped; the imps sent do nothing else this season (L4.4).
    """
    shift = Shift(state, lord, record, lord)
    carry_out(shift, VERBS[site], _as_permitted(shift, site, cells))
    del lord.permits[site]
    sent = lord.errands.sent if lord.errands else []
    lord.errands = Errands(sent, lord.imps - shift.free, sorted(shift.fresh))


def _as_permitted(shift: Shift, site: str, cells: Sequence[str]) -> Iterator[list[str]]:
    for cell in cells:
        if shift.left[site] > 0:
            yield [cell]
