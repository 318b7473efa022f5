package io.fleet.node.thread;

import io.fleet.client.FleetClient;
import io.fleet.client.handle.Callbacks;
import io.fleet.client.handle.ClientHandle;
import io.fleet.consensus.MemberOutcome;
import io.fleet.consensus.TransferOutcome;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.election.LeadershipTransferRequest;
import io.fleet.consensus.message.member.MemberChange;
import io.fleet.error.ClientClosedException;
import io.fleet.error.FixedMembersException;
import io.fleet.error.LeaderlessException;
import io.fleet.error.LeadershipTransferException;
import io.fleet.error.NotAppliedException;
import io.fleet.error.OutcomeUnknownException;
import io.fleet.error.SnapshotFailedException;
import io.fleet.node.NodeCore;
import io.fleet.node.config.FlushPolicy;
import io.fleet.node.config.UserThreads;
import io.fleet.node.snapshot.SnapshotThread;
import io.fleet.node.status.Leadership;
import io.fleet.replica.UserCode;
import io.fleet.storage.StorageException;
import io.fleet.storage.log.Flusher;
import java.lang.System.Logger;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.agrona.concurrent.ManyToOneConcurrentLinkedQueue;
import org.agrona.concurrent.SystemNanoClock;

/**
 * Gives a {@link NodeCore} its threads: one for the duty cycle, one for each flusher, one that creates files ahead, and
 * one that writes snapshots.
 * After each duty cycle its thread says of each flusher who runs it ({@link FlushPolicy}). A thread that ends by a
 * failure ends the node, loudly: the failure is logged, what clients have in flight fails, the other threads stop, and
 * {@link #terminated()} completes with it. Where one of them does not end, because its disk hangs, the node ends
 * without it: its logs are left as they are, as after a crash.
 *
 * <p>Futures are completed by {@link Callbacks}, not on the node's thread.
 */
public final class NodeRunner implements AutoCloseable {
    private static final Logger LOG = System.getLogger(NodeRunner.class.getName());
    /** How much longer than it should leaving may take, where the node's thread is slow: {@value} ns. */
    private static final long LEAVING_PATIENCE_NS = 5_000_000_000L;
    private static final long PATIENCE_NS = DutyThread.PATIENCE_NS;

    private final NodeCore core;
    private final String name;
    private final DutyThread duty;
    private final FilesThread files;
    private final SnapshotThread snapshots;
    private final UserThreads user;
    private final Callbacks callbacks;
    private final StallWatchdog watch;
    private final LongSupplier progress;
    private final List<FlusherThread> flushers = new ArrayList<>();
    private final ManyToOneConcurrentLinkedQueue<Runnable> tasks = new ManyToOneConcurrentLinkedQueue<>();
    private final CompletableFuture<Throwable> failing = new CompletableFuture<>();
    private CompletableFuture<Void> leaving;
    private long leaveUntilNs;

    /**
     * Takes the node; {@link #start()} gives it its threads.
     *
     * @param core the node; owned and closed by this.
     * @param name for thread names and messages.
     * @param policy who writes what acknowledgements wait for.
     * @param spins  whether the duty cycle never rests.
     * @param user   runs what is the user's beside the duty cycle; ends with the node.
     * @param callbacks completes futures; ends with the node.
     * @param progress counts what is done on the node's disks: as long as that goes on, a stop is waited for.
     * @param machinePatienceNs how long a state machine may hold up the node's thread, in nanoseconds; then another
     *                          thread goes on with the duty cycle. 0 for ever.
     */
    public NodeRunner(final NodeCore core, final String name, final FlushPolicy policy,
                      final boolean spins, final UserThreads user, final Callbacks callbacks,
                      final LongSupplier progress, final long machinePatienceNs) {
        this.core = core;
        this.callbacks = callbacks;
        this.progress = progress;
        this.user = user;
        this.name = name;
        duty = new DutyThread(name, new Cycle(), this::end, core.waiter(), spins, 2 * PATIENCE_NS);
        watch = new StallWatchdog(duty, core::whereabouts, callbacks, user::look, machinePatienceNs);
        for (final Flusher flusher : core.flushers()) {
            flushers.add(new FlusherThread(name, flusher, FlushScheduler.policyFor(core, flusher, policy),
                SystemNanoClock.INSTANCE, duty::wakeUp, duty::stop));
        }
        files = new FilesThread(name, core.flushers(), () -> flushers.forEach(LockSupport::unpark), duty::stop);
        core.snapshots().paceWith(SystemNanoClock.INSTANCE,
            core.flushers().stream().filter(core::isAwaited).map(Flusher::counters).toList());
        snapshots = new SnapshotThread(name, core.snapshots(), duty::wakeUp, duty::stop);
    }

