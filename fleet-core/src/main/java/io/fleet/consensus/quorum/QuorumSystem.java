package io.fleet.consensus.quorum;

/**
 * Which sets of voters are quorums. A set is a bit mask over the members' slots. Every read quorum meets every write
 * quorum (S3, S6). Those that are in no part of a system are in no quorum: bits of others mean nothing.
 *
 * <p>An entry goes to one <em>part</em>, a storage group or a column of a grid, and is chosen once any part has a write
 * quorum of it: a ballot has one value for each LSN, so it does not matter whom the leader had in mind.
 */
public interface QuorumSystem {
    /**
     * Whether a set has a write quorum in it: what it holds durably at one ballot is chosen.
     *
     * @param members the set.
     */
    boolean isWriteQuorum(long members);

    /**
     * Whether a set has a read quorum in it: what it promises binds every write quorum.
     *
     * @param members the set.
     */
    boolean isReadQuorum(long members);

    /**
     * Whether a set may elect: it has a read quorum in it, and a write quorum. One that has no write quorum could
     * choose nothing. And with both, it meets every other set that may elect, so that voters that never took part, or
     * lost their state, are repaired by those that did (S15): the rows of a grid alone do not meet.
     *
     * @param members the set.
     */
    default boolean isElectionQuorum(final long members) {
        return isReadQuorum(members) && isWriteQuorum(members);
    }

    /**
     * How many parts an entry may go to.
     *
     * @return the number, from 1; 0 of a group without voters.
     */
    int parts();

    /**
     * The members of a part.
     *
     * @param part from 0.
     * @return the set.
     */
    long part(int part);

    /**
     * How many members of a part are a write quorum.
     *
     * @param part from 0.
     * @return the number.
     */
    int enough(int part);

    /**
     * Whether some members of a set can be left out, and a read quorum is there without them.
     *
     * @param set   the set.
     * @param count how many of them are left out.
     * @return false when every read quorum has one of them, whichever they are.
     */
    boolean canReadWithout(long set, int count);

    /**
     * How many losses copies of the state must outlive that are not in quorums themselves: as many as the part that
     * bears the most can bear.
     *
     * @return the number, from 0.
     */
    int tolerated();

    /**
     * Whether a set of members can repair one that has lost its state (S15): one of them is in each read quorum that
     * this one may be in, which is so when the others do not make one up; and with it, if it votes, they are one. So
     * any two sets that can have a member in common.
     *
     * @param set the set, without the one.
     * @param own the one, if it votes; 0 if it does not yet.
     * @param all all that vote.
     */
    default boolean mayRepair(final long set, final long own, final long all) {
        return !isReadQuorum(all & ~set) && isReadQuorum((set | own) & all);
    }

    /**
     * The fewest members that {@link #mayRepair}: so many are not all wrong.
     *
     * @return the number, from 1.
     */
    int fewestRepairers();

    /**
     * Whether every read quorum of this system meets every write quorum of another. Where that is so, the other may be
     * followed by this one in one step: who is elected in this one has heard from somebody who chose it.
     *
     * @param before the other.
     * @return false where one may not.
     */
    default boolean readsMeetWritesOf(final QuorumSystem before) {
        for (int i = 0; i < before.parts(); i++) {
            if (canReadWithout(before.part(i), before.enough(i))) {
                return false;
            }
        }
        return true;
    }
}
