package io.fleet.client.command;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.Outbound;
import java.util.ServiceLoader;

/**
 * Makes the reads of clients that do not go through the log. Found on the class path by {@link ServiceLoader}, so an
 * implementation has a constructor without parameters, and no state.
 */
public interface ClientReadsFactory {
    /**
     * What is found; where the module is missing, what refuses all reads and names the module. The class path is gone
     * through once in a process.
     */
    ClientReadsFactory FOUND = ServiceLoader.load(ClientReadsFactory.class, ClientReadsFactory.class.getClassLoader())
        .findFirst().orElse((config, batcherId, outbound, counters) -> new NoReads());

    /**
     * Makes those of one client, which knows no member yet.
     *
     * @param config    the group's.
     * @param batcherId that of the batcher beside it: answers find their way by it.
     * @param outbound  the way to the group.
     * @param counters  where it counts.
     * @return what sends them.
     */
    ClientReads create(GroupConfig config, long batcherId, Outbound outbound, ClientCounters counters);
}
