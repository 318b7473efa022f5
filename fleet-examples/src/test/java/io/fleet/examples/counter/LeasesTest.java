package io.fleet.examples.counter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.FleetCluster;
import io.fleet.client.FleetClient;
import io.fleet.machine.Command;
import io.fleet.machine.MachineContext;
import io.fleet.machine.Query;
import io.fleet.machine.Reply;
import io.fleet.machine.SessionEnd;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What the README shows of timers: each client holds a lease, which ends when it is not renewed. */
class LeasesTest {
    private static final int LEASE_MILLIS = 200;

    @Test
    void shouldEndALeaseOnEveryNodeThoughNobodySendsACommand() throws Exception {
        final CountDownLatch ended = new CountDownLatch(3);
        try (FleetCluster cluster = FleetCluster.builder().nodes(3).machine(() -> new Leases(ended)).launch();
             FleetClient client = cluster.client()) {
            assertEquals(1, client.submit(new byte[0]).join()[0], "leases that are held");
            assertTrue(ended.await(30, TimeUnit.SECONDS), "nodes on which it has not ended: " + ended.getCount());
            assertEquals(0, client.query(new byte[0]).join()[0]);
        }
    }

    /** Keeps who holds a lease. */
    private static final class Leases implements StateMachine {
        private final TreeSet<Long> holders = new TreeSet<>();
        private final CountDownLatch ended;
        private MachineContext context;

        Leases(final CountDownLatch ended) {
            this.ended = ended;
        }

        @Override
        public void onStart(final MachineContext newContext) {
            context = newContext;
        }

        @Override
        public void apply(final Command command, final Reply reply) {
            holders.add(command.sessionId());
            context.schedule(command.sessionId(), command.timeMillis() + LEASE_MILLIS);
            reply.writeByte((byte) holders.size());
        }

        @Override
        public void query(final Query query, final Reply reply) {
            reply.writeByte((byte) holders.size());
        }

        @Override
        public void onTimer(final long timerId, final long timeMillis) {
            holders.remove(timerId);
            ended.countDown();
        }

        @Override
        public void onSessionClosed(final long sessionId, final SessionEnd reason) {
            if (context.cancel(sessionId)) {
                holders.remove(sessionId);
            }
        }

        @Override
        public void writeSnapshot(final SnapshotWriter out) {
            out.writeInt(holders.size());
            holders.forEach(out::writeLong);
        }

        @Override
        public void readSnapshot(final SnapshotReader in) {
            for (int left = in.readInt(); left > 0; left--) {
                holders.add(in.readLong());
            }
        }
    }
}
