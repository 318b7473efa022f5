package io.fleet.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.client.FleetClient;
import io.fleet.client.ReadConsistency;
import io.fleet.config.GroupConfig;
import io.fleet.examples.kv.KvBatch;
import io.fleet.examples.kv.KvMachine;
import io.fleet.examples.kv.KvOp;
import io.fleet.examples.kv.KvReplyReader;
import io.fleet.examples.kv.resp.RespLimits;
import io.fleet.examples.kv.server.FleetReplicas;
import io.fleet.examples.kv.server.KvMembership;
import io.fleet.examples.kv.server.KvOptions;
import io.fleet.examples.kv.server.OffHeapFlags;
import io.fleet.examples.kv.server.Replicas;
import io.fleet.examples.kv.store.KvBounds;
import io.fleet.examples.kv.store.StoreKind;
import io.fleet.testkit.local.MachineHarness;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How processes and replicas start with a store outside the heap, and without one. */
@Tag("slow")
class OffHeapLaunchTest {
    private static final String[] OF_FLEET = {"--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED"};

    /** Makes a machine of a kind and runs a command, in a process that a test starts. */
    static final class OneMachine {
        private OneMachine() {
        }

        public static void main(final String[] arguments) {
            try (KvMachine machine = new KvMachine(StoreKind.valueOf(arguments[0]), new KvBounds(100, 1 << 20))) {
                final KvBatch batch = new KvBatch();
                batch.add(KvOp.SET, bytes("a"), bytes("1"));
                final byte[] reply = new MachineHarness(machine).run(false, new byte[0], batch.toBytes());
                System.out.println(reply.length > 0 ? "answered" : "silent");
            }
        }
    }

    private static byte[] bytes(final String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String start(final String classPath, final String... arguments) throws Exception {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(OF_FLEET));
        command.addAll(List.of("-cp", classPath));
        command.addAll(List.of(arguments));
        final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        final String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        return process.exitValue() + ": " + said;
    }

    private static String classPath(final boolean withLibrary) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(each -> withLibrary || !each.contains("chronicle"))
            .collect(Collectors.joining(File.pathSeparator));
    }

    @Test
    void shouldNotNeedTheLibraryForAStoreOnTheHeap() throws Exception {
        assertFalse(classPath(true).equals(classPath(false)), "the library is on the class path of the tests");
        final String heap = start(classPath(false), OneMachine.class.getName(), "HEAP");
        assertTrue(heap.startsWith("0: ") && heap.endsWith("answered\n"), heap);
        final String offHeap = start(classPath(false), OneMachine.class.getName(), "OFFHEAP");
        assertTrue(offHeap.startsWith("1: ") && offHeap.contains("net/openhft"), offHeap);
    }

    @Test
    void shouldNameTheFlagsThatAreMissing() throws Exception {
        assertNull(OffHeapFlags.missing(), "the tests run with the flags");
        final String refused = start(classPath(true), FleetMain.class.getName(), "kv", "--store", "offheap");
        assertTrue(refused.startsWith("2: ") && refused.contains("fleet: --store is offheap, which needs the JVM flags "
            + "--add-opens java.base/java.lang=ALL-UNNAMED --add-opens java.base/java.lang.reflect=ALL-UNNAMED "
            + "--add-exports jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED, which the launcher ./fleet gives"),
            refused);
    }

    private static KvOptions options(final Path directory, final KvBounds bounds) {
        return new KvOptions(1, 0, KvMembership.EMBEDDED, "127.0.0.1", 7001, -1, -1, List.of(directory),
            false,
            null, null, List.of(), GroupConfig.scattered(), StoreKind.OFFHEAP, bounds,
            ReadConsistency.LINEARIZABLE_LOG, 0, 1, RespLimits.standard(1));
    }

    private static String ask(final FleetClient client, final KvBatch batch) throws Exception {
        final byte[] reply = (batch.readOnly() ? client.query(new byte[0], batch.toBytes())
            : client.submit(new byte[0], batch.toBytes())).get(30, TimeUnit.SECONDS);
        final KvReplyReader reader = new KvReplyReader();
        reader.wrap(new UnsafeBuffer(reply), 0, reply.length);
        return switch (reader.next()) {
            case INTEGER -> Long.toString(reader.number());
            case BULK -> new String(reader.bytes(), StandardCharsets.UTF_8);
            case NIL -> "nil";
            default -> reader.text();
        };
    }

    private static KvBatch batch(final KvBounds bounds, final KvOp op, final String... words) {
        final KvBatch batch = new KvBatch(bounds);
        batch.add(op, Arrays.stream(words).map(OffHeapLaunchTest::bytes).toArray(byte[][]::new));
        return batch;
    }

    @Test
    void shouldHaveEverythingAgainAfterARestart(@TempDir final Path directory) throws Exception {
        final KvBounds bounds = new KvBounds(1300, 1 << 20);
        try (Replicas replicas = FleetReplicas.launch(options(directory, bounds))) {
            final List<CompletableFuture<byte[]>> answers = new ArrayList<>();
            for (int i = 0; i < 1300; i++) {
                answers.add(replicas.client(i % 3).submit(new byte[0],
                    batch(bounds, KvOp.SET, "key" + i, "value" + i).toBytes()));
            }
            CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
        }
        try (Replicas replicas = FleetReplicas.launch(options(directory, bounds))) {
            for (int node = 0; node < 3; node++) {
                final FleetClient client = replicas.client(node);
                assertEquals("1300", ask(client, batch(bounds, KvOp.DBSIZE)));
                assertEquals("value77", ask(client, batch(bounds, KvOp.GET, "key77")));
                assertEquals("OOM the store may have 1300 entries at most (--store-entries)",
                    ask(client, batch(bounds, KvOp.SET, "one more", "x")));
            }
        }
    }

    @Test
    void shouldSayWhichOptionsAreTakenForTheStore() throws IOException {
        final java.io.StringWriter out = new java.io.StringWriter();
        final KvOptions[] launched = new KvOptions[2];
        for (int i = 0; i < 2; i++) {
            final int index = i;
            new FleetCli(options -> {
                launched[index] = options;
                throw new IllegalStateException("far enough");
            }, new java.io.PrintWriter(out), new java.io.PrintWriter(out)).run(i == 0 ? new String[] {"kv"}
                : new String[] {"kv", "--store", "offheap", "--store-bytes", "12345"});
        }
        assertEquals(StoreKind.HEAP, launched[0].store());
        assertTrue(launched[0].bounds().maxBytes() < Long.MAX_VALUE, "a heap has an end");
        assertEquals(StoreKind.OFFHEAP, launched[1].store());
        assertEquals(new KvBounds(4_194_304, 12_345), launched[1].bounds());
    }
}
