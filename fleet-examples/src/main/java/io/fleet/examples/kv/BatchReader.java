package io.fleet.examples.kv;

import io.fleet.examples.kv.store.KvLimits;
import io.fleet.examples.kv.watch.Watches;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;

/**
 * Walks over the commands of a {@link KvBatch}. Checks every length before it is used; {@link #check} walks the whole
 * batch before anything is run, so that a malformed batch changes nothing. A reused flyweight that allocates only when
 * a command has more arguments than any before.
 */
final class BatchReader {
    private static final int KEPT_ARGUMENTS = 4096;

    private DirectBuffer buffer;
    private int limit;
    private int position;
    private long maxEntries;
    private long maxBytes;
    /** 0 where the batch does not say. */
    private int room;
    /** Whether operations that came later may be in the batch. */
    private boolean isLater;
    private KvOp op;
    private int count;
    private int[] offsets = new int[16];
    private int[] lengths = new int[16];
    /** Whether the bytes of an argument are in the payload; {@link #offsets} counts from its beginning then. */
    private boolean[] apart = new boolean[16];
    /** Whether the batch is a header, and long values are the payload. */
    private boolean isHeader;
    private int payloadLength;
    private int payloadPosition;

    /**
     * Goes to the first command.
     *
     * @param batch             from index 0 to its capacity.
     * @param lengthOfPayload   how long the payload beside it is, where the batch is a header; negative where the batch
     *                          is the payload itself.
     * @return how many commands it has, transactions counted as one.
     */
    int wrap(final DirectBuffer batch, final int lengthOfPayload) {
        buffer = batch;
        isHeader = lengthOfPayload >= 0;
        payloadLength = lengthOfPayload;
        payloadPosition = 0;
        limit = batch.capacity();
        final byte written = limit == 0 ? 0 : batch.getByte(0);
        isLater = written > KvBatch.WITH_LATER_OPERATIONS && written <= 2 * KvBatch.WITH_LATER_OPERATIONS;
        final int version = isLater ? written - KvBatch.WITH_LATER_OPERATIONS : written;
        final boolean hasRoom = version == KvBatch.VERSION_WITH_ROOM || version == KvBatch.VERSION_WITH_ROOM_IN_HEADER;
        position = hasRoom ? KvBatch.HEADER_LENGTH_WITH_ROOM
            : version == KvBatch.VERSION ? KvBatch.HEADER_LENGTH : KvBatch.HEADER_LENGTH_WITH_BOUNDS;
        if (isHeader && (limit < position
            || version != KvBatch.VERSION_IN_HEADER && version != KvBatch.VERSION_WITH_ROOM_IN_HEADER)) {
            throw malformed("its header does not begin with version " + KvBatch.VERSION_IN_HEADER
                + ", a count and bounds, or version " + KvBatch.VERSION_WITH_ROOM_IN_HEADER
                + ", a count, bounds and room for answers");
        }
        if (!isHeader && (limit < position || version != KvBatch.VERSION && version != KvBatch.VERSION_WITH_BOUNDS
            && version != KvBatch.VERSION_WITH_ROOM)) {
            throw malformed("it does not begin with version " + KvBatch.VERSION + " and a count, version "
                + KvBatch.VERSION_WITH_BOUNDS + ", a count and bounds, or version " + KvBatch.VERSION_WITH_ROOM
                + ", a count, bounds and room for answers");
        }
        final int commands = batch.getInt(1, ByteOrder.LITTLE_ENDIAN);
        readBounds(version != KvBatch.VERSION);
        room = hasRoom ? batch.getInt(KvBatch.HEADER_LENGTH_WITH_BOUNDS, ByteOrder.LITTLE_ENDIAN) : 0;
        if (hasRoom && room < 1) {
            throw malformed("it has room for " + room + " bytes of answers, but must have some for 1 or more");
        }
        if (commands < 1 || commands > KvLimits.MAX_COMMANDS) {
            throw malformed("it counts " + commands + " commands, but 1 to " + KvLimits.MAX_COMMANDS + " are allowed");
        }
        return commands;
    }

