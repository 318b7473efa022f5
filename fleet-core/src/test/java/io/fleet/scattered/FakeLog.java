package io.fleet.scattered;

import io.fleet.consensus.store.AcceptedLog;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.ReadFailedException;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/** A scattered log in memory whose test says when what was appended becomes durable. */
public final class FakeLog implements AcceptedLog {
    /** All that was appended. */
    public final List<Record> records = new ArrayList<>();
    /** What is not durable yet. */
    public final List<Record> inFlight = new ArrayList<>();
    public boolean full;
    /** Whether the disk fails to read. */
    public boolean unreadable;
    /** How often it was full when something was appended. */
    public int refusals;

    @Override
    public boolean append(final long lsn, final long ballot, final int storageGroup, final EntryMeta meta,
                          final DirectBuffer body, final int offset) {
        final byte[] bytes = new byte[meta.length];
        body.getBytes(offset, bytes);
        return add(lsn, ballot, storageGroup, meta, bytes, 0);
    }

    @Override
    public boolean restamp(final long lsn, final long ballot, final int storageGroup, final EntryMeta meta,
                           final long bodyPosition) {
        return add(lsn, ballot, storageGroup, meta, at(bodyPosition).body, bodyPosition);
    }

    @Override
    public int readBody(final long position, final EntryMeta expected, final ExpandableArrayBuffer target) {
        if (unreadable) {
            throw new ReadFailedException("input/output error", null);
        }
        final Record record = at(position);
        if (!record.meta.sameValue(expected)) {
            throw new AssertionError("position " + position + " holds " + record.meta + " and not " + expected);
        }
        target.putBytes(0, record.body);
        return record.body.length;
    }

    @Override
    public int readForOthers(final long lsn, final long position, final EntryMeta expected,
                             final ExpandableArrayBuffer target) {
        return unreadable ? -1 : readBody(position, expected, target);
    }

    @Override
    public boolean isFull() {
        return full;
    }

    /** Everything appended so far becomes durable. */
    public void flush(final Completion completion) {
        final List<Record> done = new ArrayList<>(inFlight);
        inFlight.clear();
        done.forEach(r -> completion.onDurable(r.lsn, r.ballot, r.position));
    }

    /** One record becomes durable before those appended earlier. */
    public void flushOne(final long lsn, final Completion completion) {
        final Record record = inFlight.stream().filter(r -> r.lsn == lsn).findFirst().orElseThrow();
        inFlight.remove(record);
        completion.onDurable(record.lsn, record.ballot, record.position);
    }

    /** The process dies: what is not durable is gone. */
    public void crash() {
        records.removeAll(inFlight);
        inFlight.clear();
        full = false;
    }

    public List<Long> lsns() {
        return records.stream().map(Record::lsn).toList();
    }

    public Record last() {
        return records.get(records.size() - 1);
    }

    private boolean add(final long lsn, final long ballot, final int storageGroup, final EntryMeta meta,
                        final byte[] body, final long refersTo) {
        if (full) {
            refusals++;
            return false;
        }
        final Record record = new Record(lsn, ballot, storageGroup, new EntryMeta().set(meta), body,
            records.size() + 1L, refersTo);
        records.add(record);
        inFlight.add(record);
        return true;
    }

    private Record at(final long position) {
        return records.stream().filter(r -> r.position == position).findFirst()
            .orElseThrow(() -> new AssertionError("nothing is at position " + position));
    }

    /** One record; {@code refersTo} is the position of the body of a re-stamp, or 0. */
    public record Record(long lsn, long ballot, int storageGroup, EntryMeta meta, byte[] body, long position,
                         long refersTo) {
    }

    /** Hears what is durable. */
    @FunctionalInterface
    public interface Completion {
        void onDurable(long lsn, long ballot, long position);
    }
}
