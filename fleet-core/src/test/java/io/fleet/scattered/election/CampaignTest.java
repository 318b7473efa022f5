package io.fleet.scattered.election;

import static io.fleet.fixture.message.Entries.accepted;
import static io.fleet.fixture.message.Entries.ballot;
import static io.fleet.fixture.message.Entries.meta;
import static io.fleet.fixture.message.Entries.promise;
import static io.fleet.fixture.message.Entries.with;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.QuorumLayout;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.election.Confirm;
import io.fleet.consensus.message.election.Prepare;
import io.fleet.consensus.message.election.Promise;
import io.fleet.fixture.mark.Expects;
import io.fleet.scattered.World;
import java.util.List;
import org.junit.jupiter.api.Test;

class CampaignTest {
    private static final long OLD = ballot(1, 2);
    private static final long OLDER = ballot(0, 3);
    private static final long MINE = ballot(2, 1);

    private final World world = new World();
    private final Campaign campaign = world.campaign;

    /** Whether the campaign is won once everybody who was asked has confirmed. */
    private boolean complete() {
        world.confirmAll();
        return campaign.isComplete();
    }

    @Test
    void shouldAskNobodyBeforeItsOwnPromiseIsDurable() { // S16, S2
        campaign.start(MINE, 0);
        assertEquals(MINE, world.promises.promised());
        campaign.doWork(world.now);
        assertTrue(world.out.sent.isEmpty());
        world.promises.flush();
        campaign.doWork(world.now);
        assertEquals(List.of(1, 2, 3), world.out.receivers(Prepare.class));
    }

    @Test
    void shouldNotCountPromisesBeforeItAsked() { // S16
        campaign.start(MINE, 0);
        campaign.onPromise(1, promise(MINE, 1, 0));
        campaign.onPromise(2, promise(MINE, 1, 0));
        assertFalse(complete());
    }

    @Test
    void shouldNeedPromisesOfAReadQuorum() { // S3, F3
        start(0);
        campaign.onPromise(1, promise(MINE, 1, 0));
        campaign.onPromise(1, promise(MINE, 1, 0));
        assertFalse(complete());
        campaign.onPromise(0, promise(MINE, 1, 0));
        assertTrue(complete());
    }

    @Test
    void shouldNeedAMajorityOfEachStorageGroupAndAColumnBesideARow() { // S3
        assertWins("groups:1,2,3/4,5,6", "1,2,4,5", "1,2,3,4");
        assertWins("grid:1,2,3/4,5,6", "1,2,3,4", "1,2,3");
        assertWins("grid:1,2,3/4,5,6", "4,5,6,2", "1,2,4,5");
    }

    private static void assertWins(final String layout, final String enough, final String tooFew) {
        for (final String promising : List.of(enough, tooFew)) {
            final World six = World.in(six(layout), 1);
            six.campaign.start(MINE, 0);
            six.promises.flush();
            six.campaign.doWork(six.now);
            for (final String node : promising.split(",")) {
                six.campaign.onPromise(six.context.indexOf(Integer.parseInt(node)), promise(MINE, 1, 0));
            }
            six.confirmAll();
            assertEquals(promising.equals(enough), six.campaign.isComplete(), layout + ": " + promising);
        }
    }

    private static Configuration six(final String layout) {
        return Configuration.first(new int[] {1, 2, 3, 4, 5, 6}, 0, 0, List.of())
            .countedBy(QuorumLayout.parse(layout));
    }

    /**
     * Node 4 is in no quorum. It may alone hold a value of a ballot of which those that replaced a member since have
     * not heard: they may have chosen another one at a lower ballot.
     */
    @Test
    @Expects("campaign.values-of-one-that-is-in-no-quorum-left-out")
    void shouldLeaveOutWhatOneInNoQuorumHasAccepted() { // S14, S5
        final World apart = World.in(six("groups:1,2,3"), 1);
        apart.campaign.start(MINE, 0);
        apart.promises.flush();
        apart.campaign.doWork(apart.now);
        apart.campaign.onPromise(3, with(promise(MINE, 1, 0), accepted(1, OLD, meta(1))));
        apart.campaign.onPromise(0, promise(MINE, 1, 0));
        apart.campaign.onPromise(1, with(promise(MINE, 1, 0), accepted(1, OLDER, meta(10))));
        apart.confirmAll();
        assertTrue(apart.campaign.isComplete());
        assertTrue(apart.campaign.values().found().get(1).meta.sameValue(meta(10)));
    }

    @Test
    void shouldNotCountPromisesOfOtherBallots() { // S3
        start(0);
        campaign.onPromise(1, promise(OLD, 1, 0));
        campaign.onPromise(2, promise(ballot(3, 1), 1, 0));
        assertFalse(complete());
        campaign.stop();
        campaign.onPromise(1, promise(MINE, 1, 0));
        campaign.onPromise(2, promise(MINE, 1, 0));
        assertFalse(complete());
    }

