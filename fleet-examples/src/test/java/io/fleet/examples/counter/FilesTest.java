package io.fleet.examples.counter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.FleetCluster;
import io.fleet.client.FleetClient;
import io.fleet.config.GroupConfig;
import io.fleet.machine.Command;
import io.fleet.machine.MachineContext;
import io.fleet.machine.Payload;
import io.fleet.machine.Payloads;
import io.fleet.machine.Query;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the guide shows of large values, on a coded group. */
@Tag("slow")
class FilesTest {
    @Test
    void shouldGiveBackAFileWhileANodeIsAway() {
        final byte[] content = new byte[1_000_000];
        new Random(1).nextBytes(content);
        try (FleetCluster cluster = FleetCluster.builder().nodes(5)
            .config(GroupConfig.coded(3, 2).withRequestTimeoutMillis(60_000)).machine(Files::new).launch();
             FleetClient client = cluster.client()) {
            client.submit("report.pdf".getBytes(UTF_8), new byte[10]).join();
            client.submit("report.pdf".getBytes(UTF_8), content).join();
            cluster.node(1).requestSnapshot(0).join();
            assertTrue(cluster.awaitVoters(60_000), "all vote");
            cluster.stop(4);
            final byte[] found = client.query("report.pdf".getBytes(UTF_8), new byte[0]).join();
            assertArrayEquals(content, found);
            cluster.restart(1);
            assertArrayEquals(content, cluster.client(1).query("report.pdf".getBytes(UTF_8), new byte[0]).join());
        }
    }

    @Test
    void shouldServeWithoutOneOfFive() {
        final byte[] content = new byte[100_000];
        try (FleetCluster cluster = FleetCluster.builder().nodes(5)
            .config(GroupConfig.coded(3, 2).withRequestTimeoutMillis(60_000)).machine(Files::new).launch();
             FleetClient client = cluster.client()) {
            client.submit("report.pdf".getBytes(UTF_8), content).join();
            cluster.stop(4);
            final byte[] found = client.query("report.pdf".getBytes(UTF_8), new byte[0]).join();
            assertArrayEquals(content, found);
        }
    }

    static class Files implements StateMachine {
        private final Map<String, Payload> files = new TreeMap<>();
        private Payloads payloads;

        public boolean usesPayloads() {
            return true;
        }

        public void onStart(final MachineContext context) {
            payloads = context.payloads();
        }

        public void apply(final Command command, final Reply reply) { // client.submit(name, content)
            final Payload before = files.put(name(command.header()), payloads.place(command.handle()));
            if (before != null) {
                payloads.forget(before); // what nobody refers to is reclaimed
            }
        }

        public void query(final Query query, final Reply reply) { // client.query(name, new byte[0])
            final Payload file = files.get(name(query.header()));
            if (file != null) {
                reply.write(file); // its bytes, wherever they are
            }
        }

        public void writeSnapshot(final SnapshotWriter out) {
            out.writeInt(files.size());
            files.forEach((name, file) -> {
                out.writeBytes(name.getBytes(UTF_8));
                payloads.write(file, out); // the handle, not the bytes
            });
        }

        public void readSnapshot(final SnapshotReader in) {
            for (int left = in.readInt(); left > 0; left--) {
                files.put(new String(in.readBytes(), UTF_8), payloads.read(in));
            }
        }

        private static String name(final DirectBuffer header) {
            return header.getStringWithoutLengthUtf8(0, header.capacity());
        }
    }
}
