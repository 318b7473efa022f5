package io.fleet.ec.group;

import io.fleet.ec.codec.CodecKind;
import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.Quorums;
import io.fleet.ec.consensus.SlotConsensusConfig;
import io.fleet.ec.consensus.Step;
import io.fleet.ec.consensus.proposal.ProposerConfig;
import io.fleet.ec.dissemination.format.SegmentCodec;
import io.fleet.ec.dissemination.format.SegmentLanes;
import io.fleet.ec.dissemination.format.SpreadConfig;
import io.fleet.ec.dissemination.store.SegmentLog;
import io.fleet.storage.VoterState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * One node of three with the code (2, 1), or of others, in memory; what it stages is durable at the end of each
 * {@link #work}.
 */
final class GroupNode implements CodedGroupOutbound, SegmentLog, DecisionLog, CodedListener {
    static final long RESEND_NS = 1_000;
    static final int NODES = 3;
    static final int WINDOW = 64;

    final List<String> applied = new ArrayList<>();
    final List<String> covered = new ArrayList<>();
    final List<String> acknowledged = new ArrayList<>();
    final int index;
    CodedGroup group;
    boolean isCut;
    /** How often it said that it needs no part that it was asked for. */
    int gone;
    boolean sentReady;
    /** Whether it keeps to itself what it has learned. */
    boolean isSecretive;
    /** How often it asked for a list of parts. */
    int listRequests;
    /** What it answered last to one that had lost something. */
    CodedRejoinAnswer lastAnswer;
    /** What it has said of slots. */
    final List<String> said = new ArrayList<>();
    /** What it let go of. */
    final List<EntryId> letGo = new ArrayList<>();
    /** Parts that it hands to the last node and that are held back; null when none are. */
    List<Runnable> heldBack;
    /** What nobody is given a copy of any more. */
    EntryId reclaimed = new EntryId();
    private final List<GroupNode> nodes;
    private final List<Runnable> inbox = new ArrayList<>();
    private final List<Runnable> staged = new ArrayList<>();
    private final Quorums quorums;
    private final List<EntryId> ids = new ArrayList<>();
    private final List<Long> tags = new ArrayList<>();
    private final List<Long> states = new ArrayList<>();
    private final List<byte[]> parts = new ArrayList<>();
    /** Those behind {@link #base}. */
    private final List<EntryId> decisions = new ArrayList<>();
    private long base;
    private long durable;
    /** Positions that can be read no more. */
    final Set<Long> damaged = new HashSet<>();
    /** The first decision that can be read. */
    long first = 1;

    private final int dataSegments;
    /** What it says of the highest slot to those that have lost something; 0 for the truth. */
    long falseHighest;

    GroupNode(final int index, final List<GroupNode> nodes, final int dataSegments, final int paritySegments) {
        this.index = index;
        this.nodes = nodes;
        this.dataSegments = dataSegments;
        quorums = Quorums.ofCode(dataSegments, paritySegments);
        start(new SoundStanding(index + 1));
    }

    /** A new process, which finds what is durable, as far as it says that nothing is lost. */
    void restart(final SoundStanding standing) {
        standing.start();
        inbox.clear();
        staged.clear();
        if (standing.votes != VoterState.VOTER && standing.votes != VoterState.SUSPECT) {
            decisions.clear();
            base = 0;
            durable = 0;
        }
        if (!standing.hasAllParts && !standing.isDoubtUnfounded) {
            ids.clear();
            tags.clear();
            states.clear();
            parts.clear();
        }
        applied.clear();
        start(standing);
        for (int i = 0; i < parts.size(); i++) {
            group.recoverSegment(i + 1, states.get(i), ids.get(i), tags.get(i), i + 1, parts.get(i).length);
        }
    }

    private void start(final SoundStanding standing) {
        final SegmentCodec codec =
            new SegmentLanes(CodecKind.TABLE.create(dataSegments, quorums.nodes() - dataSegments));
        group = new CodedGroup(new SlotConsensusConfig(1, index, quorums, WINDOW, 0, 0, RESEND_NS),
            new ProposerConfig(16, 8, 0, 0, RESEND_NS, RESEND_NS, RESEND_NS),
            new SpreadConfig(index, quorums, 1_000, 8, 1_000, RESEND_NS), codec, this::stageStep, this, this,
            standing, this, this);
    }

    /** Copies on three nodes: one of them may fail. */
    static List<GroupNode> copies() {
        return of(1, 2);
    }

    static List<GroupNode> three() {
        return of(2, 1);
    }

    /** With one segment for each node. */
    static List<GroupNode> of(final int dataSegments, final int paritySegments) {
        final List<GroupNode> nodes = new ArrayList<>();
        for (int i = 0; i < dataSegments + paritySegments; i++) {
            nodes.add(new GroupNode(i, nodes, dataSegments, paritySegments));
        }
        for (int round = 0; round < 3; round++) {
            nodes.forEach(node -> node.work(0));
        }
        return nodes;
    }

    EntryId submit(final String value) {
        final EntryId id = new EntryId();
        final UnsafeBuffer bytes = new UnsafeBuffer(value.getBytes());
        return group.submit(5, value.hashCode(), bytes, 1, bytes, bytes.capacity(), id) ? id : null;
    }

    /** The number of the last record of a part; 0 for none. */
    long recordOf(final EntryId id) {
        for (int i = ids.size(); i > 0; i--) {
            if (ids.get(i - 1).same(id)) {
                return i;
            }
        }
        return 0;
    }

    String partOf(final EntryId id) {
        final ExpandableArrayBuffer part = new ExpandableArrayBuffer();
        final int length = group.readPart(id, 0, part);
        return length < 0 ? null : Arrays.toString(bytes(part, Integer.BYTES, length - Integer.BYTES));
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
        if (isSecretive) {
            return;
        }
        send(ALL, other -> other.onLearned(index, upTo));
    }

    @Override
    public void learnRequest(final int to, final long from) {
        send(to, other -> other.onLearnRequest(index, from));
    }

    @Override
    public void rejoinRequest(final int to, final CodedRejoinRequest request) {
        final CodedRejoinRequest copy = new CodedRejoinRequest().set(request);
        listRequests += request.isListing ? 1 : 0;
        send(to, other -> other.onRejoinRequest(index, copy));
    }

    @Override
    public void rejoinAnswer(final int to, final CodedRejoinAnswer answer) {
        final CodedRejoinAnswer copy = new CodedRejoinAnswer().set(answer);
        copy.highest = falseHighest == 0 ? copy.highest : falseHighest;
        lastAnswer = copy;
        send(to, other -> other.onRejoinAnswer(index, copy));
    }

    @Override
    public void step(final int to, final long slot, final long step, final EntryId id, final boolean isAgain) {
        final EntryId copy = new EntryId().set(id);
        said.add(slot + " " + Step.toString(step));
        send(to, other -> other.onStep(index, slot, step, copy, isAgain));
    }

    @Override
    public void decided(final int to, final long slot, final EntryId id) {
        final EntryId copy = new EntryId().set(id);
        send(to, other -> other.onDecided(index, slot, copy));
    }

    @Override
    public void covered(final int to, final long slot) {
        send(to, other -> other.onCovered(index, slot));
    }

    @Override
    public void snapshotHeld(final long upTo) {
        send(ALL, other -> other.onSnapshotHeld(index, upTo));
    }

    @Override
    public void ready(final EntryId id, final long slot) {
        final EntryId copy = new EntryId().set(id);
        sentReady = true;
        send(ALL, other -> other.onReady(index, copy, slot));
    }

    @Override
    public void segment(final int to, final EntryId id, final DirectBuffer part, final int offset, final int length) {
        final EntryId copy = new EntryId().set(id);
        final byte[] bytes = bytes(part, offset, length);
        if (heldBack != null && to == NODES - 1) {
            heldBack.add(() -> nodes.get(to).group.onSegment(index, copy, new UnsafeBuffer(bytes), 0, length));
            return;
        }
        send(to, other -> other.onSegment(index, copy, new UnsafeBuffer(bytes), 0, length));
    }

    @Override
    public void segmentAck(final int to, final EntryId id, final int pieces, final long life,
                           final long reliedOn) {
        final EntryId copy = new EntryId().set(id);
        send(to, other -> other.onSegmentAck(index, copy, pieces, life, reliedOn));
    }

    @Override
    public void partGone(final int to, final EntryId id, final long upTo) {
        final EntryId copy = new EntryId().set(id);
        gone++;
        send(to, other -> other.onPartGone(index, copy, upTo));
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
        if (reclaimed.same(id)) {
            return;
        }
        send(to, other -> other.onSegmentCopy(index, copy, new UnsafeBuffer(bytes), 0, length));
    }

    @Override
    public boolean append(final long number, final long state, final EntryId id, final long tag,
                          final DirectBuffer part, final int offset, final int length) {
        ids.add(new EntryId().set(id));
        tags.add(tag);
        states.add(state);
        parts.add(bytes(part, offset, length));
        staged.add(() -> group.onSegmentDurable(number, number));
        return true;
    }

    @Override
    public boolean read(final long position, final EntryId id, final long tag, final int length,
                        final ExpandableArrayBuffer target) {
        target.putBytes(0, parts.get((int) position - 1));
        return !damaged.contains(position);
    }

    @Override
    public boolean append(final long slot, final EntryId id) {
        decisions.add(new EntryId().set(id));
        staged.add(() -> durable = slot);
        return true;
    }

    @Override
    public boolean skipTo(final long slot) {
        decisions.clear();
        base = slot;
        first = slot + 1;
        staged.add(() -> durable = slot);
        return true;
    }

    @Override
    public void onCovered(final int member, final long slot) {
        covered.add(member + " " + slot);
    }

    @Override
    public void onLetGo(final EntryId id) {
        letGo.add(new EntryId().set(id));
    }

    @Override
    public long appended() {
        return base + decisions.size();
    }

    @Override
    public long durable() {
        return durable;
    }

    @Override
    public boolean read(final long slot, final EntryId into) {
        if (slot >= first) {
            into.set(decisions.get((int) (slot - base) - 1));
        }
        return slot >= first;
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
