package io.fleet.examples.kv;

import io.fleet.examples.kv.store.Entry;
import io.fleet.examples.kv.store.KvBounds;
import io.fleet.examples.kv.value.LongDouble;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Commands that read and write values. */
final class StringCommands {
    private static final int NX = 1;
    private static final int XX = 1 << 1;
    private static final int GET = 1 << 2;
    private static final int KEEP_TTL = 1 << 3;
    private static final int EX = 1 << 4;
    private static final int PX = 1 << 5;
    private static final int EX_AT = 1 << 6;
    private static final int PX_AT = 1 << 7;
    private static final int SECONDS = EX | EX_AT;
    private static final int RELATIVE = EX | PX;
    private static final int EXPIRING = EX | PX | EX_AT | PX_AT;
    private static final int PERSIST = 1 << 8;
    private static final int INVALID = -1;

    private final Turn turn;
    private final byte[] digits = new byte[Numbers.MAX_DIGITS];
    private final UnsafeBuffer view = new UnsafeBuffer(digits);
    private int expiryArgument;

    StringCommands(final Turn turn) {
        this.turn = turn;
    }

    void get() {
        answerValue(turn.read(0));
    }

    void mget() {
        final int count = turn.args.count();
        turn.out.array(count);
        for (int i = 0; i < count && !turn.out.overflow(); i++) {
            answerValue(turn.read(i));
        }
    }

    void strlen() {
        final Entry entry = turn.read(0);
        turn.out.integer(entry == null ? 0 : entry.valueLength());
    }

    void set() {
        final int flags = turn.args.count() == 2 ? 0 : flags(2, true);
        if (flags == INVALID) {
            turn.out.error(KvErrors.SYNTAX);
            return;
        }
        long expireAt = Entry.NEVER;
        if ((flags & EXPIRING) != 0) {
            expireAt = expiry(flags, expiryArgument, "set");
            if (expireAt < 0) {
                return;
            }
        }
        if (tooLong(turn.args.length(1))) {
            return;
        }
        final Entry before = turn.write(0);
        final boolean sets = !((flags & NX) != 0 && before != null || (flags & XX) != 0 && before == null);
        if (sets && !turn.fits(before, 0, turn.args.length(1))) {
            return;
        }
        if ((flags & GET) != 0) {
            answerValue(before);
        } else if (sets) {
            turn.out.ok();
        } else {
            turn.out.nil();
        }
        if (sets) {
            put(before, 0, 1, (flags & KEEP_TTL) != 0 && before != null ? before.expireAt() : expireAt);
        }
    }

    /**
     * Whether the command answers a value that was there before it, or what is kept of keys, and how large that is.
     *
     * @return the size, or 0.
     */
    int sizeOfValueBefore() {
        final KvOp op = turn.args.op();
        if (op == KvOp.WATCH) {
            return (turn.args.count() + 1) * (Long.BYTES + 1);
        }
        if (op == KvOp.INCRBYFLOAT) {
            return LongDouble.MAX_WRITTEN;
        }
        if (op == KvOp.GETSET || op == KvOp.GETDEL || op == KvOp.GETEX || op == KvOp.SET && turn.args.count() > 2) {
            final Entry entry = turn.read(0);
            return entry == null ? 0 : entry.valueLength();
        }
        return 0;
    }

    /**
     * How much room the answer of a command needs that was not run for want of room.
     *
     * @param most what any answer may have.
     * @return bytes.
     */
    int needed(final int most) {
        final KvOp op = turn.args.op();
        if (op == KvOp.INCRBYFLOAT) {
            return Math.min(most, LongDouble.MAX_WRITTEN + ReplyBuilder.OVERHEAD_LENGTH);
        }
        final boolean isOneValue = switch (op) {
            case GET, GETSET, GETDEL, SET, GETEX, GETRANGE, SUBSTR -> true;
            default -> false;
        };
        final Entry entry = isOneValue ? turn.read(0) : null;
        return entry == null ? most : Math.min(most, entry.valueLength() + ReplyBuilder.OVERHEAD_LENGTH);
    }

