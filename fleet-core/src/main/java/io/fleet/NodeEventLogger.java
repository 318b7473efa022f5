package io.fleet;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.common.Role;
import io.fleet.consensus.membership.Configuration;
import io.fleet.node.NodeCore;
import io.fleet.node.config.Shard;
import io.fleet.node.status.EventLog;
import io.fleet.node.status.GroupStatus;
import io.fleet.node.status.NodeEvent.Kind;
import io.fleet.node.status.NodeEvents;
import io.fleet.storage.BirthId;
import io.fleet.storage.VoterState;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Tells the log of {@link FleetNode}, and the list of its latest events, what an operator wants to know. At INFO: that
 * a node starts and has stopped, and who leads, that is, when this node begins or stops to lead a group and when it
 * hears of a new leader, and what became of a hand-over; who belongs to a group; that a snapshot was written or read;
 * how the node stands, and what it waits for while it does not vote. At WARNING: that it belongs to a group no more, a
 * snapshot that could not be, a full disk, messages in another configuration, and callbacks of state machines that
 * threw. At ERROR: state that is lost, or that differs from that of another replica. At DEBUG: the steps of an
 * election.
 */
final class NodeEventLogger implements NodeEvents {
    private static final Logger LOG = System.getLogger("io.fleet.FleetNode");

    private static final int NODE = -1;
    /** A node may host thousands of groups; its first line names this many. */
    private static final int GROUPS_TOLD = 8;

    private final int nodeId;
    /** What its lines begin with. */
    private final String self;
    private final String duty;
    /** Of its duty thread. */
    private final int index;
    private final EventLog recent;

    NodeEventLogger(final int nodeId, final EventLog recent) {
        this(nodeId, "node " + nodeId, "", 0, recent);
    }

    private NodeEventLogger(final int nodeId, final String self, final String duty, final int index,
                            final EventLog recent) {
        this.index = index;
        this.nodeId = nodeId;
        this.self = self;
        this.duty = duty;
        this.recent = recent;
    }

    /** What is of no group says which duty thread it is of. */
    private void keep(final Kind kind, final int groupId, final long ballot, final String state, final String reason) {
        if (groupId == NODE) {
            recent.add(kind, NODE, NODE - index, ballot, state, duty + reason);
        } else {
            recent.add(kind, groupId, ballot, state, reason);
        }
    }

    /** The same for what one duty thread tells. */
    NodeEventLogger of(final Shard shard) {
        return shard.count() == 1 ? this
            : new NodeEventLogger(nodeId, "node " + nodeId + " duty " + shard.index(),
                "duty " + shard.index() + ": ", shard.index(), recent);
    }

    /** The node has recovered and is about to take part. */
    void starts(final NodeConfig config, final List<NodeCore> cores) {
        keep(Kind.STARTED, NODE, 0, "", groups(cores));
        LOG.log(Level.INFO, () -> self + " of cluster " + config.clusterId() + " starts; members "
            + members(config) + " over " + config.transport() + "; data in " + directories(config)
            + (config.dutyThreads() > 1 ? "; " + config.dutyThreads() + " duty threads" : "") + "; "
            + groups(cores));
    }

    /** The node was closed in good order; a failure is told by the thread that met it. */
    void stopped() {
        keep(Kind.STOPPED, NODE, 0, "", "");
        LOG.log(Level.INFO, () -> self + " has stopped");
    }

    private static String members(final NodeConfig config) {
        final boolean hasAddresses = config.transport() != TransportKind.IPC;
        return config.members().stream()
            .map(member -> member.nodeId() + (hasAddresses ? "=" + member.host() + ":" + member.port() : ""))
            .collect(Collectors.joining(", "));
    }

    private static String directories(final NodeConfig config) {
        return config.directories().stream().map(Path::toString).collect(Collectors.joining(", "));
    }

