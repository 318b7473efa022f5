package io.fleet.examples.kv;

import io.fleet.examples.kv.store.KvBounds;
import io.fleet.examples.kv.store.KvLimits;
import io.fleet.examples.kv.store.StoreKind;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Makes the machines of the replicas of one process, which tell the time of this computer, and closes those that are
 * left when they have ended. One that a node threw away before gives its memory back when it is collected. Thread-safe.
 */
public final class KvMachines implements Supplier<KvMachine>, AutoCloseable {
    private final StoreKind kind;
    private final KvBounds capacity;
    private final KvLimits limits;
    private final List<WeakReference<KvMachine>> made = new ArrayList<>();

    /**
     * Makes none yet.
     *
     * @param kind     where they keep their keys and values.
     * @param capacity what each must be able to hold.
     * @param limits   the same on all replicas.
     */
    public KvMachines(final StoreKind kind, final KvBounds capacity, final KvLimits limits) {
        this.limits = limits;
        this.kind = kind;
        this.capacity = capacity;
    }

    @Override
    public synchronized KvMachine get() {
        final KvMachine machine = new KvMachine(kind, capacity, limits, System::nanoTime);
        made.removeIf(each -> each.get() == null);
        made.add(new WeakReference<>(machine));
        return machine;
    }

    /** Closes the machines; the nodes that used them must have ended. */
    @Override
    public synchronized void close() {
        for (final WeakReference<KvMachine> each : made) {
            final KvMachine machine = each.get();
            if (machine != null) {
                machine.close();
            }
        }
        made.clear();
    }
}
