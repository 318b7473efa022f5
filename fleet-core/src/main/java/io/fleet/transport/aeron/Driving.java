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
    /** The driver receives one datagram of each socket in a cycle; while they are long there are probably more. */
    private static final int MAX_CYCLES = 16;
    private static final int MANY_BYTES = 1024;

    private final AgentInvoker driver;
    private final AgentInvoker client;
    private final SocketWaiter sockets;

    Driving(final MediaDriver driver, final Aeron aeron, final SocketWaiter sockets) {
        this.sockets = sockets;
        this.driver = driver.sharedAgentInvoker();
        this.client = aeron.conductorAgentInvoker();
    }

    /**
     * A cycle of both, or several of the driver; the client first, so that it is alive when the driver looks after a
     * long pause.
     *
     * @throws IllegalStateException when one of them has ended: nothing would be sent or received any more.
     */
    int doWork() {
        final int work = client.invoke() + driveDriver();
        if (!client.isRunning() || !driver.isRunning()) {
            throw new IllegalStateException("Aeron's " + (client.isRunning() ? "media driver" : "client")
                + " has ended: its thread was interrupted, or it failed");
        }
        return work;
    }

    /** A cycle of the driver, or several: sends what was offered, and receives what has come. */
    int driveDriver() {
        int done = driver.invoke();
        int work = done;
        for (int i = 1; i < MAX_CYCLES && done >= MANY_BYTES; i++) {
            done = driver.invoke();
            work += done;
        }
        return work;
    }

    /** A cycle beside those of the endpoint's thread: it asks all sockets. */
    int doWorkBetween() {
        sockets.lookAtAll();
        return doWork();
    }

    /** Sends what was offered, as far as receivers take it now. */
    void drain() {
        for (int i = 0; i < DRAIN_CYCLES && doWorkBetween() > 0; i++) {
            Thread.onSpinWait();
        }
    }
}
