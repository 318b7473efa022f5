package io.fleet.examples.kv;

import io.fleet.examples.kv.store.KvBounds;
import io.fleet.examples.kv.store.KvLimits;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/**
 * Writes a list of commands as the payload of one Fleet command. The machine runs the list in order, and answers each;
 * it may answer fewer than it was given, where the answers would grow too large: then the rest was not run and is to be
 * sent again.
 *
 * <pre>
 * byte    version: 1 without bounds, 2 with
 * int     how many commands follow, little-endian
 * long    in version 2: how many entries the store may have, little-endian
 * long    in version 2: how many bytes they may come to, see {@link KvBounds}
 * then for each command
 * byte    {@link KvOp#code()}
 * varint  how many arguments follow (for EXEC: how many commands follow, none of them EXEC or WATCH; the first may be
 *         UNCHANGED, which has no answer of its own: where it does not hold the transaction is answered NIL)
 * varint  length of an argument, then its bytes; for each argument
 * </pre>
 *
 * <p>For machines that keep values as payloads there is version 3: the batch, always with bounds, is the <i>header</i>
 * of the Fleet command, but for values of more than {@link KvLimits#INLINE_BYTES}, which are its payload, one after the
 * other. The length of an argument is doubled there, and one more when its bytes are in the payload.
 *
 * <p>The bounds are the sender's, and what the commands of the batch are judged by on every replica.
 *
 * <p>Versions 4, a payload, and 5, a header, are 2 and 3 with one number more behind the bounds: how many bytes of
 * answers the sender has made room for. A batch whose first command is answered with more is not run, where that
 * changes something, and the answer says how much is needed. Such batches are also run in shares: the machine goes no
 * further than {@link Work} allows, and leaves the rest to be sent again.
 *
 * <pre>
 * int     in versions 4 and 5: room for answers in bytes, 1 or more, little-endian
 * </pre>
 *
 * <p>Versions 6 to 10 are 1 to 5 of a batch that has one of the operations that came later, see {@link KvOp}.
 *
 * <p>A varint holds 7 bits in each byte, the low ones first; the top bit says that another byte follows. Not
 * thread-safe; reused.
 */
public final class KvBatch {
    static final byte VERSION = 1;
    static final byte VERSION_WITH_BOUNDS = 2;
    static final byte VERSION_IN_HEADER = 3;
    static final byte VERSION_WITH_ROOM = 4;
    static final byte VERSION_WITH_ROOM_IN_HEADER = 5;
    /** Added to a version where operations that came later may be in the batch. */
    static final byte WITH_LATER_OPERATIONS = 5;
    static final int HEADER_LENGTH = 5;
    static final int HEADER_LENGTH_WITH_BOUNDS = HEADER_LENGTH + 2 * Long.BYTES;
    static final int HEADER_LENGTH_WITH_ROOM = HEADER_LENGTH_WITH_BOUNDS + Integer.BYTES;
    private static final int KEPT_CAPACITY = 16 * 1024;

    private final KvBounds bounds;
    private final boolean bounded;
    private final boolean inHeader;
    private final boolean hasRoom;
    private int room = KvLimits.MAX_MESSAGE_BYTES;
    private ExpandableArrayBuffer values = new ExpandableArrayBuffer(0);
    private int valuesLength;
    private ExpandableArrayBuffer buffer = new ExpandableArrayBuffer(512);
    private int length;
    private int commands;
    private boolean writes;
    private boolean isLater;

    /** Creates an empty batch without bounds. */
    public KvBatch() {
        this(KvBounds.NONE);
    }

    /**
     * Creates an empty batch.
     *
     * @param bounds what the store may have after each command that adds to it.
     */
    public KvBatch(final KvBounds bounds) {
        this(bounds, false, false);
    }

    /**
     * Creates an empty batch.
     *
     * @param bounds   what the store may have after each command that adds to it.
     * @param inHeader whether it is a header, with long values as payload, for machines that keep values as payloads;
     *                 all machines read it.
     */
    public KvBatch(final KvBounds bounds, final boolean inHeader) {
        this(bounds, inHeader, false);
    }

    /**
     * Creates an empty batch.
     *
     * @param bounds   what the store may have after each command that adds to it.
     * @param inHeader whether it is a header, with long values as payload.
     * @param hasRoom  whether it says how much room there is for answers, see {@link #room}, and is run in shares.
     */
    public KvBatch(final KvBounds bounds, final boolean inHeader, final boolean hasRoom) {
        this.bounds = bounds;
        this.inHeader = inHeader;
        this.hasRoom = hasRoom;
        bounded = inHeader || hasRoom || !bounds.equals(KvBounds.NONE);
        clear();
    }

    /**
     * How many bytes a command takes in a batch.
     *
     * @param arguments its arguments, without the name.
     * @return bytes.
     */
    public static long encodedLength(final byte[][] arguments) {
        long total = 1 + varintLength(arguments.length);
        for (final byte[] argument : arguments) {
            total += varintLength(argument.length) + argument.length;
        }
        return total;
    }

    /** Forgets all commands. */
    public void clear() {
        if (buffer.capacity() > KEPT_CAPACITY) {
            buffer = new ExpandableArrayBuffer(512);
        }
        if (values.capacity() > KEPT_CAPACITY) {
            values = new ExpandableArrayBuffer(0);
        }
        valuesLength = 0;
        length = hasRoom ? HEADER_LENGTH_WITH_ROOM : bounded ? HEADER_LENGTH_WITH_BOUNDS : HEADER_LENGTH;
        commands = 0;
        writes = false;
        isLater = false;
    }

