package io.fleet.node;

import io.fleet.consensus.GroupCounters;
import io.fleet.consensus.GroupProtocol;
import io.fleet.consensus.MessageRoutes;
import io.fleet.consensus.ProtocolContext;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.ConfigurationCodec;
import io.fleet.consensus.store.NodeLives;
import io.fleet.consensus.store.OrderedLogWriter;
import io.fleet.machine.StateMachine;
import io.fleet.node.config.GroupFingerprint;
import io.fleet.node.config.GroupSpec;
import io.fleet.node.config.NodeContext;
import io.fleet.node.config.ProtocolFactories;
import io.fleet.node.snapshot.GroupSnapshots;
import io.fleet.node.snapshot.SnapshotTransfer;
import io.fleet.node.status.NodeCounters;
import io.fleet.node.store.GroupStore;
import io.fleet.node.store.NodeStore;
import io.fleet.node.store.RecoveredRecords;
import io.fleet.replica.Replica;
import io.fleet.replica.members.WitnessMachine;
import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.StorageException;
import io.fleet.storage.coverage.CoverageMark;
import io.fleet.storage.ordered.OrderedEntryHandler;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * How one group comes back, when the stores of its node are open: its state from the newest snapshot that can be used,
 * and from the ordered log behind that; then its protocol, which is given what the group had accepted and said beyond.
 */
public final class GroupRecovery {
    private static final CoverageMark AHEAD_OF_LOG = CoverageMark.named("snapshot-installer.ahead-of-the-ordered-log");
    private static final CoverageMark NOT_COVERED = CoverageMark
        .named("snapshot-installer.log-begins-behind-all-snapshots");
    private static final int READ_BYTES = 4 << 20;
    /** So many election timeouts after a snapshot could not be received, another is tried. */
    private static final int RECEIVE_RETRY_TIMEOUTS = 10;

    private final GroupSpec spec;
    private final int groupId;
    private final NodeContext context;
    private final CampaignGate gate;
    private final GroupOutbound outbound;
    private final GroupStore storage;
    private final GroupSnapshots snapshots;
    private final SnapshotTransfer transfer;
    private final Supplier<Replica> empty;
    private final GroupCounters counters = new GroupCounters();

    GroupRecovery(final GroupSpec spec, final NodeContext context, final GroupOutbound outbound,
                  final NodeStore nodeStorage, final NodeLives lives, final NodeCounters nodeCounters,
                  final CampaignGate gate) {
        this.gate = gate;
        this.spec = spec;
        this.context = context;
        this.outbound = outbound;
        groupId = spec.groupId();
        storage = GroupStore.of(groupId, nodeStorage, lives);
        empty = () -> new Replica(spec.config(), machine(spec), storage.ordered(), outbound, counters,
            new MachineFailures(groupId, context.events()));
        snapshots = new GroupSnapshots(groupId, context.snapshots().atStopEntries(), nodeStorage.snapshots(),
            context.events(), nodeCounters);
        transfer = new SnapshotTransfer(groupId, nodeStorage.snapshots(), nodeStorage.transfers(),
            context.snapshots().bytesPerSecond(),
            RECEIVE_RETRY_TIMEOUTS * TimeUnit.MILLISECONDS.toNanos(spec.config().electionTimeoutMillis()), empty,
            context.events(), nodeCounters);
    }

    private static StateMachine machine(final GroupSpec spec) {
        return spec.isWitness() ? WitnessMachine.INSTANCE : spec.machine().get();
    }

    /**
     * Brings the group back.
     *
     * @param found records of logs that were read when they were opened; those of this group are taken out.
     * @throws DamagedStorageException when something that is read is damaged, or missing: lost state (S15).
     */
    RecoveredGroup recover(final RecoveredRecords found) {
        final long first = storage.recorded().first();
        final Replica replica = snapshots.restore(empty);
        snapshots.requireRead(replica.applied(), first);
        goOnBehindSnapshot(groupId, replica, storage.ordered(), first);
        replay(replica);
        final MessageRoutes routes = new MessageRoutes();
        final RoleCheck role = new RoleCheck(groupId, context.nodeId(), spec.isWitness(), context.events());
        final Configuration newest = newestMembers(replica);
        role.onConfiguration(newest);
        final GroupNews news = new GroupNews(groupId, context.nodeId(), context.events(), gate, role);
        final GroupProtocol protocol = ProtocolFactories.of(spec.config()).create(new ProtocolContext(groupId,
            spec.config(), newest, outbound, routes, storage, transfer, replica, news, counters,
            context.randomSeed() ^ groupId * 0x9E3779B97F4A7C15L));
        found.handOver(groupId, protocol::user);
        return new RecoveredGroup(spec, outbound, routes, storage, snapshots, transfer, replica, protocol, news,
            counters);
    }

