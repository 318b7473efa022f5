package io.fleet.transport.aeron;

import io.aeron.driver.DataPacketDispatcher;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.media.ReceiveChannelEndpoint;
import io.aeron.driver.media.UdpChannel;
import org.agrona.concurrent.status.AtomicCounter;

/** The driver's socket for data, whose arrivals end a wait. */
final class WaitedReceiveEndpoint extends ReceiveChannelEndpoint {
    private final SocketWaiter waiter;

    WaitedReceiveEndpoint(
        final UdpChannel udpChannel,
        final DataPacketDispatcher dispatcher,
        final AtomicCounter statusIndicator,
        final MediaDriver.Context context,
        final SocketWaiter waiter) {
        super(udpChannel, dispatcher, statusIndicator, context);
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
