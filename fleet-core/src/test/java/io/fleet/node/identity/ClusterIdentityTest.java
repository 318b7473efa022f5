package io.fleet.node.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.message.member.BirthAnswer;
import io.fleet.consensus.message.member.BirthRequest;
import io.fleet.fixture.cluster.UnelectedEvents;
import io.fleet.fixture.mark.Expects;
import io.fleet.node.FakeTransport;
import io.fleet.node.NodeStorageFixture;
import io.fleet.node.config.GroupFingerprint;
import io.fleet.node.config.NodeContext;
import io.fleet.node.config.Shard;
import io.fleet.node.config.SnapshotConfig;
import io.fleet.node.config.UserThreads;
import io.fleet.node.link.OutboundSender;
import io.fleet.node.status.NodeCounters;
import io.fleet.node.store.NodeStore;
import io.fleet.storage.BirthId;
import io.fleet.wire.CodecCatalog;
import io.fleet.wire.WireIdentity;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Node 0, the first founder of a cluster of three where a test says nothing else. */
class ClusterIdentityTest extends NodeStorageFixture {
    private static final long SECOND = 1_000_000_000L;
    private static final long NONCE = 5;
    private static final long DRAWN = 55;
    private static final int SAME = GroupFingerprint.ofFounders(MEMBERS, Shard.ALL);

    private final FakeTransport transport = new FakeTransport();
    private final List<String> events = new ArrayList<>();
    private NodeStore storage;
    private WireIdentity identity;
    private ClusterIdentity birth;
    private long now = 1;

    @BeforeEach
    void start() {
        start(MEMBERS);
    }

    @AfterEach
    void stop() {
        storage.close();
    }

    @Test
    @Expects("birth.drawn")
    void shouldDrawOnceAllOtherFoundersKnowNone() {
        work();
        assertEquals(2, transport.offered, "it asks both");
        answer(1, SAME, BirthId.NONE, NONCE);
        answer(2, SAME, BirthId.NONE, NONCE + 1);
        answer(2, SAME, BirthId.NONE, 0);
        answer(-1, SAME, BirthId.NONE, NONCE);
        work();
        assertEquals(BirthId.NONE, storage.meta().stagedBirthId(), "node 2 has not answered this run");
        answer(2, SAME, BirthId.NONE, NONCE);
        work();
        assertEquals(BirthId.NONE, storage.meta().stagedBirthId(), "it has not listened for long enough");
        listen();
        answer(1, SAME, BirthId.NONE, NONCE);
        work();
        assertEquals(BirthId.NONE, storage.meta().stagedBirthId(), "what node 2 said is old by now");
        answer(2, SAME, BirthId.NONE, NONCE);
        work();
        assertEquals(DRAWN, storage.meta().stagedBirthId());
        work();
        assertFalse(birth.isKnown(), "it is not durable yet");
        storage.meta().sync();
        work();
        assertTrue(birth.isKnown());
        assertEquals(DRAWN, identity.birthId());
        assertEquals(List.of("born 55"), events);
    }

    @Test
    @Expects("birth.told-by-another-node")
    void shouldTakeWhatItIsTold() {
        work();
        answer(1, SAME, BirthId.NONE, NONCE);
        answer(2, SAME, 77, NONCE);
        answer(2, SAME, BirthId.NONE, NONCE);
        work();
        storage.meta().sync();
        work();
        assertEquals(77, identity.birthId());
        assertEquals(List.of("born 77"), events);
        storage.close();
        start(MEMBERS);
        assertEquals(77, identity.birthId(), "it is kept");
        final int before = transport.offered;
        work();
        assertEquals(before, transport.offered, "there is nothing to ask");
    }

    @Test
    @Expects("birth.other-one-was-told")
    void shouldKeepItsOwnAndSayThatThereIsAnother() {
        work();
        answer(2, SAME, 77, NONCE);
        answer(1, SAME, 78, NONCE);
        answer(2, SAME, 77, NONCE);
        answer(1, SAME, 79, NONCE);
        now += 10 * SECOND;
        answer(1, SAME, 80, NONCE);
        storage.meta().sync();
        work();
        assertEquals(77, identity.birthId());
        assertEquals(List.of("node 1 is of 78, not 77", "node 1 is of 80, not 77", "born 77"), events);
    }

