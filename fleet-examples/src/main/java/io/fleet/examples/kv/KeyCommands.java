package io.fleet.examples.kv;

import java.nio.charset.StandardCharsets;

/** Commands on keys whatever their values are: deletion, expiry, walking over all of them. */
final class KeyCommands {
    /** SCAN ends a page past this many bytes; COUNT is a hint. */
    private static final int SCAN_PAGE_BYTES = 1024 * 1024;
    private static final int SCAN_DEFAULT_COUNT = 10;
    private static final byte[] STRING = "string".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NONE = "none".getBytes(StandardCharsets.US_ASCII);

    private final Turn turn;

    KeyCommands(final Turn turn) {
        this.turn = turn;
    }

    void del() {
        int deleted = 0;
        for (int i = 0; i < turn.args.count(); i++) {
            final Entry entry = turn.write(i);
            if (entry != null) {
                turn.keys.remove(entry);
                deleted++;
            }
        }
        turn.out.integer(deleted);
    }

    void exists() {
        int found = 0;
        for (int i = 0; i < turn.args.count(); i++) {
            found += turn.read(i) == null ? 0 : 1;
        }
        turn.out.integer(found);
    }

    void type() {
        turn.out.simple(turn.read(0) == null ? NONE : STRING);
    }

    void ttl(final boolean seconds) {
        final Entry entry = turn.read(0);
        if (entry == null) {
            turn.out.integer(-2);
        } else if (entry.expireAt() == Entry.NEVER) {
            turn.out.integer(-1);
        } else {
            final long millis = entry.expireAt() - turn.now;
            turn.out.integer(seconds ? millis / 1000 + (millis % 1000 + 500) / 1000 : millis);
        }
    }

    void persist() {
        final Entry entry = turn.write(0);
        final boolean expires = entry != null && entry.expireAt() != Entry.NEVER;
        if (expires) {
            turn.keys.expireAt(entry, Entry.NEVER);
        }
        turn.out.integer(expires ? 1 : 0);
    }

    void expire(final boolean seconds, final boolean relative) {
        boolean nx = false;
        boolean xx = false;
        boolean gt = false;
        boolean lt = false;
        for (int i = 2; i < turn.args.count(); i++) {
            if (turn.args.is(i, "NX")) {
                nx = true;
            } else if (turn.args.is(i, "XX")) {
                xx = true;
            } else if (turn.args.is(i, "GT")) {
                gt = true;
            } else if (turn.args.is(i, "LT")) {
                lt = true;
            } else {
                turn.out.error(KvErrors.unsupported(new String(turn.args.copy(i), StandardCharsets.UTF_8)));
                return;
            }
        }
        if (nx && (xx || gt || lt)) {
            turn.out.error(KvErrors.EXPIRE_NX);
        } else if (gt && lt) {
            turn.out.error(KvErrors.EXPIRE_GT_LT);
        } else {
            final long given = turn.number(1);
            final long base = relative ? turn.now : 0;
            if (!turn.numbers.valid()) {
                turn.out.error(KvErrors.NOT_AN_INTEGER);
            } else if (seconds && (given > Long.MAX_VALUE / 1000 || given < Long.MIN_VALUE / 1000)
                || (seconds ? given * 1000 : given) > Long.MAX_VALUE - base) {
                turn.out.error(KvErrors.expireTime(turn.args.op().lowerName()));
            } else {
                final Entry entry = turn.write(0);
                final long at = (seconds ? given * 1000 : given) + base;
                final boolean allowed = entry != null && allowed(entry.expireAt(), at, nx, xx, gt, lt);
                if (allowed) {
                    expireAt(entry, at);
                }
                turn.out.integer(allowed ? 1 : 0);
            }
        }
    }

    private static boolean allowed(final long current, final long at, final boolean nx, final boolean xx,
                                   final boolean gt, final boolean lt) {
        final boolean expires = current != Entry.NEVER;
        return !(nx && expires)
            && !(xx && !expires)
            && !(gt && (!expires || at <= current))
            && !(lt && expires && at >= current);
    }

