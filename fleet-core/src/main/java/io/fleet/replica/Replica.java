package io.fleet.replica;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.ChosenEntries;
import io.fleet.consensus.ChosenEntry;
import io.fleet.consensus.GroupCounters;
import io.fleet.consensus.ModeCounter;
import io.fleet.consensus.Outbound;
import io.fleet.consensus.PayloadEntries;
import io.fleet.consensus.ReplicaProgress;
import io.fleet.consensus.TableUse;
import io.fleet.consensus.ValueGatherer;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.consensus.store.OrderedLogWriter;
import io.fleet.error.SnapshotFormatException;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;
import io.fleet.replica.digest.ExecutionDigest;
import io.fleet.replica.members.AppliedMembers;
import io.fleet.replica.members.OrderRecorder;
import io.fleet.replica.members.SnapshotMembers;
import io.fleet.replica.members.SnapshotVersion;
import io.fleet.replica.members.WitnessPosition;
import io.fleet.replica.speculation.SpeculationMeans;
import io.fleet.replica.timer.TimerTable;
import io.fleet.session.SessionTable;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.coverage.CoverageMark;
import java.util.List;
import java.util.Objects;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Applies chosen entries in LSN order (FL-16, S6), answers where this node is the replier, and records the applied
 * order asynchronously ({@code docs/internals.md}, "A command's way"). Its state (machine, sessions, timers, log
 * time) is a function of the log alone.
 */
public final class Replica implements ReplicaProgress {
    private static final CoverageMark WITHOUT_TIMERS = CoverageMark.named("replica.snapshot-of-before-timers");
    private static final CoverageMark AWAY = CoverageMark.named("replica.entry-applied-without-the-duty");
    private static final int APPLY_LIMIT = 256;
    /** What is applied from the ordered log in one duty cycle: each entry is read from the disk, and acks wait. */
    private static final int REPLAY_LIMIT = 32;
    private static final int REPLAY_BYTES = 128 << 10;
    /** A machine is slow until so many of its entries in a row have taken less than this. */
    private static final int OWED_AFTER_A_SLOW_ONE = 16;
    private static final long QUICK_NS = 1_000_000;

    private final int self;
    private final int window;
    /** Whether the machine is called without the protocol being asked for anything on its way. */
    private final boolean mayLeave;
    /** Whether nothing is executed: what is chosen counts as applied, and the state is a position and the members. */
    private final boolean isWitness;
    private HostedMachine machine;
    private SessionTable sessions;
    private final OrderedLogWriter log;
    private final GroupCounters counters;
    private ReplySender replies;
    private EntryApplier applier;
    /** What is applied, and what is recorded: the first may be in use by another thread. */
    private final Piece piece = new Piece();
    private final UnsafeBuffer header = new UnsafeBuffer(0, 0);
    private long applied;
    private long appliedBytes;
    private long logTime;
    private boolean paused;
    private ValueGatherer values;
    private final AppliedMembers members = new AppliedMembers();
    private final OrderRecorder recorder;

    /**
     * Creates a replica with an empty state.
     *
     * @param config   the group's configuration.
     * @param machine  the state machine, empty.
     * @param log      the ordered log of the group.
     * @param outbound where answers go.
     * @param counters what is counted.
     */
    public Replica(final GroupConfig config, final StateMachine machine, final OrderedLogWriter log,
                   final Outbound outbound,
                   final GroupCounters counters) {
        this(config, machine, log, outbound, counters, CallbackFailures.IGNORED);
    }

    /**
     * Creates a replica with an empty state.
     *
     * @param config   the group's configuration.
     * @param machine  the state machine, empty.
     * @param log      the ordered log of the group.
     * @param outbound where answers go.
     * @param counters what is counted.
     * @param failures hears of callbacks of the machine that threw.
     */
    public Replica(final GroupConfig config, final StateMachine machine, final OrderedLogWriter log,
                   final Outbound outbound,
                   final GroupCounters counters, final CallbackFailures failures) {
        final MachinePayloads payloads =
            machine.usesPayloads() ? new MachinePayloads(new PayloadTable(config.mode().splitsValues())) : null;
        this.machine = new HostedMachine(machine, new TimerTable(), payloads, counters, failures).start();
        this.log = log;
        this.counters = counters;
        self = outbound.self();
        window = config.windowEntries();
        recorder = new OrderRecorder(log, members, window);
        isWitness = WitnessPosition.isOf(machine);
        mayLeave = !config.mode().splitsValues() && !machine.usesPayloads();
        sessions = new SessionTable(config, this.machine);
        replies = new ReplySender(outbound, counters, config.leases().atReplicas() ? 0 : Long.MAX_VALUE);
        applier = new EntryApplier(config, this.machine, sessions, replies, counters);
    }

