-- What the master did at a table: the log's other half. What moved the game itself stands in `entry`.

CREATE TABLE deed (
    id      INTEGER PRIMARY KEY,
    game_id INTEGER NOT NULL REFERENCES game (id),
    step    INTEGER NOT NULL,                 -- the game's step when it had been done
    at      TEXT NOT NULL,
    by      INTEGER NOT NULL,                 -- a person's id; 0 the house itself
    kind    TEXT NOT NULL,
    why     TEXT NOT NULL,
    hidden  INTEGER NOT NULL,                 -- something the group may not know yet
    data    TEXT NOT NULL,                    -- what was done, for the log (JSON)
    patch   TEXT NOT NULL,                    -- what it changed, before and after (JSON)
    entry   INTEGER NOT NULL,                 -- the entry it wrote, from 1; 0 none
    undone  INTEGER NOT NULL DEFAULT 0        -- the deed that undid it; 0 it holds
) STRICT;
CREATE INDEX deed_game ON deed (game_id);
