package io.fleet.bench.micro;

import io.fleet.client.ReplyHandler;
import io.fleet.client.command.Batcher;
import io.fleet.client.handle.ClientHandle;
import io.fleet.config.GroupConfig;
import io.fleet.error.FleetException;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * The whole client without a network, on one thread: 64 commands are offered, become one entry with its digest, and
 * are answered; figures are for one command.
 */
public class BatcherBenchmark extends NanoBenchmark implements ReplyHandler {
    private static final int BATCH = 64;
    private static final int ID = 4;
    private static final long CYCLE_NS = 1_000;
    private static final int MOST_CYCLES = 100_000;

    /** Length of each command in bytes. */
    @Param({"64", "1024"})
    public int length;

    private long nowNs;
    private final EchoGroup group = new EchoGroup(ID);
    private final Batcher batcher = new Batcher(GroupConfig.scattered(), ID, 1, group);
    private final ClientHandle client = new ClientHandle(GroupConfig.scattered(), batcher, () -> {}, () -> nowNs);
    private UnsafeBuffer payload;
    private long offered;
    private long answered;

    /** Opens the client's session. */
    @Setup
    public void setUp() {
        payload = new UnsafeBuffer(new byte[length]);
        batcher.onLeader(1L << 16, EchoGroup.LEADER, nowNs);
        offerToReply();
    }

    /**
     * A batch of commands, from offer to answer.
     *
     * @return how many were answered so far.
     */
    @Benchmark
    @HotPath
    @OperationsPerInvocation(BATCH)
    public long offerToReply() {
        for (int i = 0; i < BATCH; i++) {
            if (!client.offer(false, payload, 0, 0, payload, 0, length, offered++, this)) {
                throw new IllegalStateException("the client is full");
            }
        }
        int cycles = 0;
        while (answered < offered) {
            nowNs += CYCLE_NS;
            client.doWork(nowNs);
            if (group.answers.length > 0) {
                batcher.onReplyBatch(group.answers, nowNs);
                group.answers.length = 0;
            }
            if (++cycles > MOST_CYCLES) {
                throw new IllegalStateException(offered - answered + " commands are not answered");
            }
        }
        return answered;
    }

    @Override
    public void onReply(final long correlationId, final DirectBuffer buffer, final int offset, final int replyLength) {
        answered++;
    }

    @Override
    public void onFailure(final long correlationId, final FleetException cause) {
        throw new IllegalStateException("a command failed", cause);
    }
}
