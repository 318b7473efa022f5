package io.fleet.examples.kv;

import io.fleet.machine.StateMachine;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Makes the machines of the replicas of one process, and closes those that are left when they have ended. One that a
 * node threw away before gives its memory back when it is collected. Thread-safe.
 *
 * @param <M> the machine.
 */
public final class KvMachines<M extends StateMachine & AutoCloseable> implements Supplier<M>, AutoCloseable {
    private final Supplier<M> maker;
    private final List<WeakReference<M>> made = new ArrayList<>();

    /**
     * Makes none yet.
     *
     * @param maker makes one.
     */
    public KvMachines(final Supplier<M> maker) {
        this.maker = maker;
    }

    @Override
    public synchronized M get() {
        final M machine = maker.get();
        made.removeIf(each -> each.get() == null);
        made.add(new WeakReference<>(machine));
        return machine;
    }

    /** Closes the machines; the nodes that used them must have ended. */
    @Override
    public synchronized void close() throws Exception {
        for (final WeakReference<M> each : made) {
            final M machine = each.get();
            if (machine != null) {
                machine.close();
            }
        }
        made.clear();
    }
}
