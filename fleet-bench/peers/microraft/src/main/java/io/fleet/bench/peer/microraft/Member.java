package io.fleet.bench.peer.microraft;

import io.microraft.RaftEndpoint;

/**
 * A replica's name.
 *
 * @param number from 0.
 */
record Member(int number) implements RaftEndpoint {
    @Override
    public Object getId() {
        return number;
    }
}