    @Override
    public long applied() {
        return applied;
    }

    @Override
    public long recorded() {
        return log.appended();
    }

    @Override
    public long durable() {
        return log.durable();
    }

    /** Somebody waits until all that is recorded is durable. */
    public void hasten() {
        log.hasten();
    }

    @Override
    public long logTime() {
        return logTime;
    }

    /** While the state is in the hands of another thread there is nothing that log time alone brings about. */
    @Override
    public long nextDeadline() {
        return piece.isAway ? TimerTable.NONE : Math.min(machine.timers().nextDeadline(), sessions.nextExpiry());
    }

    /**
     * Whether another thread, which has not the node's duty, is at the state: then neither machine nor sessions nor
     * timers nor digests may be looked at, and the state may not be replaced. By whoever has the duty.
     */
    @Override
    public boolean isAway() {
        return piece.isAway;
    }

    /**
     * What it made of the log, in numbers that other replicas can compare; another one after {@link #become}.
     *
     * @return the digests.
     */
    public ExecutionDigest digest() {
        return machine.digest();
    }

    /**
     * How many timers are scheduled.
     *
     * @return timers.
     */
    public int timerCount() {
        return machine.timers().size();
    }

    /**
     * How many sessions are open.
     *
     * @return sessions.
     */
    public int sessionCount() {
        return sessions.sessionCount();
    }

    /**
     * Applies an entry found in the ordered log at start-up; answers nobody.
     *
     * @param lsn    one above {@link #applied()}.
     * @param meta   the value.
     * @param body   where the body is.
     * @param offset of its first byte.
     */
    public void restore(final long lsn, final EntryMeta meta, final DirectBuffer body, final int offset) {
        piece.entry.meta.set(meta);
        piece.entry.body = body;
        piece.entry.offset = offset;
        piece.entry.isHeadersOnly = false;
        piece.entry.replier = -1;
        piece.restore(lsn);
        onRecorded(members.applied());
    }

    /**
     * Writes the state: version, LSN, log time, members, payloads, sessions, timers, machine.
     *
     * @param out where to.
     */
    public void writeSnapshot(final SnapshotWriter out) {
        if (isWitness) {
            WitnessPosition.write(applied, logTime, members.applied(), out);
            return;
        }
        final boolean hasMembers = members.applied().version() > 0;
        final boolean hasPayloads = machine.handles() != null;
        out.writeLong(hasPayloads ? SnapshotVersion.WITH_PAYLOADS
            : hasMembers ? SnapshotVersion.WITH_MEMBERS : SnapshotVersion.PLAIN);
        out.writeLong(applied);
        out.writeLong(logTime);
        if (hasPayloads) {
            out.writeInt(hasMembers ? 1 : 0);
        }
        if (hasMembers) {
            SnapshotMembers.write(members.applied(), out);
        }
        if (hasPayloads) {
            machine.handles().table().writeSnapshot(out, applied);
        }
        sessions.writeSnapshot(out);
        machine.timers().writeSnapshot(out);
        machine.writeSnapshot(out);
    }

