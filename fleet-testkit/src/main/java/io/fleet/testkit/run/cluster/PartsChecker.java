package io.fleet.testkit.run.cluster;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.fleet.config.ErasureCode;
import io.fleet.ec.codec.CodecKind;
import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.dissemination.format.PieceTag;
import io.fleet.ec.dissemination.format.ShardCodec;
import io.fleet.ec.dissemination.store.PartStore;
import io.fleet.ec.node.store.RecordIds;
import io.fleet.ec.stripe.StripeDecoder;
import io.fleet.ec.stripe.StripeLayout;
import io.fleet.storage.Digest;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.StorageException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.VoterState;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.meta.MetaStore;
import io.fleet.storage.ordered.OrderedLog;
import io.fleet.storage.scattered.ScatteredLog;
import io.fleet.testkit.checker.SlotChecker;
import io.fleet.testkit.sim.SimMedium;
import io.fleet.testkit.sim.Survivors;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.agrona.ExpandableArrayBuffer;

/**
 * Looks at the disks of a coded group at the end of a run, as they would be after a power failure: all nodes have
 * recorded the same decision of each slot, and any k parts of a decided entry give one value, whose digest is that of
 * its id, or, of a value of several stripes, of each stripe; and each node that lives on has its part of what the state
 * refers to.
 */
public final class PartsChecker {
    private static final Survivors NOTHING = Survivors.all(false);
    /** Of a piece on a disk. */
    private static final int VALUE_LENGTH_OFFSET = 8;
    private static final int HEADER_OFFSET = 16;

    private final SimCluster cluster;
    private final SlotChecker slots;
    private final ErasureCode code;
    private final ShardCodec codec;
    private final StripeDecoder decoder;
    private final Map<String, EntryId> decided = new HashMap<>();
    private final Map<String, Map<Integer, Part>> parts = new HashMap<>();
    private final Set<String> referenced = new HashSet<>();
    private final Digest digest = new Digest();
    private final ExpandableArrayBuffer shards = new ExpandableArrayBuffer();
    private final ExpandableArrayBuffer whole = new ExpandableArrayBuffer();
    private long decoded;
    private long stripes;

    /** One node's part of an entry: its pieces, by their numbers. */
    private record Part(int count, Map<Integer, ExpandableArrayBuffer> pieces, Map<Integer, Integer> lengths) {
        boolean isWhole() {
            return pieces.size() == count;
        }
    }

    public PartsChecker(final SimCluster cluster, final SlotChecker slots) {
        this.cluster = cluster;
        this.slots = slots;
        code = cluster.config().code();
        codec = new ShardCodec(CodecKind.TABLE.create(code.k(), code.m()));
        decoder = new StripeDecoder(CodecKind.TABLE.create(code.k(), code.m()));
    }

    /** The last state refers to a payload of the entry of a slot: all nodes must hold their parts. */
    public void onReferenced(final long slot) {
        final EntryId name = new EntryId();
        if (slots.outcome(slot, name)) {
            final EntryId id = new EntryId();
            id.set(name.batcherId, name.sequence, name.digest);
            decided.put(id.toString(), id);
            referenced.add(id.toString());
        } else {
            cluster.violations().report("the state refers to slot " + slot + ", which nobody has said to be decided");
        }
    }

    /**
     * Looks at all disks.
     *
     * @param nodes     whose.
     * @param survivors those that have applied everything, and so hold a part of all that they have not let go of.
     */
    public void check(final List<SimNode> nodes, final List<SimNode> survivors) {
        nodes.forEach(this::readDecisions);
        nodes.forEach(this::readParts);
        decided.forEach((name, id) -> {
            final Map<Integer, Part> held = parts.getOrDefault(name, Map.of());
            held.values().removeIf(part -> !part.isWhole());
            if (!held.isEmpty()) {
                checkHolders(id, held, survivors);
                decode(id, held);
            }
        });
        cluster.trace().note(cluster.scheduler().nowNs(), () -> decided.size() + " entries are decided, parts of "
            + decoded + " were put together, and " + stripes + " stripes; the state refers to " + referenced.size());
    }

    private void checkHolders(final EntryId id, final Map<Integer, Part> held, final List<SimNode> survivors) {
        for (final SimNode node : survivors) {
            if (!held.containsKey(node.nodeId()) && (!reclaims(cluster) || referenced.contains(id.toString()))) {
                cluster.violations().report("node " + node.nodeId() + " has applied " + id
                    + ", and has no part of it on its disks: nodes " + held.keySet() + " have");
            }
        }
    }

