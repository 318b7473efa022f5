package io.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.machine.Command;
import io.fleet.machine.GroupConfig;
import io.fleet.machine.Query;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLogConfig;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetClusterTest {
    private static final ScatteredLogConfig SCATTERED = new ScatteredLogConfig(4 << 20, 2 << 20);
    private static final OrderedLogConfig ORDERED = new OrderedLogConfig(4 << 20, 2 << 20, 64 << 10, 5_000_000);

    @TempDir
    Path directory;

    @Test
    void shouldCountEachCommandOnceAndKeepItAcrossRestartOfAllNodes() throws Exception {
        final long total = 2_000;
        try (FleetCluster cluster = launch()) {
            final FleetClient client = cluster.client();
            final List<CompletableFuture<byte[]>> pending = new ArrayList<>();
            for (int i = 0; i < total; i++) {
                pending.add(client.submit(number(1)));
            }
            for (final CompletableFuture<byte[]> future : pending) {
                future.get(20, TimeUnit.SECONDS);
            }
            assertEquals(total, value(cluster.client(1).query(new byte[0])));
        }
        try (FleetCluster cluster = launch()) {
            assertEquals(total, value(cluster.client(2).query(new byte[0])));
            cluster.stop(0);
            assertEquals(total + 5, value(cluster.client().submit(number(5))));
            cluster.restart(0);
            assertEquals(total + 5, value(cluster.client(0).query(new byte[0])));
        }
    }

    private FleetCluster launch() {
        return FleetCluster.builder().directory(directory).scatteredLog(SCATTERED).orderedLog(ORDERED)
            .config(GroupConfig.scattered().withMaxCommandBytes(1 << 20)).machine(Counter::new).launch();
    }

    private static byte[] number(final long value) {
        return ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
    }

    private static long value(final CompletableFuture<byte[]> reply) throws Exception {
        return ByteBuffer.wrap(reply.get(20, TimeUnit.SECONDS)).order(ByteOrder.LITTLE_ENDIAN).getLong();
    }

    /** Adds up what it is given. */
    private static final class Counter implements StateMachine {
        private long count;

        @Override
        public void apply(final Command command, final Reply reply) {
            count += command.payload().getLong(0, ByteOrder.LITTLE_ENDIAN);
            reply.writeLong(count);
        }

        @Override
        public void query(final Query query, final Reply reply) {
            reply.writeLong(count);
        }

        @Override
        public void writeSnapshot(final SnapshotWriter out) {
            out.writeLong(count);
        }

        @Override
        public void readSnapshot(final SnapshotReader in) {
            count = in.readLong();
        }
    }
}