    private void expireAt(final Entry entry, final long at) {
        if (at <= turn.now) {
            turn.keys.remove(entry);
        } else {
            turn.expireAt(entry, at);
        }
    }

    void dbsize() {
        turn.out.integer(turn.keys.liveSize(turn.now));
    }

    void flushall() {
        final int count = turn.args.count();
        if (count > 1 || count == 1 && !turn.args.is(0, "ASYNC") && !turn.args.is(0, "SYNC")) {
            turn.out.error(KvErrors.SYNTAX);
        } else {
            turn.keys.clear();
            turn.out.ok();
        }
    }

    void keys() {
        final int position = turn.out.array(0);
        int found = 0;
        for (Entry e = live(turn.keys.first(0)); e != null && !turn.out.overflow(); e = live(turn.keys.next(e))) {
            if (matches(e, 0)) {
                turn.out.bulk(turn.keys.key(e));
                found++;
            }
        }
        turn.out.setCount(position, found);
    }

    void scan() {
        final long cursor = cursor();
        if (cursor < 0) {
            turn.out.error(KvErrors.INVALID_CURSOR);
            return;
        }
        long count = SCAN_DEFAULT_COUNT;
        int match = -1;
        boolean strings = true;
        for (int i = 1; i < turn.args.count(); i += 2) {
            final boolean more = i + 1 < turn.args.count();
            if (more && turn.args.is(i, "COUNT")) {
                count = turn.number(i + 1);
                if (!turn.numbers.valid()) {
                    turn.out.error(KvErrors.NOT_AN_INTEGER);
                    return;
                }
            } else if (more && turn.args.is(i, "MATCH")) {
                match = i + 1;
            } else if (more && turn.args.is(i, "TYPE")) {
                strings = turn.args.is(i + 1, "STRING");
            } else {
                turn.out.error(KvErrors.SYNTAX);
                return;
            }
            if (count < 1) {
                turn.out.error(KvErrors.SYNTAX);
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
        Entry entry = live(turn.keys.first(cursor));
        Entry before = null;
        int bytes = 0;
        for (long seen = 0; entry != null; seen++) {
            if ((seen >= count || bytes > SCAN_PAGE_BYTES) && entry.hash() != before.hash()) {
                break;
            }
            bytes += matching(entry, match, strings) ? entry.keyLength() + 5 : 0;
            before = entry;
            entry = live(turn.keys.next(entry));
        }
        turn.out.array(2);
        turn.out.bulkNumber(entry == null ? 0 : entry.hash() & 0xffffffffL);
        final int position = turn.out.array(0);
        int found = 0;
        for (Entry e = live(turn.keys.first(cursor)); e != null && !e.equals(entry); e = live(turn.keys.next(e))) {
            if (matching(e, match, strings)) {
                turn.out.bulk(turn.keys.key(e));
                found++;
            }
        }
        turn.out.setCount(position, found);
    }

    /** Skips what has expired: answers may not depend on whether its memory was given back yet. */
    private Entry live(final Entry from) {
        Entry entry = from;
        while (entry != null && entry.expired(turn.now)) {
            entry = turn.keys.next(entry);
        }
        return entry;
    }

    private boolean matching(final Entry entry, final int match, final boolean strings) {
        return strings && (match < 0 || matches(entry, match));
    }

    private boolean matches(final Entry entry, final int pattern) {
        return Glob.matches(turn.args.buffer(), turn.args.offset(pattern), turn.args.length(pattern),
            turn.keys.key(entry));
    }

    /** The cursor; beyond the last hash where it is a number too large for one, -1 where it is no number. */
    private long cursor() {
        final int length = turn.args.length(0);
        long value = 0;
        for (int i = 0; i < length; i++) {
            final int digit = turn.args.buffer().getByte(turn.args.offset(0) + i) - '0';
            if (digit < 0 || digit > 9 || length > Numbers.MAX_DIGITS) {
                return -1;
            }
            value = Math.min(value * 10 + digit, 1L << 40);
        }
        return length == 0 ? -1 : value;
    }
}
