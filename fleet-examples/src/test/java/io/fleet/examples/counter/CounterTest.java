package io.fleet.examples.counter;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.FleetCluster;
import io.fleet.client.FleetClient;
import io.fleet.machine.Command;
import io.fleet.machine.Query;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

class CounterTest {
    static class Counter implements StateMachine {
        private long value;

        public void apply(final Command command, final Reply reply) {
            value += command.payload().getInt(0, ByteOrder.LITTLE_ENDIAN);
            reply.writeLong(value);
        }

        public void query(final Query query, final Reply reply) {
            reply.writeLong(value);
        }

        public void writeSnapshot(final SnapshotWriter out) {
            out.writeLong(value);
        }

        public void readSnapshot(final SnapshotReader in) {
            value = in.readLong();
        }
    }

    @Test
    void shouldCountOnThreeNodes() {
        try (FleetCluster cluster = FleetCluster.builder().nodes(3).machine(Counter::new).launch();
             FleetClient client = cluster.client()) {
            client.submit(new byte[] {2, 0, 0, 0}).join();
            final byte[] reply = client.submit(new byte[] {3, 0, 0, 0}).join();
            assertEquals(5, ByteBuffer.wrap(reply).order(ByteOrder.LITTLE_ENDIAN).getLong());
            assertArrayEquals(reply, client.query(new byte[0], new byte[0]).join()); // changes nothing
        }
    }
}
