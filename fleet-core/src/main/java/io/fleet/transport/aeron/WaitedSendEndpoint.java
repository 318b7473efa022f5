package io.fleet.transport.aeron;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.media.SendChannelEndpoint;
import io.aeron.driver.media.UdpChannel;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.agrona.concurrent.status.AtomicCounter;

/** The driver's socket for what it sends, and for what receivers say to that; such arrivals end a wait. */
final class WaitedSendEndpoint extends SendChannelEndpoint {
    private final SocketWaiter waiter;
    private SocketWaiter.Arrivals arrivals;

    WaitedSendEndpoint(
                       final UdpChannel udpChannel,
                       final AtomicCounter statusIndicator,
                       final MediaDriver.Context context,
                       final SocketWaiter waiter) {
        super(udpChannel, statusIndicator, context);
        this.waiter = waiter;
    }

    @Override
    public void openChannel() {
        super.openChannel();
        arrivals = waiter.add(receiveDatagramChannel());
    }

    @Override
    public InetSocketAddress receive(final ByteBuffer buffer) {
        if (!arrivals.mayBe()) {
            return null;
        }
        final InetSocketAddress source = super.receive(buffer);
        arrivals.were(source != null);
        return source;
    }

    @Override
    public void close() {
        super.close();
        waiter.forgetClosed();
    }
}
