package io.fleet.bench.micro;

import io.fleet.storage.EntryMeta;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.log.Flusher;
import io.fleet.storage.scattered.DurableHandler;
import io.fleet.storage.scattered.ScatteredLog;
import io.fleet.storage.scattered.ScatteredLogConfig;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * What the scattered log itself costs, without a disk: a batch of records is appended, handed over, framed, "written"
 * to memory and reported as durable, all on one thread. {@link ScatteredAppendBenchmark} has the disk. Files are as
 * long as they may be; making the next one takes some 15 kB, which is one byte or so for each flush.
 */
public class LogAppendBenchmark extends NanoBenchmark {
    private static final int FILE_LENGTH = 1 << 30;
    private static final int STAGING_LENGTH = 16 << 20;
    private static final int TRIM_INTERVAL = 1 << 14;

    /** Records in one flush. */
    @Param({"1", "64"})
    public int records;

    /** Length of each body in bytes. */
    @Param({"64", "1024"})
    public int length;

    private long lastDurable;
    private final EntryMeta meta = new EntryMeta();
    private final DurableHandler handler = (group, lsn, ballot, position) -> lastDurable = lsn;
    private final LongUnaryOperator trimmedUpTo = group -> lastDurable;
    private ScatteredLog log;
    private Flusher flusher;
    private UnsafeBuffer body;
    private long lsn;
    private long nextTrim = TRIM_INTERVAL;

    /** Opens an empty log. */
    @Setup(Level.Trial)
    public void open() {
        log = ScatteredLog.open(new ScatteredLogConfig(FILE_LENGTH, STAGING_LENGTH), new StorageIdentity(1, 0),
            List.of(new ForgetfulDisk()), (group, recordLsn, ballot, storageGroup, recordMeta, position) -> {});
        flusher = log.flushers().get(0);
        body = new UnsafeBuffer(new byte[length]);
        meta.batcherId = 1;
        meta.length = length;
    }

    /**
     * Appends a batch and flushes it.
     *
     * @return the last LSN that is durable.
     * @throws Exception when the flusher fails.
     */
    @Benchmark
    @HotPath(most = 4)
    public long appendAndFlush() throws Exception {
        for (int i = 0; i < records; i++) {
            meta.sequence = ++lsn;
            if (!log.append(0, lsn, 1, 0, meta, body, 0)) {
                throw new IllegalStateException("the staging area is full");
            }
        }
        while (lastDurable < lsn) {
            log.poll(handler);
            flusher.doWork();
        }
        if (lsn >= nextTrim) {
            nextTrim = lsn + TRIM_INTERVAL;
            log.trim(trimmedUpTo);
        }
        return lastDurable;
    }
}
