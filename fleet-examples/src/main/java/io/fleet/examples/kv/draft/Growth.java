package io.fleet.examples.kv.draft;

/** By how much a batch lets the store grow, and within which bounds it asked for that. */
final class Growth {
    private static final long NOTHING = Long.MIN_VALUE;

    private long entries;
    private long bytes;
    private long mostEntries = NOTHING;
    private long mostBytes = NOTHING;
    private long maxEntries;
    private long maxBytes;

    /** Entries and bytes come in, or go. */
    void count(final int moreEntries, final long moreBytes) {
        entries += moreEntries;
        bytes += moreBytes;
    }

    /** The batch asks for more: 0 or less asks for none. */
    void ask(final long moreEntries, final long moreBytes, final long boundOfEntries, final long boundOfBytes) {
        maxEntries = boundOfEntries;
        maxBytes = boundOfBytes;
        if (moreEntries > 0) {
            mostEntries = Math.max(mostEntries, entries + moreEntries);
        }
        if (moreBytes > 0) {
            mostBytes = Math.max(mostBytes, bytes + moreBytes);
        }
    }

    /** Whether all that was asked for is within the bounds, in a store that has so much. */
    boolean fits(final long heldEntries, final long heldBytes) {
        return (mostEntries == NOTHING || mostEntries <= maxEntries - heldEntries)
            && (mostBytes == NOTHING || mostBytes <= maxBytes - heldBytes);
    }
}
