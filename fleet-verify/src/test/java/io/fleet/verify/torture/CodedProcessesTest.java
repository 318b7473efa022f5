package io.fleet.verify.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.verify.process.FreePorts;
import io.fleet.verify.torture.process.KvProcess;
import io.fleet.verify.torture.process.RespClient;
import io.fleet.verify.torture.process.RunName;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Five key-value servers of a coded group, each a process that can be killed at any moment. */
@Tag("full")
class CodedProcessesTest {
    private static final int NODES = 5;
    private static final int KEYS = 60;
    private static final int CALL_MILLIS = 30_000;
    private static final long BOUND_NS = TimeUnit.SECONDS.toNanos(240);
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(50);

    @TempDir
    private Path directory;
    private final List<KvProcess> nodes = new ArrayList<>();
    private int written;

    @BeforeEach
    void prepare() throws IOException {
        final List<Integer> ports = FreePorts.find(2 * NODES);
        final String members = ports.subList(NODES, 2 * NODES).stream().map(port -> "127.0.0.1:" + port)
            .collect(Collectors.joining(","));
        for (int i = 0; i < NODES; i++) {
            nodes.add(new KvProcess(i, members, ports.get(i), directory.resolve("node-" + i),
                directory.resolve("node-" + i + ".log"), RunName.own(),
                List.of("--mode", "coded", "--k", "3", "--m", "2")));
        }
    }

    @AfterEach
    void end() {
        nodes.forEach(KvProcess::end);
        nodes.forEach(KvProcess::awaitEnded);
    }

    @Test
    void shouldLoseNothingWhenOneOrAllAreKilled() throws Exception { // C6, C8, S15
        startAll();
        write(NODES);
        nodes.get(4).kill();
        write(4);
        nodes.get(4).start();
        await(nodes.get(4));
        shouldHaveAll();
        nodes.forEach(KvProcess::crash);
        for (final KvProcess node : nodes) {
            node.kill();
        }
        startAll();
        shouldHaveAll();
        write(NODES);
        shouldHaveAll();
    }

    private void startAll() throws IOException {
        for (final KvProcess node : nodes) {
            node.start();
        }
        nodes.forEach(this::await);
    }

    /** Waits until a node votes and has applied what others know to be chosen. */
    private void await(final KvProcess node) {
        final long deadline = System.nanoTime() + BOUND_NS;
        final long target = nodes.stream().mapToLong(each -> number(each.info(), "chosen_lsn")).max().orElse(0);
        Map<String, String> info = node.info();
        while (!"VOTER".equals(info.get("standing")) || number(info, "applied_lsn") < target) {
            assertTrue(System.nanoTime() - deadline < 0, "node " + node.id() + " says " + info + node.endOfLog());
            LockSupport.parkNanos(LOOK_NS);
            info = node.info();
        }
        assertEquals("proxy", info.get("role"));
        assertEquals("-1", info.get("leader"));
    }

    /** Each key once through one of the first nodes, and a count beside it. */
    private void write(final int through) throws Exception {
        for (int node = 0; node < through; node++) {
            try (RespClient client = new RespClient(nodes.get(node).port(), CALL_MILLIS)) {
                for (int i = 0; i < KEYS / through; i++) {
                    assertEquals(List.of("OK"), client.call(List.of("SET", "key-" + written, value(written))));
                    written++;
                    assertEquals(List.of(Integer.toString(written)), client.call(List.of("INCR", "count")));
                }
            }
        }
    }

    private void shouldHaveAll() throws Exception {
        for (final KvProcess node : nodes) {
            try (RespClient client = new RespClient(node.port(), CALL_MILLIS)) {
                assertEquals(List.of(Integer.toString(written)), client.call(List.of("GET", "count")));
                for (int i = node.id(); i < written; i += NODES) {
                    assertEquals(List.of(value(i)), client.call(List.of("GET", "key-" + i)), "key " + i);
                }
            }
        }
    }

    private static String value(final int number) {
        return "value " + number + " ".repeat(number % 7 * 100) + "end";
    }

    private static long number(final Map<String, String> info, final String field) {
        return Long.parseLong(info.getOrDefault(field, "-1"));
    }
}
