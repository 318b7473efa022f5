package io.fleet.ec.group;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.message.StandingAnswer;
import io.fleet.ec.message.StandingRequest;
import org.agrona.DirectBuffer;

/** What members say to a coded group: a call for each thing that {@link CodedGroupOutbound} sends. Nothing is kept. */
public interface CodedGroupInbound {
    /**
     * PROPOSAL, STATE or VOTE.
     *
     * @param sender  the member it came from.
     * @param slot    the slot.
     * @param vote    the message.
     * @param id      that it carries.
     * @param isAgain whether the sender waits for an answer.
     */
    void onVote(int sender, long slot, long vote, EntryId id, boolean isAgain);

    /**
     * PROPOSAL, STATE or VOTE of a member that counts members in other lives than this node does: it does not count.
     * Where the slot is decided here its sender is told.
     *
     * @param sender the member it came from.
     * @param slot   the slot.
     */
    void onVoteOfOtherLives(int sender, long slot);

    /**
     * DECIDED.
     *
     * @param sender the member it came from.
     * @param slot   the slot.
     * @param id     what it holds.
     */
    void onDecided(int sender, long slot, EntryId id);

    /**
     * READY.
     *
     * @param sender the member it came from.
     * @param id     of the entry.
     * @param slot   that it is meant for.
     */
    void onReady(int sender, EntryId id, long slot);

    /**
     * A member hands over a piece of this node's part of an entry.
     *
     * @param sender the member it came from.
     * @param id     of the entry.
     * @param piece  holds the piece.
     * @param offset of its first byte.
     * @param length in bytes.
     */
    void onSegment(int sender, EntryId id, DirectBuffer piece, int offset, int length);

    /**
     * A member holds pieces of its part durably.
     *
     * @param sender the member.
     * @param id     of the entry.
     * @param pieces how many, from the first on.
     * @param life   of the member when it acknowledged; one from before it lost something does not count.
     * @param reliedOn the member keeps them until a slot above this one holds the entry.
     */
    void onSegmentAck(int sender, EntryId id, int pieces, long life, long reliedOn);

    /**
     * A member does not have the part that it was asked for, nor needs it.
     *
     * @param sender the member.
     * @param id     of the entry.
     * @param upTo   if the entry was decided at or below this slot, nobody needs it at or above it.
     */
    void onPartGone(int sender, EntryId id, long upTo);

    /**
     * A member asks for a piece of this node's part.
     *
     * @param sender the member.
     * @param id     of the entry.
     * @param piece  which, from 0.
     */
    void onFetchSegment(int sender, EntryId id, int piece);

    /**
     * A piece of another member's part that was asked for.
     *
     * @param sender whose part it is of.
     * @param id     of the entry.
     * @param piece  holds the piece.
     * @param offset of its first byte.
     * @param length in bytes.
     */
    void onSegmentCopy(int sender, EntryId id, DirectBuffer piece, int offset, int length);

    /**
     * LEARNED.
     *
     * @param sender the member it came from.
     * @param upTo   the slot up to which it has all decisions durably.
     */
    void onLearned(int sender, long upTo);

    /**
     * LEARNED of a member that does not vote, or counts members in other lives than this node does: decisions are to be
     * had from it, and it does not count for what f + 1 have learned.
     *
     * @param sender the member it came from.
     * @param upTo   the slot up to which it has all decisions durably.
     */
    void onLearnedInOtherLives(int sender, long upTo);

    /**
     * A member asks for decisions.
     *
     * @param sender the member.
     * @param from   the first slot that it misses.
     */
    void onLearnRequest(int sender, long from);

    /**
     * A member asks who counts (rule S15).
     *
     * @param sender  the member.
     * @param request what it asks.
     */
    void onStandingRequest(int sender, StandingRequest request);

    /**
     * A member answers that.
     *
     * @param sender the member.
     * @param answer its answer.
     */
    void onStandingAnswer(int sender, StandingAnswer answer);

    /**
     * COVERED: only a snapshot tells what a slot holds.
     *
     * @param sender the member it came from.
     * @param slot   that this node asked for.
     */
    void onCovered(int sender, long slot);

    /**
     * SNAPSHOT_HELD: a member has a durable snapshot.
     *
     * @param sender the member.
     * @param upTo   the slot up to which it covers everything.
     */
    void onSnapshotHeld(int sender, long upTo);
}
