package io.fleet.examples.kv.draft;

import io.fleet.examples.kv.BatchKeys;
import io.fleet.examples.kv.KvMachine;
import io.fleet.examples.kv.store.ExpiryTimers;
import io.fleet.examples.kv.store.KvLimits;
import io.fleet.machine.Command;
import io.fleet.machine.CommandKeys;
import io.fleet.machine.ConcurrentQueries;
import io.fleet.machine.MachineContext;
import io.fleet.machine.Query;
import io.fleet.machine.ReadView;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.SpeculativeMachine;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;

/**
 * A {@link KvMachine} on the heap that speculates: commands, answers and snapshots are the same. A batch is run early
 * over a draft of the store, which notes what it was asked; its answers are kept beside. When it is published all that
 * it rests on is looked at again: what was under its keys, log time, and whether it fits into the store. Where that
 * holds, the answers are given and the values put in; where it does not, the batch is run again, in its turn, as by the
 * plain machine. So it may be wrong early, and it costs time only. A batch behind such a one under the same key is run
 * again too, until no draft of the key is left.
 *
 * <p>Batches that look at all keys (FLUSHALL, DBSIZE, SCAN, KEYS), that watch keys or rest on watched ones, and those
 * that are malformed are run in their turn, and so is what is prepared while drafts keep more than
 * {@link #MAX_HELD_BYTES}.
 */
public class SpeculativeKvMachine implements SpeculativeMachine<Draft>, ConcurrentQueries, AutoCloseable {
    /** Answers and values in drafts, and those of one more batch for each thread. */
    static final long MAX_HELD_BYTES = 16L << 20;

    private final SharedStore store = new SharedStore();
    private final Drafts drafts = new Drafts(store);
    private final KvMachine published;
    private final KvLimits limits;
    private final ExpiryTimers timers = new ExpiryTimers();
    private final BatchKeys keys = new BatchKeys();
    private final Queue<Rehearsal> idle = new ConcurrentLinkedQueue<>();
    private long inTurn;

    /**
     * Creates a machine without keys.
     *
     * @param limits the same on all replicas.
     * @param clock  gives monotonic nanoseconds, for queries alone; null where they are bounded by steps only.
     */
    public SpeculativeKvMachine(final KvLimits limits, final LongSupplier clock) {
        this.limits = limits;
        published = new KvMachine(store, limits, clock);
    }

    /** How many batches were run in their turn. */
    long inTurn() {
        return inTurn;
    }

    Drafts drafts() {
        return drafts;
    }

    SharedStore store() {
        return store;
    }

    /** Whether a draft would hold if it were published now. */
    boolean holds(final Draft draft) {
        return draft.isCurrent(store, Math.max(published.time(), draft.timeMillis()));
    }

    @Override
    public void onStart(final MachineContext context) {
        published.onStart(context);
        timers.onStart(context);
    }

    @Override
    public void keys(final Command command, final CommandKeys into) {
        keys.tell(command, into);
    }

    /** Answers nothing yet: what is answered cannot be taken back where the batch is run again. */
    @Override
    public Draft prepare(final Command command, final Reply reply) {
        final Command kept = KeptCommand.of(command);
        if (drafts.bytes() > MAX_HELD_BYTES) {
            return Draft.ofTurn(kept);
        }
        final Rehearsal polled = idle.poll();
        final Rehearsal rehearsal = polled == null ? new Rehearsal(store, drafts, limits) : polled;
        final Draft draft = rehearsal.run(kept);
        idle.add(rehearsal);
        drafts.add(draft);
        return draft;
    }

    @Override
    public void publish(final Draft draft, final Reply reply) {
        try {
            published.pass(draft.timeMillis());
            if (draft.isCurrent(store, published.time())) {
                put(draft);
                reply.write(draft.answers());
            } else {
                inTurn++;
                published.apply(draft.command(), reply);
            }
        } finally {
            drafts.publish(draft);
        }
    }

    private void put(final Draft draft) {
        for (final DraftEntry each : draft.entries()) {
            if (each.isChanged()) {
                store.put(each.key(), each.after());
                published.changed(each.key().buffer());
            }
        }
        draft.expiries().forEach(at -> timers.expires(at, published.time()));
    }

    @Override
    public void revoke(final Draft draft) {
        drafts.revoke(draft);
    }

    @Override
    public void onTimer(final long timerId, final long timeMillis) {
        published.onTimer(timerId, timeMillis);
    }

    @Override
    public void query(final Query query, final Reply reply) {
        published.query(query, reply);
    }

    @Override
    public boolean isLong(final Query query) {
        return published.isLong(query);
    }

    @Override
    public ReadView view() {
        return published.view();
    }

    @Override
    public void writeSnapshot(final SnapshotWriter out) {
        published.writeSnapshot(out);
    }

    @Override
    public void readSnapshot(final SnapshotReader in) {
        published.readSnapshot(in);
    }

    /** Gives the store's memory back; the machine is not used afterwards. */
    @Override
    public void close() {
        published.close();
    }
}