    /** Where snapshots are taken, parts that nobody needs go. */
    public static boolean reclaims(final SimCluster cluster) {
        return cluster.snapshotConfig().atStopEntries() > 0;
    }

    private void decode(final EntryId id, final Map<Integer, Part> held) {
        for (long present = 0; present < 1L << codec.shards(); present++) {
            if (Long.bitCount(present) == code.k() && isHeld(present, held)) {
                final Part any = held.get(Long.numberOfTrailingZeros(present));
                if (any.count == 1) {
                    decode(id, held, present, any.lengths.get(0));
                    decoded++;
                } else {
                    decodeStripes(id, held, present, any);
                }
            }
        }
    }

    private static boolean isHeld(final long present, final Map<Integer, Part> held) {
        for (long left = present; left != 0; left &= left - 1) {
            if (!held.containsKey(Long.numberOfTrailingZeros(left))) {
                return false;
            }
        }
        return true;
    }

    private void decode(final EntryId id, final Map<Integer, Part> held, final long present, final int length) {
        final ExpandableArrayBuffer any = held.get(Long.numberOfTrailingZeros(present)).pieces.get(0);
        final int from = PartStore.bodyOffset(any);
        final int headerLength = from - HEADER_OFFSET;
        final int valueLength = any.getInt(VALUE_LENGTH_OFFSET, LITTLE_ENDIAN);
        final int shardLength = length - from;
        shards.checkLimit(codec.shards() * shardLength);
        for (long left = present; left != 0; left &= left - 1) {
            final int shard = Long.numberOfTrailingZeros(left);
            shards.putBytes(shard * shardLength, held.get(shard).pieces.get(0), from, shardLength);
        }
        codec.reconstruct(shards, shardLength, present);
        whole.putInt(0, headerLength);
        whole.putInt(Integer.BYTES, valueLength);
        whole.putBytes(2 * Integer.BYTES, any, HEADER_OFFSET, headerLength);
        whole.putBytes(2 * Integer.BYTES + headerLength, shards, 0, valueLength);
        if (digest.of(whole, 0, 2 * Integer.BYTES + headerLength + valueLength) != id.digest) {
            reportOther(id, present, valueLength);
        }
    }

    /** Of a value of several stripes the head has the digest of each, and its id is the digest of the head. */
    private void decodeStripes(final EntryId id, final Map<Integer, Part> held, final long present, final Part any) {
        final ExpandableArrayBuffer head = any.pieces.get(0);
        final int behind = PartStore.bodyOffset(head);
        final int headerLength = behind - HEADER_OFFSET;
        final int valueLength = head.getInt(VALUE_LENGTH_OFFSET, LITTLE_ENDIAN);
        final StripeLayout layout =
            new StripeLayout(code.k(), code.m(), head.getInt(behind, LITTLE_ENDIAN), valueLength);
        whole.putInt(0, headerLength);
        whole.putInt(Integer.BYTES, valueLength);
        whole.putInt(2 * Integer.BYTES, head.getInt(behind, LITTLE_ENDIAN));
        whole.putBytes(3 * Integer.BYTES, head, HEADER_OFFSET, headerLength);
        final int digests = 3 * Integer.BYTES + headerLength;
        for (int stripe = 0; stripe < layout.stripes(); stripe++) {
            whole.putLong(digests + Long.BYTES * stripe,
                head.getLong(behind + Integer.BYTES + Long.BYTES * stripe, LITTLE_ENDIAN));
        }
        if (layout.stripes() != any.count - 1
            || digest.of(whole, 0, digests + Long.BYTES * layout.stripes()) != id.digest) {
            cluster.violations().report("a part has a head that is not that of " + id);
            return;
        }
        for (int stripe = 0; stripe < layout.stripes(); stripe++) {
            decoder.begin(layout, stripe);
            for (long left = present; left != 0; left &= left - 1) {
                final int shard = Long.numberOfTrailingZeros(left);
                final Part part = held.get(shard);
                decoder.add(shard, part.pieces.get(stripe + 1), HEADER_OFFSET,
                    part.lengths.get(stripe + 1) - HEADER_OFFSET);
            }
            shards.checkLimit(layout.stripeLength(stripe));
            if (!decoder.isComplete() || digest.of(shards, 0, decoder.decode(shards, 0)) != head.getLong(behind
                + Integer.BYTES + Long.BYTES * stripe, LITTLE_ENDIAN)) {
                reportOther(id, present, valueLength);
                return;
            }
            stripes++;
        }
    }

