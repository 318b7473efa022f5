package io.fleet.bench.micro;

import io.fleet.config.GroupConfig;
import io.fleet.session.Admission;
import io.fleet.session.ReplyFrame;
import io.fleet.session.SessionTable;
import io.fleet.session.StoredReply;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** What exactly-once costs each replica for one command (S9): from the admission to the stored answer. */
public class SessionBenchmark extends NanoBenchmark {
    private static final int IN_FLIGHT = 256;
    private static final int REPLY_BYTES = 16;

    /** Open sessions; commands come from one after the other. */
    @Param({"1", "1000"})
    public int sessions;

    private final SessionTable table = new SessionTable(GroupConfig.scattered());
    private final StoredReply stored = new StoredReply();
    private final UnsafeBuffer reply = new UnsafeBuffer(new byte[REPLY_BYTES]);
    private long[] ids;
    private long[] sequences;
    private int turn;

    /** Opens the sessions; each has had its first commands. */
    @Setup
    public void setUp() {
        ids = new long[sessions];
        sequences = new long[sessions];
        for (int i = 0; i < sessions; i++) {
            ids[i] = table.openSession();
            for (int n = 1; n <= IN_FLIGHT; n++) {
                execute(i, 1);
            }
        }
    }

    /**
     * A new command of a client that waits for each answer.
     *
     * @return the length of the answer.
     */
    @Benchmark
    @HotPath
    public int fresh() {
        final int i = next();
        return execute(i, sequences[i] + 1);
    }

    /**
     * A new command of a client that has 256 in flight, so that as many results are kept.
     *
     * @return the length of the answer.
     */
    @Benchmark
    @HotPath
    public int window() {
        final int i = next();
        return execute(i, sequences[i] + 2 - IN_FLIGHT);
    }

    /**
     * A command that was executed before: its answer is found, and nothing is executed.
     *
     * @return the length of the answer.
     */
    @Benchmark
    @HotPath
    public int repeat() {
        final int i = next();
        table.onEntry(1);
        if (table.admitWrite(ids[i], sequences[i], 1) != Admission.REPEATED) {
            throw new IllegalStateException("a repeated command was not known");
        }
        table.stored(ids[i], sequences[i], stored);
        return stored.length();
    }

    private int next() {
        turn = turn + 1 == sessions ? 0 : turn + 1;
        return turn;
    }

    private int execute(final int i, final long oldestAwaited) {
        final long sequence = ++sequences[i];
        table.onEntry(1);
        if (table.admitWrite(ids[i], sequence, oldestAwaited) != Admission.EXECUTE) {
            throw new IllegalStateException("a new command was not admitted");
        }
        table.store(ids[i], sequence, ReplyFrame.OK, reply, 0, REPLY_BYTES);
        table.stored(ids[i], sequence, stored);
        return stored.length();
    }
}
