package io.fleet.examples.kv;

/** The commands that walk over all keys. */
final class KeyWalk {
    /** SCAN ends a page past this many bytes; COUNT is a hint. */
    private static final int SCAN_PAGE_BYTES = 1024 * 1024;
    private static final int SCAN_DEFAULT_COUNT = 10;

    private final KeyOrder keys;
    private final BatchReader args;
    private final ReplyBuilder out;
    private final Numbers numbers;
    private long now;

    KeyWalk(final KeyOrder keys, final BatchReader args, final ReplyBuilder out, final Numbers numbers) {
        this.keys = keys;
        this.args = args;
        this.out = out;
        this.numbers = numbers;
    }

    void keys(final long time) {
        now = time;
        final int position = out.array(0);
        int found = 0;
        for (Entry e = live(keys.first(0)); e != null && !out.overflow(); e = live(keys.next(e))) {
            if (matches(e, 0)) {
                out.bulk(keys.key(e));
                found++;
            }
        }
        out.setCount(position, found);
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
        page(cursor, count, match, strings);
    }

    /**
     * Answers one page: all keys from the cursor's hash on, until enough were looked at and the hash changes. The next
     * cursor is the hash of the next key, so a key that is there during the whole walk is met whatever is added or
     * deleted meanwhile.
     */
    private void page(final long cursor, final long count, final int match, final boolean strings) {
        Entry entry = live(keys.first(cursor));
        Entry before = null;
        int bytes = 0;
        for (long seen = 0; entry != null; seen++) {
            if ((seen >= count || bytes > SCAN_PAGE_BYTES) && entry.hash() != before.hash()) {
                break;
            }
            bytes += matching(entry, match, strings) ? entry.keyLength() + 5 : 0;
            before = entry;
            entry = live(keys.next(entry));
        }
        out.array(2);
        out.bulkNumber(entry == null ? 0 : entry.hash() & 0xffffffffL);
        final int position = out.array(0);
        int found = 0;
        for (Entry e = live(keys.first(cursor)); e != null && !e.equals(entry); e = live(keys.next(e))) {
            if (matching(e, match, strings)) {
                out.bulk(keys.key(e));
                found++;
            }
        }
        out.setCount(position, found);
    }

    /** Skips what has expired: answers may not depend on whether its memory was given back yet. */
    private Entry live(final Entry from) {
        Entry entry = from;
        while (entry != null && entry.expired(now)) {
            entry = keys.next(entry);
        }
        return entry;
    }

    private boolean matching(final Entry entry, final int match, final boolean strings) {
        return strings && (match < 0 || matches(entry, match));
    }

    private boolean matches(final Entry entry, final int pattern) {
        return Glob.matches(args.buffer(), args.offset(pattern), args.length(pattern),
            keys.key(entry));
    }

    /** The cursor; beyond the last hash where it is a number too large for one, -1 where it is no number. */
    private long cursor() {
        final int length = args.length(0);
        long value = 0;
        for (int i = 0; i < length; i++) {
            final int digit = args.buffer().getByte(args.offset(0) + i) - '0';
            if (digit < 0 || digit > 9 || length > Numbers.MAX_DIGITS) {
                return -1;
            }
            value = Math.min(value * 10 + digit, 1L << 40);
        }
        return length == 0 ? -1 : value;
    }
}
