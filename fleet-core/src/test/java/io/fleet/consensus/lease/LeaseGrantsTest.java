package io.fleet.consensus.lease;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.LeaseConfig;
import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.message.read.LeaseGrant;
import io.fleet.consensus.message.read.LeaseRequest;
import io.fleet.consensus.store.PromiseStore;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.network.RecordingOutbound;
import org.junit.jupiter.api.Test;

/** One voter, node 1, that is asked by node 2; its clock is the test's. */
class LeaseGrantsTest {
    private static final long MS = 1_000_000;
    private static final int LENGTH = 100;
    private static final long BALLOT = Ballot.next(0, 2);

    private final Store store = new Store();
    private final RecordingOutbound out = new RecordingOutbound(1);
    private final LeaseCounters counters = new LeaseCounters();
    private LeaseConfig config = new LeaseConfig(LENGTH, 1_000);
    private LeaseGrants grants = started();
    private long now;
    private long promised = BALLOT;
    private boolean counts = true;

    /** A voter whose wait after its start is over. */
    private LeaseGrants started() {
        store.durable = config.millis();
        final LeaseGrants made = new LeaseGrants(config, store, out, counters);
        now = 500 * MS;
        made.doWork(true, 0, 0, now);
        now += 2 * LENGTH * MS;
        return made;
    }

    @Test
    void shouldGrantToTheLeaderThatItFollows() { // L1
        ask(1);
        work(1);
        assertEquals(1, granted());
        final LeaseGrant grant = out.last(LeaseGrant.class);
        assertEquals(BALLOT, grant.ballot);
        assertEquals(1, grant.round);
        assertEquals(2, out.sent.get(0).to());
    }

    @Test
    @Expects("lease-grants.bound-to-a-leader")
    void shouldElectNobodyElseForTheLengthOfTheLease() { // L1
        ask(1);
        work(1);
        now += LENGTH * MS - 1;
        assertFalse(grants.mayElect(3, now));
        assertFalse(grants.mayElect(1, now), "itself");
        assertTrue(grants.mayElect(2, now), "who campaigns leads no more");
        now++;
        assertTrue(grants.mayElect(3, now));
        assertTrue(grants.mayElect(1, now));
    }

    @Test
    void shouldCountFromAReadingOfTheClockThatIsLaterThanTheRequest() { // L1
        ask(1);
        grants.doWork(counts, promised, 0, now);
        assertEquals(0, granted(), "the clock of this duty cycle was read before the request came");
        work(30);
        assertEquals(1, granted());
        now += (LENGTH - 1) * MS;
        assertFalse(grants.mayElect(3, now));
    }

    @Test
    void shouldBeBoundForLongerWhenItGrantsAgain() { // L1
        ask(1);
        work(1);
        now += 60 * MS;
        ask(2);
        work(1);
        now += 99 * MS;
        assertFalse(grants.mayElect(3, now));
        now += MS;
        assertTrue(grants.mayElect(3, now));
    }

    @Test
    @Expects("lease-grants.asked-by-whom-it-does-not-follow")
    void shouldGrantNothingAtABallotThatItHasNotPromised() { // L1
        ask(1);
        promised = Ballot.next(BALLOT, 3);
        work(1);
        promised = 0;
        ask(2);
        work(1);
        promised = BALLOT;
        counts = false;
        ask(3);
        work(1);
        counts = true;
        ask(4, 2, BALLOT, 7);
        work(1);
        ask(5, 3, BALLOT, 0);
        work(1);
        assertEquals(0, granted());
        assertEquals(4, counters.refused.get());
        assertTrue(grants.mayElect(3, now));
    }

    @Test
    @Expects("lease-grants.leader-has-other-leases")
    void shouldGrantNothingToALeaderThatHasOtherLeases() { // L1
        final LeaseRequest longer = request(1, BALLOT);
        longer.millis++;
        grants.onRequest(2, longer, now);
        work(1);
        final LeaseRequest lessExact = request(2, BALLOT);
        lessExact.maxDriftPpm--;
        grants.onRequest(2, lessExact, now);
        work(1);
        assertEquals(0, granted());
        config = LeaseConfig.OFF;
        grants = started();
        ask(3);
        work(1);
        assertEquals(0, granted());
    }

