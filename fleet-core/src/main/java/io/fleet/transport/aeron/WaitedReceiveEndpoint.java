package io.fleet.transport.aeron;

import io.aeron.driver.DataPacketDispatcher;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.media.ReceiveChannelEndpoint;
import io.aeron.driver.media.UdpChannel;
import io.aeron.protocol.DataHeaderFlyweight;
import io.aeron.protocol.SetupFlyweight;
import io.fleet.transport.aeron.inbound.SenderGuard;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.AtomicCounter;

/**
 * The driver's socket for data, whose arrivals end a wait where somebody waits. The driver sees of senders what a
 * {@link SenderGuard} lets through.
 */
final class WaitedReceiveEndpoint extends ReceiveChannelEndpoint {
    private final SocketWaiter waiter;
    private final SenderGuard guard;
    private SocketWaiter.Arrivals arrivals;

    WaitedReceiveEndpoint(
                          final UdpChannel udpChannel,
                          final DataPacketDispatcher dispatcher,
                          final AtomicCounter statusIndicator,
                          final MediaDriver.Context context,
                          final SocketWaiter waiter,
                          final SenderGuard guard) {
        super(udpChannel, dispatcher, statusIndicator, context);
        this.waiter = waiter;
        this.guard = guard;
    }

    @Override
    public void onSetupMessage(final SetupFlyweight setup, final UnsafeBuffer buffer, final int length,
                               final InetSocketAddress source, final int transportIndex) {
        if (guard.admits(setup, length, source)) {
            super.onSetupMessage(setup, buffer, length, source, transportIndex);
        }
    }

    @Override
    public int onDataPacket(final DataHeaderFlyweight header, final UnsafeBuffer buffer, final int length,
                            final InetSocketAddress source, final int transportIndex) {
        return guard.admits(header, source) ? super.onDataPacket(header, buffer, length, source, transportIndex) : 0;
    }

    @Override
    public void sendSetupElicitingStatusMessage(final int transportIndex, final InetSocketAddress source,
                                                final int sessionId, final int streamId) {
        guard.onUnannounced();
        super.sendSetupElicitingStatusMessage(transportIndex, source, sessionId, streamId);
    }

    @Override
    public void openChannel() {
        super.openChannel();
        if (waiter != null) {
            arrivals = waiter.add(receiveDatagramChannel());
        }
    }

    @Override
    public InetSocketAddress receive(final ByteBuffer buffer) {
        if (arrivals != null && !arrivals.mayBe()) {
            return null;
        }
        final InetSocketAddress source = super.receive(buffer);
        if (arrivals != null) {
            arrivals.were(source != null);
        }
        return source;
    }

    @Override
    public void close() {
        super.close();
        if (waiter != null) {
            waiter.forgetClosed();
        }
    }
}
