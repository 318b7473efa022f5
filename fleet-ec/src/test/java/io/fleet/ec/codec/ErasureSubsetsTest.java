package io.fleet.ec.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.Arrays;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every implementation against Backblaze's arrays, called here without our own code around them: each subset of shards
 * that may be lost, for each k up to 10 and m up to 6.
 */
@Tag("slow")
class ErasureSubsetsTest {
    private static final int MOST_DATA = 10;
    private static final int MOST_PARITY = 6;
    /** One vector of 256 bits and a tail; and tails alone. */
    private static final int[] LENGTHS = {37, 32, 1, 31, 65};
    private static final int LONG = 3 * MatrixCodec.STRIP + 123;
    /** So that what is written where nothing was asked for is seen. */
    private static final int MARGIN = 3;
    private static final byte UNTOUCHED = 0x5A;
    private static final long ALL_OF_THEM = 62_679;

    private final Random random = new Random(20);
    private long subsets;

    @BeforeEach
    void shouldHaveTheReference() {
        assertTrue(CodecKind.BACKBLAZE.isPresent(), "the reference is not on the class path");
    }

    @ParameterizedTest
    @EnumSource(CodecKind.class)
    void shouldRebuildEverySubsetAsTheReferenceDoes(final CodecKind kind) {
        for (int k = 1; k <= MOST_DATA; k++) {
            for (int m = 0; m <= MOST_PARITY; m++) {
                final byte[][] whole = reference(k, m, LENGTHS[(k + m) % LENGTHS.length]);
                final ErasureCodec codec = kind.create(k, m);
                checkEncoding(codec, whole);
                for (int lost = 1; lost < 1 << k + m; lost++) {
                    if (Integer.bitCount(lost) <= m) {
                        checkRebuilding(codec, whole, lost);
                        subsets++;
                    }
                }
            }
        }
        assertEquals(ALL_OF_THEM, subsets);
    }

    @ParameterizedTest
    @EnumSource(CodecKind.class)
    void shouldRebuildLongShardsAsTheReferenceDoes(final CodecKind kind) {
        for (int i = 0; i < 40; i++) {
            final int k = 1 + random.nextInt(MOST_DATA);
            final int m = 1 + random.nextInt(MOST_PARITY);
            final byte[][] whole = reference(k, m, LONG + random.nextInt(64));
            final ErasureCodec codec = kind.create(k, m);
            checkEncoding(codec, whole);
            for (int j = 0; j < 4; j++) {
                checkRebuilding(codec, whole, someLost(k + m, m));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(CodecKind.class)
    void shouldAgreeWithTheReferenceInWideCodes(final CodecKind kind) {
        final int[][] shapes = {{1, 255}, {255, 1}, {128, 128}, {200, 56}, {17, 3}, {100, 20}};
        for (final int[] shape : shapes) {
            final byte[][] whole = reference(shape[0], shape[1], 70);
            final ErasureCodec codec = kind.create(shape[0], shape[1]);
            checkEncoding(codec, whole);
            final boolean[] isLost = new boolean[whole.length];
            for (int count = 0; count < shape[1];) {
                final int shard = random.nextInt(whole.length);
                count += isLost[shard] ? 0 : 1;
                isLost[shard] = true;
            }
            checkRebuilding(codec, whole, isLost);
        }
        checkEncoding(kind.create(256, 0), reference(256, 0, 5));
    }

    private int someLost(final int shards, final int most) {
        int lost = 0;
        while (Integer.bitCount(lost) < most) {
            lost |= 1 << random.nextInt(shards);
        }
        return lost;
    }

    private byte[][] reference(final int k, final int m, final int length) {
        final byte[][] shards = new byte[k + m][length];
        for (int shard = 0; shard < k; shard++) {
            random.nextBytes(shards[shard]);
        }
        if (m > 0) {
            BackblazeLibrary.encode(BackblazeLibrary.create(k, m), shards, 0, length);
        }
        return shards;
    }

    private static void checkEncoding(final ErasureCodec codec, final byte[][] whole) {
        final boolean[] isLost = new boolean[whole.length];
        Arrays.fill(isLost, codec.dataShards(), whole.length, true);
        final byte[][] places = places(whole, isLost);
        codec.encode(set(places, whole[0].length, isLost));
        compare(whole, places, "encoding (" + codec.dataShards() + ", " + codec.parityShards() + ")");
    }

    private static void checkRebuilding(final ErasureCodec codec, final byte[][] whole, final int lost) {
        final boolean[] isLost = new boolean[whole.length];
        for (int shard = 0; shard < whole.length; shard++) {
            isLost[shard] = (lost & 1 << shard) != 0;
        }
        checkRebuilding(codec, whole, isLost);
    }

    private static void checkRebuilding(final ErasureCodec codec, final byte[][] whole, final boolean[] isLost) {
        final byte[][] places = places(whole, isLost);
        codec.reconstruct(set(places, whole[0].length, isLost));
        compare(whole, places, "(" + codec.dataShards() + ", " + codec.parityShards() + ") without "
            + Arrays.toString(isLost));
    }

    private static byte[][] places(final byte[][] whole, final boolean[] isLost) {
        final int length = whole[0].length;
        final byte[][] places = new byte[whole.length][length + 2 * MARGIN];
        for (int shard = 0; shard < whole.length; shard++) {
            Arrays.fill(places[shard], UNTOUCHED);
            if (!isLost[shard]) {
                System.arraycopy(whole[shard], 0, places[shard], MARGIN, length);
            }
        }
        return places;
    }

    private static ShardSet set(final byte[][] places, final int length, final boolean[] isLost) {
        final ShardSet set = new ShardSet(places.length);
        set.length(length);
        for (int shard = 0; shard < places.length; shard++) {
            if (isLost[shard]) {
                set.want(shard, new UnsafeBuffer(places[shard]), MARGIN);
            } else {
                set.give(shard, new UnsafeBuffer(places[shard]), MARGIN);
            }
        }
        return set;
    }

    private static void compare(final byte[][] whole, final byte[][] places, final String what) {
        final int length = whole[0].length;
        for (int shard = 0; shard < whole.length; shard++) {
            if (!Arrays.equals(whole[shard], 0, length, places[shard], MARGIN, MARGIN + length)) {
                assertArrayEquals(whole[shard], Arrays.copyOfRange(places[shard], MARGIN, MARGIN + length),
                    what + ": shard " + shard);
            }
            for (int i = 0; i < MARGIN; i++) {
                if (places[shard][i] != UNTOUCHED || places[shard][MARGIN + length + i] != UNTOUCHED) {
                    fail(what + ": shard " + shard + " was written beyond its ends");
                }
            }
        }
    }
}
