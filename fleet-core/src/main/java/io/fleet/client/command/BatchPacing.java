package io.fleet.client.command;

/**
 * When a batcher begins a new entry for commands that were never sent. Each entry costs packets, a flush and wake-ups
 * at every node, however many commands it holds; and what is sent faster than it is answered only fills the buffers of
 * the slowest node, until packets are lost.
 *
 * <p>So while much is under way, few new commands wait for more: until they are a quarter of what is under way, or have
 * waited for a millisecond. A command that finds nothing, or little, under way is sent at once. And while
 * anything is under way, no entry begins with a command that would bring it above a mebibyte: so there is no more than
 * that and one entry. None of this is a setting.
 */
final class BatchPacing {
    /** Commands under way for each one that may wait for more. */
    static final int SHARE = 4;
    /** The longest wait for more. */
    static final long MAX_WAIT_NS = 1_000_000;
    /** No new entry begins above this; about what a receiver's window holds. */
    static final long MAX_SENT_BYTES = 1 << 20;

    private static final long NS_PER_MEBIBYTE = 64_000_000;

    private BatchPacing() {
    }

    /**
     * How much longer than others a command may take before it is sent again: what it needs at 16 MiB a second, above a
     * mebibyte. Each copy of it costs the group as much as the first.
     */
    static long longer(final CommandSlot slot) {
        return longer(slot.length);
    }

    /** The same for all that is under way. */
    static long longer(final CommandWindow window) {
        return longer(window.sentBytes());
    }

    private static long longer(final long bytes) {
        return (bytes >> 20) * NS_PER_MEBIBYTE;
    }

    /** Whether so much is under way that a command has to wait for answers. */
    static boolean isFull(final CommandWindow window, final CommandSlot next) {
        return window.sentBytes() > 0 && window.sentBytes() + next.length > MAX_SENT_BYTES;
    }

    /** Whether an entry of commands that were never sent may begin now; there is at least one. */
    static boolean mayBegin(final CommandWindow window, final long nowNs) {
        final CommandSlot first = window.unsentSlot();
        if (isFull(window, first)) {
            return false;
        }
        final long unsent = window.next() - window.firstUnsent();
        return unsent * SHARE >= window.count() - unsent || nowNs - first.submitNs >= MAX_WAIT_NS;
    }
}
