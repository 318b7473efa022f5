package io.fleet.bench.micro;

import io.fleet.storage.Digest;
import java.nio.ByteBuffer;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * What tying a body to its metadata costs (rule M2): nanoseconds for the {@link Digest} of one body, which every node
 * computes once for each entry it receives.
 */
public class DigestBenchmark extends NanoBenchmark {
    /** Length of the body in bytes: one small command, a small batch, a full batch, a large command. */
    @Param({"64", "1024", "65536", "1048576"})
    public int length;

    /** Whether the body lies outside the Java heap, as received packets do. */
    @Param({"false", "true"})
    public boolean direct;

    private final Digest digest = new Digest();
    private final UnsafeBuffer body = new UnsafeBuffer(0, 0);

    /** Makes a body of random bytes. */
    @Setup
    public void setUp() {
        final byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        if (direct) {
            body.wrap(ByteBuffer.allocateDirect(length));
            body.putBytes(0, bytes);
        } else {
            body.wrap(bytes);
        }
    }

    /**
     * Digests the body.
     *
     * @return the digest, so that it is not optimized away.
     */
    @Benchmark
    @HotPath
    public long digest() {
        return digest.of(body, 0, length);
    }
}