    /**
     * Replaces the state by a snapshot. One that was written before there were timers has none.
     *
     * @param in where from.
     * @throws SnapshotFormatException when it is of an unknown version, or is no snapshot.
     */
    public void readSnapshot(final SnapshotReader in) {
        final long first = in.readLong();
        if (isWitness != (first == SnapshotVersion.OF_WITNESS)) {
            throw new SnapshotFormatException(isWitness
                ? "a snapshot with the state of a machine is here, but this node is a witness of the group, which has"
                    + " none: a node that is to become one needs empty directories"
                : "a snapshot of a witness is here, which has no state of a machine: a node that is to execute needs"
                    + " empty directories");
        }
        if (isWitness) {
            applied = in.readLong();
            logTime = in.readLong();
            members.begin(WitnessPosition.readMembers(in, applied));
            return;
        }
        final boolean timed = first < 0;
        final boolean hasPayloads = first == SnapshotVersion.WITH_PAYLOADS;
        SnapshotVersion.requireKnown(first);
        applied = timed ? in.readLong() : first;
        logTime = in.readLong();
        if (hasPayloads ? in.readInt() == 1 : first == SnapshotVersion.WITH_MEMBERS) {
            members.begin(SnapshotMembers.read(in, applied));
        }
        if (hasPayloads) {
            if (machine.handles() == null) {
                throw new SnapshotFormatException("a snapshot of a replica refers to payloads, but the machine "
                    + machine.machine().getClass().getName() + " does not use handles");
            }
            machine.handles().table().readSnapshot(in, applied);
        }
        sessions.readSnapshot(in);
        if (timed) {
            machine.timers().readSnapshot(in, logTime);
        } else {
            WITHOUT_TIMERS.hit();
            machine.timers().clear();
        }
        machine.readSnapshot(in);
    }

    /**
     * Puts the state of another replica in the place of this one's, between two entries: one that was restored from a
     * snapshot, which a durable snapshot of this node's covers. The ordered log goes on behind it where it ends before.
     * What waits to be sent is dropped; who waits for it asks again (S10).
     *
     * @param restored with a higher LSN applied; not used by anybody else afterwards.
     * @return false when the ordered log has no room to note it now: try again in the next cycle.
     * @throws IllegalArgumentException when it has not applied more.
     */
    public boolean become(final Replica restored) {
        if (restored.applied <= applied) {
            throw new IllegalArgumentException("a replica at LSN " + applied + " cannot go back to LSN "
                + restored.applied);
        }
        if (restored.applied > log.appended() && !log.skipTo(restored.applied)) {
            return false;
        }
        if (applier.payloads() != null) {
            applier.payloads().clear(values);
        }
        machine = restored.machine;
        sessions = restored.sessions;
        replies = restored.replies;
        if (applier.speculation() != null) {
            applier.speculation().moveTo(Objects.requireNonNull(restored.applier.speculation()));
        }
        applier = restored.applier;
        applied = restored.applied;
        counters.applyingLsn.set(applied);
        logTime = restored.logTime;
        members.begin(restored.members.applied());
        return true;
    }

    @Override
    public Configuration recordedConfiguration() {
        return members.recorded();
    }

    @Override
    public byte @Nullable [] witnessPosition(final long lsn) {
        final Configuration then = lsn > applied ? null : members.at(lsn);
        return then == null ? null : WitnessPosition.encode(lsn, then);
    }

    /**
     * A configuration is in the ordered log, perhaps behind what is applied.
     *
     * @param recorded the configuration.
     */
    public void onRecorded(final Configuration recorded) {
        members.onRecorded(recorded);
    }

    /**
     * One duty cycle: applies what is chosen and here, then records what is applied. All by the caller's thread.
     *
     * @param chosen       what the mode has learnt.
     * @param leaderBallot told to batchers with the answers.
     * @return how many entries were applied or recorded.
     */
    public int doWork(final ChosenEntries chosen, final long leaderBallot) {
        int work = begin(chosen, leaderBallot);
        for (UserCode next = next(); next != null; next = next()) {
            next.run();
            work += next.finish();
        }
        return work + end();
    }

    /**
     * A duty cycle begins: sends answers that are released by now, and finishes what another thread has applied and
     * given back.
     *
     * @param chosen       what the mode has learnt; for all of the cycle.
     * @param leaderBallot told to batchers with the answers.
     * @return how much was done.
     */
    public int begin(final ChosenEntries chosen, final long leaderBallot) {
        values = chosen.values();
        final int work = replies.release(chosen.released()) + piece.begin(chosen, leaderBallot);
        return work + (applier.speculation() == null || piece.isAway ? 0
            : applier.speculation().doWork(paused && !applier.isInEntry()));
    }

