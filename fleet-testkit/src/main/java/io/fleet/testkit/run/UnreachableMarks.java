package io.fleet.testkit.run;

import java.util.Map;
import java.util.TreeMap;

/**
 * Marks that no run of the swarm can reach, each with the reason. Their tests reach them; a report does not count them
 * among those that were missed.
 */
final class UnreachableMarks {
    private static final Map<String, String> REASONS = new TreeMap<>(Map.ofEntries(
        Map.entry("ack-tracker.beyond-window",
            "a guard: what is accepted lies within two windows above what is recorded, and the tracker has room for"
                + " four"),
        Map.entry("entry-applier.malformed-entry",
            "leaders refuse such entries; only a leader with other rules would order one"),
        Map.entry("hosted-machine.callback-failed",
            "the machines of runs throw in answer to commands only"),
        Map.entry("hosted-machine.too-many-timers",
            "takes a million timers"),
        Map.entry("replica.snapshot-of-before-timers",
            "nodes of a run read what nodes of the same version wrote"),
        Map.entry("hosted-machine.error-ends-the-node",
            "the machines of runs throw exceptions only"),
        Map.entry("hosted-machine.error-of-a-query",
            "the machines of runs throw exceptions only"),
        Map.entry("long-reads.answers-wait-to-be-sent",
            "64 MiB of answers would have to wait for their node"),
        Map.entry("remote-clients.idle-client-makes-room",
            "takes more than 1,024 clients"),
        Map.entry("reply-sender.stuck-batcher-makes-room",
            "64 MiB of answers would have to wait"),
        Map.entry("reply-sender.too-much-waits",
            "64 MiB of answers would have to wait"),
        Map.entry("scattered-log.restamp-followed-to-its-body",
            "a guard: what refers to a body refers to its record, not to a re-stamp of it"),
        Map.entry("leader.fill-above-any-vote-refused",
            "readers of a run ask for what somebody has voted for"),
        Map.entry("long-reads.view-that-cannot-be-closed",
            "the views of runs can be closed"),
        Map.entry("meta-store.longer-leases-are-forgotten",
            "the leases of a run are as long after a restart as before"),
        Map.entry("meta-store.settings-changed",
            "the nodes of a run keep their settings"),
        Map.entry("read-client.level-not-served-here",
            "the nodes of a run serve the same levels"),
        Map.entry("seen-entries.too-many-batchers",
            "takes 16,384 clients under one leader"),
        Map.entry("version-gate.write-set-is-no-write-quorum",
            "leaders name a write quorum; only one with other rules would not")));

    private UnreachableMarks() {
    }

    /** From the name of a mark to the reason, by name. */
    static Map<String, String> reasons() {
        return REASONS;
    }
}
