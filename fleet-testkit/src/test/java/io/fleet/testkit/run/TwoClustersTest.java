package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.MemberOutcome;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.member.MemberChange;
import io.fleet.error.ConfigException;
import io.fleet.storage.BirthId;
import io.fleet.storage.VoterState;
import io.fleet.testkit.sim.SimMedium;
import io.fleet.wire.codec.WireErrors;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Clusters of the same number, founders and settings on one network, and clients that were told wrong things. */
class TwoClustersTest {
    private static final int NODES = 3;

    private final Lan lan = new Lan();
    private final SimMedium[][] media = new SimMedium[2][NODES];

    TwoClustersTest() {
        for (int cluster = 0; cluster < 2; cluster++) {
            for (int node = 0; node < NODES; node++) {
                media[cluster][node] = empty(cluster, node);
            }
        }
    }

    @Test
    @Tag("hazard-S-A1")
    void shouldNeverBecomeOneThoughTheyAreSetUpAtTheSameTime() {
        final List<Lan.Process> first = new ArrayList<>();
        final List<Lan.Process> second = new ArrayList<>();
        for (int node = 0; node < NODES; node++) {
            first.add(start(0, node));
            second.add(start(1, node));
        }
        assertTrue(lan.runUntil(10_000, () -> leads(first) && leads(second)), "both clusters work");
        assertOneBirth(first);
        assertOneBirth(second);
        assertNotEquals(first.get(0).core().birthId(), second.get(0).core().birthId());

        final Lan.Client client = lan.client(7, 0, Lan.CONFIG, book(0));
        for (int i = 0; i < 5; i++) {
            client.submit();
            final int answers = i + 1;
            assertTrue(lan.runUntil(5_000, () -> client.answers() == answers), client.failures::toString);
        }
        lan.run(1_000);
        for (final Lan.Process process : second) {
            assertEquals(0, process.core().group(0).counters().commands.get(), "a command of the other cluster");
            assertTrue(process.core().wireErrors().count(WireErrors.Cause.FOREIGN_BIRTH) > 0);
        }
        assertTrue(lan.runUntil(5_000, () -> first.stream()
            .allMatch(process -> process.core().group(0).counters().commands.get() == 5)));
    }

    @Test
    @Tag("hazard-S-A1")
    void shouldNotGoOverToAnotherClusterWithAnEmptyDirectoryWhileItsOwnIsDown() {
        final List<Lan.Process> own = started(0);
        final List<Lan.Process> other = started(1);
        final long birth = own.get(0).core().birthId();
        own.forEach(Lan.Process::stop);
        media[0][1] = empty(0, 1);
        final Lan.Process wiped = start(0, 1);
        lan.run(3_000);
        assertEquals(BirthId.NONE, wiped.core().birthId(), "it does not know where it belongs");
        assertEquals(VoterState.NEW, wiped.status().standing());
        assertTrue(leads(other));

        start(0, 0);
        start(0, 2);
        assertTrue(lan.runUntil(20_000, wiped::isVoter));
        assertEquals(birth, wiped.core().birthId());
    }

    /** The other cluster takes the address of a node of this one for that of one of its own, and tells it so. */
    @Test
    void shouldNotGoOverToAClusterThatHasItsAddressForOneOfItsNodes() {
        final Map<Integer, String> wrong = book(1);
        wrong.put(2, book(0).get(2));
        final List<Lan.Process> other = new ArrayList<>();
        started(1).forEach(Lan.Process::stop);
        for (int node = 0; node < 2; node++) {
            other.add(lan.start(node, wrong.get(node), wrong, media[1][node]));
        }
        assertTrue(lan.runUntil(10_000, () -> leads(other)));
        final List<Lan.Process> own = new ArrayList<>();
        own.add(start(0, 2));
        lan.run(3_000);
        assertEquals(BirthId.NONE, own.get(0).core().birthId(), "it asks nodes 0 and 1 of its own cluster");
        own.add(start(0, 0));
        own.add(start(0, 1));
        assertTrue(lan.runUntil(10_000, () -> leads(own)));
        assertOneBirth(own);
        assertNotEquals(other.get(0).core().birthId(), own.get(0).core().birthId());
    }

    @Test
    void shouldEndAFounderOfOneThatHasFoundedASecondCluster() {
        final Lan.Process alone = foundedAgain(book(0));
        assertTrue(alone.forked().startsWith("node 0 founded a group alone, in the cluster of birth "), alone::forked);
    }