    /**
     * What is to be applied next in this cycle. What has to be read back from the ordered log comes in smaller numbers.
     *
     * @return null for nothing, or nothing now; otherwise to be run, and then finished, unless it leaves.
     */
    public UserCode next() {
        return piece.prepare() ? piece : null;
    }

    /**
     * Ends a duty cycle: sends what waits, and records.
     *
     * @return how much was done.
     */
    public int end() {
        int work = 0;
        if (applier.payloads() != null) {
            work = applier.payloads().doWork(values, piece.ballot, applied, logTime, !paused && !applier.isInEntry());
        }
        if (applier.speculation() != null && !piece.isAway) {
            work += applier.speculation().goOn(piece.chosen, applied, logTime, paused,
                applier.isInEntry());
        }
        return work + replies.doWork() + record(piece.chosen);
    }

    /**
     * Whether the state is that between two entries, and nobody else is at it, so that a snapshot of it may be written
     * by a replica that is paused, and queries executed by one that is not; otherwise an entry is applied in part, and
     * will be finished also by a replica that is paused, or what was prepared is still to be revoked.
     */
    public boolean isBetweenEntries() {
        return !piece.isAway && !applier.isInEntry()
            && (!paused || applier.speculation() == null || applier.speculation().isEmpty());
    }

    @Override
    public boolean usesPayloads() {
        return machine.handles() != null;
    }

    @Override
    public boolean looksInto(final DirectBuffer buffer, final int offset, final int length) {
        header.wrap(buffer, offset, length);
        return machine.handles() == null || machine.looksInto(header);
    }

    @Override
    public boolean waitsForPayloads() {
        return applier.payloads() != null && applier.isWaiting();
    }

    @Override
    public boolean isReferenced(final long batcherId, final long sequence, final long digest) {
        return machine.handles() != null && machine.handles().table().isReferenced(batcherId, sequence, digest);
    }

    @Override
    public void forEachReferenced(final PayloadEntries consumer) {
        if (machine.handles() != null) {
            machine.handles().table().forEach(consumer);
        }
    }

    /**
     * A snapshot of this replica is durable.
     *
     * @param lsn up to which it covers the log; 0 when there is none any more.
     */
    public void covered(final long lsn) {
        if (machine.handles() != null) {
            machine.handles().table().covered(lsn);
        }
    }

    /** How many bytes of placed payloads are kept in memory; 0 where the values of entries are split. */
    public long payloadBytes() {
        return machine.handles() == null ? 0 : machine.handles().table().bytes();
    }

    /**
     * Applies nothing until {@link #resume()}, so that another thread may write the state. Meanwhile, and until it has
     * caught up, what is chosen is recorded without being applied, and applied from the ordered log later (S6, S13):
     * the storage role goes on, and memory holds no more than otherwise.
     */
    public void pause() {
        paused = true;
    }

    /** Whether {@link #pause()} was called last. */
    @Override
    public boolean isPaused() {
        return paused;
    }

    /** Applies again. */
    public void resume() {
        paused = false;
        recorder.resume();
    }

    /**
     * Whether it has to catch up with the ordered log: with what that held at the start, or when applying went on after
     * {@link #pause()}, or was recorded ahead since. That a mode records decisions before they are applied is no such
     * lag.
     */
    public boolean isBehind() {
        return recorder.isBehind(applied);
    }

    /**
     * Executes queries that did not come through the log, on the state as it is, and answers them. Not while
     * {@link #isPaused()}, and only {@linkplain #isBetweenEntries() between entries}.
     *
     * @param batcherId    who asks.
     * @param requestId    the batcher's number of the request.
     * @param leaderBallot told with the answers.
     * @param staleNs      how old the state may be.
     * @param queries      where they are.
     * @param offset       of the first byte.
     * @param length       in bytes.
     */
    public void read(final long batcherId, final long requestId, final long leaderBallot, final long staleNs,
                     final DirectBuffer queries, final int offset, final int length) {
        replies.beginReads(batcherId, requestId, leaderBallot, applied, staleNs);
        applier.read(applied, logTime, batcherId, requestId, staleNs, queries, offset, length);
        replies.flush();
    }