    @Test
    @Expects("birth.other-founders-were-told")
    void shouldNotDrawWhileAnotherFounderWasToldOthers() {
        work();
        listen();
        answer(1, SAME, BirthId.NONE, NONCE);
        answer(2, GroupFingerprint.ofFounders(new int[] {0, 2}, Shard.ALL), BirthId.NONE, NONCE);
        answer(2, GroupFingerprint.ofFounders(new int[] {0, 2}, Shard.ALL), BirthId.NONE, NONCE);
        work();
        assertEquals(BirthId.NONE, storage.meta().stagedBirthId());
        answer(2, GroupFingerprint.ofFounders(MEMBERS, new Shard(0, 2)), BirthId.NONE, NONCE);
        work();
        assertEquals(BirthId.NONE, storage.meta().stagedBirthId(), "its groups are spread otherwise");
        assertEquals(List.of("node 2 was told other founders"), events);
        answer(2, SAME, BirthId.NONE, NONCE);
        work();
        assertEquals(DRAWN, storage.meta().stagedBirthId(), "it was mended");
    }

    /** The other founders were removed, and started again with empty directories; nodes 4 and 5 are the cluster. */
    @Test
    @Tag("hazard-U-old-founders")
    @Expects("birth.told-by-one-that-came-later")
    void shouldNotDrawAnotherBirthThanTheOneThatItIsToldOf() { // S14, S15
        work();
        answer(4, GroupFingerprint.UNKNOWN, 77, 0);
        final BirthRequest request = new BirthRequest();
        request.to = 0;
        listen();
        final int before = transport.offered;
        birth.onRequest(2, request);
        assertEquals(before, transport.offered, "it would say that it knows none");
        answer(1, SAME, BirthId.NONE, NONCE);
        answer(2, SAME, BirthId.NONE, NONCE);
        work();
        assertEquals(BirthId.NONE, storage.meta().stagedBirthId());
        answer(4, GroupFingerprint.UNKNOWN, 77, 0);
        answer(5, GroupFingerprint.UNKNOWN, 77, 0);
        assertEquals(BirthId.NONE, storage.meta().stagedBirthId(), "a founder may know");
        listen();
        answer(1, SAME, BirthId.NONE, NONCE);
        answer(2, SAME, BirthId.NONE, NONCE);
        answer(5, GroupFingerprint.UNKNOWN, 77, 0);
        assertEquals(77, storage.meta().stagedBirthId());
    }

    /** One packet of a stranger, which has the number of the cluster. */
    @Test
    @Tag("hazard-U-stranger-birth")
    void shouldSetUpItsClusterWhereTheOneThatToldOfAnotherIsSilent() { // S14, S15
        work();
        answer(7, GroupFingerprint.UNKNOWN, 99, 0);
        listen();
        answer(1, SAME, BirthId.NONE, NONCE);
        answer(2, SAME, BirthId.NONE, NONCE);
        work();
        assertEquals(BirthId.NONE, storage.meta().stagedBirthId(), "it may be a member that came later");
        now += 2 * birth.patienceNs() + 1;
        answer(1, SAME, BirthId.NONE, NONCE);
        answer(2, SAME, BirthId.NONE, NONCE);
        work();
        assertEquals(DRAWN, storage.meta().stagedBirthId(), "a member would have told it again");
    }

