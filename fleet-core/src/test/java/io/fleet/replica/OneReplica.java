package io.fleet.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.ChosenEntries;
import io.fleet.consensus.ChosenEntry;
import io.fleet.consensus.GroupCounters;
import io.fleet.fixture.log.NumberedLog;
import io.fleet.machine.Command;
import io.fleet.machine.Query;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;
import io.fleet.storage.EntryMeta;

/** A replica that replies to all, with a machine whose answers are as long as a test says. */
final class OneReplica implements StateMachine, ChosenEntries {
    final SlowClients clients = new SlowClients();
    final GroupCounters counters = new GroupCounters();
    final Replica replica;
    /** The answer to a query, and to a write; beginning with the write's number. */
    byte[] answer = new byte[0];
    int applied;
    int queries;
    long mostReplyBytes;
    private final NumberedLog log = new NumberedLog();
    private Body body;
    private final EntryMeta meta = new EntryMeta();
    private long lsn;

    OneReplica(final GroupConfig config) {
        replica = new Replica(config, this, log, clients, counters);
    }

    /** Applies an entry of a batcher. */
    void apply(final Body entry, final long batcherId, final long timeMillis) {
        lsn++;
        body = entry;
        meta.set(entry.meta(lsn, timeMillis));
        meta.batcherId = batcherId;
        replica.doWork(this, 1L << 16 | 2);
        look();
    }

    /** Applies an entry of a batcher by another thread, in as many pieces as that takes; how many. */
    int applyElsewhere(final Body entry, final long batcherId, final long timeMillis) {
        lsn++;
        body = entry;
        meta.set(entry.meta(lsn, timeMillis));
        meta.batcherId = batcherId;
        int pieces = 0;
        replica.begin(this, 1L << 16 | 2);
        for (UserCode piece = replica.next(); piece != null; piece = replica.next()) {
            final int before = clients.messages();
            piece.leave();
            piece.run();
            assertEquals(before, clients.messages(), "nothing is sent by who has not the duty");
            piece.giveBack(1);
            replica.begin(this, 1L << 16 | 2);
            assertNull(replica.next(), "others have their turn at the state first");
            replica.end();
            replica.begin(this, 1L << 16 | 2);
            pieces++;
            look();
        }
        replica.end();
        return pieces;
    }

    /** A duty cycle without an entry. */
    void doWork() {
        replica.doWork(this, 1L << 16 | 2);
        look();
    }

    void look() {
        mostReplyBytes = Math.max(mostReplyBytes, replica.replyBytes());
    }

    @Override
    public void apply(final Command command, final Reply reply) {
        applied++;
        reply.write(answer);
        look();
    }

    @Override
    public void query(final Query query, final Reply reply) {
        queries++;
        reply.write(answer);
        look();
    }

    @Override
    public void writeSnapshot(final SnapshotWriter out) {
        out.writeInt(applied);
    }

    @Override
    public void readSnapshot(final SnapshotReader in) {
        applied = in.readInt();
    }

    @Override
    public long chosen() {
        return lsn;
    }

    @Override
    public boolean read(final long at, final ChosenEntry into) {
        into.meta.set(meta);
        into.body = body.buffer();
        into.offset = 0;
        into.replier = 2;
        return true;
    }

    @Override
    public long bodyPosition(final long at) {
        return NOT_STORED;
    }
}