    /** Gives up the bytes, which were sent; what the batch says of itself stays. */
    public void sent() {
        if (buffer.capacity() > KEPT_CAPACITY) {
            buffer = new ExpandableArrayBuffer(512);
        }
        if (values.capacity() > KEPT_CAPACITY) {
            values = new ExpandableArrayBuffer(0);
        }
    }

    /**
     * How much memory the bytes take.
     *
     * @return bytes.
     */
    public int capacity() {
        return buffer.capacity() + values.capacity();
    }

    /**
     * Says how much room there is for the answers.
     *
     * @param bytes 1 or more.
     */
    public void room(final int bytes) {
        room = bytes;
    }

    /**
     * Appends a command of its own.
     *
     * @param op        not EXEC.
     * @param arguments without the name.
     */
    public void add(final KvOp op, final byte[]... arguments) {
        commands++;
        addInner(op, arguments);
    }

    /**
     * Begins a transaction: the next {@code count} commands added by {@link #addInner} are one.
     *
     * @param count how many.
     */
    public void addExec(final int count) {
        commands++;
        putByte(KvOp.EXEC.code());
        putVarint(count);
    }

    /**
     * Appends a command to the transaction begun by {@link #addExec}.
     *
     * @param op        not EXEC.
     * @param arguments without the name.
     */
    public void addInner(final KvOp op, final byte[]... arguments) {
        writes |= !op.readOnly();
        isLater |= op.isLater();
        putByte(op.code());
        putVarint(arguments.length);
        for (int i = 0; i < arguments.length; i++) {
            put(arguments[i], inHeader && arguments[i].length > KvLimits.INLINE_BYTES && op.holdsValue(i));
        }
    }

    private void put(final byte[] argument, final boolean isPayload) {
        putVarint(inHeader ? argument.length * 2 + (isPayload ? 1 : 0) : argument.length);
        if (isPayload) {
            values.putBytes(valuesLength, argument);
            valuesLength += argument.length;
        } else {
            buffer.putBytes(length, argument);
            length += argument.length;
        }
    }

    /**
     * Whether no command in the batch changes anything, so that it may be sent as a query.
     *
     * @return true without writes.
     */
    public boolean readOnly() {
        return !writes;
    }

    /**
     * How many commands the batch has; a transaction counts as one.
     *
     * @return commands.
     */
    public int commands() {
        return commands;
    }

    /**
     * The size of header and payload.
     *
     * @return bytes.
     */
    public int length() {
        return length + valuesLength;
    }

    /**
     * The header, {@link #headerLength()} bytes from index 0; valid until the next change.
     *
     * @return the batch's own buffer.
     */
    public DirectBuffer header() {
        return inHeader ? batch() : values;
    }

    /**
     * The size of the header.
     *
     * @return bytes.
     */
    public int headerLength() {
        return inHeader ? length : 0;
    }

    /**
     * The payload, {@link #payloadLength()} bytes from index 0; valid until the next change.
     *
     * @return the batch's own buffer.
     */
    public DirectBuffer payload() {
        return inHeader ? values : batch();
    }

    /**
     * The size of the payload.
     *
     * @return bytes.
     */
    public int payloadLength() {
        return inHeader ? valuesLength : length;
    }

    private DirectBuffer batch() {
        final byte plain = inHeader ? VERSION_IN_HEADER : bounded ? VERSION_WITH_BOUNDS : VERSION;
        buffer.putByte(0, (byte) (plain + (hasRoom ? VERSION_WITH_ROOM - VERSION_WITH_BOUNDS : 0)
            + (isLater ? WITH_LATER_OPERATIONS : 0)));
        buffer.putInt(1, commands, ByteOrder.LITTLE_ENDIAN);
        if (bounded) {
            buffer.putLong(HEADER_LENGTH, bounds.maxEntries(), ByteOrder.LITTLE_ENDIAN);
            buffer.putLong(HEADER_LENGTH + Long.BYTES, bounds.maxBytes(), ByteOrder.LITTLE_ENDIAN);
        }
        if (hasRoom) {
            buffer.putInt(HEADER_LENGTH_WITH_BOUNDS, room, ByteOrder.LITTLE_ENDIAN);
        }
        return buffer;
    }

    /**
     * A copy of the payload.
     *
     * @return owned by the caller.
     */
    public byte[] toBytes() {
        final byte[] bytes = new byte[payloadLength()];
        payload().getBytes(0, bytes);
        return bytes;
    }

    /**
     * A copy of the header.
     *
     * @return owned by the caller.
     */
    public byte[] headerBytes() {
        final byte[] bytes = new byte[headerLength()];
        header().getBytes(0, bytes);
        return bytes;
    }

    private static int varintLength(final int value) {
        return Math.max(1, (38 - Integer.numberOfLeadingZeros(value)) / 7);
    }

    private void putByte(final byte value) {
        buffer.putByte(length++, value);
    }

    private void putVarint(final int value) {
        int rest = value;
        while (rest > 0x7f) {
            putByte((byte) (rest | 0x80));
            rest >>>= 7;
        }
        putByte((byte) rest);
    }
}
