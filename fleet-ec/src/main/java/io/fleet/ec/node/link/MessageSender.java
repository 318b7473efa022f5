package io.fleet.ec.node.link;

import io.fleet.consensus.Outbound;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.snapshot.SnapshotNotice;
import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.SlotVote;
import io.fleet.ec.group.CodedGroupOutbound;
import io.fleet.ec.group.retention.PartCapacity;
import io.fleet.ec.message.AckLine;
import io.fleet.ec.message.Covered;
import io.fleet.ec.message.Decisions;
import io.fleet.ec.message.FetchLine;
import io.fleet.ec.message.FetchSegments;
import io.fleet.ec.message.LearnRequest;
import io.fleet.ec.message.Learned;
import io.fleet.ec.message.PartsGone;
import io.fleet.ec.message.Ready;
import io.fleet.ec.message.SegmentAcks;
import io.fleet.ec.message.SlotLine;
import io.fleet.ec.message.StandingAnswer;
import io.fleet.ec.message.StandingRequest;
import io.fleet.ec.message.StepLine;
import io.fleet.ec.message.Steps;
import io.fleet.ec.node.member.CountedLives;
import io.fleet.ec.node.member.MemberTable;
import io.fleet.storage.coverage.CoverageMark;
import java.util.function.BooleanSupplier;
import java.util.function.IntToLongFunction;
import java.util.function.LongSupplier;
import org.agrona.DirectBuffer;

/**
 * Sends what a coded group has to say. Lines for the same members go into one message, which leaves when it is full, or
 * when {@link #flush} is called at the end of the duty cycle; parts of entries leave at once. Nothing is sent to this
 * node itself: the group has counted its own steps, parts and decisions when they were durable.
 *
 * <p>A message that the transport does not take waits for the next flush; lines beyond its bound are dropped, as they
 * could be on the way, and are sent again. Single-threaded; allocates nothing once each message has been used, but for
 * parts that the transport does not take.
 */
public final class MessageSender implements CodedGroupOutbound {
    private static final CoverageMark DROPPED = CoverageMark.named("message-publisher.transport-takes-no-more-lines");

    private final MemberTable members;
    private final Outbound outbound;
    private final PartSender parts;
    private final Steps[] steps;
    private final Decisions[] decisions;
    private final SegmentAcks[] acks;
    private final FetchSegments[] fetches;
    private final PartsGone[] gone;
    private final Ready ready = new Ready();
    private final Learned learned = new Learned();
    private final LearnRequest learnRequest = new LearnRequest();
    private final Covered covered = new Covered();
    private final SnapshotNotice notice = new SnapshotNotice();
    private final LinkCounters counters = new LinkCounters();
    private IntToLongFunction lifeOf = node -> 0;
    private LongSupplier lives = () -> CountedLives.ALIKE;
    private BooleanSupplier isVoter = () -> true;
    private boolean usesPayloads;
    private boolean isLearnedDue;

    /**
     * Creates a publisher.
     *
     * @param members  of the group.
     * @param outbound where messages go.
     * @param maxParts how many parts may wait until the transport takes them for a member, at least 1.
     * @param maxBytes how many bytes of them for all members, in equal shares, at least 0.
     * @param patienceNs what waits for a member that takes nothing for so long is dropped, at least 1.
     */
    public MessageSender(final MemberTable members, final Outbound outbound, final int maxParts,
                         final long maxBytes, final long patienceNs) {
        this.members = members;
        this.outbound = outbound;
        parts = new PartSender(members, outbound, maxParts, maxBytes, patienceNs, counters);
        steps = new Steps[members.size() + 1];
        decisions = new Decisions[members.size() + 1];
        acks = new SegmentAcks[members.size()];
        fetches = new FetchSegments[members.size()];
        gone = new PartsGone[members.size()];
    }

