"""The master's chair in the chat: one private panel, and the same by commands."""
