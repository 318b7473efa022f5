package io.fleet.node.client;

import io.fleet.client.command.Batcher;
import io.fleet.client.command.ClientReads;
import io.fleet.client.command.ClientReadsFactory;
import io.fleet.client.handle.ClientHandle;
import io.fleet.config.GroupConfig;
import io.fleet.consensus.Outbound;
import io.fleet.consensus.common.BatcherId;
import io.fleet.consensus.common.IntervalTimer;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;
import io.fleet.consensus.message.client.ClientGoodbye;
import io.fleet.consensus.message.client.ClientHello;
import io.fleet.consensus.message.client.ClientRefused;
import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.consensus.message.election.LeaderNotice;
import io.fleet.consensus.message.member.BirthAnswer;
import io.fleet.consensus.message.member.Members;
import io.fleet.consensus.message.replication.RejectEntry;
import io.fleet.error.ConfigException;
import io.fleet.node.config.AgreedSettings;
import io.fleet.node.config.SettingsText;
import io.fleet.storage.BirthId;
import io.fleet.storage.meta.GroupSettings;
import io.fleet.transport.PacketHandler;
import io.fleet.transport.Transport;
import io.fleet.transport.Waiter;
import io.fleet.wire.MessageGate;
import io.fleet.wire.MessageHandler;
import io.fleet.wire.WireDecoder;
import io.fleet.wire.WireEncoder;
import io.fleet.wire.WireIdentity;
import io.fleet.wire.codec.WireErrors;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import org.agrona.concurrent.NanoClock;

/**
 * A client in a process of its own, without threads: a batcher, an endpoint of the network, and regular signs of life
 * to the nodes.
 */
public final class RemoteClientCore implements AutoCloseable {
    private static final int POLL_LIMIT = 256;
    private static final long HELLO_INTERVAL_NS = 1_000_000_000L;
    private static final long FIRST_HELLO_INTERVAL_NS = 20_000_000L;

    private final int groupId;
    private final Transport transport;
    private final ClientMembers members;
    private final GroupSettings settings;
    private final WireIdentity identity;
    private final WireEncoder encoder;
    private final WireDecoder decoder;
    private final MessageGate gate;
    private final Batcher batcher;
    private final ClientReads reads;
    private final ClientHandle front;
    private final ClientHello hello = new ClientHello();
    private final MessageHandler onMessage = this::onMessage;
    private final PacketHandler onPacket;
    private final IntervalTimer helloTime = new IntervalTimer(HELLO_INTERVAL_NS);
    private final IntervalTimer firstHelloTime = new IntervalTimer(FIRST_HELLO_INTERVAL_NS);
    private final String addresses;
    private final ClientRefusals refusals;
    private final RemoteStanding standing = new RemoteStanding();
    private boolean noticed;
    private long nowNs;

    /**
     * Creates a client.
     *
     * @param group      the group.
     * @param members    the node ids of the members that it is told of, ascending: those who founded the group, or
     *                   some that belong to it now.
     * @param transport  its endpoint; owned by this.
     * @param randomSeed must differ at each start.
     * @param wakeUp     wakes the owner's thread when it idles.
     * @param clock      the clock of {@link #doWork}.
     * @param callbacks  completes its futures.
     */
    public RemoteClientCore(final RemoteGroup group, final int[] members, final Transport transport,
                            final long randomSeed, final Runnable wakeUp, final NanoClock clock,
                            final Executor callbacks) {
        final GroupConfig config = group.config();
        groupId = group.groupId();
        this.transport = transport;
        settings = AgreedSettings.of(config, group.dutyThreads());
        this.members = new ClientMembers(members, settings, transport, randomSeed);
        refusals = new ClientRefusals(members.length);
        addresses = Arrays.stream(members).mapToObj(node -> node + "=" + transport.address(node))
            .collect(Collectors.joining(", "));
        identity = new WireIdentity(group.clusterId(), -1);
        encoder = new WireEncoder(identity);
        final WireErrors errors = new WireErrors();
        decoder = new WireDecoder(identity, errors);
        gate = new MessageGate(-1, errors);
        onPacket = (buffer, offset, length) -> decoder.decode(buffer, offset, length, onMessage);
        final SplittableRandom random = new SplittableRandom(randomSeed);
        batcher = new Batcher(config, BatcherId.remote(random.nextLong()), random.nextLong(), new Out());
        reads = ClientReadsFactory.FOUND.create(config, batcher.batcherId(), new Out(), batcher.counters());
        reads.members(members);
        front = new ClientHandle(config, batcher, reads, wakeUp, clock, callbacks);
        hello.batcherId = batcher.batcherId();
        hello.settings = this.members.settings();
        hello.responseChannel = transport.responseChannel();
    }