    /**
     * Sets what this member says of its state machine; before anything is sent.
     *
     * @param newUsesPayloads whether it uses payload handles.
     */
    public void usesPayloads(final boolean newUsesPayloads) {
        usesPayloads = newUsesPayloads;
    }

    /**
     * Sets who knows in which life this member listens to others; before anything is sent.
     *
     * @param newLifeOf tells the life of a node; 0 where none is known that counts.
     */
    public void lifeOf(final IntToLongFunction newLifeOf) {
        lifeOf = newLifeOf;
    }

    /**
     * Sets in which lives this member counts the members, and whether it votes; before anything is sent.
     *
     * @param newLives   what to say of the lives.
     * @param newIsVoter whether what it has learned counts.
     */
    public void counts(final LongSupplier newLives, final BooleanSupplier newIsVoter) {
        lives = newLives;
        isVoter = newIsVoter;
    }

    /**
     * Sets what this member's clock shows, and which of its disks are full, which it tells with what it has learned.
     *
     * @param clock    in milliseconds.
     * @param fullDisk printable ASCII; empty for none.
     */
    public void says(final long clock, final String fullDisk) {
        learned.clock = clock;
        learned.fullDisk = fullDisk;
    }

    /**
     * Sets what this member has room for, which it tells with what it has learned.
     *
     * @param room among its parts.
     */
    public void room(final PartCapacity room) {
        learned.room = room.ordinal();
    }

    @Override
    public void vote(final int to, final long slot, final long step, final EntryId id, final boolean isAgain) {
        final Steps message = stepsTo(to);
        message.count = room(to, message, message.count, Steps.MAX_STEPS);
        final StepLine line = message.next();
        line.slot = slot;
        line.kind = SlotVote.kind(step);
        line.phase = SlotVote.phase(step);
        line.value = SlotVote.value(step);
        line.isAgain = isAgain;
        line.name.set(id);
    }

    @Override
    public void decided(final int to, final long slot, final EntryId id) {
        final Decisions message = decisionsTo(to);
        message.count = room(to, message, message.count, Decisions.MAX_DECISIONS);
        slotLine(message.next(), slot, id);
    }

    @Override
    public void covered(final int to, final long slot) {
        covered.slot = slot;
        send(to, covered);
    }

    @Override
    public void ready(final EntryId id, final long slot) {
        ready.count = room(ALL, ready, ready.count, Ready.MAX_ENTRIES);
        slotLine(ready.next(), slot, id);
    }

    @Override
    public void segment(final int to, final EntryId id, final DirectBuffer part, final int offset, final int length) {
        parts.send(to, id, false, part, offset, length);
        counters.partsSent.increment();
        counters.partBytesSent.add(length);
    }

    @Override
    public void segmentCopy(final int to, final EntryId id, final DirectBuffer part, final int offset,
                            final int length) {
        parts.send(to, id, true, part, offset, length);
        counters.partsServed.increment();
        counters.partBytesServed.add(length);
    }

    @Override
    public void segmentAck(final int to, final EntryId id, final int pieces, final long life, final long reliedOn) {
        if (acks[to] == null) {
            acks[to] = new SegmentAcks();
        }
        acks[to].count = room(to, acks[to], acks[to].count, SegmentAcks.MAX_ENTRIES);
        final AckLine line = acks[to].next();
        line.life = life;
        line.pieces = pieces;
        line.reliedOn = reliedOn;
        line.name.set(id);
    }

    @Override
    public void partGone(final int to, final EntryId id, final long upTo) {
        if (gone[to] == null) {
            gone[to] = new PartsGone();
        }
        final boolean isOther = gone[to].count > 0 && gone[to].upTo != upTo;
        gone[to].count = room(to, gone[to], gone[to].count, isOther ? 0 : PartsGone.MAX_ENTRIES);
        gone[to].upTo = upTo;
        gone[to].next().set(id);
    }

