"""Time at a table: schedules, reminders, absence, vacations, pauses, votes."""
