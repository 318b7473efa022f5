package io.fleet.ec.group;

import io.fleet.ec.codec.CodecKind;
import io.fleet.ec.mec.EntryId;
import io.fleet.ec.mec.MecConfig;
import io.fleet.ec.mec.ProposerConfig;
import io.fleet.ec.mec.Quorums;
import io.fleet.ec.spread.SegmentLanes;
import io.fleet.ec.spread.SegmentLog;
import io.fleet.ec.spread.SpreadConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** One node of three with the code (2, 1), in memory; what it stages is durable at the end of each {@link #work}. */
final class GroupNode implements GroupOutbound, SegmentLog, DecisionLog, CodedListener {
    static final long RESEND_NS = 1_000;
    static final int NODES = 3;

    final List<String> applied = new ArrayList<>();
    final List<String> acknowledged = new ArrayList<>();
    final int index;
    CodedGroup group;
    boolean isCut;
    private final List<GroupNode> nodes;
    private final List<Runnable> inbox = new ArrayList<>();
    private final List<Runnable> staged = new ArrayList<>();
    private final List<byte[]> parts = new ArrayList<>();
    private final List<EntryId> decisions = new ArrayList<>();
    private long durable;

    GroupNode(final int index, final List<GroupNode> nodes) {
        this.index = index;
        this.nodes = nodes;
        final Quorums quorums = new Quorums(NODES, 0);
        group = new CodedGroup(new MecConfig(1, index, quorums, 64, 0, 0, RESEND_NS),
            new ProposerConfig(16, 8, 0, 0, RESEND_NS, RESEND_NS, RESEND_NS),
            new SpreadConfig(index, quorums, 1_000, 8, 100, RESEND_NS), new SegmentLanes(CodecKind.TABLE.create(2, 1)),
            this::stageStep, this, this, this, this);
    }

    static List<GroupNode> three() {
        final List<GroupNode> nodes = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
            nodes.add(new GroupNode(i, nodes));
        }
        return nodes;
    }

    EntryId submit(final String value) {
        final EntryId id = new EntryId();
        final UnsafeBuffer bytes = new UnsafeBuffer(value.getBytes());
        group.submit(5, value.hashCode(), bytes, 1, bytes, bytes.capacity(), id);
        return id;
    }

    /** Takes in what arrived, does a cycle, and makes durable what that staged. */
    void work(final long nowNs) {
        group.clock(nowNs);
        final List<Runnable> arrived = new ArrayList<>(inbox);
        inbox.clear();
        if (!isCut) {
            arrived.forEach(Runnable::run);
        }
        group.doWork(nowNs);
        final List<Runnable> flushed = new ArrayList<>(staged);
        staged.clear();
        flushed.forEach(Runnable::run);
    }

    private boolean stageStep(final long slot, final long step, final EntryId id) {
        staged.add(() -> group.onStepDurable(slot, step));
        return true;
    }

    private void send(final int to, final Consumer<CodedGroup> message) {
        for (final GroupNode node : nodes) {
            if (node != this && !isCut && (to == ALL || to == node.index)) {
                node.inbox.add(() -> message.accept(node.group));
            }
        }
    }

    @Override
    public void learned(final long upTo) {
        send(ALL, other -> other.onLearned(index, upTo));
    }

    @Override
    public void learnRequest(final int to, final long from) {
        send(to, other -> other.onLearnRequest(index, from));
    }

    @Override
    public void step(final int to, final long slot, final long step, final EntryId id, final boolean isAgain) {
        final EntryId copy = new EntryId().set(id);
        send(to, other -> other.onStep(index, slot, step, copy, isAgain));
    }

    @Override
    public void decided(final int to, final long slot, final EntryId id) {
        final EntryId copy = new EntryId().set(id);
        send(to, other -> other.onDecided(index, slot, copy));
    }

    @Override
    public void covered(final int to, final long slot) {
        throw new IllegalStateException("slot " + slot);
    }

    @Override
    public void ready(final EntryId id, final long slot) {
        final EntryId copy = new EntryId().set(id);
        send(ALL, other -> other.onReady(index, copy, slot));
    }

    @Override
    public void segment(final int to, final EntryId id, final DirectBuffer part, final int offset, final int length) {
        final EntryId copy = new EntryId().set(id);
        final byte[] bytes = bytes(part, offset, length);
        send(to, other -> other.onSegment(index, copy, new UnsafeBuffer(bytes), 0, length));
    }

    @Override
    public void segmentAck(final int to, final EntryId id, final int pieces) {
        final EntryId copy = new EntryId().set(id);
        send(to, other -> other.onSegmentAck(index, copy, pieces));
    }

    @Override
    public void fetchSegment(final int to, final EntryId id, final int piece) {
        final EntryId copy = new EntryId().set(id);
        send(to, other -> other.onFetchSegment(index, copy, piece));
    }

    @Override
    public void segmentCopy(final int to, final EntryId id, final DirectBuffer part, final int offset,
                            final int length) {
        final EntryId copy = new EntryId().set(id);
        final byte[] bytes = bytes(part, offset, length);
        send(to, other -> other.onSegmentCopy(index, copy, new UnsafeBuffer(bytes), 0, length));
    }

    @Override
    public boolean append(final long number, final int place, final EntryId id, final long tag,
                          final DirectBuffer part, final int offset, final int length) {
        parts.add(bytes(part, offset, length));
        staged.add(() -> group.onSegmentDurable(place, number));
        return true;
    }

    @Override
    public void read(final long position, final EntryId id, final long tag, final int length,
                     final ExpandableArrayBuffer target) {
        target.putBytes(0, parts.get((int) position - 1));
    }

    @Override
    public boolean append(final long slot, final EntryId id) {
        decisions.add(new EntryId().set(id));
        staged.add(() -> durable = slot);
        return true;
    }

    @Override
    public long appended() {
        return decisions.size();
    }

    @Override
    public long durable() {
        return durable;
    }

    @Override
    public boolean read(final long slot, final EntryId into) {
        into.set(decisions.get((int) slot - 1));
        return true;
    }

    @Override
    public void onApply(final long slot, final EntryId id, final DirectBuffer header, final int offset,
                        final int length) {
        applied.add(slot + (id.isNull() ? " nothing" : " " + new String(bytes(header, offset, length))));
    }

    @Override
    public void onAcknowledged(final long slot, final EntryId id) {
        acknowledged.add(slot + " " + id);
    }

    private static byte[] bytes(final DirectBuffer buffer, final int offset, final int length) {
        final byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        return bytes;
    }
}