    /**
     * Starts the threads. Where one cannot be had, those that have begun end, and the node is closed, before this
     * throws: {@link #close(long)} tells whether they have.
     */
    public void start() {
        try {
            files.start();
            snapshots.start();
            flushers.forEach(Thread::start);
            user.start(name, duty::wakeUp, duty::stop);
            duty.start();
            watch.start();
        } catch (final RuntimeException | Error e) {
            duty.endUnlessStarted(e);
            throw e;
        }
    }

    /** Completes with the cause as soon as the node ends by a failure, before it has ended. On the node's thread. */
    public CompletableFuture<Throwable> failing() {
        return failing;
    }

    /**
     * The node.
     *
     * @return for its thread-safe methods only.
     */
    public NodeCore core() {
        return core;
    }

    /**
     * Opens a client of a group. Any thread; waits for the node's thread, for half a minute at most.
     *
     * @param groupId the group.
     * @return the client.
     * @throws NotAppliedException when the node's thread does not answer: what holds it is in the log.
     */
    public FleetClient openClient(final int groupId) {
        if (duty.hasDuty()) {
            return open(groupId);
        }
        final CompletableFuture<ClientHandle> opened = new CompletableFuture<>();
        run(opened, () -> opened.complete(open(groupId)));
        duty.terminated().whenComplete((done, failure) -> opened.completeExceptionally(new ClientClosedException(name
            + " is closed")));
        opened.orTimeout(PATIENCE_NS, TimeUnit.NANOSECONDS);
        try {
            return opened.join();
        } catch (final CompletionException e) {
            if (e.getCause() instanceof TimeoutException) {
                throw new NotAppliedException("no client of group " + groupId + " is opened: " + name
                    + " has not answered for " + TimeUnit.NANOSECONDS.toMillis(PATIENCE_NS)
                    + " ms; it is at " + core.whereabouts() + ThreadStacks.text(duty.stack()));
            }
            throw e.getCause() instanceof RuntimeException ? (RuntimeException) e.getCause() : e;
        }
    }

    private ClientHandle open(final int groupId) {
        return core.group(groupId).openClient(duty::wakeUp, SystemNanoClock.INSTANCE, callbacks);
    }

    /**
     * Asks for a snapshot of a group ({@link io.fleet.node.HostedGroup#requestSnapshot}). Any thread; returns at once.
     *
     * @param groupId the group.
     * @return completes, not on the node's thread, with the LSN of the snapshot.
     */
    public CompletableFuture<Long> requestSnapshot(final int groupId) {
        final CompletableFuture<Long> written = new CompletableFuture<>();
        run(written, () -> core.group(groupId).requestSnapshot().whenComplete((lsn, failure) -> {
            if (failure == null) {
                complete(written, lsn);
            } else {
                fail(written, failure);
            }
        }));
        failAtEnd(written, () -> new SnapshotFailedException(name + " is closed"));
        return written;
    }

    private void run(final CompletableFuture<?> result, final Runnable task) {
        tasks.add(() -> {
            try {
                task.run();
            } catch (final RuntimeException e) {
                fail(result, e);
            }
        });
        duty.wakeUp();
    }

    private <T> void complete(final CompletableFuture<T> future, final T result) {
        callbacks.execute(() -> future.complete(result));
    }

    private void fail(final CompletableFuture<?> future, final Throwable failure) {
        callbacks.execute(() -> future.completeExceptionally(failure));
    }

    private void failAtEnd(final CompletableFuture<?> future, final Supplier<Throwable> failure) {
        duty.terminated().whenComplete((end, cause) -> fail(future, failure.get()));
    }

