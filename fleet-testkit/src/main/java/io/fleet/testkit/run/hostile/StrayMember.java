package io.fleet.testkit.run.hostile;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.election.Prepare;
import io.fleet.consensus.message.election.Promise;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.Order;
import io.fleet.testkit.run.cluster.SimCluster;
import io.fleet.transport.Transport;
import io.fleet.wire.WireEncoder;
import io.fleet.wire.WireIdentity;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A process that was given another list of members (S14) and takes part all the same: it hears every leader and every
 * candidate, and answers in the name of one member or another that it holds all that was ordered, and that it promises
 * and has accepted nothing. Nobody may listen to it.
 */
public final class StrayMember {
    /** What its messages carry for the configuration; no list of members has this one. */
    public static final int CONFIG_VERSION = 1;

    private static final long PAUSE_NS = 5_000_000;

    private final SimCluster cluster;
    private final SplittableRandom random;
    private final Transport transport;
    /** One in the name of each member. */
    private final WireIdentity[] identities;
    private final WireEncoder[] encoders;
    private final Ack ack = new Ack();
    private final Promise promise = new Promise();
    private long nextNs;

    /**
     * Opens its endpoint.
     *
     * @param client the number of the endpoint among those of clients.
     */
    public StrayMember(final SimCluster cluster, final int client) {
        this.cluster = cluster;
        random = cluster.streams().stream("stray", 0);
        transport = cluster.network().client(client);
        identities = new WireIdentity[cluster.nodes()];
        Arrays.setAll(identities, SimCluster::identity);
        encoders = new WireEncoder[cluster.nodes()];
        Arrays.setAll(encoders, name -> new WireEncoder(identities[name]));
    }

    /** A member has sent something; the answer follows after the call, and not to everything. */
    public void hear(final Message message) {
        final long nowNs = cluster.scheduler().nowNs();
        if (nowNs < nextNs) {
            return;
        }
        switch (message.type()) {
            case ORDER -> {
                ack.ballot = ((Order) message).ballot;
                ack.cumulative = ((Order) message).highest;
                answer(ack, nowNs);
            }
            case PREPARE -> {
                promise.ballot = ((Prepare) message).ballot;
                promise.fromLsn = ((Prepare) message).fromLsn;
                answer(promise, nowNs);
            }
            default -> {}
        }
    }

    private void answer(final Message message, final long nowNs) {
        nextNs = nowNs + random.nextLong(PAUSE_NS);
        final int name = random.nextInt(cluster.nodes());
        cluster.scheduler().after(1, now -> {
            cluster.births().tell(identities[name]);
            transport.offer(Transport.ALL_NODES,
                encoders[name].encode(SimCluster.GROUP_ID, CONFIG_VERSION, message));
        });
    }
}
