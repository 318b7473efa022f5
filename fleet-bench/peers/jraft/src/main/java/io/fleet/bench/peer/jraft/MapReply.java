package io.fleet.bench.peer.jraft;

import java.io.Serializable;

/** What the leader answers. */
final class MapReply implements Serializable {
    private static final long serialVersionUID = 1;

    /** Of a get; null where there is none. */
    private byte[] value;
    /** Why it failed; null when it did not. */
    private String failure;

    /** For the serialization. */
    MapReply() {
        this(null, null);
    }

    MapReply(final byte[] value, final String failure) {
        this.value = value;
        this.failure = failure;
    }

    byte[] value() {
        return value;
    }

    String failure() {
        return failure;
    }
}
