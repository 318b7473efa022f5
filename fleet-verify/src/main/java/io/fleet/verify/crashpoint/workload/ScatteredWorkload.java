package io.fleet.verify.crashpoint.workload;

import io.fleet.storage.EntryMeta;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.log.Flusher;
import io.fleet.storage.scattered.ScatteredLog;
import io.fleet.storage.scattered.ScatteredLogConfig;
import io.fleet.verify.crashpoint.machine.CrashMachine;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.agrona.ExpandableArrayBuffer;

/**
 * The scattered log alone: first start, flushes of several sizes, roll-overs, a re-stamp, trims, stops and starts. Its
 * flushers do everything, or only what is left for them: the node's thread writes, and files are made elsewhere.
 */
public final class ScatteredWorkload extends StorageWorkload {
    static final ScatteredLogConfig CONFIG = new ScatteredLogConfig(16 << 10, 8 << 10);
    static final StorageIdentity IDENTITY = new StorageIdentity(7, 1);
    private static final int GROUPS = 2;
    private static final long AFTERWARDS = 1_000;

    private final boolean inline;
    private final Map<Key, TestEntry> appended = new HashMap<>();
    private final Set<Key> durable = new HashSet<>();
    private final Map<Key, Long> positions = new HashMap<>();
    /** Whose next file is to be made, by another thread and some time later. */
    private final Set<Flusher> wanted = new HashSet<>();
    private final long[] trimmed = new long[GROUPS];
    private ScatteredLog log;

    private record Key(int group, long lsn, long ballot) {
    }

    /** Creates one; inline, the flushers are left what {@link Flusher#flush()} and {@link Flusher#prepare()} do not. */
    public ScatteredWorkload(final int disks, final boolean inline) {
        super((disks == 1 ? "scattered" : "scattered-" + disks) + (inline ? "-inline" : ""), disks);
        this.inline = inline;
    }

    @Override
    public void run(final CrashMachine machine) {
        log = open(machine, new HashMap<>());
        append(0, 1, 100);
        flush();
        append(0, 3, 2_900);
        append(1, 1, 700);
        flush();
        append(0, 2, 0);
        append(1, 2, 5_000);
        flush();
        flush();
        restamp(new Key(0, 3, 1), 2);
        append(0, 4, 300);
        flush();
        append(1, 3, 3_800);
        flush();
        trim(1, 1);
        append(0, 5, 3_900);
        flush();
        log.close();
        log = open(machine, new HashMap<>());
        append(0, 6, 3_000);
        flush();
        append(1, 4, 7_500);
        flush();
        trim(4, 3);
        append(0, 7, 200);
        append(0, 8, 900);
        flush();
        append(1, 5, 200);
        log.close();
        log = open(machine, new HashMap<>());
        trim(6, 4);
        append(0, 9, 4_200);
        flush();
        flush();
    }

    @Override
    public void recover(final CrashMachine machine, final Runnable recovered) {
        final Set<Key> added = new HashSet<>();
        checked(machine, added).close();
        final ScatteredLog second = checked(machine, added);
        for (int i = 0; i < disks(); i++) {
            add(second, new Key(0, AFTERWARDS + i, 9), added);
        }
        settle(second, key -> require(added.contains(key), "reported as durable: " + key));
        second.trim(group -> trimmed[(int) group]);
        settle(second, key -> require(false, "reported as durable twice: " + key));
        recovered.run();
        checked(machine, added);
    }

    private static TestEntry afterwards(final long lsn) {
        return TestEntry.of(lsn, 1_000);
    }

    private static void add(final ScatteredLog to, final Key key, final Set<Key> added) {
        final TestEntry value = afterwards(key.lsn);
        require(to.append(key.group, key.lsn, key.ballot, 0, value.meta(), value.body(), 0), "no room for " + key);
        added.add(key);
    }

    /** Opens and checks; records in {@code added} must be there too. */
    private ScatteredLog checked(final CrashMachine machine, final Set<Key> added) {
        final Map<Key, Found> found = new HashMap<>();
        final ScatteredLog opening = open(machine, found);
        for (final Key key : durable) {
            require(key.lsn <= trimmed[key.group] || found.containsKey(key), key + " was durable and is lost");
        }
        added.forEach(key -> require(found.containsKey(key), key + ", added after the crash, is lost"));
        final ExpandableArrayBuffer target = new ExpandableArrayBuffer();
        found.forEach((key, place) -> {
            final TestEntry value = key.lsn >= AFTERWARDS ? afterwards(key.lsn) : appended.get(key);
            require(value != null, key + " is found, but was never accepted");
            require(value.meta().sameValue(place.meta), key + " is found as " + place.meta + ", not " + value.meta());
            if (key.lsn > trimmed[key.group]) {
                final int length = opening.readBody(place.position, place.meta, target);
                require(value.isIn(target, 0, length), key + " is found with another body");
            }
        });
        return opening;
    }

    private record Found(EntryMeta meta, long position) {
    }

    private ScatteredLog open(final CrashMachine machine, final Map<Key, Found> found) {
        final ScatteredLog opened = ScatteredLog.open(CONFIG, IDENTITY, machine.mount(),
            (group, lsn, ballot, storageGroup, meta, position) -> found.put(new Key(group, lsn, ballot), new Found(
                new EntryMeta().set(meta), position)));
        if (inline) {
            opened.flushers().forEach(flusher -> flusher.prepareElsewhere(() -> wanted.add(flusher)));
        }
        return opened;
    }

    private void append(final int group, final long lsn, final int length) {
        final Key key = new Key(group, lsn, 1);
        final TestEntry value = TestEntry.of(group * 100L + lsn, length);
        appended.put(key, value);
        changes++;
        require(log.append(group, lsn, 1, 0, value.meta(), value.body(), 0), "no room for " + key);
    }

    private void restamp(final Key old, final long ballot) {
        final Key key = new Key(old.group, old.lsn, ballot);
        appended.put(key, appended.get(old));
        changes++;
        require(log.restamp(old.group, old.lsn, ballot, 0, appended.get(old).meta(), positions.get(old)),
            "no room for " + key);
    }

    private void trim(final long first, final long second) {
        trimmed[0] = first;
        trimmed[1] = second;
        changes++;
        log.trim(group -> trimmed[(int) group]);
        flush();
    }

    private void flush() {
        settle(log, key -> {
            durable.add(key);
            changes++;
        });
    }

    private void settle(final ScatteredLog of, final java.util.function.Consumer<Key> onDurable) {
        final io.fleet.storage.scattered.DurableHandler handler = (group, lsn, ballot, position) -> {
            final Key key = new Key(group, lsn, ballot);
            if (of == log) {
                positions.put(key, position);
            }
            onDurable.accept(key);
        };
        final Set<Flusher> due = new HashSet<>(wanted);
        wanted.clear();
        for (int i = 0; i < 3; i++) {
            of.poll(handler);
            for (final Flusher flusher : of.flushers()) {
                work(flusher, due);
            }
        }
        of.poll(handler);
    }

    /** A file is made one hand-over after it was wanted, or when the flusher has looked for it in vain. */
    private void work(final Flusher flusher, final Set<Flusher> due) {
        if (!inline) {
            cycle(flusher);
            return;
        }
        if (flusher.flush() == 0) {
            cycle(flusher);
        }
        if (due.remove(flusher) || flusher.hasWork()) {
            flusher.prepare();
        }
    }
}
