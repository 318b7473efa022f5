package io.fleet.testkit.checker;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.election.Confirmation;
import io.fleet.consensus.message.election.Prepare;
import io.fleet.consensus.message.election.Promise;
import io.fleet.consensus.message.member.RejoinReply;
import io.fleet.consensus.message.replication.AcceptedEntry;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.CatchUpEntry;
import io.fleet.consensus.message.replication.CollectedAcks;
import io.fleet.consensus.message.replication.Order;
import io.fleet.consensus.message.replication.OrderEntry;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.VoterState;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.Long2ObjectHashMap;

/** What {@link ChosenChecker} knows of one group. */
final class GroupRecord {
    private static final long LONGEST_RANGE = 1 << 20;

    private final int groupId;
    private final int nodes;
    private final Electorate electorate;
    private final Violations violations;
    private final TreeMap<Long, BallotRecord> ballots = new TreeMap<>();
    private final List<PromisePage> pages = new ArrayList<>();
    private final Long2ObjectHashMap<EntryMeta> chosen = new Long2ObjectHashMap<>();
    private final Long2LongHashMap chosenAt = new Long2LongHashMap(BallotRecord.UNKNOWN);
    private final Long2ObjectHashMap<EntryMeta> claimed = new Long2ObjectHashMap<>();
    private final Long2LongHashMap firstBallots = new Long2LongHashMap(BallotRecord.UNKNOWN);
    /** The highest ballot that each node has promised, or campaigns at. */
    private final long[] promised;
    private boolean ofTwoBallots;

    GroupRecord(final int groupId, final int nodes, final Electorate electorate, final Violations violations) {
        this.groupId = groupId;
        this.nodes = nodes;
        this.electorate = electorate;
        this.violations = violations;
        promised = new long[nodes];
    }

    void onMessage(final int sender, final Message message) {
        switch (message.type()) {
            case ORDER -> onOrder(sender, (Order) message);
            case ACK -> onAck(sender, (Ack) message);
            case COLLECTED_ACKS -> onCollected(sender, (CollectedAcks) message);
            case PROMISE -> onPromise(sender, (Promise) message);
            case PREPARE -> promises(sender, ((Prepare) message).ballot);
            case CONFIRMATION -> promises(sender, ((Confirmation) message).ballot);
            case REJOIN_REPLY -> onRejoinReply(sender, (RejoinReply) message);
            case CATCH_UP_ENTRY -> onCatchUpEntry(sender, (CatchUpEntry) message);
            default -> {}
        }
    }

    void forget(final int node) {
        promised[node] = 0;
        pages.removeIf(page -> page.node == node);
        ballots.values().forEach(record -> record.forget(node));
    }

    long chosenCount() {
        return chosen.size();
    }

    EntryMeta chosen(final long lsn) {
        return chosen.get(lsn);
    }

    int leaders() {
        int count = 0;
        for (final BallotRecord record : ballots.values()) {
            count += record.leader == BallotRecord.UNKNOWN ? 0 : 1;
        }
        return count;
    }

    private void onOrder(final int sender, final Order order) {
        final BallotRecord record = ballot(order.ballot);
        if (record.leader == BallotRecord.UNKNOWN) {
            record.leader = sender;
            record.version = order.configuration;
            record.base = order.base;
            for (int node = 0; node < nodes; node++) {
                record.entered[node] = order.base;
                enterCumulative(record, node);
            }
        } else if (record.leader != sender) {
            report("ballot " + order.ballot + " has two leaders, nodes " + record.leader + " and " + sender);
        } else if (record.base != order.base) {
            report("ballot " + order.ballot + " of node " + sender + " has two bases, " + record.base + " and "
                + order.base);
        }
        if (record.version != order.configuration) {
            report("ballot " + order.ballot + " of node " + sender + " belongs to two configurations, "
                + record.version + " and " + order.configuration);
        }
        for (int i = 0; i < order.count; i++) {
            final OrderEntry entry = order.entries[i];
            checkBarrier(record, entry, sender);
            if (entry.lsn <= order.base) {
                report("node " + sender + " ordered LSN " + entry.lsn + " in ballot " + order.ballot
                    + ", not above its base " + order.base);
            }
            value(record, entry.lsn, entry.meta, sender);
        }
    }

    /** Nothing is ordered above a configuration in the same ballot (S14). */
    private void checkBarrier(final BallotRecord record, final OrderEntry entry, final int sender) {
        if (entry.meta.isConfiguration()) {
            record.configuration = Math.min(record.configuration, entry.lsn);
        }
        if (entry.lsn > record.configuration) {
            report("node " + sender + " ordered LSN " + entry.lsn + " in ballot " + record.ballot
                + ", above the configuration at LSN " + record.configuration);
        }
    }

