package io.fleet.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.FixedMembers;
import io.fleet.consensus.GroupCounters;
import io.fleet.consensus.MessageRoutes;
import io.fleet.consensus.ReadMarks;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.consensus.message.read.ReadMarkRequest;
import io.fleet.consensus.message.read.ReadRequest;
import io.fleet.consensus.reads.ReadContext;
import io.fleet.consensus.reads.ReadPool;
import io.fleet.consensus.reads.ReadServers;
import io.fleet.fixture.log.UnusedLog;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.network.RecordingOutbound;
import io.fleet.session.ReplyFrame;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** A replica whose state is read without an entry in the log, and what is answered where nothing serves such reads. */
class ReplicaReadsTest {
    private static final long BALLOT = 5L << 16 | 2;
    private static final GroupConfig CONFIG = GroupConfig.scattered();

    private final RecordingOutbound out = new RecordingOutbound(1);
    private final Replica replica =
        new Replica(CONFIG, new JournalMachine(), new UnusedLog(), out, new GroupCounters());
    private int executed;
    private final ReplicaReads reads = new ReplicaReads(replica, () -> BALLOT, () -> executed++);

    @Test
    void shouldAnswerWithTheStateAsItIs() {
        final Body asked = new Body().read(0, 9, "a").read(0, 10, "b");
        reads.answer(Body.BATCHER, 3, 77, asked.buffer(), 0, asked.length());
        assertEquals(List.of("0 0/9 0 lines", "0 0/10 0 lines"), Answers.of(out));
        assertSent(3, 0, 77);
    }

    @Test
    void shouldSendAnAnswerThatWasMadeElsewhere() {
        final byte[] answer = "made elsewhere".getBytes(StandardCharsets.UTF_8);
        reads.send(Body.BATCHER, 4, 9, 42, 78, ReplyFrame.OK, new UnsafeBuffer(answer), answer.length);
        assertEquals(List.of("0 0/9 made elsewhere"), Answers.of(out));
        assertSent(4, 42, 78);
    }

    @Test
    void shouldTellThatAQueryWasExecutedElsewhere() {
        reads.executed();
        assertEquals(1, executed);
    }

    @Test
    void shouldNotBeReadableWhileASnapshotIsWritten() {
        assertTrue(reads.isReadable());
        replica.pause();
        assertFalse(reads.isReadable());
        assertTrue(reads.isPaused());
    }

    @Test
    @Expects("group-reads.nothing-serves-them")
    void shouldNameTheModuleThatIsMissing() {
        final MessageRoutes routes = new MessageRoutes();
        ReadServers.FOUND.create(new ReadContext(7, CONFIG, out, routes,
            new FixedMembers(Configuration.UNKNOWN), ReadMarks.NONE, reads, ReadPool.OFF, 1));
        final Body asked = new Body().read(0, 9, "a");
        final ReadRequest request = new ReadRequest();
        request.batcherId = Body.BATCHER;
        request.requestId = 5;
        request.buffer = asked.buffer();
        request.length = asked.length();
        routes.dispatch(-1, request, 0);
        routes.dispatch(2, new ReadMarkRequest(), 0);
        assertEquals(List.of(ReplyFrame.NOT_SERVED + " 0/9 group 7 serves no reads beside the log: they need the Maven"
            + " artifact io.fleet:fleet-reads on the class path of its nodes, and it is not there"), Answers.of(out));
        assertSent(5, 0, ReplyBatch.NOT_STALE);
    }

    private void assertSent(final long requestId, final long lsn, final long staleNs) {
        final ReplyBatch sent = out.last(ReplyBatch.class);
        assertTrue(sent.reads);
        assertEquals(List.of(Body.BATCHER, requestId, lsn, staleNs, BALLOT),
            List.of(sent.batcherId, sent.entrySequence, sent.lsn, sent.staleNs, sent.ballot));
    }
}
