package io.fleet.bench.peer.fleet;

import io.fleet.FleetRemoteClient;
import io.fleet.bench.load.Outcomes;
import io.fleet.bench.load.PeerClient;
import io.fleet.bench.peer.PeerConfig;
import io.fleet.client.FleetClient;
import io.fleet.client.ReadConsistency;
import io.fleet.client.ReplyHandler;
import io.fleet.config.ReplierPolicy;
import io.fleet.error.FleetException;
import java.nio.ByteOrder;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Uses the form of {@code offer} that allocates nothing; outcomes come in on the client's thread. */
final class FleetMapClient implements PeerClient {
    private final Function<ReplierPolicy, FleetClient> clients;
    private final Runnable end;
    private final UnsafeBuffer keys;
    private final UnsafeBuffer nothing = new UnsafeBuffer(new byte[0]);
    private final ReplyHandler handler;
    private volatile UnsafeBuffer lastValue = nothing;
    private volatile FleetClient client;
    private volatile ReadConsistency reads = ReadConsistency.LINEARIZABLE_LOG;

    /** {@code end} closes the client, and what it belongs to. */
    FleetMapClient(final PeerConfig config, final Outcomes outcomes, final FleetClient client, final Runnable end) {
        this(config, outcomes, client, choice -> client, end);
    }

    private FleetMapClient(final PeerConfig config, final Outcomes outcomes, final FleetClient client,
                           final Function<ReplierPolicy, FleetClient> clients, final Runnable end) {
        this.client = client;
        this.clients = clients;
        this.end = end;
        keys = new UnsafeBuffer(new byte[config.keys() * Long.BYTES]);
        for (int i = 0; i < config.keys(); i++) {
            keys.putLong(i * Long.BYTES, i, ByteOrder.LITTLE_ENDIAN);
        }
        handler = new Handler(outcomes);
    }

    /** A client in a process of its own. */
    static FleetMapClient connect(final PeerConfig config, final Outcomes outcomes) {
        final FleetSettings settings = FleetSettings.of(config.settings());
        final Map<ReplierPolicy, FleetRemoteClient> connected = new EnumMap<>(ReplierPolicy.class);
        final Function<ReplierPolicy, FleetClient> clients = choice -> connected.computeIfAbsent(choice,
            key -> FleetRemoteClient.connect(settings.client(config, key)));
        return new FleetMapClient(config, outcomes, clients.apply(settings.group().replierPolicy()), clients,
            () -> connected.values().forEach(FleetRemoteClient::close));
    }

    @Override
    public void tune(final Map<String, String> words) {
        final ReadTuning tuning = ReadTuning.of(words);
        client = clients.apply(tuning.choice());
        reads = tuning.reads();
    }

    @Override
    public boolean put(final long key, final byte[] value, final long correlation) {
        return client.offer(false, keys, (int) key * Long.BYTES, Long.BYTES, wrapped(value), 0, value.length,
            correlation, handler);
    }

    @Override
    public boolean get(final long key, final long correlation) {
        return client.offerRead(reads, keys, (int) key * Long.BYTES, Long.BYTES, nothing, 0, 0, correlation, handler);
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
        end.run();
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
