package io.fleet.ec.group;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.dissemination.gather.ValueConsumer;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/** One quorum read of this node; reused for another. Hands on what is gathered. */
final class Reading implements ValueConsumer {
    final ExpandableArrayBuffer key = new ExpandableArrayBuffer();
    final EntryId id = new EntryId();
    final EntryId newestId = new EntryId();
    int keyLength;
    long ticket;
    /** Names the round of questions that answers are of. */
    long round;
    long answered;
    long newest;
    /** What is waited for or gathered; 0 while that is not known. */
    long slot;
    boolean isHeld;
    /** Whether the value of the slot is let go of: there is a newer one. */
    boolean isGone;
    long fetch;
    long askedNs;
    boolean isUsed;
    boolean isEnded;
    ReadHandler handler;

    void start(final DirectBuffer from, final int offset, final int length, final ReadHandler newHandler,
               final long newTicket) {
        key.putBytes(0, from, offset, length);
        keyLength = length;
        handler = newHandler;
        ticket = newTicket;
        slot = 0;
        isHeld = false;
        isGone = false;
        fetch = 0;
        isUsed = true;
        isEnded = false;
    }

    @Override
    public void onHeader(final EntryId entry, final DirectBuffer header, final int headerLength,
                         final int valueLength) {
        handler.onHeader(entry, header, headerLength, valueLength);
    }

    @Override
    public boolean onBytes(final EntryId entry, final int from, final DirectBuffer bytes, final int offset,
                           final int length) {
        return handler.onBytes(entry, from, bytes, offset, length);
    }

    @Override
    public boolean onGone(final EntryId entry, final long upTo) {
        isGone |= upTo >= slot;
        return isGone;
    }

    @Override
    public void onEnd(final EntryId entry) {
        isEnded = true;
        handler.onEnd(entry);
    }
}
