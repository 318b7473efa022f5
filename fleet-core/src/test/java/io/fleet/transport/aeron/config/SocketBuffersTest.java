package io.fleet.transport.aeron.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.DatagramChannel;
import org.junit.jupiter.api.Test;

class SocketBuffersTest {
    private static final int LEAST = 1 << 16;
    private static final int MOST = 1 << 26;

    @Test
    void shouldKeepWhatWasAskedForWhereTheSystemGivesIt() {
        final SocketBuffers buffers = SocketBuffers.of(AeronConfig.builder()
            .socketBufferLength(LEAST).receiverWindowLength(LEAST).build());
        assertEquals(new SocketBuffers(LEAST, LEAST), buffers);
    }

    @Test
    void shouldFitTheWindowToWhatTheSystemGives() throws IOException {
        final SocketBuffers buffers = SocketBuffers.of(AeronConfig.builder()
            .socketBufferLength(MOST).receiverWindowLength(MOST).build());
        assertTrue(buffers.length() > 0 && buffers.length() <= MOST, buffers::toString);
        assertEquals(buffers.length() == MOST ? MOST : buffers.length() / 2, buffers.window());
        try (DatagramChannel socket = DatagramChannel.open()) {
            socket.setOption(StandardSocketOptions.SO_RCVBUF, buffers.length());
            socket.setOption(StandardSocketOptions.SO_SNDBUF, buffers.length());
            assertTrue(socket.getOption(StandardSocketOptions.SO_RCVBUF) >= buffers.length(), "receiving");
            assertTrue(socket.getOption(StandardSocketOptions.SO_SNDBUF) >= buffers.length(), "sending");
        }
    }

    @Test
    void shouldNotWidenAWindowThatFits() {
        final SocketBuffers buffers = SocketBuffers.of(AeronConfig.builder()
            .socketBufferLength(MOST).receiverWindowLength(LEAST).build());
        assertEquals(Math.min(LEAST, buffers.length() == MOST ? LEAST : buffers.length() / 2), buffers.window());
    }
}
