package io.fleet.replica.effects;

import io.fleet.consensus.message.replication.Effects;
import io.fleet.replica.digest.ExecutionDigest;
import io.fleet.storage.EntryMeta;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/**
 * What came of the commands of one entry: for each that is shipped its place in the entry, its effect, and its answer
 * as {@code prepare} has left it; ascending by place. Each record is a place, the lengths of both, and both.
 */
public final class EntryEffects {
    static final int HEAD_LENGTH = 3 * Integer.BYTES;
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
    private static final int NONE = -1;

    private final long lsn;
    private final long batcherId;
    private final long sequence;
    private final long digest;
    private final ExpandableArrayBuffer records = new ExpandableArrayBuffer();
    private int length;
    private int lastRecord;
    private int lastPlace = NONE;
    private boolean isComplete;
    /** Of the record that was found last, or is to be looked at next. */
    private int at;

    /** One that is executed here. */
    public EntryEffects(final long lsn, final EntryMeta meta, final long digest) {
        this.lsn = lsn;
        this.digest = digest;
        batcherId = meta.batcherId;
        sequence = meta.sequence;
    }

    /** One that was executed elsewhere. */
    EntryEffects(final Effects first) {
        lsn = first.lsn;
        digest = first.digest;
        batcherId = first.batcherId;
        sequence = first.sequence;
    }

    long lsn() {
        return lsn;
    }

    /** How many bytes its records have. */
    int length() {
        return length;
    }

    /** Whether these bytes have come before. */
    boolean has(final Effects chunk) {
        return isComplete || chunk.offset < length;
    }

    /** Whether all of it has come. */
    boolean isComplete() {
        return isComplete;
    }

    /**
     * Whether it is of the entry that is about to be executed here, upon the same state as there.
     *
     * @param meta  the value.
     * @param state the digest of what this replica has made of the log before its first command.
     */
    public boolean isOf(final EntryMeta meta, final long state) {
        return batcherId == meta.batcherId && sequence == meta.sequence && digest == state
            && state != ExecutionDigest.NONE;
    }

    /**
     * Adds what came of a command.
     *
     * @param place        of the command in the entry; higher than any before.
     * @param effect       where its effect is, from index 0.
     * @param effectLength in bytes.
     * @param reply        where its answer is, from index 0.
     * @param replyLength  in bytes.
     * @return false where there is no room for it; then nothing was added.
     */
    public boolean add(final int place, final DirectBuffer effect, final int effectLength, final DirectBuffer reply,
                       final int replyLength) {
        final long recordLength = (long) HEAD_LENGTH + effectLength + replyLength;
        if (recordLength > Effects.MAX_CHUNK || length + recordLength > Effects.MAX_BYTES) {
            return false;
        }
        lastRecord = length;
        records.putInt(length, place, ORDER);
        records.putInt(length + Integer.BYTES, effectLength, ORDER);
        records.putInt(length + 2 * Integer.BYTES, replyLength, ORDER);
        records.putBytes(length + HEAD_LENGTH, effect, 0, effectLength);
        records.putBytes(length + HEAD_LENGTH + effectLength, reply, 0, replyLength);
        length += (int) recordLength;
        return true;
    }

    /** Takes back what {@link #add} added last. */
    public void withdraw() {
        length = lastRecord;
    }

    /**
     * Takes the next chunk of what was executed elsewhere. No length in it is believed.
     *
     * @return false where it does not follow on what has come, is too long, or is not made of whole records.
     */
    boolean append(final Effects chunk) {
        if (isComplete || chunk.offset != length || length + chunk.length > Effects.MAX_BYTES
            || chunk.lsn != lsn || chunk.digest != digest || chunk.batcherId != batcherId
            || chunk.sequence != sequence || !isWhole(chunk)) {
            return false;
        }
        if (chunk.length > 0) {
            records.putBytes(length, chunk.buffer, chunk.bufferOffset, chunk.length);
        }
        length += chunk.length;
        isComplete = chunk.isLast;
        return true;
    }

    private boolean isWhole(final Effects chunk) {
        int place = lastPlace;
        int done = 0;
        while (done < chunk.length) {
            final int left = chunk.length - done - HEAD_LENGTH;
            if (left < 0) {
                return false;
            }
            final int from = chunk.bufferOffset + done;
            final int next = chunk.buffer.getInt(from, ORDER);
            final int effect = chunk.buffer.getInt(from + Integer.BYTES, ORDER);
            final int reply = chunk.buffer.getInt(from + 2 * Integer.BYTES, ORDER);
            if (next <= place || effect < 0 || effect > left || reply < 0 || reply > left - effect) {
                return false;
            }
            place = next;
            done += HEAD_LENGTH + effect + reply;
        }
        lastPlace = place;
        return true;
    }

    /**
     * Looks for what came of a command. Those before it cannot be found any more.
     *
     * @param place of the command in the entry.
     * @return whether it is there; then the other methods tell of it.
     */
    public boolean find(final int place) {
        while (at < length && records.getInt(at, ORDER) < place) {
            at = replyOffset() + replyLength();
        }
        return at < length && records.getInt(at, ORDER) == place;
    }

    /** Where effects and answers are. */
    public DirectBuffer buffer() {
        return records;
    }

    /** Index of the first byte of the effect that was found. */
    public int effectOffset() {
        return at + HEAD_LENGTH;
    }

    /** Its length in bytes. */
    public int effectLength() {
        return records.getInt(at + Integer.BYTES, ORDER);
    }

    /** Index of the first byte of the answer that was found. */
    public int replyOffset() {
        return effectOffset() + effectLength();
    }

    /** Its length in bytes. */
    public int replyLength() {
        return records.getInt(at + 2 * Integer.BYTES, ORDER);
    }

    /**
     * Fills a message with the records that were not sent yet, as many as it takes.
     *
     * @return whether there was a message to fill.
     */
    boolean next(final Effects message) {
        if (isComplete) {
            return false;
        }
        message.lsn = lsn;
        message.batcherId = batcherId;
        message.sequence = sequence;
        message.digest = digest;
        message.offset = at;
        message.buffer = records;
        message.bufferOffset = at;
        int end = at;
        while (at < length && replyOffset() + replyLength() - message.offset <= Effects.MAX_CHUNK) {
            at = replyOffset() + replyLength();
            end = at;
        }
        message.length = end - message.offset;
        message.isLast = end == length;
        return true;
    }

    /** What {@link #next} filled has left. */
    void sent(final Effects message) {
        isComplete = message.isLast;
    }

    /** What {@link #next} filled has not left, and is filled again. */
    void notSent(final Effects message) {
        at = message.offset;
    }
}
