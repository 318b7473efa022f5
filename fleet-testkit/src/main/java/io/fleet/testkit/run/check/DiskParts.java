package io.fleet.testkit.run.check;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.dissemination.format.PieceTag;
import io.fleet.ec.node.store.RecordIds;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.scattered.ScatteredLog;
import io.fleet.testkit.run.cluster.PartsChecker;
import io.fleet.testkit.run.cluster.SimCluster;
import io.fleet.testkit.run.cluster.SimNode;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The pieces of a member's parts that are on disks, each entry by its id in words. */
final class DiskParts {
    private final Map<String, Held> parts = new HashMap<>();

    /** Of one entry. */
    record Held(EntryId name, int count, BitSet pieces) {
        boolean isWhole() {
            return pieces.cardinality() == count;
        }
    }

    private DiskParts() {
    }

    /** What would be there after a power failure. */
    static DiskParts of(final SimCluster cluster, final SimNode node) {
        return of(cluster, node, PartsChecker.disks(node));
    }

    static DiskParts of(final SimCluster cluster, final SimNode node, final List<Disk> disks) {
        final DiskParts found = new DiskParts();
        ScatteredLog.openDespiteLoss(cluster.scatteredLog(), PartsChecker.identity(node), disks,
            (group, number, state, storageGroup, meta, position) -> {
                final long tag = meta.timestamp;
                if (tag != PieceTag.NOTE) {
                    final EntryId id = RecordIds.idOf(meta, new EntryId());
                    found.parts.computeIfAbsent(id.toString(), key -> new Held(new EntryId().set(id.batcherId,
                        id.sequence, id.digest), PieceTag.pieces(tag), new BitSet())).pieces.set(PieceTag.piece(tag));
                }
            }, what -> {}).abandon();
        return found;
    }

    static String text(final EntryId name) {
        return new EntryId().set(name.batcherId, name.sequence, name.digest).toString();
    }

    boolean hasWhole(final EntryId name) {
        final Held held = parts.get(text(name));
        return held != null && held.isWhole();
    }

    /** How many pieces there are from the first on, without gaps. */
    int firstPieces(final EntryId name) {
        final Held held = parts.get(text(name));
        return held == null ? 0 : held.pieces.nextClearBit(0);
    }

    /** Those of which there is any piece here, and none there. */
    List<EntryId> without(final DiskParts other) {
        return parts.entrySet().stream().filter(each -> !other.parts.containsKey(each.getKey()))
            .map(each -> each.getValue().name).toList();
    }
}
