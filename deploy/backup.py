"""Back up the games while the bot goes on: `backup.py DATABASE FOLDER [KEEP]`.

Writes FOLDER/lords-DATE.sqlite by SQLite's own online backup, checks it, and keeps the newest KEEP
(default 14). The standard library alone; the copy is readable by its owner alone.
"""

import os
import sqlite3
import sys
from contextlib import closing
from datetime import datetime, timezone
from pathlib import Path


def back_up(database, folder, keep=14):
    """Copy the database into the folder; its path (raises sqlite3.Error, OSError)."""
    os.umask(0o077)
    folder.mkdir(parents=True, exist_ok=True)
    name = "lords-{:%Y%m%d-%H%M%S}.sqlite".format(datetime.now(timezone.utc))
    target, part = folder / name, folder / (name + ".part")
    source = sqlite3.connect("file:{}?mode=ro".format(database), uri=True)
    with closing(source), closing(sqlite3.connect(str(part))) as copy:
        source.backup(copy)
        (verdict,) = copy.execute("PRAGMA integrity_check").fetchone()
    if verdict != "ok":
        raise sqlite3.DatabaseError("the copy is damaged: {}".format(verdict))
    part.rename(target)
    for old in sorted(folder.glob("lords-*.sqlite"))[:-keep]:
        old.unlink()
    return target


def main(arguments):
    """Run from the command line; the exit code."""
    if len(arguments) not in (2, 3) or (len(arguments) == 3 and not arguments[2].isdigit()):
        print("usage: backup.py DATABASE FOLDER [KEEP]", file=sys.stderr)
        return 2
    database, folder = Path(arguments[0]), Path(arguments[1])
    keep = max(1, int(arguments[2])) if len(arguments) == 3 else 14
    if not database.is_file():
        print("error: no database at {}".format(database), file=sys.stderr)
        return 1
    try:
        print(back_up(database, folder, keep))
    except (OSError, sqlite3.Error) as error:
        print("error: {}".format(error), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
