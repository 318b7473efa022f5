package io.fleet.examples.counter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.FleetCluster;
import io.fleet.client.FleetClient;
import io.fleet.client.SessionListener;
import org.junit.jupiter.api.Test;

/** The client of the guide that keeps its session. */
class HolderTest {
    static final class Holder implements SessionListener {
        private final FleetClient client;
        private long session;
        private long holding;
        private boolean isSure;

        Holder(final FleetClient client) {
            this.client = client;
            client.keepSession(this);
        }

        synchronized boolean mayWork() {
            return isSure && holding == session;
        }

        @Override
        public synchronized void onSessionOpened(final long sessionId) { // the machine notes command.sessionId()
            session = sessionId;
            isSure = true;
            client.submit(new byte[0]).thenRun(() -> holds(sessionId)); // may come after the session is lost
        }

        private synchronized void holds(final long sessionId) {
            holding = sessionId;
        }

        @Override
        public synchronized void onSessionUnsure(final long sessionId) { // others may soon have what this one has
            isSure = false;
        }

        @Override
        public synchronized void onSessionSure(final long sessionId) {
            isSure = true;
        }

        @Override
        public synchronized void onSessionLost(final long sessionId) { // another one is opened at once
            isSure = false;
        }
    }

    @Test
    void shouldHoldWhatItsSessionHas() {
        try (FleetCluster cluster = FleetCluster.builder().nodes(3).machine(LeasesTest.Leases::new).launch();
             FleetClient client = cluster.client()) {
            final Holder holder = new Holder(client);
            while (!holder.mayWork()) {
                Thread.onSpinWait();
            }
            assertEquals(1, cluster.client().submit(new byte[0]).join().length);
        }
    }
}
