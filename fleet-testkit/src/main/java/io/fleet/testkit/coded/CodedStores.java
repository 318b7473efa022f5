package io.fleet.testkit.coded;

import io.fleet.storage.StorageIdentity;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.log.Flusher;
import io.fleet.storage.ordered.OrderedLog;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.DurableHandler;
import io.fleet.storage.scattered.ScatteredLog;
import io.fleet.storage.scattered.ScatteredLogConfig;
import io.fleet.storage.scattered.ScatteredRecordHandler;
import java.util.ArrayList;
import java.util.List;

/** The stores of one life of a node: steps and decisions in one directory, parts in others. */
final class CodedStores {
    static final int GROUP_ID = 7;
    private static final long CLUSTER_ID = 99;
    private static final ScatteredLogConfig VOTES = new ScatteredLogConfig(64 * 1024, 16 * 1024);
    private static final ScatteredLogConfig SEGMENTS = new ScatteredLogConfig(256 * 1024, 64 * 1024);
    private static final OrderedLogConfig DECISIONS = new OrderedLogConfig(64 * 1024, 16 * 1024, 4096, 1_000_000);

    final ScatteredLog votes;
    final ScatteredLog segments;
    final OrderedLog decisions;
    final List<Flusher> flushers = new ArrayList<>();

    CodedStores(final int nodeId, final Disk first, final List<Disk> others, final ScatteredRecordHandler steps,
                final ScatteredRecordHandler parts) {
        final StorageIdentity identity = new StorageIdentity(CLUSTER_ID, nodeId);
        votes = ScatteredLog.open(VOTES, identity, List.of(first), steps);
        segments = ScatteredLog.open(SEGMENTS, identity, others, parts);
        decisions = OrderedLog.open(DECISIONS, identity, first, null);
        flushers.addAll(votes.flushers());
        flushers.addAll(segments.flushers());
        flushers.addAll(decisions.flushers());
    }

    int poll(final DurableHandler onStep, final DurableHandler onPart, final long nowNs) {
        return votes.poll(onStep) + segments.poll(onPart) + decisions.poll(nowNs);
    }

    long bytes() {
        return flushers.stream().mapToLong(flusher -> flusher.counters().bytes()).sum();
    }
}
