-- Private help: whether a person wants hints and warnings; the planning picture that stands in his chat.

ALTER TABLE person ADD COLUMN hints INTEGER NOT NULL DEFAULT 1;

CREATE TABLE sketch (
    game_id    INTEGER NOT NULL REFERENCES game (id),
    seat       INTEGER NOT NULL,
    step       INTEGER NOT NULL,              -- the step whose plan it shows
    chat_id    INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;
