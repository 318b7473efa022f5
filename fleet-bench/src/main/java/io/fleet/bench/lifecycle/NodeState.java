package io.fleet.bench.lifecycle;

import java.util.Map;

/**
 * How a node stands, as it says itself.
 *
 * @param leads            whether it leads.
 * @param votes            whether it counts in quorums.
 * @param ready            whether it can serve.
 * @param chosen           up to where it knows what is chosen.
 * @param applied          up to where it has applied.
 * @param logBytes         of the files of its logs.
 * @param snapshotBytes    of the files of its snapshots.
 * @param snapshotLsn      what its newest snapshot covers.
 * @param snapshotsFailed  how many could not be written.
 * @param replies          how many batches of replies it has sent since it was started.
 * @param snapshotReceived bytes of snapshots that it has received since then.
 * @param entriesReceived  entries that others have sent it by themselves, to catch up.
 * @param flushedBytes     that it has written to its logs and synced since then, padding included.
 */
record NodeState(boolean leads, boolean votes, boolean ready, long chosen, long applied, long logBytes,
                 long snapshotBytes, long snapshotLsn, long snapshotsFailed, long replies, long snapshotReceived,
                 long entriesReceived, long flushedBytes) {
    static NodeState parse(final Map<String, String> fields) {
        return new NodeState(fields.get("role").equals("LEADER"), fields.get("standing").equals("VOTER"),
            Boolean.parseBoolean(fields.get("ready")), number(fields, "chosen"), number(fields, "applied"),
            number(fields, "scattered") + number(fields, "ordered"), number(fields, "snapshots"),
            number(fields, "snapshot-lsn"), number(fields, "failed"), number(fields, "replies"),
            number(fields, "snapshot-received"), number(fields, "entries-received"), number(fields, "flushed"));
    }

    private static long number(final Map<String, String> fields, final String name) {
        return Long.parseLong(fields.get(name));
    }
}
