package io.fleet.node;

import io.fleet.FleetClient;
import io.fleet.batch.ClientFront;
import io.fleet.machine.ClientClosedException;
import io.fleet.machine.HandOverException;
import io.fleet.machine.NotAppliedException;
import io.fleet.machine.OutcomeUnknownException;
import io.fleet.machine.SnapshotFailedException;
import io.fleet.protocol.HandOverOutcome;
import io.fleet.protocol.MemberOutcome;
import io.fleet.protocol.membership.Configuration;
import io.fleet.protocol.message.HandOverRequest;
import io.fleet.protocol.message.MemberChange;
import io.fleet.storage.log.Flusher;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.ManyToOneConcurrentLinkedQueue;
import org.agrona.concurrent.SystemNanoClock;

/**
 * Gives a {@link NodeCore} its threads: one for the duty cycle, one for each flusher, one that creates files ahead, and
 * one that writes snapshots.
 * After each duty cycle its thread says of each flusher who runs it ({@link FlushPolicy}). A thread that ends by a
 * failure ends the node, loudly: the failure is logged, the other threads stop, and {@link #terminated()} completes
 * with it.
 */
public final class NodeRunner implements AutoCloseable {
    private final NodeCore core;
    private final String name;
    private final DutyThread duty;
    private final FilesThread files;
    private final SnapshotThread snapshots;
    private final ReadThreads reads;
    private final List<FlusherThread> flushers = new ArrayList<>();
    private final ManyToOneConcurrentLinkedQueue<Runnable> tasks = new ManyToOneConcurrentLinkedQueue<>();
    private CompletableFuture<Void> leaving;
    private long leaveUntilNs;

