package io.fleet.bench.speculation;

import io.fleet.machine.Command;
import io.fleet.machine.CommandKeys;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.SpeculativeMachine;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.agrona.DirectBuffer;

/**
 * A map whose commands put a value under a key, and take as long as they say. Counts what it has published, so that it
 * can be told whether each command was applied once; {@link #problem} may be asked on any thread when nothing is under
 * way.
 *
 * <p>The header of a command: key, nanoseconds of work, number; eight bytes each.
 */
class SpeculativeMap implements SpeculativeMachine<Draft> {
    static final int KEYS = 1_024;
    static final int WORK_AT = Long.BYTES;
    static final int NUMBER_AT = 2 * Long.BYTES;
    static final int HEADER_LENGTH = 3 * Long.BYTES;
    /** From splitmix64. */
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

    private final AtomicReferenceArray<Draft> published = new AtomicReferenceArray<>(KEYS);
    /** The newest drafts of keys, or what is published where there are none. */
    private final AtomicReferenceArray<Draft> newest = new AtomicReferenceArray<>(KEYS);
    /** Both written by the thread that applies the log alone. */
    private final AtomicLong count = new AtomicLong();
    private final AtomicLong marks = new AtomicLong();

    /** What stands for a number: sums of these are equal where the numbers are, but for a chance in 2^64. */
    static long mark(final long number) {
        final long bits = number * GOLDEN;
        return (bits ^ bits >>> 29) * 0xBF58_476D_1CE4_E5B9L;
    }

    @Override
    public void keys(final Command command, final CommandKeys keys) {
        keys.add(command.header().getLong(0, ByteOrder.LITTLE_ENDIAN));
    }

    @Override
    public Draft prepare(final Command command, final Reply reply) {
        final DirectBuffer header = command.header();
        work(header.getLong(WORK_AT, ByteOrder.LITTLE_ENDIAN));
        final int key = (int) header.getLong(0, ByteOrder.LITTLE_ENDIAN);
        final byte[] value = new byte[command.payload().capacity()];
        command.payload().getBytes(0, value);
        final Draft before = newest.get(key);
        final Draft draft = add(key, before == null ? 1 : before.version + 1,
            mark(header.getLong(NUMBER_AT, ByteOrder.LITTLE_ENDIAN)), value);
        reply.writeLong(draft.version);
        return draft;
    }

    /** Makes the newest draft of a key. */
    final Draft add(final int key, final long version, final long mark, final byte[] value) {
        final Draft draft = new Draft(key, version, mark, value, newest.get(key));
        newest.set(key, draft);
        return draft;
    }

    private static void work(final long nanos) {
        if (nanos > 0) {
            final long untilNs = System.nanoTime() + nanos;
            while (System.nanoTime() - untilNs < 0) {
                Thread.onSpinWait();
            }
        }
    }

    @Override
    public void publish(final Draft draft, final Reply reply) {
        draft.before = null;
        published.set(draft.key, draft);
        marks.set(marks.get() + draft.mark);
        count.set(count.get() + 1);
    }

    @Override
    public void revoke(final Draft draft) {
        newest.set(draft.key, draft.before);
    }

    /** Whether all that was prepared was published or revoked. Any thread. */
    boolean hasNoDrafts() {
        for (int key = 0; key < KEYS; key++) {
            if (published.get(key) != newest.get(key)) {
                return false;
            }
        }
        return true;
    }

    /** How many bytes of effects were written for other replicas. Any thread. */
    long effectBytes() {
        return 0;
    }

    /** How many commands were published. Any thread. */
    long count() {
        return count.get();
    }

    /**
     * What is wrong where so many commands, whose marks have such a sum, were applied once each.
     *
     * @return null for nothing.
     */
    String problem(final long commands, final long sumOfMarks) {
        long versions = 0;
        for (int key = 0; key < KEYS; key++) {
            final Draft value = published.get(key);
            versions += value == null ? 0 : value.version;
        }
        return count.get() != commands ? count + " commands were applied, but " + commands + " were answered"
            : marks.get() != sumOfMarks ? "other commands were applied than were answered"
            : versions != commands ? "the keys have " + versions + " versions, but there were " + commands + " commands"
            : null;
    }

    @Override
    public void writeSnapshot(final SnapshotWriter out) {
        out.writeLong(count.get());
        out.writeLong(marks.get());
        for (int key = 0; key < KEYS; key++) {
            final Draft value = published.get(key);
            out.writeLong(value == null ? 0 : value.version);
            out.writeBytes(value == null ? new byte[0] : value.value);
        }
    }

    @Override
    public void readSnapshot(final SnapshotReader in) {
        count.set(in.readLong());
        marks.set(in.readLong());
        for (int key = 0; key < KEYS; key++) {
            final long version = in.readLong();
            final byte[] value = in.readBytes();
            final Draft draft = version == 0 ? null : new Draft(key, version, 0, value, null);
            published.set(key, draft);
            newest.set(key, draft);
        }
    }
}