    /** Others that have its address for a node of theirs, which it was not told of: they may be anybody. */
    @Test
    @Tag("hazard-U-stranger-birth")
    void shouldNotEndAFounderOfOneOnTheWordOfNodesThatItWasNotToldOf() {
        final Lan.Process alone = foundedAgain(Map.of(0, book(0).get(0)));
        lan.run(5_000);
        assertEquals("", alone.forked());
        assertTrue(alone.isLeader());
    }

    /** It was told to found groups of one, and has lost its directories while the others were down. */
    private Lan.Process foundedAgain(final Map<Integer, String> told) {
        started(0).forEach(Lan.Process::stop);
        final Lan.Process alone = lan.startAlone(0, book(0).get(0), told, empty(0, 0));
        assertTrue(lan.runUntil(10_000, alone::isLeader), "it knows no better");
        final List<Lan.Process> others = new ArrayList<>();
        for (int node = 1; node < NODES; node++) {
            others.add(start(0, node));
        }
        assertTrue(lan.runUntil(10_000, () -> leads(others)), "nobody else is disturbed");
        lan.run(1_000);
        return alone;
    }

    @Test
    void shouldListenLongerForThoseThatAFounderOfOneWasToldOf() {
        final List<Lan.Process> others = started(0);
        final long birth = others.get(0).core().birthId();
        others.forEach(Lan.Process::stop);
        final Lan.Process alone = lan.startAlone(0, book(0).get(0), book(0), empty(0, 0));
        lan.run(3 * Lan.CONFIG.electionTimeoutMillis());
        assertEquals(BirthId.NONE, alone.core().birthId());
        start(0, 1);
        start(0, 2);
        assertTrue(lan.runUntil(10_000, () -> alone.core().birthId() != BirthId.NONE));
        assertEquals(birth, alone.core().birthId());
    }

    @Test
    @Tag("hazard-S-A1")
    void shouldAgreeOnOneBirthWhicheverFounderIsLostWhileItIsDrawn() {
        for (int lost = 0; lost < NODES; lost++) {
            for (int steps = 0; steps < 60; steps += 4) {
                final Lan net = new Lan();
                final Map<Integer, String> book = book(0);
                final List<Lan.Process> nodes = new ArrayList<>();
                for (int node = 0; node < NODES; node++) {
                    nodes.add(net.start(node, book.get(node), book, empty(lost, steps)));
                }
                net.run(steps);
                nodes.get(lost).kill();
                nodes.set(lost, net.start(lost, book.get(lost), book, empty(lost, steps)));
                assertTrue(net.runUntil(20_000, () -> leads(nodes) && nodes.stream().allMatch(Lan.Process::isVoter)),
                    "node " + lost + " lost after " + steps + " ms");
                assertOneBirth(nodes);
            }
        }
    }

    /**
     * Two founders were replaced, and their machines set up anew, with the old list. The third one loses its disk: the
     * three of them know nothing, and are told by those that came later only.
     */
    @Test
    @Tag("hazard-U-old-founders")
    void shouldNotSetUpASecondClusterOfFoundersThatHaveLeft() {
        final Map<Integer, String> all = new HashMap<>(book(0));
        all.put(3, "later-3:9001");
        all.put(4, "later-4:9001");
        final List<Lan.Process> nodes = started(0);
        final long birth = nodes.get(0).core().birthId();
        final List<Lan.Process> later = new ArrayList<>();
        for (int node = 3; node <= 4; node++) {
            final Lan.Process joined = lan.startJoining(node, all.get(node), all, empty(0, node));
            later.add(joined);
            replace(nodes.get(0), node - 2, node, all.get(node));
            assertTrue(lan.runUntil(20_000, joined::isVoter));
            nodes.get(node - 2).stop();
        }
        assertTrue(lan.runUntil(10_000, () -> nodes.get(0).isLeader() || leads(later)));
        nodes.get(0).kill();
        for (int node = 0; node < NODES; node++) {
            nodes.set(node, lan.start(node, book(0).get(node), book(0), empty(1, node)));
        }
        lan.run(20_000);
        for (final Lan.Process node : nodes) {
            assertEquals(birth, node.core().birthId());
            assertFalse(node.isVoter(), "it belongs to no group of the founders");
        }
        assertTrue(leads(later));
        nodes.get(0).kill();
        final Lan.Process again = lan.startJoining(0, book(0).get(0), all, empty(1, 0));
        assertTrue(lan.runUntil(20_000, again::isVoter), "it is repaired by its group");
    }

