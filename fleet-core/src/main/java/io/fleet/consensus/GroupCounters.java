package io.fleet.consensus;

import io.fleet.consensus.common.Counter;
import java.util.function.BiConsumer;

/** What one group on one node counts. Written by the node's thread, read by any. */
public final class GroupCounters {
    /** Number of commands executed that may change state. */
    public final Counter commands = new Counter();
    /** Number of read-only commands executed. */
    public final Counter queries = new Counter();
    /** Number of commands answered from the session table. */
    public final Counter repeatedCommands = new Counter();
    /** Number of entries that this node gave an LSN as leader. */
    public final Counter entriesOrdered = new Counter();
    /** Number of entries applied, no-ops included. */
    public final Counter entriesApplied = new Counter();
    /** The LSN that is being applied, or was applied last; not reported. */
    public final Counter applyingLsn = new Counter();
    /** Number of no-ops applied. */
    public final Counter noOps = new Counter();
    /** Number of empty entries that this node ordered as leader to let log time pass. */
    public final Counter ticks = new Counter();
    /** Number of timers of the state machine that fired. */
    public final Counter timersFired = new Counter();
    /** Number of callbacks of the state machine, other than for commands and queries, that threw. */
    public final Counter callbackFailures = new Counter();
    /** Number of windows of LSNs of which another replica made something else than this one. */
    public final Counter divergentWindows = new Counter();
    /** Number of pre-votes started. */
    public final Counter preVotes = new Counter();
    /** Number of campaigns started. */
    public final Counter elections = new Counter();
    /** Number of times this node became leader. */
    public final Counter leaderships = new Counter();
    /** Number of times this node stopped being leader. */
    public final Counter stepDowns = new Counter();
    /** Number of hand-overs of leadership that this node led, or asked for, and that came about. */
    public final Counter handOvers = new Counter();
    /** Number of those that did not. */
    public final Counter handOversFailed = new Counter();
    /** Number of entries refused by this leader as not applied. */
    public final Counter rejects = new Counter();
    /** Number of order lines sent again. */
    public final Counter resentOrders = new Counter();
    /** How often the leader named others, too, for an entry of which one that it had named was late. */
    public final Counter hedgedOrders = new Counter();
    /** Number of bodies asked for. */
    public final Counter bodiesFetched = new Counter();
    /** Number of bodies sent in answer. */
    public final Counter bodiesServed = new Counter();
    /** Number of bodies dropped at the bound or after their time. */
    public final Counter bodiesDropped = new Counter();
    /** Number of bodies that did not match their digest. */
    public final Counter digestMismatches = new Counter();
    /** Number of entries learnt by catch-up. */
    public final Counter catchUpEntries = new Counter();
    /** Number of entries served to replicas that lag. */
    public final Counter catchUpServed = new Counter();
    /** Bytes of snapshots sent to replicas that lag. */
    public final Counter snapshotBytesSent = new Counter();
    /** Bytes of snapshots received from other replicas. */
    public final Counter snapshotBytesReceived = new Counter();
    /** Number of snapshots of other replicas that took the place of this replica's state. */
    public final Counter snapshotsInstalled = new Counter();
    /** Number of messages dropped since their ballot or log time is too far ahead. */
    public final Counter implausible = new Counter();
    /** How often the wall clock of a leader was told to be wrong. */
    public final Counter wrongClocks = new Counter();
    /** Number of requests refused below the promise. */
    public final Counter staleBallots = new Counter();
    /** Number of reply batches sent. */
    public final Counter repliesSent = new Counter();
    /** Number of reply batches that could not be sent. */
    public final Counter repliesLost = new Counter();
    /** Number of answers to writes that sessions keep no more, for want of room. */
    public final Counter repliesDropped = new Counter();
    /** Number of replies that waited until their payloads were gathered. */
    public final Counter deferredReplies = new Counter();
    /** Number of times that a command waited for payloads that its machine looks into, and the log with it. */
    public final Counter payloadWaits = new Counter();
    /** Number of times that a payload of a reply did not come, so that a query was executed anew. */
    public final Counter payloadsGone = new Counter();
    /** Number of entries with ill-formed commands. */
    public final Counter malformedEntries = new Counter();
    /** Number of re-stamp records written. */
    public final Counter restamps = new Counter();
    /** Number of cycles in which the leader waited for its window. */
    public final Counter windowStalls = new Counter();
    /** Number of cycles in which every replier's queue was full. */
    public final Counter replierStalls = new Counter();
    /** Up to where the newest snapshot here covers the log; set, not counted. */
    public final Counter snapshotLsn = new Counter();
    /** Up to where the ordered log here is trimmed; set, not counted. */
    public final Counter trimmedLsn = new Counter();
    /** Up to where the scattered log here may be trimmed; set, not counted. */
    public final Counter forgottenLsn = new Counter();
    /** The version of the configuration that this node acts on: the LSN of its entry; set, not counted. */
    public final Counter configuration = new Counter();

    /**
     * Calls back with each counter.
     *
     * @param action takes name and counter.
     */
    public void forEach(final BiConsumer<String, Counter> action) {
        action.accept("commands", commands);
        action.accept("queries", queries);
        action.accept("repeatedCommands", repeatedCommands);
        action.accept("entriesOrdered", entriesOrdered);
        action.accept("entriesApplied", entriesApplied);
        action.accept("noOps", noOps);
        action.accept("ticks", ticks);
        action.accept("timersFired", timersFired);
        action.accept("callbackFailures", callbackFailures);
        action.accept("divergentWindows", divergentWindows);
        action.accept("preVotes", preVotes);
        action.accept("elections", elections);
        action.accept("leaderships", leaderships);
        action.accept("stepDowns", stepDowns);
        action.accept("handOvers", handOvers);
        action.accept("handOversFailed", handOversFailed);
        action.accept("rejects", rejects);
        action.accept("resentOrders", resentOrders);
        action.accept("hedgedOrders", hedgedOrders);
        action.accept("bodiesFetched", bodiesFetched);
        action.accept("bodiesServed", bodiesServed);
        action.accept("bodiesDropped", bodiesDropped);
        action.accept("digestMismatches", digestMismatches);
        action.accept("catchUpEntries", catchUpEntries);
        action.accept("catchUpServed", catchUpServed);
        action.accept("snapshotBytesSent", snapshotBytesSent);
        action.accept("snapshotBytesReceived", snapshotBytesReceived);
        action.accept("snapshotsInstalled", snapshotsInstalled);
        action.accept("wrongClocks", wrongClocks);
        action.accept("staleBallots", staleBallots);
        action.accept("repliesSent", repliesSent);
        action.accept("repliesLost", repliesLost);
        action.accept("repliesDropped", repliesDropped);
        action.accept("deferredReplies", deferredReplies);
        action.accept("payloadWaits", payloadWaits);
        action.accept("payloadsGone", payloadsGone);
        action.accept("malformedEntries", malformedEntries);
        action.accept("restamps", restamps);
        action.accept("windowStalls", windowStalls);
        action.accept("replierStalls", replierStalls);
        action.accept("snapshotLsn", snapshotLsn);
        action.accept("trimmedLsn", trimmedLsn);
        action.accept("forgottenLsn", forgottenLsn);
        action.accept("configuration", configuration);
    }

    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder();
        forEach((name, counter) -> text.append(text.isEmpty() ? "" : ", ").append(name).append(' ').append(counter
            .get()));
        return text.toString();
    }
}
