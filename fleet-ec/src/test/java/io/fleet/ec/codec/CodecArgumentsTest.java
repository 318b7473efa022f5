package io.fleet.ec.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What is refused, with words that say what is wrong, and without writing anything. */
class CodecArgumentsTest {
    private static final int LENGTH = 8;

    private final byte[][] bytes = new byte[5][LENGTH];

    @ParameterizedTest
    @CsvSource(delimiter = '>', value = {
        "0, 2 > data shards (k) are 0, but must be from 1 to 256",
        "257, 0 > data shards (k) are 257, but must be from 1 to 256",
        "3, -1 > parity shards (m) are -1, but must be from 0 to 253 with k = 3",
        "200, 57 > parity shards (m) are 57, but must be from 0 to 56 with k = 200",
        "3, 2147483647 > parity shards (m) are 2147483647, but must be from 0 to 253 with k = 3"
    })
    void shouldRefuseShapes(final String shape, final String message) {
        final String[] words = shape.split(", ");
        for (final CodecKind kind : CodecKind.values()) {
            refuses(message, () -> kind.create(Integer.parseInt(words[0]), Integer.parseInt(words[1])));
        }
    }

    @Test
    void shouldRefuseWrongSets() {
        refuses("shards are 0, but must be from 1 to 256", () -> new ShardSet(0));
        refuses("shards are 257, but must be from 1 to 256", () -> new ShardSet(257));
        final ShardSet set = new ShardSet(5);
        refuses("length of a shard is -1 bytes, but must be 0 or more", () -> set.length(-1));
        refuses("shard is -1, but must be from 0 to 4", () -> set.give(-1, new UnsafeBuffer(bytes[0]), 0));
        refuses("shard is 5, but must be from 0 to 4", () -> set.want(5, ByteBuffer.allocate(LENGTH), 0));
        refuses("shard is 9, but must be from 0 to 4", () -> set.absent(9));
        refuses("the buffer of shard 2 is null", () -> set.give(2, (DirectBuffer) null, 0));
        refuses("the buffer of shard 2 is null", () -> set.give(2, (ByteBuffer) null, 0));
        refuses("the buffer for shard 1 is read-only, but must be writable",
            () -> set.want(1, ByteBuffer.allocate(LENGTH).asReadOnlyBuffer(), 0));
        refuses("shard 1 is to be copied, but is not given", () -> set.copy(1, new UnsafeBuffer(bytes[1]), 0));
        assertEquals(0, set.given() + set.wanted(), "nothing was taken");
    }

    @Test
    void shouldCountMarksAsTheyChange() {
        final ShardSet set = new ShardSet(5);
        set.give(0, new UnsafeBuffer(bytes[0]), 0);
        set.give(0, ByteBuffer.wrap(bytes[0]), 0);
        set.want(1, new UnsafeBuffer(bytes[1]), 0);
        set.give(2, new UnsafeBuffer(bytes[2]), 0);
        set.want(2, new UnsafeBuffer(bytes[2]), 0);
        assertEquals(1, set.given());
        assertEquals(2, set.wanted());
        set.clear();
        assertEquals(0, set.given() + set.wanted());
    }

    @ParameterizedTest
    @EnumSource(CodecKind.class)
    void shouldRefuseSetsThatDoNotFitTheCall(final CodecKind kind) {
        final ErasureCodec codec = kind.create(3, 2);
        refuses("the set is of 4 shards, but must be of 5", () -> codec.encode(new ShardSet(4)));
        final ShardSet set = set("GGAWW");
        refuses("data shard 2 is not given, but all of 0 to 2 must be", () -> codec.encode(set));
        refuses("parity shard 4 is given, but must be wanted or absent", () -> codec.encode(set("GGGWG")));
        refuses("shards given are 2, but must be from 3 to 5 to make others", () -> codec.reconstruct(set));
        refuses("shards given are 3, but must be from 4 to 5 to be compared", () -> codec.verify(set("GGGWA")));
        for (final byte[] each : bytes) {
            assertArrayEquals(new byte[LENGTH], each, "nothing was written");
        }
        codec.reconstruct(set("GGAAA"));
        codec.encode(set("GGGAA"));
    }

    @ParameterizedTest
    @EnumSource(CodecKind.class)
    void shouldRefuseRangesOutsideTheirBuffers(final CodecKind kind) {
        final ErasureCodec codec = kind.create(3, 2);
        final String message = ", but they must lie within the 8 bytes of its buffer";
        for (final int offset : new int[] {1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            final ShardSet given = set("GGGWW");
            given.give(1, new UnsafeBuffer(bytes[1]), offset);
            refuses("shard 1 has 8 bytes from offset " + offset + message, () -> codec.encode(given));
            final ShardSet wanted = set("GGGWW");
            wanted.want(3, new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH)), offset);
            refuses("shard 3 has 8 bytes from offset " + offset + message, () -> codec.reconstruct(wanted));
        }
        final ShardSet longer = set("GGGWW");
        longer.length(Integer.MAX_VALUE);
        refuses("shard 0 has 2147483647 bytes from offset 0" + message, () -> codec.encode(longer));
    }

    @ParameterizedTest
    @EnumSource(CodecKind.class)
    void shouldRefuseToWriteOverOtherShards(final CodecKind kind) {
        final ErasureCodec codec = kind.create(3, 2);
        for (final UnsafeBuffer shared : new UnsafeBuffer[] {
            new UnsafeBuffer(new byte[64]), new UnsafeBuffer(ByteBuffer.allocateDirect(64))}) {
            final ShardSet set = set("GGGWW");
            set.give(1, shared, 20);
            set.want(4, new UnsafeBuffer(shared, 10, 40), 3);
            refuses("shard 4 is to be written, but its bytes overlap those of shard 1", () -> codec.encode(set));
            set.want(4, shared, 28);
            codec.encode(set);
            set.want(3, shared, 35);
            refuses("shard 3 is to be written, but its bytes overlap those of shard 4", () -> codec.reconstruct(set));
            set.length(0);
            codec.encode(set);
        }
    }

    /** One letter for each shard: given, wanted, absent. */
    private ShardSet set(final String marks) {
        final ShardSet set = new ShardSet(marks.length());
        set.length(LENGTH);
        for (int shard = 0; shard < marks.length(); shard++) {
            if (marks.charAt(shard) == 'G') {
                set.give(shard, new UnsafeBuffer(bytes[shard]), 0);
            } else if (marks.charAt(shard) == 'W') {
                set.want(shard, new UnsafeBuffer(bytes[shard]), 0);
            }
        }
        return set;
    }

    private static void refuses(final String message, final Executable call) {
        final IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, call);
        assertTrue(refusal.getMessage().contains(message), refusal.getMessage());
    }
}