    @Test
    @Tag("hazard-U-stranger-birth")
    void shouldTakeTheBirthOfOneStrangerOnlyWhereThatGoesOn() { // S14, S15
        work();
        answer(7, GroupFingerprint.UNKNOWN, 99, 0);
        listen();
        listen();
        answer(7, GroupFingerprint.UNKNOWN, 99, 0);
        assertEquals(BirthId.NONE, storage.meta().stagedBirthId(), "two packets are nothing");
        answer(8, GroupFingerprint.UNKNOWN, 99, 0);
        assertEquals(BirthId.NONE, storage.meta().stagedBirthId(), "nor is the first one of another node");
        for (int i = 0; i < 6; i++) {
            answer(7, GroupFingerprint.UNKNOWN, 99, 0);
            assertEquals(BirthId.NONE, storage.meta().stagedBirthId(), "after " + i);
            listen();
            work();
        }
        answer(7, GroupFingerprint.UNKNOWN, 99, 0);
        assertEquals(99, storage.meta().stagedBirthId(), "the only member that is left may say so");
    }

    @Test
    @Tag("hazard-U-stranger-birth")
    void shouldTakeNoBirthWhereStrangersTellOfTwo() { // S14, S15
        work();
        for (int i = 0; i < 20; i++) {
            answer(7, GroupFingerprint.UNKNOWN, 99, 0);
            answer(8, GroupFingerprint.UNKNOWN, 98, 0);
            assertEquals(BirthId.NONE, storage.meta().stagedBirthId());
            now += birth.patienceNs();
            work();
        }
    }

    @Test
    @Tag("hazard-U-old-founders")
    void shouldSayThatItKnowsNoneOnceItHasListened() { // S14, S15
        work();
        final BirthRequest request = new BirthRequest();
        request.to = 0;
        final int before = transport.offered;
        birth.onRequest(2, request);
        assertEquals(before, transport.offered, "members of its cluster may tell it yet");
        listen();
        work();
        final int listened = transport.offered;
        birth.onRequest(2, request);
        assertEquals(listened + 1, transport.offered);
    }

    @Test
    @Tag("hazard-U-stranger-birth")
    void shouldEndAFounderOfOneOnNobodysWordThatItHasNotAsked() {
        foundAlone(1);
        transport.connect(7, "stranger:1");
        final int before = transport.offered;
        answer(7, GroupFingerprint.UNKNOWN, 77, 0);
        answer(7, GroupFingerprint.UNKNOWN, 77, NONCE);
        assertEquals(before, transport.offered, "nobody has told it where node 7 is but node 7");
        assertEquals("node 7 is of 77, not 55", events.get(1));
        answer(1, GroupFingerprint.UNKNOWN, 77, 0);
        assertEquals(before + 1, transport.offered, "it asks node 1 at the address of its list");
        assertThrows(IllegalStateException.class, () -> answer(1, GroupFingerprint.UNKNOWN, 77, NONCE));
    }

    @Test
    void shouldListenForAWhileAsTheOnlyFounder() {
        storage.close();
        delete("");
        start(new int[] {0});
        work();
        now += ClusterIdentity.LISTEN_TIMEOUTS * birth.patienceNs() - 1;
        work();
        assertEquals(BirthId.NONE, storage.meta().stagedBirthId());
        now++;
        work();
        assertEquals(DRAWN, storage.meta().stagedBirthId());
    }

    @Test
    @Tag("hazard-S-A1")
    @Expects("birth.told-unasked")
    void shouldAskBackWhoTellsItUnasked() {
        work();
        final int before = transport.offered;
        answer(1, SAME, 77, 0);
        assertEquals(before + 1, transport.offered, "it asks node 1 at the address of its list");
        assertEquals(BirthId.NONE, storage.meta().stagedBirthId());
        answer(1, SAME, 77, NONCE);
        assertEquals(77, storage.meta().stagedBirthId());
    }

    @Test
    @Expects("birth.founder-of-one-hears-of-its-cluster")
    void shouldEndAsAFounderOfOneThatHearsOfItsCluster() {
        foundAlone(2);
        final String message = assertThrows(IllegalStateException.class,
            () -> answer(2, GroupFingerprint.UNKNOWN, 77, NONCE)).getMessage();
        assertTrue(message.startsWith("node 0 founded a group alone, in the cluster of birth 0000000000000037, and"
            + " node 2 has it as a member of the one of birth 000000000000004d: "), message);
    }

