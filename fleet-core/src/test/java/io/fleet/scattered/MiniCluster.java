package io.fleet.scattered;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.GroupCounters;
import io.fleet.consensus.MessageRoutes;
import io.fleet.consensus.ProtocolListener;
import io.fleet.consensus.TransferOutcome;
import io.fleet.consensus.common.Role;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.consensus.store.LogKind;
import io.fleet.consensus.store.OrderedLogWriter;
import io.fleet.consensus.store.RecordedEntries;
import io.fleet.consensus.store.SnapshotExchange;
import io.fleet.fixture.machine.UntouchedMachine;
import io.fleet.fixture.message.Entries;
import io.fleet.fixture.network.RecordingOutbound;
import io.fleet.replica.Replica;
import io.fleet.scattered.context.GroupContext;
import io.fleet.scattered.context.Membership;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.VoterState;
import io.fleet.storage.ordered.OrderedEntryHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Nodes, three as a rule, with real protocols and replicas over fakes, in virtual time, with a network that loses what
 * the test says. Each step delivers everything sent before, flushes, and works once on every node that is up.
 */
public final class MiniCluster {
    /** From 1. */
    public final Node[] nodes;
    public final List<Message> toBatcher = new ArrayList<>();
    public Filter filter = (from, to, message) -> true;
    private final GroupConfig config;
    private final long stepNs;
    private int lives;
    private long now = 77 * World.MS;

    public MiniCluster(final GroupConfig config) {
        this(config, 3, 5 * World.MS);
    }

    /** With some other number of nodes, and length of a step. */
    public MiniCluster(final GroupConfig config, final int size, final long stepNs) {
        this.config = config;
        this.stepNs = stepNs;
        nodes = new Node[size + 1];
        for (int id = 1; id <= size; id++) {
            nodes[id] = new Node(id, new FakeLog(), new FakePromises(), new FakeStanding(), new OrderedFake(), ++lives);
        }
    }

    /** The node dies, and starts again with what was durable. */
    public void restart(final int id) {
        final Node old = nodes[id];
        old.log.crash();
        old.promises.crash();
        old.ordered.crash();
        old.standing.crash();
        nodes[id] = new Node(id, old.log, old.promises, old.standing, old.ordered, ++lives);
        nodes[id].recover();
    }

    /** The node dies and starts again with empty disks; it knows that it has lost something, or does not. */
    public void wipe(final int id, final VoterState standing) {
        nodes[id] = new Node(id, new FakeLog(), new FakePromises(), new FakeStanding(standing), new OrderedFake(),
            ++lives);
    }

    /** Cuts a node off, or joins it again. */
    public void isolate(final int id) {
        filter = (from, to, message) -> from == to || from != id && to != id;
    }

    public void heal() {
        filter = (from, to, message) -> true;
    }

    /** The batcher sends the body of an entry to everyone, for the leader of a ballot. */
    public void offer(final long sequence, final long ballot) {
        for (int id = 1; id < nodes.length; id++) {
            final EntryBody body = Entries.body(sequence, ballot);
            if (nodes[id].up && filter.passes(-1, id, body)) {
                nodes[id].take(-1, body, now);
            }
        }
    }

    /** Asks a node that another one leads. */
    public void transfer(final int from, final int to, final TransferOutcome outcome) {
        nodes[from].protocol.election().orElseThrow().transfer(to, outcome, now);
    }

    public long now() {
        return now;
    }

    /** Runs until a node that is up leads, and returns it. */
    public Node awaitLeader() {
        for (long left = 20_000 * World.MS / stepNs; left > 0; left--) {
            step();
            for (int id = 1; id < nodes.length; id++) {
                final Node node = nodes[id];
                if (node.up && node.protocol.state().role() == Role.LEADER) {
                    return node;
                }
            }
        }
        throw new AssertionError("no leader within 20 s");
    }

    public void run(final int millis) {
        for (long left = millis * World.MS / stepNs; left > 0; left--) {
            step();
        }
    }

    /** Delivers, flushes and works once. */
    public void step() {
        now += stepNs;
        for (int id = 1; id < nodes.length; id++) {
            deliver(nodes[id]);
        }
        for (int id = 1; id < nodes.length; id++) {
            final Node node = nodes[id];
            if (node.up) {
                node.log.flush((lsn, ballot, position) -> node.protocol.user(LogKind.ENTRIES).onDurable(lsn, ballot,
                    position));
                node.promises.flush();
                node.standing.flush();
                node.ordered.durable = node.ordered.metas.size();
                node.protocol.doWork(now, 1_000_000 + now / World.MS);
                if (node.applies) {
                    node.replica.doWork(node.protocol.chosenEntries(), node.protocol.state().leaderBallot());
                }
            }
        }
    }

    private void deliver(final Node from) {
        final List<RecordingOutbound.Sent> sent = new ArrayList<>(from.out.sent);
        from.out.clear();
        for (final RecordingOutbound.Sent packet : sent) {
            if (packet.to() == RecordingOutbound.BATCHER) {
                toBatcher.add(packet.message());
                continue;
            }
            for (int to = 1; to < nodes.length; to++) {
                final boolean addressed = packet.to() == RecordingOutbound.ALL || packet.to() == to;
                if (addressed && nodes[to].up && filter.passes(from.id, to, packet.message())) {
                    nodes[to].take(from.id, packet.message(), now);
                }
            }
        }
    }

