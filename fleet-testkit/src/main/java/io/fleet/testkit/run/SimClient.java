package io.fleet.testkit.run;

import io.fleet.client.ReadConsistency;
import io.fleet.client.ReplyHandler;
import io.fleet.client.command.Batcher;
import io.fleet.client.command.ClientReads;
import io.fleet.error.FleetException;
import io.fleet.error.NotAppliedException;
import io.fleet.error.ReplyGoneException;
import io.fleet.node.client.RemoteClientCore;
import io.fleet.reads.client.ReadClient;
import io.fleet.testkit.checker.machine.ApplyChecker;
import io.fleet.testkit.checker.machine.CheckedMachine;
import io.fleet.testkit.history.History;
import io.fleet.testkit.run.check.ReadChecker;
import io.fleet.testkit.run.cluster.SimCluster;
import io.fleet.testkit.run.cluster.SimNode;
import io.fleet.testkit.run.plan.PlannedOperation;
import io.fleet.testkit.run.plan.Workload;
import io.fleet.testkit.sim.SimHash;
import io.fleet.testkit.workload.Service;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * One client: keeps several operations in flight through a batcher (the production class) that lives in a node or in a
 * process of its own, and records what it asks and hears. What it asks is drawn, or given one by one.
 *
 * @param <I> what is asked for.
 * @param <O> what is answered.
 */
final class SimClient<I, O> implements ReplyHandler {
    private static final long TICK_NS = 2_000_000;
    private static final long AGAIN_NS = 20_000;
    private static final long HURRY_NS = 500_000;
    private static final long APART_NS = 1_000;
    /** No multiple of any other pace: what happens at one instant happens in an order that a script does not keep. */
    private static final long RUSH_APART_NS = 1_013;
    private static final int RUSH_CLIENTS = 23;
    private static final int NUMBER_SHIFT = 40;
    private static final int BALLAST = 200;
    private static final long MISSING = -1;
    /** In place of a place in the history, where what may be stale has none. */
    private static final long STALE = -2;
    private static final int BIG_BALLAST = 150_000;
    private static final int PARTS_OF_LONGEST = 16;
    /** In a group with leases one of so many reads beside the log asks a quorum. */
    private static final int QUORUM_IN = 4;

    private final SimCluster cluster;
    private final int number;
    private final SimNode home;
    private final Service<I, O> service;
    private final History<I, O> history;
    private final ApplyChecker witness;
    private final SplittableRandom random;
    private final SplittableRandom operations;
    private final ExpandableArrayBuffer header = new ExpandableArrayBuffer();
    private final List<PlannedOperation> given;
    private final List<PlannedOperation> recorded = new ArrayList<>();
    private final Long2LongHashMap inFlight = new Long2LongHashMap(MISSING);
    private final Long2ObjectHashMap<ReadChecker.Asked<I>> besideLog = new Long2ObjectHashMap<>();
    private final ReadChecker<I, O> readChecker;
    /** What answers to this client, since its process began, reflect. */
    private long answeredBy;
    private final Long2LongHashMap places = new Long2LongHashMap(-1);
    private final Workload workload;
    private final int concurrency;
    private final int bigPercent;
    private final int bigBallast;
    private int budget;
    private final long paceNs;
    private final long spanNs;
    private RemoteClientCore remote;
    private Batcher batcher;
    private ClientReads reads;
    private long nextOperation;
    private int issued;
    private boolean faultsOver;
    private boolean draining;
    private boolean recording;
    private int attempted;
    private boolean cycleDue;
    private long acknowledged;
    private long notApplied;
    private long unknown;

    SimClient(final SimCluster cluster, final int number, final SimNode home, final Service<I, O> service,
              final History<I, O> history, final ApplyChecker witness, final ReadChecker<I, O> readChecker,
              final Workload workload) {
        this.cluster = cluster;
        this.number = number;
        this.home = home;
        this.service = service;
        this.history = history;
        this.witness = witness;
        this.readChecker = readChecker;
        this.workload = workload;
        random = cluster.streams().stream("client", number);
        operations = cluster.streams().stream("operations", number);
        concurrency = 1 + random.nextInt(workload.concurrency());
        bigPercent = workload.bigPercent();
        final int longest = cluster.config().maxCommandBytes();
        bigBallast = Math.min(Math.max(BIG_BALLAST, longest / PARTS_OF_LONGEST * (PARTS_OF_LONGEST - 1)),
            longest - BALLAST);
        given = workload.operations() == null ? null
            : workload.operations().stream().filter(operation -> operation.client() == number).toList();
        budget = given == null ? workload.commands() / workload.clients() : given.size();
        spanNs = workload.spanNs();
        paceNs = workload.spanNs() / Math.max(1, budget);
        nextOperation = 1 + ((long) number << NUMBER_SHIFT);
    }

