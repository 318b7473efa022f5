package io.fleet.bench.micro;

import io.fleet.storage.Digest;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.disk.RealDisk;
import io.fleet.storage.log.Flusher;
import io.fleet.storage.scattered.ScatteredLog;
import io.fleet.storage.scattered.ScatteredLogConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What one group flush of the scattered log costs: microseconds until a batch of records is durable, appending,
 * writing and syncing on one thread. The directory is made below {@code java.io.tmpdir}; set that to a directory on
 * the disk to be measured, since a file system in memory does not sync.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 2)
@Fork(value = 1, jvmArgsAppend = {"--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED"})
public class ScatteredAppendBenchmark {
    private static final int TRIM_INTERVAL = 1 << 14;
    private static final int WINDOW = 4096;

    /** Records in one flush. */
    @Param({"1", "64"})
    public int records;

    /** Length of each body in bytes. */
    @Param({"64", "1024"})
    public int length;

    private final EntryMeta meta = new EntryMeta();
    private Path directory;
    private RealDisk disk;
    private ScatteredLog log;
    private Flusher flusher;
    private UnsafeBuffer body;
    private long lsn;
    private long nextTrim = TRIM_INTERVAL;

    /**
     * Opens an empty log in a new directory.
     *
     * @throws IOException when the directory cannot be made.
     */
    @Setup(Level.Trial)
    public void open() throws IOException {
        directory = Files.createTempDirectory("fleet-scattered-append");
        disk = RealDisk.open(directory);
        log = ScatteredLog.open(ScatteredLogConfig.defaults(), new StorageIdentity(1, 0), List.of(disk),
            (group, recordLsn, ballot, storageGroup, recordMeta, position) -> {});
        flusher = log.flushers().get(0);
        body = new UnsafeBuffer(new byte[length]);
        meta.batcherId = 1;
        meta.length = length;
        meta.digest = new Digest().of(body, 0, length);
    }

    /**
     * Appends a batch and makes it durable.
     *
     * @return the last LSN.
     * @throws Exception when the flusher fails.
     */
    @Benchmark
    public long flush() throws Exception {
        long durable = 0;
        for (int i = 0; i < records; i++) {
            meta.sequence = ++lsn;
            while (!log.append(0, lsn, 1, 0, meta, body, 0)) {
                durable += work();
            }
        }
        while (durable < records) {
            durable += work();
        }
        if (lsn >= nextTrim) {
            nextTrim = lsn + TRIM_INTERVAL;
            log.trim(group -> lsn - WINDOW);
        }
        return lsn;
    }

    /** Closes the log and removes its directory. */
    @TearDown(Level.Trial)
    public void close() {
        log.close();
        disk.close();
        IoUtil.delete(directory.toFile(), false);
    }

    private int work() throws Exception {
        final int before = log.poll((group, recordLsn, ballot, position) -> {});
        flusher.doWork();
        return before + log.poll((group, recordLsn, ballot, position) -> {});
    }
}
