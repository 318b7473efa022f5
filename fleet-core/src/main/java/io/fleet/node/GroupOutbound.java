package io.fleet.node;

import io.fleet.consensus.Outbound;
import io.fleet.consensus.audience.BodyAudience;
import io.fleet.consensus.common.BatcherId;
import io.fleet.consensus.flow.CreditNotice;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.consensus.message.replication.Order;
import io.fleet.node.client.RemoteClients;
import io.fleet.node.config.GroupFingerprint;
import io.fleet.node.link.OutboundSender;
import io.fleet.storage.meta.GroupSettings;

/** The {@link Outbound} of one group. */
public final class GroupOutbound implements Outbound {
    private final int groupId;
    private final OutboundSender links;
    private final RemoteClients clients;
    private final GroupSettings agreed;
    private final CreditNotice credits = new CreditNotice();
    private final BodyAudience audience;
    private int configVersion;

    /** {@code groupVersion}: what {@link #join} is told; {@code agreed} is what this node was given. */
    public GroupOutbound(final int groupId, final OutboundSender links, final RemoteClients clients,
                         final int groupVersion, final GroupSettings agreed) {
        this.agreed = agreed;
        configVersion = carried(groupVersion);
        this.groupId = groupId;
        this.links = links;
        this.clients = clients;
        audience = new BodyAudience(links.self());
    }

    /** What the group's messages carry, and all that it listens to must. */
    public int configVersion() {
        return configVersion;
    }

    /** What messages of a group carry that this node hosts, with what it was given at this start. */
    int carried(final int groupVersion) {
        return GroupFingerprint.carried(groupVersion, agreed);
    }

    /** What all who talk to the group must have been given as this node was. */
    GroupSettings agreed() {
        return agreed;
    }

    /** The node belongs to the group of this version, as configurations tell it. */
    void join(final int groupVersion) {
        configVersion = carried(groupVersion);
    }

    /** The group has other members than before; whether there are any besides this node. */
    void membersChanged(final Configuration heard, final boolean hasOthers) {
        audience.members(heard);
        links.membersChanged(hasOthers);
    }

    @Override
    public int self() {
        return links.self();
    }

    @Override
    public boolean broadcast(final Message message) {
        return links.broadcast(groupId, configVersion, message, self(), null);
    }

    @Override
    public boolean broadcast(final Message message, final int needed) {
        return links.broadcast(groupId, configVersion, message, needed, null);
    }

    @Override
    public boolean sendToOthers(final Message message) {
        return links.sendToOthers(groupId, configVersion, message);
    }

    @Override
    public boolean sendToExecuting(final Message message) {
        return links.sendToSome(groupId, configVersion, message, audience.executing());
    }

    @Override
    public boolean send(final int node, final Message message) {
        return links.send(groupId, configVersion, node, message);
    }

    @Override
    public boolean sendToBatcher(final long batcherId, final Message message) {
        if (message instanceof ReplyBatch answers) {
            credits.tell(answers);
            audience.tell(answers);
        }
        final int node = BatcherId.node(batcherId);
        if (node >= 0) {
            return send(node, message);
        }
        final int destination = clients.destinationOf(batcherId);
        return destination != RemoteClients.UNKNOWN && links.sendTo(groupId, configVersion, destination, message);
    }

    @Override
    public int bodyPart(final long ballot) {
        return audience.next(ballot);
    }

    @Override
    public boolean sendBody(final Message body, final int part, final int needed) {
        return links.broadcast(groupId, configVersion, body, needed, audience.nodes(part));
    }

    @Override
    public void tellBatchers(final Order order) {
        credits.hear(order.ballot, order.creditNumber, order.credit);
        audience.hear(order);
    }

    @Override
    public boolean isBatcherKnown(final long batcherId) {
        return BatcherId.node(batcherId) >= 0 || clients.isKnown(batcherId);
    }
}
