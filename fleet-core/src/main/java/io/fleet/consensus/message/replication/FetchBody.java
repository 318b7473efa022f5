package io.fleet.consensus.message.replication;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/**
 * Asks for bodies by id (S8); the LSN helps a storage node to find a body that it holds durably. Answered by
 * {@link EntryBody}.
 */
public final class FetchBody implements Message {
    /** The most bodies one message asks for. */
    public static final int MAX_BODIES = 64;

    /** How many are in use. */
    public int count;
    /** The LSNs. */
    public final long[] lsn = new long[MAX_BODIES];
    /** The batchers. */
    public final long[] batcherId = new long[MAX_BODIES];
    /** Where the first chunk that is missing starts in each body. */
    public final int[] offset = new int[MAX_BODIES];
    /** The numbers of the entries. */
    public final long[] sequence = new long[MAX_BODIES];

    @Override
    public MessageType type() {
        return MessageType.FETCH_BODY;
    }
}
