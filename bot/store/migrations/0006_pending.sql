-- What a person has begun and not ended: a text he was asked for, a change tried out, a preview seen.

CREATE TABLE pending (
    person_id INTEGER NOT NULL,
    kind      TEXT NOT NULL,                  -- ask, set or seal
    game_id   INTEGER NOT NULL REFERENCES game (id),
    body      TEXT NOT NULL,                  -- what is needed to go on (JSON)
    PRIMARY KEY (person_id, kind, game_id)
) STRICT, WITHOUT ROWID;