    private static String groups(final List<NodeCore> cores) {
        final List<String> all = cores.stream()
            .flatMap(core -> Arrays.stream(core.groupIds()).mapToObj(id -> recovered(id, core.group(id).status())))
            .toList();
        final String told = String.join(", ", all.subList(0, Math.min(GROUPS_TOLD, all.size())));
        return all.size() <= GROUPS_TOLD ? told : told + " and " + (all.size() - GROUPS_TOLD) + " more groups";
    }

    private static String recovered(final int groupId, final GroupStatus status) {
        final String rest = status.role() == Role.PROXY ? ", the rest once enough members are heard"
            : ", with bodies to come from the others";
        return "group " + groupId + " recovered up to LSN " + status.applied()
            + (status.applied() < status.durable() ? " of " + status.durable() + rest : "");
    }

    @Override
    public void onRole(final int groupId, final Role from, final Role to, final long ballot, final String reason) {
        keep(Kind.ROLE, groupId, ballot, to.name(), reason);
        LOG.log(levelOf(from, to), () -> self + " group " + groupId + ": " + from + " -> " + to
            + " (ballot " + Ballot.format(ballot) + "): " + reason);
    }

    @Override
    public void onLeader(final int groupId, final long ballot, final int leader) {
        keep(Kind.LEADER, groupId, ballot, Integer.toString(leader), "");
        if (leader != nodeId) {
            LOG.log(Level.INFO, () -> self + " group " + groupId + ": follows node " + leader
                + " (ballot " + Ballot.format(ballot) + ")");
        }
    }

    @Override
    public void onClock(final int groupId, final String what) {
        keep(Kind.CLOCK, groupId, 0, "", what);
        LOG.log(Level.WARNING, () -> self + (groupId < 0 ? "" : " group " + groupId) + ": " + what);
    }

    @Override
    public void onHandOver(final int groupId, final String what) {
        keep(Kind.HAND_OVER, groupId, 0, "", what);
        LOG.log(Level.INFO, () -> self + " group " + groupId + ": " + what);
    }

    @Override
    public void onConfiguration(final int groupId, final Configuration configuration) {
        keep(Kind.MEMBERS, groupId, 0, configuration.toString(), "");
        LOG.log(Level.INFO, () -> self + " group " + groupId + ": members in configuration "
            + configuration);
    }

    @Override
    public void onRemoved(final int groupId, final Configuration configuration) {
        keep(Kind.REMOVED, groupId, 0, "LSN " + configuration.version(), configuration.toString());
        LOG.log(Level.WARNING, () -> self + " group " + groupId + ": does not belong to the group any more;"
            + " members in configuration " + configuration);
    }

    @Override
    public void onStateLost(final String what) {
        keep(Kind.STATE_LOST, NODE, 0, "", what);
        LOG.log(Level.ERROR, () -> self + ": " + what);
    }

    @Override
    public void onRecordsLost(final String what) {
        keep(Kind.STATE_LOST, NODE, 0, "", what);
        LOG.log(Level.WARNING, () -> self + ": " + what);
    }

    @Override
    public void onDiskFull(final String log, final String directory, final boolean full) {
        keep(Kind.DISK, NODE, 0, full ? "full" : "has space again", "the " + log + " log in " + directory);
        LOG.log(full ? Level.WARNING : Level.INFO, () -> self + ": "
            + (full ? "the disk is full for the " + log + " log in " + directory
                + ": nothing more is accepted until there is space"
                : "there is space again for the " + log + " log in " + directory));
    }

    @Override
    public void onUnreadable(final int groupId, final String what) {
        keep(Kind.DISK, groupId, 0, "unreadable", what);
        LOG.log(Level.ERROR, () -> self + " group " + groupId + ": a record that another node asked for"
            + " cannot be read, and is taken as not here: " + what + ". Look at the disk; while the other nodes are"
            + " well, start this one again: what is damaged is repaired then");
    }