    private void readBounds(final boolean bounded) {
        maxEntries = bounded ? buffer.getLong(KvBatch.HEADER_LENGTH, ByteOrder.LITTLE_ENDIAN) : Long.MAX_VALUE;
        maxBytes = bounded ? buffer.getLong(KvBatch.HEADER_LENGTH + Long.BYTES, ByteOrder.LITTLE_ENDIAN)
            : Long.MAX_VALUE;
        if (maxEntries < 1 || maxBytes < 1) {
            throw malformed("it bounds the store to " + maxEntries + " entries and " + maxBytes
                + " bytes, but each must be 1 or more");
        }
    }

    /**
     * Whether the batch says how much room there is for its answers, and is run in shares.
     *
     * @return false for one of before there was that.
     */
    boolean hasRoom() {
        return room > 0;
    }

    /** Whether it may have operations that came after there were budgets, so that it was logged after that too. */
    boolean isLater() {
        return isLater;
    }

    /**
     * How much room there is for the answers.
     *
     * @return bytes; 0 where the batch does not say.
     */
    int room() {
        return room;
    }

    /**
     * How many entries the store may have.
     *
     * @return 1 or more.
     */
    long maxEntries() {
        return maxEntries;
    }

    /**
     * What the entries of the store may come to.
     *
     * @return bytes, 1 or more.
     */
    long maxBytes() {
        return maxBytes;
    }

    /**
     * Checks the form of the whole batch.
     *
     * @param batch           the batch.
     * @param lengthOfPayload as of {@link #wrap}.
     * @param writesAllowed   whether commands that change something may be in it.
     */
    void check(final DirectBuffer batch, final int lengthOfPayload, final boolean writesAllowed) {
        final int commands = wrap(batch, lengthOfPayload);
        for (int i = 0; i < commands; i++) {
            next();
            if (op != KvOp.EXEC) {
                checkCommand(writesAllowed);
            } else {
                checkTransaction(writesAllowed);
            }
        }
        if (position != limit) {
            throw malformed((limit - position) + " bytes follow the last command");
        }
        if (isHeader && payloadPosition != payloadLength) {
            throw malformed("its values are " + payloadPosition + " bytes, but its payload has " + payloadLength);
        }
    }

    private void checkTransaction(final boolean writesAllowed) {
        final int inner = count;
        final boolean isGuarded = isGuarded();
        for (int i = 0; i < inner; i++) {
            next();
            if (op == KvOp.EXEC) {
                throw malformed("a transaction lies in a transaction");
            }
            if (i == 0 && isGuarded) {
                checkGuard();
            } else if (op == KvOp.WATCH) {
                throw malformed("keys are watched in a transaction");
            } else {
                checkCommand(writesAllowed);
            }
        }
    }

    private void checkGuard() {
        boolean isWhole = count > 0 && count % 2 == 0;
        for (int i = 1; i < count; i += 2) {
            isWhole &= lengths[i] == Watches.SEEN_BYTES;
        }
        if (!isWhole) {
            throw malformed("a transaction begins with " + count + " words about keys that are watched, but must with a"
                + " key, and " + Watches.SEEN_BYTES + " bytes, for each");
        }
    }

    /** Whether the transaction whose head was read is run only if keys have not changed; they come first then. */
    boolean isGuarded() {
        return count > 0 && position < limit && buffer.getByte(position) == KvOp.UNCHANGED.code();
    }

    /** Goes past commands. */
    void skip(final int commands) {
        for (int i = 0; i < commands; i++) {
            next();
        }
    }

    /** Reads the next command; of EXEC only the head. */
    void next() {
        final byte code = readByte();
        op = KvOp.ofCode(code);
        if (op == null || op.isLater() && !isLater) {
            throw malformed("there is no operation " + code);
        }
        count = readVarint();
        if (count > limit - position) {
            throw malformed(op + " counts " + count + " parts where " + (limit - position) + " bytes are left");
        }
        if (op != KvOp.EXEC) {
            readArguments();
        }
    }

