package io.fleet.reads.client;

import io.fleet.batch.BatcherCounters;
import io.fleet.batch.ClientReads;
import io.fleet.batch.ClientReadsFactory;
import io.fleet.machine.GroupConfig;
import io.fleet.protocol.Outbound;

/** Makes what clients read with; found by {@link java.util.ServiceLoader}. */
public final class ReadClients implements ClientReadsFactory {
    /** Creates it. */
    public ReadClients() {
    }

    @Override
    public ClientReads create(final GroupConfig config, final long batcherId, final Outbound outbound,
                              final BatcherCounters counters) {
        return new ReadClient(config, batcherId, outbound, counters);
    }
}
