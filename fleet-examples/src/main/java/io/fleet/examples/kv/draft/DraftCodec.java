package io.fleet.examples.kv.draft;

import io.fleet.machine.ShippedEffects;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Drafts in bytes: log time (long); the answers; how many expiries there are (int), and each (long); how many keys were
 * changed (int), and of each the key, the value, and when it expires (long), or, where nothing is left, the key and -1
 * (int). Answers, keys and values begin with their lengths (int). Numbers are little-endian.
 */
final class DraftCodec {
    /** To be raised with any change of the above, and of what comes of batches. */
    static final int FORMAT = 2;
    private static final int NOTHING = -1;

    private DraftCodec() {
    }

    /** Writes a draft from index 0; how many bytes, or {@link ShippedEffects#NOT_SHIPPED} where there is no room. */
    static int encode(final Draft draft, final MutableDirectBuffer buffer) {
        final List<DraftEntry> changed = draft.entries().stream().filter(DraftEntry::isChanged).toList();
        if (length(draft, changed) > ShippedEffects.MAX_BYTES) {
            return ShippedEffects.NOT_SHIPPED;
        }
        buffer.putLong(0, draft.timeMillis(), ByteOrder.LITTLE_ENDIAN);
        int at = putBytes(buffer, Long.BYTES, draft.answers());
        at = putInt(buffer, at, draft.expiries().size());
        for (final long expiry : draft.expiries()) {
            at = putLong(buffer, at, expiry);
        }
        at = putInt(buffer, at, changed.size());
        for (final DraftEntry each : changed) {
            at = putInt(buffer, at, each.key().length());
            buffer.putBytes(at, each.key().buffer(), 0, each.key().length());
            at += each.key().length();
            at = each.after() == null ? putInt(buffer, at, NOTHING)
                : putLong(buffer, putBytes(buffer, at, each.after().bytes()), each.after().expireAt());
        }
        return at;
    }

    private static long length(final Draft draft, final List<DraftEntry> changed) {
        long length = Long.BYTES + 3L * Integer.BYTES + draft.answers().length
            + (long) Long.BYTES * draft.expiries().size();
        for (final DraftEntry each : changed) {
            length += 2L * Integer.BYTES + each.key().length()
                + (each.after() == null ? 0 : Long.BYTES + each.after().bytes().length);
        }
        return length;
    }

    private static int putInt(final MutableDirectBuffer buffer, final int at, final int value) {
        buffer.putInt(at, value, ByteOrder.LITTLE_ENDIAN);
        return at + Integer.BYTES;
    }

    private static int putLong(final MutableDirectBuffer buffer, final int at, final long value) {
        buffer.putLong(at, value, ByteOrder.LITTLE_ENDIAN);
        return at + Long.BYTES;
    }

    private static int putBytes(final MutableDirectBuffer buffer, final int at, final byte[] bytes) {
        final int from = putInt(buffer, at, bytes.length);
        buffer.putBytes(from, bytes);
        return from + bytes.length;
    }

    /**
     * Reads a draft; no length in it is believed.
     *
     * @param before what is under a key.
     */
    static Draft decode(final DirectBuffer buffer, final int offset, final int length,
                        final Function<DraftKey, Held> before) {
        final Source source = new Source(buffer, offset, length);
        final long timeMillis = source.number("log time");
        final byte[] answers = source.bytes("answers", source.length("answers"));
        final List<Long> expiries = new ArrayList<>();
        for (int left = source.length("expiries"); left > 0; left--) {
            expiries.add(source.number("expiry"));
        }
        final List<DraftEntry> entries = new ArrayList<>();
        for (int left = source.length("keys"); left > 0; left--) {
            final DraftKey key = source.key();
            final DraftEntry entry = new DraftEntry(key, before.apply(key));
            entry.change(source.held());
            entries.add(entry);
        }
        source.requireEnd();
        return Draft.ofEffect(timeMillis, answers, entries, expiries);
    }

    /** The bytes that are left. */
    private static final class Source {
        private final DirectBuffer buffer;
        private final int end;
        private int at;

        Source(final DirectBuffer buffer, final int offset, final int length) {
            this.buffer = buffer;
            at = offset;
            end = offset + length;
        }

        /** Where so many bytes begin, which are there. */
        private int take(final String what, final int count) {
            if (count < 0 || count > end - at) {
                throw new IllegalArgumentException("an effect has " + what + " of " + count + " bytes, but "
                    + (end - at) + " are left");
            }
            final int from = at;
            at += count;
            return from;
        }

        long number(final String what) {
            return buffer.getLong(take(what, Long.BYTES), ByteOrder.LITTLE_ENDIAN);
        }

        private int word(final String what) {
            return buffer.getInt(take(what, Integer.BYTES), ByteOrder.LITTLE_ENDIAN);
        }

        /** A length or a count, of things of a byte at least. */
        int length(final String what) {
            final int length = word("a length of " + what);
            if (length < 0 || length > end - at) {
                throw new IllegalArgumentException("an effect has " + length + " as a length of " + what + ", but "
                    + (end - at) + " bytes are left");
            }
            return length;
        }

        byte[] bytes(final String what, final int length) {
            final int from = take(what, length);
            final byte[] bytes = new byte[length];
            buffer.getBytes(from, bytes);
            return bytes;
        }

        DraftKey key() {
            final int length = length("a key");
            return new DraftKey(buffer, take("a key", length), length);
        }

        Held held() {
            final int length = word("a length of a value");
            if (length == NOTHING) {
                return null;
            }
            return new Held(bytes("a value", length), number("expiry"));
        }

        void requireEnd() {
            if (at != end) {
                throw new IllegalArgumentException("an effect has " + (end - at) + " bytes behind its last key");
            }
        }
    }
}
