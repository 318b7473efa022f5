package io.fleet.replica;

import io.fleet.replica.speculation.PreparePool;
import io.fleet.replica.speculation.PrepareTask;
import java.util.ArrayList;
import java.util.List;

/** A pool whose tasks are run when a test says so. */
final class ManualPool implements PreparePool {
    final List<PrepareTask> waiting = new ArrayList<>();
    int room = Integer.MAX_VALUE;
    /** Whether one of its tasks is at work. */
    boolean isAtWork;

    @Override
    public boolean isOff() {
        return false;
    }

    @Override
    public boolean offer(final PrepareTask task) {
        return waiting.size() < room && waiting.add(task);
    }

    @Override
    public void withdraw(final PrepareTask task) {
        waiting.remove(task);
    }

    /** Runs one of those that wait. */
    boolean run(final int index) {
        isAtWork = true;
        final boolean isAwaited = waiting.remove(index).run();
        isAtWork = false;
        return isAwaited;
    }

    /** Runs all that wait, the last first. */
    ManualPool runAll() {
        while (!waiting.isEmpty()) {
            run(waiting.size() - 1);
        }
        return this;
    }
}
