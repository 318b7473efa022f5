package io.fleet.examples.kv;

import io.fleet.examples.kv.store.Entry;
import io.fleet.examples.kv.value.Lcs;
import io.fleet.examples.kv.value.LongDouble;
import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Commands that look at the bytes of values, or change some of them. */
final class ByteCommands {
    private static final byte[] NOTHING = new byte[0];
    private static final byte[] MATCHES = "matches".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LEN = "len".getBytes(StandardCharsets.US_ASCII);

    private final Turn turn;

    ByteCommands(final Turn turn) {
        this.turn = turn;
    }

    void getrange() {
        final long first = turn.number(1);
        final boolean isNumber = turn.numbers.valid();
        final long last = turn.number(2);
        if (!isNumber || !turn.numbers.valid()) {
            turn.out.error(KvErrors.NOT_AN_INTEGER);
            return;
        }
        final Entry entry = turn.read(0);
        final int length = entry == null ? 0 : entry.valueLength();
        final long from = Math.max(0, first < 0 ? first + length : first);
        final long to = Math.min(length - 1L, Math.max(0, last < 0 ? last + length : last));
        if (from > to || first < 0 && last < 0 && first > last) {
            turn.out.bulk(NOTHING);
        } else if (turn.keys.rope(entry) != null) {
            turn.out.bulk(turn.keys.rope(entry).slice((int) from, (int) (to - from + 1)));
        } else {
            turn.out.bulk(turn.keys.value(entry), (int) from, (int) (to - from + 1));
        }
    }

    void setrange() {
        final long offset = turn.number(1);
        if (!turn.numbers.valid()) {
            turn.out.error(KvErrors.NOT_AN_INTEGER);
            return;
        }
        if (offset < 0) {
            turn.out.error(KvErrors.OFFSET);
            return;
        }
        final int added = turn.args.length(2);
        final Entry entry = turn.write(0);
        final int before = entry == null ? 0 : entry.valueLength();
        if (added == 0) {
            turn.out.integer(before);
        } else if (offset > turn.limits.valueBytes() - added) {
            turn.out.error(KvErrors.TOO_LONG);
        } else {
            final byte[] value = copy(entry, Math.max(before, (int) offset + added));
            if (value != null) {
                turn.args.buffer().getBytes(turn.args.offset(2), value, (int) offset, added);
                turn.put(entry, 0, new UnsafeBuffer(value), 0, value.length);
                turn.out.integer(value.length);
            }
        }
    }

    /** A copy of a value, of another length that is no shorter; answers the error, and null, where there is none. */
    private byte[] copy(final Entry entry, final int length) {
        if (!turn.fits(entry, 0, length) || !mayLookInto(entry) || !mayCopy(length)) {
            return null;
        }
        final byte[] value = new byte[length];
        if (entry != null) {
            turn.bytes(entry).getBytes(0, value, 0, entry.valueLength());
        }
        return value;
    }

    private boolean mayCopy(final int length) {
        if (!turn.work.takeCopy(length)) {
            turn.out.error(turn.work.refusal());
            return false;
        }
        return true;
    }

    private boolean mayLookInto(final Entry entry) {
        if (entry != null && !turn.hasBytes(entry)) {
            turn.out.error(KvErrors.tooMuchToLookInto(turn.mostLookedInto()));
            return false;
        }
        return true;
    }

    void getbit() {
        final long bit = bitOffset();
        if (bit < 0) {
            return;
        }
        final Entry entry = turn.read(0);
        if (entry == null || bit >>> 3 >= entry.valueLength()) {
            turn.out.integer(0);
        } else if (mayLookInto(entry) && (turn.keys.rope(entry) == null || mayCopy(entry.valueLength()))) {
            turn.out.integer(turn.bytes(entry).getByte((int) (bit >>> 3)) >> shift(bit) & 1);
        }
    }

    void setbit() {
        final long bit = bitOffset();
        if (bit < 0) {
            return;
        }
        final long on = turn.number(2);
        if (!turn.numbers.valid() || on != 0 && on != 1) {
            turn.out.error(KvErrors.BIT);
            return;
        }
        final Entry entry = turn.write(0);
        final int at = (int) (bit >>> 3);
        final byte[] value = copy(entry, Math.max(entry == null ? 0 : entry.valueLength(), at + 1));
        if (value != null) {
            final int before = value[at] >> shift(bit) & 1;
            value[at] = (byte) (value[at] & ~(1 << shift(bit)) | (int) on << shift(bit));
            turn.put(entry, 0, new UnsafeBuffer(value), 0, value.length);
            turn.out.integer(before);
        }
    }

