package io.fleet.testkit.checker.machine;

import io.fleet.machine.Payload;
import io.fleet.machine.Query;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A query without the first bytes of its header. */
final class InnerQuery implements Query {
    private final UnsafeBuffer header;
    private final Query outer;

    InnerQuery(final Query outer, final int without) {
        this.outer = outer;
        header = new UnsafeBuffer(outer.header(), without, outer.header().capacity() - without);
    }

    @Override
    public DirectBuffer header() {
        return header;
    }

    @Override
    public DirectBuffer payload() {
        return outer.payload();
    }

    @Override
    public Payload handle() {
        return outer.handle();
    }

    @Override
    public long timeMillis() {
        return outer.timeMillis();
    }

    @Override
    public long lsn() {
        return outer.lsn();
    }

    @Override
    public long sessionId() {
        return outer.sessionId();
    }
}
