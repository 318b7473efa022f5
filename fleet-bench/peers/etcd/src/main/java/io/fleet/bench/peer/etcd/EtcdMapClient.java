package io.fleet.bench.peer.etcd;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KV;
import io.etcd.jetcd.kv.GetResponse;
import io.fleet.bench.load.Outcomes;
import io.fleet.bench.load.PeerClient;
import io.fleet.bench.peer.PeerConfig;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.function.BiConsumer;
import java.util.function.ToIntFunction;

/** Outcomes come in on threads of the library. */
final class EtcdMapClient implements PeerClient {
    private final Outcomes outcomes;
    private final Client client;
    private final KV map;
    private final ByteSequence[] keys;

    EtcdMapClient(final PeerConfig config, final Outcomes outcomes) {
        this.outcomes = outcomes;
        client = Client.builder().endpoints(EtcdNode.endpoints(config)).build();
        map = client.getKVClient();
        keys = new ByteSequence[config.keys()];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = ByteSequence.from(ByteBuffer.allocate(Long.BYTES).putLong(i).array());
        }
    }

    @Override
    public boolean put(final long key, final byte[] value, final long correlation) {
        hear(map.put(keys[(int) key], ByteSequence.from(value)), new Call<>(correlation, response -> 0));
        return true;
    }

    @Override
    public boolean get(final long key, final long correlation) {
        hear(map.get(keys[(int) key]), new Call<>(correlation, EtcdMapClient::length));
        return true;
    }

    private static int length(final GetResponse response) {
        return response.getKvs().isEmpty() ? -1 : response.getKvs().get(0).getValue().size();
    }

    private static <R> void hear(final CompletableFuture<R> future, final Call<R> call) {
        future.whenComplete(call);
        call.isStarted = true;
    }

    @Override
    public void close() {
        client.close();
    }

    /** Waits for one answer; one that is there before anybody waits for it is told on another thread. */
    private final class Call<R> implements BiConsumer<R, Throwable> {
        private final long correlation;
        private final ToIntFunction<R> length;
        private final Thread starter = Thread.currentThread();
        /** Read by the starter only. */
        private boolean isStarted;

        Call(final long correlation, final ToIntFunction<R> length) {
            this.correlation = correlation;
            this.length = length;
        }

        @Override
        public void accept(final R response, final Throwable failure) {
            if (Thread.currentThread() == starter && !isStarted) {
                ForkJoinPool.commonPool().execute(() -> tell(response, failure));
            } else {
                tell(response, failure);
            }
        }

        private void tell(final R response, final Throwable failure) {
            if (failure == null) {
                outcomes.onReply(correlation, length.applyAsInt(response));
            } else {
                outcomes.onFailure(correlation, failure.toString());
            }
        }
    }
}
