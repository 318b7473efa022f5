package io.fleet.verify.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.ErasureCode;
import io.fleet.config.QuorumLayout;
import io.fleet.examples.kv.store.StoreKind;
import io.fleet.verify.torture.fault.Fault;
import io.fleet.verify.torture.fault.FaultGroup;
import io.fleet.verify.torture.fault.FaultPlans;
import io.fleet.verify.torture.history.KvInput;
import io.fleet.verify.torture.history.LongText;
import io.fleet.verify.torture.history.Timeline;
import io.fleet.verify.torture.history.Workload;
import io.fleet.verify.torture.process.RespClient;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TorturePartsTest {
    @Test
    void shouldSpreadFaultsOverAMinute() {
        final Map<Fault.Kind, Long> plan = FaultPlans.round(Duration.ofSeconds(60)).stream()
            .collect(Collectors.groupingBy(Fault::kind, Collectors.counting()));
        assertEquals(Map.of(Fault.Kind.KILL_LEADER, 2L, Fault.Kind.KILL_FOLLOWER, 1L, Fault.Kind.PAUSE_LEADER, 1L,
            Fault.Kind.PAUSE_FOLLOWER, 1L), plan);
        assertEquals(List.of(Fault.clear(Fault.Kind.KILL_LEADER, 1250, 1250, 0)),
            FaultPlans.round(Duration.ofSeconds(5)));
        assertEquals(List.of(Fault.clear(Fault.Kind.KILL_ALL, 7500, 0, 0),
            Fault.clear(Fault.Kind.KILL_ALL, 37500, 0, 1)), FaultPlans.powerCut(Duration.ofSeconds(60)));
    }

    @Test
    void shouldWriteEachValueOnceAndKeepHistoriesOfKeysShort() {
        final Workload workload = new Workload(false);
        final Set<String> written = new HashSet<>();
        final Set<String> keys = new HashSet<>();
        for (int i = 0; i < 4000; i++) {
            final KvInput input = workload.next();
            keys.add(input.key());
            assertTrue(input.value().isEmpty() || written.add(input.value()), input::toString);
        }
        assertTrue(keys.size() > 70 && keys.size() <= 80, keys::toString);
    }

    @Test
    void shouldWriteLongValuesWhereItIsAskedFor() {
        final Workload workload = new Workload(true);
        final Set<String> written = new HashSet<>();
        int longest = 0;
        for (int i = 0; i < 4000; i++) {
            final KvInput input = workload.next();
            final int length = LongText.length(input.value());
            assertTrue(input.value().isEmpty() || written.add(input.value()), input::toString);
            assertTrue(length <= (input.kind() == KvInput.Kind.APPEND ? (1 << 16) + 1 : 1 << 20), input::toString);
            longest = Math.max(longest, length);
        }
        assertTrue(longest > 1 << 19, "the longest has " + longest);
    }

    @Test
    void shouldTurnToOtherKeysWhenManyOutcomesAreUnknown() {
        final Workload workload = new Workload(false);
        final Set<String> keys = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            keys.add(workload.next().key());
        }
        for (int i = 0; i < 24; i++) {
            workload.unknown();
        }
        for (int i = 0; i < 100; i++) {
            final String key = workload.next().key();
            assertTrue(!keys.contains(key), key);
        }
    }

    @Test
    void shouldFoundWithTheFirstQuorumsAndChangeWhereThereAreMore() {
        final TortureOptions plain = TortureOptions.torture(Duration.ofSeconds(4), 6, 6, null, 1,
            EnumSet.of(FaultGroup.KILLS));
        assertEquals(List.of("--leases", "400"), plain.nodeOptions());
        final TortureOptions one = plain.witnesses(3).quorums(List.of(QuorumLayout.parse("groups:3,4,5")));
        assertFalse(one.changesQuorums());
        assertEquals(List.of("--leases", "400", "--witnesses", "3,4,5", "--quorums", "groups:3,4,5"),
            one.nodeOptions());
        final TortureOptions two = plain.quorums(List.of(QuorumLayout.parse("groups:0,1,2/3,4,5"),
            QuorumLayout.majority())).witnesses(2);
        assertTrue(two.changesQuorums());
        assertEquals(List.of("--leases", "400", "--witnesses", "4,5", "--quorums", "groups:0,1,2/3,4,5"),
            two.nodeOptions());
        assertEquals("fleet torture with 2 witnesses with quorums groups 0,1,2/3,4,5; majority", two.title());
    }

    @Test
    void shouldTellNodesOfTheStoreOnlyWhereItIsGiven() {
        final TortureOptions plain = TortureOptions.torture(Duration.ofSeconds(4), 3, 6, null, 1,
            EnumSet.of(FaultGroup.KILLS));
        assertEquals("fleet torture", plain.title());
        final TortureOptions heap = plain.store(new NodeStore(StoreKind.HEAP, null)).witnesses(1);
        assertEquals(List.of("--leases", "400", "--witnesses", "2", "--store", "heap"), heap.nodeOptions());
        assertEquals("fleet torture with 1 witness with store heap", heap.title());
        final TortureOptions early = plain.store(new NodeStore(StoreKind.SPECULATIVE, 2)).observers(0)
            .quorums(List.of()).learning(null);
        assertEquals(List.of("--leases", "400", "--store", "speculative", "--prepare-threads", "2"),
            early.nodeOptions());
        assertEquals("fleet torture with store speculative prepared by 2 threads", early.title());
        final TortureOptions coded = early.coded(new ErasureCode(3, 2));
        assertEquals(List.of("--mode", "coded", "--k", "3", "--m", "2", "--store", "speculative", "--prepare-threads",
            "2"), coded.nodeOptions());
        assertEquals(List.of("--mode", "coded", "--k", "3", "--m", "2"),
            coded.store(NodeStore.DEFAULT).nodeOptions());
    }

    @Test
    void shouldNameTheCauseOfAGap() {
        final Timeline timeline = new Timeline(new PrintWriter(new StringWriter()));
        final long startNs = System.nanoTime();
        assertEquals("the start", timeline.causeOf(startNs, startNs + 1));
        timeline.say("first");
        final long betweenNs = System.nanoTime();
        timeline.say("second");
        final long endNs = System.nanoTime();
        assertEquals("first", timeline.causeOf(startNs, endNs));
        assertEquals("first", timeline.causeOf(betweenNs, betweenNs));
        assertEquals("second", timeline.causeOf(betweenNs, endNs));
        assertEquals("second", timeline.causeOf(endNs, endNs + 1));
    }

    @Test
    void shouldReadEveryKindOfReply() throws Exception {
        assertEquals(List.of("OK"), reply("+OK\r\n"));
        assertEquals(List.of("12"), reply(":12\r\n"));
        assertEquals(List.of("a\r\nb"), reply("$4\r\na\r\nb\r\n"));
        assertEquals(Arrays.asList("x", null), reply("*2\r\n$1\r\nx\r\n$-1\r\n"));
        final RespClient.ErrorReply error =
            assertThrows(RespClient.ErrorReply.class, () -> reply("-TRYAGAIN not applied: no leader\r\n"));
        assertEquals("TRYAGAIN not applied: no leader", error.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\r\n", "?\r\n", "+OK", "$5\r\nab", "$99999999\r\n", "$-2\r\n", "$x\r\n",
        "*99999999\r\n", "*1\r\n*1\r\n+OK\r\n", "*2\r\n+OK\r\n"})
    void shouldRefuseWhatIsNoReply(final String bytes) {
        assertThrows(IOException.class, () -> reply(bytes));
    }

    /** What a client makes of bytes that a server sends before it closes the connection. */
    private static List<String> reply(final String bytes) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            final CompletableFuture<Void> served = CompletableFuture.runAsync(() -> answer(server, bytes));
            try (RespClient client = new RespClient(server.getLocalPort(), 10_000)) {
                return client.call(List.of("GET", "a"));
            } finally {
                served.join();
            }
        }
    }

    private static void answer(final ServerSocket server, final String bytes) {
        final byte[] request = "*2\r\n$3\r\nGET\r\n$1\r\na\r\n".getBytes(StandardCharsets.US_ASCII);
        try (Socket socket = server.accept()) {
            assertEquals(new String(request, StandardCharsets.US_ASCII),
                new String(socket.getInputStream().readNBytes(request.length), StandardCharsets.US_ASCII));
            socket.getOutputStream().write(bytes.getBytes(StandardCharsets.US_ASCII));
        } catch (final IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
