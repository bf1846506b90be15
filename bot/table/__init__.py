"""One game at one table: commands in, log and outbox rows out; no Telegram, no SQL, no words."""
