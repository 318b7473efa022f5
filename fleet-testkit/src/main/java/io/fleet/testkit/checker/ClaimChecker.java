package io.fleet.testkit.checker;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.election.PreVote;
import io.fleet.consensus.message.election.PreVoteReply;
import io.fleet.consensus.message.election.Promise;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.CatchUpEntry;
import io.fleet.consensus.message.replication.Order;
import io.fleet.consensus.message.snapshot.SnapshotChunk;
import io.fleet.consensus.message.snapshot.SnapshotOffer;

/**
 * Compares what nodes say is chosen with what is (S4, S6): a leader's base and what it confirms, the floor of a
 * promise, what a replica has applied, what it hands on. All of these must lie within the LSNs up to which a
 * {@link ChosenChecker}, which has seen every acknowledgement before anyone could count it, knows everything chosen.
 * So a node that counts wrongly is found when it speaks, whether or not anything is lost by it.
 */
public final class ClaimChecker {
    private final int groupId;
    private final ChosenChecker chosen;
    private final Electorate electorate;
    private final Violations violations;
    private long prefix;

    /**
     * Creates a witness of one group.
     *
     * @param groupId    the group.
     * @param chosen     knows what is chosen; must be told of each message first.
     * @param electorate who belongs to the group; of one that has one member it takes what that says.
     * @param violations where it reports.
     */
    public ClaimChecker(final int groupId, final ChosenChecker chosen, final Electorate electorate,
                        final Violations violations) {
        this.electorate = electorate;
        this.groupId = groupId;
        this.chosen = chosen;
        this.violations = violations;
    }

    /**
     * A message of the group was sent.
     *
     * @param sender  the node that sent it.
     * @param message the message; valid during the call.
     */
    public void onMessage(final int sender, final Message message) {
        switch (message.type()) {
            case ORDER -> {
                check(sender, ((Order) message).base, "its base");
                check(sender, ((Order) message).chosen, "what it confirms");
            }
            case ACK -> check(sender, ((Ack) message).applied, "what it has applied");
            case PROMISE -> check(sender, ((Promise) message).chosen, "the floor of its promise");
            case PRE_VOTE -> check(sender, ((PreVote) message).chosen, "what it asks for votes with");
            case PRE_VOTE_REPLY -> check(sender, ((PreVoteReply) message).chosen, "what it answers a vote with");
            case CATCH_UP_ENTRY -> {
                check(sender, ((CatchUpEntry) message).lsn, "what it hands on");
                check(sender, ((CatchUpEntry) message).chosen, "what it could hand on");
            }
            case SNAPSHOT_OFFER -> check(sender, ((SnapshotOffer) message).lsn, "the snapshot that it offers");
            case SNAPSHOT_CHUNK -> check(sender, ((SnapshotChunk) message).lsn, "the snapshot that it sends");
            default -> {}
        }
    }

    /**
     * A node would promise this if its power failed now.
     *
     * @param node    which.
     * @param promise a page of the promise.
     */
    public void wouldPromise(final int node, final Promise promise) {
        check(node, promise.chosen, "the floor of the promise that it would give if its power failed now");
    }

    private void check(final int sender, final long upTo, final String what) {
        while (prefix < upTo && (chosen.chosen(groupId, prefix + 1) != null || electorate.isOne(prefix + 1))) {
            prefix++;
        }
        if (upTo > prefix) {
            violations.report("node " + sender + " says that more is chosen than is: " + what + " goes up to LSN "
                + upTo + ", but LSN " + (prefix + 1) + " is not chosen");
        }
    }
}
