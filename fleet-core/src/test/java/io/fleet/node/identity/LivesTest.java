package io.fleet.node.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.consensus.message.member.LifeNotice;
import io.fleet.fixture.mark.Expects;
import io.fleet.node.FakeTransport;
import io.fleet.node.NodeStorageFixture;
import io.fleet.node.config.NodeContext;
import io.fleet.node.config.SnapshotConfig;
import io.fleet.node.link.OutboundSender;
import io.fleet.node.status.NodeCounters;
import io.fleet.node.status.NodeEvents;
import io.fleet.node.store.NodeStore;
import io.fleet.storage.Life;
import io.fleet.wire.CodecCatalog;
import io.fleet.wire.WireDecoder;
import io.fleet.wire.WireIdentity;
import io.fleet.wire.codec.WireErrors;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class LivesTest extends NodeStorageFixture {
    private static final long SECOND = 1_000_000_000L;

    private final FakeTransport transport = new FakeTransport();
    private final NodeCounters counters = new NodeCounters();
    private final WireIdentity identity = new WireIdentity(1, 0).birthId(5);
    private NodeStore storage;
    private Lives lives;
    private final Map<Integer, Integer> configured = new HashMap<>();
    private int[] voters = MEMBERS;
    private boolean learns;
    private long now = 1;

    @BeforeEach
    void start() {
        storage = open();
        final NodeContext context = new NodeContext(1, 0, MEMBERS, List.of(spec(GROUP, GroupConfig.scattered())),
            transport, List.of(), SCATTERED, ORDERED, SnapshotConfig.atStop(0), () -> 0, 1, 1 << 20, NodeEvents.NONE);
        lives = new Lives(context, new OutboundSender(identity, 3, transport, 1 << 20, counters,
            (buffer, offset, length) -> {}, CodecCatalog.core()), identity, counters, SECOND / 2,
            () -> List.of(group()));
        lives.open(storage);
    }

    private Configuration group() {
        final Configuration group = Configuration.first(voters, 1, 1, List.of())
            .withLives(node -> configured.getOrDefault(node, 0));
        return learns ? group.withLearner(0, "", GroupMember.NOBODY) : group;
    }

    @AfterEach
    void stop() {
        storage.close();
    }

    @Test
    @Tag("hazard-U-number-far")
    void shouldListenToANumberThatIsNotFarAboveTheLeastThatCounts() {
        assertTrue(isTaken(1, Life.of(1, 4, 9)));
        configured.put(1, Lives.MAX_JUMP + 1);
        assertTrue(isTaken(1, Life.of(Lives.MAX_JUMP + 2, 1, 9)), "the next that it can claim");
        assertTrue(isTaken(2, Life.of(1, 4, 9)));
        lives.noteLeastNumber(2, Lives.MAX_JUMP + 1);
        assertFalse(isTaken(2, Life.of(2 * Lives.MAX_JUMP + 2, 1, 9)));
        assertTrue(isTaken(2, Life.of(2 * Lives.MAX_JUMP + 1, 1, 9)));
    }

    /** Where all count each other, one voter that knows of a later life must not be alone with that. */
    @Test
    @Tag("hazard-E-L1")
    @Expects("lives.counts-a-later-life-that-one-voter-listens-to")
    void shouldCountALaterLifeAsLongAsAVoterTellsOfIt() {
        final long first = Life.of(1, 4, 9);
        assertTrue(isTaken(2, first));
        assertTrue(isTaken(1, first));
        lives.doWork(now);
        int version = lives.version();
        say(1, first, notice(2, Life.of(3, 1, 9)));
        assertTrue(lives.version() != version);
        assertEquals(3, lives.countedNumber(2));
        assertEquals(first, lives.lifeOf(2), "it is listened to as before");
        assertTrue(isTaken(2, first));
        assertEquals(1, lives.countedNumber(1));
        version = lives.version();
        say(1, first, notice(2, first));
        assertTrue(lives.version() != version);
        assertEquals(1, lives.countedNumber(2), "taken back");
        say(1, first, notice(2, Life.of(3, 1, 9)));
        now += SECOND;
        version = lives.version();
        lives.doWork(now);
        assertTrue(lives.version() != version);
        assertEquals(1, lives.countedNumber(2), "who told of it is not heard any more");
    }

    @Test
    @Tag("hazard-S-A4")
    @Tag("hazard-E-C3")
    @Expects("lives.packet-of-a-former-life")
    void shouldListenToTheLatestLifeOfEachNodeOnly() {
        final long first = Life.of(1, 4, 9);
        final long second = Life.of(2, 1, 9);
        assertTrue(isTaken(1, first));
        assertFalse(isTaken(1, Life.of(1, 5, 9)), "it has started again");
        lives.onNotice(1, Life.of(1, 5, 9), notice(1, first), now);
        assertTrue(isTaken(1, Life.of(1, 5, 9)), "and knows of that");
        assertFalse(isTaken(1, first), "of its process before");
        assertTrue(isTaken(1, second), "it was repaired with an empty directory");
        assertFalse(isTaken(1, Life.of(1, 6, 9)), "the old directory was started again");
        final long copy = Life.of(2, 1, 10);
        assertFalse(isTaken(1, copy), "a copy");
        lives.onNotice(1, copy, notice(1, second), now);
        assertFalse(isTaken(1, copy), "whatever it knows");
        assertTrue(isTaken(1, second));
        assertEquals(second, lives.lifeOf(1));
        assertEquals(5, counters.formerPackets.get());
        assertTrue(isTaken(2, first), "another node");
        assertTrue(isTaken(-1, Life.NONE), "a client");
    }

    @Test
    @Tag("hazard-U-life-forged")
    @Expects({"lives.later-number-must-be-answered-for", "lives.later-number-was-answered-for",
        "lives.question-or-answer-of-another-life"})
    void shouldListenToANumberWhenTheNodeHasAnsweredForIt() {
        final long first = Life.of(1, 4, 9);
        final long second = Life.of(2, 1, 9);
        assertFalse(isTakenAtOnce(1, first), "anybody can say so");
        final LifeNotice question = answer(question());
        assertEquals(1, transport.lastDestination);
        assertEquals(first, question.life);
        lives.onNotice(2, Life.of(1, 1, 1), question, now);
        lives.onNotice(1, second, question, now);
        question.nonce += 2;
        lives.onNotice(1, first, question, now);
        assertEquals(Life.NONE, lives.lifeOf(1), "another node, another life, another question");
        question.nonce -= 2;
        lives.onNotice(1, first, question, now);
        assertEquals(first, lives.lifeOf(1));
        assertTrue(isTakenAtOnce(1, first));
        assertFalse(isTakenAtOnce(1, second));
        assertTrue(isTakenAtOnce(1, first), "what nobody answers for changes nothing");
        question.life = second;
        lives.onNotice(1, second, question, now);
        assertEquals(first, lives.lifeOf(1), "each life has a question of its own");
    }

    @Test
    @Tag("hazard-U-life-forged")
    void shouldAnswerForItsOwnLifeOnlyAndTakeNoQuestionForAWord() {
        claimAndVote();
        final LifeNotice question = notice(0, lives.life());
        question.nonce = 77;
        lives.onNotice(2, Life.NONE, question, now);
        assertEquals(76, question().nonce);
        assertEquals(2, transport.lastDestination);
        final int before = transport.offered;
        for (int voter = 1; voter <= 2; voter++) {
            assertTrue(isTaken(voter, Life.of(1, 1, 8)));
            final LifeNotice other = notice(0, Life.of(2, 1, 1));
            other.nonce = 77;
            lives.onNotice(voter, Life.of(1, 1, 8), other, now);
        }
        assertEquals(before + 2, transport.offered, "it asked both of them, and said nothing else");
        assertFalse(lives.isDoubted());
    }

    @Test
    @Tag("hazard-U-life-forged")
    @Expects("lives.word-that-was-not-asked-for")
    void shouldCountNoWordThatNobodyWasAskedFor() {
        claimAndVote();
        assertTrue(isTaken(1, Life.of(1, 1, 8)));
        assertTrue(isTaken(2, Life.of(1, 1, 8)));
        for (int voter = 1; voter <= 2; voter++) {
            lives.onNotice(voter, Life.of(1, 1, 8), notice(0, Life.of(2, 1, 1)), now);
            assertEquals(voter, transport.lastDestination, "it is asked");
            assertEquals(0, question().node);
            final LifeNotice word = notice(0, Life.of(1, 1, 78));
            word.nonce = LifeNonces.answerTo(question().nonce) + 2;
            lives.onNotice(voter, Life.of(1, 1, 8), word, now);
        }
        assertFalse(lives.isDoubted(), "anybody can send that in the name of both");
    }

    @Test
    @Tag("hazard-U-life-forged")
    void shouldSayAgainWhatItSaysOfOthersToWhoAsks() {
        assertTrue(isTaken(1, Life.of(3, 4, 9)));
        final LifeNotice question = notice(1, Life.NONE);
        question.nonce = 77;
        lives.onNotice(2, Life.of(1, 1, 8), question, now);
        assertEquals(2, transport.lastDestination);
        assertEquals(76, question().nonce);
        assertEquals(Life.of(3, 4, 9), question().life);
        lives.onNotice(1, Life.of(1, 4, 2), question, now);
        assertTrue(transport.lastDestination < 0, "a former process may be elsewhere: all hear it");
        final int before = transport.offered;
        for (int i = 0; i < 20; i++) {
            question.nonce += 2;
            lives.onNotice(1, Life.of(1, 4, 2), question, now);
        }
        assertEquals(before + 3, transport.offered, "not each time, whatever the nonce");
    }

    @Test
    @Tag("hazard-U-life-forged")
    void shouldNotListenToALaterStartThatDoesNotAnswerThoughItNamesTheKnownOne() {
        final long start = Life.of(3, 11, 5);
        final long later = Life.of(3, 12, 6);
        assertTrue(isTaken(1, start));
        assertFalse(isTakenAtOnce(1, later));
        lives.onNotice(1, later, notice(1, start), now);
        assertEquals(later, question().life, "lives are in every packet");
        assertFalse(isTakenAtOnce(1, later));
        assertTrue(isTakenAtOnce(1, start));
        assertTrue(isTaken(1, later), "it has answered");
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
        lives.onNotice(1, Life.of(2, 5, 1), notice(1, Life.of(2, 4, 9)), now);
        assertTrue(isTaken(1, Life.of(2, 5, 1)));
    }

    @Test
    @Tag("hazard-S-A4")
    @Expects("lives.number-claimed")
    void shouldClaimANumberAboveAllThatOthersKnow() {
        assertTrue(lives.mustClaim());
        assertTrue(lives.isHeardAs(1, Life.of(3, 17, 2)), "it has claimed nothing yet");
        lives.claim();
        assertFalse(lives.mustClaim());
        assertEquals(4, Life.number(lives.life()));
        assertFalse(lives.isHeardAs(1, Life.of(3, 17, 2)));
        assertFalse(lives.isHeardAs(1, Life.NONE));
        assertTrue(lives.isHeardAs(1, lives.life()));
        storage.meta().sync();
        assertEquals(4, storage.meta().lifeNumber());
    }

    @Test
    @Tag("hazard-S-A4d")
    void shouldClaimANumberAboveAllThatOneMemberHasTold() {
        lives.isHeardAs(1, Life.ofNumber(2));
        lives.isHeardAs(1, Life.of(1, 1, 1));
        lives.claim();
        assertEquals(3, Life.number(lives.life()), "it told the first as the leader of another group");
    }

    @Test
    @Expects("lives.number-given-up")
    void shouldBeginAgainWhereALaterLifeIsKnownAndItDoesNotVote() {
        lives.claim();
        tell(1, notice(0, Life.of(2, 1, 1)));
        assertTrue(lives.mustClaim());
        lives.claim();
        assertEquals(3, Life.number(lives.life()));
        tell(1, notice(0, Life.of(2, 1, 1)));
        assertEquals(3, Life.number(lives.life()), "a former one");
    }

    @Test
    @Tag("hazard-S-A4d")
    void shouldBeginAgainAsALearnerWhenTooFewAreLeftThatListenToIt() {
        voters = new int[] {1, 2, 3};
        learns = true;
        lives.claim();
        tell(1, notice(0, Life.of(2, 1, 1)));
        assertFalse(lives.mustClaim(), "the other two are enough to be repaired by");
        tell(2, notice(0, Life.of(2, 1, 1)));
        assertTrue(lives.mustClaim());
        lives.claim();
        assertEquals(3, Life.number(lives.life()));
        voters = new int[] {1, 2};
        tell(1, notice(0, Life.of(7, 1, 1)));
        assertTrue(lives.mustClaim(), "both of two are needed");
    }

    @Test
    @Tag("hazard-S-A4")
    void shouldEndAsAVoterOfWhichACopyIsKnown() {
        claimAndVote();
        final long own = lives.life();
        tell(1, notice(0, own));
        tell(1, notice(0, Life.of(1, 2, 1)));
        assertEquals(own, lives.life(), "one voice proves nothing");
        assertTrue(lives.isDoubted());
        final String said = assertThrows(FormerLifeException.class,
            () -> tell(2, notice(0, Life.of(1, 1, 78)))).getMessage();
        assertTrue(said.startsWith("node 0, in life 1.1."), said);
    }

    @Test
    @Expects("lives.word-of-one-that-does-not-vote")
    void shouldNotBelieveWhoDoesNotVote() {
        claimAndVote();
        final long own = lives.life();
        final LifeNotice copy = notice(0, Life.of(1, 1, 78));
        lives.onNotice(-1, Life.of(1, 1, 8), copy, now);
        lives.onNotice(-1, Life.of(1, 1, 8), notice(0, Life.of(2, 1, 1)), now);
        assertTrue(isTaken(900, Life.of(1, 1, 8)), "it may be a member that joined later");
        lives.onNotice(900, Life.of(1, 1, 8), copy, now);
        lives.onNotice(900, Life.of(1, 1, 8), notice(1, Life.of(2, 1, 1)), now);
        assertTrue(isTaken(2, Life.of(0, 1, 8)));
        lives.onNotice(2, Life.of(0, 1, 8), copy, now);
        assertTrue(isTaken(2, Life.of(1, 2, 8)));
        lives.onNotice(2, Life.of(1, 1, 8), copy, now);
        assertEquals(own, lives.life());
        assertEquals(Life.NONE, lives.lifeOf(1));
        assertEquals(Life.NONE, lives.lifeOf(900));
        assertEquals(1, Life.number(own));
    }

    @Test
    void shouldKeepItsNumberOnceItMayBeWrittenThatItVotes() {
        lives.claim();
        storage.meta().becomeVoter(GROUP, 3);
        tell(1, notice(0, Life.of(2, 1, 1)));
        assertEquals(1, Life.number(lives.life()), "it is being written");
        final LifeNotice again = notice(0, Life.of(2, 1, 1));
        assertThrows(FormerLifeException.class, () -> tell(2, again));
    }

    @Test
    @Expects("lives.number-far-above-the-known-one")
    void shouldNotListenToANumberThatNobodyCanHave() {
        assertTrue(isTaken(1, Life.of(1, 4, 9)));
        assertFalse(isTaken(1, Life.of(Life.MAX_NUMBER, 1, 9)));
        assertFalse(isTaken(1, Life.of(Lives.MAX_JUMP + 2, 1, 9)));
        assertFalse(isTaken(2, Life.of(Life.MAX_NUMBER, 1, 9)), "nothing is known of it");
        assertTrue(isTaken(2, Life.of(Lives.LAST_NUMBER, 1, 9)), "this node may have lost what it knew");
        assertTrue(isTaken(1, Life.of(1, 4, 9)), "the one that it is");
        assertTrue(isTaken(1, Life.of(Lives.MAX_JUMP + 1, 1, 9)));
    }

    @Test
    void shouldNoteTheLivesOfMembersOnly() {
        assertTrue(isTaken(1, Life.of(2, 4, 9)));
        for (int stranger = 100; stranger < 200; stranger++) {
            assertTrue(isTaken(stranger, Life.of(5, 1, 9)));
            assertEquals(Life.NONE, lives.lifeOf(stranger));
        }
        storage.meta().sync();
        storage.close();
        start();
        assertEquals(Life.of(2, 4, 9), lives.lifeOf(1));
    }

    @Test
    @Expects("lives.no-number-is-left")
    void shouldWaitWhereNoNumberIsLeft() {
        lives.isHeardAs(1, Life.of(Life.MAX_NUMBER, 1, 1));
        lives.isHeardAs(2, Life.of(Lives.LAST_NUMBER, 1, 1));
        lives.claim();
        assertTrue(lives.mustClaim());
        assertEquals(0, storage.meta().lifeNumber());
    }

    @Test
    @Expects("lives.told-again")
    void shouldTellALaterLifeUntilItIsSentAndNowAndThen() {
        assertTrue(isTaken(1, Life.of(1, 4, 9)));
        assertFalse(isTakenAtOnce(1, Life.of(2, 1, 9)));
        final LifeNotice question = answer(question());
        transport.isFull = true;
        lives.onNotice(1, Life.of(2, 1, 9), question, now);
        lives.doWork(now);
        transport.isFull = false;
        final int before = transport.offered;
        now += SECOND / 10;
        lives.doWork(now);
        assertEquals(before + 1, transport.offered);
        now += SECOND / 10;
        lives.doWork(now);
        assertEquals(before + 1, transport.offered, "it is sent");
        now += Lives.REPEAT_INTERVAL_NS;
        lives.doWork(now);
        assertEquals(before + 2, transport.offered, "who has not heard it may still");
    }

    @Test
    @Expects("lives.another-process-has-this-id")
    void shouldNotListenToAnotherProcessWithItsId() {
        assertTrue(isTaken(0, lives.life()));
        assertFalse(isTaken(0, Life.of(5, 1, 1)));
        assertEquals(1, counters.twinPackets.get());
    }

    @Test
    @Tag("hazard-U-life-notice")
    @Expects("lives.later-life-told-by-another-node")
    void shouldStayWithALifeThatOneVoterCallsFormer() {
        assertTrue(isTaken(1, Life.of(1, 4, 9)));
        tell(2, notice(1, Life.of(2, 1, 1)));
        tell(2, notice(1, Life.of(3, 1, 1)));
        assertTrue(isTaken(1, Life.of(1, 4, 9)));
        assertEquals(Life.of(1, 4, 9), lives.lifeOf(1));
    }

    @Test
    @Expects("lives.later-life-told-by-enough-voters")
    void shouldListenToNoFormerLifeThatEnoughVotersHaveToldIt() {
        voters = new int[] {0, 1, 2, 3, 4};
        assertTrue(isTaken(1, Life.of(1, 4, 9)));
        tell(2, notice(1, Life.of(2, 1, 1)));
        tell(3, notice(1, Life.of(7, 1, 1)));
        assertTrue(isTaken(1, Life.of(1, 4, 9)), "one of the two may lie, and the other have been told");
        tell(4, notice(1, Life.of(2, 1, 1)));
        assertTrue(isTaken(1, Life.of(1, 4, 9)), "two have named the same life");
        tell(3, notice(1, Life.of(2, 1, 1)));
        assertFalse(isTaken(1, Life.of(1, 4, 9)));
        assertEquals(Life.of(2, 1, 1), lives.lifeOf(1), "three have said so");
    }

    @Test
    @Tag("hazard-S-A4b")
    @Expects("lives.later-number-told-by-enough-voters")
    void shouldListenToNoLifeThatOneAloneHasNamed() {
        voters = new int[] {0, 1, 2, 3, 4};
        assertTrue(isTaken(1, Life.of(1, 4, 9)));
        tell(2, notice(1, Life.of(2, 1, 1)));
        tell(3, notice(1, Life.of(2, 7, 1)));
        tell(4, notice(1, Life.of(3, 1, 1)));
        assertEquals(Life.of(1, 4, 9), lives.lifeOf(1));
        assertTrue(isTaken(1, Life.of(1, 4, 9)), "three say that it is former, and each another life");
        assertEquals(2, lives.leastNumber(1), "so it does not count");
        assertTrue(isTaken(1, Life.of(2, 5, 5)), "it is listened to when it is heard");
        assertEquals(Life.of(2, 5, 5), lives.lifeOf(1));
    }

    /** A candidate that does not know the number is refused, and must come to know why. */
    @Test
    @Tag("hazard-U-number-told")
    @Expects("lives.number-told-to-another-node")
    void shouldTellOthersFromWhichNumberANodeCounts() {
        lives.noteLeastNumber(1, 3);
        final LifeNotice question = notice(1, Life.NONE);
        question.nonce = 77;
        lives.onNotice(2, Life.of(1, 1, 8), question, now);
        assertEquals(2, transport.lastDestination);
        assertEquals(Life.ofNumber(3), question().life, "it has not been heard at all");
        assertTrue(isTaken(1, Life.of(1, 4, 9)));
        transport.last = new byte[0];
        lives.onNotice(2, Life.of(1, 1, 8), question, now);
        assertEquals(Life.ofNumber(3), question().life, "it is heard in a former life");
        lives.onNotice(1, Life.of(1, 3, 9), question, now);
        assertEquals(Life.of(1, 4, 9), question().life, "to itself that would say nothing");
        assertTrue(isTaken(1, Life.of(3, 1, 7)));
        lives.onNotice(2, Life.of(1, 1, 8), question, now);
        assertEquals(Life.of(3, 1, 7), question().life);
    }

    @Test
    @Tag("hazard-U-number-told")
    void shouldNoteANumberThatEnoughVotersTell() {
        voters = new int[] {0, 1, 2, 3, 4};
        final long first = Life.of(1, 1, 8);
        assertTrue(isTaken(1, first));
        tell(2, notice(1, Life.ofNumber(3)));
        tell(3, notice(1, Life.ofNumber(4)));
        lives.doWork(now);
        assertEquals(1, lives.countedNumber(1), "nobody is in a life that has a number only");
        assertEquals(1, lives.leastNumber(1));
        tell(4, notice(1, Life.ofNumber(3)));
        assertEquals(3, lives.leastNumber(1), "one of the three is right");
        assertEquals(first, lives.lifeOf(1));
    }

    @Test
    @Tag("hazard-U-number-told")
    void shouldTellANumberAgainToAllButTheNodeItself() {
        lives.noteLeastNumber(1, 3);
        lives.doWork(now);
        transport.last = new byte[0];
        transport.lastDestination = -1;
        now += 3 * SECOND;
        lives.doWork(now);
        assertEquals(2, transport.lastDestination);
        final LifeNotice[] sent = new LifeNotice[1];
        WireDecoder.ofObserver(1, new WireErrors(), CodecCatalog.core()).decode(new UnsafeBuffer(transport.last), 0,
            transport.last.length, (group, version, sender, message) -> sent[0] = notice(((LifeNotice) message).node,
                ((LifeNotice) message).life));
        assertEquals(Life.ofNumber(3), sent[0].life);
        assertEquals(1, sent[0].node);
    }

    @Test
    @Tag("hazard-S-A4b")
    @Expects("lives.least-number-told-by-those-who-repair")
    void shouldCountNobodyInALifeBelowTheLeastThatItWasTold() {
        assertTrue(isTaken(1, Life.of(1, 4, 9)));
        lives.noteLeastNumber(1, 3);
        lives.noteLeastNumber(1, 2);
        assertEquals(3, lives.leastNumber(1));
        assertEquals(0, lives.durableLeastNumber(1), "it is not durable yet");
        storage.meta().sync();
        assertEquals(3, lives.durableLeastNumber(1));
        assertTrue(isTaken(1, Life.of(1, 4, 9)), "it is listened to: one that repairs may be wrong");
        assertTrue(isTaken(1, Life.of(5, 1, 1)));
        assertEquals(5, lives.leastNumber(1));
        lives.noteLeastNumber(1, Lives.LAST_NUMBER + 1);
        lives.noteLeastNumber(0, 7);
        assertEquals(5, lives.leastNumber(1), "nobody is in such a life");
        assertEquals(Life.number(lives.life()), lives.leastNumber(0), "its own it knows itself");
    }

    @Test
    @Tag("hazard-U-life-notice")
    @Expects("lives.does-not-vote-for-a-word-of-a-copy")
    void shouldLoseNothingByOneWordOfACopy() {
        claimAndVote();
        assertFalse(lives.isDoubted());
        tell(1, notice(0, Life.of(1, 1, 78)));
        assertTrue(lives.isDoubted(), "another voter may listen to that one");
        tell(1, notice(0, Life.of(1, 1, 78)));
        assertTrue(storage.meta().mayBeVoter());
        final int before = transport.offered;
        lives.doWork(now);
        assertEquals(before + 1, transport.offered, "all are asked");
    }

    @Test
    @Expects("lives.votes-again-after-a-word-of-a-copy")
    void shouldVoteAgainWhenAWordIsTakenBackOrEnoughListenToIt() {
        voters = new int[] {0, 1, 2, 3, 4};
        lives.claim();
        storage.meta().becomeVoter(GROUP, 3);
        tell(1, notice(0, Life.of(1, 1, 78)));
        tell(1, notice(0, lives.life()));
        assertFalse(lives.isDoubted(), "it is taken back");
        tell(2, notice(0, Life.of(1, 1, 78)));
        tell(3, notice(0, lives.life()));
        assertTrue(lives.isDoubted(), "two listen to it, and two may listen to a copy");
        tell(4, notice(0, lives.life()));
        assertFalse(lives.isDoubted());
        tell(2, notice(0, Life.of(1, 1, 78)));
        assertFalse(lives.isDoubted(), "three listen to it");
    }

    @Test
    @Tag("hazard-S-A4")
    @Expects("lives.later-start-must-name-the-known-one")
    void shouldNotListenToALaterStartOfADirectoryThatWasSetBack() {
        final long start = Life.of(3, 11, 5);
        final long later = Life.of(3, 12, 6);
        assertTrue(isTaken(1, start));
        assertFalse(isTaken(1, later));
        assertEquals(start, lives.lifeOf(1));
        lives.onNotice(1, later, notice(1, Life.of(3, 11, 4)), now);
        lives.onNotice(2, later, notice(1, start), now);
        assertFalse(isTaken(1, later), "it names another start, or somebody else does");
    }

    @Test
    @Expects("lives.later-start-has-named-the-known-one")
    void shouldListenToALaterStartThatNamesTheKnownOne() {
        final long start = Life.of(3, 11, 5);
        final long later = Life.of(3, 12, 6);
        assertTrue(isTaken(1, start));
        assertFalse(isTaken(1, later));
        lives.onNotice(1, later, notice(1, start), now);
        assertTrue(isTaken(1, later));
        assertFalse(isTaken(1, start));
    }

    @Test
    @Tag("hazard-S-A4")
    void shouldNameAFormerStartOfItsDirectoryAndNoneOfAnother() {
        claimAndVote();
        final long before = lives.life();
        storage.close();
        start();
        final int offered = transport.offered;
        lives.onNotice(1, Life.of(1, 9, 9), notice(0, before), now);
        assertEquals(offered + 1, transport.offered, "to whoever asks, since all may have just started");
        lives.onNotice(1, Life.of(0, 9, 9), notice(0, before), now);
        assertEquals(offered + 2, transport.offered, "and to one that has lost its state and is to be repaired");
        assertFalse(lives.isDoubted());
        tell(1, notice(0, Life.of(1, 1, 78)));
        assertTrue(lives.isDoubted(), "its directory was set back: it has no such start");
        final LifeNotice other = notice(0, Life.of(1, 1, 78));
        assertThrows(FormerLifeException.class, () -> tell(2, other));
    }

    @Test
    @Tag("hazard-U-starts")
    @Expects("lives.known-start-is-too-long-ago")
    void shouldProveAStartFromBeforeManyThatFailed() {
        lives.claim();
        storage.meta().becomeVoter(GROUP, 3);
        final long known = lives.life();
        assertTrue(isTaken(1, Life.of(1, 1, 8)), "it has heard another node");
        storage.meta().sync();
        for (int i = 0; i < 300; i++) {
            storage.close();
            start();
        }
        final int before = transport.offered;
        lives.onNotice(1, Life.of(1, 1, 8), notice(0, known), now);
        assertEquals(before + 1, transport.offered, "it names that start");
        tell(1, notice(0, Life.of(1, 7, 8)));
        assertEquals(before + 1, transport.offered, "of which nothing is kept");
        assertFalse(lives.isDoubted());
    }

    @Test
    @Tag("hazard-U-life-number")
    @Expects("lives.number-far-above-what-enough-voters-know")
    void shouldClaimNoNumberThatOneMemberSaysAndNobodyElse() {
        voters = new int[] {0, 1, 2, 3, 4};
        lives.isHeardAs(1, Life.of(Lives.LAST_NUMBER - 1, 1, 1));
        lives.isHeardAs(2, Life.of(3, 1, 1));
        lives.isHeardAs(3, Life.of(3, 1, 1));
        lives.isHeardAs(4, Life.of(3, 1, 1));
        lives.claim();
        assertEquals(4, Life.number(lives.life()));
    }

    @Test
    @Tag("hazard-U-life-number")
    void shouldTellWhoHasAFarNumberAndGiveOneUpWhenEnoughSaySo() {
        assertTrue(isTaken(1, Life.of(1, 4, 9)));
        final int before = transport.offered;
        assertFalse(isTaken(1, Life.of(Lives.MAX_JUMP + 2, 1, 9)));
        assertEquals(before + 1, transport.offered, "in which life it is known");
        lives.isHeardAs(1, Life.of(20_000, 1, 1));
        lives.isHeardAs(2, Life.of(20_000, 1, 1));
        lives.claim();
        assertEquals(20_001, Life.number(lives.life()));
        say(1, Life.of(1, 4, 9), notice(0, Life.of(3, 1, 1)));
        assertFalse(lives.mustClaim(), "one word");
        tell(2, notice(0, Life.of(3, 1, 1)));
        assertTrue(lives.mustClaim());
    }

    /** Whether a node is listened to that answers what it is asked. */
    private boolean isTaken(final int sender, final long life) {
        if (isTakenAtOnce(sender, life)) {
            return true;
        }
        final LifeNotice question = question();
        if (question == null || question.node != sender || question.life != life
            || transport.lastDestination != sender) {
            return false;
        }
        lives.onNotice(sender, life, answer(question), now);
        return lives.isTaken(sender, life, false, now);
    }

    private static LifeNotice answer(final LifeNotice question) {
        question.nonce = LifeNonces.answerTo(question.nonce);
        return question;
    }

    private boolean isTakenAtOnce(final int sender, final long life) {
        now += SECOND;
        transport.last = new byte[0];
        return lives.isTaken(sender, life, false, now);
    }

    /** The question that was sent last; null where nothing or something else was. */
    private LifeNotice question() {
        final LifeNotice[] sent = new LifeNotice[1];
        WireDecoder.ofObserver(1, new WireErrors(), CodecCatalog.core()).decode(new UnsafeBuffer(transport.last), 0,
            transport.last.length, (group, version, sender, message) -> {
                final LifeNotice notice = (LifeNotice) message;
                sent[0] = notice.nonce == 0 ? null : notice(notice.node, notice.life);
                if (sent[0] != null) {
                    sent[0].nonce = notice.nonce;
                }
            });
        return sent[0];
    }

    /** A voter says so in its own life. */
    private void tell(final int sender, final LifeNotice notice) {
        final long life = Life.of(1, 1, 8);
        assertTrue(isTaken(sender, life));
        say(sender, life, notice);
    }

    /** A node says something, and again when it is asked. */
    private void say(final int sender, final long life, final LifeNotice notice) {
        transport.last = new byte[0];
        lives.onNotice(sender, life, notice, now);
        final LifeNotice question = question();
        if (question != null && question.node == notice.node && transport.lastDestination == sender) {
            final LifeNotice again = notice(notice.node, notice.life);
            again.nonce = LifeNonces.answerTo(question.nonce);
            lives.onNotice(sender, life, again, now);
        }
    }

    private static LifeNotice notice(final int node, final long life) {
        final LifeNotice notice = new LifeNotice();
        notice.node = node;
        notice.life = life;
        return notice;
    }

    private void claimAndVote() {
        lives.claim();
        storage.meta().becomeVoter(GROUP, 3);
        storage.meta().sync();
    }
}
