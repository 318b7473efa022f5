package io.fleet.node.store;

import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.ConfigurationCodec;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.error.SnapshotFormatException;
import io.fleet.node.config.GroupSpec;
import io.fleet.node.config.NodeContext;
import io.fleet.node.snapshot.SnapshotInputReader;
import io.fleet.replica.members.SnapshotVersion;
import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.ordered.OrderedLog;
import io.fleet.storage.scattered.ScatteredLog;
import io.fleet.storage.snapshot.SnapshotInput;
import io.fleet.storage.snapshot.SnapshotStore;
import java.util.ArrayList;
import java.util.List;
import org.agrona.CloseHelper;
import org.agrona.ExpandableArrayBuffer;

/**
 * Who belongs to the groups of a node, as its snapshots and its ordered log say: the newest configuration of each
 * (S14). Read when something else is damaged, to know whether anybody could repair the node (S15). It changes nothing
 * but what opening a log completes after a crash.
 */
final class RecordedMembers {
    private final int self;
    /** Of each group; null where the members have never changed. */
    private final List<Configuration> newest = new ArrayList<>();

    private RecordedMembers(final int self) {
        this.self = self;
    }

    /**
     * Reads them.
     *
     * @throws UnreadableMembersException when a configuration may be missing that was recorded.
     */
    static RecordedMembers of(final NodeContext context, final StorageIdentity identity)
        throws UnreadableMembersException {
        final RecordedMembers members = new RecordedMembers(context.nodeId());
        try (Source source = new Source(context, identity)) {
            for (final GroupSpec group : context.groups()) {
                members.newest.add(source.newest(group.groupId()));
            }
        } catch (final DamagedStorageException | SnapshotFormatException e) {
            throw new UnreadableMembersException(e.getMessage());
        }
        return members;
    }

    /** Whether nobody but this node votes in some group whose members have changed. */
    boolean isSole() {
        return newest.stream().anyMatch(this::isSole);
    }

    /** Whether nobody but this node votes in some group, which the founders founded. */
    boolean isSole(final int[] founders) {
        return isSole() || founders.length == 1 && newest.contains(null);
    }

    private boolean isSole(final Configuration members) {
        final GroupMember own = members == null ? null : members.member(self);
        return own != null && own.voter() && Long.bitCount(members.voters()) == 1;
    }

    /** What is stored. The scattered log, which may be what is damaged, is opened when something is in there only. */
    private static final class Source implements AutoCloseable {
        private final NodeContext context;
        private final StorageIdentity identity;
        private final SnapshotStore snapshots;
        private final OrderedLog ordered;
        private ScatteredLog scattered;

        Source(final NodeContext context, final StorageIdentity identity) {
            this.context = context;
            this.identity = identity;
            final Disk first = context.disks().get(0);
            snapshots = SnapshotStore.open(identity, first);
            ordered = !OrderedLog.isNew(context.orderedLog(), first)
                ? OrderedLog.open(context.orderedLog(), identity, first, this::readBody) : null;
        }

        private int readBody(final long position, final EntryMeta expected, final ExpandableArrayBuffer target) {
            if (scattered == null) {
                if (ScatteredLog.isNew(context.scatteredLog(), context.disks())) {
                    throw new DamagedStorageException("the scattered log in " + context.disks().get(0).name()
                        + " is missing");
                }
                scattered = ScatteredLog.open(context.scatteredLog(), identity, context.disks(),
                    (group, lsn, ballot, storageGroup, meta, at) -> {});
            }
            return scattered.readBody(position, expected, target);
        }

        Configuration newest(final int groupId) throws UnreadableMembersException {
            Configuration found = null;
            long covered = 0;
            try (SnapshotInput input = snapshots.newest(groupId)) {
                if (input != null) {
                    covered = input.lsn();
                    found = SnapshotVersion.membersOf(new SnapshotInputReader(input));
                }
            } catch (final DamagedStorageException e) {
                // The log may hold all that the snapshot covers.
                covered = 0;
            }
            if (ordered == null) {
                requireNeverWritten(groupId);
                return null;
            }
            final long first = ordered.first(groupId);
            if (first > covered + 1) {
                throw new UnreadableMembersException("the ordered log of group " + groupId + " begins at LSN " + first
                    + ", and there is no sound snapshot of what was before");
            }
            final Configuration recorded = recorded(groupId, Math.max(covered + 1, first));
            return recorded == null ? found : recorded;
        }

        /** The ordered log is begun before anything else is written that could show what has become of a group. */
        private void requireNeverWritten(final int groupId) throws UnreadableMembersException {
            if (snapshots.holds(groupId) || !ScatteredLog.isNew(context.scatteredLog(), context.disks())) {
                throw new UnreadableMembersException("the ordered log in " + context.disks().get(0).name()
                    + " is missing");
            }
        }

        private Configuration recorded(final int groupId, final long from) throws UnreadableMembersException {
            final long[] last = new long[1];
            ordered.readNames(groupId, from, ordered.durable(groupId), (lsn, meta, body, offset, length) -> last[0] =
                meta.isConfiguration() ? lsn : last[0]);
            if (last[0] == 0) {
                return null;
            }
            final Configuration[] read = new Configuration[1];
            ordered.read(groupId, last[0], last[0], 0, (lsn, meta, body, offset, length) -> read[0] = body == null
                ? null : ConfigurationCodec.decode(body, offset, length, lsn));
            if (read[0] == null) {
                throw new UnreadableMembersException("the configuration of group " + groupId + " at LSN " + last[0]
                    + " cannot be read");
            }
            return read[0];
        }

        @Override
        public void close() {
            CloseHelper.closeAll(scattered == null ? null : scattered::abandon,
                ordered == null ? null : ordered::abandon);
        }
    }
}
