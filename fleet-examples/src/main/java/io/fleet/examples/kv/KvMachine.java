package io.fleet.examples.kv;

import io.fleet.error.SnapshotFormatException;
import io.fleet.examples.kv.store.Entry;
import io.fleet.examples.kv.store.HeapStore;
import io.fleet.examples.kv.store.KeyHash;
import io.fleet.examples.kv.store.KeyViews;
import io.fleet.examples.kv.store.KvBounds;
import io.fleet.examples.kv.store.KvLimits;
import io.fleet.examples.kv.store.KvStore;
import io.fleet.examples.kv.store.PayloadStore;
import io.fleet.examples.kv.store.Rope;
import io.fleet.examples.kv.store.StoreKind;
import io.fleet.machine.Command;
import io.fleet.machine.ConcurrentQueries;
import io.fleet.machine.MachineContext;
import io.fleet.machine.PayloadNeeds;
import io.fleet.machine.Query;
import io.fleet.machine.ReadView;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;
import java.util.function.LongSupplier;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A key-value store of strings with expiry. The payload of a command is a {@link KvBatch}; of a query likewise, without
 * writes. The answer is read by {@link KvReplyReader}: one value for each command that was run. Fewer than were sent
 * are run where the answers would grow over {@link KvLimits#messageBytes()}; the sender sends the rest again.
 *
 * <p>A store keeps the entries, see {@link StoreKind}; machines with different stores answer alike and write the same
 * snapshots. The log is the truth: nothing of a store outlives its machine.
 *
 * <p>With a store on the heap, reading, and overwriting a value by one of the same length, allocate nothing. A batch
 * that is malformed changes nothing and fails as an {@link IllegalArgumentException}.
 */
public final class KvMachine implements StateMachine, ConcurrentQueries, AutoCloseable {
    private static final int SNAPSHOT_VERSION = 1;
    private static final int SNAPSHOT_VERSION_WITH_PAYLOADS = 2;
    /** Added to a version where the secret of the hashes stands before all else. */
    private static final int WITH_SECRET = 2;
    /** Added to a version where behind all else stands what is known of keys that are watched. */
    private static final int WITH_WATCHES = 4;
    private static final int LAST_VERSION = SNAPSHOT_VERSION_WITH_PAYLOADS + WITH_SECRET + WITH_WATCHES;
    /** How many expired keys one batch takes out at most, beyond those it meets. */
    private static final int EXPIRY_BUDGET = 32;
    /** And how many a timer takes out at most; what it leaves goes with later batches and timers. */
    private static final int TIMER_BUDGET = 2_048;
    /** Past this share of the largest answer a batch pauses before a transaction, whose answers are of unknown size. */
    private static final int PAUSE_BEFORE_EXEC = 8;

    private final Turn turn;
    /** Null where values are kept as bytes. */
    private final PayloadStore payloads;
    private final StringCommands strings;
    private final KeyCommands keyCommands;
    private final ByteCommands bytes;
    private final ObjectCommands objects;
    private final WatchCommands watchCommands;
    /** Null where the store has no views. */
    private final KeyViews views;
    private final BatchReader peeked = new BatchReader();
    private long lastTime;
    /** Whether what was run last is one. */
    private boolean isTransaction;

    /** Creates a machine whose store is on the heap, without keys. */
    public KvMachine() {
        this(StoreKind.HEAP, KvBounds.NONE);
    }

    /**
     * Creates a machine without keys.
     *
     * @param kind     where it keeps them.
     * @param capacity what its store must be able to hold. Not what commands are judged by: that travels with them.
     */
    public KvMachine(final StoreKind kind, final KvBounds capacity) {
        this(kind, capacity, KvLimits.STANDARD);
    }

    /**
     * Creates a machine without keys.
     *
     * @param kind     where it keeps them.
     * @param capacity what its store must be able to hold. Not what commands are judged by: that travels with them.
     * @param limits   the same on all replicas.
     */
    public KvMachine(final StoreKind kind, final KvBounds capacity, final KvLimits limits) {
        this(kind, capacity, limits, null);
    }

    /**
     * Creates a machine without keys, which bounds also by time what changes nothing.
     *
     * @param kind     where it keeps them.
     * @param capacity what its store must be able to hold. Not what commands are judged by: that travels with them.
     * @param limits   the same on all replicas.
     * @param clock    gives monotonic nanoseconds, for queries alone; null where they are bounded by steps only.
     */
    public KvMachine(final StoreKind kind, final KvBounds capacity, final KvLimits limits, final LongSupplier clock) {
        this(kind.open(capacity), limits, clock);
    }

    /**
     * Creates a machine over a store.
     *
     * @param store  owned by the machine.
     * @param limits the same on all replicas.
     * @param clock  gives monotonic nanoseconds, for queries alone; null where they are bounded by steps only.
     */
    public KvMachine(final KvStore store, final KvLimits limits, final LongSupplier clock) {
        turn = new Turn(store, limits, clock);
        payloads = store instanceof PayloadStore ? (PayloadStore) store : null;
        views = store instanceof HeapStore ? ((HeapStore) store).views() : null;
        strings = new StringCommands(turn);
        keyCommands = new KeyCommands(turn);
        bytes = new ByteCommands(turn);
        objects = new ObjectCommands(turn);
        watchCommands = new WatchCommands(turn);
    }

    /** Gives the store's memory back; the machine is not used afterwards. */
    @Override
    public void close() {
        turn.keys.close();
    }

    /** Where its store is {@link StoreKind#PAYLOADS}. */
    @Override
    public boolean usesPayloads() {
        return payloads != null;
    }

    /** A batch that is a payload, where those for this kind of machine are headers; and one that looks into values. */
    @Override
    public boolean looksInto(final DirectBuffer header) {
        return header.capacity() == 0 || turn.looksInto(header);
    }

    @Override
    public void prepare(final Query command, final PayloadNeeds needs) {
        if (payloads != null) {
            turn.prepare(command, needs);
        }
    }

    @Override
    public void onStart(final MachineContext context) {
        turn.timers.onStart(context);
        if (payloads != null) {
            payloads.onStart(context.payloads());
        }
    }

    @Override
    public void onTimer(final long timerId, final long timeMillis) {
        lastTime = Math.max(lastTime, timeMillis);
        turn.keys.removeExpired(lastTime, TIMER_BUDGET);
        settle();
    }

    /** Forgets what was taken out, which answers may have returned until now. */
    private void settle() {
        if (payloads != null) {
            payloads.settle();
        }
    }

    /** How many keys are in the store, those among them that have expired. */
    int held() {
        return turn.keys.size();
    }

    @Override
    public void apply(final Command command, final Reply reply) {
        pass(command.timeMillis());
        try {
            run(command, lastTime, true, reply);
        } finally {
            settle();
        }
    }

    /** The log time that the machine has seen. */
    public long time() {
        return lastTime;
    }

    /**
     * The turn of a command has come: takes out some of what has expired. Part of {@link #apply}, and for machines that
     * have run the command before.
     *
     * @param timeMillis log time.
     */
    public void pass(final long timeMillis) {
        lastTime = Math.max(lastTime, timeMillis);
        turn.keys.removeExpired(lastTime, EXPIRY_BUDGET);
    }

    /**
     * Runs a batch before its turn, over a store that is a draft. What the machine has run before means nothing.
     *
     * @param command its log time is what counts.
     * @param reply   receives the answers.
     */
    public void rehearse(final Command command, final Reply reply) {
        run(command, command.timeMillis(), true, reply);
    }

    /**
     * A key was changed by a draft, past the machine.
     *
     * @param key where it is, from index 0.
     */
    public void changed(final DirectBuffer key) {
        turn.keys.changed(key, 0, key.capacity());
    }

    @Override
    public void query(final Query query, final Reply reply) {
        run(query, Math.max(lastTime, query.timeMillis()), false, reply);
    }

    /** KEYS and SCAN, where the store is on the heap and no other command is in the batch. */
    @Override
    public boolean isLong(final Query query) {
        return views != null && KvView.isFor(query, peeked);
    }

    @Override
    public ReadView view() {
        return new KvView(views, lastTime, turn.limits);
    }

    private void run(final Query query, final long now, final boolean writesAllowed, final Reply reply) {
        final int commands = turn.take(query, writesAllowed);
        turn.now = now;
        final int room = turn.room();
        turn.out.clear(room);
        int answered = 0;
        while (answered < commands) {
            turn.args.next();
            final int mark = turn.out.mark();
            if (answered > 0 && (turn.work.isLong() || mustPause(room) || turn.lacksBytes())) {
                break;
            }
            if (room < turn.limits.messageBytes() && !turn.out.hasRoomFor(strings.sizeOfValueBefore())) {
                turn.out.writeNeeded(reply, strings.needed(turn.limits.messageBytes()));
                return;
            }
            final boolean changed = runTopLevel();
            if (turn.out.overflow()) {
                turn.out.backTo(mark);
                if (!changed && answered > 0) {
                    break;
                }
                if (!changed && room < turn.limits.messageBytes()) {
                    turn.out.writeNeeded(reply, needed());
                    return;
                }
                turn.out.error(KvErrors.replyTooLarge(room, changed));
            }
            answered++;
        }
        turn.out.writeTo(reply, answered);
    }

    /** How much room the command that was run last needs; all that there may be where it is a transaction of reads. */
    private int needed() {
        return isTransaction ? turn.limits.messageBytes() : strings.needed(turn.limits.messageBytes());
    }

    private boolean mustPause(final int room) {
        if (turn.args.hasRoom() && turn.work.taken() > Work.PAUSE_STEPS) {
            return true;
        }
        return turn.args.op() == KvOp.EXEC
            ? turn.out.length() > room / PAUSE_BEFORE_EXEC
            : !turn.out.hasRoomFor(Math.max(KvLimits.OVERHEAD_BYTES, strings.sizeOfValueBefore()));
    }

    /** Runs a command, or all of a transaction; answers whether it may have changed anything. */
    private boolean runTopLevel() {
        isTransaction = turn.args.op() == KvOp.EXEC;
        if (!isTransaction) {
            runOne(turn.args.op());
            return !turn.args.op().readOnly();
        }
        final boolean isGuarded = turn.args.isGuarded();
        final int count = turn.args.count() - (isGuarded ? 1 : 0);
        if (isGuarded) {
            turn.args.next();
            if (!watchCommands.isUnchanged()) {
                turn.args.skip(count);
                turn.out.nil();
                return false;
            }
        }
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
            case GETEX -> strings.getex();
            case MSETNX -> strings.msetnx();
            case GETRANGE, SUBSTR -> bytes.getrange();
            case SETRANGE -> bytes.setrange();
            case INCRBYFLOAT -> bytes.incrbyfloat();
            case SETBIT -> bytes.setbit();
            case GETBIT -> bytes.getbit();
            case LCS -> bytes.lcs();
            case RENAME -> keyCommands.rename(true);
            case RENAMENX -> keyCommands.rename(false);
            case COPY -> keyCommands.copy();
            case EXPIRETIME -> keyCommands.expireTime(true);
            case PEXPIRETIME -> keyCommands.expireTime(false);
            case RANDOMKEY -> keyCommands.randomKey();
            case OBJECT -> objects.run();
            case DEL, UNLINK -> keyCommands.del();
            case EXISTS, TOUCH -> keyCommands.exists();
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
            case HASH_SECRET -> keyCommands.hashSecret();
            case FLUSHALL, FLUSHDB -> keyCommands.flushall();
            case WATCH -> watchCommands.watch();
            default -> throw new IllegalStateException("operation " + op + " is not run by itself");
        }
    }

    @Override
    public void writeSnapshot(final SnapshotWriter out) {
        final KeyHash hashes = turn.keys.hashes();
        final boolean isOpen = hashes == KeyHash.OPEN;
        out.writeInt((payloads == null ? SNAPSHOT_VERSION : SNAPSHOT_VERSION_WITH_PAYLOADS)
            + (isOpen ? 0 : WITH_SECRET) + (turn.watched.isUsed() ? WITH_WATCHES : 0));
        if (!isOpen) {
            out.writeLong(hashes.first());
            out.writeLong(hashes.second());
        }
        out.writeLong(lastTime);
        out.writeInt(payloads == null ? turn.keys.liveSize(lastTime) : turn.keys.size());
        for (Entry e = turn.keys.first(0); e != null; e = turn.keys.next(e)) {
            if (payloads != null || !e.expired(lastTime)) {
                out.writeBytes(turn.keys.key(e));
                if (payloads == null) {
                    writeBytes(turn.keys.value(e), out);
                } else {
                    payloads.write(e, out);
                }
                out.writeLong(e.expireAt());
            }
        }
        if (turn.watched.isUsed()) {
            turn.watched.write(out);
        }
    }

    private static void writeBytes(final DirectBuffer value, final SnapshotWriter out) {
        out.writeInt(value.capacity());
        out.write(value, 0, value.capacity());
    }

    @Override
    public void readSnapshot(final SnapshotReader in) {
        final int written = in.readInt();
        final int parts = written - SNAPSHOT_VERSION;
        final boolean isOpen = (parts & WITH_SECRET) == 0;
        final boolean withPayloads = (parts & 1) != 0;
        if (written < SNAPSHOT_VERSION || written > LAST_VERSION || withPayloads && payloads == null) {
            throw new SnapshotFormatException("key-value snapshot of version " + written
                + ", but this machine reads versions 1, 3, 5 and 7" + (payloads == null ? ""
                    : ", and with payloads 2, 4, 6 and 8"));
        }
        turn.watched.clear();
        final KeyHash hashes = isOpen ? KeyHash.OPEN : new KeyHash(in.readLong(), in.readLong());
        lastTime = in.readLong();
        turn.keys.clear();
        turn.keys.rekey(hashes);
        final int count = in.readInt();
        for (int i = 0; i < count; i++) {
            readEntry(in, withPayloads);
        }
        if (count >= 0 && (parts & WITH_WATCHES) != 0) {
            turn.watched.read(in);
        } else {
            turn.watched.clear();
        }
        if (count < 0 || in.remaining() != 0) {
            throw new SnapshotFormatException("key-value snapshot counts " + count + " keys and has " + in.remaining()
                + " bytes after them");
        }
    }

    private void readEntry(final SnapshotReader in, final boolean withPayloads) {
        final UnsafeBuffer key = new UnsafeBuffer(in.readBytes());
        if (turn.keys.find(key, 0, key.capacity()) != null) {
            throw new SnapshotFormatException("key-value snapshot holds one key of " + key.capacity() + " bytes twice");
        }
        final Rope rope = withPayloads ? payloads.read(in, turn.limits) : null;
        final byte[] value = rope == null ? in.readBytes() : new byte[0];
        final int length = rope == null ? value.length : rope.length();
        final long expireAt = in.readLong();
        if (length > turn.limits.valueBytes() || expireAt < Entry.NEVER) {
            throw new SnapshotFormatException("key-value snapshot holds a value of " + length
                + " bytes that expires at " + expireAt);
        }
        final Entry entry = turn.keys.insert(key, 0, key.capacity(), new UnsafeBuffer(value), 0, value.length);
        if (rope != null) {
            payloads.restore(entry, rope);
        }
        turn.keys.expireAt(entry, expireAt);
    }
}
