package io.fleet.replica;

import io.fleet.consensus.PayloadEntries;
import io.fleet.error.SnapshotFormatException;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.storage.EntryMeta;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * Which payloads somebody refers to, and how often (rule C1): part of the replicated state and of snapshots. Where the
 * values of entries are split, it counts references to whole entries, whose parts the nodes hold; otherwise it counts
 * those to each range that was placed, and has its bytes. Pure, deterministic and single-threaded.
 */
final class PayloadTable {
    private static final int MAGIC = 0x50415946;
    private static final int VERSION = 1;

    private final boolean isSplit;
    private final Long2ObjectHashMap<Held> entries = new Long2ObjectHashMap<>();
    /** Of split entries only: in how many places of the log each is referred to. */
    private final Map<Name, Integer> names = new HashMap<>();
    /** What the newest durable snapshot refers to, or one that is being written, and the state does not any more. */
    private final ArrayDeque<Forgotten> forgotten = new ArrayDeque<>();
    private final Map<Name, Integer> forgottenNames = new HashMap<>();
    /** Up to where snapshots were written: what came later is in none. */
    private long written;
    private long bytes;

    /** Which entry, wherever it was decided. */
    record Name(long batcherId, long sequence, long digest) {
    }

    private record Forgotten(long lsn, Name name) {
    }

    /** An entry of which something is referred to. */
    private static final class Held {
        private final Name name;
        private Block first;

        Held(final Name name) {
            this.name = name;
        }

        Block find(final int offset) {
            Block block = first;
            while (block != null && block.offset != offset) {
                block = block.next;
            }
            return block;
        }

        Block insert(final int offset) {
            final Block added = new Block(offset);
            if (first == null || first.offset > offset) {
                added.next = first;
                first = added;
                return added;
            }
            Block before = first;
            while (before.next != null && before.next.offset < offset) {
                before = before.next;
            }
            added.next = before.next;
            before.next = added;
            return added;
        }

        void remove(final Block block) {
            if (first == block) {
                first = block.next;
                return;
            }
            Block before = first;
            while (before.next != block) {
                before = before.next;
            }
            before.next = block.next;
        }
    }

    /** A range that was placed at once, or, split, all that was placed of an entry. */
    private static final class Block {
        private final int offset;
        private int length;
        private long references;
        private byte[] bytes;
        private Block next;

        Block(final int offset) {
            this.offset = offset;
        }
    }

    PayloadTable(final boolean isSplit) {
        this.isSplit = isSplit;
    }

    boolean isSplit() {
        return isSplit;
    }

    /** Refers to a range of an entry that is being applied; where it is not split, the buffer has its bytes. */
    PayloadHandle add(final long lsn, final EntryMeta meta, final int from, final int length, final DirectBuffer buffer,
               final int offset) {
        Held held = entries.get(lsn);
        if (held == null) {
            held = new Held(new Name(meta.batcherId, meta.sequence, meta.digest));
            put(lsn, held);
        }
        final int start = isSplit ? 0 : from;
        Block block = held.find(start);
        if (block == null) {
            block = held.insert(start);
        }
        final int end = from + length - start;
        if (end > block.length) {
            if (!isSplit) {
                bytes += end - block.length;
                block.bytes = new byte[end];
                buffer.getBytes(offset, block.bytes);
            }
            block.length = end;
        }
        block.references++;
        return new PayloadHandle(lsn, start, from - start, length);
    }

    private void put(final long lsn, final Held held) {
        entries.put(lsn, held);
        if (isSplit) {
            names.merge(held.name, 1, Integer::sum);
        }
    }

    boolean contains(final PayloadHandle handle) {
        final Block block = find(handle);
        return block != null && handle.from + handle.length() <= block.length;
    }

    private Block find(final PayloadHandle handle) {
        final Held held = entries.get(handle.lsn);
        return held == null ? null : held.find(handle.block);
    }

    /** Refers once more to what is referred to. */
    void retain(final PayloadHandle handle) {
        find(handle).references++;
    }

    /** Refers to it once less; an LSN says where in the log that happens. */
    void release(final PayloadHandle handle, final long atLsn) {
        final Held held = entries.get(handle.lsn);
        final Block block = held.find(handle.block);
        if (--block.references > 0) {
            return;
        }
        bytes -= block.bytes == null ? 0 : block.length;
        held.remove(block);
        if (held.first == null) {
            entries.remove(handle.lsn);
            if (isSplit) {
                names.merge(held.name, -1, PayloadTable::sum);
                if (handle.lsn <= written) {
                    forgotten.addLast(new Forgotten(atLsn, held.name));
                    forgottenNames.merge(held.name, 1, Integer::sum);
                }
            }
        }
    }

    private static Integer sum(final int a, final int b) {
        return a + b == 0 ? null : a + b;
    }