    /**
     * Starts the threads.
     *
     * @param core the node; owned and closed by this.
     * @param name for thread names and messages.
     * @param policy who writes what acknowledgements wait for.
     * @param spins  whether the duty cycle never rests.
     * @param reads  executes long reads; ends with the node.
     */
    public NodeRunner(final NodeCore core, final String name, final FlushPolicy policy,
                      final boolean spins, final ReadThreads reads) {
        this.core = core;
        this.reads = reads;
        this.name = name;
        duty = new DutyThread(name, this::cycle, this::end, core.waiter(), spins);
        for (final Flusher flusher : core.flushers()) {
            flushers.add(new FlusherThread(name, flusher, FlushDesk.policyFor(core, flusher, policy),
                SystemNanoClock.INSTANCE, duty::wakeUp, duty::stop));
        }
        files = new FilesThread(name, core.flushers(), () -> flushers.forEach(LockSupport::unpark), duty::stop);
        core.snapshots().paceWith(SystemNanoClock.INSTANCE);
        snapshots = new SnapshotThread(name, core.snapshots(), duty::wakeUp, duty::stop);
        files.start();
        snapshots.start();
        flushers.forEach(Thread::start);
        reads.start(name, duty::wakeUp, duty::stop);
        duty.start();
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
     * Opens a client of a group. Any thread; waits for the node's thread.
     *
     * @param groupId the group.
     * @return the client.
     */
    public FleetClient openClient(final int groupId) {
        final CompletableFuture<ClientFront> opened = new CompletableFuture<>();
        run(opened, () -> opened.complete(core.openClient(groupId, duty::wakeUp, SystemNanoClock.INSTANCE)));
        duty.terminated().whenComplete((done, failure) ->
            opened.completeExceptionally(new ClientClosedException(name + " is closed")));
        try {
            return opened.join();
        } catch (final CompletionException e) {
            throw e.getCause() instanceof RuntimeException ? (RuntimeException) e.getCause() : e;
        }
    }

    /**
     * Asks for a snapshot of a group ({@link NodeCore#requestSnapshot}). Any thread; returns at once.
     *
     * @param groupId the group.
     * @return completes on the node's thread with the LSN of the snapshot.
     */
    public CompletableFuture<Long> requestSnapshot(final int groupId) {
        final CompletableFuture<Long> written = new CompletableFuture<>();
        run(written, () -> core.requestSnapshot(groupId).whenComplete((lsn, failure) -> {
            if (failure == null) {
                written.complete(lsn);
            } else {
                written.completeExceptionally(failure);
            }
        }));
        duty.terminated().whenComplete((done, failure) ->
            written.completeExceptionally(new SnapshotFailedException(name + " is closed")));
        return written;
    }

    private void run(final CompletableFuture<?> result, final Runnable task) {
        tasks.add(() -> {
            try {
                task.run();
            } catch (final RuntimeException e) {
                result.completeExceptionally(e);
            }
        });
        duty.wakeUp();
    }

    /**
     * Asks that a node leads a group. Any thread; returns at once.
     *
     * @param groupId the group.
     * @param node    the node, or {@link HandOverRequest#ANY} for any but the one that leads.
     * @return who leads then; fails with a {@link HandOverException} that says why not. Completed on the node's thread.
     */
    public CompletableFuture<Leadership> transferLeadership(final int groupId, final int node) {
        final CompletableFuture<Leadership> done = new CompletableFuture<>();
        tasks.add(() -> {
            try {
                core.transferLeadership(groupId, node, new HandOverOutcome() {
                    @Override
                    public void onLeader(final int leader, final long ballot) {
                        done.complete(new Leadership(groupId, leader, ballot));
                    }

                    @Override
                    public void onFailure(final String reason) {
                        done.completeExceptionally(new HandOverException("group " + groupId + ": " + reason));
                    }
                });
            } catch (final RuntimeException e) {
                done.completeExceptionally(e);
            }
        });
        duty.wakeUp();
        duty.terminated().whenComplete((end, failure) ->
            done.completeExceptionally(new HandOverException(name + " is closed")));
        return done;
    }

    /**
     * Asks for a change of a group's members. Any thread; returns at once.
     *
     * @param groupId the group.
     * @param change  which; not used by the caller any more.
     * @return who belongs to the group when it is done; fails with a {@link NotAppliedException} when nothing was
     * changed, and with an {@link OutcomeUnknownException} when that is not known. Completed on the node's thread.
     */
    public CompletableFuture<Configuration> changeMembers(final int groupId, final MemberChange change) {
        final CompletableFuture<Configuration> done = new CompletableFuture<>();
        run(done, () -> core.changeMembers(groupId, change, new MemberOutcome() {
            @Override
            public void onDone(final Configuration configuration) {
                done.complete(configuration);
            }

            @Override
            public void onRefused(final String reason) {
                done.completeExceptionally(new NotAppliedException("group " + groupId + ": members stay: " + reason));
            }

            @Override
            public void onUnknown(final String reason) {
                done.completeExceptionally(new OutcomeUnknownException("group " + groupId
                    + ": whether members change is not known: " + reason));
            }
        }));
        duty.terminated().whenComplete((end, failure) -> done.completeExceptionally(new OutcomeUnknownException(name
            + " is closed: whether members of group " + groupId + " change is not known")));
        return done;
    }

    /**
     * Leaves first ({@link NodeCore#leave()}), and then closes. Called on the node's own thread it only closes.
     *
     * @param longestNs how long leaving may take; 0 for not at all.
     */
    public void close(final long longestNs) {
        if (longestNs > 0 && !duty.isCurrentThread()) {
            final CompletableFuture<Void> left = new CompletableFuture<>();
            tasks.add(() -> {
                core.leave();
                leaveUntilNs = System.nanoTime() + longestNs;
                leaving = left;
            });
            duty.wakeUp();
            duty.terminated().whenComplete((end, failure) -> left.complete(null));
            left.join();
        }
        close();
    }

    /**
     * Completes when the node has ended: normally after {@link #close}, exceptionally when it failed.
     *
     * @return the future.
     */
    public CompletableFuture<Void> terminated() {
        return duty.terminated();
    }

    /**
     * Stops the threads, fails what embedded clients have in flight, makes durable what is written, closes transport
     * and storage; writes snapshots where they are due and nothing has failed ({@link NodeCore#stop()}). Idempotent.
     */
    @Override
    public void close() {
        duty.close();
    }

    private int cycle(final long nowNs) {
        int work = core.doWork(nowNs);
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
            work++;
        }
        if (leaving != null && (core.hasLeft() || nowNs - leaveUntilNs >= 0)) {
            leaving.complete(null);
            leaving = null;
        }
        final boolean idle = work == 0;
        for (int i = 0; i < flushers.size(); i++) {
            work += flushers.get(i).desk().decide(idle);
        }
        return work;
    }

    private void end(final Throwable failure) {
        snapshots.end();
        reads.end();
        core.flushers().forEach(Flusher::cancel);
        files.end();
        DutyThread.join(snapshots);
        DutyThread.join(files);
        Throwable cause = snapshots.failure() == null ? files.failure() : snapshots.failure();
        cause = cause == null ? reads.failure() : cause;
        for (final FlusherThread flusher : flushers) {
            flusher.end();
            DutyThread.join(flusher);
            cause = cause == null ? flusher.failure() : cause;
        }
        core.flushers().forEach(flusher -> flusher.prepareElsewhere(null));
        try {
            if (failure == null && cause == null) {
                core.stop();
            }
        } finally {
            core.close();
        }
        if (cause instanceof Error) {
            throw (Error) cause;
        }
        if (cause != null) {
            throw (RuntimeException) cause;
        }
    }
}