    /**
     * Asks that a node leads a group. Any thread; returns at once.
     *
     * @param groupId the group.
     * @param node    the node, or {@link LeadershipTransferRequest#ANY} for any but the one that leads.
     * @return who leads then; fails with a {@link LeadershipTransferException} that says why not, and with a {@link
     * LeaderlessException} where nobody leads groups of its mode. Not completed on the node's thread.
     */
    public CompletableFuture<Leadership> transferLeadership(final int groupId, final int node) {
        final CompletableFuture<Leadership> done = new CompletableFuture<>();
        run(done, () -> core.group(groupId).transferLeadership(node, new TransferOutcome() {
            @Override
            public void onLeader(final int leader, final long ballot) {
                complete(done, new Leadership(groupId, leader, ballot));
            }

            @Override
            public void onFailure(final String reason) {
                fail(done, new LeadershipTransferException("group " + groupId + ": " + reason));
            }

            @Override
            public void onLeaderless(final String reason) {
                fail(done, new LeaderlessException("group " + groupId + ": " + reason));
            }
        }));
        failAtEnd(done, () -> new LeadershipTransferException(name + " is closed"));
        return done;
    }

    /**
     * Asks for a change of a group's members. Any thread; returns at once.
     *
     * @param groupId the group.
     * @param change  which; not used by the caller any more.
     * @return who belongs to the group when it is done; fails with a {@link NotAppliedException} when nothing was
     * changed, which is a {@link FixedMembersException} where members of groups of its mode never change, and with an
     * {@link OutcomeUnknownException} when that is not known. Not completed on the node's thread.
     */
    public CompletableFuture<Configuration> changeMembers(final int groupId, final MemberChange change) {
        final CompletableFuture<Configuration> done = new CompletableFuture<>();
        run(done, () -> core.group(groupId).changeMembers(change, new MemberOutcome() {
            @Override
            public void onDone(final Configuration configuration) {
                complete(done, configuration);
            }

            @Override
            public void onRefused(final String reason) {
                fail(done, new NotAppliedException("group " + groupId + ": members stay: " + reason));
            }

            @Override
            public void onFixed(final String reason) {
                fail(done, new FixedMembersException("group " + groupId + ": members stay: " + reason));
            }

            @Override
            public void onUnknown(final String reason) {
                fail(done, new OutcomeUnknownException("group " + groupId
                    + ": whether members change is not known: " + reason));
            }
        }));
        failAtEnd(done, () -> new OutcomeUnknownException(name
            + " is closed: whether members of group " + groupId + " change is not known"));
        return done;
    }

    /**
     * Leaves first ({@link NodeCore#leave()}), and then closes. Called on the node's own thread it only closes.
     *
     * @param longestNs how long leaving may take; 0 for not at all.
     * @return as {@link DutyThread#close(LongSupplier)}: false when the node does not end.
     */
    public boolean close(final long longestNs) {
        if (longestNs > 0 && !duty.isCurrentThread() && !duty.terminated().isDone()) {
            final CompletableFuture<Void> left = new CompletableFuture<>();
            tasks.add(() -> {
                core.leave();
                leaveUntilNs = System.nanoTime() + longestNs;
                leaving = left;
            });
            duty.wakeUp();
            duty.terminated().whenComplete((end, failure) -> left.complete(null));
            left.completeOnTimeout(null, longestNs + LEAVING_PATIENCE_NS, TimeUnit.NANOSECONDS);
            left.join();
        }
        return duty.close(progress);
    }

    /** Asks the node to end, without leaving first; returns at once. */
    public void stop() {
        duty.stop();
    }

    /** Whether the caller runs on the node's own thread. */
    public boolean isCurrentThread() {
        return duty.isCurrentThread();
    }

    /** Completes when the node has ended: normally after {@link #close}, exceptionally when it failed. */
    public CompletableFuture<Void> terminated() {
        return duty.terminated();
    }

    /**
     * Stops the threads, fails what embedded clients have in flight, makes durable what is written, closes transport
     * and storage; writes snapshots where they are due and nothing has failed ({@link NodeCore#stop()}). Idempotent.
     */
    @Override
    public void close() {
        duty.close(progress);
    }

    /** Duty cycles of the node. */
    private final class Cycle implements Duty {
        @Override
        public int begin(final long nowNs) {
            return core.begin(nowNs);
        }

        @Override
        public UserCode next() {
            return core.turns().next();
        }

        @Override
        public int end(final long nowNs, final int work) {
            return endCycle(nowNs, work);
        }
    }

