package io.fleet.ec.group;

import io.fleet.ec.dissemination.gather.ValueConsumer;

/**
 * Takes in what a quorum read found: nothing, or an entry as {@link ValueConsumer} has it. The read has returned with
 * {@link #onNothing} or {@link #onEnd}, and not before. Called by the thread that drives the group.
 */
public interface ReadHandler extends ValueConsumer {
    /** No slot writes the key (rule Q4). */
    void onNothing();

    /**
     * The key was written again while its value was gathered: what was given is void, and a newer one follows from its
     * header on.
     */
    default void onNewer() {
    }
}
