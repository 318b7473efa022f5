package io.fleet.transport.aeron;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.media.SendChannelEndpoint;
import io.aeron.driver.media.UdpChannel;
import org.agrona.concurrent.status.AtomicCounter;

/** The driver's socket for what it sends, and for what receivers say to that; such arrivals end a wait. */
final class WaitedSendEndpoint extends SendChannelEndpoint {
    private final SocketWaiter waiter;

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
        waiter.add(receiveDatagramChannel());
    }

    @Override
    public void close() {
        super.close();
        waiter.forgetClosed();
    }
}
