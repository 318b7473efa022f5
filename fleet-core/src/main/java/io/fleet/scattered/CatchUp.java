package io.fleet.scattered;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.common.RequestNonces;
import io.fleet.consensus.message.MessageType;
import io.fleet.consensus.message.replication.CatchUpEntry;
import io.fleet.consensus.message.replication.CatchUpRequest;
import io.fleet.consensus.message.snapshot.SnapshotOffer;
import io.fleet.consensus.message.snapshot.SnapshotRequest;
import io.fleet.consensus.snapshot.SnapshotContext;
import io.fleet.consensus.snapshot.SnapshotFetcher;
import io.fleet.consensus.snapshot.SnapshotServer;
import io.fleet.scattered.acceptor.Acceptor;
import io.fleet.scattered.context.GroupContext;
import io.fleet.scattered.leader.Leader;
import io.fleet.scattered.learner.CatchUpClient;
import io.fleet.scattered.learner.CatchUpServer;
import io.fleet.scattered.learner.ChosenBodies;
import io.fleet.scattered.snapshot.SnapshotCover;
import io.fleet.scattered.snapshot.WitnessPositions;
import io.fleet.storage.coverage.CoverageMark;

/**
 * How a replica that lags is given what it lacks: chosen entries, or a snapshot where it lags far. Both what this node
 * asks for and what it gives others.
 */
final class CatchUp {
    private static final CoverageMark COUNTS_ITSELF = CoverageMark.named("scattered-protocol.leader-counts-for-itself");

    private final Leader leader;
    private final Acceptor acceptor;
    private final ChosenBodies chosen;
    private final CatchUpClient client;
    private final CatchUpServer server;
    private final SnapshotServer snapshotServer;
    private final SnapshotFetcher snapshotFetcher;
    private final WitnessPositions positions;
    private final GroupContext context;
    private final CatchUpClient.Readable readable;

    CatchUp(final Roles roles, final ChosenBodies chosen, final SnapshotCover cover,
            final RequestNonces questions, final RoleRoutes routes) {
        context = roles.context;
        positions = new WitnessPositions(context, cover);
        leader = roles.leader;
        acceptor = roles.acceptor;
        this.chosen = chosen;
        client = new CatchUpClient(roles.context, roles.bodies, roles.fetcher, roles.learner, roles.acceptor,
            roles.voting, questions);
        server = new CatchUpServer(roles.context);
        final SnapshotContext snapshots = roles.context.forSnapshots(questions);
        snapshotServer = new SnapshotServer(snapshots);
        snapshotFetcher = new SnapshotFetcher(snapshots, roles.learner::noteKnown);
        readable = chosen::isReadable;
        routes.on(MessageType.CATCH_UP_REQUEST, this::onRequest)
            .on(MessageType.CATCH_UP_ENTRY, this::onEntry)
            .on(MessageType.SNAPSHOT_OFFER, this::onOffer)
            .onWithoutTime(MessageType.SNAPSHOT_REQUEST, this::onSnapshotRequest)
            .onWithoutTime(MessageType.SNAPSHOT_CHUNK, snapshotFetcher::onChunk);
    }

    /** Up to where this node may take over what others send: a leader counts for itself above its base (S4, S6). */
    long ceiling() {
        return leader.ballot() == Ballot.NONE ? Long.MAX_VALUE : leader.base();
    }

    private void onRequest(final int sender, final CatchUpRequest request, final long nowNs) {
        if (positions.isFor(sender) ? !positions.offersInstead(sender, request, nowNs)
            : isWitness() ? request.maxBytes > 0 : !snapshotServer.offersInstead(sender, request, !hasWitnesses())) {
            server.onRequest(sender, request);
        }
    }

    /**
     * A witness can be given nothing but entries, by whoever leads: so those who execute take entries, too, as long as
     * there are any, since with a snapshot they would have none of before.
     */
    private boolean hasWitnesses() {
        return context.membership().roles().hasWitnesses();
    }

    private void onSnapshotRequest(final int sender, final SnapshotRequest request) {
        if (positions.isFor(sender)) {
            positions.onRequest(sender, request);
        } else if (!isWitness()) {
            snapshotServer.onRequest(sender, request);
        }
    }

    /** Whether the snapshots of this node have no state, so that they are of no use for others (G12). */
    private boolean isWitness() {
        return context.progress().isWitness();
    }

    /** Whether a snapshot of this node has become needed for a witness. */
    boolean takeSnapshotWanted() {
        return positions.takeWanted();
    }

    private void onEntry(final int sender, final CatchUpEntry entry, final long nowNs) {
        if (leader.ballot() != Ballot.NONE && entry.lsn > leader.base()) {
            COUNTS_ITSELF.hit();
            return;
        }
        if (!client.isAsked(sender, entry)) {
            return;
        }
        client.onEntry(entry, nowNs);
        acceptor.onBody(entry.lsn, nowNs);
    }

    private void onOffer(final int sender, final SnapshotOffer offer, final long nowNs) {
        snapshotFetcher.onOffer(sender, offer, ceiling(), nowNs);
    }

    /** Whether no snapshot is sent or received. */
    boolean isAtRest() {
        return !snapshotFetcher.isReceiving() && snapshotServer.isIdle();
    }

    int doWork(final long nowNs) {
        int work = 0;
        if (!snapshotFetcher.isReceiving() || leader.ballot() != Ballot.NONE) {
            work += client.doWork(readable, nowNs);
        }
        work += server.doWork();
        work += snapshotServer.doWork(nowNs);
        return work + snapshotFetcher.doWork(chosen.lacksNext(), nowNs);
    }

    /** Other members may have the slots of former ones. */
    void onConfiguration() {
        server.onConfiguration();
        snapshotServer.onConfiguration();
    }
}
