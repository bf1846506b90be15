-- What Telegram would not take at once: answers to people, and question messages to be drawn again.

CREATE TABLE reply (
    id         INTEGER PRIMARY KEY,           -- a chat's answers go out in this order
    chat_id    INTEGER NOT NULL,
    since      TEXT NOT NULL,
    at         TEXT NOT NULL,                 -- not before
    tries      INTEGER NOT NULL,
    message_id INTEGER,                       -- the message to be changed; NULL: a new one
    text       TEXT NOT NULL,
    keyboard   TEXT NOT NULL,                 -- JSON as Telegram takes it; '' none
    topic_id   INTEGER,
    reply_to   INTEGER
) STRICT;

CREATE TABLE redraw (
    game_id   INTEGER NOT NULL REFERENCES game (id),
    person_id INTEGER NOT NULL,
    at        TEXT NOT NULL,                  -- not before
    anew      INTEGER NOT NULL,               -- at the end of the chat, not in its place
    note      TEXT NOT NULL,                  -- what was wrong with his last try
    PRIMARY KEY (game_id, person_id)
) STRICT, WITHOUT ROWID;
