package io.fleet.node.snapshot;

import io.fleet.error.SnapshotFailedException;
import io.fleet.storage.coverage.CoverageMark;
import io.fleet.storage.log.FlushCounters;
import io.fleet.storage.log.Flusher;
import java.util.function.IntConsumer;
import org.agrona.concurrent.OneToOneConcurrentArrayQueue;

/**
 * Does what snapshots of other nodes, and those for other nodes, need of the disk: one job after another, on a thread
 * that the runtime gives it like any flusher, so that the node's thread waits for none of it. The node's thread submits
 * jobs and hears of their end when it polls.
 */
public final class SnapshotIoExecutor implements Flusher {
    /** As many jobs may be under way, of all groups. */
    static final int CAPACITY = 256;
    private static final CoverageMark CLOSED = CoverageMark.named("transfer-desk.closed-during-a-reception");

    private final OneToOneConcurrentArrayQueue<Job> submitted = new OneToOneConcurrentArrayQueue<>(CAPACITY);
    private final OneToOneConcurrentArrayQueue<Job> ended = new OneToOneConcurrentArrayQueue<>(CAPACITY);
    private final FlushCounters counters = new FlushCounters("transfer", 0);
    private volatile Runnable wakeUp = () -> {};
    private int underWay;
    private volatile boolean closed;

    /** A piece of work in two halves. */
    abstract static class Job {
        private final int groupId;
        private RuntimeException failure;

        /** One of a group. */
        Job(final int groupId) {
            this.groupId = groupId;
        }

        /** The half that may wait for the disk. Whatever it leaves in fields, the other half sees. */
        abstract void work();

        /**
         * The half on the node's thread, afterwards.
         *
         * @param thrown what the first half threw; null when it did what it should.
         */
        abstract void end(RuntimeException thrown);
    }

    /** Ends the job that is being done when the node stops; what it has on the disk stays. For the desk's thread. */
    void checkOpen() {
        if (closed) {
            CLOSED.hit();
            throw new SnapshotFailedException("the node stops while a snapshot of another node is received");
        }
    }

    boolean isClosed() {
        return closed;
    }

    /** On the node's thread: puts a job at the end of the queue; false when there are too many. */
    boolean submit(final Job job) {
        if (underWay == CAPACITY) {
            return false;
        }
        underWay++;
        submitted.offer(job);
        wakeUp.run();
        return true;
    }

    /** On the node's thread: ends the jobs that are done, and tells of which groups they were; how many. */
    public int poll(final IntConsumer groupHandler) {
        int done = 0;
        for (Job job = ended.poll(); job != null; job = ended.poll()) {
            underWay--;
            done++;
            job.end(job.failure);
            groupHandler.accept(job.groupId);
        }
        return done;
    }

    /** No job is begun any more, and a reception ends with the next chunk; the next start goes on with it. */
    @Override
    public void cancel() {
        closed = true;
    }

    @Override
    public int doWork() {
        final Job job = closed ? null : submitted.poll();
        if (job == null) {
            return 0;
        }
        try {
            job.work();
        } catch (final RuntimeException e) {
            job.failure = e;
        }
        ended.offer(job);
        return 1;
    }

    @Override
    public boolean hasWork() {
        return !closed && !submitted.isEmpty();
    }

    @Override
    public void onWakeUp(final Runnable newWakeUp) {
        wakeUp = newWakeUp;
    }

    @Override
    public int flush() {
        return 0;
    }

    @Override
    public void prepareElsewhere(final Runnable onWanted) {
        // It creates its files itself.
    }

    @Override
    public boolean prepare() {
        return false;
    }

    @Override
    public FlushCounters counters() {
        return counters;
    }

    @Override
    public boolean isFull() {
        return false;
    }

    @Override
    public String roleName() {
        return "fleet-transfer";
    }
}
