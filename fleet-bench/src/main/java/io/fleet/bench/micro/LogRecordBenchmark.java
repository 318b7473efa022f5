package io.fleet.bench.micro;

import io.fleet.bench.subject.RecordSubject;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** One log record: header, body and checksum (CRC32C over both) into memory, and the check that recovery makes. */
public class LogRecordBenchmark extends NanoBenchmark {
    /** Length of the body in bytes. */
    @Param({"64", "1024", "65536"})
    public int length;

    private RecordSubject record;

    /** Makes a body of random bytes, and a first record. */
    @Setup
    public void setUp() {
        final byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        record = new RecordSubject(new UnsafeBuffer(bytes));
        record.write();
        if (record.problem() != null) {
            throw new IllegalStateException(record.problem());
        }
    }

    /**
     * Writes a record.
     *
     * @return its checksum.
     */
    @Benchmark
    @HotPath
    public int write() {
        return record.write();
    }

    /**
     * Checks a record.
     *
     * @return null, since it is sound.
     */
    @Benchmark
    @HotPath
    public String check() {
        return record.problem();
    }
}
