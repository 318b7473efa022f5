package io.fleet.node;

import io.fleet.consensus.GroupProtocol;
import io.fleet.consensus.MessageRoutes;
import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.common.DoublingInterval;
import io.fleet.consensus.common.IntervalTimer;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;
import io.fleet.consensus.message.client.ClientGoodbye;
import io.fleet.consensus.message.client.ClientHello;
import io.fleet.consensus.message.client.ClientsRequest;
import io.fleet.consensus.message.election.LeaderNotice;
import io.fleet.consensus.message.member.Members;
import io.fleet.node.client.ClientsGroup;
import io.fleet.node.client.RemoteClients;
import io.fleet.node.config.GroupFingerprint;
import io.fleet.node.status.NodeEvents;
import io.fleet.storage.coverage.CoverageMark;

/**
 * Who comes to a group of this node, and knows too little of it: remote clients, which are told who leads and who
 * belongs to it; members that have lost their disks, and know no group any more; and this node itself, when it joins a
 * group or has just started. What comes in another configuration version is of no other use.
 */
final class Introductions implements ClientsGroup {
    private static final CoverageMark WAITING_TOLD = CoverageMark.named("group-host.waiting-member-told");
    private static final long FOREIGN_INTERVAL_NS = 10_000_000_000L;
    /** A node that has started asks for remote batchers so many times, for longer than they take to say hello. */
    private static final int REQUESTS = 6;
    private static final long REQUEST_INTERVAL_NS = 50_000_000L;
    private static final long LONGEST_INTERVAL_NS = 800_000_000L;

    private final int groupId;
    private final GroupOutbound outbound;
    private final GroupProtocol protocol;
    private final RemoteClients clients;
    private final NodeEvents events;
    private final LeaderNotice notice = new LeaderNotice();
    private final Members members = new Members();
    private final ClientsRequest request = new ClientsRequest();
    private final IntervalTimer foreignTime = new IntervalTimer(FOREIGN_INTERVAL_NS);
    private final IntervalTimer invitationTime = new IntervalTimer(REQUEST_INTERVAL_NS);
    private final DoublingInterval requestTime = new DoublingInterval(REQUEST_INTERVAL_NS, LONGEST_INTERVAL_NS);
    private int requestsLeft = REQUESTS;

    Introductions(final int groupId, final GroupOutbound outbound,
                  final GroupProtocol protocol, final RemoteClients clients, final NodeEvents events) {
        this.groupId = groupId;
        this.outbound = outbound;
        this.protocol = protocol;
        this.clients = clients;
        this.events = events;
    }

    void register(final MessageRoutes routes) {
        routes.on(MessageType.CLIENT_HELLO, this::onHello);
        routes.on(MessageType.CLIENTS_REQUEST, this::onClientsRequest);
        routes.<ClientGoodbye>on(MessageType.CLIENT_GOODBYE, (sender, goodbye, nowNs) -> clients.onGoodbye(
            goodbye.batcherId));
    }

    /**
     * Whether a message that carries a configuration version is for the group as this node knows it. One that tells a
     * node that belongs to no group yet that it is a member of this one is: from then on it listens to what comes in
     * that version, and to nothing else.
     */
    boolean takes(final int version, final Message message) {
        return version == outbound.configVersion() || isInvitation(version, message);
    }

    private boolean isInvitation(final int version, final Message message) {
        if (!isUnknown() || !(message instanceof Members)) {
            return false;
        }
        final Configuration configuration = ((Members) message).configuration;
        if (outbound.carried(configuration.groupVersion()) != version || configuration.member(outbound.self()) == null
            || configuration.settings() != GroupFingerprint.ofSettings(outbound.agreed())) {
            return false;
        }
        outbound.join(configuration.groupVersion());
        requestsLeft = REQUESTS;
        requestTime.begin();
        return true;
    }

    @Override
    public int groupId() {
        return groupId;
    }