    /** The options of SET, or of GETEX, from a word on. */
    private int flags(final int first, final boolean sets) {
        int flags = 0;
        final int count = turn.args.count();
        for (int i = first; i < count; i++) {
            final int option = sets ? setOption(i, flags, i + 1 < count) : getOption(i, flags, i + 1 < count);
            if (option == INVALID) {
                return INVALID;
            }
            flags |= option;
            if ((option & EXPIRING) != 0) {
                expiryArgument = ++i;
            }
        }
        return flags;
    }

    private int setOption(final int i, final int flags, final boolean more) {
        final BatchReader args = turn.args;
        if (args.is(i, "NX")) {
            return (flags & XX) == 0 ? NX : INVALID;
        }
        if (args.is(i, "XX")) {
            return (flags & NX) == 0 ? XX : INVALID;
        }
        if (args.is(i, "GET")) {
            return GET;
        }
        if (args.is(i, "KEEPTTL")) {
            return (flags & EXPIRING) == 0 ? KEEP_TTL : INVALID;
        }
        return expiryOption(i, flags, more);
    }

    private int getOption(final int i, final int flags, final boolean more) {
        if (turn.args.is(i, "PERSIST")) {
            return (flags & EXPIRING) == 0 ? PERSIST : INVALID;
        }
        return expiryOption(i, flags, more);
    }

    private int expiryOption(final int i, final int flags, final boolean more) {
        final BatchReader args = turn.args;
        final int option = args.is(i, "EX") ? EX : args.is(i, "PX") ? PX
            : args.is(i, "EXAT") ? EX_AT : args.is(i, "PXAT") ? PX_AT : INVALID;
        return option != INVALID && more && (flags & (KEEP_TTL | PERSIST | EXPIRING & ~option)) == 0 ? option : INVALID;
    }

    /** Reads a time of expiry; answers an error and returns -1 where it is none. */
    private long expiry(final int flags, final int argument, final String name) {
        final long given = turn.number(argument);
        if (!turn.numbers.valid()) {
            turn.out.error(KvErrors.NOT_AN_INTEGER);
            return -1;
        }
        if (given <= 0 || (flags & SECONDS) != 0 && given > Long.MAX_VALUE / 1000) {
            turn.out.error(KvErrors.expireTime(name));
            return -1;
        }
        final long millis = (flags & SECONDS) != 0 ? given * 1000 : given;
        final long at = (flags & RELATIVE) != 0 ? millis + turn.now : millis;
        if (at <= 0) {
            turn.out.error(KvErrors.expireTime(name));
            return -1;
        }
        return at;
    }

    void getex() {
        final int flags = flags(1, false);
        if (flags == INVALID) {
            turn.out.error(KvErrors.SYNTAX);
            return;
        }
        final Entry entry = turn.write(0);
        if (entry == null) {
            turn.out.nil();
            return;
        }
        final boolean expires = (flags & EXPIRING) != 0;
        final long at = expires ? expiry(flags, expiryArgument, "getex") : Entry.NEVER;
        if (expires && at < 0) {
            return;
        }
        answerValue(entry);
        if (expires && (flags & RELATIVE) == 0 && at <= turn.now) {
            turn.keys.remove(entry);
        } else if ((expires || (flags & PERSIST) != 0) && entry.expireAt() != at) {
            turn.expireAt(entry, at);
        }
    }

    void setWithTimeToLive(final boolean seconds) {
        final long at = expiry(seconds ? EX : PX, 1, turn.args.op().lowerName());
        if (at >= 0 && !tooLong(turn.args.length(2))) {
            final Entry before = turn.write(0);
            if (turn.fits(before, 0, turn.args.length(2))) {
                put(before, 0, 2, at);
                turn.out.ok();
            }
        }
    }

    void setnx() {
        if (tooLong(turn.args.length(1))) {
            return;
        }
        final Entry before = turn.write(0);
        if (before != null) {
            turn.out.integer(0);
        } else if (turn.fits(null, 0, turn.args.length(1))) {
            put(null, 0, 1, Entry.NEVER);
            turn.out.integer(1);
        }
    }

    void getset() {
        if (tooLong(turn.args.length(1))) {
            return;
        }
        final Entry before = turn.write(0);
        if (turn.fits(before, 0, turn.args.length(1))) {
            answerValue(before);
            put(before, 0, 1, Entry.NEVER);
        }
    }

    void getdel() {
        final Entry entry = turn.write(0);
        answerValue(entry);
        if (entry != null) {
            turn.keys.remove(entry);
        }
    }

