package io.fleet.examples.kv;

import io.fleet.examples.kv.store.KeyHash;
import io.fleet.machine.Command;
import io.fleet.machine.CommandKeys;
import org.agrona.DirectBuffer;

/** What the commands of a batch read and change: keys, or all there is. Depends on bytes alone. Not thread-safe. */
public final class BatchKeys {
    /** Who names more may look at anything. */
    private static final int MOST = 64;

    private final BatchReader args = new BatchReader();

    /**
     * Whether the batch looks at all keys, or is malformed.
     *
     * @param command has the batch; valid during the call.
     */
    public boolean isWhole(final Command command) {
        try {
            check(command);
            for (int left = commands(command); left > 0; left--) {
                args.next();
                if (args.op() == KvOp.EXEC) {
                    left += args.count();
                } else if (args.op().firstKey() == 0) {
                    return true;
                }
            }
            return false;
        } catch (final IllegalArgumentException e) {
            return true;
        }
    }

    /**
     * Whether the batch can be run in its turn only: it looks at all keys, is malformed, or has to do with keys that
     * are watched.
     *
     * @param command has the batch; valid during the call.
     */
    public boolean isForTurn(final Command command) {
        if (isWhole(command)) {
            return true;
        }
        for (int left = commands(command); left > 0; left--) {
            args.next();
            if (args.op() == KvOp.EXEC) {
                left += args.count();
            } else if (args.op() == KvOp.WATCH || args.op() == KvOp.UNCHANGED) {
                return true;
            }
        }
        return false;
    }

    /**
     * Names the hashes of the keys.
     *
     * @param command has the batch; valid during the call.
     * @param into    takes them.
     */
    public void tell(final Command command, final CommandKeys into) {
        if (isWhole(command)) {
            into.all();
            return;
        }
        int told = 0;
        for (int left = commands(command); left > 0; left--) {
            args.next();
            if (args.op() == KvOp.EXEC) {
                left += args.count();
            } else {
                final int last = args.op().lastKey() < 0 ? args.count() : Math.min(args.count(), args.op().lastKey());
                for (int word = args.op().firstKey(); word <= last; word += args.op().keyStep()) {
                    told++;
                    if (told > MOST) {
                        into.all();
                        return;
                    }
                    into.add(KeyHash.OPEN.of(args.buffer(), args.offset(word - 1), args.length(word - 1)));
                }
            }
        }
    }

    private void check(final Command command) {
        args.check(batch(command), beside(command), true);
    }

    private int commands(final Command command) {
        return args.wrap(batch(command), beside(command));
    }

    private static DirectBuffer batch(final Command command) {
        return command.header().capacity() > 0 ? command.header() : command.payload();
    }

    private static int beside(final Command command) {
        return command.header().capacity() > 0 ? command.payload().capacity() : -1;
    }
}