    private void readArguments() {
        if (count > offsets.length || offsets.length > KEPT_ARGUMENTS && count <= KEPT_ARGUMENTS) {
            final int capacity = Math.max(16, count);
            final int[] newOffsets = new int[capacity];
            final int[] newLengths = new int[capacity];
            final boolean[] newApart = new boolean[capacity];
            // together, so that they are of one size also where there was no memory for one of them
            offsets = newOffsets;
            lengths = newLengths;
            apart = newApart;
        }
        for (int i = 0; i < count; i++) {
            final int number = readVarint();
            apart[i] = isHeader && (number & 1) == 1;
            lengths[i] = isHeader ? number >>> 1 : number;
            if (apart[i]) {
                readApart(i);
            } else if (lengths[i] > limit - position) {
                throw malformed("an argument of " + lengths[i] + " bytes where " + (limit - position) + " are left");
            } else {
                offsets[i] = position;
                position += lengths[i];
            }
        }
    }

    private void readApart(final int argument) {
        final int length = lengths[argument];
        if (length <= KvLimits.INLINE_BYTES || length > payloadLength - payloadPosition || !op.holdsValue(argument)) {
            throw malformed("argument " + argument + " of " + op + " is " + length + " bytes of the payload where "
                + (payloadLength - payloadPosition) + " are left, but must be a value of more than "
                + KvLimits.INLINE_BYTES);
        }
        offsets[argument] = payloadPosition;
        payloadPosition += length;
    }

    /**
     * Whether the bytes of an argument are in the payload beside the batch: {@link #offset} counts from its beginning.
     *
     * @param argument its number.
     */
    boolean isApart(final int argument) {
        return apart[argument];
    }

    /**
     * Whether the batch is a header, so that the payload is beside it.
     *
     * @return false where the batch is the payload.
     */
    boolean isHeader() {
        return isHeader;
    }

    private void checkCommand(final boolean writesAllowed) {
        if (op == KvOp.UNCHANGED) {
            throw malformed(op + " is not the first of a transaction");
        }
        if (!op.fits(count + 1)) {
            throw malformed(op + " with " + count + " arguments");
        }
        if (!writesAllowed && !op.readOnly()) {
            throw malformed(op + " in a query");
        }
    }

    KvOp op() {
        return op;
    }

    /** How many arguments the command has; of EXEC how many commands follow. */
    int count() {
        return count;
    }

    DirectBuffer buffer() {
        return buffer;
    }

    int offset(final int argument) {
        return offsets[argument];
    }

    int length(final int argument) {
        return lengths[argument];
    }

    byte[] copy(final int argument) {
        final byte[] bytes = new byte[lengths[argument]];
        buffer.getBytes(offsets[argument], bytes);
        return bytes;
    }

    /**
     * Whether an argument is a word, in any case.
     *
     * @param argument  its number.
     * @param upperWord in upper case letters.
     * @return whether it is.
     */
    boolean is(final int argument, final String upperWord) {
        if (lengths[argument] != upperWord.length()) {
            return false;
        }
        for (int i = 0; i < upperWord.length(); i++) {
            final int c = buffer.getByte(offsets[argument] + i);
            final int upper = c >= 'a' && c <= 'z' ? c - 32 : c;
            if (upper != upperWord.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private byte readByte() {
        if (position >= limit) {
            throw malformed("it ends inside a command");
        }
        return buffer.getByte(position++);
    }

    private int readVarint() {
        int value = 0;
        for (int shift = 0; shift < 28; shift += 7) {
            final byte b = readByte();
            value |= (b & 0x7f) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw malformed("a number is longer than 4 bytes");
    }

    private static IllegalArgumentException malformed(final String why) {
        return new IllegalArgumentException("malformed batch of key-value commands: " + why);
    }
}
