"""The Amazons arena of CodinGame: its lines, our bot, and a referee."""
