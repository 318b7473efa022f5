package io.fleet.examples.kv.store;

import io.fleet.error.SnapshotFormatException;
import io.fleet.machine.Payload;
import io.fleet.machine.Payloads;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A store on the heap whose long values are payloads: it keeps handles, and ropes of them where values were appended
 * to. What is taken out is forgotten only when the command is done, as an answer may have returned it.
 */
public final class PayloadStore extends HeapStore {
    private final List<Payload> dropped = new ArrayList<>();
    private Payloads payloads;

    /** The machine is hosted. */
    public void onStart(final Payloads newPayloads) {
        payloads = newPayloads;
    }

    /** The command is done. */
    public void settle() {
        dropped.forEach(payloads::forget);
        dropped.clear();
    }

    /** A part that is added to a rope joins the bytes before it, if it is not a payload. */
    @Override
    public int bytesCopiedToAppend(final Entry entry) {
        return ((HeapEntry) entry).rope == null ? entry.valueLength() : ((HeapEntry) entry).rope.bytesAtEnd();
    }

    @Override
    public Rope rope(final Entry entry) {
        return ((HeapEntry) entry).rope;
    }

    /** Replaces a value by a payload of the command at hand; answers what is kept. */
    public Payload replace(final Entry entry, final Payload payload) {
        final Payload placed = payloads.place(payload);
        replace(entry, new Rope().add(placed));
        return placed;
    }

    /** The parts of a value once more, to be given to another key; null where it is bytes. */
    public Rope again(final Entry entry) {
        final Rope rope = rope(entry);
        if (rope == null) {
            return null;
        }
        final Rope again = new Rope();
        rope.forEach(bytes -> again.add(bytes.clone()), payload -> again.add(payloads.place(payload)));
        return again;
    }

    /** Replaces a value by parts that are placed. */
    public void replace(final Entry entry, final Rope rope) {
        final HeapEntry target = (HeapEntry) entry;
        final int before = target.valueLength();
        drop(target);
        target.value = new byte[0];
        target.rope = rope;
        count(0, rope.length() - before);
    }

    /** The bytes of a value of which a part is a payload; those of its payloads must be at hand. */
    public DirectBuffer bytes(final Rope rope) {
        final byte[] all = new byte[rope.length()];
        final int[] done = new int[1];
        rope.forEach(bytes -> {
            System.arraycopy(bytes, 0, all, done[0], bytes.length);
            done[0] += bytes.length;
        }, payload -> {
            payloads.bytes(payload).getBytes(0, all, done[0], payload.length());
            done[0] += payload.length();
        });
        return new UnsafeBuffer(all);
    }

    /** Appends a payload of the command at hand to a value; answers what is kept. */
    public Payload append(final Entry entry, final Payload payload) {
        final HeapEntry target = (HeapEntry) entry;
        if (target.rope == null) {
            target.rope = new Rope().add(target.value);
            target.value = new byte[0];
        }
        final Payload placed = payloads.place(payload);
        target.rope.add(placed);
        count(0, placed.length());
        return placed;
    }

    @Override
    public void append(final Entry entry, final DirectBuffer buffer, final int offset, final int length) {
        final HeapEntry target = (HeapEntry) entry;
        if (target.rope == null) {
            super.append(entry, buffer, offset, length);
        } else {
            final byte[] bytes = new byte[length];
            buffer.getBytes(offset, bytes);
            target.rope.add(bytes);
            count(0, length);
        }
    }

    @Override
    public void replace(final Entry entry, final DirectBuffer buffer, final int offset, final int length) {
        final HeapEntry target = (HeapEntry) entry;
        if (target.rope != null) {
            count(0, -target.rope.length());
            drop(target);
        }
        super.replace(entry, buffer, offset, length);
    }

    @Override
    public void remove(final Entry given) {
        super.remove(given);
        drop((HeapEntry) given);
    }

    @Override
    public void clear() {
        for (Entry entry = first(0); entry != null; entry = next(entry)) {
            drop((HeapEntry) entry);
        }
        super.clear();
    }

    private void drop(final HeapEntry entry) {
        if (entry.rope != null) {
            entry.rope.forEach(bytes -> {}, dropped::add);
            entry.rope = null;
        }
    }

    /** Writes a value: how many parts it has, 0 for bytes alone, then each part. */
    public void write(final Entry entry, final SnapshotWriter out) {
        final Rope rope = rope(entry);
        out.writeInt(rope == null ? 0 : rope.parts());
        if (rope == null) {
            out.writeBytes(((HeapEntry) entry).value);
            return;
        }
        rope.forEach(bytes -> {
            out.writeInt(0);
            out.writeBytes(bytes);
        }, payload -> {
            out.writeInt(1);
            payloads.write(payload, out);
        });
    }

    /** Reads what {@link #write} wrote; null where bytes follow. */
    public Rope read(final SnapshotReader in, final KvLimits limits) {
        final int parts = in.readInt();
        if (parts < 0 || parts > limits.valueBytes()) {
            throw new SnapshotFormatException("key-value snapshot holds a value of " + parts + " parts");
        }
        if (parts == 0) {
            return null;
        }
        final Rope rope = new Rope();
        for (int i = 0; i < parts; i++) {
            final int kind = in.readInt();
            if (kind == 1) {
                rope.add(payloads.read(in));
            } else if (kind == 0) {
                rope.add(in.readBytes());
            }
            if (kind < 0 || kind > 1 || rope.length() < 0 || rope.length() > limits.valueBytes()) {
                throw new SnapshotFormatException("key-value snapshot holds a part of kind " + kind + " and a value of "
                    + rope.length() + " bytes");
            }
        }
        return rope;
    }

    /** Gives an entry that is empty the value that was read. */
    public void restore(final Entry entry, final Rope rope) {
        ((HeapEntry) entry).rope = rope;
        count(0, rope.length());
    }

    /** The machine goes with all that it has placed. */
    @Override
    public void close() {
        super.clear();
    }
}
