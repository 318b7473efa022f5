package io.fleet.reads;

import io.fleet.consensus.reads.ReadContext;
import io.fleet.consensus.reads.ReadPool;
import io.fleet.consensus.reads.ReadServer;
import io.fleet.consensus.reads.ReadServerFactory;
import io.fleet.reads.concurrent.ReadThreads;

/** Makes what nodes serve reads with; found by {@link java.util.ServiceLoader}. */
public final class GroupReadServers implements ReadServerFactory {
    /** Creates it. */
    public GroupReadServers() {
    }

    @Override
    public ReadServer create(final ReadContext context) {
        return new GroupReadServer(context);
    }

    @Override
    public ReadPool threads(final int count) {
        return new ReadThreads(count);
    }
}
