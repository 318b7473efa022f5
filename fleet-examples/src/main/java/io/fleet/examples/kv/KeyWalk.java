package io.fleet.examples.kv;

import io.fleet.examples.kv.store.Entry;
import io.fleet.examples.kv.store.KeyOrder;
import java.util.BitSet;

/** The commands that walk over all keys. */
final class KeyWalk {
    /** SCAN ends a page past this many bytes; COUNT is a hint. */
    private static final int SCAN_PAGE_BYTES = 1024 * 1024;
    /** And past this much work. */
    private static final long SCAN_STEPS = Work.BATCH_STEPS / 16;
    private static final int SCAN_DEFAULT_COUNT = 10;

    private final KeyOrder keys;
    private final BatchReader args;
    private final ReplyBuilder out;
    private final Numbers numbers;
    private final Work work;
    /** Which of the keys that a page looked at are in it. */
    private final BitSet taken = new BitSet();
    private long now;

    KeyWalk(final KeyOrder keys, final BatchReader args, final ReplyBuilder out, final Numbers numbers,
            final Work work) {
        this.work = work;
        this.keys = keys;
        this.args = args;
        this.out = out;
        this.numbers = numbers;
    }

    void keys(final long time) {
        now = time;
        final Glob glob = glob(0);
        if (glob == null) {
            return;
        }
        final int mark = out.mark();
        final int position = out.array(0);
        int found = 0;
        for (Entry e = live(keys.first(0)); e != null && !work.isLate() && !out.overflow(); e = live(keys.next(e))) {
            final byte[] key = keys.key(e);
            if (glob.matches(key, work)) {
                out.bulk(key);
                found++;
            }
        }
        if (work.isOver()) {
            out.backTo(mark);
            out.error(work.refusal());
        } else {
            out.setCount(position, found);
        }
    }

    /** Answers the first key from a hash on, or of all. */
    void random(final long time, final long hash) {
        now = time;
        Entry entry = live(keys.first(hash));
        if (entry == null && !work.isOver()) {
            entry = live(keys.first(0));
        }
        if (work.isOver()) {
            out.error(work.refusal());
        } else if (entry == null) {
            out.nil();
        } else {
            out.bulk(keys.key(entry));
        }
    }

    /** Reads a pattern; answers the error, and null, where it is too long. */
    private Glob glob(final int argument) {
        final int length = args.length(argument);
        final int most = args.hasRoom() ? Glob.MAX_BYTES : Glob.OLD_MAX_BYTES;
        if (length > most) {
            out.error(KvErrors.patternTooLong(length, most));
            return null;
        }
        return Glob.of(args.buffer(), args.offset(argument), length);
    }

    void scan(final long time) {
        now = time;
        final long cursor = cursor();
        if (cursor < 0) {
            out.error(KvErrors.INVALID_CURSOR);
            return;
        }
        long count = SCAN_DEFAULT_COUNT;
        int match = -1;
        boolean strings = true;
        for (int i = 1; i < args.count(); i += 2) {
            final boolean more = i + 1 < args.count();
            if (more && args.is(i, "COUNT")) {
                count = numbers.parse(args.buffer(), args.offset(i + 1), args.length(i + 1));
                if (!numbers.valid()) {
                    out.error(KvErrors.NOT_AN_INTEGER);
                    return;
                }
            } else if (more && args.is(i, "MATCH")) {
                match = i + 1;
            } else if (more && args.is(i, "TYPE")) {
                strings = args.is(i + 1, "STRING");
            } else {
                out.error(KvErrors.SYNTAX);
                return;
            }
            if (count < 1) {
                out.error(KvErrors.SYNTAX);
                return;
            }
        }
        final Glob glob = match < 0 ? null : glob(match);
        if (match < 0 || glob != null) {
            page(cursor, count, glob, strings);
        }
    }

    /**
     * Answers one page: all keys from the cursor's hash on, until enough was looked at and the hash changes. The next
     * cursor is the hash of the next key, so a key that is there during the whole walk is met whatever is added or
     * deleted meanwhile. Hashes have 63 bits and nobody can make two keys collide, so a page ends at any key. Where the
     * time is up it ends before the key at hand, if it has one already.
     */
    private void page(final long cursor, final long count, final Glob glob, final boolean strings) {
        final long end = work.isLogged() ? -1 : Math.max(0, work.left() - SCAN_STEPS);
        taken.clear();
        Entry entry = live(keys.first(cursor));
        Entry before = null;
        int bytes = 0;
        int seen = 0;
        boolean isOver = false;
        while (entry != null) {
            final boolean mayEnd = before != null && entry.hash() != before.hash();
            if (mayEnd && (seen >= count || bytes > SCAN_PAGE_BYTES || work.left() <= end || work.isLate())) {
                break;
            }
            final boolean isIn = strings && (glob == null || glob.matches(keys.key(entry), work));
            isOver = work.isLate() && !mayEnd;
            if (work.isLate()) {
                break;
            }
            if (isIn) {
                bytes += entry.keyLength() + 5;
                taken.set(seen);
            }
            seen++;
            before = entry;
            entry = live(keys.next(entry));
        }
        if (work.isSpent() || isOver) {
            out.error(work.refusal());
            return;
        }
        out.array(2);
        out.bulkNumber(entry == null ? 0 : entry.hash());
        out.array(taken.cardinality());
        Entry e = keys.first(cursor);
        for (int i = 0; i < seen; i++) {
            while (e.expired(now)) {
                e = keys.next(e);
            }
            if (taken.get(i)) {
                out.bulk(keys.key(e));
            }
            e = keys.next(e);
        }
    }

    /**
     * Skips what has expired: answers may not depend on whether its memory was given back yet. Null where no steps are
     * left; where the time is up, what comes next may have expired. What is skipped is work too, so where replicas must
     * agree on it, the store holds nothing that has expired.
     */
    private Entry live(final Entry from) {
        Entry entry = from;
        while (entry != null && work.takeKey() && entry.expired(now)) {
            entry = keys.next(entry);
        }
        return work.isSpent() ? null : entry;
    }

    /**
     * The cursor, as Redis reads it: an unsigned number of 64 bits, and a sign before it counts from their end. Beyond
     * the last hash where it is too large for one; -1 where it is no number.
     */
    private long cursor() {
        final int length = args.length(0);
        final int sign = length == 0 ? 0 : args.buffer().getByte(args.offset(0));
        long value = 0;
        int i = sign == '-' || sign == '+' ? 1 : 0;
        if (i == length) {
            return length == 0 ? 0 : -1;
        }
        for (; i < length; i++) {
            final int digit = args.buffer().getByte(args.offset(0) + i) - '0';
            if (digit < 0 || digit > 9 || Long.compareUnsigned(value, Long.divideUnsigned(-1 - digit, 10)) > 0) {
                return -1;
            }
            value = value * 10 + digit;
        }
        final long cursor = sign == '-' ? -value : value;
        return cursor < 0 ? Long.MAX_VALUE : cursor;
    }
}