    /** An embedded client's node is up again, with a new batcher; a remote client starts once. */
    void start() {
        if (home != null) {
            batcher = home.core().group(cluster.groupId()).openBatcher();
            reads = home.core().group(cluster.groupId()).openReads(batcher);
            keepSession();
        } else {
            remote = new RemoteClientCore(SimCluster.CLUSTER_ID, cluster.groupId(), cluster.config(),
                cluster.members(),
                cluster.network().client(number), random.nextLong(), () -> {}, () -> cluster.scheduler().nowNs());
            batcher = remote.batcher();
            reads = remote.reads();
            keepSession();
            cluster.network().onArrival(cluster.nodes() + number, this::cycleSoon);
            tick();
        }
    }

    private void keepSession() {
        if (workload.keepsSession(number)) {
            batcher.keeper().keep(new SessionChecker("client " + number, workload.keptPercent() == 100,
                cluster.violations()));
        }
    }

    /** The node that the client lives in is gone: it cannot know what became of what was in flight. */
    void lose() {
        batcher = null;
        for (final long operation : inFlight.values().toArray(new Long[0])) {
            if (operation != STALE) {
                history.unknown((int) operation, cluster.scheduler().nowNs());
            }
            unknown++;
        }
        inFlight.clear();
        besideLog.clear();
        answeredBy = 0;
    }

    /** Begins to issue operations. */
    void run() {
        if (given != null) {
            runGiven();
            return;
        }
        cluster.scheduler().after((long) (paceNs * 2 * operations.nextDouble()), now -> {
            if (!draining && issued < budget) {
                issue();
                run();
            }
        });
    }

    /** Waits with what is for the time after the faults until that has begun. */
    private void runGiven() {
        if (attempted < given.size() && (faultsOver || given.get(attempted).atNs() < spanNs)) {
            cluster.scheduler().at(given.get(attempted).atNs(), now -> {
                final PlannedOperation operation = given.get(attempted++);
                if (batcher != null) {
                    submit(service.read(operation.text()), operation.ballast());
                }
                runGiven();
            });
        }
    }

    /** There are no more faults, and nodes are repaired. */
    void faultsAreOver() {
        faultsOver = true;
        if (given != null) {
            runGiven();
        }
    }

    /** No more operations at the old pace, but what is in flight goes on; some more follow swiftly. */
    void finish(final int more) {
        draining = true;
        if (batcher != null) {
            batcher.keeper().keep(null);
        }
        if (given == null) {
            budget = issued + more;
            cluster.scheduler().after((number + 1) * APART_NS, now -> hurry());
        }
    }

    /** Issues some operations soon, each at an instant of its own, as far as it may have them in flight. */
    void rush(final int count) {
        for (int i = 0; i < count && given == null; i++) {
            cluster.scheduler().after((1 + i * (long) RUSH_CLIENTS + number) * RUSH_APART_NS, now -> {
                if (!draining && issued < budget) {
                    issue();
                }
            });
        }
    }

    private void hurry() {
        if (issued < budget && batcher != null) {
            issue();
            cluster.scheduler().after(HURRY_NS, now -> hurry());
        }
    }

    boolean isDone() {
        return inFlight.isEmpty()
            && (given != null ? attempted == given.size() : issued >= budget || batcher == null);
    }

    /** Issues what the service wants to be asked at the end. */
    void askAtEnd() {
        service.finalInputs().forEach(input -> submit(input, 0));
    }

    /** How a query is asked: at the end, only so that it must see everything. */
    private ReadConsistency consistency(final I input, final int length, final long nowNs) {
        final ReadConsistency drawn = leased(workload.consistency(number, nowNs), nowNs);
        return !service.isQuery(input) || length > ReadClient.MAX_READ_BYTES || draining && !drawn.isLinearizable()
            ? ReadConsistency.LINEARIZABLE_LOG : drawn;
    }

    /** Where there are leases, most of what would ask a quorum goes by them; which ones, follows from who and when. */
    private ReadConsistency leased(final ReadConsistency drawn, final long nowNs) {
        return drawn.level() == ReadConsistency.Level.LINEARIZABLE_QUORUM && cluster.config().leases().isOn()
            && Math.floorMod(SimHash.mix(SimHash.mix(SimHash.START, nowNs), -number), QUORUM_IN) != 0
                ? ReadConsistency.LINEARIZABLE_LEASE : drawn;
    }

    /** What was issued and not said to be the end's. */
    List<PlannedOperation> recorded() {
        return recorded;
    }

    /** Keeps what it draws from now on. */
    void keep() {
        recording = true;
    }

    /** The node that it lives in; null for a process of its own. */
    SimNode home() {
        return home;
    }

    int inFlight() {
        return inFlight.size();
    }

    boolean isConnected() {
        return batcher != null;
    }

    /** Which client an operation is of. */
    static int clientOf(final long operation) {
        return (int) (operation >>> NUMBER_SHIFT);
    }

    /** Where an operation of this client stands in the history; negative when it is not of it. */
    int placeOf(final long operation) {
        return (int) places.get(operation);
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
        onReply(correlationId, 0, 0, buffer, offset, length);
    }

