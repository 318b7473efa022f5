package io.fleet.wire.codec;

import io.fleet.config.SizeLimits;
import io.fleet.transport.Transport;

/** Bounds of what travels in a packet, besides those that the messages state themselves. */
public final class WireLimits {
    /** The highest node id. */
    public static final int MAX_NODE_ID = 1023;
    /** The highest number of a storage group. */
    public static final int MAX_STORAGE_GROUP = 1023;
    /** The longest body of an entry in bytes, which travels in chunks. */
    public static final int MAX_BODY = 16 * 1024 * 1024;
    /** The longest body that a batcher sends: longer than {@link #MAX_BODY} only where its mode splits values. */
    public static final int MAX_LONG_BODY = SizeLimits.LONG_BYTES + 64;
    /** The most bytes of answers in one {@link io.fleet.consensus.message.client.ReplyBatch}. */
    public static final int MAX_REPLY_BYTES = Transport.MAX_PACKET - 256;
    /** The most bytes of all answers to one entry that one replier sends, in as many packets as they need. */
    public static final int MAX_REPLY_STREAM = 1 << 30;
    /** The longest response channel of a remote client in characters. */
    public static final int MAX_CHANNEL_LENGTH = 256;

    private WireLimits() {
    }
}
