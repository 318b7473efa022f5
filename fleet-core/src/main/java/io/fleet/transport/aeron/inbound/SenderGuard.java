package io.fleet.transport.aeron.inbound;

import io.aeron.protocol.DataHeaderFlyweight;
import io.aeron.protocol.SetupFlyweight;
import io.fleet.transport.Refusal;
import io.fleet.transport.aeron.config.AeronConfig;
import io.fleet.transport.aeron.config.Channels;
import io.fleet.transport.aeron.config.Endpoint;
import io.fleet.transport.aeron.config.MemberAddresses;
import io.fleet.transport.aeron.config.Networks;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.agrona.collections.Int2IntCounterMap;
import org.agrona.concurrent.NanoClock;

/**
 * Looks at senders that announce themselves, before the media driver keeps anything for them: what they say about
 * themselves, where they come from, and how many there are already. A packet of data costs nothing here unless many
 * come of which nothing is known. Thread-safe.
 */
public final class SenderGuard {
    /** The most senders of a stream that only members send, from addresses of which no member is known. */
    public static final int MAX_STRANGERS_AS_MEMBERS = 16;
    /** The most senders of answers to a client, from addresses of which no member is known. */
    static final int MAX_STRANGERS_ANSWERING = 256;
    /** The most senders in a second that send without having announced themselves, and are asked to do so. */
    public static final int MAX_UNANNOUNCED = 512;

    private static final int MIN_TERM = 1 << 16;
    private static final int ALIGNMENT = 32;
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    private final Channels channels;
    private final boolean isMulticast;
    private final int longestTerm;
    private final int longestMtu;
    private final Networks allowed;
    private final MemberAddresses members;
    private final Refusals refusals;
    private final SenderTable table;
    private final NanoClock clock;
    /** How many subscriptions there are of each stream. */
    private final Int2IntCounterMap streams = new Int2IntCounterMap(0);
    private volatile boolean isFlooded;
    private int unannounced;
    private long windowNs;

    public SenderGuard(final AeronConfig config, final MemberAddresses members, final Consumer<String> teller,
                final NanoClock clock) {
        channels = new Channels(config);
        isMulticast = config.kind() == AeronConfig.Kind.MULTICAST;
        longestTerm = Math.max(config.broadcastTermLength(), config.unicastTermLength());
        longestMtu = Math.max(config.mtuLength(), Math.min(config.receiverWindowLength(), AeronConfig.MAX_MTU));
        allowed = config.allowedSources();
        this.members = members;
        this.clock = clock;
        refusals = new Refusals(teller, clock);
        table = new SenderTable(clock.nanoTime());
        windowNs = clock.nanoTime();
    }

    /** Something is received on a stream from now on, by one subscription more. */
    public void subscribed(final int stream) {
        synchronized (streams) {
            streams.incrementAndGet(stream);
        }
    }

    /** One subscription less. */
    public void unsubscribed(final int stream) {
        synchronized (streams) {
            streams.decrementAndGet(stream);
        }
    }

    /** A stream of this configuration may be one that is not received yet, or not any more: that is told to nobody. */
    private void onOtherStream(final int stream, final InetSocketAddress source) {
        final boolean isOfNode =
            stream >= channels.nodeStream(0) && stream <= channels.nodeStream(Endpoint.MAX_NODE_ID);
        if (isOfNode || stream >= channels.broadcastStream() && stream <= channels.responseStream()) {
            refusals.count(Refusal.STREAM, 1);
        } else {
            refusals.refuse(Refusal.STREAM, source, stream, 0);
        }
    }

    private boolean isReceived(final int stream) {
        synchronized (streams) {
            return streams.get(stream) > 0;
        }
    }

    /** Whether the driver may see what announces a sender. */
    public boolean admits(final SetupFlyweight setup, final int length, final InetSocketAddress source) {
        if (length < SetupFlyweight.HEADER_LENGTH || !isSound(setup)) {
            refusals.refuse(Refusal.MALFORMED, source, 0, 0);
            return false;
        }
        if (setup.termLength() > longestTerm) {
            refusals.refuse(Refusal.TERM_LENGTH, source, setup.termLength(), longestTerm);
            return false;
        }
        final int mtu = setup.mtuLength();
        if (mtu < Refusals.MIN_MTU || mtu > longestMtu || mtu % ALIGNMENT != 0) {
            refusals.refuse(Refusal.MTU, source, mtu, longestMtu);
            return false;
        }
        if (!isReceived(setup.streamId())) {
            onOtherStream(setup.streamId(), source);
            return false;
        }
        return admits(setup.streamId(), setup.sessionId(), source);
    }

