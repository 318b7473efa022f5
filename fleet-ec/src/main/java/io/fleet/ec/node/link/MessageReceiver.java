package io.fleet.ec.node.link;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.snapshot.SnapshotNotice;
import io.fleet.ec.consensus.SlotVote;
import io.fleet.ec.group.CodedGroupInbound;
import io.fleet.ec.group.retention.PartCapacity;
import io.fleet.ec.message.AckLine;
import io.fleet.ec.message.CodedMessage;
import io.fleet.ec.message.Covered;
import io.fleet.ec.message.Decisions;
import io.fleet.ec.message.FetchLine;
import io.fleet.ec.message.FetchSegments;
import io.fleet.ec.message.LearnRequest;
import io.fleet.ec.message.Learned;
import io.fleet.ec.message.PartsGone;
import io.fleet.ec.message.Ready;
import io.fleet.ec.message.SegmentAcks;
import io.fleet.ec.message.SegmentChunk;
import io.fleet.ec.message.StandingAnswer;
import io.fleet.ec.message.StandingRequest;
import io.fleet.ec.message.StepLine;
import io.fleet.ec.message.Steps;
import io.fleet.ec.node.member.CountedLives;
import io.fleet.ec.node.member.MemberTable;
import io.fleet.storage.coverage.CoverageMark;
import java.util.function.LongPredicate;

/**
 * Hands messages to a coded group: nodes become positions, lines become calls, chunks become parts. What is not from
 * another member is refused. Single-threaded; keeps nothing of a message.
 */
public final class MessageReceiver {
    private static final CoverageMark STRANGER = CoverageMark.named("message-adapter.sender-is-no-other-member");

    private static final PartCapacity[] ROOMS = PartCapacity.values();

    private final MemberTable members;
    private final CodedGroupInbound group;
    private final PartAssembler assembler;
    private final RoomListener rooms;
    private LongPredicate counts = lives -> true;

    /** Told what other members have room for. */
    @FunctionalInterface
    public interface RoomListener {
        /**
         * A member has said what it has room for, and what its clock shows.
         *
         * @param member its position.
         * @param room   among its parts.
         * @param said   the message; reused after the call.
         * @param nowNs  the time.
         */
        void onRoom(int member, PartCapacity room, Learned said, long nowNs);
    }

    /**
     * Creates an adapter where nobody wants to know what members have room for.
     *
     * @param members   of the group.
     * @param group     that is told.
     * @param assembler puts parts together.
     */
    public MessageReceiver(final MemberTable members, final CodedGroupInbound group, final PartAssembler assembler) {
        this(members, group, assembler, (member, room, said, nowNs) -> {});
    }

    /**
     * Creates an adapter.
     *
     * @param members   of the group.
     * @param group     that is told.
     * @param assembler puts parts together.
     * @param rooms     told what members have room for.
     */
    public MessageReceiver(final MemberTable members, final CodedGroupInbound group, final PartAssembler assembler,
                           final RoomListener rooms) {
        this.rooms = rooms;
        this.members = members;
        this.group = group;
        this.assembler = assembler;
    }

    /**
     * Sets which words count; before anything arrives.
     *
     * @param newCounts told in which lives a sender counts the members: whether this node counts them in the same.
     */
    public void counts(final LongPredicate newCounts) {
        counts = newCounts;
    }

    /**
     * A message arrived. The clock of the group has been told.
     *
     * @param node    the node it came from; any number.
     * @param message what; reused after the call.
     * @param nowNs   the clock of this duty cycle.
     * @return whether it was a message of coded groups, from another member.
     */
    public boolean onMessage(final int node, final Message message, final long nowNs) {
        final int sender = members.positionOf(node);
        if (sender == MemberTable.NONE || sender == members.self()) {
            STRANGER.hit();
            return false;
        }
        if (message instanceof SnapshotNotice notice) {
            group.onSnapshotHeld(sender, notice.lsn);
            return true;
        }
        if (message instanceof CodedMessage coded) {
            dispatch(sender, coded, nowNs);
            return true;
        }
        return false;
    }

