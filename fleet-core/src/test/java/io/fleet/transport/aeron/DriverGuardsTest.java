package io.fleet.transport.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DriverGuardsTest {
    private final List<String> told = new ArrayList<>();
    private long nowNs = 5;

    @Test
    @Tag("hazard-X-H7")
    void shouldRefuseSendersWithLongerTermsThanAnyoneIsConfiguredWith() {
        final LongTerms guard = new LongTerms(AeronConfig.builder().broadcastTermLength(1 << 22).build(),
            error -> told.add(error.getMessage()));
        final InetSocketAddress source = new InetSocketAddress("127.0.0.1", 9);
        assertTrue(guard.admits(1 << 22, source));
        assertTrue(guard.admits(1 << 16, source));
        assertFalse(guard.admits(1 << 23, source));
        assertFalse(guard.admits(1 << 30, source));
        assertEquals(2, guard.refused());
        assertTrue(told.get(1).contains("1073741824 bytes, but at most 4194304"), told::toString);
    }

    @Test
    @Tag("hazard-X-H7")
    void shouldTellOneErrorASecond() {
        final QuietErrors errors = new QuietErrors(error -> told.add(error.getMessage()), () -> nowNs);
        for (int i = 0; i < 1_000; i++) {
            errors.onError(new IllegalStateException("error " + i));
        }
        assertEquals(List.of("error 0"), told);
        nowNs += 1_000_000_000L;
        errors.onError(new IllegalStateException("last"));
        assertEquals("last (and 999 errors before it)", told.get(1));
    }
}
