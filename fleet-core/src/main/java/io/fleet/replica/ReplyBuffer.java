package io.fleet.replica;

import io.fleet.machine.Payload;
import io.fleet.machine.Reply;
import io.fleet.session.ReplyFrame;
import io.fleet.session.StoredReply;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.collections.IntArrayList;

/**
 * Collects one answer of the state machine, up to the group's limit; beyond it the answer is dropped, on every replica
 * alike. Payloads in it are referred to from the moment they are written, so that the machine may forget them. Reused.
 */
public final class ReplyBuffer implements Reply {
    private static final int RETAINED = 1 << 20;

    private final int limit;
    private final MachinePayloads payloads;
    private final List<PayloadHandle> references = new ArrayList<>();
    private final IntArrayList positions = new IntArrayList();
    private ExpandableArrayBuffer template;
    private int templateLength;
    private int referenced;
    private ExpandableArrayBuffer buffer = new ExpandableArrayBuffer(256);
    private int length;
    private boolean overflow;
    private byte status;

    /**
     * Creates one for answers without handles of payloads.
     *
     * @param limit of an answer, in bytes.
     */
    public ReplyBuffer(final int limit) {
        this(limit, null);
    }

    /** Null where the machine does not use handles. */
    ReplyBuffer(final int limit, final MachinePayloads payloads) {
        this.limit = limit;
        this.payloads = payloads;
    }

    /** Empties it. */
    public ReplyBuffer reset() {
        if (buffer.capacity() > RETAINED) {
            buffer = new ExpandableArrayBuffer(256);
        }
        release();
        length = 0;
        overflow = false;
        status = ReplyFrame.OK;
        return this;
    }

    /** Refers to no payload any more. */
    void release() {
        if (!references.isEmpty()) {
            references.forEach(payloads::release);
            handOver();
        }
    }

    /** What this has referred to others refer to now. */
    void handOver() {
        references.clear();
        positions.clear();
        referenced = 0;
        templateLength = 0;
    }

    /**
     * The machine threw: its message is the answer.
     *
     * @param failure what it threw.
     */
    public void fail(final Throwable failure) {
        reset();
        status = ReplyFrame.FAILED;
        final String text = failure instanceof Error ? failure.toString()
            : failure.getMessage() == null ? failure.getClass().getName() : failure.getMessage();
        write(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * What it takes.
     *
     * @return bytes of heap.
     */
    public int capacity() {
        return buffer.capacity();
    }

    /**
     * How the command ended.
     *
     * @return a status of {@link ReplyFrame}, or {@link StoredReply#WITH_PAYLOADS}.
     */
    public byte status() {
        return overflow ? ReplyFrame.REPLY_TOO_LARGE : hasPayloads() ? StoredReply.WITH_PAYLOADS : status;
    }

    boolean hasPayloads() {
        return !references.isEmpty();
    }

    /**
     * The answer; with payloads, a {@link ReplyTemplate}.
     *
     * @return the bytes, from 0 on; valid until {@link #reset}.
     */
    public DirectBuffer buffer() {
        return hasPayloads() ? template() : buffer;
    }

    private DirectBuffer template() {
        if (templateLength == 0) {
            template = new ExpandableArrayBuffer(256);
            template.putInt(0, references.size(), ByteOrder.LITTLE_ENDIAN);
            for (int i = 0; i < references.size(); i++) {
                ReplyTemplate.put(template, i, positions.getInt(i), references.get(i));
            }
            final int head = ReplyTemplate.HEAD_LENGTH + references.size() * ReplyTemplate.REFERENCE_LENGTH;
            template.putBytes(head, buffer, 0, length);
            templateLength = head + length;
        }
        return template;
    }

    /**
     * How long {@link #buffer()} is.
     *
     * @return bytes.
     */
    public int storedLength() {
        return hasPayloads() ? ReplyTemplate.HEAD_LENGTH + references.size() * ReplyTemplate.REFERENCE_LENGTH + length
            : length;
    }

    @Override
    public Reply write(final Payload payload) {
        if (payloads == null) {
            return Reply.super.write(payload);
        }
        final PayloadHandle handle = payloads.retain(payload);
        if (handle.length() > 0) {
            references.add(handle);
            positions.addInt(length);
            if (hasRoom(handle.length())) {
                referenced += handle.length();
            }
        }
        return this;
    }

    @Override
    public Reply write(final DirectBuffer source, final int offset, final int count) {
        if (hasRoom(count)) {
            buffer.putBytes(length, source, offset, count);
            length += count;
        }
        return this;
    }

    @Override
    public Reply write(final byte[] source) {
        if (hasRoom(source.length)) {
            buffer.putBytes(length, source);
            length += source.length;
        }
        return this;
    }

    @Override
    public Reply writeByte(final byte value) {
        if (hasRoom(Byte.BYTES)) {
            buffer.putByte(length, value);
            length += Byte.BYTES;
        }
        return this;
    }

    @Override
    public Reply writeInt(final int value) {
        if (hasRoom(Integer.BYTES)) {
            buffer.putInt(length, value, ByteOrder.LITTLE_ENDIAN);
            length += Integer.BYTES;
        }
        return this;
    }

    @Override
    public Reply writeLong(final long value) {
        if (hasRoom(Long.BYTES)) {
            buffer.putLong(length, value, ByteOrder.LITTLE_ENDIAN);
            length += Long.BYTES;
        }
        return this;
    }

    @Override
    public int length() {
        return length + referenced;
    }

    private boolean hasRoom(final int count) {
        if (overflow || count > limit - length - referenced) {
            overflow = true;
            length = 0;
            release();
        }
        return !overflow;
    }
}
