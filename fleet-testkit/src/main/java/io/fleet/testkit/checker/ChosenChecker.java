package io.fleet.testkit.checker;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.election.Promise;
import io.fleet.storage.EntryMeta;
import org.agrona.collections.Int2ObjectHashMap;

/**
 * Knows every value that is chosen, from the messages alone: what was ordered at which (LSN, ballot), and which nodes
 * said that they hold it durably. Told of each message when it is sent, before anyone can have received it. Reports
 * <ul>
 * <li>two values at one (LSN, ballot), two leaders or two bases of one ballot (S16);</li>
 * <li>two values chosen at one LSN, in whatever ballots (S6);</li>
 * <li>a promise that leaves out what its sender had acknowledged at a lower ballot, or an acknowledgement at a lower
 * ballot of what its sender's promise had left out (S1, S3, S15);</li>
 * <li>a value handed on as chosen that is not the chosen one (S6).</li>
 * </ul>
 * It knows of no message that never left its node, so it may count fewer acknowledgements than a node does, never more.
 */
public final class ChosenChecker {
    private final Int2ObjectHashMap<GroupRecord> groups = new Int2ObjectHashMap<>();
    private final int nodes;
    private final Electorate electorate;
    private final Violations violations;

    /**
     * Creates a witness.
     *
     * @param nodes       how many nodes there are, 1 to 64; their ids are from 0.
     * @param writeQuorum how many of them choose a value.
     * @param violations  where it reports.
     */
    public ChosenChecker(final int nodes, final int writeQuorum, final Violations violations) {
        if (nodes < 1 || nodes > Long.SIZE) {
            throw new IllegalArgumentException("nodes is " + nodes + ", but must be from 1 to " + Long.SIZE);
        }
        if (writeQuorum < 1 || writeQuorum > nodes) {
            throw new IllegalArgumentException("writeQuorum is " + writeQuorum + ", but must be from 1 to " + nodes);
        }
        this.nodes = nodes;
        this.violations = violations;
        electorate = new Electorate(nodes, violations);
    }

    /**
     * Creates a witness of a group whose members change.
     *
     * @param nodes      how many nodes there are, members or not; their ids are from 0.
     * @param electorate who votes when.
     * @param violations where it reports.
     */
    public ChosenChecker(final int nodes, final Electorate electorate, final Violations violations) {
        this.nodes = nodes;
        this.violations = violations;
        this.electorate = electorate;
    }

    /**
     * A message was sent.
     *
     * @param groupId the group it belongs to.
     * @param sender  the node that sent it; messages of clients are ignored.
     * @param message the message; valid during the call.
     */
    public void onMessage(final int groupId, final int sender, final Message message) {
        if (sender >= 0 && sender < nodes) {
            group(groupId).onMessage(sender, message);
        }
    }

    /**
     * A node has lost its state in a group, and knows that: its promises need not tell what it acknowledged before.
     *
     * @param groupId the group.
     * @param node    which.
     */
    public void forget(final int groupId, final int node) {
        group(groupId).forget(node);
    }

    /**
     * A node would promise this if its power failed now. Reports what it leaves out and has acknowledged.
     *
     * @param groupId the group.
     * @param node    which.
     * @param promise a page of the promise, of a ballot above all that were used.
     */
    public void wouldPromise(final int groupId, final int node, final Promise promise) {
        group(groupId).wouldPromise(node, promise);
    }

    /**
     * The highest ballot that anybody has used.
     *
     * @param groupId the group.
     * @return the ballot; 0 for none.
     */
    public long highestBallot(final int groupId) {
        return group(groupId).highestBallot();
    }

    /**
     * How many LSNs of a group have a chosen value.
     *
     * @param groupId the group.
     * @return the number.
     */
    public long chosenCount(final int groupId) {
        return group(groupId).chosenCount();
    }

    /**
     * The value chosen at an LSN.
     *
     * @param groupId the group.
     * @param lsn     the LSN.
     * @return the value; null when none is known to be chosen.
     */
    public EntryMeta chosen(final int groupId, final long lsn) {
        return group(groupId).chosen(lsn);
    }

    /**
     * How many ballots had a leader that ordered, or told that it leads.
     *
     * @param groupId the group.
     * @return the number.
     */
    public int leaders(final int groupId) {
        return group(groupId).leaders();
    }

    GroupRecord group(final int groupId) {
        GroupRecord group = groups.get(groupId);
        if (group == null) {
            group = new GroupRecord(groupId, nodes, electorate, violations);
            groups.put(groupId, group);
        }
        return group;
    }
}