    private boolean admits(final int stream, final int session, final InetSocketAddress source) {
        final InetAddress address = source.getAddress();
        final boolean isMember = members.contains(address);
        if (!isMember) {
            members.refresh();
            if (!allowed.isEmpty() && !allowed.contains(address)) {
                refusals.refuse(Refusal.FOREIGN_ADDRESS, source, 0, 0);
                return false;
            }
        }
        final Refusal why = table.admit(stream, session, address, isMember, maxStrangers(stream),
            isOfOneMember(stream) ? SenderTable.MAX_AS_MEMBERS : SenderTable.MAX_SENDERS, clock.nanoTime());
        if (why != null) {
            refusals.refuse(why, source, table.found(), table.bound());
            return false;
        }
        return true;
    }

    /** Somebody sends data of whom the driver knows nothing; it asks now, and keeps that in mind for a second. */
    public void onUnannounced() {
        final long nowNs = clock.nanoTime();
        synchronized (this) {
            if (nowNs - windowNs >= SECOND_NS) {
                windowNs = nowNs;
                unannounced = 0;
            }
            isFlooded = ++unannounced >= MAX_UNANNOUNCED;
        }
    }

    /** Whether the driver may see a packet of data: it may, unless it asks too many who they are already. */
    public boolean admits(final DataHeaderFlyweight header, final InetSocketAddress source) {
        return !isFlooded || isOver() || isKnown(header, source);
    }

    private synchronized boolean isOver() {
        if (clock.nanoTime() - windowNs >= SECOND_NS) {
            isFlooded = false;
        }
        return !isFlooded;
    }

    private boolean isKnown(final DataHeaderFlyweight header, final InetSocketAddress source) {
        if (table.contains(header.streamId(), header.sessionId())) {
            return true;
        }
        refusals.refuse(Refusal.UNANNOUNCED, source, MAX_UNANNOUNCED, MAX_UNANNOUNCED);
        return false;
    }

    /** The driver has made an image. Called on the Aeron client's thread. */
    public void onAvailable(final int stream, final int session, final String sourceIdentity) {
        final int colon = sourceIdentity.lastIndexOf(':');
        final String host = sourceIdentity.substring(0, Math.max(0, colon)).replaceAll("[\\[\\]]|%.*", "");
        final InetAddress address = Networks.literal(host);
        if (address != null) {
            table.available(stream, session, address, members.contains(address), clock.nanoTime());
        }
    }

    /** An image is no more. Called on the Aeron client's thread, or the one that closes the subscription. */
    public void onUnavailable(final int stream, final int session) {
        table.unavailable(stream, session);
    }

    /** How many senders are received from, or are about to be. */
    public int senders() {
        return table.size();
    }

    /** How many addresses are remembered. */
    public int addresses() {
        return table.addresses();
    }

    public MemberAddresses members() {
        return members;
    }

    /** How often a sender was refused. */
    public long refused(final Refusal why) {
        return refusals.count(why);
    }

    private int maxStrangers(final int stream) {
        if (stream == channels.responseStream()) {
            return MAX_STRANGERS_ANSWERING;
        }
        return isOfOneMember(stream) ? MAX_STRANGERS_AS_MEMBERS : SenderTable.MAX_STRANGERS;
    }

    private boolean isOfOneMember(final int stream) {
        return isMulticast && stream >= channels.nodeStream(0);
    }

    private static boolean isSound(final SetupFlyweight setup) {
        final int term = setup.termLength();
        final int offset = setup.termOffset();
        return term >= MIN_TERM && Integer.bitCount(term) == 1 && setup.activeTermId() - setup.initialTermId() >= 0
            && offset >= 0 && offset <= term && offset % ALIGNMENT == 0;
    }
}
