package io.fleet.reads;

import io.fleet.protocol.ReadContext;
import io.fleet.protocol.ReadServer;
import io.fleet.protocol.ReadServerFactory;

/** Makes {@link QuorumReads}; found by {@link java.util.ServiceLoader}. */
public final class QuorumReadsFactory implements ReadServerFactory {
    /** Creates it. */
    public QuorumReadsFactory() {
    }

    @Override
    public ReadServer create(final ReadContext context) {
        return new QuorumReads(context);
    }
}
