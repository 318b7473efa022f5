package io.fleet.node.client;

import io.fleet.consensus.common.IntervalTimer;
import io.fleet.consensus.message.client.ClientHello;
import io.fleet.consensus.message.client.ClientRefused;
import io.fleet.consensus.message.member.BirthAnswer;
import io.fleet.node.link.OutboundSender;
import io.fleet.node.status.NodeCounters;
import io.fleet.node.status.NodeEvents;
import io.fleet.storage.BirthId;
import io.fleet.storage.coverage.CoverageMark;
import io.fleet.wire.WireIdentity;
import java.util.concurrent.TimeUnit;
import org.agrona.collections.Int2ObjectHashMap;

/**
 * Where remote clients come in: one that does not know yet of which birth the cluster is, is told; one that was given
 * another cluster, group or agreed settings than this node has, is told what differs. Only what it says in its hello is
 * looked at: all else of a client that is told so is dropped as what it is.
 */
public final class ClientHandshake {
    private static final CoverageMark TOLD_BIRTH = CoverageMark.named("client-door.client-told-the-birth");
    private static final CoverageMark REFUSED = CoverageMark.named("client-door.client-refused");
    private static final long REPORT_INTERVAL_NS = TimeUnit.SECONDS.toNanos(10);
    /** {@link RemoteClients}: of a client that belongs to no group of this node. */
    private static final int NO_GROUP = -1;

    private final WireIdentity identity;
    private final OutboundSender links;
    private final RemoteClients clients;
    private final NodeCounters counters;
    private final NodeEvents events;
    private final Int2ObjectHashMap<?> groups;
    private final int dutyThreads;
    private final BirthAnswer answer = new BirthAnswer();
    private final ClientRefused refusal = new ClientRefused();
    private final IntervalTimer reportTime = new IntervalTimer(REPORT_INTERVAL_NS);

    public ClientHandshake(final WireIdentity identity, final OutboundSender links, final RemoteClients clients,
                           final NodeCounters counters, final NodeEvents events,
                           final Int2ObjectHashMap<?> groups, final int dutyThreads) {
        this.dutyThreads = dutyThreads;
        this.identity = identity;
        this.links = links;
        this.clients = clients;
        this.counters = counters;
        this.events = events;
        this.groups = groups;
    }

    /**
     * A client says hello.
     *
     * @param version what its messages carry: its founders, and its settings.
     * @param group   the group that it is for; null when it is not hosted here.
     * @return whether it may come in.
     */
    public boolean isOpen(final ClientHello hello, final int version, final long clusterId, final long birthId,
                          final ClientsGroup group, final long nowNs) {
        if (clusterId != identity.clusterId()) {
            return refuse(hello, ClientRefused.CLUSTER, "", "clusterId is " + clusterId + " there, and "
                + identity.clusterId() + " here", nowNs);
        }
        if (birthId != BirthId.NONE && birthId != identity.birthId()) {
            return refuse(hello, ClientRefused.BIRTH, "", "birth id is " + BirthId.format(birthId) + " there, and "
                + BirthId.format(identity.birthId()) + " here: it was connected to another cluster with this number",
                nowNs);
        }
        if (group == null) {
            final String hosted = groups.keySet().stream().sorted().limit(64).map(String::valueOf)
                .reduce((a, b) -> a + ", " + b).orElse("");
            final String otherwise = dutyThreads == 1 ? ""
                : ", which one of the " + dutyThreads + " duty threads there hosts at this port";
            return refuse(hello, ClientRefused.GROUP, hosted + otherwise, "its groupId is none of " + hosted
                + ", which this node hosts" + (dutyThreads == 1 ? "" : " here with one of its " + dutyThreads
                    + " duty threads"), nowNs);
        }
        if (version != group.configVersion() && !group.isUnknown() && hello.settings != group.settings()) {
            return refuse(hello, ClientRefused.SETTINGS, group.settingsText(), "its agreed settings for group "
                + group.groupId() + " are not " + group.settingsText(), nowNs);
        }
        if (birthId == BirthId.NONE) {
            tellBirth(hello, group.groupId(), nowNs);
            return false;
        }
        return true;
    }

    private void tellBirth(final ClientHello hello, final int groupId, final long nowNs) {
        if (clients.onHello(groupId, hello, nowNs)) {
            TOLD_BIRTH.hit();
            answer.nonce = hello.batcherId;
            answer.to = -1;
            links.refuse(clients.destinationOf(hello.batcherId), answer);
        }
    }

    private boolean refuse(final ClientHello hello, final int reason, final String text, final String told,
                           final long nowNs) {
        REFUSED.hit();
        counters.refusedClients.increment();
        if (clients.onHello(NO_GROUP, hello, nowNs)) {
            refusal.batcherId = hello.batcherId;
            refusal.reason = reason;
            refusal.text = text.length() > ClientRefused.MAX_TEXT ? text.substring(0, ClientRefused.MAX_TEXT) : text;
            links.refuse(clients.destinationOf(hello.batcherId), refusal);
        }
        if (reportTime.isDue(nowNs)) {
            events.onClientRefused(hello.responseChannel, told);
        }
        return false;
    }
}
