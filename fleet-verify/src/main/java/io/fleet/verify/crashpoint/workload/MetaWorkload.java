package io.fleet.verify.crashpoint.workload;

import io.fleet.storage.meta.MetaStore;
import io.fleet.verify.crashpoint.machine.CrashMachine;
import java.util.TreeMap;

/**
 * The meta store alone: first start, promises one by one and of several groups at once, leases that become longer and
 * are forgotten, stops and starts.
 */
public final class MetaWorkload extends StorageWorkload {
    private static final int[] MEMBERS = {0, 1, 2};
    private static final long AFTERWARDS = 1_000;
    private static final int LEASED = 2;
    private static final int LONGEST = 900;

    private final TreeMap<Integer, Long> staged = new TreeMap<>();
    private final TreeMap<Integer, Long> durable = new TreeMap<>();
    /** The longest lease that may have been granted and be in force. */
    private int granted;
    private long incarnation;
    private MetaStore store;

    public MetaWorkload() {
        super("meta", 1);
    }

    @Override
    public void run(final CrashMachine machine) {
        start(machine);
        promise(0, 5);
        flush();
        promise(0, 9);
        promise(3, 2);
        flush();
        promise(1, 4);
        store.poll();
        promise(1, 6);
        store.close();
        start(machine);
        for (int group = 0; group < 40; group++) {
            promise(group, 20 + group);
        }
        flush();
        start(machine);
        promise(39, 100);
        flush();
        promise(0, 101);
        flush();
        leases();
        store.close();
    }

    private void leases() {
        lease(LONGEST);
        flush();
        forget(300);
        lease(LONGEST);
        flush();
        forget(300);
        grant();
        store.poll();
        lease(LONGEST);
        grant();
        cycle(store.flusher());
        store.poll();
        grant();
        flush();
        forget(0);
        flush();
    }

    private void lease(final int millis) {
        changes++;
        store.lease(LEASED, millis);
    }

    private void forget(final int millis) {
        granted = Math.min(granted, millis);
        changes++;
        store.forgetLeases(LEASED, millis);
    }

    /** The longest that the store allows. */
    private void grant() {
        granted = Math.max(granted, store.durableLease(LEASED));
        changes++;
    }

    @Override
    public void recover(final CrashMachine machine, final Runnable recovered) {
        final MetaStore found = open(machine);
        require(found.incarnation() > incarnation, "incarnation " + found.incarnation() + " was used before, the last "
            + "was " + incarnation);
        durable.forEach((group, ballot) -> require(found.promised(group) >= ballot && found.durablePromise(
            group) >= ballot, "group " + group + " had promised " + ballot + " and says " + found.promised(group)));
        for (int group = 0; group < 50; group++) {
            final boolean again = group == 0 && found.promised(group) == AFTERWARDS;
            require(again || found.promised(group) <= staged.getOrDefault(group, 0L), "group " + group + " says "
                + found.promised(group) + ", but never promised that");
        }
        require(found.durableLease(LEASED) >= granted, "a lease of " + granted + " was granted, and the node says "
            + found.durableLease(LEASED));
        require(found.durableLease(LEASED) <= LONGEST, "there was no lease of " + found.durableLease(LEASED));
        found.promise(0, AFTERWARDS);
        settle(found);
        require(found.durablePromise(0) == AFTERWARDS, "a promise after the crash does not become durable");
        recovered.run();
        final MetaStore again = open(machine);
        require(again.promised(0) == AFTERWARDS, "a promise after the crash is lost");
        require(again.incarnation() == found.incarnation() + 1, "incarnation " + again.incarnation() + " after "
            + found.incarnation());
    }

    private void start(final CrashMachine machine) {
        store = open(machine);
        incarnation = store.incarnation();
        changes++;
    }

    private static MetaStore open(final CrashMachine machine) {
        return MetaStore.open(ScatteredWorkload.IDENTITY, 1, MEMBERS, machine.mount().get(0));
    }

    private void promise(final int group, final long ballot) {
        staged.put(group, ballot);
        changes++;
        store.promise(group, ballot);
    }

    private void flush() {
        settle(store);
        staged.keySet().forEach(group -> durable.put(group, store.durablePromise(group)));
        grant();
        changes++;
    }

    private static void settle(final MetaStore of) {
        for (int i = 0; i < 3; i++) {
            of.poll();
            cycle(of.flusher());
        }
        of.poll();
    }
}