    /** Which packets arrive; the sender is -1 for the batcher. */
    @FunctionalInterface
    public interface Filter {
        boolean passes(int from, int to, Message message);
    }

    /** One node. */
    public final class Node {
        public final int id;
        public final FakeLog log;
        final FakePromises promises;
        final FakeStanding standing;
        final OrderedFake ordered;
        final RecordingOutbound out;
        public final GroupCounters counters = new GroupCounters();
        public final Replica replica;
        public final ScatteredProtocol protocol;
        public boolean up = true;
        boolean applies = true;
        private final MessageRoutes routes = new MessageRoutes();

        Node(final int id, final FakeLog log, final FakePromises promises, final FakeStanding standing,
             final OrderedFake ordered, final int life) {
            this.id = id;
            this.log = log;
            this.promises = promises;
            this.standing = standing;
            this.ordered = ordered;
            out = new RecordingOutbound(id);
            replica = new Replica(config, new UntouchedMachine(), ordered, out, counters);
            ordered.log = log;
            for (int i = 0; i < ordered.metas.size() && ordered.bodies.get(i) != null; i++) {
                ordered.read(i + 1, i + 1, 1, (lsn, meta, body, offset, length) -> replica.restore(lsn, meta, body,
                    offset));
            }
            final int[] ids = IntStream.range(1, nodes.length).toArray();
            standing.tellsNoLivesApart(ids);
            protocol = new ScatteredProtocol(new GroupContext(config, Membership.of(id, ids), out,
                routes, log, promises, standing, standing, SnapshotExchange.NONE, ordered, replica, new Silent(),
                counters, 1000 + id + 10L * (life / 4)));
        }

        public void take(final int sender, final Message message, final long nowNs) {
            routes.dispatch(sender, message, nowNs);
        }

        private void recover() {
            long highest = 0;
            for (final FakeLog.Record record : log.records) {
                highest = Math.max(highest, record.ballot());
            }
            protocol.user(LogKind.ENTRIES).onRecoveredBallot(highest);
            for (final FakeLog.Record r : log.records) {
                protocol.user(LogKind.ENTRIES).onRecovered(r.lsn(), r.ballot(), r.storageGroup(), r.meta(),
                    r.refersTo() == 0 ? r.position() : r.refersTo());
            }
        }

        /** The entries that were applied, by sequence. 0 stands for a no-op. */
        public List<Long> applied() {
            return ordered.metas.stream().map(m -> m.sequence).toList();
        }
    }

    /** An ordered log in memory; durable a step later. */
    public static final class OrderedFake implements OrderedLogWriter, RecordedEntries {
        final List<EntryMeta> metas = new ArrayList<>();
        private final List<byte[]> bodies = new ArrayList<>();
        private FakeLog log;
        private long durable;

        void crash() {
            while (metas.size() > durable) {
                metas.remove(metas.size() - 1);
                bodies.remove(bodies.size() - 1);
            }
        }

        @Override
        public long appended() {
            return metas.size();
        }

        @Override
        public long durable() {
            return durable;
        }

        @Override
        public boolean append(final long lsn, final EntryMeta meta, final DirectBuffer body, final int offset) {
            final byte[] bytes = new byte[meta.length];
            if (meta.length > 0) {
                body.getBytes(offset, bytes);
            }
            metas.add(new EntryMeta().set(meta));
            bodies.add(bytes);
            return true;
        }

        @Override
        public boolean appendReference(final long lsn, final EntryMeta meta, final long bodyPosition) {
            final ExpandableArrayBuffer body = new ExpandableArrayBuffer();
            log.readBody(bodyPosition, meta, body);
            return append(lsn, meta, body, 0);
        }

        @Override
        public boolean appendWithoutBody(final long lsn, final EntryMeta meta) {
            metas.add(new EntryMeta().set(meta));
            bodies.add(null);
            return true;
        }

        @Override
        public long lastWithoutBody() {
            return bodies.lastIndexOf(null) + 1L;
        }

        /** How many entries are recorded without their bodies. */
        long withoutBody() {
            return bodies.stream().filter(java.util.Objects::isNull).count();
        }

        @Override
        public int readNames(final long fromLsn, final long toLsn, final OrderedEntryHandler handler) {
            return read(fromLsn, toLsn, Integer.MAX_VALUE, (lsn, meta, body, offset, length) -> handler.onEntry(lsn,
                meta, null, 0, length));
        }

        @Override
        public int read(final long fromLsn, final long toLsn, final int maxBytes, final OrderedEntryHandler handler) {
            for (long lsn = fromLsn; lsn <= toLsn; lsn++) {
                final byte[] body = bodies.get((int) lsn - 1);
                handler.onEntry(lsn, metas.get((int) lsn - 1), body == null ? null : new UnsafeBuffer(body), 0,
                    body == null ? OrderedEntryHandler.NO_BODY : body.length);
            }
            return (int) (toLsn - fromLsn + 1);
        }
    }

    /** Hears nothing. */
    private static final class Silent implements ProtocolListener {
        @Override
        public void onRole(final Role from, final Role to, final long ballot, final String reason) {
            // Tests look at the role itself.
        }

        @Override
        public void onStanding(final VoterState from, final VoterState to, final String reason) {
            // Tests look at the standing itself.
        }

        @Override
        public void onWaiting(final String waiting, final boolean lost) {
            // Tests look at the standing itself.
        }

        @Override
        public void onLeader(final long ballot, final int leader) {
            // Tests look at the ballot itself.
        }
    }
}
