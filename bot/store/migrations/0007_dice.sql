-- A game that goes on after its end goes on with new dice: whenever it ends, all secrets are told.

ALTER TABLE game ADD COLUMN shown INTEGER NOT NULL DEFAULT -1; -- the last entry it has ended at; -1 none

UPDATE game SET shown = step
WHERE setup <> '' AND (status <> 'play' OR id IN
    (SELECT game_id FROM deed WHERE kind IN ('finish', 'abort')));

CREATE TRIGGER game_shown AFTER UPDATE OF status ON game -- whichever way a game ends
WHEN new.status <> 'play' AND new.setup <> ''
BEGIN
    UPDATE game SET shown = new.step WHERE id = new.id;
END;