    @Override
    public int configVersion() {
        return outbound.configVersion();
    }

    @Override
    public String settingsText() {
        return outbound.agreed().text();
    }

    @Override
    public boolean isUnknown() {
        return outbound.configVersion() == GroupFingerprint.UNKNOWN;
    }

    @Override
    public int settings() {
        return GroupFingerprint.ofAgreed(outbound.agreed());
    }

    /**
     * Another group version. A remote client that knows a member, and not the group's founders, and a member that has
     * lost its disk and knows no group any more, are told who belongs to it; the rest is dropped, and told once in a
     * while, since more will come. Returns how many messages were dropped.
     */
    int onForeign(final int version, final int sender, final Message message, final long nowNs) {
        if (message instanceof ClientHello hello && !isUnknown() && hello.settings == settings()) {
            if (clients.onHello(groupId, hello, nowNs)) {
                sendMembers(hello.batcherId);
            }
            return 0;
        }
        if (version == GroupFingerprint.UNKNOWN) {
            invite(sender, nowNs);
        } else if ((!isUnknown() || isNamedIn(message)) && foreignTime.isDue(nowNs)) {
            events.onForeignConfig(groupId, sender);
        }
        return 1;
    }

    /** Whether this node is told that it belongs to a group; one of other settings where it does not take that. */
    private boolean isNamedIn(final Message message) {
        return message instanceof Members told && told.configuration.member(outbound.self()) != null;
    }

    /** A node that knows no group says something: where it is a member, it must have lost its disk (S15). */
    private void invite(final int sender, final long nowNs) {
        if (sender != outbound.self() && isMember(sender) && invitationTime.isDue(nowNs)) {
            WAITING_TOLD.hit();
            members.configuration = protocol.members().current();
            outbound.send(sender, members);
        }
    }

    private boolean isMember(final int node) {
        return protocol.members().current().member(node) != null;
    }

    /** A remote client is told who leads, and of the members when it knows older ones. */
    private void onHello(final int sender, final ClientHello hello, final long nowNs) {
        if (clients.onHello(groupId, hello, nowNs)) {
            sendLeader(hello.batcherId);
            if (hello.settings == settings() && hello.configuration < known().version()) {
                sendMembers(hello.batcherId);
            }
        }
    }

    /** A node that has started asks who the remote batchers are. */
    private void onClientsRequest(final int sender, final ClientsRequest asked, final long nowNs) {
        if (isMember(sender) && sender != outbound.self() && clients.countIn(groupId) > asked.known) {
            clients.introduce(groupId, hello -> outbound.send(sender, hello));
        }
    }

    /** The group has other members than remote clients were told. */
    void tellMembers() {
        if (known().version() > 0) {
            clients.forEachIn(groupId, this::sendMembers);
        }
    }

    /** The group has another leader than remote clients were told. */
    void tellLeader() {
        clients.forEachIn(groupId, this::sendLeader);
    }

    private void sendMembers(final long batcherId) {
        members.configuration = known();
        outbound.sendToBatcher(batcherId, members);
    }

    private void sendLeader(final long batcherId) {
        final long ballot = protocol.state().leaderBallot();
        if (ballot != Ballot.NONE) {
            notice.ballot = ballot;
            notice.leader = Ballot.node(ballot);
            outbound.sendToBatcher(batcherId, notice);
        }
    }

    /** The newest that is known to be chosen: where clients send to is no matter of safety. */
    private Configuration known() {
        return protocol.members().heard();
    }

    /** Whether it will ask others again for the remote clients that they know. */
    boolean isAsking() {
        return requestsLeft > 0;
    }

    /** Asks others for the remote clients that they know, for a while after this node has started or joined. */
    void doWork(final long nowNs) {
        if (requestsLeft > 0 && requestTime.isDue(nowNs)) {
            requestsLeft--;
            request.known = clients.countIn(groupId);
            outbound.broadcast(request);
        }
    }
}