    private void reportOther(final EntryId id, final long present, final int valueLength) {
        cluster.violations().report("the parts of nodes " + Long.toBinaryString(present) + " give a value of "
            + valueLength + " bytes that is not that of " + id);
    }

    /** The decisions of a node as they would be after a failure of its power; to be abandoned. */
    static OrderedLog decisions(final SimCluster cluster, final SimNode node) {
        return OrderedLog.open(cluster.orderedLog(), identity(node), disks(node).get(0), (position, meta, into) -> 0);
    }

    /** Up to which slot the disks of a node have decisions that bear a loss of power; -1 when they cannot be read. */
    public static long durable(final SimCluster cluster, final SimNode node) {
        try {
            final OrderedLog log = decisions(cluster, node);
            final long durable = log.durable(SimCluster.GROUP_ID);
            log.abandon();
            return durable;
        } catch (final StorageException e) {
            return -1;
        }
    }

    /** Whether the disk of a node says that it holds all parts that it must. */
    static boolean holdsParts(final SimCluster cluster, final SimNode node) {
        try {
            return MetaStore.open(identity(node), node.media().size(), node.founders(), disks(node).get(0))
                .durableStanding(~SimCluster.GROUP_ID) == VoterState.VOTER;
        } catch (final StorageException e) {
            return false;
        }
    }

    private void readDecisions(final SimNode node) {
        try {
            final OrderedLog log = decisions(cluster, node);
            final long last = log.durable(SimCluster.GROUP_ID);
            long next = log.first(SimCluster.GROUP_ID);
            int count = 1;
            final EntryId name = new EntryId();
            while (next <= last && count > 0) {
                count = log.read(SimCluster.GROUP_ID, next, last, Integer.MAX_VALUE,
                    (slot, meta, body, offset, length) -> {
                        final EntryId id = RecordIds.idOf(meta, new EntryId());
                        slots.onRecorded(slot, name.set(id.batcherId, id.sequence, id.digest), node.nodeId());
                        if (!id.isNull()) {
                            decided.put(id.toString(), id);
                        }
                    });
                next += count;
            }
            log.abandon();
        } catch (final StorageException e) {
            cluster.trace().note(cluster.scheduler().nowNs(), () -> "no decisions on node " + node.nodeId() + ": " + e);
        }
    }

    private void readParts(final SimNode node) {
        final Map<Long, EntryMeta> found = new HashMap<>();
        try {
            final ScatteredLog log = ScatteredLog.openDespiteLoss(cluster.scatteredLog(), identity(node), disks(node),
                (group, number, place, storageGroup, meta, position) -> {
                    if (meta.timestamp != PieceTag.NOTE
                        && decided.containsKey(RecordIds.idOf(meta, new EntryId()).toString())) {
                        found.put(position, new EntryMeta().set(meta));
                    }
                }, what -> {});
            for (final Map.Entry<Long, EntryMeta> each : found.entrySet()) {
                final long tag = each.getValue().timestamp;
                final Part part = parts.computeIfAbsent(RecordIds.idOf(each.getValue(), new EntryId()).toString(),
                    key -> new HashMap<>()).computeIfAbsent(node.nodeId(),
                        key -> new Part(PieceTag.pieces(tag), new HashMap<>(), new HashMap<>()));
                final ExpandableArrayBuffer bytes = new ExpandableArrayBuffer();
                part.lengths.put(PieceTag.piece(tag), log.readBody(each.getKey(), each.getValue(), bytes));
                part.pieces.put(PieceTag.piece(tag), bytes);
            }
            log.abandon();
        } catch (final StorageException e) {
            cluster.trace().note(cluster.scheduler().nowNs(), () -> "no parts on node " + node.nodeId() + ": " + e);
        }
    }

    public static StorageIdentity identity(final SimNode node) {
        return new StorageIdentity(SimCluster.CLUSTER_ID, node.nodeId());
    }

    public static List<Disk> disks(final SimNode node) {
        final List<Disk> disks = new ArrayList<>();
        for (final SimMedium medium : node.media()) {
            final SimMedium copy = medium.copy(medium.name(), new SplittableRandom(0));
            copy.losePower(NOTHING);
            disks.add(copy.mount());
        }
        return disks;
    }
}
