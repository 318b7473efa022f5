package io.fleet.consensus;

/**
 * What a mode knows of how far members have come, for reads that do not go through the log. Whatever was answered
 * before a read quorum of members told their marks has an LSN that is not above the highest of these marks. One thread.
 */
public interface ReadMarks {
    /** {@link #mark()}: this node does not count, and says nothing. */
    long SILENT = -1;

    /** {@link #leader()}: nobody is known to lead. */
    int NOBODY = -1;

    /** Of a mode that has no reads beside the log: nobody answers. */
    ReadMarks NONE = new ReadMarks() {
        @Override
        public long mark() {
            return SILENT;
        }

        @Override
        public boolean isQuorum(final long members) {
            return false;
        }

        @Override
        public void reDrive(final long lsn) {
            // Nobody waits for anything.
        }
    };

    /**
     * How far this node has come, as its mode counts it: in scattered groups the highest LSN that it has durably voted
     * for, or knows to be chosen (P1). What it says never falls, not in a restart either.
     *
     * @return the mark; {@link #SILENT} where this node does not count in quorums, since it may have lost what it knew
     * (S15).
     */
    long mark();

    /**
     * Tells the least number of a life in which this node counts each member (S15). Marks add up to a quorum only where
     * none of those that told them knows another of them in a later life than that in which it told ({@code
     * AnsweredLives}): whoever answered a node that claimed a new life knows of it, and such members are in every read
     * quorum that its former life could be counted in.
     *
     * @param numbers by slot; of this node the number of its own life. Filled.
     * @return how many are filled; 0, by default, where nobody tells lives apart.
     */
    default int fill(final int[] numbers) {
        return 0;
    }

    /**
     * The number of the life in which this node listens to a member, or is itself one.
     *
     * @param slot of the member.
     * @return the number; 0, by default, where nobody tells lives apart.
     */
    default int heardNumber(final int slot) {
        return 0;
    }

    /**
     * Whether marks of some members are enough (P2, Q2), in the configuration that this node acts on.
     *
     * @param members a set of slots, see {@link io.fleet.consensus.membership.GroupMember#slot()}.
     */
    boolean isQuorum(long members);

    /**
     * A read has been waiting for an LSN: the mode sees to it that this becomes chosen, or has no need to (P4).
     *
     * @param lsn which.
     */
    void reDrive(long lsn);

    /**
     * Why this group has no leases of a leader.
     *
     * @return text for people; null where it has.
     */
    default String whyNoLeases() {
        return "nobody leads it";
    }

    /**
     * Who leads, as far as this node has heard.
     *
     * @return the node; {@link #NOBODY} where none is known.
     */
    default int leader() {
        return NOBODY;
    }

    /**
     * Up to where a read of this node itself must have applied that came before the clock was read, where it need ask
     * nobody: it leads under a lease (L5), or its replica holds one (L9).
     *
     * @param nowNs a reading of the clock that is later than the read.
     * @return an LSN, for reads at this node only; {@link #SILENT} where it has to ask.
     */
    default long ownMark(final long nowNs) {
        return leaseMark(nowNs);
    }

    /**
     * Up to where a read must have applied that came before the clock was read (L5).
     *
     * @param nowNs a reading of the clock that is later than the read.
     * @return an LSN that no command is above that was answered before; {@link #SILENT} where this node does not lead,
     * or held no lease when the clock was read.
     */
    default long leaseMark(final long nowNs) {
        return SILENT;
    }
}
