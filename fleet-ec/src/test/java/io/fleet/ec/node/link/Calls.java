package io.fleet.ec.node.link;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.SlotVote;
import io.fleet.ec.group.CodedGroupInbound;
import io.fleet.ec.message.StandingAnswer;
import io.fleet.ec.message.StandingRequest;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Writes down what a group is told. */
final class Calls implements CodedGroupInbound {
    final List<String> all = new ArrayList<>();
    byte[] lastPart;

    @Override
    public void onVote(final int sender, final long slot, final long step, final EntryId id, final boolean isAgain) {
        all.add(sender + " step " + slot + " " + SlotVote.toString(step) + " " + id + (isAgain ? " again" : ""));
    }

    @Override
    public void onDecided(final int sender, final long slot, final EntryId id) {
        all.add(sender + " decided " + slot + " " + id);
    }

    @Override
    public void onReady(final int sender, final EntryId id, final long slot) {
        all.add(sender + " ready " + slot + " " + id);
    }

    @Override
    public void onSegment(final int sender, final EntryId id, final DirectBuffer part, final int offset,
                          final int length) {
        all.add(sender + " segment " + id + " " + take(part, offset, length));
    }

    @Override
    public void onSegmentAck(final int sender, final EntryId id, final int pieces,
                             final long life, final long reliedOn) {
        all.add(sender + " ack " + pieces + " of " + id + " in life " + life + " until " + reliedOn);
    }

    @Override
    public void onPartGone(final int sender, final EntryId id, final long upTo) {
        all.add(sender + " gone " + upTo + " " + id);
    }

    @Override
    public void onFetchSegment(final int sender, final EntryId id, final int piece) {
        all.add(sender + " fetch " + piece + " of " + id);
    }

    @Override
    public void onSegmentCopy(final int sender, final EntryId id, final DirectBuffer part, final int offset,
                              final int length) {
        all.add(sender + " copy " + id + " " + take(part, offset, length));
    }

    @Override
    public void onLearned(final int sender, final long upTo) {
        all.add(sender + " learned " + upTo);
    }

    @Override
    public void onLearnedInOtherLives(final int sender, final long upTo) {
        all.add(sender + " learned " + upTo + " and does not count");
    }

    @Override
    public void onVoteOfOtherLives(final int sender, final long slot) {
        all.add(sender + " says something that does not count of slot " + slot);
    }

    @Override
    public void onLearnRequest(final int sender, final long from) {
        all.add(sender + " learn " + from);
    }

    @Override
    public void onCovered(final int sender, final long slot) {
        all.add(sender + " covered " + slot);
    }

    @Override
    public void onSnapshotHeld(final int sender, final long upTo) {
        all.add(sender + " holds " + upTo);
    }

    @Override
    public void onStandingRequest(final int sender, final StandingRequest request) {
        all.add(sender + " asks " + request.life + " " + request.upTo + " " + request.isListing + " " + request.from);
    }

    @Override
    public void onStandingAnswer(final int sender, final StandingAnswer answer) {
        final StringBuilder text = new StringBuilder(sender + " answers " + answer.asked + " " + answer.life + " "
            + answer.isVoter + " " + answer.hasHistory + " " + answer.highest + " " + answer.from + " " + answer.next);
        for (int i = 0; i < answer.count; i++) {
            text.append(' ').append(answer.entries[i]);
        }
        all.add(text.toString());
    }

    private int take(final DirectBuffer part, final int offset, final int length) {
        lastPart = new byte[length];
        part.getBytes(offset, lastPart);
        return new UnsafeBuffer(lastPart).hashCode();
    }
}
