package io.fleet.consensus.common;

import java.util.Arrays;

/**
 * Which members have said that a disk of theirs is full, and which. A word holds for a while only, as who says it may
 * be gone; until then it is repeated. What it says comes from another node, and is for people: it is bounded, and
 * nothing goes by it.
 */
public final class FullDiskReports {
    /** The longest text of one member in characters. */
    public static final int MAX_TEXT = 256;
    private static final char FIRST_PRINTABLE = ' ';
    private static final char LAST_PRINTABLE = '~';

    private final String[] texts;
    private final int[] nodes;
    private final long[] toldNs;
    private final long holdsNs;
    private long told;

    /**
     * Creates one that knows of nobody.
     *
     * @param slots   how many members there may be, 64 at most.
     * @param holdsNs how long a word holds.
     */
    public FullDiskReports(final int slots, final long holdsNs) {
        texts = new String[slots];
        Arrays.fill(texts, "");
        nodes = new int[slots];
        toldNs = new long[slots];
        this.holdsNs = holdsNs;
    }

    /**
     * A member has said which of its disks are full.
     *
     * @param member its slot.
     * @param node   its node.
     * @param text   which disks; empty for none.
     * @param nowNs  the time.
     */
    public void hear(final int member, final int node, final String text, final long nowNs) {
        final long bit = 1L << member;
        told = text.isEmpty() ? told & ~bit : told | bit;
        texts[member] = text;
        nodes[member] = node;
        toldNs[member] = nowNs;
    }

    /**
     * Whose disks are full.
     *
     * @param members the nodes in the slots now.
     * @param nowNs   the time.
     * @return a set of slots.
     */
    public long set(final int[] members, final long nowNs) {
        long set = told;
        for (long left = told; left != 0; left &= left - 1) {
            final int member = Long.numberOfTrailingZeros(left);
            if (nowNs - toldNs[member] > holdsNs || member >= members.length || members[member] != nodes[member]) {
                set &= ~(1L << member);
            }
        }
        told = set;
        return set;
    }

    /**
     * Names nodes and disks.
     *
     * @param set      the members, of {@link #set}.
     * @param most     the most characters.
     * @return such as {@code node 1: the scattered log in /data; node 2: ...}, cut where it is longer.
     */
    public String text(final long set, final int most) {
        final StringBuilder all = new StringBuilder();
        for (long left = set; left != 0; left &= left - 1) {
            final int member = Long.numberOfTrailingZeros(left);
            all.append(all.isEmpty() ? "node " : "; node ").append(nodes[member]).append(": ").append(texts[member]);
        }
        return all.substring(0, Math.min(most, all.length()));
    }

    /**
     * Text of this node as others take it: printable ASCII.
     *
     * @param text any.
     * @return as many of its last characters as may be sent.
     */
    public static String printable(final String text) {
        final StringBuilder sound = new StringBuilder(text.substring(Math.max(0, text.length() - MAX_TEXT)));
        for (int i = 0; i < sound.length(); i++) {
            if (sound.charAt(i) < FIRST_PRINTABLE || sound.charAt(i) > LAST_PRINTABLE) {
                sound.setCharAt(i, '?');
            }
        }
        return sound.toString();
    }
}