    private void dispatch(final int sender, final CodedMessage message, final long nowNs) {
        switch (message.kind()) {
            case STEPS -> onSteps(sender, (Steps) message);
            case DECISIONS -> onDecisions(sender, (Decisions) message);
            case COVERED -> group.onCovered(sender, ((Covered) message).slot);
            case READY -> onReady(sender, (Ready) message);
            case LEARNED -> onLearned(sender, (Learned) message, nowNs);
            case LEARN_REQUEST -> group.onLearnRequest(sender, ((LearnRequest) message).from);
            case SEGMENT_CHUNK -> onSegmentChunk(sender, (SegmentChunk) message, nowNs);
            case SEGMENT_ACKS -> onSegmentAcks(sender, (SegmentAcks) message);
            case PARTS_GONE -> onPartsGone(sender, (PartsGone) message);
            case FETCH_SEGMENTS -> onFetchSegments(sender, (FetchSegments) message);
            case STANDING_REQUEST -> group.onStandingRequest(sender, (StandingRequest) message);
            case STANDING_ANSWER -> group.onStandingAnswer(sender, (StandingAnswer) message);
            default -> throw new IllegalArgumentException("kind is " + message.kind() + ", which is unknown");
        }
    }

    private void onSteps(final int sender, final Steps message) {
        if (!counts.test(message.lives)) {
            for (int i = 0; i < message.count; i++) {
                group.onVoteOfOtherLives(sender, message.steps[i].slot);
            }
            return;
        }
        for (int i = 0; i < message.count; i++) {
            final StepLine line = message.steps[i];
            group.onVote(sender, line.slot, SlotVote.of(line.kind, line.phase, line.value), line.name, line.isAgain);
        }
    }

    private void onDecisions(final int sender, final Decisions message) {
        for (int i = 0; i < message.count; i++) {
            group.onDecided(sender, message.decisions[i].slot, message.decisions[i].name);
        }
    }

    private void onLearned(final int sender, final Learned message, final long nowNs) {
        if (message.lives != CountedLives.NONE && counts.test(message.lives)) {
            group.onLearned(sender, message.upTo);
        } else {
            group.onLearnedInOtherLives(sender, message.upTo);
        }
        rooms.onRoom(sender, ROOMS[Math.max(0, Math.min(message.room, ROOMS.length - 1))], message, nowNs);
    }

    private void onReady(final int sender, final Ready message) {
        for (int i = 0; i < message.count; i++) {
            group.onReady(sender, message.entries[i].name, message.entries[i].slot);
        }
    }

    private void onSegmentAcks(final int sender, final SegmentAcks message) {
        for (int i = 0; i < message.count; i++) {
            final AckLine line = message.entries[i];
            group.onSegmentAck(sender, line.name, line.pieces, line.life, line.reliedOn);
        }
    }

    private void onPartsGone(final int sender, final PartsGone message) {
        for (int i = 0; i < message.count; i++) {
            group.onPartGone(sender, message.entries[i], message.upTo);
        }
    }

    private void onFetchSegments(final int sender, final FetchSegments message) {
        for (int i = 0; i < message.count; i++) {
            final FetchLine line = message.entries[i];
            group.onFetchSegment(sender, line.name, line.piece);
        }
    }

    private void onSegmentChunk(final int sender, final SegmentChunk chunk, final long nowNs) {
        if (!assembler.onChunk(sender, chunk, nowNs)) {
            return;
        }
        if (chunk.isCopy) {
            group.onSegmentCopy(sender, chunk.name, assembler.part(), assembler.offset(), chunk.totalLength);
        } else {
            group.onSegment(sender, chunk.name, assembler.part(), assembler.offset(), chunk.totalLength);
        }
    }
}