    @Test
    @Expects("lease-grants.waits-after-its-start")
    void shouldElectNobodyForALeaseAfterItsStart() { // L3
        grants = new LeaseGrants(config, store, out, counters);
        assertFalse(grants.mayElect(2, now));
        ask(1);
        work(1);
        assertEquals(0, granted());
        now += (LENGTH - 1) * MS;
        assertFalse(grants.mayElect(1, now), "as long as the lease, and what its clock may be fast");
        now += MS;
        assertTrue(grants.mayElect(1, now));
        ask(2);
        work(1);
        assertEquals(1, granted());
    }

    /** Its former life may have granted a lease just now, and the leader may have lent replicas of that. */
    @Test
    @Expects("lease-grants.waits-after-its-repair")
    void shouldElectNobodyForALeaseAfterItsRepairWhereReplicasHoldLeases() { // L3, L10
        config = config.atEveryReplica();
        grants = started();
        assertTrue(grants.mayElect(2, now), "it has waited since its start");
        grants.onRepaired();
        assertFalse(grants.mayElect(2, now));
        grants.doWork(true, 0, 0, now);
        assertFalse(grants.mayElect(2, now + 2 * LENGTH * MS), "the clock of this duty cycle was read before");
        work(40);
        ask(1);
        work(1);
        assertEquals(0, granted());
        now += (LENGTH - 1) * MS;
        assertFalse(grants.mayElect(2, now), "as long as the lease, and what its clock may be fast");
        now += MS;
        assertTrue(grants.mayElect(2, now));
        ask(2);
        work(1);
        assertEquals(1, granted());
    }

    @Test
    void shouldNotWaitAfterItsRepairWhereTheLeaderAloneHoldsALease() { // L4: the leader drops it
        grants.onRepaired();
        assertTrue(grants.mayElect(2, now));
    }

    @Test
    void shouldNoteTheLengthOfItsLeasesWhereItIsRepairedAtOnce() { // L3
        config = config.atEveryReplica();
        final LeaseGrants made = new LeaseGrants(config, store, out, counters);
        store.durable = 0;
        made.onRepaired();
        assertEquals(LENGTH, store.staged);
        assertFalse(made.mayElect(2, now));
    }

    @Test
    void shouldWaitForTheLongestLeaseThatItEverGrantedUnder() { // L3
        store.durable = 3 * LENGTH;
        for (final LeaseConfig next : new LeaseConfig[] {new LeaseConfig(LENGTH, 1_000), LeaseConfig.OFF}) {
            grants = new LeaseGrants(next, store, out, counters);
            assertFalse(grants.mayElect(1, now));
            now += 3 * LENGTH * MS - 1;
            assertFalse(grants.mayElect(1, now), next.toString());
            now += MS;
            assertTrue(grants.mayElect(1, now), next.toString());
        }
    }

    @Test
    void shouldForgetLongerLeasesOnceItHasWaitedForThem() { // L3
        for (final LeaseConfig next : new LeaseConfig[] {new LeaseConfig(LENGTH, 1_000), LeaseConfig.OFF}) {
            store.durable = 3 * LENGTH;
            store.forgotten = -1;
            grants = new LeaseGrants(next, store, out, counters);
            work(1);
            now += 3 * LENGTH * MS - 1;
            assertFalse(grants.mayElect(1, now));
            grants.doWork(counts, promised, 0, now);
            assertEquals(-1, store.forgotten, "what was granted before the start may be in force");
            work(1);
            assertEquals(next.millis(), store.forgotten);
            store.durable = store.forgotten;
            grants = new LeaseGrants(next, store, out, counters);
            assertEquals(next.isOn(), !grants.mayElect(1, now));
            now += 2 * LENGTH * MS;
            assertTrue(grants.mayElect(1, now), next.toString());
        }
    }

    @Test
    void shouldForgetNothingWhereItStopsBeforeItsWaitIsOver() { // L3
        store.durable = 3 * LENGTH;
        for (int start = 0; start < 3; start++) {
            grants = new LeaseGrants(config, store, out, counters);
            work(1);
            work(2 * LENGTH);
            assertFalse(grants.mayElect(1, now));
        }
        assertEquals(-1, store.forgotten);
    }

