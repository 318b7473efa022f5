package io.fleet.testkit.run.hostile;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.testkit.fault.Fault;
import io.fleet.testkit.fault.FaultCounters;
import io.fleet.testkit.fault.FaultHandler;
import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.run.cluster.SimCluster;
import io.fleet.testkit.sim.SimNetwork;
import io.fleet.transport.Packet;
import io.fleet.transport.Transport;
import io.fleet.wire.WireIdentity;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/**
 * Whoever sends to the cluster and does not belong to it ({@link FaultKind#FOREIGN_PACKETS}) or keeps to no rule
 * ({@link FaultKind#FAULTY_CLIENT}), at one endpoint of its own. Ignores faults of other kinds.
 */
public final class ForeignTraffic implements FaultHandler {
    private final SimCluster cluster;
    private final int endpoint;
    private final SplittableRandom random;
    private final Transport transport;
    private final ForeignPackets foreign;
    /** In whose name foreign packets are sent, as far as they say so. */
    private final WireIdentity feigned = SimCluster.identity(0);
    private final FaultyClient faulty;
    private final LongSupplier ballot;
    private final Set<Fault> inForce = new HashSet<>();
    private final FaultCounters effects = new FaultCounters();
    private int version = -1;
    private long nextBodyNs;
    private long gapNs;

    /**
     * Opens the endpoint.
     *
     * @param cluster whom they bother.
     * @param client  the number of the endpoint among those of clients.
     * @param ballot  at which the cluster is led now; 0 when it is not.
     */
    public ForeignTraffic(final SimCluster cluster, final int client, final LongSupplier ballot) {
        this.cluster = cluster;
        this.ballot = ballot;
        endpoint = SimNetwork.FIRST_CLIENT + client;
        random = cluster.streams().stream("strangers", 0);
        transport = cluster.network().client(client);
        foreign = new ForeignPackets(random);
        faulty = new FaultyClient(random, transport.responseChannel());
    }

    /** The number of their endpoint, as those who watch the network see it. */
    public int endpoint() {
        return endpoint;
    }

    /** How many packets of each kind they have sent. */
    public FaultCounters effects() {
        return effects;
    }

    /** Another endpoint has sent a message; valid during the call. */
    public void hear(final int configVersion, final Message message) {
        version = configVersion;
        final long nowNs = cluster.scheduler().nowNs();
        if (gapNs == 0 || message.type() != MessageType.ENTRY_BODY || nowNs < nextBodyNs) {
            return;
        }
        nextBodyNs = nowNs + random.nextLong(gapNs);
        cluster.births().tell(faulty.identity());
        if (faulty.imitate((EntryBody) message, SimCluster.GROUP_ID, version)) {
            cluster.scheduler().after(1, now -> send(FaultKind.FAULTY_CLIENT, faulty.copy()));
        }
    }

    @Override
    public void begin(final Fault fault, final long nowNs) {
        if (fault.kind() == FaultKind.FOREIGN_PACKETS || fault.kind() == FaultKind.FAULTY_CLIENT) {
            inForce.add(fault);
            review();
            soon(fault);
        }
    }

    @Override
    public void end(final Fault fault, final long nowNs) {
        inForce.remove(fault);
        review();
    }

    /** Ends all that is in force. */
    public void heal() {
        inForce.clear();
        review();
    }

    private void review() {
        gapNs = 0;
        for (final Fault fault : inForce) {
            if (fault.kind() == FaultKind.FAULTY_CLIENT) {
                gapNs = Math.max(gapNs, (long) fault.strength());
            }
        }
    }

    private void soon(final Fault fault) {
        cluster.scheduler().after(1 + random.nextLong(Math.max(1, (long) fault.strength())), now -> {
            if (inForce.contains(fault)) {
                if (fault.kind() == FaultKind.FOREIGN_PACKETS) {
                    send(fault.kind(),
                        foreign.next(cluster.births().tell(feigned), SimCluster.GROUP_ID));
                } else if (version >= 0) {
                    cluster.births().tell(faulty.identity());
                    send(fault.kind(), faulty.next(SimCluster.GROUP_ID, version, ballot.getAsLong()));
                }
                soon(fault);
            }
        });
    }

    private void send(final FaultKind kind, final Packet packet) {
        if (transport.offer(Transport.ALL_NODES, packet)) {
            effects.increment(kind);
        }
    }
}