    /**
     * Creates a client of nodes with one duty thread, whose futures are completed by whoever has the outcome.
     *
     * @param clusterId  the cluster.
     * @param groupId    the group.
     * @param config     the group's configuration.
     * @param members    as above.
     * @param transport  its endpoint; owned by this.
     * @param randomSeed must differ at each start.
     * @param wakeUp     wakes the owner's thread when it idles.
     * @param clock      the clock of {@link #doWork}.
     */
    public RemoteClientCore(final long clusterId, final int groupId, final GroupConfig config, final int[] members,
                            final Transport transport,
                            final long randomSeed, final Runnable wakeUp, final NanoClock clock) {
        this(new RemoteGroup(clusterId, groupId, config, 1), members, transport, randomSeed, wakeUp, clock,
            Runnable::run);
    }

    /**
     * The client for any number of threads.
     *
     * @return the front.
     */
    public ClientHandle front() {
        return front;
    }

    /**
     * Where the thread that calls {@link #doWork} waits when it did nothing.
     *
     * @return that of the transport.
     */
    public Waiter waiter() {
        return transport.waiter();
    }

    /**
     * The batcher.
     *
     * @return for the owner's thread only.
     */
    public Batcher batcher() {
        return batcher;
    }

    /**
     * What is known of the group.
     *
     * @return for any thread.
     */
    public RemoteStanding standing() {
        return standing;
    }

    /**
     * What sends the reads that do not go through the log.
     *
     * @return for the owner's thread only.
     */
    public ClientReads reads() {
        return reads;
    }

    /**
     * One duty cycle.
     *
     * @param now the clock in nanoseconds.
     * @return how much was done.
     */
    public int doWork(final long now) {
        nowNs = now;
        int work = transport.poll(onPacket, POLL_LIMIT);
        final ConfigException refusal = refusals.toEndBy(now);
        if (refusal != null) {
            front.refuse(refusal, now);
        }
        if (noticed ? helloTime.isDue(now) : firstHelloTime.isDue(now)) {
            sayHello(now);
        }
        work += front.doWork(now);
        standing.sendsTo(batcher.leader(), batcher.ballot());
        return work + transport.doWork(now) + transport.flush();
    }

    /** To all that are known to belong to the group; while nobody answers, to those too that it was told of first. */
    private void sayHello(final long now) {
        hello.configuration = members.version();
        if (identity.birthId() == BirthId.NONE) {
            // At their own addresses: another cluster with the same number may hear what is sent to all.
            members.forEachTold(
                node -> transport.offer(node, encoder.encode(groupId, members.configVersion(), hello)));
            return;
        }
        offer(Transport.ALL_NODES, hello);
        if (now - standing.heardNs() > ClientRefusals.SILENCE_NS) {
            members.forEachFormer(node -> offer(node, hello));
        }
    }

    /** Fails what is in flight and leaves. */
    @Override
    public void close() {
        front.shutdown(nowNs);
        final ClientGoodbye goodbye = new ClientGoodbye();
        goodbye.batcherId = batcher.batcherId();
        offer(Transport.ALL_NODES, goodbye);
        transport.close();
    }

    private boolean offer(final int destination, final Message message) {
        return identity.birthId() != BirthId.NONE
            && transport.offer(destination, encoder.encode(groupId, members.configVersion(), message));
    }

