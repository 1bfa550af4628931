"""The same games in the fast module and in the one that logs moves, where those of effects are listed first."""

from __future__ import annotations

import ludens


def check_agreement(rules: ludens.Game) -> None:
    """Play the same moves in the fast module and, logged, in the other one."""
    batch, plies = rules.batch(6, seed=3), 0
    states = [rules.from_bytes(bytes(block)) for block in batch.states]
    while any(not state.is_over for state in states) and plies < 70:
        counts = [0 if state.is_over else len(state.legal_moves()) for state in states]
        assert batch.count_moves().tolist() == counts
        chosen = [(7 * plies + 3 * i) % n if n else -1 for i, n in enumerate(counts)]
        batch.play(chosen)
        for state, number in zip(states, chosen, strict=True):
            if number >= 0:
                state.play(state.legal_moves()[number])
        assert [bytes(block) for block in batch.states] == [state.tobytes() for state in states]
        plies += 1
    assert plies > 3
