package io.fleet.ec.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Random;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Lengths, offsets, kinds of buffers, and what a call leaves alone. */
class ErasureCodecTest {
    private static final int K = 3;
    private static final int M = 2;
    private static final int LONGEST = 2 * MatrixCodec.STRIP + 40;

    private final Random random = new Random(7);

    @ParameterizedTest
    @EnumSource(CodecKind.class)
    void shouldCodeAnyLengthAtAnyOffsetInAnyBuffer(final CodecKind kind) {
        final ErasureCodec codec = kind.create(K, M);
        final int[] lengths = {0, 1, 2, 31, 32, 33, 63, 100, 4095, 4096, 4097, 4096 + 32, LONGEST};
        for (final int length : lengths) {
            for (int round = 0; round < 12; round++) {
                checkRoundTrip(codec, length);
            }
        }
    }

    private void checkRoundTrip(final ErasureCodec codec, final int length) {
        final MutableDirectBuffer[] buffers = new MutableDirectBuffer[K + M];
        final int[] offsets = new int[K + M];
        final ShardSet set = new ShardSet(K + M);
        set.length(length);
        for (int shard = 0; shard < K + M; shard++) {
            offsets[shard] = random.nextInt(70);
            buffers[shard] = buffer(offsets[shard] + length);
        }
        final byte[][] before = new byte[K + M][length];
        for (int shard = 0; shard < K; shard++) {
            random.nextBytes(before[shard]);
            buffers[shard].putBytes(offsets[shard], before[shard]);
            set.give(shard, buffers[shard], offsets[shard]);
        }
        for (int shard = K; shard < K + M; shard++) {
            set.want(shard, buffers[shard], offsets[shard]);
        }
        codec.encode(set);
        for (int shard = K; shard < K + M; shard++) {
            buffers[shard].getBytes(offsets[shard], before[shard]);
        }
        final int first = random.nextInt(K + M);
        final int second = (first + 1 + random.nextInt(K + M - 1)) % (K + M);
        for (int shard = 0; shard < K + M; shard++) {
            set.give(shard, buffers[shard], offsets[shard]);
        }
        lose(set, buffers, offsets, first);
        lose(set, buffers, offsets, second);
        codec.reconstruct(set);
        for (int shard = 0; shard < K + M; shard++) {
            final byte[] after = new byte[length];
            buffers[shard].getBytes(offsets[shard], after);
            assertEquals(new UnsafeBuffer(before[shard]), new UnsafeBuffer(after),
                "shard " + shard + " of length " + length + " without " + first + " and " + second);
        }
    }

    private static void lose(final ShardSet set, final MutableDirectBuffer[] buffers, final int[] offsets,
                             final int shard) {
        buffers[shard].setMemory(offsets[shard], set.length(), (byte) 0x33);
        set.want(shard, buffers[shard], offsets[shard]);
    }

    private MutableDirectBuffer buffer(final int capacity) {
        return switch (random.nextInt(5)) {
            case 0 -> new UnsafeBuffer(new byte[capacity]);
            case 1 -> new UnsafeBuffer(ByteBuffer.allocateDirect(capacity));
            case 2 -> new UnsafeBuffer(ByteBuffer.allocate(capacity + 9).position(5).limit(capacity + 5).slice());
            case 3 -> new UnsafeBuffer(new byte[capacity + 7], 7, capacity);
            default -> new ExpandableArrayBuffer(Math.max(1, capacity));
        };
    }

    @ParameterizedTest
    @EnumSource(CodecKind.class)
    void shouldMakeOnlyWhatIsWanted(final CodecKind kind) {
        final ErasureCodec codec = kind.create(K, M);
        final byte[][] whole = whole(codec, 50);
        for (int wanted = 0; wanted < K + M; wanted++) {
            final ShardSet set = new ShardSet(K + M);
            set.length(50);
            int given = 0;
            for (int shard = K + M - 1; given < K; shard--) {
                if (shard != wanted) {
                    set.give(shard, ByteBuffer.wrap(whole[shard]).asReadOnlyBuffer(), 0);
                    given++;
                }
            }
            final ByteBuffer made = ByteBuffer.allocateDirect(60).position(3);
            set.want(wanted, made, 10);
            codec.reconstruct(set);
            for (int i = 0; i < 50; i++) {
                assertEquals(whole[wanted][i], made.get(10 + i), "shard " + wanted + ", byte " + i);
            }
            assertEquals(3, made.position(), "the position is the caller's");
            assertTrue(set.isWanted(wanted), "marks are the caller's");
        }
    }

    @ParameterizedTest
    @EnumSource(CodecKind.class)
    void shouldTakeStripeAfterStripeOfOneSet(final CodecKind kind) {
        final ErasureCodec codec = kind.create(K, M);
        final ShardSet set = new ShardSet(K + M);
        for (int length = 200; length > 0; length -= 37) {
            final byte[][] whole = whole(codec, length);
            final byte[] made = new byte[length];
            set.length(length);
            for (int shard = 0; shard < K + M; shard++) {
                set.give(shard, new UnsafeBuffer(whole[shard]), 0);
            }
            set.want(1, new UnsafeBuffer(made), 0);
            codec.reconstruct(set);
            assertEquals(new UnsafeBuffer(whole[1]), new UnsafeBuffer(made), "length " + length);
        }
    }

    @ParameterizedTest
    @EnumSource(CodecKind.class)
    void shouldSeeThatAGivenShardIsDamaged(final CodecKind kind) {
        final ErasureCodec codec = kind.create(K, M);
        for (final int length : new int[] {0, 1, 40, LONGEST}) {
            final byte[][] whole = whole(codec, length);
            for (int absent = -1; absent < K + M; absent++) {
                final ShardSet set = new ShardSet(K + M);
                set.length(length);
                for (int shard = 0; shard < K + M; shard++) {
                    if (shard != absent) {
                        set.give(shard, new UnsafeBuffer(whole[shard]), 0);
                    }
                }
                assertTrue(codec.verify(set), "whole, without " + absent);
                for (int shard = 0; length > 0 && shard < K + M; shard++) {
                    whole[shard][length - 1] ^= 1;
                    assertEquals(shard == absent, codec.verify(set), "shard " + shard + " damaged, without " + absent);
                    whole[shard][length - 1] ^= 1;
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(CodecKind.class)
    void shouldCopyTheDataIntoParityWhereThereIsOneDataShard(final CodecKind kind) {
        final ErasureCodec codec = kind.create(1, 3);
        final byte[][] whole = whole(codec, 45);
        for (int shard = 1; shard < 4; shard++) {
            assertEquals(new UnsafeBuffer(whole[0]), new UnsafeBuffer(whole[shard]), "shard " + shard);
        }
        assertFalse(new UnsafeBuffer(whole[0]).equals(new UnsafeBuffer(new byte[45])), "the data are not zeros");
    }

    private byte[][] whole(final ErasureCodec codec, final int length) {
        final byte[][] whole = new byte[codec.shards()][length];
        final ShardSet set = new ShardSet(codec.shards());
        set.length(length);
        for (int shard = 0; shard < codec.shards(); shard++) {
            if (shard < codec.dataShards()) {
                random.nextBytes(whole[shard]);
                set.give(shard, new UnsafeBuffer(whole[shard]), 0);
            } else {
                set.want(shard, new UnsafeBuffer(whole[shard]), 0);
            }
        }
        codec.encode(set);
        return whole;
    }
}