    /** Where the bytes of a handle are; not where they are split. */
    byte[] bytesOf(final PayloadHandle handle) {
        return find(handle).bytes;
    }

    /** The entry that a handle is of. */
    Name nameOf(final PayloadHandle handle) {
        return entries.get(handle.lsn).name;
    }

    /** Whether the state refers to a split entry, or the newest durable snapshot may. */
    boolean isReferenced(final long batcherId, final long sequence, final long digest) {
        final Name name = new Name(batcherId, sequence, digest);
        return names.containsKey(name) || forgottenNames.containsKey(name);
    }

    void forEach(final PayloadEntries consumer) {
        for (final Name name : names.keySet()) {
            consumer.onEntry(name.batcherId, name.sequence, name.digest);
        }
    }

    /** A snapshot is durable: what was forgotten before it is in no newer one. */
    void covered(final long lsn) {
        while (!forgotten.isEmpty() && forgotten.peekFirst().lsn <= lsn) {
            forgottenNames.merge(forgotten.removeFirst().name, -1, PayloadTable::sum);
        }
    }

    /** How many entries are referred to. */
    int size() {
        return entries.size();
    }

    /** How many bytes of payloads are kept here. */
    long bytes() {
        return bytes;
    }

    /** Of the state at an LSN. Remembers that there is such a snapshot, or will be. */
    void writeSnapshot(final SnapshotWriter out, final long applied) {
        written = Math.max(written, applied);
        final long[] lsns = new long[entries.size()];
        int count = 0;
        for (final Long2ObjectHashMap<Held>.KeyIterator i = entries.keySet().iterator(); i.hasNext(); ) {
            lsns[count++] = i.nextLong();
        }
        Arrays.sort(lsns);
        out.writeInt(MAGIC);
        out.writeInt(VERSION);
        out.writeInt(isSplit ? 1 : 0);
        out.writeInt(lsns.length);
        for (final long lsn : lsns) {
            write(lsn, entries.get(lsn), out);
        }
    }

    private static void write(final long lsn, final Held held, final SnapshotWriter out) {
        int blocks = 0;
        for (Block block = held.first; block != null; block = block.next) {
            blocks++;
        }
        out.writeLong(lsn);
        out.writeLong(held.name.batcherId);
        out.writeLong(held.name.sequence);
        out.writeLong(held.name.digest);
        out.writeInt(blocks);
        for (Block block = held.first; block != null; block = block.next) {
            out.writeInt(block.offset);
            out.writeInt(block.length);
            out.writeLong(block.references);
            if (block.bytes != null) {
                out.write(block.bytes, 0, block.length);
            }
        }
    }

    /** Fills a table that is empty. */
    void readSnapshot(final SnapshotReader in, final long applied) {
        written = applied;
        final int magic = in.readInt();
        final int version = in.readInt();
        final int split = in.readInt();
        final int count = in.readInt();
        if (magic != MAGIC || version != VERSION || split != (isSplit ? 1 : 0) || count < 0) {
            throw new SnapshotFormatException("snapshot of payloads starts with 0x" + Integer.toHexString(magic)
                + ", version " + version + ", kind " + split + ", and has " + count + " entries, but must start with 0x"
                + Integer.toHexString(MAGIC) + ", version " + VERSION + ", kind " + (isSplit ? 1 : 0)
                + ", and have 0 or more");
        }
        long before = 0;
        for (int i = 0; i < count; i++) {
            final long lsn = in.readLong();
            final Held held = new Held(new Name(in.readLong(), in.readLong(), in.readLong()));
            final int blocks = in.readInt();
            if (lsn <= before || lsn > applied || blocks < 1) {
                throw new SnapshotFormatException("snapshot of payloads has " + blocks + " ranges of LSN " + lsn
                    + " after LSN " + before + ", but must have 1 or more, and LSNs in order up to " + applied);
            }
            before = lsn;
            for (int j = 0; j < blocks; j++) {
                readBlock(in, lsn, held);
            }
            put(lsn, held);
        }
    }

    private void readBlock(final SnapshotReader in, final long lsn, final Held held) {
        final int offset = in.readInt();
        final int length = in.readInt();
        final long references = in.readLong();
        if (offset < 0 || length < 1 || length > Integer.MAX_VALUE - offset || references < 1
            || isSplit && offset != 0 || held.find(offset) != null || !isSplit && length > in.remaining()) {
            throw new SnapshotFormatException("snapshot of payloads refers " + references + " times to " + length
                + " bytes from " + offset + " of LSN " + lsn + " where " + in.remaining() + " bytes are left");
        }
        final Block block = held.insert(offset);
        block.length = length;
        block.references = references;
        if (!isSplit) {
            block.bytes = new byte[length];
            in.read(block.bytes, 0, length);
            bytes += length;
        }
    }
}
