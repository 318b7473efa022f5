package io.fleet.replica.timer;

import io.fleet.error.SnapshotFormatException;
import io.fleet.machine.MachineContext;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import java.util.Arrays;
import org.agrona.collections.Long2LongHashMap;

/**
 * The timers of one group: part of the replicated state and of snapshots. They fire in the order of their deadlines,
 * those of one deadline in the order of their ids, so their order is a function of the set alone.
 *
 * <p>A binary heap in two arrays, and where in it each timer is. Pure, deterministic and single-threaded; allocates
 * nothing once it has grown to what the machine uses.
 */
public final class TimerTable {
    /** {@link #nextDeadline()}: there is no timer that is ever due. */
    public static final long NONE = Long.MAX_VALUE;

    private static final int MAGIC = 0x4D495446;
    private static final int VERSION = 1;
    private static final int FIRST_CAPACITY = 16;
    private static final long MISSING = -1;

    private final int limit;
    private final Long2LongHashMap places = new Long2LongHashMap(MISSING);
    private long[] deadlines = new long[FIRST_CAPACITY];
    private long[] ids = new long[FIRST_CAPACITY];
    private int size;

    /** Creates an empty table for as many timers as a group may have. */
    public TimerTable() {
        this(MachineContext.MAX_TIMERS);
    }

    /**
     * Creates an empty table.
     *
     * @param limit of timers.
     */
    public TimerTable(final int limit) {
        this.limit = limit;
    }

    /**
     * Adds a timer, or moves one that is there.
     *
     * @param timerId        which.
     * @param deadlineMillis when it is due.
     * @return false when it is new and there is no room for it; nothing has changed then.
     */
    public boolean schedule(final long timerId, final long deadlineMillis) {
        int index = (int) places.get(timerId);
        if (index == MISSING) {
            if (size == limit) {
                return false;
            }
            makeRoom(size + 1);
            index = size++;
        }
        settle(index, deadlineMillis, timerId);
        return true;
    }

    /**
     * Takes a timer out.
     *
     * @param timerId which.
     * @return whether it was there.
     */
    public boolean cancel(final long timerId) {
        final int index = (int) places.remove(timerId);
        if (index == MISSING) {
            return false;
        }
        size--;
        if (index < size) {
            settle(index, deadlines[size], ids[size]);
        }
        return true;
    }

    /**
     * Whether a timer is there.
     *
     * @param timerId which.
     */
    public boolean contains(final long timerId) {
        return places.containsKey(timerId);
    }

    /**
     * How many timers there are.
     *
     * @return timers.
     */
    public int size() {
        return size;
    }

    /**
     * When the next timer is due.
     *
     * @return milliseconds of log time; {@link #NONE} where there is none.
     */
    public long nextDeadline() {
        return size == 0 ? NONE : deadlines[0];
    }

    /**
     * Whether a timer is due.
     *
     * @param timeMillis log time.
     * @return whether {@link #poll()} may be called.
     */
    public boolean isDue(final long timeMillis) {
        return size > 0 && deadlines[0] <= timeMillis && deadlines[0] < NONE;
    }

    /** Takes the next timer out. There must be one. */
    public long poll() {
        final long timerId = ids[0];
        cancel(timerId);
        return timerId;
    }

    /**
     * Writes all timers in the order in which they will fire: tables with the same timers write the same bytes. Changes
     * nothing; takes 16 bytes of memory for each timer meanwhile.
     *
     * @param out where to.
     */
    public void writeSnapshot(final SnapshotWriter out) {
        final long[] sortedDeadlines = Arrays.copyOf(deadlines, size);
        final long[] sortedIds = Arrays.copyOf(ids, size);
        sortDescending(sortedDeadlines, sortedIds, size);
        out.writeInt(MAGIC);
        out.writeInt(VERSION);
        out.writeInt(size);
        for (int i = size - 1; i >= 0; i--) {
            out.writeLong(sortedDeadlines[i]);
            out.writeLong(sortedIds[i]);
        }
    }

