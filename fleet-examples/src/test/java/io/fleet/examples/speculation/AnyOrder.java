package io.fleet.examples.speculation;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executor;

/** Runs tasks on the thread that waits for them, in an order that is drawn. */
public final class AnyOrder implements Executor {
    private final Random random;
    private final List<Runnable> tasks = new ArrayList<>();

    public AnyOrder(final Random random) {
        this.random = random;
    }

    @Override
    public void execute(final Runnable task) {
        tasks.add(task);
    }

    /** Runs one; false where there is none. */
    public boolean runOne() {
        if (tasks.isEmpty()) {
            return false;
        }
        tasks.remove(random.nextInt(tasks.size())).run();
        return true;
    }
}
