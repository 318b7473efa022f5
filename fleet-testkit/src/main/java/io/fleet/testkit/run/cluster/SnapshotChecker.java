package io.fleet.testkit.run.cluster;

import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.snapshot.SnapshotInput;
import io.fleet.storage.snapshot.SnapshotStore;
import io.fleet.testkit.checker.Violations;
import io.fleet.testkit.sim.SimHash;
import io.fleet.testkit.sim.SimMedium;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Compares the snapshots that nodes write at the same LSN, all of their bytes (S9): the machine's state, the log time,
 * and the session table with every stored reply are the same everywhere.
 */
final class SnapshotChecker {
    private static final int CHUNK = 4096;

    private final int groupId;
    private final Violations violations;
    private final Map<Long, Written> written = new HashMap<>();

    /** A snapshot: who wrote it, how long it is, and a hash of its bytes. */
    private record Written(int node, long length, long hash) {
    }

    SnapshotChecker(final int groupId, final Violations violations) {
        this.groupId = groupId;
        this.violations = violations;
    }

    /**
     * A node has written a snapshot to a disk that nothing has damaged. One of another node that came while it was
     * written, and covers more, is the newest then, and is compared where it was written.
     */
    void onSnapshot(final int node, final SimMedium medium, final long lsn) {
        final SimMedium copy = medium.copy(medium.name(), new SplittableRandom(0));
        try (SnapshotInput input = SnapshotStore.open(new StorageIdentity(SimCluster.CLUSTER_ID, node), copy.mount())
            .newest(groupId)) {
            if (input != null && input.lsn() > lsn) {
                // One of another node, which took so long to come that this node took it over in the same moment.
                return;
            }
            if (input == null || input.lsn() < lsn) {
                violations.report("node " + node + " says that it wrote a snapshot at LSN " + lsn + ", and its newest "
                    + (input == null ? "is not there" : "is at LSN " + input.lsn()));
                return;
            }
            final Written now = new Written(node, input.remaining(), hashOf(input));
            final Written before = written.putIfAbsent(lsn, now);
            if (before != null && (before.hash != now.hash || before.length != now.length)) {
                violations.report("two snapshots at LSN " + lsn + " differ, though the machines do not: node " + node
                    + " wrote " + now.length + " bytes, and node " + before.node + " " + before.length
                    + "; what they remember of sessions is not the same");
            }
        } catch (final DamagedStorageException e) {
            violations.report("node " + node + " wrote a snapshot at LSN " + lsn + " that is damaged on a sound disk: "
                + e.getMessage());
        }
    }

    private static long hashOf(final SnapshotInput input) {
        final byte[] chunk = new byte[CHUNK];
        final UnsafeBuffer view = new UnsafeBuffer(chunk);
        long hash = SimHash.START;
        while (input.remaining() > 0) {
            final int count = input.read(chunk, 0, (int) Math.min(CHUNK, input.remaining()));
            hash = SimHash.mix(hash, view, 0, count);
        }
        return hash;
    }
}
