package io.fleet.bench.micro;

import io.fleet.bench.subject.LearnerSubject;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.Order;
import io.fleet.consensus.message.replication.OrderEntry;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Setup;

/**
 * What it costs a replica to learn that an entry is chosen (S6): its line of an order, and the acknowledgements of two
 * storage nodes. Entries come 64 at a time; figures are for one entry.
 */
public class LearnerBenchmark extends NanoBenchmark {
    private static final int BATCH = 64;
    private static final int RANGE = 4;
    private static final long BALLOT = 1L << 16;

    private final LearnerSubject learner = new LearnerSubject();
    private final Order order = new Order();
    private final Ack ack = new Ack();
    private final int[] shuffled = new int[BATCH];
    private long lsn;

    /** Makes the order in which scattered acknowledgements come. */
    @Setup
    public void setUp() {
        final SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < BATCH; i++) {
            final int other = random.nextInt(i + 1);
            shuffled[i] = shuffled[other];
            shuffled[other] = i;
        }
        order.ballot = BALLOT;
        ack.ballot = BALLOT;
    }

    /**
     * Disks that write in order: each storage node acknowledges all 64 with its watermark.
     *
     * @return the LSN up to which everything is chosen.
     */
    @Benchmark
    @HotPath
    @OperationsPerInvocation(BATCH)
    public long inOrder() {
        orderBatch();
        acknowledgeAll();
        return finish();
    }

    /**
     * Several disks: one message names every second range of four, and the next one the watermark above all.
     *
     * @return the LSN up to which everything is chosen.
     */
    @Benchmark
    @HotPath
    @OperationsPerInvocation(BATCH)
    public long ranges() {
        orderBatch();
        for (int member = 0; member < 2; member++) {
            ack.cumulative = lsn;
            ack.count = 0;
            for (int i = RANGE; i < BATCH; i += 2 * RANGE) {
                ack.from[ack.count] = lsn + 1 + i;
                ack.to[ack.count++] = lsn + i + RANGE;
            }
            learner.onAck(member, ack);
        }
        acknowledgeAll();
        return finish();
    }

    /**
     * The worst case: a message for each LSN, in no order.
     *
     * @return the LSN up to which everything is chosen.
     */
    @Benchmark
    @HotPath
    @OperationsPerInvocation(BATCH)
    public long scattered() {
        orderBatch();
        ack.cumulative = lsn;
        ack.count = 1;
        for (int i = 0; i < BATCH; i++) {
            ack.from[0] = lsn + 1 + shuffled[i];
            ack.to[0] = ack.from[0];
            learner.onAck(0, ack);
            ack.from[0] = lsn + 1 + shuffled[BATCH - 1 - i];
            ack.to[0] = ack.from[0];
            learner.onAck(1, ack);
        }
        return finish();
    }

    /** Both storage nodes have all. */
    private void acknowledgeAll() {
        for (int member = 0; member < 2; member++) {
            ack.cumulative = lsn + BATCH;
            ack.count = 0;
            learner.onAck(member, ack);
        }
    }

    private void orderBatch() {
        order.base = 0;
        order.chosen = 0;
        order.highest = lsn + BATCH;
        order.count = 0;
        for (int i = 1; i <= BATCH; i++) {
            final OrderEntry line = order.next();
            line.lsn = lsn + i;
            line.meta.batcherId = 1;
            line.meta.sequence = line.lsn;
            line.replier = i & 1;
        }
        learner.onOrder(order);
    }

    private long finish() {
        lsn += BATCH;
        final long chosen = learner.recordChosen();
        if (chosen != lsn) {
            throw new IllegalStateException("chosen up to " + chosen + ", but acknowledged up to " + lsn);
        }
        return chosen;
    }
}
