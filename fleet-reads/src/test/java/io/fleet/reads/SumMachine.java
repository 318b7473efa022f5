package io.fleet.reads;

import io.fleet.fixture.machine.NumberMachine;
import io.fleet.machine.Query;
import io.fleet.machine.Reply;

/** Counts commands; a query answers the count, the LSN and the session that it sees. */
final class SumMachine extends NumberMachine {
    @Override
    public void query(final Query query, final Reply reply) {
        reply.writeLong(value).writeLong(query.lsn()).writeLong(query.sessionId());
    }
}
