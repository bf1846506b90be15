"""Time in the chat: schedules, reminders, vacations and votes, by words and by buttons."""
