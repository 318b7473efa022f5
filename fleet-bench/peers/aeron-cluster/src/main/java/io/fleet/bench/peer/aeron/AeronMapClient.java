package io.fleet.bench.peer.aeron;

import io.aeron.Publication;
import io.aeron.cluster.client.AeronCluster;
import io.aeron.cluster.client.EgressListener;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.Header;
import io.fleet.bench.load.Outcomes;
import io.fleet.bench.load.PeerClient;
import io.fleet.bench.peer.PeerConfig;
import java.util.concurrent.TimeUnit;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;

/** A client without a thread of its own: the driving thread polls it, and rests as the client's defaults say. */
final class AeronMapClient implements PeerClient, EgressListener {
    private static final long CONNECT_NS = TimeUnit.SECONDS.toNanos(60);
    private static final long KEEP_ALIVE_NS = TimeUnit.SECONDS.toNanos(1);

    private final Outcomes outcomes;
    private final MediaDriver driver;
    private final AeronCluster cluster;
    private final IdleStrategy idle;
    private final UnsafeBuffer request;
    private byte[] lastValue;
    private long keptAliveNs = System.nanoTime();

    AeronMapClient(final PeerConfig config, final Outcomes outcomes) {
        this.outcomes = outcomes;
        request = new UnsafeBuffer(new byte[Requests.VALUE + config.valueBytes()]);
        driver = MediaDriver.launchEmbedded(new MediaDriver.Context()
            .aeronDirectoryName(config.memory().resolve("aeron-client").toString())
            .threadingMode(ThreadingMode.SHARED)
            .dirDeleteOnStart(true)
            .dirDeleteOnShutdown(true));
        final String terms = "term-length=" + AeronNode.clientTermBytes(config);
        final AeronCluster.Context context = new AeronCluster.Context()
            .aeronDirectoryName(driver.aeronDirectoryName())
            .messageTimeoutNs(CONNECT_NS)
            .ingressChannel("aeron:udp?" + terms)
            .ingressEndpoints(AeronNode.ingressEndpoints(config))
            .egressChannel("aeron:udp?endpoint=" + PeerConfig.HOST + ":" + config.port(config.nodes(), 0) + "|" + terms)
            .egressListener(this);
        try {
            cluster = AeronCluster.connect(context);
        } catch (final RuntimeException e) {
            driver.close();
            throw e;
        }
        idle = cluster.context().idleStrategy();
    }

    @Override
    public boolean put(final long key, final byte[] value, final long correlation) {
        if (value != lastValue) {
            request.putBytes(Requests.VALUE, value);
            lastValue = value;
        }
        return offer(Requests.PUT, key, correlation, Requests.VALUE + value.length);
    }

    @Override
    public boolean get(final long key, final long correlation) {
        return offer(Requests.GET, key, correlation, Requests.VALUE);
    }

    private boolean offer(final byte kind, final long key, final long correlation, final int length) {
        request.putByte(Requests.KIND, kind);
        request.putLong(Requests.CORRELATION, correlation);
        request.putLong(Requests.KEY, key);
        final long result = cluster.offer(request, 0, length);
        if (result == Publication.CLOSED || result == Publication.MAX_POSITION_EXCEEDED) {
            throw new IllegalStateException("the cluster does not take messages any more: "
                + Publication.errorString(result));
        }
        return result > 0;
    }

    @Override
    public int poll() {
        final long nowNs = System.nanoTime();
        if (nowNs - keptAliveNs > KEEP_ALIVE_NS) {
            cluster.sendKeepAlive();
            keptAliveNs = nowNs;
        }
        return cluster.pollEgress();
    }

    @Override
    public void idle(final int work, final long nowNs, final long untilNs) {
        idle.idle(work);
    }

    @Override
    public void onMessage(final long session, final long timestamp, final DirectBuffer buffer, final int offset,
                          final int length, final Header header) {
        final boolean isNothing = buffer.getByte(offset + Requests.REPLY_KIND) == Requests.NOTHING;
        outcomes.onReply(buffer.getLong(offset + Requests.REPLY_CORRELATION),
            isNothing ? -1 : length - Requests.REPLY_VALUE);
    }

    @Override
    public void close() {
        CloseHelper.closeAll(cluster, driver);
    }
}
