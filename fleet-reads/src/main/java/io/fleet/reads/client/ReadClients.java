package io.fleet.reads.client;

import io.fleet.client.command.ClientCounters;
import io.fleet.client.command.ClientReads;
import io.fleet.client.command.ClientReadsFactory;
import io.fleet.config.GroupConfig;
import io.fleet.consensus.Outbound;

/** Makes what clients read with; found by {@link java.util.ServiceLoader}. */
public final class ReadClients implements ClientReadsFactory {
    /** Creates it. */
    public ReadClients() {
    }

    @Override
    public ClientReads create(final GroupConfig config, final long batcherId, final Outbound outbound,
                              final ClientCounters counters) {
        return new ReadClient(config, batcherId, outbound, counters);
    }
}
