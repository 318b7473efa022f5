package io.fleet.testkit.coded;

import io.fleet.ec.dissemination.store.PartFormat;
import io.fleet.ec.storage.MetaStanding;
import io.fleet.ec.storage.ScatteredSegments;
import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.VoterState;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.log.Flusher;
import io.fleet.storage.log.LogDirectory;
import io.fleet.storage.log.LogSettings;
import io.fleet.storage.meta.MetaStore;
import io.fleet.storage.ordered.OrderedLog;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.DurableHandler;
import io.fleet.storage.scattered.ScatteredLog;
import io.fleet.storage.scattered.ScatteredLogConfig;
import io.fleet.storage.scattered.ScatteredRecordHandler;
import java.util.ArrayList;
import java.util.List;

/**
 * The stores of one life of a node: what it has lost, steps and decisions in one directory, parts in others.
 */
final class CodedStores {
    static final int GROUP_ID = 7;
    static final long CLUSTER_ID = 99;
    private static final ScatteredLogConfig VOTES = new ScatteredLogConfig(64 * 1024, 16 * 1024);
    private static final ScatteredLogConfig SEGMENTS = new ScatteredLogConfig(256 * 1024, 64 * 1024);
    private static final ScatteredLogConfig LONG_SEGMENTS = new ScatteredLogConfig(4 * 1024 * 1024, 1024 * 1024);
    private static final OrderedLogConfig DECISIONS = new OrderedLogConfig(64 * 1024, 16 * 1024, 4096, 1_000_000);

    final ScatteredLog votes;
    final ScatteredLog segments;
    final OrderedLog decisions;
    final List<Flusher> flushers = new ArrayList<>();
    final MetaStore meta;
    private final ScatteredLogConfig partsConfig;

    CodedStores(final int nodeId, final boolean isLong, final Disk first, final List<Disk> others,
                final ScatteredRecordHandler steps, final ScatteredRecordHandler parts, final Runnable onPartsDamaged) {
        final StorageIdentity identity = new StorageIdentity(CLUSTER_ID, nodeId);
        final boolean hadMeta = MetaStore.exists(first);
        meta = MetaStore.open(identity, others.size(), new int[] {nodeId}, first);
        partsConfig = isLong ? LONG_SEGMENTS : SEGMENTS;
        noteLosses(hadMeta, first, others);
        createWhereLost(identity, others);
        votes = ScatteredLog.open(VOTES, identity, List.of(first), steps);
        segments = openParts(identity, others, (group, number, state, format, value, position) -> {
            PartFormat.check(group, format);
            parts.onRecord(group, number, state, format, value, position);
        }, onPartsDamaged);
        decisions = OrderedLog.open(DECISIONS, identity, first, null);
        flushers.addAll(votes.flushers());
        flushers.addAll(segments.flushers());
        flushers.addAll(decisions.flushers());
        flushers.add(meta.flusher());
    }

    /** The log of parts, as its group sees it. */
    ScatteredSegments parts() {
        return new ScatteredSegments(GROUP_ID, segments, meta.incarnation());
    }

    /**
     * Damage is noted as a loss of parts, durably, before anything else; what can be read is kept. Where a log cannot
     * go on behind its damage, it is set aside and begun anew.
     */
    private ScatteredLog openParts(final StorageIdentity identity, final List<Disk> disks,
                                   final ScatteredRecordHandler parts, final Runnable onPartsDamaged) {
        try {
            return ScatteredLog.openDespiteLoss(partsConfig, identity, disks, parts, what -> loseParts());
        } catch (final DamagedStorageException e) {
            loseParts();
            onPartsDamaged.run();
            ScatteredLog.setAside(partsConfig, disks, true);
            createWhereLost(identity, disks);
            return ScatteredLog.open(partsConfig, identity, disks, parts);
        }
    }

    private void loseParts() {
        meta.lose(MetaStanding.partsOf(GROUP_ID));
        meta.sync();
    }

    /** What is missing is noted, durably, before anything empty takes its place (S15). */
    private void noteLosses(final boolean hadMeta, final Disk first, final List<Disk> others) {
        final boolean noVotes = ScatteredLog.isNew(VOTES, List.of(first));
        final boolean noDecisions = OrderedLog.isNew(DECISIONS, first);
        final int partsOf = MetaStanding.partsOf(GROUP_ID);
        final boolean isVoter = meta.durableStanding(GROUP_ID) == VoterState.VOTER;
        if (hadMeta ? isVoter && (noVotes || noDecisions) : !noVotes || !noDecisions) {
            meta.lose(GROUP_ID);
        }
        for (int i = 0; i < others.size(); i++) {
            if (meta.durableStanding(partsOf) == VoterState.VOTER && isPartsLogNew(i, others.get(i))) {
                meta.lose(partsOf);
            }
        }
        meta.sync();
    }

    private boolean isPartsLogNew(final int directory, final Disk disk) {
        return LogDirectory.isNew(ScatteredLog.settings(partsConfig, directory), disk);
    }

    /** A log of several directories refuses one that is missing; one that was lost is begun anew. */
    private void createWhereLost(final StorageIdentity identity, final List<Disk> disks) {
        for (int i = 0; i < disks.size(); i++) {
            final LogSettings settings = ScatteredLog.settings(partsConfig, i);
            if (isPartsLogNew(i, disks.get(i)) && !LogDirectory.isCreated(settings, identity, disks.get(i))) {
                LogDirectory.create(settings, identity, disks.get(i));
            }
        }
    }

    int poll(final DurableHandler onStep, final DurableHandler onPart, final long nowNs) {
        return votes.poll(onStep) + segments.poll(onPart) + decisions.poll(nowNs) + meta.poll();
    }

    /** Steps, decisions and records of parts up to these may go. */
    void trim(final long steps, final long slots, final long parts) {
        votes.trim(groupId -> steps);
        decisions.trim(groupId -> slots);
        segments.trim(groupId -> parts);
    }

    long bytes() {
        return flushers.stream().mapToLong(flusher -> flusher.counters().bytes()).sum();
    }
}