    @Override
    public void onStanding(final int groupId, final VoterState from, final VoterState to, final String reason) {
        keep(Kind.STANDING, groupId, 0, to.name(), reason);
        LOG.log(Level.INFO, () -> self + " group " + groupId + ": " + from + " -> " + to + ": " + reason);
    }

    @Override
    public void onWaiting(final int groupId, final String waiting, final boolean lost) {
        keep(Kind.WAITING, groupId, 0, "", waiting);
        LOG.log(lost ? Level.ERROR : Level.INFO, () -> self + " group " + groupId + ": " + waiting);
    }

    @Override
    public void onRefusal(final int groupId, final String why) {
        final String what = why == null ? "takes all commands again" : why;
        keep(Kind.REFUSAL, groupId, 0, why == null ? "over" : "refuses", what);
        LOG.log(why == null ? Level.INFO : Level.WARNING, () -> self + " group " + groupId + ": " + what);
    }

    @Override
    public void onForeignConfig(final int groupId, final int sender) {
        keep(Kind.FOREIGN_CONFIG, groupId, 0, "", sender < 0 ? "of a client" : "of node " + sender);
        LOG.log(Level.WARNING, () -> self + " group " + groupId + ": does not listen to "
            + (sender < 0 ? "a client" : "node " + sender)
            + ", which was given another list of members or of witnesses among them, or other quorums, or another"
            + " clientWindow, maxSessions, sessionTimeoutMillis, sessionBytes, maxReplyBytes or dutyThreads");
    }

    @Override
    public void onUnborn(final String waiting) {
        keep(Kind.WAITING, NODE, 0, "", waiting);
        LOG.log(Level.INFO, () -> self + ": " + waiting);
    }

    @Override
    public void onBorn(final long birthId) {
        LOG.log(Level.INFO, () -> self + ": belongs to the cluster of birth id " + BirthId.format(birthId));
    }

    @Override
    public void onForeignBirth(final int sender, final long other, final long own) {
        keep(Kind.FOREIGN_CONFIG, NODE, 0, "", "node " + sender + " is of birth id " + BirthId.format(other));
        LOG.log(Level.WARNING, () -> self + ": node " + sender + " belongs to another cluster with the same"
            + " number, of birth id " + BirthId.format(other) + ", and this node to that of birth id "
            + BirthId.format(own) + ": one of the two was given a wrong address of the other, or was set up anew."
            + " See docs/runbook.md#which-cluster-a-node-belongs-to");
    }

    @Override
    public void onForeignFounders(final int sender) {
        keep(Kind.FOREIGN_CONFIG, NODE, 0, "", "node " + sender + " was given other founders");
        LOG.log(Level.WARNING, () -> self + ": node " + sender + " was given another list of founders,"
            + " or another number of duty threads, or is reached at the port of another one of these: all of them must"
            + " be given the same members and dutyThreads before the cluster can be set up");
    }

    @Override
    public void onTwin(final int node, final String listened, final String other) {
        keep(Kind.TWIN, NODE, 0, Integer.toString(node), "life " + other + " beside life " + listened);
        LOG.log(Level.ERROR, () -> self + ": two processes have the id of node " + node + ": life "
            + listened + " is listened to, and life " + other + " is not. Stop the one that is not meant to run."
            + " See docs/runbook.md#two-processes-with-one-id");
    }

    @Override
    public void onFormerLearner(final int groupId, final int node, final int number, final int least) {
        final String what = "node " + node + " is not made a voter: it is in life " + number + ", and others know it in"
            + " a later one, so that it counts from life " + least + " only. Start it with empty directories";
        keep(Kind.TWIN, groupId, 0, Integer.toString(node), what);
        LOG.log(Level.WARNING, () -> self + " group " + groupId + ": " + what);
    }

    @Override
    public void onClientRefused(final String address, final String reason) {
        keep(Kind.FOREIGN_CONFIG, NODE, 0, "", "client at " + address + ": " + reason);
        LOG.log(Level.WARNING, () -> self + ": does not listen to the client at " + address + ": "
            + reason);
    }

