package io.fleet.node;

import io.fleet.consensus.message.FromVoterToBe;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;
import io.fleet.consensus.message.client.ClientGoodbye;
import io.fleet.consensus.message.client.ClientHello;
import io.fleet.consensus.message.client.ClientsRequest;
import io.fleet.consensus.message.member.BirthAnswer;
import io.fleet.consensus.message.member.BirthRequest;
import io.fleet.consensus.message.member.LifeNotice;
import io.fleet.consensus.message.member.MemberProgress;
import io.fleet.node.client.ClientHandshake;
import io.fleet.node.client.RemoteClients;
import io.fleet.node.identity.ClusterIdentity;
import io.fleet.node.identity.Lives;
import io.fleet.node.status.NodeCounters;
import io.fleet.storage.Life;
import io.fleet.transport.PacketHandler;
import io.fleet.wire.CodecCatalog;
import io.fleet.wire.MessageGate;
import io.fleet.wire.MessageHandler;
import io.fleet.wire.WireDecoder;
import io.fleet.wire.WireIdentity;
import io.fleet.wire.codec.WireErrors;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.DirectBuffer;
import org.agrona.collections.Int2ObjectHashMap;

/**
 * The one way in: turns packets into messages, and hands each to whoever it is for. What is of another cluster, of a
 * former life, for another group or in another configuration goes no further.
 */
final class InboundDispatcher implements PacketHandler {
    private final WireDecoder decoder;
    private final ClusterIdentity birth;
    private final Lives lives;
    private final ClientHandshake door;
    private final RemoteClients clients;
    private final NodeCounters counters;
    private final Int2ObjectHashMap<GroupHost> byId;
    private final MessageGate gate;
    private final MessageHandler onMessage = this::onMessage;
    private AtomicInteger atGroup = new AtomicInteger();
    private final MessageHandler onOwnMessage = this::onOwnMessage;
    private long nowNs;

    InboundDispatcher(final WireIdentity identity, final WireErrors errors, final ClusterIdentity birth,
                      final Lives lives,
                      final ClientHandshake door, final RemoteClients clients, final NodeCounters counters,
                      final Int2ObjectHashMap<GroupHost> byId, final CodecCatalog catalog) {
        decoder = new WireDecoder(identity, errors, catalog);
        gate = new MessageGate(identity.sender(), errors);
        this.birth = birth;
        this.lives = lives;
        this.door = door;
        this.clients = clients;
        this.counters = counters;
        this.byId = byId;
    }

    /** The clock of the duty cycle that begins. */
    void now(final long now) {
        nowNs = now;
    }

    @Override
    public void onPacket(final DirectBuffer buffer, final int offset, final int length) {
        counters.packetsReceived.increment();
        decoder.decode(buffer, offset, length, onMessage);
    }

    /** Says here which group the thread is at. */
    void mark(final AtomicInteger at) {
        atGroup = at;
    }

    /** What this node has sent to itself, and nobody else. */
    void onOwnPacket(final DirectBuffer buffer, final int offset, final int length) {
        counters.packetsReceived.increment();
        decoder.decode(buffer, offset, length, onOwnMessage);
    }

    private void onMessage(final int groupId, final int version, final int sender, final Message message) {
        if (gate.admits(sender, message)) {
            onOwnMessage(groupId, version, sender, message);
        }
    }

    private void onOwnMessage(final int groupId, final int version, final int sender, final Message message) {
        final MessageType type = message.type();
        switch (type) {
            case BIRTH_REQUEST -> birth.onRequest(sender, (BirthRequest) message);
            case BIRTH_ANSWER -> birth.onAnswer(sender, version, decoder.birthId(), (BirthAnswer) message, nowNs);
            case CLIENT_REFUSED -> {}
            default -> {
                if (!birth.isKnown()) {
                    return;
                }
                if (type == MessageType.MEMBER_PROGRESS && Life.number(decoder.life()) == 0) {
                    ((MemberProgress) message).sound = false;
                }
                final boolean isTaken = lives.isTaken(sender, decoder.life(), message instanceof FromVoterToBe,
                    nowNs);
                if (type == MessageType.LIFE_NOTICE) {
                    lives.onNotice(sender, decoder.life(), (LifeNotice) message, nowNs);
                } else if (isTaken) {
                    onKnown(groupId, version, sender, type, message);
                }
            }
        }
    }

    private void onKnown(final int groupId, final int version, final int sender, final MessageType type,
                         final Message message) {
        final GroupHost group = byId.get(groupId);
        if (sender < 0 && message instanceof ClientHello hello
            && !door.isOpen(hello, version, decoder.clusterId(), decoder.birthId(), group, nowNs)) {
            return;
        }
        if (group == null) {
            counters.unknownGroups.increment();
            return;
        }
        atGroup.lazySet(groupId);
        if (version != group.outbound().configVersion() && !group.isInvitation(version, message)) {
            counters.foreignConfigs.add(group.onForeign(version, sender, message, nowNs));
            return;
        }
        if (!gate.admits(sender, type, group.isKnown(sender))) {
            return;
        }
        switch (type) {
            case CLIENT_HELLO -> {
                final ClientHello hello = (ClientHello) message;
                if (clients.onHello(groupId, hello, nowNs)) {
                    group.sendNotice(hello.batcherId);
                    group.welcome(hello);
                }
            }
            case CLIENTS_REQUEST -> {
                if (group.isMember(sender)) {
                    group.onClientsRequest(sender, (ClientsRequest) message);
                }
            }
            case CLIENT_GOODBYE -> clients.onGoodbye(((ClientGoodbye) message).batcherId);
            default -> group.onMessage(sender, message, nowNs);
        }
    }
}
