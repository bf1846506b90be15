"""From a bare clone to a running bot or a tested tree: the one script behind `try` and `test`.

    python deploy/setup.py try [ARGS]    the bot on this machine, with a page to play on
    python deploy/setup.py test [ARGS]   every check; ARGS go to pytest
    python deploy/setup.py venv [dev]    only the environment (`dev`: with the checking tools)
    python deploy/setup.py lock          pin the libraries anew from pyproject.toml

The standard library alone. It finds Python 3.11 or later, keeps `.venv` in the checkout, installs
the pinned libraries by their hashes, and stamps what it did, so that a second run starts at once.
This file itself must be readable by older Pythons: they only look for a younger one.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile

OLDEST = (3, 11)
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
VENV = os.path.join(ROOT, ".venv")
BIN = os.path.join(VENV, "Scripts" if os.name == "nt" else "bin")
PYTHON = os.path.join(BIN, "python.exe" if os.name == "nt" else "python")
STAMP = os.path.join(VENV, "stamp")
REQUIREMENTS = {"run": "requirements.txt", "dev": "requirements-dev.txt"}
CHECKS = (
    ("ruff check", ["ruff", "check", "-q", "."]),
    ("ruff format", ["ruff", "format", "--check", "-q", "."]),
    ("mypy", ["mypy", "--no-error-summary"]),
    ("import-linter", ["lint-imports", "--no-logo"]),
)


class Trouble(Exception):
    """What went wrong, in one line for the person at the terminal."""


def say(text):
    """One line for the person at the terminal; standard output is for the command itself."""
    print(text, file=sys.stderr, flush=True)


def younger_python():
    """A Python on the PATH that is young enough (raises Trouble when there is none)."""
    ask = "import sys; raise SystemExit(sys.version_info < {})".format(OLDEST)
    names = ["python3.{}".format(minor) for minor in range(16, OLDEST[1] - 1, -1)]
    for name in [*names, "python3", "python"]:
        found = shutil.which(name)
        if found and subprocess.call([found, "-c", ask], stderr=subprocess.DEVNULL) == 0:
            return found
    raise Trouble("Python 3.11 or later is needed, and none was found on the PATH")


def stamp_of(kind):
    """What the environment must have been made from to serve: this place, Python and pins."""
    digest = hashlib.sha256(repr((ROOT, sys.version)).encode())
    with open(os.path.join(HERE, REQUIREMENTS[kind]), "rb") as pins:
        digest.update(pins.read())
    return kind + " " + digest.hexdigest()


def ready(kind):
    """Whether `.venv` already holds what this kind of run needs."""
    if not os.path.exists(PYTHON) or not os.path.exists(STAMP):
        return False
    with open(STAMP, encoding="utf-8") as stamp:
        made = stamp.read().split("\n")
    return stamp_of(kind) in made


def make_venv():
    """A fresh `.venv` (raises Trouble)."""
    made = subprocess.run(
        [sys.executable, "-m", "venv", "--clear", VENV], stdout=subprocess.PIPE, check=False
    )
    if made.returncode or not os.path.exists(PYTHON):
        raise Trouble(
            "no virtual environment could be made: is the venv module (python3-venv) there?"
        )


def install(kind):
    """Libraries into `.venv`, and the checkout onto its path (raises Trouble)."""
    say("setting up .venv for `{}`: the first time takes a minute".format(kind))
    if not in_place():
        make_venv()
    pins = os.path.join(HERE, REQUIREMENTS[kind])
    pip = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    if subprocess.call([*pip, "--require-hashes", "-r", pins]):
        raise Trouble("the libraries could not be installed; what pip said stands above")
    put_on_path()
    stamps = [stamp_of("run"), stamp_of("dev")] if kind == "dev" else [stamp_of("run")]
    with open(STAMP, "w", encoding="utf-8") as stamp:
        stamp.write("\n".join([*stamps, "place " + ROOT, "python " + sys.version, ""]))


def in_place():
    """Whether there is a `.venv` that serves: a moved one and one of another Python do not."""
    if not os.path.exists(PYTHON):
        return False
    if not os.path.exists(STAMP):  # begun and broken off, or the newcomer's own
        ask = "import pip, sys; raise SystemExit(sys.version_info < {})".format(OLDEST)
        return subprocess.call([PYTHON, "-c", ask], stderr=subprocess.DEVNULL) == 0
    with open(STAMP, encoding="utf-8") as stamp:
        made = stamp.read()
    return "place " + ROOT in made.split("\n") and "python " + sys.version in made


def put_on_path():
    """The checkout itself into `.venv`: its folders, and the `lords` command."""
    where = subprocess.check_output(
        [PYTHON, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    )
    with open(os.path.join(where.decode().strip(), "lords.pth"), "w", encoding="utf-8") as path:
        path.write(ROOT + "\n")
    if os.name == "nt":
        with open(os.path.join(BIN, "lords.cmd"), "w", encoding="utf-8") as command:
            command.write('@"%~dp0python.exe" -m bot %*\n')
        return
    script = os.path.join(BIN, "lords")
    with open(script, "w", encoding="utf-8") as command:
        command.write('#!/bin/sh\nexec "' + PYTHON + '" -m bot "$@"\n')
    os.chmod(script, 0o755)


def environment():
    """The environment of what is started: UTF-8 everywhere, `.venv`'s commands first."""
    path = os.pathsep.join([BIN, os.environ.get("PATH", os.defpath)])
    return dict(os.environ, PYTHONUTF8="1", PATH=path, VIRTUAL_ENV=VENV)


