package io.fleet.examples.kv.server;

import io.fleet.client.FleetClient;
import io.fleet.examples.kv.resp.ReplicaInfo;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.util.List;

/** The replicas of one group that live in this process: all of a small cluster, or the one of this node. */
public interface Replicas extends AutoCloseable {
    /** Starts replicas. */
    interface Launcher {
        /**
         * Starts what the options ask for.
         *
         * @param options checked.
         * @return running replicas.
         */
        Replicas launch(KvOptions options);
    }

    /**
     * How many replicas live here.
     *
     * @return 1 or more.
     */
    int count();

    /**
     * A client at one of them.
     *
     * @param index from 0.
     * @return the client, owned by the replicas; the same one for the same index.
     */
    FleetClient client(int index);

    /**
     * How one of them stands; may be called by any thread.
     *
     * @param index from 0.
     * @return what is known now.
     */
    ReplicaInfo info(int index);

    /**
     * Why one of them is not ready; may be called by any thread.
     *
     * @param index from 0.
     * @return one reason for each; empty when it is ready.
     */
    List<String> notReady(int index);

    /**
     * Serves the admin endpoint of one of them.
     *
     * @param index from 0.
     * @param host  to bind.
     * @param port  to bind.
     * @return what closes it.
     * @throws IOException when the address cannot be bound; the message names it.
     */
    AutoCloseable listen(int index, String host, int port) throws IOException;

    /**
     * Has the nodes here tell what they count.
     *
     * @param registry takes their meters.
     */
    void bindTo(MeterRegistry registry);

    /**
     * Waits until the replicas have ended.
     *
     * @throws Exception            why one of them failed; none when they were closed.
     * @throws InterruptedException when the waiting thread is interrupted.
     */
    void awaitTermination() throws Exception;

    /** Stops all of them. */
    @Override
    void close();
}