    void msetnx() {
        final int count = turn.args.count();
        for (int i = 0; i < count && count % 2 == 0; i += 2) {
            if (turn.write(i) != null) {
                turn.out.integer(0);
                return;
            }
        }
        if (setAll("msetnx")) {
            turn.out.integer(1);
        }
    }

    void mset() {
        if (setAll("mset")) {
            turn.out.ok();
        }
    }

    /** Sets all pairs; answers the error, and false, where that cannot be. */
    private boolean setAll(final String name) {
        final int count = turn.args.count();
        if (count % 2 != 0) {
            turn.out.error(KvErrors.arity(name));
            return false;
        }
        for (int i = 0; i < count; i += 2) {
            if (tooLong(turn.args.length(i + 1))) {
                return false;
            }
        }
        if (!fitAll(count)) {
            return false;
        }
        for (int i = 0; i < count; i += 2) {
            put(turn.write(i), i, i + 1, Entry.NEVER);
        }
        return true;
    }

    /** Whether all pairs fit at once, without what others of them give back; a key named twice counts twice. */
    private boolean fitAll(final int count) {
        long entries = 0;
        long bytes = 0;
        for (int i = 0; i < count; i += 2) {
            final Entry before = turn.read(i);
            final int length = turn.args.length(i + 1);
            entries += before == null ? 1 : 0;
            bytes += before == null ? KvBounds.entryBytes(turn.args.length(i), length)
                : Math.max(0, length - before.valueLength());
        }
        return turn.fits(entries, bytes);
    }

    void append() {
        final int added = turn.args.length(1);
        final Entry entry = turn.write(0);
        final int before = entry == null ? 0 : entry.valueLength();
        if (tooLong(before + added) || !turn.fits(entry, 0, before + added)) {
            return;
        }
        if (before > 0 && !turn.work.takeCopy(turn.keys.bytesCopiedToAppend(entry))) {
            turn.out.error(turn.work.refusal());
            return;
        }
        if (entry == null) {
            put(null, 0, 1, Entry.NEVER);
        } else {
            turn.append(entry, 1);
        }
        turn.out.integer(before + added);
    }

    void add(final int argument, final boolean negate) {
        long delta = 1;
        if (argument > 0) {
            delta = turn.number(argument);
            if (!turn.numbers.valid()) {
                turn.out.error(KvErrors.NOT_AN_INTEGER);
                return;
            }
        }
        if (negate && delta == Long.MIN_VALUE) {
            turn.out.error(KvErrors.DECREMENT_OVERFLOW);
            return;
        }
        add(negate ? -delta : delta);
    }

    private void add(final long delta) {
        final Entry entry = turn.write(0);
        long before = 0;
        if (entry != null) {
            final boolean isRope = turn.keys.rope(entry) != null;
            before = isRope ? 0 : turn.numbers.parse(turn.keys.value(entry), 0, entry.valueLength());
            if (isRope || !turn.numbers.valid()) {
                turn.out.error(KvErrors.NOT_AN_INTEGER);
                return;
            }
        }
        final long after = before + delta;
        if (((before ^ after) & (delta ^ after)) < 0) {
            turn.out.error(KvErrors.OVERFLOW);
            return;
        }
        final int length = Numbers.length(after);
        if (turn.fits(entry, 0, length)) {
            Numbers.put(after, digits, 0, length);
            turn.put(entry, 0, view, 0, length);
            turn.out.integer(after);
        }
    }

    private void put(final Entry before, final int key, final int value, final long expireAt) {
        final Entry entry = turn.put(before, key, value);
        if (entry.expireAt() != expireAt) {
            turn.expireAt(entry, expireAt);
        }
    }

    private boolean tooLong(final int length) {
        if (length > turn.limits.valueBytes()) {
            turn.out.error(KvErrors.TOO_LONG);
            return true;
        }
        return false;
    }

    private void answerValue(final Entry entry) {
        if (entry == null) {
            turn.out.nil();
        } else if (turn.keys.rope(entry) != null) {
            turn.out.bulk(turn.keys.rope(entry));
        } else {
            final DirectBuffer value = turn.keys.value(entry);
            turn.out.bulk(value, 0, value.capacity());
        }
    }
}
