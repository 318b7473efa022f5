package io.fleet.bench.peer.fleet;

import io.fleet.FleetRemoteClient;
import io.fleet.ReplyHandler;
import io.fleet.bench.peer.Outcomes;
import io.fleet.bench.peer.PeerClient;
import io.fleet.bench.peer.PeerConfig;
import io.fleet.machine.FleetException;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Uses the form of {@code offer} that allocates nothing; outcomes come in on the client's thread. */
final class FleetMapClient implements PeerClient {
    private final FleetRemoteClient client;
    private final UnsafeBuffer keys;
    private final UnsafeBuffer nothing = new UnsafeBuffer(new byte[0]);
    private final ReplyHandler handler;
    private volatile UnsafeBuffer lastValue = nothing;

    FleetMapClient(final PeerConfig config, final Outcomes outcomes) {
        keys = new UnsafeBuffer(new byte[config.keys() * Long.BYTES]);
        for (int i = 0; i < config.keys(); i++) {
            keys.putLong(i * Long.BYTES, i, ByteOrder.LITTLE_ENDIAN);
        }
        handler = new Handler(outcomes);
        client = FleetRemoteClient.connect(FleetSettings.of(config.settings()).client(config));
    }

    @Override
    public boolean put(final long key, final byte[] value, final long correlation) {
        return client.offer(false, keys, (int) key * Long.BYTES, Long.BYTES, wrapped(value), 0, value.length,
            correlation, handler);
    }

    @Override
    public boolean get(final long key, final long correlation) {
        return client.offer(true, keys, (int) key * Long.BYTES, Long.BYTES, nothing, 0, 0, correlation, handler);
    }

    /** One measurement puts one array again and again. */
    private UnsafeBuffer wrapped(final byte[] value) {
        UnsafeBuffer last = lastValue;
        if (last.byteArray() != value) {
            last = new UnsafeBuffer(value);
            lastValue = last;
        }
        return last;
    }

    @Override
    public void close() {
        client.close();
    }

    /** Hands outcomes on. */
    private record Handler(Outcomes outcomes) implements ReplyHandler {
        @Override
        public void onReply(final long correlation, final DirectBuffer buffer, final int offset, final int length) {
            outcomes.onReply(correlation, length);
        }

        @Override
        public void onFailure(final long correlation, final FleetException failure) {
            outcomes.onFailure(correlation, failure.toString());
        }
    }
}
