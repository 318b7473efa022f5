package io.fleet.replica.speculation;

import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.collections.LongHashSet;

/** The commands that are prepared and not published, by session and sequence: none is prepared twice. */
public final class PendingCommands {
    private final Long2ObjectHashMap<LongHashSet> sequences = new Long2ObjectHashMap<>();

    /**
     * Adds a command.
     *
     * @param session  its session.
     * @param sequence its number there.
     * @return false when it is there already.
     */
    public boolean add(final long session, final long sequence) {
        LongHashSet of = sequences.get(session);
        if (of == null) {
            of = new LongHashSet();
            sequences.put(session, of);
        }
        return of.add(sequence);
    }

    /**
     * Takes a command out.
     *
     * @param session  its session.
     * @param sequence its number there.
     */
    public void remove(final long session, final long sequence) {
        final LongHashSet of = sequences.get(session);
        if (of != null && of.remove(sequence) && of.isEmpty()) {
            sequences.remove(session);
        }
    }

    /** Takes all out. */
    public void clear() {
        sequences.clear();
    }
}
