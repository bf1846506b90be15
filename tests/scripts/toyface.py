"""The toy game's face: plain words, so that chat scripts can be short."""

from html import escape

from bot.games import Offered
from bot.render.face import Picture
from rules.kernel.question import word, write
from rules.kernel.standin import RandomStandIn
from tests.toy import ToyGame


class ToyFace:
    def lexicon(self, lang):
        russian = {"north": ["север"], "yield": ["уступить"], "bid": ["ставка"]}
        return russian if lang == "ru" else {}

    def prompt(self, lang, view, question, walk, names, warn=True):
        return f"{question.kind}: {escape(write(walk.tokens))} …"

    def further(self, lang, view, question, walk, names):
        return ""

    def label(self, lang, view, question, walk, option, names):
        return word(option.token)

    def rows(self, options):
        return [options[i : i + 3] for i in range(0, len(options), 3)]

    def receipt(self, lang, view, question, tokens, names, warn=False):
        return f"<i>{escape(write(tokens))}</i>"

    def post(self, lang, view, facts, names, missed, history=()):
        told = [f"{fact.kind} {escape(str(fact.data))}" for fact in facts]
        return "\n\n".join([*told, *(f"missed: {escape(names[seat])}" for seat in missed)])

    def private(self, lang, view, facts, names):
        return "\n".join(f"secret {fact.kind} {fact.data['points']}" for fact in facts)

    def board(self, lang, view, names):
        taken = [f"{cell}: {escape(names[seat])}" for cell, seat in view.cells.items()]
        return "\n".join(taken) or "-"

    def seat(self, lang, view, seat, names):
        own = view.strength.get(seat, "?")
        return f"{escape(names[seat])}: strength {own}"

    def pictures(self, lang, view, facts, names):
        svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"></svg>'
        taken = [fact for fact in facts if fact.kind == "taken"]
        return [Picture(svg, f"{fact.data['cell']}", 40, 30) for fact in taken]

    def story(self, lang, steps, names):
        return "\n\n".join(self.post(lang, view, facts, names, ()) for view, facts in steps)

    def sketches(self, question):
        return False

    def planning_picture(self, lang, view, question, walk, names):
        return None

    def reason(self, lang, variant, reason):
        return f"can't: {reason.code}"

    def error(self, lang, variant, error):
        return f"{error.kind}: {escape(error.rest)}"

    def command(self, lang, variant, question, tokens, names):
        return write(tokens)

    def word(self, lang, variant, token, group, names):
        return word(token)

    def changes(self, lang, variant, found, names):
        return [f"{path}: {before} → {after}" for path, before, after in found]

    def written(self, lang, variant, text, names):
        return text

    def hand_guide(self, lang, variant, names):
        return []

    def step_name(self, lang, view):
        return view.step


TOY = {
    "toy": Offered(ToyGame(), ToyFace(), {"random": RandomStandIn()}, ("plain",), (2, 4)),
}
