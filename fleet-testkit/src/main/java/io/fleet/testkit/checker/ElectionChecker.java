package io.fleet.testkit.checker;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.election.Confirmation;
import io.fleet.consensus.message.election.Prepare;
import io.fleet.consensus.message.election.Promise;
import io.fleet.consensus.message.replication.Order;
import io.fleet.consensus.message.replication.OrderEntry;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.agrona.collections.LongHashSet;

/**
 * Compares what leaders do with what they were told while they campaigned (S3, S5, S15): knows every promise and every
 * confirmation that a candidate has read. Reports
 * <ul>
 * <li>a leader that a majority has not promised its ballot to, page by page, and confirmed that as the same voter;</li>
 * <li>a proposal that no majority of those allows: at its LSN too many had accepted another value at a higher ballot
 * than any at which this one was proposed, or had it recorded as chosen;</li>
 * <li>a leader that has called its ballot settled, and proposes a configuration again that it had found.</li>
 * </ul>
 * A leader's promise to itself passes over no network; it is taken to be whatever suits, but for what it acknowledged.
 */
public final class ElectionChecker {
    private final int groupId;
    private final int nodes;
    private final Electorate electorate;
    private final ChosenChecker chosen;
    private final Violations violations;
    private final Map<Long, CandidateRecord> candidates = new HashMap<>();
    private final LongHashSet elected = new LongHashSet();
    /** By the version of a configuration, the ballots whose leaders have said that they had found no next one. */
    private final Map<Long, NavigableSet<Long>> settled = new HashMap<>();
    private final long[] ballot;
    private final LongHashSet[] proposed;

    /**
     * Creates a witness of one group whose quorums are majorities.
     *
     * @param groupId    the group.
     * @param nodes      how many nodes there are; their ids are from 0.
     * @param chosen     knows who accepted what; must be told of each message first.
     * @param violations where it reports.
     */
    public ElectionChecker(final int groupId, final int nodes, final ChosenChecker chosen,
                           final Violations violations) {
        this(groupId, nodes, new Electorate(nodes, violations), chosen, violations);
    }

    /**
     * Creates a witness of one group whose quorums are majorities.
     *
     * @param groupId    the group.
     * @param nodes      how many nodes there are; their ids are from 0.
     * @param chosen     knows who accepted what; must be told of each message first.
     * @param violations where it reports.
     * @param electorate who votes when.
     */
    public ElectionChecker(final int groupId, final int nodes, final Electorate electorate, final ChosenChecker chosen,
                           final Violations violations) {
        this.electorate = electorate;
        this.groupId = groupId;
        this.nodes = nodes;
        this.chosen = chosen;
        this.violations = violations;
        ballot = new long[nodes];
        proposed = new LongHashSet[nodes];
    }

    /**
     * A message of the group was sent.
     *
     * @param sender  the node that sent it.
     * @param message the message; valid during the call.
     */
    public void onMessage(final int sender, final Message message) {
        switch (message.type()) {
            case PREPARE -> {
                final Prepare prepare = (Prepare) message;
                candidates.computeIfAbsent(prepare.ballot,
                    key -> new CandidateRecord(nodes, prepare.fromLsn, prepare.configuration));
            }
            case ORDER -> onOrder(sender, (Order) message);
            default -> {}
        }
    }

    /**
     * A node has read a message of the group.
     *
     * @param to      the node that has.
     * @param from    the member that it is of.
     * @param message the message; valid during the call.
     */
    public void onReceipt(final int to, final int from, final Message message) {
        switch (message.type()) {
            case PROMISE -> {
                final CandidateRecord candidate = candidate(to, ((Promise) message).ballot);
                if (candidate != null && from != to) {
                    candidate.onPromise(from, (Promise) message);
                }
            }
            case CONFIRMATION -> {
                final CandidateRecord candidate = candidate(to, ((Confirmation) message).ballot);
                if (candidate != null && from != to) {
                    candidate.onConfirmation(from, (Confirmation) message);
                }
            }
            default -> {}
        }
    }