    @Test
    void shouldForgetNothingThatItMayGrantAgain() { // L3
        grants = new LeaseGrants(config, store, out, counters);
        work(1);
        work(2 * LENGTH);
        assertTrue(grants.mayElect(1, now));
        assertEquals(-1, store.forgotten);
    }

    @Test
    void shouldNotWaitWhereThereWereNoLeases() { // L3
        store.durable = 0;
        grants = new LeaseGrants(LeaseConfig.OFF, store, out, counters);
        assertTrue(grants.mayElect(1, now));
    }

    @Test
    @Expects("lease-grants.length-is-not-durable")
    void shouldGrantOnlyWhatItKnowsAfterARestart() { // L3
        store.durable = 0;
        grants = new LeaseGrants(config, store, out, counters);
        work(1);
        assertEquals(LENGTH, store.staged);
        now += 2 * LENGTH * MS;
        ask(1);
        work(1);
        assertEquals(0, granted());
        store.durable = store.staged;
        ask(2);
        work(1);
        assertEquals(1, granted());
    }

    @Test
    @Expects("lease-grants.released-by-the-leader")
    void shouldBeFreeWhenTheLeaderHandsOver() { // L4
        ask(1);
        work(1);
        release(1);
        assertTrue(grants.mayElect(3, now));
        ask(1);
        work(1);
        assertEquals(1, granted(), "a request that comes late");
    }

    @Test
    void shouldNotGrantWhatWasGivenUpBeforeItGotToIt() { // L4
        ask(3);
        release(3);
        work(1);
        assertEquals(0, granted());
        assertTrue(grants.mayElect(3, now));
    }

    @Test
    @Expects("lease-grants.release-of-an-earlier-grant")
    void shouldStayBoundWhenAReleaseComesLate() { // L4
        ask(5);
        work(1);
        release(4);
        assertFalse(grants.mayElect(3, now));
        final LeaseRequest other = request(9, Ballot.next(0, 3));
        other.millis = LeaseRequest.RELEASE;
        grants.onRequest(3, other, now);
        assertFalse(grants.mayElect(3, now), "not of the leader that it is bound to");
    }

    /** The leader counts the grant of the later request. */
    @Test
    void shouldStayBoundByALaterGrantWhenAnEarlierRequestComesLate() { // L4
        ask(8);
        work(1);
        ask(5);
        work(1);
        release(7);
        assertFalse(grants.mayElect(3, now));
        release(8);
        assertTrue(grants.mayElect(3, now));
    }

    private long granted() {
        assertEquals(out.all(LeaseGrant.class).size(), counters.granted.get());
        return counters.granted.get();
    }

    private void ask(final long round) {
        grants.onRequest(2, request(round, BALLOT), now);
    }

    private void ask(final long round, final int sender, final long ballot, final long configuration) {
        final LeaseRequest request = request(round, ballot);
        request.configuration = configuration;
        grants.onRequest(sender, request, now);
    }

    private void release(final long round) {
        final LeaseRequest request = request(round, BALLOT);
        request.millis = LeaseRequest.RELEASE;
        grants.onRequest(2, request, now);
    }

    private static LeaseRequest request(final long round, final long ballot) {
        final LeaseRequest request = new LeaseRequest();
        request.ballot = ballot;
        request.round = round;
        request.millis = LENGTH;
        request.maxDriftPpm = 1_000;
        return request;
    }

    private void work(final long millis) {
        now += millis * MS;
        grants.doWork(counts, promised, 0, now);
    }

    /** Remembers a length; its test says when it is durable. */
    private static final class Store implements PromiseStore {
        private long staged;
        private long durable;
        private long forgotten = -1;

        @Override
        public long promised() {
            throw new AssertionError("the storage node knows");
        }

        @Override
        public void promise(final long ballot) {
            throw new AssertionError("grants promise no ballot");
        }

        @Override
        public long durablePromise() {
            throw new AssertionError("the storage node knows");
        }

        @Override
        public void lease(final long millis) {
            staged = millis;
        }

        @Override
        public void forgetLeases(final long millis) {
            forgotten = millis;
        }

        @Override
        public long durableLease() {
            return durable;
        }
    }
}
