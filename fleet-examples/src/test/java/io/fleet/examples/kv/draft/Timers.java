package io.fleet.examples.kv.draft;

import io.fleet.machine.MachineContext;
import java.util.Map;
import java.util.TreeMap;

/** Notes which timers are scheduled. */
final class Timers implements MachineContext {
    private final Map<Long, Long> scheduled = new TreeMap<>();
    private final StringBuilder calls = new StringBuilder();
    private int count;

    /** All that was scheduled, in its order. */
    String calls() {
        return calls.toString();
    }

    int count() {
        return count;
    }

    @Override
    public long timeMillis() {
        throw new UnsupportedOperationException();
    }

    @Override
    public long lsn() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void schedule(final long timerId, final long deadlineMillis) {
        scheduled.put(timerId, deadlineMillis);
        calls.append(timerId).append('@').append(deadlineMillis).append(' ');
        count++;
    }

    @Override
    public boolean cancel(final long timerId) {
        return scheduled.remove(timerId) != null;
    }

    @Override
    public boolean isScheduled(final long timerId) {
        return scheduled.containsKey(timerId);
    }
}
