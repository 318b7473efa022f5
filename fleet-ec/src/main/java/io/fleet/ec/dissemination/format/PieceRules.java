package io.fleet.ec.dissemination.format;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.fleet.ec.dissemination.context.SpreadConfig;
import io.fleet.ec.stripe.StripeLayout;
import org.agrona.DirectBuffer;

/** What shape the parts of a group have, and whether a piece has it. Nothing in a piece is trusted before. */
public final class PieceRules {
    private static final int DATA_SEGMENTS_OFFSET = 12;

    private final ShardCodec codec;
    private final int maxValueLength;
    private final int shardLength;
    private final int shortest;
    private final int longest;

    public PieceRules(final SpreadConfig config, final ShardCodec codec) {
        this(config, codec, Integer.MAX_VALUE);
    }

    /** {@code longest} is how many bytes a piece may have. */
    public PieceRules(final SpreadConfig config, final ShardCodec codec, final int longest) {
        this.longest = longest;
        this.codec = codec;
        maxValueLength = config.maxValueLength();
        shardLength = config.longValues().shardLength();
        shortest = codec.dataShards() * shardLength;
    }

    /** Whether a value is longer than one stripe. */
    public boolean isLong(final int valueLength) {
        return valueLength > shortest;
    }

    public int shardLength() {
        return shardLength;
    }

    public StripeLayout layout(final int valueLength) {
        return new StripeLayout(codec.dataShards(), codec.parityShards(), shardLength, valueLength);
    }

    public int stripes(final int valueLength) {
        return (valueLength + shortest - 1) / shortest;
    }

    /**
     * Checks a piece, but for what is said of it elsewhere: digest, checksum, and whether its length is that of its
     * stripe.
     *
     * @return null when it is a piece of the part of that index, otherwise what is wrong.
     */
    public String problem(final DirectBuffer piece, final int offset, final int length, final int index) {
        if (length < PieceLayout.HEADER_OFFSET || length > longest) {
            return "length " + length + " is not in [" + PieceLayout.HEADER_OFFSET + ", " + longest + "]";
        }
        final int dataShards = piece.getInt(offset + DATA_SEGMENTS_OFFSET, LITTLE_ENDIAN);
        final int found = PieceLayout.index(piece, offset);
        if (found != index || dataShards != codec.dataShards()) {
            return "segment " + found + " of k = " + dataShards + " is not segment " + index + " of k = "
                + codec.dataShards();
        }
        final int valueLength = PieceLayout.valueLength(piece, offset);
        if (valueLength < 0 || valueLength > maxValueLength) {
            return "value length " + valueLength + " is not in [0, " + maxValueLength + "]";
        }
        final int kind = PieceLayout.kind(piece, offset);
        if (kind < PieceLayout.WHOLE || kind > PieceLayout.STRIPE
            || isLong(valueLength) == (kind == PieceLayout.WHOLE)) {
            return "a piece of kind " + kind + " is none of a value of " + valueLength + " bytes";
        }
        if (kind == PieceLayout.STRIPE) {
            final int stripe = PieceLayout.stripe(piece, offset);
            return stripe >= 0 && stripe < stripes(valueLength) ? null
                : "stripe " + stripe + " is not in [0, " + (stripes(valueLength) - 1) + "]";
        }
        return problemOfLength(piece, offset, length, kind, valueLength);
    }

    private String problemOfLength(final DirectBuffer piece, final int offset, final int length, final int kind,
                                   final int valueLength) {
        final int headerLength = PieceLayout.headerLength(piece, offset);
        if (headerLength < 0 || headerLength > length - PieceLayout.HEADER_OFFSET) {
            return "header length " + headerLength + " is not in [0, " + (length - PieceLayout.HEADER_OFFSET) + "]";
        }
        final int expected = kind == PieceLayout.WHOLE
            ? PieceLayout.length(headerLength, codec.shardLength(valueLength))
            : PieceLayout.headLength(headerLength, stripes(valueLength));
        if (length != expected) {
            return "length " + length + " does not fit a header of " + headerLength + " and a value of " + valueLength;
        }
        return kind == PieceLayout.WHOLE || PieceLayout.fullShard(piece, offset) == shardLength ? null
            : "full shards of " + PieceLayout.fullShard(piece, offset) + " bytes, but this group has " + shardLength;
    }
}
