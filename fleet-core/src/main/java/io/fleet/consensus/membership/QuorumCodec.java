package io.fleet.consensus.membership;

import io.fleet.config.QuorumLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/** {@link QuorumLayout}s in bytes, as parts of configurations and of messages. */
public final class QuorumCodec {
    /** The most bytes of the places of one. */
    public static final int MAX_LENGTH = 1 + Configuration.SLOTS * (1 + Short.BYTES);
    static final byte MAJORITY = 0;
    private static final byte NONE = -1;
    private static final QuorumLayout.Kind[] KINDS = QuorumLayout.Kind.values();
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

    private QuorumCodec() {
    }

    /** The number of a layout's kind; of none, 255. */
    static byte kind(final @Nullable QuorumLayout layout) {
        return layout == null ? NONE : (byte) layout.kind().ordinal();
    }

    static int length(final QuorumLayout layout) {
        int length = 1;
        for (final List<Integer> part : layout.parts()) {
            length += 1 + part.size() * Short.BYTES;
        }
        return length;
    }

    /** Writes the places; as many bytes as {@link #length} says. */
    static int encode(final QuorumLayout layout, final MutableDirectBuffer buffer, final int offset) {
        buffer.putByte(offset, (byte) layout.parts().size());
        int at = offset + 1;
        for (final List<Integer> part : layout.parts()) {
            buffer.putByte(at++, (byte) part.size());
            for (final int node : part) {
                buffer.putShort(at, (short) node, ORDER);
                at += Short.BYTES;
            }
        }
        return at - offset;
    }

    /**
     * Writes a layout with its kind.
     *
     * @param layout which.
     * @param buffer where to.
     * @param offset of its first byte.
     * @return how many bytes it takes, {@link #MAX_LENGTH} and one at most.
     */
    public static int encodeWhole(final QuorumLayout layout, final MutableDirectBuffer buffer, final int offset) {
        buffer.putByte(offset, kind(layout));
        return 1 + encode(layout, buffer, offset + 1);
    }

    /**
     * Reads what {@link #encodeWhole} writes.
     *
     * @param buffer where it is.
     * @param offset of its first byte.
     * @param length how many bytes there are; all of them must be its own.
     * @return the layout; null when the bytes are none.
     */
    public static @Nullable QuorumLayout decodeWhole(final DirectBuffer buffer, final int offset, final int length) {
        if (length < 2) {
            return null;
        }
        final int end = offset + length;
        final QuorumLayout read = read(buffer.getByte(offset), buffer, offset + 1, end);
        return read != null && offset + 1 + length(read) == end ? read : null;
    }

    /** The configuration with the quorums that are told behind its members; null when the bytes are none. */
    static @Nullable Configuration decode(final Configuration members, final byte kind, final DirectBuffer buffer,
                                          final int offset, final int end) {
        final QuorumLayout quorums = read(kind, buffer, offset, end);
        final int at = quorums == null ? end : offset + length(quorums);
        if (at >= end || !areVoters(members, quorums)) {
            return null;
        }
        final byte kindBefore = buffer.getByte(at);
        final QuorumLayout before = kindBefore == NONE ? null : read(kindBefore, buffer, at + 1, end);
        final int length = before == null ? 0 : length(before);
        final boolean isSound = kindBefore == NONE || before != null && areVoters(members, before);
        if (!isSound || before == null && quorums.isMajority() || at + 1 + length != end) {
            return null;
        }
        return new Configuration(members.version(), members.number(), members.groupVersion(), members.settings(),
            members.members(), quorums, before);
    }

    private static boolean areVoters(final Configuration members, final QuorumLayout layout) {
        return layout.parts().stream().flatMap(List::stream).allMatch(node -> {
            final GroupMember member = members.member(node);
            return member != null && member.voter();
        });
    }

    private static @Nullable QuorumLayout read(final byte kind, final DirectBuffer buffer, final int offset,
                                               final int end) {
        if (kind < 0 || kind >= KINDS.length || offset >= end) {
            return null;
        }
        final int parts = buffer.getByte(offset) & 0xFF;
        if (parts > Configuration.SLOTS || kind == MAJORITY && parts > 0) {
            return null;
        }
        final List<List<Integer>> read = new ArrayList<>();
        int at = offset + 1;
        for (int i = 0; i < parts; i++) {
            final int count = at < end ? buffer.getByte(at) & 0xFF : Configuration.SLOTS + 1;
            if (count > Configuration.SLOTS || at + 1 + count * Short.BYTES > end) {
                return null;
            }
            final List<Integer> nodes = new ArrayList<>();
            for (int j = 0; j < count; j++) {
                nodes.add((int) buffer.getShort(at + 1 + j * Short.BYTES, ORDER));
            }
            read.add(nodes);
            at += 1 + count * Short.BYTES;
        }
        return kind == MAJORITY ? QuorumLayout.majority() : QuorumLayout.ifSound(KINDS[kind], read);
    }
}
