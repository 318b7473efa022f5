package io.fleet.node.divergence;

import static io.fleet.replica.digest.ExecutionDigest.WINDOW;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.GroupCounters;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.replication.StateDigest;
import io.fleet.fixture.cluster.UnelectedEvents;
import io.fleet.fixture.machine.AddingMachine;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.network.RecordingOutbound;
import io.fleet.replica.Replica;
import io.fleet.replica.digest.ExecutionDigest;
import io.fleet.storage.EntryMeta;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("hazard-U-divergence")
class DivergenceDetectorTest {
    private static final Configuration MEMBERS =
        Configuration.first(new int[] {1, 2, 3}, 7, 7, List.of("a:1", "b:1", "c:1"));

    private final RecordingOutbound out = new RecordingOutbound(1);
    private final List<String> events = new ArrayList<>();
    private final DigestedMachine machine = new DigestedMachine();
    private final Replica replica = new Replica(GroupConfig.scattered(), machine, null, out, new GroupCounters());
    private final DivergenceDetector watch = new DivergenceDetector(0, out, new UnelectedEvents() {
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
    @Expects("divergence-watch.judged-late")
    void shouldJudgeWhatItHeardWhileItCouldNotBeAsked() {
        applyTo(2 * WINDOW);
        watch.doWork(own(), MEMBERS);
        for (final int sender : new int[] {2, 3}) {
            final StateDigest said = new StateDigest();
            said.lsn = 2 * WINDOW;
            said.version = ExecutionDigest.VERSION;
            said.digest = 77;
            watch.onDigest(sender, said, null, replica.applied(), MEMBERS);
        }
        assertEquals(List.of(), events);
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

    /** A new version of the machine has a digest of its state, and the two others have none yet. */
    @Test
    @Tag("hazard-U-digest")
    void shouldNotTakeWhatOneVersionOfAMachineSaysForADifference() {
        applyTo(WINDOW);
        watch.doWork(own(), MEMBERS);
        machine.digest = 5;
        applyTo(2 * WINDOW);
        watch.doWork(own(), MEMBERS);
        final Replica old = new Replica(GroupConfig.scattered(), new AddingMachine(), null, out, new GroupCounters());
        for (long lsn = 1; lsn <= 2 * WINDOW; lsn++) {
            old.restore(lsn, new EntryMeta(), new UnsafeBuffer(new byte[0]), 0);
        }
        hear(2, 2 * WINDOW, old.digest().of(2 * WINDOW));
        hear(3, 2 * WINDOW, old.digest().of(2 * WINDOW));
        assertEquals(List.of(), events);
        assertEquals(5, out.last(StateDigest.class).state, "it is told");
    }

    @Test
    @Tag("hazard-U-digest")
    void shouldEndWhereAMajoritySaysSomethingElseOfItsState() {
        machine.digest = 5;
        applyTo(WINDOW);
        watch.doWork(own(), MEMBERS);
        hear(2, WINDOW, own().of(WINDOW), 6);
        assertEquals(List.of("1 to 256: 2"), events);
        assertThrows(DivergedException.class, () -> hear(3, WINDOW, own().of(WINDOW), 6));
    }

    /** Another version of the library makes other digests of the same. */
    @Test
    @Tag("hazard-U-digest")
    void shouldCompareOnlyDigestsThatAreMadeAlike() {
        machine.digest = 5;
        applyTo(WINDOW);
        watch.doWork(own(), MEMBERS);
        for (int node = 2; node <= 3; node++) {
            final StateDigest message = new StateDigest();
            message.lsn = WINDOW;
            message.version = ExecutionDigest.VERSION + 1;
            message.digest = 77;
            message.state = 5;
            watch.onDigest(node, message, own(), replica.applied(), MEMBERS);
        }
        assertEquals(List.of(), events);
        assertEquals(List.of(RecordingOutbound.ALL), out.receivers(StateDigest.class));
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
        hear(sender, lsn, digest, 0);
    }

    private void hear(final int sender, final long lsn, final long digest, final long state) {
        final StateDigest message = new StateDigest();
        message.lsn = lsn;
        message.version = ExecutionDigest.VERSION;
        message.digest = digest;
        message.state = state;
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

    private static final class DigestedMachine extends AddingMachine {
        private long digest;

        @Override
        public long stateDigest() {
            return digest;
        }
    }
}