    private CandidateRecord candidate(final int node, final long ofBallot) {
        return Ballot.node(ofBallot) == node ? candidates.get(ofBallot) : null;
    }

    private void onOrder(final int sender, final Order order) {
        final CandidateRecord candidate = nodes == 1 ? null : candidates.get(order.ballot);
        if (candidate == null) {
            return;
        }
        if (elected.add(order.ballot)
            && !electorate.isElectionQuorum(candidate.version(), candidate.counting() | 1L << sender)) {
            violations.report("node " + sender + " leads at ballot " + order.ballot + ", which only "
                + Long.bitCount(candidate.counting()) + " others of " + nodes
                + " have promised to it and confirmed as the same voter");
        }
        if (ballot[sender] != order.ballot) {
            ballot[sender] = order.ballot;
            proposed[sender] = new LongHashSet();
        }
        if (order.settled) {
            settled.computeIfAbsent(candidate.version(), version -> new TreeSet<>()).add(order.ballot);
        }
        for (int i = 0; i < order.count; i++) {
            if (proposed[sender].add(order.entries[i].lsn)) {
                check(sender, order, order.entries[i], candidate);
            }
        }
    }

    /**
     * Whether the configuration that was reported at an LSN, or that the node holds there itself, was ordered below a
     * ballot whose leader had found no next one: it was never chosen, so a no-op takes its place (S14).
     */
    private boolean isBelowSettled(final CandidateRecord candidate, final int node, final long lsn, final long ballot) {
        final GroupRecord group = chosen.group(groupId);
        final long held = group.heldBy(node, lsn, ballot);
        final long reported = Math.max(candidate.configurationAt(lsn), group.isConfiguration(lsn, held) ? held : -1);
        final NavigableSet<Long> ballots = settled.get(candidate.version());
        return reported >= 0 && ballots != null && !ballots.subSet(reported, false, ballot, false).isEmpty();
    }

    /**
     * Whether the configuration that was reported at an LSN was ordered in an older one than the candidate's: it was
     * never chosen, and does not follow the candidate's, so a no-op takes its place (S14).
     */
    private boolean isStale(final CandidateRecord candidate, final long lsn) {
        final long reported = candidate.configurationAt(lsn);
        final CandidateRecord before = candidates.get(reported);
        return reported >= 0 && candidate.version() > (before == null ? 0 : before.version());
    }

    private void check(final int sender, final Order order, final OrderEntry entry, final CandidateRecord candidate) {
        final GroupRecord group = chosen.group(groupId);
        final long proposedAt = group.ballotOf(entry.lsn, entry.meta, order.ballot);
        final long own = group.heldBy(sender, entry.lsn, order.ballot) <= proposedAt ? 1L << sender : 0;
        final long allowing = candidate.countingWithout(entry.lsn, proposedAt) | own;
        if (!electorate.isReadQuorum(candidate.version(), allowing) && !candidate.isOvertaken(entry.lsn)
            && !isStale(candidate, entry.lsn) && !isBelowSettled(candidate, sender, entry.lsn, order.ballot)) {
            violations.report("node " + sender + " proposes " + entry.meta + " at LSN " + entry.lsn + " in ballot "
                + order.ballot + ", last proposed " + (proposedAt == 0 ? "never" : "in ballot " + proposedAt)
                + ", which only " + Long.bitCount(allowing) + " of " + nodes + " promises allow");
        }
        final NavigableSet<Long> ballots = settled.get(candidate.version());
        if (entry.meta.isConfiguration() && proposedAt > 0 && ballots != null && ballots.contains(order.ballot)) {
            violations.report("node " + sender + " proposes the configuration at LSN " + entry.lsn
                + " again, and has called ballot " + order.ballot + " settled before");
        }
    }
}
