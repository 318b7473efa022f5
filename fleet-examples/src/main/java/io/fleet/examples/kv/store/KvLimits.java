package io.fleet.examples.kv.store;

import io.fleet.config.GroupConfig;
import io.fleet.config.SizeLimits;

/**
 * What the store takes at most. All replicas use the same values, so all refuse the same commands: what may be set
 * follows from what the members of a group have agreed.
 *
 * @param messageBytes the largest command and the largest answer, in bytes.
 */
public record KvLimits(int messageBytes) {
    /** The largest command and the largest answer of a group at its defaults, in bytes. */
    public static final int MAX_MESSAGE_BYTES = 8 * 1024 * 1024;
    /** What keys, operation codes and lengths around one value may need, in bytes. */
    public static final int OVERHEAD_BYTES = 1024;
    /** The largest value of a group at its defaults in bytes: 8 MiB less {@link #OVERHEAD_BYTES}. */
    public static final int MAX_VALUE_BYTES = MAX_MESSAGE_BYTES - OVERHEAD_BYTES;
    /** The largest value that a coded group may be set to take, in bytes: 64 MiB. */
    public static final int MAX_LONG_VALUE_BYTES = SizeLimits.PAYLOAD_BYTES;
    /** Of a group at its defaults. */
    public static final KvLimits STANDARD = new KvLimits(MAX_MESSAGE_BYTES);
    /** The most commands in one batch, or in one transaction, that a machine takes. */
    public static final int MAX_COMMANDS = 1024 * 1024;

    /** The least room for the answers of a batch, in bytes. */
    public static final int LEAST_ROOM = 4096;

    /**
     * The longest value in bytes that travels with the header of a command and is kept where the keys are; longer ones
     * are payloads, where the machine uses handles.
     */
    public static final int INLINE_BYTES = 256;

    /**
     * Those of a group.
     *
     * @param config the group's, of which the longest answer counts: it is agreed.
     * @return the limits, those at the defaults or above.
     */
    public static KvLimits of(final GroupConfig config) {
        return new KvLimits(Math.max(MAX_MESSAGE_BYTES,
            Math.min(config.maxReplyBytes(), MAX_LONG_VALUE_BYTES + OVERHEAD_BYTES)));
    }

    /**
     * The largest value.
     *
     * @return bytes.
     */
    public int valueBytes() {
        return messageBytes - OVERHEAD_BYTES;
    }
}