    /**
     * When the newest usable snapshot has been read: begins the ordered log anew behind it where it ends before,
     * because a crash came in between.
     *
     * @param replica with the state of the snapshot.
     * @param log     the ordered log.
     * @param first   where it begins.
     * @throws DamagedStorageException when entries between the snapshot and the log are nowhere: this node has lost the
     *                                 state that it says it holds (S15).
     */
    public static void goOnBehindSnapshot(final int groupId, final Replica replica, final OrderedLogWriter log,
                                          final long first) {
        final long lsn = replica.applied();
        if (lsn > log.appended()) {
            AHEAD_OF_LOG.hit();
            if (!log.skipTo(lsn)) {
                throw new StorageException("the ordered log of group " + groupId + " has no room to go on behind the"
                    + " snapshot at LSN " + lsn);
            }
        } else if (lsn + 1 < first) {
            NOT_COVERED.hit();
            throw new DamagedStorageException("the ordered log of group " + groupId + " begins at LSN " + first
                + ", and the state that was read from snapshots ends at LSN " + lsn);
        }
    }

    /**
     * Applies what the ordered log holds above the state that is there, up to the first entry whose body others hold;
     * the protocol goes on there, and asks them (its {@code Replay}). A witness needs no bodies.
     */
    private void replay(final Replica replica) {
        final long end = storage.ordered().durable();
        final AtomicBoolean elsewhere = new AtomicBoolean();
        while (replica.applied() < end && !elsewhere.get()) {
            final long from = replica.applied() + 1;
            storage.recorded().read(from, end, READ_BYTES, (lsn, meta, body, offset, length) -> {
                if (length == OrderedEntryHandler.NO_BODY && !(spec.isWitness() && !meta.isConfiguration())) {
                    elsewhere.set(true);
                } else if (!elsewhere.get()) {
                    replica.restore(lsn, meta, body, offset);
                }
            });
            if (elsewhere.get()) {
                findConfigurations(replica, replica.applied() + 1, end);
            }
            if (replica.applied() < from && !elsewhere.get()) {
                throw new IllegalStateException("the ordered log of group " + groupId + " ends at LSN " + end
                    + " but nothing can be read at LSN " + from);
            }
        }
    }

    /** Configurations behind what can be applied yet: the node acts on what it has recorded (S14). */
    private void findConfigurations(final Replica replica, final long from, final long end) {
        long next = from;
        int read = 1;
        while (next <= end && read > 0) {
            read = storage.recorded().read(next, end, READ_BYTES, (lsn, meta, body, offset, length) -> {
                if (meta.isConfiguration() && length != OrderedEntryHandler.NO_BODY) {
                    replica.onRecorded(ConfigurationCodec.require(body, offset, length, lsn));
                }
            });
            next += read;
        }
    }

    /** What the node starts with: the newest configuration that it has recorded, or what it was told at first. */
    private Configuration newestMembers(final Replica replica) {
        final Configuration recorded = replica.recordedConfiguration();
        if (recorded.version() > 0) {
            outbound.join(recorded.groupVersion());
            return recorded;
        }
        return context.members().length == 0 ? Configuration.UNKNOWN
            : Configuration.first(context.members(), spec.witnesses().stream().mapToInt(Integer::intValue).toArray(),
                context.groupVersion(spec), GroupFingerprint.ofSettings(spec.config()),
                Arrays.stream(context.members()).mapToObj(context.transport()::address).toList())
                .countedBy(spec.config().quorums());
    }
}
