package io.fleet.transport.aeron;

import io.aeron.Aeron;
import io.aeron.driver.MediaDriver;
import org.agrona.concurrent.AgentInvoker;

/**
 * Drives the media driver and the Aeron client on the thread that calls, where they have none of their own. One thread
 * at a time.
 */
final class Driving {
    private static final int DRAIN_CYCLES = 64;

    private final AgentInvoker driver;
    private final AgentInvoker client;

    Driving(final MediaDriver driver, final Aeron aeron) {
        this.driver = driver.sharedAgentInvoker();
        this.client = aeron.conductorAgentInvoker();
    }

    /** One cycle of both; the client first, so that it is alive when the driver looks after a long pause. */
    int doWork() {
        return client.invoke() + driver.invoke();
    }

    /** Sends what was offered, as far as receivers take it now. */
    void drain() {
        for (int i = 0; i < DRAIN_CYCLES && doWork() > 0; i++) {
            Thread.onSpinWait();
        }
    }
}
