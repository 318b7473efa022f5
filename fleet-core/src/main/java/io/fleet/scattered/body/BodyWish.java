package io.fleet.scattered.body;

import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.consensus.message.replication.OrderEntry;

/** What a batcher would like to become of an entry: wishes, which the leader may follow or not. */
public final class BodyWish {
    /** Who is to answer it, see {@link EntryBody#replier}. */
    public int replier = OrderEntry.NO_REPLIER;
    /** The part of the voters that it was sent to, see {@link EntryBody#part}. */
    public int part = EntryBody.EVERYONE;

    BodyWish() {
    }

    void read(final EntryBody chunk) {
        replier = chunk.replier;
        part = chunk.part;
    }

    void clear() {
        replier = OrderEntry.NO_REPLIER;
        part = EntryBody.EVERYONE;
    }

    /** Says the same of the body in another message. */
    public void write(final EntryBody chunk) {
        chunk.replier = replier;
        chunk.part = part;
    }
}