    /**
     * Answers queries that did not come through the log without executing them; in the middle of an entry not even
     * that, since who asks will ask again.
     *
     * @param batcherId    who asks.
     * @param requestId    the batcher's number of the request.
     * @param leaderBallot told with the answers.
     * @param status       {@link io.fleet.session.ReplyFrame#NOT_SERVED} or
     *                     {@link io.fleet.session.ReplyFrame#READ_LATER}.
     * @param why          for people.
     * @param queries      where they are.
     * @param offset       of the first byte.
     * @param length       in bytes.
     */
    public void refuse(final long batcherId, final long requestId, final long leaderBallot, final byte status,
                       final String why, final DirectBuffer queries, final int offset, final int length) {
        if (piece.isAway || applier.isInEntry()) {
            return;
        }
        replies.beginReads(batcherId, requestId, leaderBallot, Math.min(applied, replies.released()),
            ReplyBatch.NOT_STALE);
        applier.refuse(status, why, queries, offset, length);
        replies.flush();
    }

    @Override
    public boolean isWitness() {
        return isWitness;
    }

    /** As of what is applied; another one after {@link #become}. */
    HostedMachine machine() {
        return machine;
    }

    /** Where answers go; another one after {@link #become}. */
    ReplySender replies() {
        return replies;
    }

    /**
     * Says how full the tables of answers are.
     *
     * @param use takes it.
     */
    public void measure(final TableUse use) {
        if (!piece.isAway) {
            use.keptReplyBytes.set(sessions.keptBytes());
        }
        use.waitingReplyBytes.set(waitingReplyBytes());
        use.parkedReplyBytes.set(parkedReplyBytes());
    }

    /**
     * A speculative machine prepares commands early from now on, where there are threads for it.
     *
     * @param means what it has for that.
     */
    public void speculate(final SpeculationMeans means) {
        if (applier.speculation() != null) {
            applier.speculation().start(means);
        }
    }

    /**
     * What is counted of machines that speculate.
     *
     * @return the counters; none for another machine.
     */
    public List<ModeCounter> counters() {
        return applier.speculation() == null ? List.of() : applier.speculation().counters();
    }

    /**
     * Looks at all that the table of sessions has, one by one: for tests.
     *
     * @return what it takes, in bytes of heap; see {@link SessionTable} for its bound.
     */
    public long measureSessions() {
        return sessions.measure();
    }

    /** What answers take that wait for room in the transport, in bytes of heap. */
    public long waitingReplyBytes() {
        return replies.waitingBytes();
    }

    /**
     * What answers take that wait until what they show is released, in bytes of heap (L8).
     *
     * @return bytes; 0 where replicas hold no leases.
     */
    public long parkedReplyBytes() {
        return replies.parkedBytes();
    }

    /**
     * What answers take that are gathered, wait to be released, or for room in the transport, in bytes of heap.
     *
     * @return bytes, capacities and overheads included; at most 70 MiB and one answer more, of {@code maxReplyBytes} or
     *         of 6 MiB; where replicas hold leases 32 MiB more, or one longer answer.
     */
    public long replyBytes() {
        return replies.heldBytes();
    }

    /** How many bytes of bodies were applied since the start, replayed ones included. */
    public long appliedBytes() {
        return appliedBytes;
    }

    /**
     * Hands what is applied to the ordered log, as far as it has room and bodies that are on their way to the disk
     * have arrived there. While another thread applies an entry, the storage role goes on where it would wait
     * otherwise.
     *
     * @param chosen what the mode has learnt.
     * @return how many entries were handed over.
     */
    public int record(final ChosenEntries chosen) {
        return recorder.record(chosen, applied, paused, piece.isAway);
    }

    /** An entry, or a part of one, as it is applied: its state is this replica's. */
    private final class Piece implements UserCode {
        /** One that is not away has not been given back. */
        private volatile boolean isBack;
        private final ChosenEntry entry = new ChosenEntry();
        private ChosenEntries chosen;
        private long ballot;
        private long lsn;
        private long timeMillis;
        private boolean isReplying;
        private boolean isWhole;
        private Throwable thrown;
        private int begun;
        private long readBack;
        private boolean isStalled;
        private boolean isAway;
        /** How many that are quick are still owed before it is not slow any more. */
        private int owed;
        private long tookNs;

