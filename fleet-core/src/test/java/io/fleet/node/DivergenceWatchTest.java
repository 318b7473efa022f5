package io.fleet.node;

import static io.fleet.replica.ExecutionDigest.WINDOW;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fleet.machine.AddingMachine;
import io.fleet.machine.GroupConfig;
import io.fleet.mark.Expects;
import io.fleet.protocol.GroupCounters;
import io.fleet.protocol.RecordingOutbound;
import io.fleet.protocol.Role;
import io.fleet.protocol.membership.Configuration;
import io.fleet.protocol.message.StateDigest;
import io.fleet.replica.ExecutionDigest;
import io.fleet.replica.Replica;
import io.fleet.storage.EntryMeta;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("hazard-U-divergence")
class DivergenceWatchTest {
    private static final Configuration MEMBERS =
        Configuration.first(new int[] {1, 2, 3}, 7, 7, List.of("a:1", "b:1", "c:1"));

    private final RecordingOutbound out = new RecordingOutbound(1);
    private final List<String> events = new ArrayList<>();
    private final Replica replica =
        new Replica(GroupConfig.scattered(), new AddingMachine(), null, out, new GroupCounters());
    private final DivergenceWatch watch = new DivergenceWatch(0, out, new NodeEvents() {
        @Override
        public void onRole(final int groupId, final Role from, final Role to, final long ballot, final String reason) {
        }

        @Override
        public void onDiverged(final int groupId, final long from, final long to, final int node) {
            events.add(from + " to " + to + ": " + node);
        }
    }, new GroupCounters());

    @Test
    void shouldTellEachWindowOnce() {
        applyTo(WINDOW - 1);
        assertEquals(0, watch.doWork(own(), MEMBERS));
        applyTo(2 * WINDOW + 3);
        watch.doWork(own(), MEMBERS);
        assertEquals(0, watch.doWork(own(), MEMBERS));
        applyTo(3 * WINDOW);
        watch.doWork(own(), MEMBERS);
        assertEquals(List.of(2L * WINDOW, 3L * WINDOW), out.all(StateDigest.class).stream().map(m -> m.lsn).toList());
    }

    @Test
    @Expects("divergence-watch.contradicted")
    void shouldEndWhereAMajorityContradictsWithOneVoice() {
        applyTo(WINDOW);
        watch.doWork(own(), MEMBERS);
        hear(2, WINDOW, 77);
        assertEquals(List.of("1 to 256: 2"), events);
        final DivergedException thrown = assertThrows(DivergedException.class, () -> hear(3, WINDOW, 77));
        assertEquals("group 0: this node made something else of LSNs 1 to 256 than a majority of the group: its state"
            + " is wrong, or its machine is not deterministic, or is of another version. Empty this node's directories"
            + " before it is started again; the others give it their state", thrown.getMessage());
    }

    @Test
    void shouldEndAlsoWhereTheOthersWereFirst() {
        hear(2, WINDOW, 77);
        hear(3, WINDOW, 77);
        applyTo(WINDOW);
        assertThrows(DivergedException.class, () -> watch.doWork(own(), MEMBERS));
    }

    @Test
    void shouldGoOnWhereEverybodySaysSomethingElse() {
        applyTo(WINDOW);
        watch.doWork(own(), MEMBERS);
        hear(2, WINDOW, 77);
        hear(3, WINDOW, 78);
        assertEquals(List.of("1 to 256: 2", "1 to 256: 3"), events);
    }

    @Test
    void shouldAnswerWithItsOwnOnce() {
        applyTo(WINDOW);
        watch.doWork(own(), MEMBERS);
        hear(2, WINDOW, 77);
        hear(2, WINDOW, 77);
        hear(3, WINDOW, own().of(WINDOW));
        assertEquals(List.of(RecordingOutbound.ALL, 2), out.receivers(StateDigest.class));
    }

    @Test
    void shouldBelieveNobodyElse() {
        applyTo(WINDOW);
        watch.doWork(own(), MEMBERS);
        hear(4, WINDOW, 77);
        hear(-1, WINDOW, 77);
        hear(1, WINDOW, 77);
        hear(2, WINDOW + 1, 77);
        hear(2, Long.MAX_VALUE / WINDOW * WINDOW, 77);
        assertEquals(List.of(), events);
        assertEquals(List.of(RecordingOutbound.ALL), out.receivers(StateDigest.class));
    }

    @Test
    void shouldSayNothingOfAWindowThatItDidNotGoThrough() {
        final ExecutionDigest digest = own();
        applyFrom(10, WINDOW);
        assertEquals(0, digest.last());
        applyFrom(WINDOW + 1, 2 * WINDOW);
        assertEquals(2 * WINDOW, digest.last());
        assertEquals(ExecutionDigest.NONE, digest.of(WINDOW));
    }

    private ExecutionDigest own() {
        return replica.digest();
    }

    private void hear(final int sender, final long lsn, final long digest) {
        final StateDigest message = new StateDigest();
        message.lsn = lsn;
        message.digest = digest;
        watch.onDigest(sender, message, own(), replica.applied(), MEMBERS);
    }

    private void applyTo(final long lsn) {
        applyFrom(replica.applied() + 1, lsn);
    }

    private void applyFrom(final long from, final long to) {
        final EntryMeta noOp = new EntryMeta();
        for (long lsn = from; lsn <= to; lsn++) {
            replica.restore(lsn, noOp, new UnsafeBuffer(new byte[0]), 0);
        }
    }
}