    private void replace(final Lan.Process asked, final int goes, final int comes, final String address) {
        final MemberChange change = new MemberChange();
        change.kind = MemberChange.REPLACE;
        change.node = comes;
        change.replaced = goes;
        change.endpoint = address;
        final List<String> outcome = new ArrayList<>();
        asked.core().group(0).changeMembers(change, new MemberOutcome() {
            @Override
            public void onDone(final Configuration configuration) {
                outcome.add("done");
            }

            @Override
            public void onRefused(final String reason) {
                outcome.add(reason);
            }

            @Override
            public void onUnknown(final String reason) {
                outcome.add(reason);
            }
        });
        assertTrue(lan.runUntil(20_000, () -> !outcome.isEmpty()));
        assertEquals(List.of("done"), outcome);
    }

    @Test
    void shouldWaitForAllFoundersBeforeItIsSetUp() {
        start(0, 0);
        final Lan.Process second = start(0, 1);
        lan.run(5_000);
        assertEquals(BirthId.NONE, second.core().birthId());
        start(0, 2);
        assertTrue(lan.runUntil(10_000, () -> second.core().birthId() != BirthId.NONE && second.isVoter()));
    }

    @Test
    @Tag("hazard-U-wrong-client")
    void shouldTellAClientWhichSettingIsWrongWithinASecond() {
        started(0);
        assertRefused(lan.client(8, 0, Lan.CONFIG, book(0)), "clusterId is 8, but must be 7: ");
        assertRefused(lan.client(7, 3, Lan.CONFIG, book(0)), "groupId is 3, but must be one of 0: ");
        final GroupConfig other = Lan.CONFIG.withSessionTimeoutMillis(10_000);
        assertRefused(lan.client(7, 0, other, book(0)), "sessionTimeoutMillis is 10000, but must be 60000: ");
        final Lan.Client right = lan.client(7, 0, Lan.CONFIG, book(0));
        right.submit();
        assertTrue(lan.runUntil(5_000, () -> right.answers() == 1));
        assertEquals(List.of(), right.failures);
    }

    @Test
    @Tag("hazard-U-wrong-client")
    void shouldTellAClientThatItsClusterWasSetUpAnew() {
        final List<Lan.Process> nodes = started(0);
        final Lan.Client client = lan.client(7, 0, Lan.CONFIG, book(0));
        client.submit();
        assertTrue(lan.runUntil(5_000, () -> client.answers() == 1));
        nodes.forEach(Lan.Process::kill);
        for (int node = 0; node < NODES; node++) {
            media[0][node] = empty(0, node);
        }
        started(0);
        assertTrue(lan.runUntil(10_000, () -> {
            client.submit();
            return client.failures.stream().anyMatch(failure -> failure instanceof ConfigException);
        }));
        final String said = client.failures.get(client.failures.size() - 1).getMessage();
        assertTrue(said.startsWith("birth id of the cluster is "), said);
        assertEquals(1, client.answers());
    }

    private void assertRefused(final Lan.Client client, final String message) {
        client.submit();
        assertTrue(lan.runUntil(1_000, () -> !client.failures.isEmpty()), "it has heard nothing within a second");
        assertEquals(ConfigException.class, client.failures.get(0).getClass());
        final String said = client.failures.get(0).getMessage();
        assertTrue(said.startsWith(message), said);
        client.submit();
        assertEquals(2, client.failures.size(), "it takes nothing more");
        assertEquals(ConfigException.class, client.failures.get(1).getClass());
    }

    private List<Lan.Process> started(final int cluster) {
        final List<Lan.Process> nodes = new ArrayList<>();
        for (int node = 0; node < NODES; node++) {
            nodes.add(start(cluster, node));
        }
        assertTrue(lan.runUntil(10_000, () -> leads(nodes) && nodes.stream().allMatch(Lan.Process::isVoter)));
        return nodes;
    }

    private Lan.Process start(final int cluster, final int node) {
        final Map<Integer, String> book = book(cluster);
        return lan.start(node, book.get(node), book, media[cluster][node]);
    }

    private static Map<Integer, String> book(final int cluster) {
        final Map<Integer, String> book = new HashMap<>();
        for (int node = 0; node < NODES; node++) {
            book.put(node, "cluster-" + cluster + "-node-" + node + ":9001");
        }
        return book;
    }

    private static SimMedium empty(final int cluster, final int node) {
        return new SimMedium("disk-" + cluster + "-" + node, new SplittableRandom(node));
    }

    private static boolean leads(final List<Lan.Process> nodes) {
        return nodes.stream().anyMatch(Lan.Process::isLeader);
    }

    private static void assertOneBirth(final List<Lan.Process> nodes) {
        final long birth = nodes.get(0).core().birthId();
        assertFalse(birth == BirthId.NONE);
        nodes.forEach(node -> assertEquals(birth, node.core().birthId()));
    }
}
