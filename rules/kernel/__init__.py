"""What every game is: seats, questions, answers, facts, views, seeded streams, log and replay."""