    private void onAck(final int sender, final Ack ack) {
        ofTwoBallots = false;
        final BallotRecord record = ballot(ack.ballot);
        record.cumulative[sender] = Math.max(record.cumulative[sender], ack.cumulative);
        record.told[sender] = Math.max(record.told[sender], ack.cumulative);
        if (record.base != BallotRecord.UNKNOWN) {
            enterCumulative(record, sender);
        }
        for (int i = 0; i < ack.count; i++) {
            if (ack.to[i] - ack.from[i] > LONGEST_RANGE) {
                report("node " + sender + " acknowledged the range from " + ack.from[i] + " to " + ack.to[i]);
                return;
            }
            for (long lsn = ack.from[i]; lsn <= ack.to[i]; lsn++) {
                held(record, lsn, sender);
            }
        }
    }

    /** A collector tells of no acknowledgement that was not sent to it, and of each at its own ballot (M3). */
    private void onCollected(final int sender, final CollectedAcks message) {
        final BallotRecord record = ballot(message.ballot);
        for (int i = 0; i < message.count; i++) {
            final int node = message.node[i];
            if (message.cumulative[i] > record.told[node]) {
                report("node " + sender + " tells that node " + node + " has acknowledged everything up to LSN "
                    + message.cumulative[i] + " at ballot " + message.ballot + ", which has said so up to LSN "
                    + record.told[node] + " only");
            }
        }
    }

    private void enterCumulative(final BallotRecord record, final int node) {
        final long to = record.cumulative[node];
        if (to - record.entered[node] > LONGEST_RANGE) {
            report("node " + node + " acknowledged everything up to " + to + " in ballot " + record.ballot);
            return;
        }
        for (long lsn = record.entered[node] + 1; lsn <= to; lsn++) {
            held(record, lsn, node);
        }
        record.entered[node] = Math.max(record.entered[node], to);
    }

    private void promises(final int node, final long ballot) {
        promised[node] = Math.max(promised[node], ballot);
    }

    /**
     * What a member tells one that has lost its state decides what that must hold before it counts again (S15): it must
     * be no less than what the member was seen to do.
     */
    private void onRejoinReply(final int sender, final RejoinReply reply) {
        if (reply.standing != VoterState.VOTER) {
            return;
        }
        if (reply.promised < promised[sender]) {
            report("node " + sender + " tells a node to be repaired that it has promised ballot " + reply.promised
                + ", and has promised " + promised[sender]);
        }
        if (!reply.holdsRecords && ballots.values().stream().anyMatch(record -> record.owesAny(sender))) {
            report("node " + sender + " tells a node to be repaired that it holds nothing, and has acknowledged much");
        }
        final BallotRecord led = ballots.get(reply.ballot);
        if (reply.ballot == 0 || led == null || led.leader == BallotRecord.UNKNOWN) {
            return;
        }
        final long highest = led.values.keySet().stream().mapToLong(Long::longValue).reduce(led.base, Math::max);
        if (led.leader != sender || reply.base != led.base || reply.highest < highest) {
            report("node " + sender + " tells a node to be repaired of ballot " + reply.ballot + " with base "
                + reply.base + " and orders up to LSN " + reply.highest + ", where node " + led.leader
                + " leads with base " + led.base + " and has ordered up to LSN " + highest);
        }
    }

    private void onPromise(final int sender, final Promise promise) {
        promises(sender, promise.ballot);
        for (int i = 0; i < promise.count; i++) {
            final AcceptedEntry entry = promise.entries[i];
            value(ballot(entry.ballot), entry.lsn, entry.meta, sender);
        }
        final PromisePage page = new PromisePage(sender, promise);
        for (final BallotRecord record : ballots.headMap(promise.ballot).values()) {
            final Long2LongHashMap.KeyIterator lsns = record.holders.keySet().iterator();
            while (lsns.hasNext()) {
                final long lsn = lsns.nextValue();
                if (record.owes(sender, lsn)) {
                    checkPage(page, lsn, record.ballot);
                }
            }
        }
        pages.add(page);
    }

    /** What a node would promise if its power failed now. */
    void wouldPromise(final int node, final Promise promise) {
        final PromisePage page = new PromisePage(node, promise);
        for (final BallotRecord record : ballots.headMap(promise.ballot).values()) {
            final Long2LongHashMap.KeyIterator lsns = record.holders.keySet().iterator();
            while (lsns.hasNext()) {
                final long lsn = lsns.nextValue();
                if (record.owes(node, lsn) && page.leavesOut(lsn, record.ballot)) {
                    report("node " + node + ", if its power failed now, would leave LSN " + lsn
                        + " out of a promise, which it acknowledges in ballot " + record.ballot);
                    return;
                }
            }
        }
    }

