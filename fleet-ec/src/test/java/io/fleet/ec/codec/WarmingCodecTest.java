package io.fleet.ec.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class WarmingCodecTest {
    private static final int K = 3;
    private static final int M = 2;
    private static final int LENGTH = 5000;
    private static final Duration BOUND = Duration.ofMinutes(1);

    private final CompletableFuture<ErasureCodec> faster = new CompletableFuture<>();
    private final ErasureCodec codec = new WarmingCodec(CodecKind.TABLE.create(K, M), faster);

    @Test
    void shouldCodeBeforeTheFasterCodecIsReadyAndAlikeAfterwards() {
        assertEquals(List.of(K, M, K + M), List.of(codec.dataShards(), codec.parityShards(), codec.shards()));
        assertEquals(CodecKind.TABLE, codec.kind());
        final byte[] before = encode();
        faster.complete(CodecKind.VECTOR.create(K, M));
        assertEquals(CodecKind.VECTOR, codec.kind());
        assertArrayEquals(before, encode());
    }

    @Test
    void shouldStayWithTheFirstWhereNoneIsFaster() {
        faster.complete(null);
        assertEquals(CodecKind.TABLE, codec.kind());
    }

    @Test
    void shouldBecomeTheFastestByItself() {
        final ErasureCodec made = CodecKind.createFastest(K, M);
        assertTimeoutPreemptively(BOUND, () -> {
            while (made.kind() != CodecKind.fastest()) {
                Thread.onSpinWait();
            }
        });
    }

    private byte[] encode() {
        final byte[] bytes = new byte[(K + M) * LENGTH];
        new Random(1).nextBytes(bytes);
        final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        final ShardSet shards = new ShardSet(K + M);
        shards.length(LENGTH);
        for (int shard = 0; shard < K + M; shard++) {
            if (shard < K) {
                shards.give(shard, buffer, shard * LENGTH);
            } else {
                shards.want(shard, buffer, shard * LENGTH);
            }
        }
        codec.encode(shards);
        return bytes;
    }
}
