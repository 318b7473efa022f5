package io.fleet.examples.kv;

import io.fleet.examples.kv.store.Entry;
import io.fleet.examples.kv.watch.WatchedKeys;
import java.nio.ByteOrder;

/** What transactions that watch keys are made of. */
final class WatchCommands {
    private final Turn turn;

    WatchCommands(final Turn turn) {
        this.turn = turn;
    }

    /** Answers the number of the watch, and of each key when it expires. */
    void watch() {
        final int count = turn.args.count();
        turn.out.array(1 + count);
        turn.out.integer(turn.watched.begin());
        for (int i = 0; i < count; i++) {
            final Entry entry = turn.read(i);
            turn.watched.watch(hash(i));
            turn.out.integer(entry == null ? WatchedKeys.ABSENT : entry.expireAt());
        }
    }

    /** Whether the keys have neither changed nor expired since they were watched. Answers nothing. */
    boolean isUnchanged() {
        for (int i = 0; i < turn.args.count(); i += 2) {
            final int offset = turn.args.offset(i + 1);
            final long number = turn.args.buffer().getLong(offset, ByteOrder.LITTLE_ENDIAN);
            final long expireAt = turn.args.buffer().getLong(offset + Long.BYTES, ByteOrder.LITTLE_ENDIAN);
            final boolean isThere = expireAt != WatchedKeys.ABSENT;
            final boolean hasExpired = isThere && expireAt != Entry.NEVER && turn.now > expireAt;
            if (hasExpired || !turn.watched.isUnchanged(hash(i), number, isThere)) {
                return false;
            }
        }
        return true;
    }

    private long hash(final int argument) {
        return turn.keys.hashes().of(turn.args.buffer(), turn.args.offset(argument), turn.args.length(argument));
    }
}
