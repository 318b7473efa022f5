package io.fleet.session;

import io.fleet.error.SnapshotFormatException;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.storage.coverage.CoverageMark;
import org.agrona.DirectBuffer;

/**
 * One session: what its client still waits for, which sequences from there up were executed, and the answers of those
 * that are kept. That a command was executed is remembered, by a bit, as long as its sequence is in the window; its
 * answer goes earlier where there is no room for it. Also a link in the table's lists by last use.
 */
final class Session {
    /** Of before answers could be gone. */
    static final int VERSION_1 = 1;
    /** The owner of a session that any batcher may use. */
    static final long NOBODYS = 0;
    static final int VERSION_WITH_OWNERS = 3;
    private static final CoverageMark STALE = CoverageMark.named("session.stale-command-refused");
    private static final CoverageMark WINDOW_EXCEEDED = CoverageMark.named("session.window-exceeded");
    private static final CoverageMark CONFIRMED = CoverageMark.named("session.confirmed-while-idle");

    /** The largest window that any configuration allows, and so the largest a snapshot may hold. */
    static final int MAX_WINDOW = 65536;
    /** No sequence is above this and a window: beyond, arithmetic would overflow. */
    private static final long MAX_OLDEST = 1L << 62;
    /** What its objects take besides arrays, in bytes of heap. */
    private static final int OBJECTS = 200;
    private static final int ARRAY_HEADER = 16;

    final long id;
    /** The batcher that alone may use it; {@link #NOBODYS} where any may. */
    long owner = NOBODYS;
    long lastUseMillis;
    Session older;
    Session newer;
    /** The same among those that have more answers than a session may always keep. */
    Session olderHolder;
    Session newerHolder;
    boolean isHolder;

    private final BytePool pool;
    private final SessionListener listener;
    private long firstIncomplete = 1;
    private long highest;
    /** No answer is kept below. */
    private long lowestKept = 1;
    /** A bit for each sequence of the window that was executed; a ring. */
    private long[] executed = new long[1];
    /** A bit for each of these whose answer is not kept; null while there is none. */
    private long[] gone;
    private final KeptReplies kept;
    private long bytes;

    Session(final long id, final BytePool pool, final PlacesPool places, final SessionListener listener) {
        this.id = id;
        kept = new KeptReplies(places);
        this.pool = pool;
        this.listener = listener;
    }

    /** What the answers take that are kept, in bytes of heap: a function of which they are. */
    long bytes() {
        return bytes;
    }

