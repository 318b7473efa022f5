package io.fleet.ec.host;

import io.fleet.protocol.Turn;

/**
 * Where nobody leads nobody gives turns: a replica writes its snapshot when it likes. It goes on taking part in the
 * order meanwhile; only what it is the proxy of waits.
 */
final class NobodysTurn implements Turn {
    @Override
    public void ask() {
        // Nobody is asked.
    }

    @Override
    public boolean hasCome(final long applied) {
        return true;
    }

    @Override
    public void take() {
        // Nobody waits for it.
    }

    @Override
    public void letOthers() {
        // They have theirs anyway.
    }

    @Override
    public void end() {
        // Nobody waits for it.
    }
}
