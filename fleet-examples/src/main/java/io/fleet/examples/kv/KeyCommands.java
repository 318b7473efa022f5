package io.fleet.examples.kv;

import io.fleet.examples.kv.store.Entry;
import io.fleet.examples.kv.store.KeyHash;
import io.fleet.examples.kv.store.KvBounds;
import io.fleet.examples.kv.value.Databases;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Commands on keys whatever their values are: deletion and expiry. */
final class KeyCommands {
    private static final byte[] STRING = "string".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NONE = "none".getBytes(StandardCharsets.US_ASCII);

    private final Turn turn;
    private final KeyWalk walk;

    KeyCommands(final Turn turn) {
        this.turn = turn;
        walk = new KeyWalk(turn.keys, turn.args, turn.out, turn.numbers, turn.work);
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

    void expireTime(final boolean seconds) {
        final Entry entry = turn.read(0);
        if (entry == null || entry.expireAt() == Entry.NEVER) {
            turn.out.integer(entry == null ? -2 : -1);
        } else {
            final long millis = entry.expireAt();
            turn.out.integer(seconds ? millis / 1000 + (millis % 1000 + 500) / 1000 : millis);
        }
    }

    void rename(final boolean overwrites) {
        final Entry from = turn.write(0);
        if (from == null) {
            turn.out.error(KvErrors.NO_KEY);
            return;
        }
        final boolean isSame = isSameKey();
        final Entry before = isSame ? from : turn.write(1);
        if (overwrites || before == null) {
            final long bytes = (long) turn.args.length(1) - turn.args.length(0) - (before == null ? 0
                : KvBounds.entryBytes(turn.args.length(1), before.valueLength()));
            if (!isSame && (!mayCopy(from) || !turn.fits(0, bytes))) {
                return;
            }
            if (!isSame) {
                turn.copy(from, before, 1, true);
            }
        }
        if (overwrites) {
            turn.out.ok();
        } else {
            turn.out.integer(before == null ? 1 : 0);
        }
    }

    private boolean isSameKey() {
        final int length = turn.args.length(0);
        boolean isSame = turn.args.length(1) == length;
        for (int i = 0; i < length && isSame; i++) {
            isSame = turn.args.buffer().getByte(turn.args.offset(0) + i) == turn.args.buffer().getByte(turn.args.offset(
                1) + i);
        }
        return isSame;
    }

    private boolean mayCopy(final Entry from) {
        if (!turn.work.takeCopy(from.valueLength())) {
            turn.out.error(turn.work.refusal());
            return false;
        }
        return true;
    }

    void copy() {
        boolean replaces = false;
        for (int i = 2; i < turn.args.count(); i++) {
            if (turn.args.is(i, "REPLACE")) {
                replaces = true;
            } else if (turn.args.is(i, "DB") && i + 1 < turn.args.count()) {
                i++;
                if (!isOnlyDatabase(i)) {
                    return;
                }
            } else {
                turn.out.error(KvErrors.SYNTAX);
                return;
            }
        }
        if (isSameKey()) {
            turn.out.error(KvErrors.SAME_KEY);
            return;
        }
        final Entry from = turn.write(0);
        final Entry before = turn.write(1);
        if (from == null || before != null && !replaces) {
            turn.out.integer(0);
        } else if (mayCopy(from) && turn.fits(before, 1, from.valueLength())) {
            turn.copy(from, before, 1, false);
            turn.out.integer(1);
        }
    }

    /** Whether a word names database 0; answers the error where it does not. */
    private boolean isOnlyDatabase(final int argument) {
        final String refusal = Databases.refusal(new String(turn.args.copy(argument), StandardCharsets.ISO_8859_1));
        if (refusal != null) {
            turn.out.error(refusal);
        }
        return refusal == null;
    }

    void randomKey() {
        turn.dropExpired();
        walk.random(turn.now, turn.draw() & Long.MAX_VALUE);
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
        turn.dropExpired();
        if (turn.work.isLogged()) {
            turn.out.integer(turn.keys.liveSize(turn.now));
        } else if (turn.work.left() > 0) {
            final int live = turn.keys.liveSize(turn.now);
            turn.work.take(turn.keys.size() - live);
            turn.out.integer(live);
        } else {
            turn.out.error(turn.work.refusal());
        }
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

    void hashSecret() {
        if (turn.args.length(0) != KeyHash.SECRET_BYTES) {
            turn.out.error(KvErrors.HASH_SECRET);
            return;
        }
        final boolean isFirst = turn.keys.hashes() == KeyHash.OPEN;
        if (isFirst) {
            final int offset = turn.args.offset(0);
            turn.keys.rekey(new KeyHash(turn.args.buffer().getLong(offset, ByteOrder.LITTLE_ENDIAN),
                turn.args.buffer().getLong(offset + Long.BYTES, ByteOrder.LITTLE_ENDIAN)));
        }
        turn.out.integer(isFirst ? 1 : 0);
    }

    void keys() {
        turn.dropExpired();
        walk.keys(turn.now);
    }

    void scan() {
        turn.dropExpired();
        walk.scan(turn.now);
    }
}
