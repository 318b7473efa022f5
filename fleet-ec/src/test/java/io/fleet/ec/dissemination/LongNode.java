package io.fleet.ec.dissemination;

import io.fleet.ec.codec.CodecKind;
import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.dissemination.context.SpreadConfig;
import io.fleet.ec.dissemination.context.SpreadCounters;
import io.fleet.ec.dissemination.context.SpreadOutbound;
import io.fleet.ec.dissemination.format.ShardCodec;
import io.fleet.ec.dissemination.gather.Gatherer;
import io.fleet.ec.dissemination.store.PartLog;
import io.fleet.ec.dissemination.store.PartStore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** One of several nodes that spread and gather, in memory: what it stages is durable when {@link #flush} says so. */
public final class LongNode implements SpreadOutbound, PartLog {
    public final PartStore store;
    public final Spreader spreader;
    public final Gatherer gatherer;
    public final SpreadCounters counters = new SpreadCounters();
    public final List<EntryId> ready = new ArrayList<>();
    public final List<EntryId> rebuilt = new ArrayList<>();
    public final List<byte[]> logged = new ArrayList<>();
    public final List<Long> tags = new ArrayList<>();
    public final List<String> sent = new ArrayList<>();
    public boolean isCut;
    public int room = Integer.MAX_VALUE;
    private final int index;
    private final Net net;
    private final Deque<long[]> staged = new ArrayDeque<>();

    /** The nodes, and what is on its way between them. */
    public static final class Net {
        public final List<LongNode> nodes = new ArrayList<>();
        public final Deque<Runnable> messages = new ArrayDeque<>();
        /** Bytes of values that are on their way now, and the most there ever were. */
        long bytes;
        public long mostBytes;
        public long nowNs;

        /** Does all there is to do without more time passing. */
        public void run() {
            boolean goesOn = true;
            while (goesOn) {
                goesOn = !messages.isEmpty();
                while (!messages.isEmpty()) {
                    messages.poll().run();
                }
                for (final LongNode node : nodes) {
                    goesOn |= node.work();
                }
            }
        }
    }

    public LongNode(final int index, final Net net, final SpreadConfig config, final int parity) {
        this.index = index;
        this.net = net;
        final int nodes = config.quorums().nodes();
        final ShardCodec codec = new ShardCodec(CodecKind.TABLE.create(nodes - parity, parity));
        store = new PartStore(config, codec, this, this, counters);
        spreader = new Spreader(config, codec, store, this, (id, nowNs) -> ready.add(new EntryId().set(id)), counters);
        store.onHeld(id -> spreader.onAck(index, id, store.pieces(id), Long.MAX_VALUE, net.nowNs));
        gatherer = new Gatherer(config, codec, store, this, id -> rebuilt.add(new EntryId().set(id)), counters);
    }

    public boolean work() {
        final int work = spreader.doWork(net.nowNs) + gatherer.doWork(net.nowNs) + store.doWork(net.nowNs);
        return flush() | work > 0;
    }

    public boolean flush() {
        final boolean isWork = !staged.isEmpty();
        while (!staged.isEmpty()) {
            final long[] piece = staged.poll();
            store.onDurable(piece[0], piece[1]);
        }
        return isWork;
    }

    /** The process ends: what was staged is lost, and another takes in what was durable. */
    public LongNode restart(final SpreadConfig config, final int parity, final EntryId id) {
        final LongNode other = new LongNode(index, net, config, parity);
        other.logged.addAll(logged.subList(0, logged.size() - staged.size()));
        other.tags.addAll(tags.subList(0, other.logged.size()));
        for (int i = 0; i < other.logged.size(); i++) {
            other.store.recover(i + 1, 0, id, tags.get(i), i + 1, logged.get(i).length);
        }
        other.store.endRecovery();
        net.nodes.set(index, other);
        return other;
    }

    @Override
    public boolean append(final long number, final long state, final EntryId id, final long tag,
                          final DirectBuffer piece, final int offset, final int length) {
        if (staged.size() >= room) {
            return false;
        }
        logged.add(bytes(piece, offset, length));
        tags.add(tag);
        staged.add(new long[] {number, logged.size()});
        return true;
    }

    @Override
    public boolean read(final long position, final EntryId id, final long tag, final int length,
                        final ExpandableArrayBuffer target) {
        if (tags.get((int) position - 1) != tag || logged.get((int) position - 1).length != length) {
            throw new IllegalStateException("position " + position + " has another piece");
        }
        target.putBytes(0, logged.get((int) position - 1));
        return true;
    }

    @Override
    public void segment(final int to, final EntryId id, final DirectBuffer piece, final int offset, final int length) {
        final byte[] bytes = bytes(piece, offset, length);
        send(to, "segment", id, length, (other, copy) -> other.store.put(index, copy, new UnsafeBuffer(bytes), 0,
            length, net.nowNs));
    }

    @Override
    public void segmentAck(final int to, final EntryId id, final int pieces, final long life, final long reliedOn) {
        send(to, "ack of " + pieces, id, 0, (other, copy) -> other.spreader.onAck(index, copy, pieces, Long.MAX_VALUE,
            net.nowNs));
    }

    @Override
    public void partGone(final int to, final EntryId id, final long upTo) {
        send(to, "gone " + upTo, id, 0, (other, copy) -> other.gatherer.onPartGone(index, copy, upTo, net.nowNs));
    }

    @Override
    public void fetchSegment(final int to, final EntryId id, final int piece) {
        send(to, "fetch " + piece, id, 0, (other, copy) -> other.gatherer.onFetchSegment(index, copy, piece));
    }

    @Override
    public void segmentCopy(final int to, final EntryId id, final DirectBuffer piece, final int offset,
                            final int length) {
        final byte[] bytes = bytes(piece, offset, length);
        send(to, "copy", id, length, (other, copy) -> other.gatherer.onSegmentCopy(index, copy, new UnsafeBuffer(bytes),
            0, length, net.nowNs));
    }

    private interface Delivery {
        void to(LongNode node, EntryId id);
    }

    private void send(final int to, final String what, final EntryId id, final int length, final Delivery delivery) {
        sent.add(what + " to " + to);
        final EntryId copy = new EntryId().set(id);
        net.bytes += length;
        net.mostBytes = Math.max(net.mostBytes, net.bytes);
        net.messages.add(() -> {
            net.bytes -= length;
            if (!isCut && !net.nodes.get(to).isCut) {
                delivery.to(net.nodes.get(to), copy);
            }
        });
    }

    private static byte[] bytes(final DirectBuffer buffer, final int offset, final int length) {
        final byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        return bytes;
    }
}
