package io.fleet.ec.node.proxy;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.ReplicaProgress;
import io.fleet.consensus.common.BatcherId;
import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.group.EntrySubmitter;
import io.fleet.session.CommandFrame;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Lets log time pass where nobody writes (S11): once a timer or the end of a session is due, a member spreads an entry
 * that has no effect, the end of no session. Members do so one after the other, so that one entry is enough.
 */
public final class Ticks {
    private static final long NO_SESSION = 0;

    private final long batcherId;
    private final long stepNs;
    private final int position;
    private final UnsafeBuffer body = new UnsafeBuffer(new byte[CommandFrame.HEADER_LENGTH]);
    private final EntrySplitter splitter;
    private final EntryId id = new EntryId();
    private long sequence;
    private long deadline;
    private long sinceNs;

    public Ticks(final int position, final int node, final long random, final EntrySplitter splitter,
                 final GroupConfig config) {
        this.splitter = splitter;
        this.position = position;
        batcherId = BatcherId.embedded(node, random);
        stepNs = TimeUnit.MILLISECONDS.toNanos(config.resendMillis()) * 2;
        body.putInt(CommandFrame.LENGTH_OFFSET, CommandFrame.HEADER_LENGTH, ByteOrder.LITTLE_ENDIAN);
        body.putByte(CommandFrame.KIND_OFFSET, CommandFrame.CLOSE_SESSION);
        body.putLong(CommandFrame.SESSION_OFFSET, NO_SESSION, ByteOrder.LITTLE_ENDIAN);
        body.putLong(CommandFrame.SEQUENCE_OFFSET, 1, ByteOrder.LITTLE_ENDIAN);
        body.putLong(CommandFrame.OLDEST_OFFSET, 1, ByteOrder.LITTLE_ENDIAN);
    }

    public int doWork(final EntrySubmitter group, final ReplicaProgress progress, final long logTime,
                      final long nowNs) {
        final long next = progress.nextDeadline();
        if (next > logTime) {
            deadline = 0;
            return 0;
        }
        if (deadline != next) {
            deadline = next;
            sinceNs = nowNs + position * stepNs;
        }
        if (nowNs - sinceNs < 0) {
            return 0;
        }
        splitter.split(logTime, body, 0, body.capacity());
        if (!group.submit(batcherId, sequence + 1, splitter.header(), splitter.headerLength(), splitter.value(),
            splitter.valueLength(), id)) {
            return 0;
        }
        sequence++;
        sinceNs = nowNs + stepNs * 16;
        return 1;
    }
}