    /**
     * Replaces the table by what {@link #writeSnapshot} wrote.
     *
     * @param in         where from.
     * @param timeMillis the log time of the snapshot, after which all its timers are due.
     * @throws SnapshotFormatException when that is not a table; this one is then empty.
     */
    public void readSnapshot(final SnapshotReader in, final long timeMillis) {
        clear();
        final int magic = in.readInt();
        final int version = in.readInt();
        final int count = in.readInt();
        if (magic != MAGIC || version != VERSION || count < 0 || count > limit) {
            throw new SnapshotFormatException("snapshot of timers starts with 0x" + Integer.toHexString(magic)
                + ", version " + version + ", and has " + count + " timers, but must start with 0x"
                + Integer.toHexString(MAGIC) + ", version " + VERSION + ", and have from 0 to " + limit);
        }
        boolean complete = false;
        try {
            for (int i = 0; i < count; i++) {
                restore(in.readLong(), in.readLong(), timeMillis);
            }
            complete = true;
        } finally {
            if (!complete) {
                clear();
            }
        }
    }

    /** What is sorted is a heap. */
    private void restore(final long deadline, final long id, final long timeMillis) {
        if (deadline <= timeMillis || size > 0 && !isBefore(deadlines[size - 1], ids[size - 1], deadline, id)
            || places.containsKey(id)) {
            throw new SnapshotFormatException("snapshot of timers has timer " + id + " with deadline " + deadline
                + " after " + (size == 0 ? "none" : "timer " + ids[size - 1] + " with deadline " + deadlines[size - 1])
                + ", but ids must be distinct, deadlines after log time " + timeMillis + ", and both in order");
        }
        makeRoom(size + 1);
        place(size++, deadline, id);
    }

    /** Leaves nothing behind. */
    public void clear() {
        size = 0;
        places.clear();
    }

    /** Heap sort: takes the first timer to the end of what is left, again and again, so that the last comes first. */
    private static void sortDescending(final long[] deadlines, final long[] ids, final int count) {
        for (int last = count - 1; last > 0; last--) {
            final long deadline = deadlines[last];
            final long id = ids[last];
            deadlines[last] = deadlines[0];
            ids[last] = ids[0];
            int index = 0;
            for (int child = 1; child < last; child = 2 * index + 1) {
                if (child + 1 < last && isBefore(deadlines[child + 1], ids[child + 1], deadlines[child], ids[child])) {
                    child++;
                }
                if (!isBefore(deadlines[child], ids[child], deadline, id)) {
                    break;
                }
                deadlines[index] = deadlines[child];
                ids[index] = ids[child];
                index = child;
            }
            deadlines[index] = deadline;
            ids[index] = id;
        }
    }

    /** Puts a timer near a free place, above or below, where it belongs. */
    private void settle(final int free, final long deadline, final long id) {
        int index = free;
        while (index > 0) {
            final int parent = index - 1 >>> 1;
            if (!isBefore(deadline, id, deadlines[parent], ids[parent])) {
                break;
            }
            place(index, deadlines[parent], ids[parent]);
            index = parent;
        }
        down(index, deadline, id);
    }

    private void down(final int free, final long deadline, final long id) {
        int index = free;
        for (int child = 2 * index + 1; child < size; child = 2 * index + 1) {
            if (child + 1 < size && isBefore(deadlines[child + 1], ids[child + 1], deadlines[child], ids[child])) {
                child++;
            }
            if (!isBefore(deadlines[child], ids[child], deadline, id)) {
                break;
            }
            place(index, deadlines[child], ids[child]);
            index = child;
        }
        place(index, deadline, id);
    }

    private void place(final int index, final long deadline, final long id) {
        deadlines[index] = deadline;
        ids[index] = id;
        places.put(id, index);
    }

    private void makeRoom(final int needed) {
        if (needed > ids.length) {
            deadlines = Arrays.copyOf(deadlines, ids.length * 2);
            ids = Arrays.copyOf(ids, ids.length * 2);
        }
    }

    private static boolean isBefore(final long deadline, final long id, final long otherDeadline, final long otherId) {
        return deadline < otherDeadline || deadline == otherDeadline && id < otherId;
    }
}
