package io.fleet.ec.group;

import io.fleet.ec.codec.CodecKind;
import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.Quorums;
import io.fleet.ec.consensus.SlotConsensusConfig;
import io.fleet.ec.consensus.SlotVote;
import io.fleet.ec.consensus.proposal.ProposerConfig;
import io.fleet.ec.dissemination.context.SpreadConfig;
import io.fleet.ec.dissemination.format.ShardCodec;
import io.fleet.ec.dissemination.store.PartLog;
import io.fleet.ec.group.decision.DecisionLog;
import io.fleet.ec.message.StandingAnswer;
import io.fleet.ec.message.StandingRequest;
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
final class GroupNode implements CodedGroupOutbound, PartLog, DecisionLog, CodedListener {
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
    StandingAnswer lastAnswer;
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

    private final int dataShards;
    /** What it says of the highest slot to those that have lost something; 0 for the truth. */
    long falseHighest;

    GroupNode(final int index, final List<GroupNode> nodes, final int dataShards, final int parityShards) {
        this.index = index;
        this.nodes = nodes;
        this.dataShards = dataShards;
        quorums = Quorums.ofCode(dataShards, parityShards);
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
            group.recoverPiece(i + 1, states.get(i), ids.get(i), tags.get(i), i + 1, parts.get(i).length);
        }
    }

    private void start(final SoundStanding standing) {
        final ShardCodec codec =
            new ShardCodec(CodecKind.TABLE.create(dataShards, quorums.nodes() - dataShards));
        group = new CodedGroup(
            new CodedGroupConfig(new SlotConsensusConfig(1, index, quorums, WINDOW, 0, 0, RESEND_NS),
                new ProposerConfig(16, 8, 0, 0, RESEND_NS, RESEND_NS, RESEND_NS),
                new SpreadConfig(index, quorums, 1_000, 8, 1_000, RESEND_NS)),
            codec, new CodedGroupLogs(this::stageVote, this, this, standing), this, this);
    }

    /** Copies on three nodes: one of them may fail. */
    static List<GroupNode> copies() {
        return of(1, 2);
    }

    static List<GroupNode> three() {
        return of(2, 1);
    }

    /** With one segment for each node. */
    static List<GroupNode> of(final int dataShards, final int parityShards) {
        final List<GroupNode> nodes = new ArrayList<>();
        for (int i = 0; i < dataShards + parityShards; i++) {
            nodes.add(new GroupNode(i, nodes, dataShards, parityShards));
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

    private boolean stageVote(final long slot, final long vote, final EntryId id) {
        staged.add(() -> group.onVoteDurable(slot, vote));
        return true;
    }

    private void send(final int to, final Consumer<CodedGroupInbound> message) {
        for (final GroupNode node : nodes) {
            if (node != this && !isCut && (to == ALL || to == node.index)) {
                node.inbox.add(() -> message.accept(node.group.inbound()));
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
    public void standingRequest(final int to, final StandingRequest request) {
        final StandingRequest copy = copy(request);
        listRequests += request.isListing ? 1 : 0;
        send(to, other -> other.onStandingRequest(index, copy));
    }

    @Override
    public void standingAnswer(final int to, final StandingAnswer answer) {
        final StandingAnswer copy = copy(answer);
        copy.highest = falseHighest == 0 ? copy.highest : falseHighest;
        lastAnswer = copy;
        send(to, other -> other.onStandingAnswer(index, copy));
    }

    @Override
    public void vote(final int to, final long slot, final long vote, final EntryId id, final boolean isAgain) {
        final EntryId copy = new EntryId().set(id);
        said.add(slot + " " + SlotVote.toString(vote));
        send(to, other -> other.onVote(index, slot, vote, copy, isAgain));
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
            heldBack.add(() -> nodes.get(to).group.inbound().onSegment(index, copy, new UnsafeBuffer(bytes), 0,
                length));
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
        staged.add(() -> group.onPieceDurable(number, number));
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

    private static StandingRequest copy(final StandingRequest request) {
        final StandingRequest copy = new StandingRequest();
        copy.life = request.life;
        copy.upTo = request.upTo;
        copy.isListing = request.isListing;
        copy.from = request.from;
        return copy;
    }

    private static StandingAnswer copy(final StandingAnswer answer) {
        final StandingAnswer copy = new StandingAnswer();
        copy.asked = answer.asked;
        copy.life = answer.life;
        copy.knownLife = answer.knownLife;
        copy.isVoter = answer.isVoter;
        copy.known = answer.known;
        System.arraycopy(answer.numbers, 0, copy.numbers, 0, answer.known);
        copy.hasHistory = answer.hasHistory;
        copy.highest = answer.highest;
        copy.from = answer.from;
        copy.next = answer.next;
        for (int i = 0; i < answer.count; i++) {
            copy.next().set(answer.entries[i]);
        }
        return copy;
    }
}