def start(command):
    """Become this command; where a process can't, wait for it and pass its exit code on."""
    if os.name == "nt":
        return subprocess.call(command, env=environment())
    sys.stdout.flush()
    os.execve(command[0], command, environment())
    return 1


def attempt(arguments):
    """`try`: the bot on this machine, with a page to play on."""
    if not ready("run"):
        install("run")
    return start([PYTHON, "-m", "bot", "try", *arguments])


def test(arguments):
    """`test`: all checks one after the other, the tests last; 0 when every one is content."""
    if not ready("dev"):
        install("dev")
    failed = []
    for name, command in CHECKS:
        say("== " + name)
        tool = shutil.which(command[0], path=BIN)
        code = subprocess.call([tool, *command[1:]], cwd=ROOT, env=environment(), stdout=sys.stderr)
        if code:
            failed.append(name)
    say("== pytest")
    tests = [PYTHON, "-m", "pytest", "-n", "2", *arguments]
    code = subprocess.call(tests, cwd=ROOT, env=environment())
    if failed:
        say("not content: " + ", ".join(failed))
    return code or bool(failed)


def venv(arguments):
    """`venv`: only the environment."""
    kind = "dev" if arguments == ["dev"] else "run"
    if not ready(kind):
        install(kind)
    return 0


def lock(arguments):
    """`lock`: pin every library for every platform, by hash, from pyproject.toml."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.check_call([sys.executable, "-m", "venv", folder])
        tools = os.path.join(folder, os.path.basename(BIN))
        subprocess.check_call([os.path.join(tools, "python"), "-m", "pip", "install", "-q", "uv"])
        for kind, extra in (("run", []), ("dev", ["--extra", "dev", "-c", "requirements.txt"])):
            compile_ = [
                os.path.join(tools, "uv"), "pip", "compile", "-q", "../pyproject.toml",
                "--universal", "--python-version", "3.11", "--generate-hashes", "--no-header",
                "--no-annotate", "--no-emit-index-url", "--no-emit-find-links", *extra,
                *arguments, "-o", REQUIREMENTS[kind],
            ]  # fmt: skip
            subprocess.check_call(compile_, cwd=HERE)
    return 0


COMMANDS = {"try": attempt, "test": test, "venv": venv, "lock": lock}


def main(arguments):
    """Run one command; its exit code."""
    if not arguments or arguments[0] not in COMMANDS:
        say("usage: python deploy/setup.py {try,test,venv,lock} [ARGS]")
        return 2
    if sys.version_info < OLDEST:
        return start([younger_python(), os.path.abspath(__file__), *arguments])
    return COMMANDS[arguments[0]](arguments[1:])


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Trouble as trouble:
        say("error: " + str(trouble))
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
