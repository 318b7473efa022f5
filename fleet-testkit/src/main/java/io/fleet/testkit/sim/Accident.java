package io.fleet.testkit.sim;

/**
 * One thing that chance did to one packet. Its name (kind, link, number) is the same in two runs that offer the same
 * packets, whatever else was changed between them.
 *
 * @param kind   what.
 * @param from   the endpoint that sent the packet; clients are numbered behind the nodes.
 * @param to     the endpoint that it was for; {@link #NOBODY} for a {@link Kind#REFUSAL}.
 * @param number which packet of that link, from 0; of a {@link Kind#REFUSAL}, which offer of that sender.
 * @param value  see {@link Kind}; 0 where the kind has none.
 */
public record Accident(Kind kind, int from, int to, long number, long value) {
    /** No receiver. */
    public static final int NOBODY = -1;

    /** What may befall a packet. */
    public enum Kind {
        /** The sender is told that the packet cannot be taken now. */
        REFUSAL,
        /** It never arrives. */
        LOSS,
        /** It arrives twice, the second time at its leisure. Value: by how many nanoseconds the copy is held back. */
        DUPLICATION,
        /** Later ones pass it. Value: by how many nanoseconds it is held back. */
        REORDERING,
        /**
         * Bits are turned over. Value: which is the first, counted from the lowest of the first byte, plus as many
         * times the bits of the packet as others follow, each at the same distance from the one before it.
         */
        CORRUPTION,
        /** It takes longer than ordinary packets do, and so do those behind it. Value: by how many nanoseconds. */
        DELAY,
        /** The end is missing. Value: how many bytes are left. */
        TRUNCATION,
        /** A copy arrives much later. Value: by how many nanoseconds it is held back. */
        LATE_COPY,
        /** It is sent to all nodes, and this one does not hear it. */
        MISSED_BROADCAST
    }
}