    private int endCycle(final long nowNs, final int before) {
        int work = core.end(nowNs);
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
            work++;
        }
        if (leaving != null && (core.hasLeft() || nowNs - leaveUntilNs >= 0)) {
            leaving.complete(null);
            leaving = null;
        }
        final boolean idle = before + work == 0;
        for (int i = 0; i < flushers.size(); i++) {
            work += flushers.get(i).desk().decide(idle);
        }
        return work;
    }

    private void end(final Throwable failure) {
        Throwable cause = firstFailure();
        if (failure == null && cause != null) {
            LOG.log(Logger.Level.ERROR, name + " stops because of a failure: " + cause.getMessage(), cause);
        }
        final List<String> inUserCode;
        try {
            if (failure != null || cause != null) {
                failing.complete(failure == null ? cause : failure);
                cause = attempt(cause, () -> core.failed(failure));
                cause = attempt(cause, core::disconnect);
            }
            inUserCode = new ArrayList<>(duty.awaitUserCode(PATIENCE_NS));
            final List<String> hung = endThreads(inUserCode);
            cause = cause == null ? firstFailure() : cause;
            cause = hung.isEmpty() ? endCore(failure == null && cause == null, cause) : leaveStorage(hung, cause);
            cause = cause == null && failure == null ? leftBehind(inUserCode) : cause;
        } finally {
            callbacks.close();
            watch.end();
        }
        if (cause instanceof Error) {
            throw (Error) cause;
        }
        if (cause != null) {
            throw (RuntimeException) cause;
        }
    }

    /** All else has ended in good order; what its users have given to the machine is still in use. */
    private Throwable leftBehind(final List<String> inUserCode) {
        return inUserCode.isEmpty() ? null : new IllegalStateException(name + " has ended without its state machine,"
            + " which has not returned for " + TimeUnit.NANOSECONDS.toMillis(PATIENCE_NS) + " ms: "
            + String.join("\n", inUserCode));
    }

    private Throwable firstFailure() {
        Throwable cause = snapshots.failure() == null ? files.failure() : snapshots.failure();
        cause = cause == null ? user.failure() : cause;
        for (final FlusherThread flusher : flushers) {
            cause = cause == null ? flusher.failure() : cause;
        }
        return cause;
    }

    /** Asks all to end first, and then waits for them; answers which of them have not ended, and where they are. */
    private List<String> endThreads(final List<String> inUserCode) {
        snapshots.end();
        core.flushers().forEach(Flusher::cancel);
        files.end();
        flushers.forEach(FlusherThread::end);
        inUserCode.addAll(user.end());
        final List<Thread> all = new ArrayList<>(flushers);
        all.add(snapshots);
        all.add(files);
        final List<String> hung = new ArrayList<>();
        for (final Thread thread : all) {
            final boolean isWaitedFor = hung.isEmpty();
            if (isWaitedFor ? !DutyThread.join(thread, PATIENCE_NS) : thread.isAlive()) {
                hung.add(thread.getName() + ThreadStacks.text(thread.getStackTrace()));
            }
        }
        return hung;
    }

    private Throwable endCore(final boolean isSound, final Throwable before) {
        core.flushers().forEach(flusher -> flusher.prepareElsewhere(null));
        Throwable cause = before;
        if (isSound) {
            cause = attempt(cause, core::stop);
        }
        return attempt(cause, core::close);
    }

    /** A thread may still write: the logs are nobody else's to touch. They stay locked as long as the process lives. */
    private Throwable leaveStorage(final List<String> hung, final Throwable before) {
        final StorageException failure = new StorageException(name + " ends without closing its logs, since threads"
            + " have not ended for " + TimeUnit.NANOSECONDS.toMillis(PATIENCE_NS)
            + " ms, as when a disk hangs; the next start is one after a crash: " + String.join("\n", hung));
        if (before == null) {
            return attempt(failure, core::disconnect);
        }
        before.addSuppressed(failure);
        LOG.log(Logger.Level.ERROR, failure.getMessage());
        return attempt(before, core::disconnect);
    }

    /** Runs a step of the end, whatever came before; answers the first failure, with later ones inside. */
    private static Throwable attempt(final Throwable before, final Runnable step) {
        try {
            step.run();
            return before;
        } catch (final RuntimeException | Error e) {
            if (before != null) {
                before.addSuppressed(e);
            }
            return before == null ? e : before;
        }
    }
}
