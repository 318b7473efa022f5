package io.fleet.ec.dissemination.gather;

import io.fleet.ec.dissemination.format.EntryDigest;
import io.fleet.ec.dissemination.format.PieceLayout;
import io.fleet.ec.dissemination.format.ShardCodec;
import io.fleet.storage.Digest;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/**
 * The parts of a short value that did not fit together: at least one of them is wrong, and which one cannot be told
 * from k of them. So those of all nodes are kept, and any k that fit the id are looked for; then each other one is
 * compared with what it should be.
 */
final class BadPartSearch {
    /** So many subsets are tried when a part comes; with up to nine nodes that is all there are. */
    private static final int MOST_TRIED = 256;

    private final ShardCodec codec;
    private final ExpandableArrayBuffer[] parts;
    private final int[] members;
    private final ExpandableArrayBuffer shards = new ExpandableArrayBuffer();
    private final ExpandableArrayBuffer header = new ExpandableArrayBuffer();
    private final Digest digest = new Digest();
    private final ExpandableArrayBuffer digested = new ExpandableArrayBuffer();
    private long present;
    private int headerLength;
    private int valueLength;
    private int tried;

    BadPartSearch(final ShardCodec codec) {
        this.codec = codec;
        parts = new ExpandableArrayBuffer[codec.shards()];
        Arrays.setAll(parts, i -> new ExpandableArrayBuffer(0));
        members = new int[codec.dataShards()];
    }

    /** Keeps the part of a node, whose shape was checked. */
    void put(final int index, final DirectBuffer from, final int offset) {
        final int shardLength = codec.shardLength(PieceLayout.valueLength(from, offset));
        parts[index].putBytes(0, from, offset, PieceLayout.length(PieceLayout.headerLength(from, offset),
            shardLength));
        present |= 1L << index;
    }

    /**
     * Looks for k parts, that of a node among them, which fit an id.
     *
     * @return whether there are any: {@link #header}, {@link #shards} and {@link #wrong} tell of them.
     */
    boolean solve(final int index, final long expected) {
        final long others = present & ~(1L << index);
        if (Long.bitCount(others) < members.length - 1) {
            return false;
        }
        tried = 0;
        members[0] = index;
        return choose(1, 0, others, expected);
    }

    private boolean choose(final int count, final int from, final long others, final long expected) {
        if (count == members.length) {
            return tried++ < MOST_TRIED && fits(expected);
        }
        for (int node = from; node < parts.length && tried < MOST_TRIED; node++) {
            if ((others & 1L << node) != 0) {
                members[count] = node;
                if (choose(count + 1, node + 1, others, expected)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean fits(final long expected) {
        final ExpandableArrayBuffer first = parts[members[0]];
        headerLength = PieceLayout.headerLength(first, 0);
        valueLength = PieceLayout.valueLength(first, 0);
        header.putBytes(0, first, PieceLayout.HEADER_OFFSET, headerLength);
        final int shardLength = codec.shardLength(valueLength);
        shards.checkLimit(shardLength * codec.shards());
        long given = 0;
        for (final int member : members) {
            if (!hasHeader(parts[member])) {
                return false;
            }
            given |= 1L << member;
            shards.putBytes(member * shardLength, parts[member], PieceLayout.bodyOffset(parts[member], 0),
                shardLength);
        }
        codec.reconstruct(shards, shardLength, given);
        return EntryDigest.of(digest, digested, header, headerLength, shards, valueLength) == expected;
    }

    private boolean hasHeader(final ExpandableArrayBuffer part) {
        return PieceLayout.headerLength(part, 0) == headerLength
            && PieceLayout.valueLength(part, 0) == valueLength
            && equal(part, PieceLayout.HEADER_OFFSET, header, 0, headerLength);
    }

    /** Whose parts are not what they should be, as bits; after {@link #solve}. */
    long wrong() {
        final int shardLength = codec.shardLength(valueLength);
        long wrong = 0;
        for (int node = 0; node < parts.length; node++) {
            if ((present & 1L << node) != 0 && !(hasHeader(parts[node]) && equal(parts[node],
                PieceLayout.bodyOffset(parts[node], 0), shards, node * shardLength, shardLength))) {
                wrong |= 1L << node;
            }
        }
        return wrong;
    }

    private static boolean equal(final DirectBuffer a, final int fromA, final DirectBuffer b, final int fromB,
                                 final int length) {
        for (int i = 0; i < length; i++) {
            if (a.getByte(fromA + i) != b.getByte(fromB + i)) {
                return false;
            }
        }
        return true;
    }

    /** The header that was found to be right; of so many bytes. */
    ExpandableArrayBuffer header() {
        return header;
    }

    int headerLength() {
        return headerLength;
    }

    /** All shards of the value that was found to be right, of so many bytes. */
    ExpandableArrayBuffer shards() {
        return shards;
    }

    int valueLength() {
        return valueLength;
    }
}
