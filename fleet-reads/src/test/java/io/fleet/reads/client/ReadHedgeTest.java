package io.fleet.reads.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.client.ReadConsistency;
import io.fleet.client.ReplyHandler;
import io.fleet.client.command.ClientCounters;
import io.fleet.config.GroupConfig;
import io.fleet.consensus.common.BatcherId;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.read.ReadRequest;
import io.fleet.error.FleetException;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.network.UnusedOutbound;
import io.fleet.session.CommandCursor;
import io.fleet.session.ReplyFrame;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.Test;

/** A client that always has a window of reads under way, and replicas that execute so many of them in each ms. */
class ReadHedgeTest {
    private static final long MILLI = 1_000_000;
    private static final long ID = BatcherId.remote(5);
    private static final int WINDOW = 128;
    private static final GroupConfig CONFIG =
        GroupConfig.scattered().withClientWindow(WINDOW).withRetryMillis(100).withRequestTimeoutMillis(5_000);

    private final List<Replica> replicas = List.of(new Replica(1), new Replica(2), new Replica(3));
    private final ReadClient client = new ReadClient(CONFIG, ID, new Wire(), new ClientCounters());
    private long now = 1_000 * MILLI;
    private int offered;
    private int answered;
    private int copies;

    ReadHedgeTest() {
        client.members(new int[] {1, 2, 3});
    }

    @Test
    @Expects("read-client.no-budget-for-another-replica")
    void shouldAddATenthToTheLoadOfReplicasThatAreAllOverloaded() { // S13
        run(200, true);
        replicas.forEach(replica -> replica.perMilli = 0.2);
        run(2_000, true);
        final int before = copies - offered;
        final int answers = answered;
        run(3_000, true);
        final int more = copies - offered - before;
        assertTrue(answered - answers > 1_000, "it goes on");
        assertTrue(more <= (answered - answers) / 10 + 1, more + " more reads for " + (answered - answers));
    }

    @Test
    void shouldMoveAllThatWaitsAtAReplicaThatIsSilentWhileOthersAnswer() {
        run(200, true);
        replicas.get(0).perMilli = 0;
        for (int i = 0; i < 100 && replicas.get(0).size() <= 16; i++) {
            run(1, true);
        }
        assertTrue(replicas.get(0).size() > 16);
        run(50, false);
        assertEquals(0, client.inFlight(), "all is answered by the others, before retryMillis");
        assertEquals(offered, answered);
    }

    @Test
    void shouldSendWhatIsLostAgainWithoutABudget() {
        run(200, true);
        replicas.forEach(replica -> replica.perMilli = 0);
        run(1_000, true);
        assertTrue(copies - offered >= WINDOW, "the budget is taken");
        replicas.forEach(replica -> replica.packets.clear());
        replicas.forEach(replica -> replica.perMilli = 100);
        run(2_000, false);
        assertEquals(offered, answered, "all packets were lost, but not the reads");
    }

    private void run(final int millis, final boolean offers) {
        for (int i = 0; i < millis; i++) {
            while (offers && client.inFlight() < WINDOW) {
                assertTrue(client.offer(ReadConsistency.LINEARIZABLE_QUORUM, null, 0, 0, null, 0, 0, offered++,
                    new Outcome(), now));
            }
            now += MILLI;
            replicas.forEach(Replica::execute);
            client.doWork(now);
        }
    }

    /** Executes packets in the order in which they came, and answers each as a whole. */
    private final class Replica {
        private final int node;
        private final ArrayDeque<List<Long>> packets = new ArrayDeque<>();
        private double perMilli = 12;
        private double done;

        Replica(final int node) {
            this.node = node;
        }

        int size() {
            return packets.stream().mapToInt(List::size).sum();
        }

        void execute() {
            done = packets.isEmpty() ? 0 : done + perMilli;
            while (!packets.isEmpty() && done >= packets.peek().size()) {
                done -= packets.peek().size();
                client.onReplyBatch(node, Replies.of(ID, ReplyFrame.OK, packets.poll(), ""), now);
            }
        }
    }

    /** Brings each packet to its replica. */
    private final class Wire extends UnusedOutbound {
        @Override
        public boolean send(final int node, final Message message) {
            final ReadRequest request = (ReadRequest) message;
            final CommandCursor cursor = new CommandCursor().wrap(request.buffer, request.bufferOffset, request.length);
            final List<Long> sequences = new ArrayList<>();
            while (cursor.next()) {
                sequences.add(cursor.sequence());
            }
            copies += sequences.size();
            replicas.get(node - 1).packets.add(sequences);
            return true;
        }
    }

    /** Counts. */
    private final class Outcome implements ReplyHandler {
        @Override
        public void onReply(final long id, final DirectBuffer buffer, final int offset, final int length) {
            answered++;
        }

        @Override
        public void onFailure(final long id, final FleetException failure) {
            throw failure;
        }
    }
}
