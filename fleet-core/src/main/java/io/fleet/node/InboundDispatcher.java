package io.fleet.node;

import io.fleet.consensus.MessageRoutes;
import io.fleet.consensus.message.FromVoterToBe;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;
import io.fleet.consensus.message.client.ClientHello;
import io.fleet.consensus.message.member.BirthAnswer;
import io.fleet.consensus.message.member.BirthRequest;
import io.fleet.consensus.message.member.LifeNotice;
import io.fleet.consensus.message.member.MemberProgress;
import io.fleet.node.client.ClientHandshake;
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
 * The one way in: turns packets into messages, and hands each to whoever registered for its type ({@link
 * MessageRoutes}), in the node or in the group that it is for. What is of another cluster, of a former life, for
 * another group or in another configuration goes no further.
 */
final class InboundDispatcher implements PacketHandler {
    private final WireDecoder decoder;
    private final ClusterIdentity birth;
    private final Lives lives;
    private final ClientHandshake door;
    private final NodeCounters counters;
    private final Int2ObjectHashMap<GroupHost> byId;
    private final MessageGate gate;
    /** What is about the node; all else is for a group. */
    private final MessageRoutes routes = new MessageRoutes();
    private final MessageHandler onMessage = this::onMessage;
    private final MessageHandler onOwnMessage = this::onOwnMessage;
    private AtomicInteger atGroup = new AtomicInteger();
    private long nowNs;

    InboundDispatcher(final WireIdentity identity, final WireErrors errors, final ClusterIdentity birth,
                      final Lives lives, final ClientHandshake door, final NodeCounters counters,
                      final Int2ObjectHashMap<GroupHost> byId, final CodecCatalog catalog) {
        decoder = new WireDecoder(identity, errors, catalog);
        gate = new MessageGate(identity.sender(), errors);
        this.birth = birth;
        this.lives = lives;
        this.door = door;
        this.counters = counters;
        this.byId = byId;
        routes.<BirthRequest>on(MessageType.BIRTH_REQUEST, (sender, request, now) -> birth.onRequest(sender, request));
        routes.<BirthAnswer>on(MessageType.BIRTH_ANSWER, (sender, answer, now) -> birth.onAnswer(sender, decoder
            .configVersion(), decoder.birthId(), answer, now));
        routes.on(MessageType.CLIENT_REFUSED, (sender, refused, now) -> {});
        routes.on(MessageType.LIFE_NOTICE, this::onLifeNotice);
        routes.onRest(this::onMessageOfGroup);
    }

    /** The clock of the duty cycle that begins. */
    void now(final long now) {
        nowNs = now;
    }

    @Override
    public void onPacket(final DirectBuffer buffer, final int offset, final int length) {
        counters.received.packets.increment();
        counters.received.bytes.add(length);
        decoder.decode(buffer, offset, length, onMessage);
    }

    /** Says here which group the thread is at. */
    void mark(final AtomicInteger at) {
        atGroup = at;
    }

    /** What this node has sent to itself, and nobody else. */
    void onOwnPacket(final DirectBuffer buffer, final int offset, final int length) {
        counters.received.packets.increment();
        counters.received.bytes.add(length);
        decoder.decodeOwn(buffer, offset, length, onOwnMessage);
    }

    private void onMessage(final int groupId, final int version, final int sender, final Message message) {
        if (gate.admits(sender, message)) {
            routes.dispatch(sender, message, nowNs);
        }
    }

    private void onOwnMessage(final int groupId, final int version, final int sender, final Message message) {
        routes.dispatch(sender, message, nowNs);
    }

    private void onLifeNotice(final int sender, final LifeNotice notice, final long now) {
        if (birth.isKnown()) {
            lives.isTaken(sender, decoder.life(), false, now);
            lives.onNotice(sender, decoder.life(), notice, now);
        }
    }

    /** Who hears that other nodes live. */
    void pulses(final MessageRoutes.Handler<Message> to) {
        routes.on(MessageType.NODE_PULSE, (sender, pulse, now) -> {
            if (birth.isKnown() && lives.isTaken(sender, decoder.life(), false, now)) {
                to.onMessage(sender, pulse, now);
            }
        });
    }

    private void onMessageOfGroup(final int sender, final Message message, final long now) {
        if (!birth.isKnown()) {
            return;
        }
        final MessageType type = message.type();
        if (type == MessageType.MEMBER_PROGRESS && Life.number(decoder.life()) == 0) {
            ((MemberProgress) message).sound = false;
        }
        if (!lives.isTaken(sender, decoder.life(), message instanceof FromVoterToBe, now)) {
            return;
        }
        final GroupHost group = byId.get(decoder.groupId());
        final int version = decoder.configVersion();
        if (sender < 0 && message instanceof ClientHello hello
            && !door.isOpen(hello, version, decoder.clusterId(), decoder.birthId(),
                group == null ? null : group.introductions(), now)) {
            return;
        }
        if (group == null) {
            counters.unknownGroups.increment();
            return;
        }
        atGroup.lazySet(group.groupId());
        final Introductions introductions = group.introductions();
        if (!introductions.takes(version, message)) {
            counters.foreignConfigs.add(introductions.onForeign(version, sender, message, now));
            return;
        }
        if (gate.admits(sender, type, group.isKnown(sender))) {
            group.onMessage(sender, message, now);
        }
    }
}