        /**
         * Finishes what was given back. For the rest of the cycle nothing else is begun: reads, digests and a snapshot
         * that waits to be installed have the state between two pieces, also where each of them leaves at once.
         */
        private int begin(final ChosenEntries newChosen, final long newBallot) {
            chosen = newChosen;
            ballot = newBallot;
            begun = 0;
            readBack = 0;
            isStalled = false;
            if (!isAway || !isBack) {
                return 0;
            }
            isAway = false;
            isBack = false;
            owed = tookNs < QUICK_NS ? owed - 1 : OWED_AFTER_A_SLOW_ONE;
            finish();
            isStalled = true;
            return 1;
        }

        private boolean prepare() {
            final long next = applied + 1;
            if (isAway || isStalled || begun >= APPLY_LIMIT || paused && !applier.isInEntry()
                || applied >= chosen.chosen() || applied - log.appended() >= window
                || applied < log.appended() && chosen.isReadBack(next)
                    && (begun >= REPLAY_LIMIT || readBack >= REPLAY_BYTES)
                || !chosen.read(next, entry)) {
                return false;
            }
            if (applier.speculation() != null && !applier.isInEntry()
                && !applier.speculation().mayBegin(next, Math.max(logTime, entry.meta.timestamp), entry.meta)) {
                return false;
            }
            readBack += applied < log.appended() ? entry.meta.length : 0;
            begun++;
            if (!applier.isInEntry()) {
                isReplying = entry.replier == self && !entry.meta.isNoOp();
                if (isReplying) {
                    replies.begin(entry.meta.batcherId, entry.meta.sequence, ballot, next);
                }
            }
            prepare(next);
            return true;
        }

        private void prepare(final long next) {
            lsn = next;
            timeMillis = Math.max(logTime, entry.meta.timestamp);
            counters.applyingLsn.set(next);
        }

        private void restore(final long next) {
            isReplying = false;
            prepare(next);
            run();
            finish();
        }

        @Override
        public boolean mayLeave() {
            return mayLeave;
        }

        @Override
        public boolean isSlow() {
            return owed > 0 && mayLeave();
        }

        @Override
        public void leave() {
            AWAY.hit();
            isAway = true;
            owed = Math.max(owed, 1);
            chosen.lend(entry);
        }

        @Override
        public void run() {
            try {
                isWhole = apply();
                if (isWhole) {
                    machine.applied(lsn);
                }
            } catch (final RuntimeException | Error e) {
                thrown = e;
            }
        }

        /** False when the entry is applied in part, and waits for payloads or for answers to leave. */
        private boolean apply() {
            if (isWitness || entry.meta.isNoOp() || entry.meta.isConfiguration()) {
                applier.advance(lsn, timeMillis);
                return true;
            }
            return applier.isInEntry() ? applier.goOn(entry, values)
                : applier.apply(lsn, timeMillis, entry, isReplying, values);
        }

        @Override
        public void giveBack(final long took) {
            tookNs = took;
            isBack = true;
        }

        @Override
        public int finish() {
            rethrow();
            if (isReplying) {
                replies.flush();
            }
            if (!isWhole) {
                isStalled = applier.isWaiting();
                return isStalled ? 0 : 1;
            }
            if (entry.meta.isNoOp()) {
                counters.noOps.increment();
            } else if (entry.meta.isConfiguration()) {
                members.apply(entry, lsn);
            }
            if (applier.speculation() != null) {
                applier.speculation().applied(lsn);
            }
            applied = lsn;
            logTime = timeMillis;
            appliedBytes += entry.meta.length + (long) entry.withheldBytes;
            counters.entriesApplied.increment();
            return 1;
        }

        private void rethrow() {
            final Throwable failure = thrown;
            thrown = null;
            if (failure instanceof Error) {
                throw (Error) failure;
            }
            if (failure != null) {
                throw (RuntimeException) failure;
            }
        }

        /** For people; any thread. */
        @Override
        public String toString() {
            return machine.group() + ", of which LSN " + counters.applyingLsn.get() + " is being applied";
        }
    }
}
