package io.fleet.transport.aeron.reach;

/**
 * What endpoints say to each other of multicast, in the reserved value of an Aeron frame, which is 0 in all other
 * packets: a mark, the kind, the node that says it, and the Aeron session of the multicast that is spoken of. The
 * packet itself is empty, but where a client asks: then it is the channel on which the client hears answers.
 */
public final class ReachPacket {
    /** What is said. */
    public enum Kind {
        /** "Do you hear my multicast?" */
        ASK,
        /** "I hear it." */
        HEARS,
        /** "I do not hear it." */
        DEAF
    }

    /** In place of a node's number: a remote client. */
    public static final int CLIENT = 0xFFFF;
    /** The longest packet, in bytes. */
    public static final int MAX_LENGTH = 128;

    private static final long MARK = 0x4D;
    private static final int MARK_SHIFT = 56;
    private static final int KIND_SHIFT = 48;
    private static final int NODE_SHIFT = 32;
    private static final int BYTE = 0xFF;
    private static final Kind[] KINDS = Kind.values();

    private ReachPacket() {
    }

    /**
     * What goes into the frame.
     *
     * @param node    who says it: the number of a node, or {@link #CLIENT}.
     * @param session of the multicast.
     */
    public static long encode(final Kind kind, final int node, final int session) {
        return MARK << MARK_SHIFT | (long) kind.ordinal() << KIND_SHIFT | (node & 0xFFFFL) << NODE_SHIFT
            | session & 0xFFFF_FFFFL;
    }

    /** What is said; null where nothing is that is known here. */
    public static Kind kind(final long reserved) {
        final int kind = (int) (reserved >>> KIND_SHIFT) & BYTE;
        return reserved >>> MARK_SHIFT == MARK && kind < KINDS.length ? KINDS[kind] : null;
    }

    /** Who says it. */
    public static int node(final long reserved) {
        return (int) (reserved >>> NODE_SHIFT) & 0xFFFF;
    }

    /** The session that is spoken of. */
    public static int session(final long reserved) {
        return (int) reserved;
    }
}
