"""What is kept: one SQLite file, one writing connection, rows in and out as plain structs."""
