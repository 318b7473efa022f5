package io.fleet;

import io.fleet.node.GroupStatus;
import io.fleet.node.NodeCore;
import io.fleet.node.NodeEvents;
import io.fleet.protocol.Ballot;
import io.fleet.protocol.Role;
import io.fleet.storage.Standing;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Tells the log of {@link FleetNode} what an operator wants to know. At INFO: that a node starts and has stopped, and
 * who leads, that is, when this node begins or stops to lead a group and when it hears of a new leader, and what became
 * of a hand-over; that a snapshot was written or read; how the node stands, and what it waits for while it does not
 * vote. At WARNING: a snapshot that could not be, messages in another configuration, and callbacks of state machines
 * that threw. At ERROR: state that is lost. At DEBUG: the steps of an election.
 */
final class NodeLog implements NodeEvents {
    private static final Logger LOG = System.getLogger(FleetNode.class.getName());

    /** A node may host thousands of groups; its first line names this many. */
    private static final int GROUPS_TOLD = 8;

    private final int nodeId;

    NodeLog(final int nodeId) {
        this.nodeId = nodeId;
    }

    /** The node has recovered and is about to take part. */
    void starts(final NodeConfig config, final NodeCore core) {
        LOG.log(Level.INFO, () -> "node " + nodeId + " of cluster " + config.clusterId() + " starts; members "
            + members(config) + " over " + config.transport() + "; data in " + directories(config) + "; "
            + groups(core));
    }

    /** The node was closed in good order; a failure is told by the thread that met it. */
    void stopped() {
        LOG.log(Level.INFO, () -> "node " + nodeId + " has stopped");
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

    private static String groups(final NodeCore core) {
        final int[] ids = core.groupIds();
        final String told = Arrays.stream(ids).limit(GROUPS_TOLD)
            .mapToObj(id -> recovered(id, core.status(id)))
            .collect(Collectors.joining(", "));
        return ids.length <= GROUPS_TOLD ? told : told + " and " + (ids.length - GROUPS_TOLD) + " more groups";
    }

    private static String recovered(final int groupId, final GroupStatus status) {
        return "group " + groupId + " recovered up to LSN " + status.applied()
            + (status.applied() < status.durable() ? " of " + status.durable() + ", with bodies to come from the others"
            : "");
    }

    @Override
    public void onRole(final int groupId, final Role from, final Role to, final long ballot, final String reason) {
        LOG.log(levelOf(from, to), () -> "node " + nodeId + " group " + groupId + ": " + from + " -> " + to
            + " (ballot " + Ballot.format(ballot) + "): " + reason);
    }

    @Override
    public void onLeader(final int groupId, final long ballot, final int leader) {
        if (leader != nodeId) {
            LOG.log(Level.INFO, () -> "node " + nodeId + " group " + groupId + ": follows node " + leader
                + " (ballot " + Ballot.format(ballot) + ")");
        }
    }

    @Override
    public void onHandOver(final int groupId, final String what) {
        LOG.log(Level.INFO, () -> "node " + nodeId + " group " + groupId + ": " + what);
    }

    @Override
    public void onStateLost(final String what) {
        LOG.log(Level.ERROR, () -> "node " + nodeId + ": " + what);
    }

    @Override
    public void onStanding(final int groupId, final Standing from, final Standing to, final String reason) {
        LOG.log(Level.INFO, () -> "node " + nodeId + " group " + groupId + ": " + from + " -> " + to + ": " + reason);
    }

    @Override
    public void onWaiting(final int groupId, final String waiting, final boolean lost) {
        LOG.log(lost ? Level.ERROR : Level.INFO, () -> "node " + nodeId + " group " + groupId + ": " + waiting);
    }

    @Override
    public void onForeignConfig(final int groupId, final int sender) {
        LOG.log(Level.WARNING, () -> "node " + nodeId + " group " + groupId + ": does not listen to "
            + (sender < 0 ? "a client" : "node " + sender)
            + ", which was given another list of members or another clientWindow, maxSessions, sessionTimeoutMillis or"
            + " maxReplyBytes");
    }

    @Override
    public void onCallbackFailed(final int groupId, final String callback, final long id,
                                 final RuntimeException failure) {
        LOG.log(Level.WARNING, "node " + nodeId + " group " + groupId + ": the state machine threw in " + callback
            + "(" + id + "), and the log goes on", failure);
    }

    @Override
    public void onSnapshotWritten(final int groupId, final long lsn) {
        LOG.log(Level.INFO, () -> "node " + nodeId + " group " + groupId + ": wrote a snapshot at LSN " + lsn);
    }

    @Override
    public void onSnapshotRestored(final int groupId, final long lsn) {
        LOG.log(Level.INFO, () -> "node " + nodeId + " group " + groupId + ": read the snapshot at LSN " + lsn);
    }

    @Override
    public void onSnapshotProblem(final int groupId, final String problem) {
        LOG.log(Level.WARNING, () -> "node " + nodeId + " group " + groupId + ": " + problem);
    }

    /** Only what begins or ends leadership concerns people who are not looking for the cause of something. */
    static Level levelOf(final Role from, final Role to) {
        return from == Role.LEADER || to == Role.LEADER ? Level.INFO : Level.DEBUG;
    }
}
