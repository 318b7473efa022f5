package io.fleet.testkit.run;

import io.fleet.ReplyHandler;
import io.fleet.batch.Batcher;
import io.fleet.machine.FleetException;
import io.fleet.machine.NotAppliedException;
import io.fleet.node.RemoteClientCore;
import io.fleet.testkit.history.History;
import io.fleet.testkit.history.RegisterInput;
import io.fleet.testkit.sim.SimHash;
import io.fleet.testkit.witness.ApplyWitness;
import io.fleet.testkit.witness.WitnessedMachine;
import io.fleet.testkit.workload.RegisterCodec;
import java.nio.ByteOrder;
import java.util.SplittableRandom;
import org.agrona.DirectBuffer;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * One client: keeps several operations in flight through a batcher (the production class) that lives in a node or in a
 * process of its own, and records what it asks and hears.
 */
final class SimClient implements ReplyHandler {
    private static final long TICK_NS = 2_000_000;
    private static final long AGAIN_NS = 20_000;
    private static final long HURRY_NS = 500_000;
    private static final int KEYS = 24;

    private final SimCluster cluster;
    private final int number;
    private final SimNode home;
    private final History<RegisterInput, Long> history;
    private final ApplyWitness witness;
    private final SplittableRandom random;
    private final UnsafeBuffer header =
        new UnsafeBuffer(new byte[WitnessedMachine.PREFIX_LENGTH + RegisterCodec.LENGTH]);
    private final UnsafeBuffer payload;
    private final Long2LongHashMap inFlight = new Long2LongHashMap(-1);
    private final int concurrency;
    private final int bigPercent;
    private int budget;
    private final long paceNs;
    private RemoteClientCore remote;
    private Batcher batcher;
    private long nextOperation;
    private int issued;
    private boolean draining;
    private boolean cycleDue;
    private long acknowledged;
    private long notApplied;
    private long unknown;

    SimClient(final SimCluster cluster, final int number, final SimNode home, final History<RegisterInput,
              Long> history,
              final ApplyWitness witness, final int budget, final long spanNs) {
        this.cluster = cluster;
        this.number = number;
        this.home = home;
        this.history = history;
        this.witness = witness;
        this.budget = budget;
        random = cluster.streams().stream("client", number);
        concurrency = 1 + random.nextInt(8);
        bigPercent = random.nextInt(4) == 0 ? 3 : 0;
        payload = new UnsafeBuffer(new byte[bigPercent > 0 ? 150_000 : 256]);
        paceNs = spanNs / budget;
        nextOperation = 1 + ((long) number << 40);
    }

    /** An embedded client's node is up again, with a new batcher; a remote client starts once. */
    void start() {
        if (home != null) {
            batcher = home.core().openBatcher(SimCluster.GROUP_ID);
        } else {
            remote = new RemoteClientCore(SimCluster.CLUSTER_ID, SimCluster.GROUP_ID, cluster.config(),
                cluster.members(),
                cluster.network().client(number), random.nextLong(), () -> { }, () -> cluster.scheduler().nowNs());
            batcher = remote.batcher();
            cluster.network().onArrival(cluster.nodes() + number, this::cycleSoon);
            tick();
        }
    }

    /** The node that the client lives in is gone: it cannot know what became of what was in flight. */
    void lose() {
        batcher = null;
        for (final long operation : inFlight.values().toArray(new Long[0])) {
            history.unknown((int) operation, cluster.scheduler().nowNs());
            unknown++;
        }
        inFlight.clear();
    }

    /** Begins to issue operations. */
    void run() {
        cluster.scheduler().after((long) (paceNs * 2 * random.nextDouble()), now -> {
            if (!draining && issued < budget) {
                issue();
                run();
            }
        });
    }

    /** No more operations at the old pace, but what is in flight goes on; some more follow swiftly. */
    void finish(final int more) {
        draining = true;
        budget = issued + more;
        hurry();
    }

    private void hurry() {
        if (issued < budget && batcher != null) {
            issue();
            cluster.scheduler().after(HURRY_NS, now -> hurry());
        }
    }

    boolean isDone() {
        return inFlight.isEmpty() && (issued >= budget || batcher == null);
    }

