"""Games in which players put down pieces to connect regions, such as Hex, Y and Bridg-it: forced wins by connections.

What is known of such a position is known by a *zone*: the empty sites that a proof looks at. Whatever the other player
does elsewhere changes nothing, so that of the replies only those in the zone have to be looked at, which is called the
*must-play* region.

- `ground` recognises the games, by their rules and by what planar boards allow (`planar`);
- `virtual` finds connections that nobody can cut (H-search);
- `pivotal` says which sites count most;
- `mustplay` searches, and `strategy` plays out what was found;
- `proving` is the proof that `ludens.solve.prove` gives.
"""
