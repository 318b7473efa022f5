package io.fleet.ec.codec;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is called for each payload takes nothing of the Java heap, once warm. */
class CodecAllocationTest {
    private static final int K = 3;
    private static final int M = 2;
    private static final int LENGTH = 10_001;
    private static final int CALLS = 200;
    private static final int TRIES = 20;
    /** The measuring itself; an object for every fourth call would be found. */
    private static final long MOST = 4 * CALLS;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @ParameterizedTest
    @EnumSource(value = CodecKind.class, names = {"VECTOR", "TABLE"})
    void shouldAllocateNothing(final CodecKind kind) {
        final ErasureCodec codec = kind.create(K, M);
        final MutableDirectBuffer[] buffers = new MutableDirectBuffer[K + M];
        for (int shard = 0; shard < K + M; shard++) {
            buffers[shard] = shard % 2 == 0 ? new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH))
                : new UnsafeBuffer(new byte[LENGTH]);
        }
        final ShardSet set = new ShardSet(K + M);
        set.length(LENGTH);
        long least = Long.MAX_VALUE;
        for (int i = 0; i < TRIES && least > MOST; i++) {
            final long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            for (int call = 0; call < CALLS; call++) {
                call(codec, set, buffers, call % (K + M));
            }
            least = Math.min(least, threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before);
        }
        assertTrue(least <= MOST, least + " bytes for " + CALLS + " calls");
    }

    /** Each time another shard is missing, so that recipes change. */
    private static void call(final ErasureCodec codec, final ShardSet set, final MutableDirectBuffer[] buffers,
                             final int missing) {
        for (int shard = 0; shard < K + M; shard++) {
            if (shard < K) {
                set.give(shard, buffers[shard], 0);
            } else {
                set.want(shard, buffers[shard], 0);
            }
        }
        codec.encode(set);
        for (int shard = K; shard < K + M; shard++) {
            set.give(shard, buffers[shard], 0);
        }
        set.want(missing, buffers[missing], 0);
        codec.reconstruct(set);
        set.give(missing, buffers[missing], 0);
        if (!codec.verify(set)) {
            throw new AssertionError("shards do not belong together");
        }
    }
}