    @Override
    public void onReply(final long correlationId, final long lsn, final long staleNs, final DirectBuffer buffer,
                        final int offset, final int length) {
        final long operation = inFlight.remove(correlationId);
        if (operation == MISSING) {
            cluster.violations().report("client " + number + " was answered twice for operation " + correlationId);
            return;
        }
        acknowledged++;
        final long now = cluster.scheduler().nowNs();
        final long hash = service.answerHash(buffer, offset, length);
        final O answer = service.answer(buffer, offset, length);
        cluster.trace().step(now, "reply", number, correlationId, hash);
        final ReadChecker.Asked<I> asked = besideLog.remove(correlationId);
        if (asked != null) {
            readChecker.onAnswer(asked, lsn, staleNs, answer, now);
            answeredBy = Math.max(answeredBy, lsn);
        }
        if (operation != STALE) {
            history.ok((int) operation, answer, now);
            if (!service.isQuery(history.operations().get((int) operation).input())) {
                witness.acknowledged(correlationId, hash);
                answeredBy = Math.max(answeredBy, witness.lsnOf(correlationId));
                readChecker.answered(witness.lsnOf(correlationId), now);
            } else if (asked == null) {
                answeredBy = Math.max(answeredBy, lsn);
                readChecker.answered(lsn, now);
            }
        }
    }

    @Override
    public void onFailure(final long correlationId, final FleetException failure) {
        final long operation = inFlight.remove(correlationId);
        if (operation == MISSING) {
            cluster.violations().report("client " + number + " was answered twice for operation " + correlationId);
            return;
        }
        final long now = cluster.scheduler().nowNs();
        besideLog.remove(correlationId);
        cluster.trace().step(now, failure.getClass().getSimpleName(), number, correlationId, 0);
        if (failure instanceof NotAppliedException) {
            notApplied++;
            witness.notApplied(correlationId);
        } else {
            unknown++;
        }
        if (failure instanceof ReplyGoneException) {
            witness.acknowledged(correlationId, ApplyChecker.UNKNOWN_ANSWER);
        }
        if (operation != STALE && failure instanceof NotAppliedException) {
            history.notApplied((int) operation, now);
        } else if (operation != STALE) {
            history.unknown((int) operation, now);
        }
    }

    private void issue() {
        if (batcher == null || inFlight.size() >= concurrency) {
            return;
        }
        final I input = service.draw(operations);
        final boolean big = operations.nextInt(100) < bigPercent;
        final int ballast = operations.nextInt(big ? bigBallast : BALLAST);
        if (recording) {
            recorded.add(new PlannedOperation(number, cluster.scheduler().nowNs(), ballast, service.write(input)));
        }
        submit(input, ballast);
    }

    private void submit(final I input, final int ballast) {
        final long now = cluster.scheduler().nowNs();
        final long operation = nextOperation++;
        final DirectBuffer inner = service.header(input);
        final int headerLength = CheckedMachine.PREFIX_LENGTH + inner.capacity();
        header.putLong(0, operation, ByteOrder.LITTLE_ENDIAN);
        header.putBytes(CheckedMachine.PREFIX_LENGTH, inner, 0, inner.capacity());
        final DirectBuffer payload = service.payload(input, ballast);
        final ReadConsistency consistency = consistency(input, headerLength + payload.capacity(), now);
        final int index = consistency.isLinearizable() ? history.invoke(number, input, now) : (int) STALE;
        inFlight.put(operation, index);
        if (consistency.isLinearizable()) {
            places.put(operation, index);
        }
        final long localNow = home == null ? now : home.clock().nanoTime();
        if (batcher == null || !offer(input, consistency, headerLength, payload, operation, localNow)) {
            inFlight.remove(operation);
            witness.notApplied(operation);
            if (consistency.isLinearizable()) {
                history.notApplied(index, now);
            }
            return;
        }
        issued++;
        cluster.trace().step(now, "invoke", number, operation, SimHash.mix(SimHash.START, inner, 0, inner.capacity()));
        cluster.trace().note(now, () -> "client " + number + ": " + service.write(input));
        if (home != null) {
            home.nudge();
        } else {
            cycleSoon();
        }
    }

    /** What is too long for a read beside the log goes through it. */
    private boolean offer(final I input, final ReadConsistency consistency, final int headerLength,
                          final DirectBuffer payload, final long operation, final long localNow) {
        if (consistency.level() == ReadConsistency.Level.LINEARIZABLE_LOG) {
            return batcher.offer(service.isQuery(input), header, 0, headerLength, payload, 0, payload.capacity(),
                operation, this, localNow);
        }
        besideLog.put(operation, new ReadChecker.Asked<>("read " + operation, input, consistency, answeredBy,
            cluster.scheduler().nowNs()));
        final boolean isTaken = reads.offer(consistency, header, 0, headerLength, payload, 0, payload.capacity(),
            operation, this, localNow);
        if (!isTaken) {
            besideLog.remove(operation);
        }
        return isTaken;
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
