package io.fleet.transport.aeron.config;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.DatagramChannel;

/**
 * How long sockets' buffers and the window of receivers are, given what was asked for and what the system gives. What
 * comes while a node does something else waits in these buffers; what does not fit is lost, and has to be sent again.
 *
 * @param length of each buffer, in bytes.
 * @param window how many bytes may be on their way to a receiver.
 */
public record SocketBuffers(int length, int window) {
    public static SocketBuffers of(final AeronConfig config) {
        final int wanted = config.socketBufferLength();
        final int granted = granted(wanted);
        return granted >= wanted ? new SocketBuffers(wanted, config.receiverWindowLength())
            : new SocketBuffers(granted, Math.max(config.mtuLength(),
                Math.min(config.receiverWindowLength(), granted / 2)));
    }

    private static int granted(final int wanted) {
        try (DatagramChannel probe = DatagramChannel.open()) {
            probe.setOption(StandardSocketOptions.SO_RCVBUF, wanted);
            probe.setOption(StandardSocketOptions.SO_SNDBUF, wanted);
            return Math.min(probe.getOption(StandardSocketOptions.SO_RCVBUF),
                probe.getOption(StandardSocketOptions.SO_SNDBUF));
        } catch (final IOException e) {
            return wanted;
        }
    }
}