    /** Bits are counted from the highest of the first byte. */
    private static int shift(final long bit) {
        return 7 - (int) (bit & 7);
    }

    /** Which bit is meant; answers the error, and -1, where it is none that a value can have. */
    private long bitOffset() {
        final long bit = turn.number(1);
        if (!turn.numbers.valid() || bit < 0 || bit >>> 3 >= turn.limits.valueBytes()) {
            turn.out.error(KvErrors.BIT_OFFSET);
            return -1;
        }
        return bit;
    }

    void incrbyfloat() {
        final Entry entry = turn.write(0);
        final boolean isNumber = entry == null || entry.valueLength() <= LongDouble.MAX_READ;
        if (isNumber && !mayLookInto(entry)) {
            return;
        }
        final LongDouble before = !isNumber ? null
            : parse(entry == null ? "0" : text(turn.bytes(entry), 0, entry.valueLength()));
        final LongDouble added = before == null || turn.args.length(1) > LongDouble.MAX_READ ? null
            : parse(text(turn.args.buffer(), turn.args.offset(1), turn.args.length(1)));
        if (added == null) {
            turn.out.error(turn.work.isOver() ? turn.work.refusal() : KvErrors.NOT_A_FLOAT);
            return;
        }
        final LongDouble sum = before.plus(added);
        if (sum == null) {
            turn.out.error(KvErrors.NOT_FINITE);
            return;
        }
        final byte[] value = sum.toString().getBytes(StandardCharsets.US_ASCII);
        if (turn.fits(entry, 0, value.length)) {
            turn.put(entry, 0, new UnsafeBuffer(value), 0, value.length);
            turn.out.bulk(value);
        }
    }

    private LongDouble parse(final String text) {
        return LongDouble.parse(text, turn.work::take);
    }

    private static String text(final DirectBuffer buffer, final int offset, final int length) {
        final byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    void lcs() {
        boolean isLength = false;
        boolean isIndex = false;
        boolean withLengths = false;
        long least = 0;
        for (int i = 2; i < turn.args.count(); i++) {
            if (turn.args.is(i, "IDX")) {
                isIndex = true;
            } else if (turn.args.is(i, "LEN")) {
                isLength = true;
            } else if (turn.args.is(i, "WITHMATCHLEN")) {
                withLengths = true;
            } else if (turn.args.is(i, "MINMATCHLEN") && i + 1 < turn.args.count()) {
                least = turn.number(++i);
                if (!turn.numbers.valid()) {
                    turn.out.error(KvErrors.NOT_AN_INTEGER);
                    return;
                }
            } else {
                turn.out.error(KvErrors.SYNTAX);
                return;
            }
        }
        if (isIndex && isLength) {
            turn.out.error(KvErrors.LCS_BOTH);
            return;
        }
        final Lcs common = common(isIndex || !isLength);
        if (common == null) {
            return;
        }
        if (isIndex) {
            ranges(common, least, withLengths);
        } else if (isLength) {
            turn.out.integer(common.length());
        } else {
            turn.out.bulk(common.bytes());
        }
    }

    /** Compares two values; answers the error, and null, where that takes too much. */
    private Lcs common(final boolean keepsPath) {
        final Entry one = turn.read(0);
        final Entry other = turn.read(1);
        final int length = one == null ? 0 : one.valueLength();
        final int otherLength = other == null ? 0 : other.valueLength();
        if (!mayLookInto(one) || !mayLookInto(other) || !mayCopy(length) || !mayCopy(otherLength)) {
            return null;
        }
        if (!turn.work.take(Lcs.pairs(length, otherLength))) {
            turn.out.error(turn.work.refusal());
            return null;
        }
        return new Lcs(copy(one), copy(other), keepsPath);
    }

    private byte[] copy(final Entry entry) {
        if (entry == null) {
            return NOTHING;
        }
        final byte[] value = new byte[entry.valueLength()];
        turn.bytes(entry).getBytes(0, value);
        return value;
    }

    private void ranges(final Lcs common, final long least, final boolean withLengths) {
        turn.out.array(4);
        turn.out.bulk(MATCHES);
        final int position = turn.out.array(0);
        final int[] found = new int[1];
        common.ranges((from, otherFrom, length) -> {
            if (length >= least) {
                found[0]++;
                turn.out.array(withLengths ? 3 : 2);
                range(from, length);
                range(otherFrom, length);
                if (withLengths) {
                    turn.out.integer(length);
                }
            }
        });
        turn.out.setCount(position, found[0]);
        turn.out.bulk(LEN);
        turn.out.integer(common.length());
    }

    private void range(final int from, final int length) {
        turn.out.array(2);
        turn.out.integer(from);
        turn.out.integer(from + length - 1L);
    }
}
