package io.fleet.examples.counter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.FleetCluster;
import io.fleet.client.FleetClient;
import io.fleet.client.ReadConsistency;
import io.fleet.machine.Command;
import io.fleet.machine.MachineContext;
import io.fleet.machine.Query;
import io.fleet.machine.Reply;
import io.fleet.machine.SessionEnd;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/** What the guide shows of timers: each client holds a lease, which ends when it is not renewed. */
class LeasesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Test
    void shouldEndALeaseOnEveryNodeThoughNobodySendsACommand() {
        try (FleetCluster cluster = FleetCluster.builder().nodes(3).machine(Leases::new).launch();
             FleetClient client = cluster.client()) {
            assertEquals(1, client.submit(new byte[0]).join()[0], "leases that are held");
            for (int node = 0; node < cluster.size(); node++) {
                final FleetClient at = cluster.client(node);
                Assertions.assertTimeout(PATIENCE, () -> {
                    while (at.query(ReadConsistency.LOCAL, new byte[0], new byte[0]).join()[0] != 0) {
                        Thread.onSpinWait();
                    }
                });
            }
        }
    }

    static class Leases implements StateMachine {
        private final Set<Long> holders = new TreeSet<>();
        private MachineContext context;

        public void onStart(final MachineContext context) {        // before anything else; the machine keeps it
            this.context = context;
        }

        public void apply(final Command command, final Reply reply) {
            holders.add(command.sessionId());
            context.schedule(command.sessionId(), command.timeMillis() + 200);      // moves a timer that is there
            reply.writeByte((byte) holders.size());
        }

        public void onTimer(final long timerId, final long timeMillis) {
            holders.remove(timerId);                               // on every replica, at the same place in the log
        }

        public void onSessionClosed(final long sessionId, final SessionEnd reason) {
            context.cancel(sessionId);                             // CLOSED by its client, or EXPIRED
            holders.remove(sessionId);
        }

        public void query(final Query query, final Reply reply) {
            reply.writeByte((byte) holders.size());
        }

        public void writeSnapshot(final SnapshotWriter out) {      // Fleet keeps timers and sessions itself
            out.writeInt(holders.size());
            holders.forEach(out::writeLong);
        }

        public void readSnapshot(final SnapshotReader in) {
            for (int left = in.readInt(); left > 0; left--) {
                holders.add(in.readLong());
            }
        }
    }
}
