package io.fleet.bench.peer.jraft;

import java.io.Serializable;

/** What the client asks the leader; sent in the serialization that the RPC comes with. */
final class MapRequest implements Serializable {
    private static final long serialVersionUID = 1;

    private long key;
    /** Null for a get. */
    private byte[] value;

    /** For the serialization. */
    MapRequest() {
        this(0, null);
    }

    MapRequest(final long key, final byte[] value) {
        this.key = key;
        this.value = value;
    }

    long key() {
        return key;
    }

    byte[] value() {
        return value;
    }
}
