package io.fleet.examples.kv;

import io.fleet.machine.Command;
import io.fleet.machine.Query;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotFormatException;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A key-value store of strings with expiry. The payload of a command is a {@link KvBatch}; of a query likewise, without writes. The
 * answer is read by {@link KvReplyReader}: one value for each command that was run. Fewer than were sent are run where the answers
 * would grow over {@link KvLimits#MAX_MESSAGE_BYTES}; the sender sends the rest again.
 *
 * <p>Reading, and overwriting a value by one of the same length, allocate nothing. A batch that is malformed changes nothing and
 * fails as an {@link IllegalArgumentException}.
 */
public final class KvMachine implements StateMachine {
    private static final int SNAPSHOT_VERSION = 1;
    /** How many expired keys one batch takes out at most, beyond those it meets. */
    private static final int EXPIRY_BUDGET = 32;
    /** Past so many bytes of answers a batch pauses before a transaction, whose answers are of unknown size. */
    private static final int PAUSE_BEFORE_EXEC = KvLimits.MAX_MESSAGE_BYTES / 8;

    private final Turn turn = new Turn();
    private final StringCommands strings = new StringCommands(turn);
    private final KeyCommands keyCommands = new KeyCommands(turn);
    private long lastTime;

    /** Creates an empty store. */
    public KvMachine() {
    }

    @Override
    public void apply(final Command command, final Reply reply) {
        lastTime = Math.max(lastTime, command.timeMillis());
        turn.keys.removeExpired(lastTime, EXPIRY_BUDGET);
        run(command.payload(), lastTime, true, reply);
    }

    @Override
    public void query(final Query query, final Reply reply) {
        run(query.payload(), Math.max(lastTime, query.timeMillis()), false, reply);
    }

    private void run(final DirectBuffer payload, final long now, final boolean writesAllowed, final Reply reply) {
        turn.args.check(payload, writesAllowed);
        turn.now = now;
        turn.out.clear();
        final int commands = turn.args.wrap(payload);
        int answered = 0;
        while (answered < commands) {
            turn.args.next();
            final int mark = turn.out.length();
            if (answered > 0 && mustPause()) {
                break;
            }
            final boolean changed = runTopLevel();
            if (turn.out.overflow()) {
                turn.out.backTo(mark);
                if (!changed && answered > 0) {
                    break;
                }
                turn.out.error(changed ? KvErrors.REPLY_TOO_LARGE : KvErrors.REPLY_TOO_LARGE_READ);
            }
            answered++;
        }
        turn.out.writeTo(reply, answered);
    }

    private boolean mustPause() {
        return turn.args.op() == KvOp.EXEC
            ? turn.out.length() > PAUSE_BEFORE_EXEC
            : !turn.out.hasRoomFor(Math.max(KvLimits.OVERHEAD_BYTES, strings.sizeOfValueBefore()));
    }

    /** Runs a command, or all of a transaction; answers whether it may have changed anything. */
    private boolean runTopLevel() {
        if (turn.args.op() != KvOp.EXEC) {
            runOne(turn.args.op());
            return !turn.args.op().readOnly();
        }
        final int count = turn.args.count();
        boolean changed = false;
        turn.out.array(count);
        for (int i = 0; i < count; i++) {
            turn.args.next();
            runOne(turn.args.op());
            changed |= !turn.args.op().readOnly();
        }
        return changed;
    }

    private void runOne(final KvOp op) {
        switch (op) {
            case GET -> strings.get();
            case SET -> strings.set();
            case MGET -> strings.mget();
            case MSET -> strings.mset();
            case SETNX -> strings.setnx();
            case SETEX -> strings.setWithTimeToLive(true);
            case PSETEX -> strings.setWithTimeToLive(false);
            case GETSET -> strings.getset();
            case GETDEL -> strings.getdel();
            case APPEND -> strings.append();
            case STRLEN -> strings.strlen();
            case DEL, UNLINK -> keyCommands.del();
            case EXISTS -> keyCommands.exists();
            case INCR -> strings.add(0, false);
            case INCRBY -> strings.add(1, false);
            case DECR -> strings.add(0, true);
            case DECRBY -> strings.add(1, true);
            case EXPIRE -> keyCommands.expire(true, true);
            case PEXPIRE -> keyCommands.expire(false, true);
            case EXPIREAT -> keyCommands.expire(true, false);
            case PEXPIREAT -> keyCommands.expire(false, false);
            case TTL -> keyCommands.ttl(true);
            case PTTL -> keyCommands.ttl(false);
            case PERSIST -> keyCommands.persist();
            case TYPE -> keyCommands.type();
            case DBSIZE -> keyCommands.dbsize();
            case SCAN -> keyCommands.scan();
            case KEYS -> keyCommands.keys();
            case FLUSHALL, FLUSHDB -> keyCommands.flushall();
            default -> throw new IllegalStateException("operation " + op + " is not run by itself");
        }
    }

    @Override
    public void writeSnapshot(final SnapshotWriter out) {
        out.writeInt(SNAPSHOT_VERSION);
        out.writeLong(lastTime);
        out.writeInt(turn.keys.liveSize(lastTime));
        for (Entry e = turn.keys.first(0); e != null; e = turn.keys.next(e)) {
            if (!e.expired(lastTime)) {
                out.writeBytes(e.key);
                out.writeBytes(e.value);
                out.writeLong(e.expireAt);
            }
        }
    }

    @Override
    public void readSnapshot(final SnapshotReader in) {
        final int version = in.readInt();
        if (version != SNAPSHOT_VERSION) {
            throw new SnapshotFormatException("key-value snapshot of version " + version + ", but this machine reads version "
                + SNAPSHOT_VERSION);
        }
        lastTime = in.readLong();
        turn.keys.clear();
        final int count = in.readInt();
        for (int i = 0; i < count; i++) {
            readEntry(in);
        }
        if (count < 0 || in.remaining() != 0) {
            throw new SnapshotFormatException("key-value snapshot counts " + count + " keys and has " + in.remaining()
                + " bytes after them");
        }
    }

    private void readEntry(final SnapshotReader in) {
        final UnsafeBuffer key = new UnsafeBuffer(in.readBytes());
        if (turn.keys.find(key, 0, key.capacity()) != null) {
            throw new SnapshotFormatException("key-value snapshot holds one key of " + key.capacity() + " bytes twice");
        }
        final byte[] value = in.readBytes();
        final long expireAt = in.readLong();
        if (value.length > KvLimits.MAX_VALUE_BYTES || expireAt < Entry.NEVER) {
            throw new SnapshotFormatException("key-value snapshot holds a value of " + value.length
                + " bytes that expires at " + expireAt);
        }
        final Entry entry = turn.keys.insert(key, 0, key.capacity());
        entry.value = value;
        turn.keys.expireAt(entry, expireAt);
    }
}