    @Test
    @Expects("campaign.value-of-a-higher-ballot-found")
    void shouldFindTheValueWithTheHighestBallotOfEachLsn() { // S5, F5
        start(0);
        campaign.onPromise(1, with(with(promise(MINE, 1, 0), accepted(1, OLD, meta(1))), accepted(3, OLDER, meta(30))));
        campaign.onPromise(2, with(with(promise(MINE, 1, 0), accepted(1, OLDER, meta(10))), accepted(3, OLD, meta(3))));
        assertTrue(complete());
        assertTrue(campaign.values().found().get(1).meta.sameValue(meta(1)));
        assertNull(campaign.values().found().get(2));
        assertTrue(campaign.values().found().get(3).meta.sameValue(meta(3)));
        assertEquals(3, campaign.values().highest());
        assertEquals(0, campaign.values().base());
    }

    @Test
    @Expects("campaign.base-raised-by-a-promise")
    void shouldTakeTheHighestFloorForItsBase() { // S4, F4; FLEET 5
        start(4);
        campaign.onPromise(1, promise(MINE, 5, 9));
        campaign.onPromise(2, promise(MINE, 5, 2));
        assertEquals(9, campaign.values().base());
        assertEquals(9, campaign.values().highest());
    }

    @Test
    void shouldKeepItsOwnChosenPrefixForItsBase() { // S4, F4
        start(4);
        campaign.onPromise(1, promise(MINE, 5, 0));
        campaign.onPromise(2, promise(MINE, 5, 2));
        assertEquals(4, campaign.values().base());
    }

    @Test
    @Expects("campaign.next-page-asked-for")
    void shouldCountAMemberWhenItsLastPageIsHere() { // S3
        start(0);
        campaign.onPromise(0, promise(MINE, 1, 0));
        final Promise first = with(promise(MINE, 1, 0), accepted(1, OLD, meta(1)));
        first.nextLsn = 2;
        world.out.clear();
        campaign.onPromise(1, first);
        assertFalse(complete());
        assertEquals(2, world.out.last(Prepare.class).fromLsn);
        assertEquals(List.of(2), world.out.receivers(Prepare.class));
        campaign.onPromise(1, first);
        assertFalse(complete());
        campaign.onPromise(1, with(promise(MINE, 2, 0), accepted(2, OLD, meta(2))));
        assertTrue(complete());
        assertEquals(2, campaign.values().found().size());
    }

    @Test
    void shouldAskAgainWhoHasNotAnswered() {
        start(0);
        campaign.onPromise(1, promise(MINE, 1, 0));
        world.out.clear();
        campaign.doWork(world.now);
        assertTrue(world.out.sent.isEmpty());
        world.advance(80);
        campaign.doWork(world.now);
        assertEquals(List.of(1, 3), world.out.receivers(Prepare.class));
    }

    @Test
    void shouldAskForTheNextPageAgainAfterAsLongAsForTheFirst() {
        startLate();
        final Promise first = with(promise(MINE, 1, 0), accepted(1, OLD, meta(1)));
        first.nextLsn = 2;
        campaign.onPromise(1, first);
        assertEquals(List.of(), askedAfter(79, Prepare.class));
        assertEquals(List.of(1, 2, 3), askedAfter(1, Prepare.class));
    }

    @Test
    void shouldAskToConfirmAgainAfterAsLongAsForAPromise() { // S15
        startLate();
        campaign.onPromise(0, promise(MINE, 1, 0));
        campaign.onPromise(1, promise(MINE, 1, 0));
        assertEquals(List.of(1, 2), world.out.receivers(Confirm.class));
        assertEquals(List.of(), askedAfter(79, Confirm.class));
        assertEquals(List.of(1, 2), askedAfter(1, Confirm.class));
    }

    /** Nobody has answered for so long that each question is asked again after 100 ms, and one is due in a moment. */
    private void startLate() {
        start(0);
        for (final int millis : new int[] {80, 100, 100}) {
            assertEquals(List.of(1, 2, 3), askedAfter(millis, Prepare.class));
        }
        world.advance(99);
        campaign.doWork(world.now);
    }

    /** Who is asked when so much time has passed since the last message. */
    private List<Integer> askedAfter(final int millis, final Class<? extends Message> question) {
        campaign.doWork(world.now);
        world.out.clear();
        world.advance(millis);
        campaign.doWork(world.now);
        return world.out.receivers(question);
    }

    @Test
    void shouldNotChangeWhatItFoundOnceAQuorumHasPromised() { // S5, S7
        start(0);
        campaign.onPromise(0, promise(MINE, 1, 0));
        campaign.onPromise(1, with(promise(MINE, 1, 0), accepted(1, OLDER, meta(1))));
        assertTrue(complete());
        campaign.onPromise(2, with(with(promise(MINE, 1, 7), accepted(1, OLD, meta(10))), accepted(9, OLD, meta(9))));
        assertEquals(0, campaign.values().base());
        assertEquals(1, campaign.values().highest());
        assertTrue(campaign.values().found().get(1).meta.sameValue(meta(1)));
    }

    @Test
    void shouldForgetWhatAnEarlierCampaignFound() { // S5
        start(0);
        campaign.onPromise(1, with(promise(MINE, 1, 6), accepted(8, OLD, meta(1))));
        campaign.stop();
        campaign.start(ballot(3, 1), 2);
        assertEquals(2, campaign.values().base());
        assertEquals(2, campaign.values().highest());
        assertTrue(campaign.values().found().isEmpty());
        assertFalse(complete());
    }

    private void start(final long chosen) {
        campaign.start(MINE, chosen);
        world.promises.flush();
        campaign.doWork(world.now);
    }
}
