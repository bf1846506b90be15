"""The moderator: tables, their store, words and pictures, the chat side, the `lords` command."""