    private void onBirth(final BirthAnswer answer) {
        if (identity.birthId() == BirthId.NONE && decoder.birthId() != BirthId.NONE && answer.to == -1
            && answer.nonce == batcher.batcherId()) {
            identity.birthId(decoder.birthId());
            sayHello(nowNs);
        }
    }

    private void onRefused(final ClientRefused message, final int sender) {
        if (message.batcherId == batcher.batcherId()) {
            refusals.onRefused(sender, message.reason, () -> why(message, sender), nowNs);
        }
    }

    private ConfigException why(final ClientRefused message, final int sender) {
        final String what = switch (message.reason) {
            case ClientRefused.CLUSTER -> "clusterId is " + identity.clusterId() + ", but must be "
                + decoder.clusterId();
            case ClientRefused.BIRTH -> "birth id of the cluster is " + BirthId.format(identity.birthId())
                + ", but must be " + BirthId.format(decoder.birthId())
                + ": the cluster was set up anew since this client connected, so connect a new one; the birth id";
            case ClientRefused.GROUP -> "groupId is " + groupId + ", but must be one of " + message.text;
            default -> SettingsText.differences(settings.text(), message.text);
        };
        return new ConfigException(what + ": that is what node " + sender + " has; this client was given the nodes "
            + addresses);
    }

    private void onMessage(final int group, final int configVersion, final int sender, final Message message) {
        if (!gate.admits(sender, message)) {
            return;
        }
        if (message.type() == MessageType.CLIENT_REFUSED) {
            onRefused((ClientRefused) message, sender);
            return;
        }
        if (message.type() == MessageType.BIRTH_ANSWER) {
            onBirth((BirthAnswer) message);
            return;
        }
        if (group != groupId || identity.birthId() == BirthId.NONE) {
            return;
        }
        standing.heard(nowNs);
        refusals.onHeard(nowNs);
        batcher.onHeard(sender, nowNs);
        switch (message.type()) {
            case REPLY_BATCH -> onReplyBatch(sender, (ReplyBatch) message);
            case REJECT_ENTRY -> batcher.onReject((RejectEntry) message, nowNs);
            case LEADER_NOTICE -> {
                noticed = true;
                final LeaderNotice notice = (LeaderNotice) message;
                batcher.onLeader(notice.ballot, notice.leader, nowNs);
            }
            case MEMBERS -> {
                if (members.onMembers(configVersion, (Members) message)) {
                    reads.members(members.replicas());
                    noticed = false;
                }
            }
            default -> {
                // What nodes say to each other is no affair of a client's.
            }
        }
    }

    private void onReplyBatch(final int sender, final ReplyBatch reply) {
        if (reply.reads) {
            reads.onReplyBatch(sender, reply, nowNs);
        } else if (reply.batcherId == batcher.batcherId()) {
            reads.onAnswered(reply.lsn);
            members.onReplyBatch(reply);
            batcher.onReplyBatch(reply, nowNs);
        }
    }

    /** The batcher's way to the nodes. */
    private final class Out implements Outbound {
        @Override
        public int bodyPart(final long ballot) {
            return members.bodyPart(ballot);
        }

        @Override
        public boolean sendBody(final Message body, final int part, final int needed) {
            final int[] some = members.bodyNodes(part);
            if (some == null || identity.birthId() == BirthId.NONE) {
                return broadcast(body, needed);
            }
            return transport.offerToSome(some, needed, encoder.encode(groupId, members.configVersion(),
                body)) != Transport.NOBODY;
        }

        @Override
        public int self() {
            return -1;
        }

        @Override
        public boolean broadcast(final Message message) {
            return offer(Transport.ALL_NODES, message);
        }

        @Override
        public boolean broadcast(final Message message, final int needed) {
            return identity.birthId() != BirthId.NONE
                && transport.offerToAll(needed, encoder.encode(groupId, members.configVersion(), message));
        }

        @Override
        public boolean send(final int node, final Message message) {
            return offer(node, message);
        }

        @Override
        public boolean sendToBatcher(final long batcherId, final Message message) {
            return false;
        }
    }
}
