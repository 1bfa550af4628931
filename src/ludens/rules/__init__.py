"""What every game's rules are made of: the state's fields, actions, the generation of moves, turns and ends."""
