-- Time at a table: the step's own clock, what is to be done when, who was missing, who is away,
-- pauses and votes.

CREATE TABLE step_time (                      -- the step at hand
    game_id  INTEGER PRIMARY KEY REFERENCES game (id),
    step     INTEGER NOT NULL,
    kind     TEXT NOT NULL,
    opened   TEXT NOT NULL,
    extended INTEGER NOT NULL DEFAULT 0,      -- how often it was extended by itself
    waiting  INTEGER NOT NULL DEFAULT 0,      -- its deadline is over, and it waits for the master
    late     INTEGER NOT NULL DEFAULT 0,      -- it was said that the deadline came late
    planned  TEXT NOT NULL DEFAULT ''         -- the deadline that reminders were planned for
) STRICT;

CREATE TABLE timer (                          -- what is due besides deadlines
    game_id INTEGER NOT NULL REFERENCES game (id),
    kind    TEXT NOT NULL,
    ref     INTEGER NOT NULL,                 -- a seat, or a vote
    mark    TEXT NOT NULL DEFAULT '',
    at      TEXT NOT NULL,
    PRIMARY KEY (game_id, kind, ref, mark)
) STRICT, WITHOUT ROWID;
CREATE INDEX timer_at ON timer (at);

CREATE TABLE attendance (
    game_id    INTEGER NOT NULL REFERENCES game (id),
    seat       INTEGER NOT NULL,
    missed     INTEGER NOT NULL DEFAULT 0,
    in_row     INTEGER NOT NULL DEFAULT 0,
    extensions INTEGER NOT NULL DEFAULT 0,    -- how many he has used up
    last       TEXT NOT NULL DEFAULT '{}',    -- the last answer of each kind, as written
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE person_time (
    person_id INTEGER PRIMARY KEY,
    zone      TEXT NOT NULL DEFAULT '',       -- '' the game's
    begin     INTEGER NOT NULL DEFAULT 1380,  -- quiet hours: minutes of the day; equal: none
    until     INTEGER NOT NULL DEFAULT 480,
    marks     TEXT,                           -- when he is reminded (JSON); NULL as the game says
    asked     INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE away (
    game_id   INTEGER NOT NULL REFERENCES game (id),
    seat      INTEGER NOT NULL,
    person_id INTEGER NOT NULL,
    until     TEXT NOT NULL,
    how       TEXT NOT NULL CHECK (how IN ('stand-in', 'deputy', 'slow')),
    deputy_id INTEGER,
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX away_deputy ON away (deputy_id) WHERE deputy_id IS NOT NULL;

CREATE TABLE pause (
    game_id INTEGER PRIMARY KEY REFERENCES game (id),
    since   TEXT NOT NULL,
    until   TEXT                              -- NULL: until somebody says so
) STRICT;

CREATE INDEX game_paused ON game (status) WHERE json_extract(settings, '$.chair.paused') = 1;

CREATE TABLE vote (
    id      INTEGER PRIMARY KEY,
    game_id INTEGER NOT NULL REFERENCES game (id),
    kind    TEXT NOT NULL,
    amount  INTEGER NOT NULL,                 -- seconds
    by_id   INTEGER NOT NULL,
    closes  TEXT NOT NULL,
    state   TEXT NOT NULL DEFAULT 'open'
            CHECK (state IN ('open', 'passed', 'failed', 'void', 'master'))
) STRICT;
CREATE INDEX vote_game ON vote (game_id);

CREATE TABLE ballot (
    vote_id   INTEGER NOT NULL REFERENCES vote (id),
    person_id INTEGER NOT NULL,
    yes       INTEGER NOT NULL,
    PRIMARY KEY (vote_id, person_id)
) STRICT, WITHOUT ROWID;
