package io.fleet.transport.aeron;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.Aeron;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.fleet.transport.Packet;
import io.fleet.transport.ParkingWaiter;
import io.fleet.transport.Transport;
import io.fleet.transport.aeron.config.AeronConfig;
import io.fleet.transport.aeron.config.Endpoint;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A media driver that is there, and never does anything that it is asked for: nobody drives it. */
@Timeout(120)
class SilentDriverTest {
    private static final long DAYS_MS = TimeUnit.DAYS.toMillis(30);
    private static final long STEP_NS = 1_000_000_000L;

    @TempDir
    Path directory;
    private final List<String> told = Collections.synchronizedList(new ArrayList<>());
    private MediaDriver driver;
    private Aeron aeron;
    private EndpointParts parts;
    private Transport endpoint;
    private long nowNs = 7;

    @BeforeEach
    void launch() {
        driver = MediaDriver.launch(new MediaDriver.Context()
            .aeronDirectoryName(directory.resolve("driver").toString())
            .threadingMode(ThreadingMode.INVOKER)
            .dirDeleteOnShutdown(true)
            .clientLivenessTimeoutNs(TimeUnit.MILLISECONDS.toNanos(DAYS_MS))
            .publicationUnblockTimeoutNs(TimeUnit.MILLISECONDS.toNanos(2 * DAYS_MS)));
        aeron = Aeron.connect(new Aeron.Context()
            .aeronDirectoryName(driver.aeronDirectoryName())
            .driverTimeoutMs(DAYS_MS)
            .errorHandler(error -> told.add(error.getMessage())));
        final AeronConfig config = AeronConfig.builder().kind(AeronConfig.Kind.MULTICAST)
            .multicastGroup("224.0.1.17:40456").build();
        parts = new EndpointParts(aeron, config, null, new ParkingWaiter(false), new IpcWaiters(), null,
            (level, text) -> told.add(text));
        parts.buildSending(at(0), List.of(at(1), at(2)));
        endpoint = new AeronEndpoint(parts, aeron, () -> {});
    }

    @AfterEach
    void close() {
        endpoint.close();
        aeron.close();
        driver.close();
    }

    private static Endpoint at(final int node) {
        return new Endpoint(node, "127.0.0.1", 4_000 + node);
    }

    private void work(final int seconds) {
        for (int i = 0; i < seconds; i++) {
            nowNs += STEP_NS;
            endpoint.doWork(nowNs);
            endpoint.poll((buffer, offset, length) -> {}, 10);
        }
    }

    @Test
    @Tag("hazard-X-M3")
    void shouldNotWaitForADriverThatDoesNotAnswer() {
        work(3);
        assertEquals(List.of(), told);
        assertTrue(endpoint.connect(3, at(3).address()));
        assertTrue(endpoint.connect(1, "127.0.0.1:4100"));
        endpoint.disconnect(2);
        assertNotEquals(Transport.ALL_NODES - 1, endpoint.openReturnPath("aeron:udp?endpoint=127.0.0.1:4200"));
        assertArrayEquals(new int[] {3, 1}, endpoint.connected());
        assertFalse(endpoint.offer(3, Packet.of(new UnsafeBuffer(new byte[8]), 0, 8)));
        work(3);
        assertFalse(endpoint.offer(Transport.ALL_NODES, Packet.of(new UnsafeBuffer(new byte[8]), 0, 8)));
    }

    @Test
    @Tag("hazard-X-M3")
    void shouldSayThatTheDriverDoesNotAnswer() {
        work(12);
        assertTrue(told.stream().anyMatch(text -> text.contains("has not answered for 10 s: it was asked for a"
            + " subscription to aeron:udp?endpoint=224.0.1.17:40456, stream 7018")), told::toString);
        assertTrue(told.stream().anyMatch(text -> text.contains("a publication to")), told::toString);
        final int once = told.size();
        work(5);
        assertEquals(once, told.size());
        work(10);
        assertEquals(2 * once, told.size());
        assertTrue(told.get(once).contains("for 20 s"), told::toString);
    }

    @Test
    @Tag("hazard-X-C4")
    void shouldHearFewOfThoseThatHaveGone() {
        for (int node = 10; node < 200; node++) {
            assertTrue(endpoint.connect(node, at(node).address()));
            endpoint.disconnect(node);
            assertTrue(parts.inbounds.size() <= 2 + 1 + Peers.MAX_FORMER, "subscriptions: " + parts.inbounds.size());
        }
        assertEquals(2 + Peers.MAX_FORMER, parts.inbounds.size());
        assertArrayEquals(new int[] {1, 2}, endpoint.connected());
        endpoint.disconnect(199);
        endpoint.disconnect(10);
        assertTrue(endpoint.connect(10, at(10).address()), "one that was let go of comes back");
        assertTrue(endpoint.connect(199, at(199).address()), "and one that was not");
        assertEquals(2 + 1 + Peers.MAX_FORMER, parts.inbounds.size());
        assertArrayEquals(new int[] {1, 2, 10, 199}, endpoint.connected());
        work(2);
    }
}
