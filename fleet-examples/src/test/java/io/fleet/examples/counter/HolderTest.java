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
        private volatile boolean mayWork;

        Holder(final FleetClient client) {
            this.client = client;
            client.keepSession(this);
        }

        @Override
        public void onSessionOpened(final long sessionId) { // the machine notes command.sessionId()
            client.submit(new byte[0]).thenRun(() -> mayWork = true);
        }

        @Override
        public void onSessionUnsure(final long sessionId) { // others may soon have what this one has
            mayWork = false;
        }

        @Override
        public void onSessionSure(final long sessionId) {
            mayWork = true;
        }

        @Override
        public void onSessionLost(final long sessionId) { // another one is opened at once
            mayWork = false;
        }
    }

    @Test
    void shouldHoldWhatItsSessionHas() {
        try (FleetCluster cluster = FleetCluster.builder().nodes(3).machine(LeasesTest.Leases::new).launch();
             FleetClient client = cluster.client()) {
            final Holder holder = new Holder(client);
            while (!holder.mayWork) {
                Thread.onSpinWait();
            }
            assertEquals(1, cluster.client().submit(new byte[0]).join().length);
        }
    }
}