    @Override
    public void onSnapshotBegun(final int groupId, final long lsn) {
        LOG.log(Level.INFO, () -> self + " group " + groupId + ": writes a snapshot at LSN " + lsn);
    }

    @Override
    public void onSnapshotProgress(final int groupId, final long lsn, final long bytes) {
        LOG.log(Level.INFO, () -> self + " group " + groupId + ": writes a snapshot at LSN " + lsn + ", "
            + bytes + " bytes so far");
    }

    @Override
    public void onCallbackFailed(final int groupId, final String callback, final long id,
                                 final Exception failure) {
        keep(Kind.CALLBACK_FAILED, groupId, 0, "", callback + "(" + id + "): " + failure);
        LOG.log(Level.WARNING, self + " group " + groupId + ": the state machine threw in " + callback
            + "(" + id + "), and the log goes on", failure);
    }

    @Override
    public void onMachineError(final int groupId, final String method, final long lsn, final long sessionId,
                               final boolean ends, final Error error) {
        final String where = method + " at LSN " + lsn + (sessionId == 0 ? "" : ", session " + sessionId);
        keep(Kind.MACHINE_ERROR, groupId, 0, ends ? "the node ends" : "the node goes on", where + ": " + error);
        LOG.log(Level.ERROR, self + " group " + groupId + ": the state machine threw " + error + " in "
            + where + (ends ? ", and the node ends: its state may differ from that of other replicas"
                : ", which changes nothing: the caller is told, and the node goes on"), error);
    }

    @Override
    public void onDiverged(final int groupId, final long from, final long to, final int node) {
        final String what = "node " + node + " made something else of LSNs " + from + " to " + to
            + " than this node did";
        keep(Kind.DIVERGED, groupId, 0, "node " + node, what);
        LOG.log(Level.ERROR, () -> self + " group " + groupId + ": " + what + ": one of them has a wrong"
            + " state; the machine is not deterministic, or of different versions, or memory or a disk has lied");
    }

    @Override
    public void onSnapshotWritten(final int groupId, final long lsn) {
        keep(Kind.SNAPSHOT_WRITTEN, groupId, 0, "LSN " + lsn, "");
        LOG.log(Level.INFO, () -> self + " group " + groupId + ": wrote a snapshot at LSN " + lsn);
    }

    @Override
    public void onSnapshotRestored(final int groupId, final long lsn) {
        keep(Kind.SNAPSHOT_RESTORED, groupId, 0, "LSN " + lsn, "");
        LOG.log(Level.INFO, () -> self + " group " + groupId + ": read the snapshot at LSN " + lsn);
    }

    @Override
    public void onSnapshotReceived(final int groupId, final long lsn, final long received, final long total) {
        LOG.log(Level.INFO, () -> self + " group " + groupId + ": receives the snapshot at LSN " + lsn
            + ": " + received + " of " + total + " bytes are here");
    }

    @Override
    public void onSnapshotInstalled(final int groupId, final long lsn, final long bytes, final long millis) {
        keep(Kind.SNAPSHOT_INSTALLED, groupId, 0, "LSN " + lsn, bytes + " bytes of another node");
        LOG.log(Level.INFO, () -> self + " group " + groupId + ": has taken over the snapshot at LSN " + lsn
            + " of another node, " + bytes + " bytes in " + millis + " ms");
    }

    @Override
    public void onSnapshotProblem(final int groupId, final String problem) {
        keep(Kind.SNAPSHOT_PROBLEM, groupId, 0, "", problem);
        LOG.log(Level.WARNING, () -> self + " group " + groupId + ": " + problem);
    }

    /** Only what begins or ends leadership concerns people who are not looking for the cause of something. */
    static Level levelOf(final Role from, final Role to) {
        return from == Role.LEADER || to == Role.LEADER ? Level.INFO : Level.DEBUG;
    }
}
