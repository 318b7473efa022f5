package io.fleet.transport.aeron;

import io.aeron.driver.DataPacketDispatcher;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.media.ReceiveChannelEndpoint;
import io.aeron.driver.media.UdpChannel;
import io.aeron.protocol.SetupFlyweight;
import java.net.InetSocketAddress;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.AtomicCounter;

/**
 * The driver's socket for data, whose arrivals end a wait where somebody waits. Senders whose term buffers are longer
 * than any that this endpoint is configured with are refused: they would have the driver take as much memory as they
 * say.
 */
final class WaitedReceiveEndpoint extends ReceiveChannelEndpoint {
    private final SocketWaiter waiter;
    private final LongTerms longTerms;

    WaitedReceiveEndpoint(
        final UdpChannel udpChannel,
        final DataPacketDispatcher dispatcher,
        final AtomicCounter statusIndicator,
        final MediaDriver.Context context,
        final SocketWaiter waiter,
        final LongTerms longTerms) {
        super(udpChannel, dispatcher, statusIndicator, context);
        this.waiter = waiter;
        this.longTerms = longTerms;
    }

    @Override
    public void onSetupMessage(final SetupFlyweight setup, final UnsafeBuffer buffer, final int length,
                               final InetSocketAddress source, final int transportIndex) {
        if (longTerms.admits(setup.termLength(), source)) {
            super.onSetupMessage(setup, buffer, length, source, transportIndex);
        }
    }

    @Override
    public void openChannel() {
        super.openChannel();
        if (waiter != null) {
            waiter.add(receiveDatagramChannel());
        }
    }

    @Override
    public void close() {
        super.close();
        if (waiter != null) {
            waiter.forgetClosed();
        }
    }
}