    /** Issues one read of every register: what was acknowledged must be there. */
    void readAll() {
        for (int key = 0; key < KEYS; key++) {
            submit(RegisterInput.read(key), 0);
        }
    }

    int inFlight() {
        return inFlight.size();
    }

    boolean isConnected() {
        return batcher != null;
    }

    long acknowledged() {
        return acknowledged;
    }

    long notApplied() {
        return notApplied;
    }

    long unknown() {
        return unknown;
    }

    int issued() {
        return issued;
    }

    @Override
    public void onReply(final long correlationId, final DirectBuffer buffer, final int offset, final int length) {
        final long operation = inFlight.remove(correlationId);
        if (operation < 0) {
            cluster.violations().report("client " + number + " was answered twice for operation " + correlationId);
            return;
        }
        acknowledged++;
        final long value = length == Long.BYTES ? buffer.getLong(offset, ByteOrder.LITTLE_ENDIAN) : Long.MIN_VALUE;
        history.ok((int) operation, value, cluster.scheduler().nowNs());
        cluster.trace().step(cluster.scheduler().nowNs(), "reply", number, correlationId, value);
        if (history.operations().get((int) operation).input().kind() != RegisterInput.Kind.READ) {
            witness.acknowledged(correlationId, ApplyWitness.hashOf(buffer, offset, length));
        }
    }

    @Override
    public void onFailure(final long correlationId, final FleetException failure) {
        final long operation = inFlight.remove(correlationId);
        if (operation < 0) {
            cluster.violations().report("client " + number + " was answered twice for operation " + correlationId);
            return;
        }
        final long now = cluster.scheduler().nowNs();
        cluster.trace().step(now, failure.getClass().getSimpleName(), number, correlationId, 0);
        if (failure instanceof NotAppliedException) {
            notApplied++;
            history.notApplied((int) operation, now);
            witness.notApplied(correlationId);
        } else {
            unknown++;
            history.unknown((int) operation, now);
        }
    }

    private void issue() {
        if (batcher == null || inFlight.size() >= concurrency) {
            return;
        }
        final int key = random.nextInt(KEYS);
        final RegisterInput input = switch (random.nextInt(10)) {
            case 0, 1, 2 -> RegisterInput.read(key);
            case 3, 4, 5 -> RegisterInput.set(key, random.nextLong(1, 1 << 20));
            case 6, 7, 8 -> RegisterInput.add(key, 1 + random.nextInt(100));
            default -> RegisterInput.compareAndSet(key, 0, 1 + random.nextInt(100));
        };
        final boolean big = random.nextInt(100) < bigPercent;
        submit(input, random.nextInt(big ? payload.capacity() : 200));
    }

    private void submit(final RegisterInput input, final int ballast) {
        final long now = cluster.scheduler().nowNs();
        final long operation = nextOperation++;
        header.putLong(0, operation, ByteOrder.LITTLE_ENDIAN);
        RegisterCodec.encode(input, header, WitnessedMachine.PREFIX_LENGTH);
        payload.putLong(0, operation);
        final int index = history.invoke(number, input, now);
        inFlight.put(operation, index);
        final long localNow = home == null ? now : home.clock().nanoTime();
        if (batcher == null
            || !batcher.offer(input.kind() == RegisterInput.Kind.READ, header, 0, header.capacity(), payload, 0,
            ballast,
            operation, this, localNow)) {
            inFlight.remove(operation);
            history.notApplied(index, now);
            witness.notApplied(operation);
            notApplied++;
            return;
        }
        issued++;
        cluster.trace().step(now, "invoke", number, operation, SimHash.mix(input.kind().ordinal(), input.key()));
        if (home != null) {
            home.nudge();
        } else {
            cycleSoon();
        }
    }

    private void tick() {
        cycle();
        cluster.scheduler().after(TICK_NS, now -> tick());
    }

    private void cycle() {
        if (remote.doWork(cluster.scheduler().nowNs()) > 0) {
            cycleSoon();
        }
    }

    private void cycleSoon() {
        if (!cycleDue) {
            cycleDue = true;
            cluster.scheduler().after(AGAIN_NS, now -> {
                cycleDue = false;
                cycle();
            });
        }
    }
}
