package io.fleet.session;

import io.fleet.machine.SnapshotFormatException;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.storage.mark.Mark;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;

/**
 * One session: what its client still waits for, and the results from there up, in a ring that is indexed by sequence,
 * starts small and grows to what the client's window needs. Also a link in the table's list by last use.
 */
final class Session {
    private static final Mark STALE = Mark.named("session.stale-command-refused");
    private static final Mark WINDOW_EXCEEDED = Mark.named("session.window-exceeded");

    /** The largest window that any configuration allows, and so the largest a snapshot may hold. */
    static final int MAX_WINDOW = 65536;

    private static final int FIRST_CAPACITY = 8;

    final long id;
    long lastUseMillis;
    Session older;
    Session newer;

    private final BytePool pool;
    private final SessionListener listener;
    private long firstIncomplete = 1;
    private long highest;
    /** The sequence whose result is in each place; 0 where there is none. */
    private long[] sequences = new long[FIRST_CAPACITY];
    private byte[] statuses = new byte[FIRST_CAPACITY];
    private int[] lengths = new int[FIRST_CAPACITY];
    private byte[][] replies = new byte[FIRST_CAPACITY][];

    Session(final long id, final BytePool pool, final SessionListener listener) {
        this.id = id;
        this.pool = pool;
        this.listener = listener;
    }

    /** Exact membership and the client's window (H3). */
    Admission admit(final long sequence, final long oldest, final int window) {
        if (sequence < firstIncomplete || oldest < 1 || oldest > sequence) {
            STALE.hit();
            return Admission.STALE;
        }
        if (oldest > firstIncomplete) {
            dropBelow(oldest);
        }
        if (sequence - firstIncomplete >= window) {
            WINDOW_EXCEEDED.hit();
            return Admission.WINDOW_EXCEEDED;
        }
        return contains(sequence) ? Admission.REPEATED : Admission.EXECUTE;
    }

    /** Whether a result may be stored: inside the window, and none there yet. */
    boolean awaits(final long sequence, final int window) {
        return sequence >= firstIncomplete && sequence - firstIncomplete < window && !contains(sequence);
    }

    private boolean contains(final long sequence) {
        return sequence > 0 && sequences[index(sequence)] == sequence;
    }

    void store(final long sequence, final byte status, final DirectBuffer reply, final int offset, final int length) {
        final byte[] bytes = pool.take(length);
        reply.getBytes(offset, bytes, 0, length);
        put(sequence, status, bytes, length);
    }

    boolean stored(final long sequence, final StoredReply into) {
        if (!contains(sequence)) {
            return false;
        }
        final int index = index(sequence);
        into.wrap(statuses[index], replies[index], lengths[index]);
        return true;
    }

    /** Gives all bytes back to the pool; the session must not be used any more. */
    void release() {
        dropBelow(highest + 1);
    }

    void writeSnapshot(final SnapshotWriter out) {
        out.writeLong(id);
        out.writeLong(firstIncomplete);
        out.writeLong(lastUseMillis);
        int count = 0;
        for (long sequence = firstIncomplete; sequence <= highest; sequence++) {
            count += contains(sequence) ? 1 : 0;
        }
        out.writeInt(count);
        for (long sequence = firstIncomplete; sequence <= highest; sequence++) {
            if (contains(sequence)) {
                final int index = index(sequence);
                out.writeLong(sequence);
                out.writeInt(statuses[index]);
                out.writeInt(lengths[index]);
                out.write(replies[index], 0, lengths[index]);
            }
        }
    }

    /** The table is thrown away with all that it refers to. */
    void discard() {
        for (int i = 0; i < sequences.length; i++) {
            if (sequences[i] != 0) {
                pool.give(replies[i]);
            }
        }
    }

    static Session readSnapshot(final SnapshotReader in, final BytePool pool, final SessionListener listener) {
        final Session session = new Session(in.readLong(), pool, listener);
        session.firstIncomplete = in.readLong();
        session.lastUseMillis = in.readLong();
        final int count = in.readInt();
        if (session.firstIncomplete < 1 || count < 0 || count > MAX_WINDOW) {
            throw new SnapshotFormatException("session " + session.id + " waits from sequence "
                + session.firstIncomplete + " and has " + count
                + " results, but must wait from 1 or above and have from 0 to " + MAX_WINDOW);
        }
        for (int i = 0; i < count; i++) {
            session.readResult(in);
        }
        return session;
    }

    private void readResult(final SnapshotReader in) {
        final long sequence = in.readLong();
        final int status = in.readInt();
        final int length = in.readInt();
        final long lowest = Math.max(highest + 1, firstIncomplete);
        if (sequence < lowest || sequence - firstIncomplete >= MAX_WINDOW) {
            throw new SnapshotFormatException("session " + id + " has a result for sequence " + sequence
                + ", but must be from " + lowest + " and less than " + MAX_WINDOW + " above " + firstIncomplete);
        }
        if (status != ReplyFrame.OK && status != ReplyFrame.FAILED && status != ReplyFrame.REPLY_TOO_LARGE
            && status != StoredReply.WITH_PAYLOADS) {
            throw new SnapshotFormatException("session " + id + ", sequence " + sequence + " has status " + status
                + ", but must be " + ReplyFrame.OK + ", " + ReplyFrame.FAILED + ", " + ReplyFrame.REPLY_TOO_LARGE
                + " or " + StoredReply.WITH_PAYLOADS);
        }
        if (length < 0 || length > in.remaining()) {
            throw new SnapshotFormatException("session " + id + ", sequence " + sequence + " has a result of " + length
                + " bytes, but must be from 0 to the " + in.remaining() + " that are left");
        }
        final byte[] bytes = pool.take(length);
        in.read(bytes, 0, length);
        if (status == StoredReply.WITH_PAYLOADS) {
            listener.onReplyRestored(bytes, length);
        }
        put(sequence, (byte) status, bytes, length);
    }

    private void put(final long sequence, final byte status, final byte[] bytes, final int length) {
        if (sequence - firstIncomplete >= sequences.length) {
            grow((int) (sequence - firstIncomplete + 1));
        }
        final int index = index(sequence);
        sequences[index] = sequence;
        statuses[index] = status;
        lengths[index] = length;
        replies[index] = bytes;
        highest = Math.max(highest, sequence);
    }

    private void dropBelow(final long oldest) {
        final long end = Math.min(oldest, highest + 1);
        for (long sequence = firstIncomplete; sequence < end; sequence++) {
            if (contains(sequence)) {
                final int index = index(sequence);
                if (statuses[index] == StoredReply.WITH_PAYLOADS) {
                    listener.onReplyDropped(replies[index], lengths[index]);
                }
                pool.give(replies[index]);
                replies[index] = null;
                sequences[index] = 0;
            }
        }
        firstIncomplete = oldest;
    }

    private void grow(final int needed) {
        final int capacity = BitUtil.findNextPositivePowerOfTwo(needed);
        final long[] newSequences = new long[capacity];
        final byte[] newStatuses = new byte[capacity];
        final int[] newLengths = new int[capacity];
        final byte[][] newReplies = new byte[capacity][];
        for (int from = 0; from < sequences.length; from++) {
            if (sequences[from] != 0) {
                final int to = (int) sequences[from] & capacity - 1;
                newSequences[to] = sequences[from];
                newStatuses[to] = statuses[from];
                newLengths[to] = lengths[from];
                newReplies[to] = replies[from];
            }
        }
        sequences = newSequences;
        statuses = newStatuses;
        lengths = newLengths;
        replies = newReplies;
    }

    private int index(final long sequence) {
        return (int) sequence & sequences.length - 1;
    }
}
