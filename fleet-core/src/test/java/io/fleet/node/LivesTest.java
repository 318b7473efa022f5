package io.fleet.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.machine.GroupConfig;
import io.fleet.mark.Expects;
import io.fleet.protocol.message.LifeNotice;
import io.fleet.storage.Life;
import io.fleet.wire.WireIdentity;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LivesTest extends NodeStorageFixture {
    private static final long SECOND = 1_000_000_000L;
    private static final GroupHost[] NONE = {};

    private final FakeTransport transport = new FakeTransport();
    private final NodeCounters counters = new NodeCounters();
    private final WireIdentity identity = new WireIdentity(1, 0).birthId(5);
    private NodeStorage storage;
    private Lives lives;
    private long now = 1;

    @BeforeEach
    void start() {
        storage = open();
        final NodeContext context = new NodeContext(1, 0, MEMBERS, List.of(spec(GROUP, GroupConfig.scattered())),
            transport, List.of(), SCATTERED, ORDERED, SnapshotConfig.atStop(0), () -> 0, 1, 1 << 20, NodeEvents.NONE);
        lives = new Lives(context, new NodeLinks(identity, 3, transport, 1 << 20, counters,
            (buffer, offset, length) -> { }), identity, counters, SECOND / 2, 77);
        lives.open(storage);
    }

    @AfterEach
    void stop() {
        storage.close();
    }

    @Test
    @Tag("hazard-S-A4")
    @Tag("hazard-E-C3")
    @Expects("lives.packet-of-a-former-life")
    void shouldListenToTheLatestLifeOfEachNodeOnly() {
        final long first = Life.of(1, 4, 9);
        final long second = Life.of(2, 1, 9);
        assertTrue(isTaken(1, first));
        assertTrue(isTaken(1, Life.of(1, 5, 9)), "it has started again");
        assertFalse(isTaken(1, first), "of its process before");
        assertTrue(isTaken(1, second), "it was repaired with an empty directory");
        assertFalse(isTaken(1, Life.of(1, 6, 9)), "the old directory was started again");
        assertFalse(isTaken(1, Life.of(2, 1, 10)), "a copy");
        assertTrue(isTaken(1, second));
        assertEquals(second, lives.lifeOf(1));
        assertEquals(3, counters.formerPackets.get());
        assertTrue(isTaken(2, first), "another node");
        assertTrue(isTaken(-1, Life.NONE), "a client");
    }

    @Test
    void shouldHearANodeThatHoldsNothingBesideTheOneThatHasItsId() {
        assertTrue(isTaken(1, Life.of(1, 4, 9)));
        assertTrue(isTaken(1, Life.of(0, 1, 3)));
        assertTrue(isTaken(1, Life.of(1, 4, 9)));
        assertEquals(Life.of(1, 4, 9), lives.lifeOf(1));
    }

    @Test
    @Expects("lives.asks-beside-one-that-lives")
    void shouldNotAnswerWhoWouldTakeThePlaceOfANodeThatLives() {
        final long asking = Life.of(0, 1, 3);
        assertTrue(lives.isTaken(1, asking, true, now), "nobody has its id");
        assertTrue(isTaken(1, Life.of(1, 4, 9)));
        assertFalse(lives.isTaken(1, asking, true, now));
        assertTrue(lives.isTaken(1, asking, false, now), "it may listen");
        now += SECOND;
        assertTrue(lives.isTaken(1, asking, true, now), "the other one is gone");
    }

    @Test
    @Tag("hazard-S-A4")
    void shouldKnowLivesAfterAStart() {
        assertTrue(isTaken(1, Life.of(2, 4, 9)));
        storage.meta().sync();
        storage.close();
        start();
        assertFalse(isTaken(1, Life.of(1, 99, 9)));
        assertTrue(isTaken(1, Life.of(2, 5, 1)));
    }

    @Test
    @Tag("hazard-S-A4")
    @Expects("lives.number-claimed")
    void shouldClaimANumberAboveAllThatOthersKnow() {
        assertTrue(lives.mustClaim());
        assertTrue(lives.isHeardAs(Life.of(3, 17, 2)), "it has claimed nothing yet");
        lives.claim();
        assertFalse(lives.mustClaim());
        assertEquals(4, Life.number(lives.life()));
        assertFalse(lives.isHeardAs(Life.of(3, 17, 2)));
        assertFalse(lives.isHeardAs(Life.NONE));
        assertTrue(lives.isHeardAs(lives.life()));
        storage.meta().sync();
        assertEquals(4, storage.meta().lifeNumber());
    }

    @Test
    @Expects("lives.number-given-up")
    void shouldBeginAgainWhereALaterLifeIsKnownAndItDoesNotVote() {
        lives.claim();
        lives.onNotice(1, notice(0, Life.of(2, 1, 1)), NONE, now);
        assertTrue(lives.mustClaim());
        lives.claim();
        assertEquals(3, Life.number(lives.life()));
        lives.onNotice(1, notice(0, Life.of(2, 1, 1)), NONE, now);
        assertEquals(3, Life.number(lives.life()), "a former one");
    }

    @Test
    @Tag("hazard-S-A4")
    void shouldEndAsAVoterOfWhichACopyIsKnown() {
        lives.claim();
        storage.meta().becomeVoter(GROUP, 3);
        storage.meta().sync();
        final long own = lives.life();
        lives.onNotice(1, notice(0, own), NONE, now);
        lives.onNotice(1, notice(0, Life.of(1, 2, 1)), NONE, now);
        assertEquals(own, lives.life(), "one voice proves nothing");
        final String said = assertThrows(FormerLifeException.class,
            () -> lives.onNotice(2, notice(0, Life.of(1, 1, 78)), NONE, now)).getMessage();
        assertTrue(said.startsWith("node 0, in life 1.1."), said);
    }

    @Test
    @Expects("lives.another-process-has-this-id")
    void shouldNotListenToAnotherProcessWithItsId() {
        assertTrue(isTaken(0, lives.life()));
        assertFalse(isTaken(0, Life.of(5, 1, 1)));
        assertEquals(1, counters.twinPackets.get());
    }

    @Test
    @Expects("lives.later-life-told-by-another-node")
    void shouldListenToNoFormerLifeThatItHasHeardOf() {
        assertTrue(isTaken(1, Life.of(1, 4, 9)));
        lives.onNotice(2, notice(1, Life.of(2, 1, 1)), NONE, now);
        assertFalse(isTaken(1, Life.of(1, 4, 9)));
    }

    private boolean isTaken(final int sender, final long life) {
        now += SECOND;
        return lives.isTaken(sender, life, false, now);
    }

    private static LifeNotice notice(final int node, final long life) {
        final LifeNotice notice = new LifeNotice();
        notice.node = node;
        notice.life = life;
        return notice;
    }
}
