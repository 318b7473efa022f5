package io.fleet.bench.micro;

import io.fleet.ec.codec.CodecKind;
import io.fleet.ec.codec.ErasureCodec;
import io.fleet.ec.codec.ShardSet;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What coding one payload costs: all its parity, and its data when the first m data shards are lost. Shards are whole
 * arrays of the Java heap, as the reference takes them best.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(value = 1, jvmArgsAppend = {"--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED",
    "--add-modules", "jdk.incubator.vector"})
public class CodecBenchmark {
    /** Which implementation. */
    @Param({"BACKBLAZE", "TABLE", "VECTOR"})
    public CodecKind codec;

    /** Data and parity shards. */
    @Param({"3+2", "4+2", "8+4"})
    public String shape;

    /** Length of the payload in bytes, all data shards together. */
    @Param({"1024", "65536", "1048576"})
    public int length;

    private ErasureCodec coder;
    private ShardSet encoded;
    private ShardSet rebuilt;

    /** Makes a payload of random bytes, and its parity. */
    @Setup
    public void setUp() {
        final int plus = shape.indexOf('+');
        final int data = Integer.parseInt(shape.substring(0, plus));
        final int parity = Integer.parseInt(shape.substring(plus + 1));
        final int shardLength = (length + data - 1) / data;
        final Random random = new Random(length);
        coder = codec.create(data, parity);
        encoded = new ShardSet(data + parity);
        rebuilt = new ShardSet(data + parity);
        encoded.length(shardLength);
        rebuilt.length(shardLength);
        for (int shard = 0; shard < data + parity; shard++) {
            final byte[] bytes = new byte[shardLength];
            random.nextBytes(bytes);
            final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
            if (shard < data) {
                encoded.give(shard, buffer, 0);
            } else {
                encoded.want(shard, buffer, 0);
            }
            if (shard < parity) {
                rebuilt.want(shard, new UnsafeBuffer(new byte[shardLength]), 0);
            } else {
                rebuilt.give(shard, buffer, 0);
            }
        }
        coder.encode(encoded);
    }

    /** Makes all parity shards. */
    @Benchmark
    public void encode() {
        coder.encode(encoded);
    }

    /** Makes the lost data shards: as many as may be lost. */
    @Benchmark
    public void reconstruct() {
        coder.reconstruct(rebuilt);
    }
}