    @Override
    public void fetchSegment(final int to, final EntryId id, final int piece) {
        if (fetches[to] == null) {
            fetches[to] = new FetchSegments();
        }
        fetches[to].count = room(to, fetches[to], fetches[to].count, FetchSegments.MAX_ENTRIES);
        counters.partsFetched.increment();
        final FetchLine line = fetches[to].next();
        line.piece = piece;
        line.name.set(id);
    }

    @Override
    public void learned(final long upTo) {
        learned.upTo = upTo;
        isLearnedDue = true;
    }

    @Override
    public void learnRequest(final int to, final long from) {
        learnRequest.from = from;
        send(to, learnRequest);
    }

    @Override
    public void snapshotHeld(final long upTo) {
        notice.lsn = upTo;
        send(ALL, notice);
    }

    @Override
    public void standingRequest(final int to, final StandingRequest request) {
        request.usesPayloads = usesPayloads;
        send(to, request);
    }

    @Override
    public void standingAnswer(final int to, final StandingAnswer answer) {
        answer.usesPayloads = usesPayloads;
        answer.knownLife = lifeOf.applyAsLong(members.nodeAt(to));
        send(to, answer);
    }

    /**
     * The end of a duty cycle: sends what has gathered.
     *
     * @param nowNs the clock.
     * @return how many messages were sent.
     */
    public int flush(final long nowNs) {
        int work = parts.doWork(nowNs) + flushLines();
        if (ready.count > 0 && send(ALL, ready)) {
            ready.count = 0;
            work++;
        }
        if (isLearnedDue && send(ALL, learned)) {
            isLearnedDue = false;
            work++;
        }
        return work;
    }

    /** How many parts wait for the transport. */
    public int waitingParts() {
        return parts.waiting();
    }

    /** What is counted here. */
    public LinkCounters counters() {
        return counters;
    }

    private int flushLines() {
        int work = 0;
        for (int to = ALL; to < members.size(); to++) {
            final Steps step = steps[to + 1];
            if (step != null && step.count > 0 && send(to, step)) {
                step.count = 0;
                work++;
            }
            final Decisions decision = decisions[to + 1];
            if (decision != null && decision.count > 0 && send(to, decision)) {
                decision.count = 0;
                work++;
            }
        }
        return work + flushPartLines();
    }

    private int flushPartLines() {
        int work = 0;
        for (int to = 0; to < members.size(); to++) {
            final SegmentAcks ack = acks[to];
            if (ack != null && ack.count > 0 && send(to, ack)) {
                ack.count = 0;
                work++;
            }
            final FetchSegments fetch = fetches[to];
            if (fetch != null && fetch.count > 0 && send(to, fetch)) {
                fetch.count = 0;
                work++;
            }
            if (gone[to] != null && gone[to].count > 0 && send(to, gone[to])) {
                gone[to].count = 0;
                work++;
            }
        }
        return work;
    }

    /** A full message leaves, or its lines are lost; returns how many lines there are then. */
    private int room(final int to, final Message message, final int count, final int most) {
        if (count < most) {
            return count;
        }
        if (!send(to, message)) {
            DROPPED.hit();
        }
        return 0;
    }

    private boolean send(final int to, final Message message) {
        if (message instanceof Steps said) {
            said.lives = lives.getAsLong();
        } else if (message == learned) {
            learned.lives = isVoter.getAsBoolean() ? lives.getAsLong() : CountedLives.NONE;
        }
        return to == ALL ? outbound.sendToOthers(message) : outbound.send(members.nodeAt(to), message);
    }

    private Steps stepsTo(final int to) {
        if (steps[to + 1] == null) {
            steps[to + 1] = new Steps();
        }
        return steps[to + 1];
    }

    private Decisions decisionsTo(final int to) {
        if (decisions[to + 1] == null) {
            decisions[to + 1] = new Decisions();
        }
        return decisions[to + 1];
    }

    private static void slotLine(final SlotLine line, final long slot, final EntryId id) {
        line.slot = slot;
        line.name.set(id);
    }
}