    /** The highest ballot below a given one in which an LSN had a value; 0 when it had it in none. */
    long ballotOf(final long lsn, final EntryMeta value, final long below) {
        for (final BallotRecord record : ballots.headMap(below, false).descendingMap().values()) {
            final EntryMeta known = record.values.get(lsn);
            if (known != null && known.sameValue(value)) {
                return record.ballot;
            }
        }
        return 0;
    }

    /** Whether a configuration was proposed at an LSN in a ballot. */
    boolean isConfiguration(final long lsn, final long ballot) {
        final BallotRecord record = ballots.get(ballot);
        final EntryMeta value = record == null ? null : record.values.get(lsn);
        return value != null && value.isConfiguration();
    }

    /** The highest ballot below a given one at which a node has acknowledged an LSN; 0 for none. */
    long heldBy(final int node, final long lsn, final long below) {
        for (final BallotRecord record : ballots.headMap(below, false).descendingMap().values()) {
            if (record.owes(node, lsn)) {
                return record.ballot;
            }
        }
        return 0;
    }

    /** Whether the last acknowledgement was the first of its node for an LSN that a lower ballot had used, too. */
    boolean wasOfTwoBallots() {
        return ofTwoBallots;
    }

    /** The highest ballot that anybody has used; 0 for none. */
    long highestBallot() {
        return ballots.isEmpty() ? 0 : ballots.lastKey();
    }

    private void onCatchUpEntry(final int sender, final CatchUpEntry entry) {
        final EntryMeta known = chosen.containsKey(entry.lsn) ? chosen.get(entry.lsn) : claimed.get(entry.lsn);
        if (known == null) {
            claimed.put(entry.lsn, new EntryMeta().set(entry.meta));
        } else if (!known.sameValue(entry.meta)) {
            report("node " + sender + " hands on " + entry.meta + " as chosen at LSN " + entry.lsn + ", where "
                + known + " is chosen");
        }
    }

    private void value(final BallotRecord record, final long lsn, final EntryMeta meta, final int sender) {
        final EntryMeta known = record.values.get(lsn);
        if (known == null) {
            record.values.put(lsn, new EntryMeta().set(meta));
            if (!firstBallots.containsKey(lsn) || firstBallots.get(lsn) > record.ballot) {
                firstBallots.put(lsn, record.ballot);
            }
            considerChosen(record, lsn);
        } else if (!known.sameValue(meta)) {
            report("LSN " + lsn + " has two values in ballot " + record.ballot + ": " + known + " and, says node "
                + sender + ", " + meta);
        }
    }

    private void held(final BallotRecord record, final long lsn, final int node) {
        if (record.owes(node, lsn)) {
            return;
        }
        record.hold(node, lsn);
        ofTwoBallots |= firstBallots.containsKey(lsn) && firstBallots.get(lsn) < record.ballot;
        for (final PromisePage page : pages) {
            if (page.node == node) {
                checkPage(page, lsn, record.ballot);
            }
        }
        considerChosen(record, lsn);
    }

    private void checkPage(final PromisePage page, final long lsn, final long lowerBallot) {
        if (page.leavesOut(lsn, lowerBallot)) {
            report("node " + page.node + " promised ballot " + page.ballot + " and left out LSN " + lsn
                + ", which it acknowledges in ballot " + lowerBallot);
        }
    }

    private void considerChosen(final BallotRecord record, final long lsn) {
        final EntryMeta value = record.values.get(lsn);
        if (value == null || !electorate.isWriteQuorum(record.version, record.holders.get(lsn))) {
            return;
        }
        final EntryMeta known = chosen.get(lsn);
        if (known == null) {
            chosen.put(lsn, value);
            chosenAt.put(lsn, record.ballot);
            final EntryMeta claim = claimed.get(lsn);
            if (claim != null && !claim.sameValue(value)) {
                report(claim + " was handed on as chosen at LSN " + lsn + ", where " + value + " is chosen in ballot "
                    + record.ballot);
            }
        } else if (!known.sameValue(value)) {
            report("LSN " + lsn + " has two chosen values: " + known + " in ballot " + chosenAt.get(lsn) + " and "
                + value + " in ballot " + record.ballot);
        }
    }

    private BallotRecord ballot(final long ballot) {
        return ballots.computeIfAbsent(ballot, key -> new BallotRecord(key, nodes));
    }

    private void report(final String what) {
        violations.report("group " + groupId + ": " + what);
    }
}