    @Test
    void shouldAnswerThoseThatAskIt() {
        work();
        listen();
        work();
        final int before = transport.offered;
        final BirthRequest request = new BirthRequest();
        request.to = 0;
        birth.onRequest(2, request);
        assertEquals(before + 1, transport.offered);
        request.to = 1;
        birth.onRequest(2, request);
        birth.onRequest(-1, request);
        assertEquals(before + 1, transport.offered, "it heard by chance what another was asked");
    }

    /** At the next port the same node's next duty thread answers, of a cluster of its own. */
    @Test
    void shouldNotTakeTheBirthOfAnotherDutyThread() {
        storage.close();
        start(MEMBERS, new Shard(0, 2));
        work();
        answer(1, GroupFingerprint.ofFounders(MEMBERS, new Shard(1, 2)), 77, NONCE);
        answer(1, SAME, 77, NONCE);
        assertEquals(BirthId.NONE, storage.meta().stagedBirthId());
        assertEquals(List.of("node 1 was told other founders"), events);
        answer(1, GroupFingerprint.ofFounders(MEMBERS, new Shard(0, 2)), 78, NONCE);
        assertEquals(78, storage.meta().stagedBirthId());
    }

    /** Of who joins nobody knows founders to compare: it may have been added at the port of another thread. */
    @Test
    @Expects("birth.of-another-duty-thread")
    void shouldNotJoinTheClusterOfAnotherDutyThread() {
        storage.close();
        start(MEMBERS, new Shard(1, 2));
        work();
        answer(1, GroupFingerprint.UNKNOWN, 78, NONCE);
        answer(1, GroupFingerprint.UNKNOWN, 78, 0);
        assertEquals(BirthId.NONE, storage.meta().stagedBirthId());
        answer(1, GroupFingerprint.UNKNOWN, 77, NONCE);
        assertEquals(77, storage.meta().stagedBirthId());
    }

    private void start(final int[] founders) {
        start(founders, Shard.ALL);
    }

    private void start(final int[] founders, final Shard shard) {
        members = founders;
        storage = open();
        identity = new WireIdentity(1, 0);
        final NodeContext context = new NodeContext(1, 0, founders, List.of(spec(GROUP, GroupConfig.scattered())),
            transport, List.of(), SCATTERED, ORDERED, SnapshotConfig.atStop(0), () -> 0, 1, 1 << 20, new Told(),
            UserThreads.NONE, shard);
        birth = new ClusterIdentity(context, new OutboundSender(identity, founders.length, transport, 1 << 20,
            new NodeCounters(),
            (buffer, offset, length) -> {}, CodecCatalog.core()), identity, NONCE, DRAWN);
        birth.open(storage);
    }

    private void work() {
        birth.doWork(now);
    }

    /** As long as a node listens before it says that it knows no birth. */
    private void listen() {
        now += 2 * birth.patienceNs();
    }

    private void answer(final int sender, final int version, final long birthId, final long nonce) {
        final BirthAnswer answer = new BirthAnswer();
        answer.nonce = nonce;
        answer.to = 0;
        birth.onAnswer(sender, version, birthId, answer, now);
    }

    /** Keeps what the node says of births. */
    private final class Told extends UnelectedEvents {
        @Override
        public void onBorn(final long birthId) {
            events.add("born " + birthId);
        }

        @Override
        public void onForeignBirth(final int sender, final long other, final long own) {
            events.add("node " + sender + " is of " + other + ", not " + own);
        }

        @Override
        public void onForeignFounders(final int sender) {
            events.add("node " + sender + " was told other founders");
        }
    }

    /** Founds a cluster of one, whose list names another node. */
    private void foundAlone(final int another) {
        storage.close();
        delete("");
        transport.connect(another, "x:" + another);
        start(new int[] {0});
        birth.open(storage, () -> true);
        work();
        now += ClusterIdentity.SILENT_TIMEOUTS * birth.patienceNs();
        work();
        storage.meta().sync();
        work();
        assertEquals(DRAWN, identity.birthId());
    }
}
