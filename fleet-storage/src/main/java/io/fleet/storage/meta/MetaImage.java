package io.fleet.storage.meta;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.fleet.storage.StorageIdentity;
import io.fleet.storage.log.Checksum;
import java.util.stream.IntStream;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.collections.Int2ObjectHashMap;

/**
 * The contents of the meta store as one slot of its file holds them, little-endian.
 *
 * <pre>
 *  0 magic (8)  8 checksum of what follows (4)  12 format version (4)  16 length (4)  20 promises (4)  24 sequence (8)
 * 32 cluster (8)  40 node (4)  44 directories (4)  48 incarnation (8)  56 member ids: 64 x (4), -1 for none
 * 312 promises: group (4), unused (4), ballot (8)
 * </pre>
 */
final class MetaImage {
    static final int VERSION = 1;
    static final int SLOT_LENGTH = 256 * 1024;
    static final int MAX_MEMBERS = 64;
    static final int HEADER_LENGTH = 56 + MAX_MEMBERS * 4;
    static final int PROMISE_LENGTH = 16;
    static final int MAX_GROUPS = (SLOT_LENGTH - HEADER_LENGTH) / PROMISE_LENGTH;

    private static final long MAGIC = 0x4154_454D_5445_4C46L;
    private static final int CHECKED_OFFSET = 12;
    private static final int MEMBERS_OFFSET = 56;

    int version = VERSION;
    long sequence;
    long clusterId;
    int nodeId;
    int directories;
    int[] members = {};
    long incarnation;
    final Int2ObjectHashMap<Long> promises = new Int2ObjectHashMap<>();

    MetaImage() {
    }

    MetaImage(final StorageIdentity identity, final int directories, final int[] members) {
        this.members = members;
        this.clusterId = identity.clusterId();
        this.nodeId = identity.nodeId();
        this.directories = directories;
    }

    /** Encodes at 0 and returns the length. */
    int encode(final MutableDirectBuffer buffer, final Checksum checksum) {
        final int length = HEADER_LENGTH + promises.size() * PROMISE_LENGTH;
        buffer.putLong(0, MAGIC, LITTLE_ENDIAN);
        buffer.putInt(12, version, LITTLE_ENDIAN);
        buffer.putInt(16, length, LITTLE_ENDIAN);
        buffer.putInt(20, promises.size(), LITTLE_ENDIAN);
        buffer.putLong(24, sequence, LITTLE_ENDIAN);
        buffer.putLong(32, clusterId, LITTLE_ENDIAN);
        buffer.putInt(40, nodeId, LITTLE_ENDIAN);
        buffer.putInt(44, directories, LITTLE_ENDIAN);
        buffer.putLong(48, incarnation, LITTLE_ENDIAN);
        for (int i = 0; i < MAX_MEMBERS; i++) {
            buffer.putInt(MEMBERS_OFFSET + i * 4, i < members.length ? members[i] : -1, LITTLE_ENDIAN);
        }
        final int[] at = {HEADER_LENGTH};
        promises.forEachInt((group, ballot) -> {
            buffer.putInt(at[0], group, LITTLE_ENDIAN);
            buffer.putInt(at[0] + 4, 0, LITTLE_ENDIAN);
            buffer.putLong(at[0] + 8, ballot, LITTLE_ENDIAN);
            at[0] += PROMISE_LENGTH;
        });
        buffer.putInt(8, checksum.of(buffer, CHECKED_OFFSET, length - CHECKED_OFFSET), LITTLE_ENDIAN);
        return length;
    }

    /** Decodes a slot; null when it is not sound. */
    static MetaImage decode(final DirectBuffer buffer, final int available, final Checksum checksum) {
        if (available < HEADER_LENGTH || buffer.getLong(0, LITTLE_ENDIAN) != MAGIC) {
            return null;
        }
        final int length = buffer.getInt(16, LITTLE_ENDIAN);
        final int count = buffer.getInt(20, LITTLE_ENDIAN);
        if (count < 0 || count > MAX_GROUPS || length != HEADER_LENGTH + count * PROMISE_LENGTH || length > available
            || checksum.of(buffer, CHECKED_OFFSET, length - CHECKED_OFFSET) != buffer.getInt(8, LITTLE_ENDIAN)) {
            return null;
        }
        final MetaImage image = new MetaImage();
        image.version = buffer.getInt(12, LITTLE_ENDIAN);
        image.sequence = buffer.getLong(24, LITTLE_ENDIAN);
        image.clusterId = buffer.getLong(32, LITTLE_ENDIAN);
        image.nodeId = buffer.getInt(40, LITTLE_ENDIAN);
        image.directories = buffer.getInt(44, LITTLE_ENDIAN);
        image.incarnation = buffer.getLong(48, LITTLE_ENDIAN);
        image.members = IntStream.range(0, MAX_MEMBERS).map(i -> buffer.getInt(MEMBERS_OFFSET + i * 4, LITTLE_ENDIAN))
            .filter(member -> member >= 0).toArray();
        for (int i = 0; i < count; i++) {
            final int at = HEADER_LENGTH + i * PROMISE_LENGTH;
            image.promises.put(buffer.getInt(at, LITTLE_ENDIAN), (Long) buffer.getLong(at + 8, LITTLE_ENDIAN));
        }
        return image;
    }
}
