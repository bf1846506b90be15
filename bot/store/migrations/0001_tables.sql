-- Instants are UTC text (2025-03-01T12:00:00.000000Z), lists and tables are JSON text.

CREATE TABLE person (
    id        INTEGER PRIMARY KEY,            -- the account's id; never a name
    name      TEXT NOT NULL,
    language  TEXT NOT NULL DEFAULT '',
    gender    TEXT NOT NULL DEFAULT '',
    reachable INTEGER NOT NULL DEFAULT 1
) STRICT;

CREATE TABLE chat (
    id     INTEGER PRIMARY KEY,
    games  INTEGER NOT NULL DEFAULT 0,        -- the last short number given
    paused INTEGER NOT NULL DEFAULT 0         -- the bot was removed or muted
) STRICT;

CREATE TABLE game (
    id        INTEGER PRIMARY KEY,
    chat_id   INTEGER NOT NULL,               -- where it is told now; a group's id may change
    topic_id  INTEGER,
    number    INTEGER NOT NULL,
    status    TEXT NOT NULL CHECK (status IN ('lobby', 'play', 'over', 'cancelled', 'expired')),
    settings  TEXT NOT NULL,
    opener_id INTEGER NOT NULL REFERENCES person (id),
    master_id INTEGER NOT NULL,
    secret    TEXT NOT NULL,                  -- hex; its hash is shown, itself only at the end
    setup     TEXT NOT NULL DEFAULT '',       -- what the rules began with, seed included
    version   INTEGER NOT NULL DEFAULT 0,     -- moved by advances alone, by compare-and-set
    step      INTEGER NOT NULL DEFAULT 0,
    parent_id INTEGER REFERENCES game (id)
) STRICT;
CREATE INDEX game_chat ON game (chat_id);
CREATE INDEX game_living ON game (status) WHERE status IN ('lobby', 'play');

CREATE TABLE member (                         -- who is in a lobby, in the order of coming
    game_id   INTEGER NOT NULL REFERENCES game (id),
    person_id INTEGER NOT NULL REFERENCES person (id),
    place     INTEGER NOT NULL,
    nonce     TEXT NOT NULL,
    PRIMARY KEY (game_id, person_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX member_person ON member (person_id);

CREATE TABLE seat (
    game_id   INTEGER NOT NULL REFERENCES game (id),
    seat      INTEGER NOT NULL,
    person_id INTEGER REFERENCES person (id), -- NULL: nobody's
    name      TEXT NOT NULL,
    standin   TEXT NOT NULL,                  -- the kind that holds it; '' none
    nonce     TEXT NOT NULL,
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seat_person ON seat (person_id);

CREATE TABLE answer (                         -- what is owed at the step at hand
    game_id  INTEGER NOT NULL REFERENCES game (id),
    seat     INTEGER NOT NULL,
    step     INTEGER NOT NULL,
    revision INTEGER NOT NULL DEFAULT 0,
    draft    TEXT NOT NULL DEFAULT '[]',
    sent     TEXT,
    ready    INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE entry (                          -- the log: the truth
    game_id INTEGER NOT NULL REFERENCES game (id),
    step    INTEGER NOT NULL,
    at      TEXT NOT NULL,
    body    TEXT NOT NULL,
    PRIMARY KEY (game_id, step)
) STRICT;

CREATE TABLE snapshot (                       -- the state after each step
    game_id INTEGER NOT NULL REFERENCES game (id),
    step    INTEGER NOT NULL,
    rules   TEXT NOT NULL,
    state   TEXT NOT NULL,
    PRIMARY KEY (game_id, step)
) STRICT;

CREATE TABLE deadline (
    game_id INTEGER NOT NULL REFERENCES game (id),
    kind    TEXT NOT NULL CHECK (kind IN ('step', 'lobby')),
    at      TEXT,                             -- NULL while the game is paused
    held    REAL,                             -- the seconds that were left then
    PRIMARY KEY (game_id, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX deadline_at ON deadline (at);

CREATE TABLE outbox (
    id          INTEGER PRIMARY KEY,
    position    INTEGER NOT NULL,             -- a chat's rows go out in this order
    game_id     INTEGER NOT NULL REFERENCES game (id),
    step        INTEGER NOT NULL,
    audience    TEXT NOT NULL,
    kind        TEXT NOT NULL,
    code        TEXT NOT NULL DEFAULT '',
    person_id   INTEGER,                      -- NULL: the game's group
    seat        INTEGER,
    language    TEXT NOT NULL,
    body        TEXT,                         -- frozen facts and view, or a notice's data
    parts       TEXT NOT NULL DEFAULT '[]',
    message_ids TEXT NOT NULL DEFAULT '[]',
    tries       INTEGER NOT NULL DEFAULT 0,
    unsure      INTEGER NOT NULL DEFAULT 0,   -- a try ended without a known outcome
    version     INTEGER NOT NULL DEFAULT 0,   -- of a row that is said anew (lobby, status)
    not_before  TEXT,
    state       TEXT NOT NULL DEFAULT 'due' CHECK (state IN ('due', 'sending', 'done', 'dropped')),
    why         TEXT NOT NULL DEFAULT '',
    UNIQUE (game_id, step, audience, kind, code)
) STRICT;
CREATE INDEX outbox_position ON outbox (position);
CREATE INDEX outbox_pending ON outbox (position) WHERE state IN ('due', 'sending');

CREATE TABLE message (                        -- what has to be found again, to edit or to pin
    game_id     INTEGER NOT NULL REFERENCES game (id),
    purpose     TEXT NOT NULL,
    seat        INTEGER NOT NULL DEFAULT 0,
    chat_id     INTEGER NOT NULL,
    message_ids TEXT NOT NULL,
    PRIMARY KEY (game_id, purpose, seat)
) STRICT, WITHOUT ROWID;