    /** Exact membership and the client's window (H3). */
    Admission admit(final long sequence, final long oldest, final int window) {
        if (sequence < firstIncomplete || oldest < 1 || oldest > sequence || oldest > MAX_OLDEST) {
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

    /** Whether {@link #admit} would say so; changes nothing. */
    boolean wouldExecute(final long sequence, final long oldest, final int window) {
        return sequence >= firstIncomplete && oldest >= 1 && oldest <= sequence && oldest <= MAX_OLDEST
            && sequence - Math.max(oldest, firstIncomplete) < window && !contains(sequence);
    }

    /** The client waits for nothing below. */
    void confirm(final long oldest) {
        if (oldest > firstIncomplete && oldest <= MAX_OLDEST) {
            CONFIRMED.hit();
            dropBelow(oldest);
        }
    }

    /** Whether a result may be stored: inside the window, and none there yet. */
    boolean awaits(final long sequence, final int window) {
        return sequence >= firstIncomplete && sequence - firstIncomplete < window && !contains(sequence);
    }

    private boolean contains(final long sequence) {
        return sequence >= firstIncomplete && sequence <= highest && isSet(executed, sequence);
    }

    void store(final long sequence, final byte status, final DirectBuffer reply, final int offset, final int length) {
        final byte[] array = pool.take(length);
        reply.getBytes(offset, array, 0, length);
        execute(sequence);
        keep(sequence, status, array, length);
    }

    private void keep(final long sequence, final byte status, final byte[] array, final int length) {
        kept.add(sequence, status, array, length);
        bytes += cost(status, array, length);
        lowestKept = Math.min(lowestKept, sequence);
    }

    private long cost(final byte status, final byte[] array, final int length) {
        return KeptReplies.cost(length)
            + (status == StoredReply.WITH_PAYLOADS ? listener.bytesReferredTo(array, length) : 0);
    }

    boolean stored(final long sequence, final StoredReply into) {
        if (!contains(sequence)) {
            return false;
        }
        final int at = kept.find(sequence);
        if (at < 0) {
            into.wrap(ReplyFrame.REPLY_GONE, BytePool.EMPTY, 0);
        } else {
            into.wrap(kept.status(at), kept.reply(at), kept.length(at));
        }
        return true;
    }

    /** Drops the answer with the lowest sequence; there is one. That its command was executed stays known. */
    void dropLowest() {
        lowestKept = nextKept(Math.max(lowestKept, firstIncomplete));
        drop(kept.find(lowestKept));
        if (gone == null) {
            gone = new long[executed.length];
        }
        set(gone, lowestKept);
        lowestKept++;
    }

    private long nextKept(final long from) {
        long sequence = from;
        while (true) {
            final int word = word(executed, sequence);
            final long bits = (executed[word] & ~(gone == null ? 0 : gone[word])) >>> sequence;
            if (bits != 0) {
                return sequence + Long.numberOfTrailingZeros(bits);
            }
            sequence = (sequence | Long.SIZE - 1) + 1;
        }
    }

    private void drop(final int at) {
        final byte[] reply = kept.reply(at);
        final int length = kept.length(at);
        final byte status = kept.status(at);
        bytes -= cost(status, reply, length);
        kept.remove(at);
        if (status == StoredReply.WITH_PAYLOADS) {
            listener.onReplyDropped(reply, length);
        }
        pool.give(reply);
    }

    /** Gives all bytes back to the pool; the session must not be used any more. */
    void release() {
        dropBelow(highest + 1);
        kept.release(pool);
    }

    private void dropBelow(final long oldest) {
        final long end = Math.min(oldest, highest + 1);
        for (long sequence = firstIncomplete; sequence < end; sequence++) {
            if (isSet(executed, sequence)) {
                final int at = kept.find(sequence);
                if (at >= 0) {
                    drop(at);
                } else {
                    clear(gone, sequence);
                }
                clear(executed, sequence);
            }
        }
        firstIncomplete = oldest;
        lowestKept = Math.max(lowestKept, oldest);
    }

    void writeSnapshot(final SnapshotWriter out) {
        out.writeLong(id);
        out.writeLong(owner);
        out.writeLong(firstIncomplete);
        out.writeLong(lastUseMillis);
        out.writeInt(kept.count());
        long highestGone = 0;
        for (long sequence = firstIncomplete; sequence <= highest; sequence++) {
            final int at = isSet(executed, sequence) ? kept.find(sequence) : -1;
            if (at >= 0) {
                out.writeLong(sequence);
                out.writeInt(kept.status(at));
                out.writeInt(kept.length(at));
                out.write(kept.reply(at), 0, kept.length(at));
            } else if (isSet(executed, sequence)) {
                highestGone = sequence;
            }
        }
        final int words = highestGone == 0 ? 0 : (int) ((highestGone - firstIncomplete) / Long.SIZE) + 1;
        out.writeInt(words);
        for (int word = 0; word < words; word++) {
            out.writeLong(goneFrom(firstIncomplete + (long) word * Long.SIZE));
        }
    }

    private long goneFrom(final long first) {
        long bits = 0;
        for (int bit = 0; bit < Long.SIZE && first + bit <= highest; bit++) {
            bits |= isSet(gone, first + bit) ? 1L << bit : 0;
        }
        return bits;
    }

    /** The table is thrown away with all that it refers to. */
    void discard() {
        kept.release(pool);
    }

    static Session readSnapshot(final SnapshotReader in, final BytePool pool, final PlacesPool places,
                                final SessionListener listener, final int version) {
        final Session session = new Session(in.readLong(), pool, places, listener);
        session.owner = version >= VERSION_WITH_OWNERS ? in.readLong() : NOBODYS;
        session.firstIncomplete = in.readLong();
        session.lowestKept = session.firstIncomplete;
        session.lastUseMillis = in.readLong();
        final int count = in.readInt();
        if (session.firstIncomplete < 1 || session.firstIncomplete > MAX_OLDEST || count < 0 || count > MAX_WINDOW) {
            throw new SnapshotFormatException("session " + session.id + " waits from sequence "
                + session.firstIncomplete + " and has " + count
                + " results, but must wait from 1 to " + MAX_OLDEST + " and have from 0 to " + MAX_WINDOW);
        }
        for (int i = 0; i < count; i++) {
            session.readResult(in);
        }
        if (version > VERSION_1) {
            session.readGone(in);
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
        final byte[] array = pool.take(length);
        in.read(array, 0, length);
        if (status == StoredReply.WITH_PAYLOADS) {
            listener.onReplyRestored(array, length);
        }
        execute(sequence);
        keep(sequence, (byte) status, array, length);
    }

    private void readGone(final SnapshotReader in) {
        final int words = in.readInt();
        if (words < 0 || words > MAX_WINDOW / Long.SIZE) {
            throw new SnapshotFormatException("session " + id + " has " + words
                + " words of answers that are gone, but must have from 0 to " + MAX_WINDOW / Long.SIZE);
        }
        long bits = 0;
        for (int word = 0; word < words; word++) {
            bits = in.readLong();
            for (long left = bits; left != 0; left &= left - 1) {
                readGone(firstIncomplete + (long) word * Long.SIZE + Long.numberOfTrailingZeros(left));
            }
        }
        if (words > 0 && bits == 0) {
            throw new SnapshotFormatException("session " + id + " has " + words
                + " words of answers that are gone, but the last one is empty");
        }
    }

    private void readGone(final long sequence) {
        if (sequence < 1 || contains(sequence)) {
            throw new SnapshotFormatException("session " + id + ", sequence " + sequence
                + " has an answer that is gone, but must not have one that is kept too, and must be 1 or above");
        }
        execute(sequence);
        if (gone == null) {
            gone = new long[executed.length];
        }
        set(gone, sequence);
    }

    private void execute(final long sequence) {
        if (sequence - firstIncomplete >= (long) executed.length * Long.SIZE) {
            final int needed = (int) ((sequence - firstIncomplete) / Long.SIZE) + 1;
            final int capacity = needed == 1 ? 1 : Integer.highestOneBit(needed - 1) << 1;
            executed = wider(executed, capacity);
            gone = gone == null ? null : wider(gone, capacity);
        }
        set(executed, sequence);
        highest = Math.max(highest, sequence);
    }

    private long[] wider(final long[] ring, final int capacity) {
        final long[] wide = new long[capacity];
        for (long sequence = firstIncomplete; sequence <= highest; sequence++) {
            if (isSet(ring, sequence)) {
                set(wide, sequence);
            }
        }
        return wide;
    }

    /** What it takes as it is, in bytes of heap. */
    long measure() {
        return OBJECTS + kept.measure() + ARRAY_HEADER + (long) executed.length * Long.BYTES
            + (gone == null ? 0 : ARRAY_HEADER + (long) gone.length * Long.BYTES);
    }

    private static int word(final long[] ring, final long sequence) {
        return (int) (sequence / Long.SIZE) & ring.length - 1;
    }

    private static boolean isSet(final long[] ring, final long sequence) {
        return (ring[word(ring, sequence)] & 1L << sequence) != 0;
    }

    private static void set(final long[] ring, final long sequence) {
        ring[word(ring, sequence)] |= 1L << sequence;
    }

    private static void clear(final long[] ring, final long sequence) {
        ring[word(ring, sequence)] &= ~(1L << sequence);
    }
}
