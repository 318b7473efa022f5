package io.fleet.ec.dissemination.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.ec.codec.CodecKind;
import java.util.SplittableRandom;
import org.agrona.ExpandableArrayBuffer;
import org.junit.jupiter.api.Test;

class ShardCodecTest {
    @Test
    void shouldGiveAllLanesBackFromAnyK() {
        final ShardCodec codec = new ShardCodec(CodecKind.TABLE.create(3, 2));
        assertEquals(5, codec.shards());
        final SplittableRandom random = new SplittableRandom(4);
        for (int length = 0; length < 40; length++) {
            final int shardLength = codec.shardLength(length);
            final byte[] value = new byte[3 * shardLength];
            random.nextBytes(value);
            final ExpandableArrayBuffer shards = new ExpandableArrayBuffer();
            shards.putBytes(0, value);
            codec.encode(shards, shardLength);
            for (long present = 0; present < 1L << 5; present++) {
                if (Long.bitCount(present) >= 3) {
                    check(codec, shards, shardLength, present);
                }
            }
        }
    }

    private static void check(final ShardCodec codec, final ExpandableArrayBuffer shards, final int shardLength,
                              final long present) {
        final ExpandableArrayBuffer left = new ExpandableArrayBuffer();
        for (int shard = 0; shard < 5; shard++) {
            if ((present & 1L << shard) != 0) {
                left.putBytes(shard * shardLength, shards, shard * shardLength, shardLength);
            }
        }
        codec.reconstruct(left, shardLength, present);
        for (int at = 0; at < 5 * shardLength; at++) {
            assertEquals(shards.getByte(at), left.getByte(at), "byte " + at + " from " + present);
        }
    }
}
