package io.fleet.examples.kv;

/** What the store takes at most. All replicas use the same values, so all refuse the same commands. */
public final class KvLimits {
    /** The largest command and the largest answer of a group at its defaults, in bytes. */
    public static final int MAX_MESSAGE_BYTES = 8 * 1024 * 1024;
    /** What keys, operation codes and lengths around one value may need, in bytes. */
    public static final int OVERHEAD_BYTES = 1024;
    /** The largest value in bytes: 8 MiB less {@link #OVERHEAD_BYTES}. */
    public static final int MAX_VALUE_BYTES = MAX_MESSAGE_BYTES - OVERHEAD_BYTES;
    /** The most commands in one batch, or in one transaction, that a machine takes. */
    public static final int MAX_COMMANDS = 1024 * 1024;

    /**
     * The longest value in bytes that travels with the header of a command and is kept where the keys are; longer ones
     * are payloads, where the machine uses handles.
     */
    public static final int INLINE_BYTES = 256;

    private KvLimits() {
    }
}
