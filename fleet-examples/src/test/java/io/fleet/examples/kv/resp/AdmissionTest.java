package io.fleet.examples.kv.resp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.client.FleetClient;
import io.fleet.config.GroupConfig;
import io.fleet.consensus.flow.FlowControl;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;

/** How many commands without an answer are taken, of whom, and that the bound is kept. */
class AdmissionTest {
    private static final long MANY_BYTES = 1L << 40;

    private static int takeAll(final Admission.Share share, final long cost) {
        int taken = 0;
        while (share.take(cost, true) == null) {
            taken++;
        }
        return taken;
    }

    @Test
    void shouldTakeACommandOfWhoeverHasNoneHoweverManyFlood() {
        final Admission admission = new Admission(1000, MANY_BYTES);
        final List<Admission.Share> floods = new ArrayList<>();
        for (int i = 0; i < 49; i++) {
            floods.add(admission.share());
            takeAll(floods.get(i), 1);
        }
        for (int round = 0; round < 100; round++) {
            floods.forEach(flood -> takeAll(flood, 1));
            final long before = admission.commands();
            assertTrue(before <= 750 + 49, before + " commands");
            final Admission.Share quiet = admission.share();
            assertNull(quiet.take(1, true));
            assertEquals(before + 1, admission.commands());
            quiet.keep(0, 0);
            floods.get(round % floods.size()).give(1, 1);
        }
        assertTrue(admission.refused() >= 4900);
    }

    @Test
    void shouldNameTheBound() {
        final Admission admission = new Admission(4, 100);
        final Admission.Share first = admission.share();
        assertEquals(2, takeAll(first, 1), "one that has some");
        assertEquals("TRYAGAIN not applied: 4 commands may be without an answer on all connections together"
            + " (--max-unanswered), and half of that where a connection has some already", first.take(1, true));
        assertEquals(2, admission.refused(), "one ended the loop");
        final Admission bytes = new Admission(1000, 100);
        final Admission.Share second = bytes.share();
        assertNull(second.take(1, true));
        final Admission.Share third = bytes.share();
        assertNull(third.take(90, true));
        assertEquals("TRYAGAIN not applied: commands of 100 bytes may be without an answer on all connections together"
            + " (--max-unanswered), and half of that where a connection has some already", second.take(1, true));
    }

    @Test
    void shouldBoundWhatCommandsHold() {
        final Admission admission = new Admission(1000, 1000);
        final Admission.Share flood = admission.share();
        final Admission.Share quiet = admission.share();
        assertNull(quiet.take(1, true));
        assertEquals(4, takeAll(flood, 100), "half of it, of two that have some");
        assertNull(flood.take(99, true));
        assertEquals(1, takeAll(quiet, 100), "its part of the next quarter");
        assertEquals(600, admission.bytes());
    }

    @Test
    void shouldTakeALongCommandBesideSteadyTraffic() {
        final Admission admission = new Admission(1000, 1000);
        final Admission.Share busy = admission.share();
        final Admission.Share other = admission.share();
        assertNull(busy.take(300, true));
        assertNull(other.take(900, true));
        assertNotNull(other.take(1, true), "all of it is taken");
        assertNotNull(busy.take(1, true));
        other.give(1, 900);
        assertNull(busy.take(900, true), "one that is alone is read from until much waits");
    }

    @Test
    void shouldTakeACommandBesideOneThatIsAloneHoweverMuchThatHas() {
        final Admission admission = new Admission(1000, 1000);
        final Admission.Share hog = admission.share();
        for (int i = 0; i < 30; i++) {
            assertNull(hog.take(100, true));
        }
        final Admission.Share quiet = admission.share();
        assertNull(quiet.take(100, true));
        assertNotNull(hog.take(1, true), "it is not alone any more");
        assertNotNull(quiet.take(1, true));
        assertNotNull(admission.share().take(1, true), "there is no room, and two have some");
        hog.give(30, 3000);
        assertNull(hog.take(100, true));
    }

    @Test
    void shouldTakeNothingMoreWhereAllIsTaken() {
        final Admission admission = new Admission(1, 100);
        final Admission.Share one = admission.share();
        final Admission.Share other = admission.share();
        assertNull(one.take(1_000_000, true));
        assertNotNull(one.take(1, true));
        assertNotNull(other.take(1, true));
        one.give(1, 1_000_000);
        assertNull(other.take(1_000_000, true));
    }

    @Test
    void shouldTakeOneCommandOfEachConnectionWhileThereIsRoom() {
        final Admission admission = new Admission(100, MANY_BYTES);
        final List<Admission.Share> shares = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            shares.add(admission.share());
        }
        assertEquals(50, takeAll(shares.get(0), 1));
        assertEquals(50, shares.stream().filter(share -> share.take(1, true) == null).count());
        assertEquals(100, admission.commands());
    }

    @Test
    void shouldKeepTheBoundWhateverComesAndGoes() {
        final Admission admission = new Admission(64, 10_000);
        final SplittableRandom random = new SplittableRandom(7);
        final List<Admission.Share> shares = new ArrayList<>();
        final List<List<Long>> taken = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            if (shares.isEmpty() || random.nextInt(50) == 0) {
                shares.add(admission.share());
                taken.add(new ArrayList<>());
            }
            final int at = random.nextInt(shares.size());
            final List<Long> own = taken.get(at);
            final long cost = 1 + random.nextInt(500);
            if (random.nextInt(3) > 0) {
                if (shares.get(at).take(cost, true) == null) {
                    own.add(cost);
                }
            } else if (!own.isEmpty()) {
                shares.get(at).give(1, own.remove(own.size() - 1));
            } else {
                shares.remove(at).keep(0, 0);
                taken.remove(at);
            }
            assertTrue(admission.commands() <= 64, "commands");
            assertTrue(admission.bytes() < 10_000 + 500 || shares.stream().filter(Admission.Share::isBusy).count() == 1,
                "bytes");
            assertEquals(taken.stream().mapToLong(List::size).sum(), admission.commands());
            assertEquals(taken.stream().flatMap(List::stream).mapToLong(each -> each).sum(), admission.bytes());
        }
        assertTrue(admission.refused() > 0);
        shares.forEach(share -> share.keep(0, 0));
        assertEquals(0, admission.commands());
        assertEquals(0, admission.bytes());
    }

    /** A client that is told how much it may have, and takes note of what is wanted. */
    private static FleetClient client(final IntSupplier credit, final Runnable wantMore) {
        return (FleetClient) Proxy.newProxyInstance(FleetClient.class.getClassLoader(), new Class<?>[] {
            FleetClient.class
        }, (proxy, method, arguments) -> switch (method.getName()) {
            case "credit" -> credit.getAsInt();
            case "wantMore" -> {
                wantMore.run();
                yield null;
            }
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    @Test
    void shouldRefuseWhatIsAboveTheCreditOfTheGroup() {
        final Admission admission = new Admission(1 << 20, MANY_BYTES);
        final AtomicInteger wanted = new AtomicInteger();
        admission.follow(client(() -> 256, wanted::incrementAndGet));
        final Admission.Share flood = admission.share();
        final Admission.Share other = admission.share();
        assertNull(other.take(1, true));
        int taken = 0;
        String refusal = flood.take(4096, true);
        while (refusal == null) {
            taken++;
            refusal = flood.take(4096, true);
        }
        assertEquals(127, taken, "half of it, beside what the other has");
        assertTrue(refusal.startsWith("TRYAGAIN not applied: the group "), refusal);
        assertEquals(1, admission.refusedForCredit());
        assertEquals(1, admission.refused());
        assertEquals(127 - 63 + 1, wanted.get(), "the group is told that more is wanted, from a quarter on");
        assertTrue(flood.isHeld(), "it is not read from for a while");
        flood.give(0, 0);
        assertTrue(flood.isHeld());
        assertNull(flood.take(4096, false), "what does not go through the log is not of the group's credit");
        flood.give(1, 4096);
        assertFalse(flood.isHeld(), "something was answered");
    }

    @Test
    void shouldTakeACommandOfWhoeverHasNoneHoweverMuchTheCreditHasShrunk() {
        final AtomicInteger credit = new AtomicInteger(4096);
        final Admission admission = new Admission(1 << 20, MANY_BYTES);
        admission.follow(client(credit::get, () -> {}));
        final Admission.Share flood = admission.share();
        assertNull(admission.share().take(1, true));
        for (int i = 0; i < 2000; i++) {
            assertNull(flood.take(4096, true));
        }
        credit.set(256);
        assertNotNull(flood.take(4096, true));
        for (int i = 0; i < 100; i++) {
            assertNull(admission.share().take(4096, true));
        }
        credit.set(Integer.MAX_VALUE);
        assertNull(flood.take(4096, true), "it is bounded no more");
    }

    @Test
    void shouldLeaveAPartToEachConnectionThatHasSomething() {
        final Admission admission = new Admission(1 << 20, MANY_BYTES);
        admission.follow(client(() -> 256, () -> {}));
        for (int i = 0; i < 1_000; i++) {
            admission.share();
        }
        final Admission.Share flood = admission.share();
        final Admission.Share polite = admission.share();
        assertNull(polite.take(1024, true));
        takeAll(flood, 1024);
        for (int i = 1; i < Admission.LEAST_PART / 1024; i++) {
            assertNull(polite.take(1024, true), "those that have nothing leave it to the others: " + i);
        }
        assertNotNull(flood.take(1024, true));
    }

    /**
     * Connections with so many commands at once each, of so many bytes by this count, which are answered in each
     * millisecond by a group that is quick; the client puts what a connection has into one command.
     */
    private static long refusedInTheEnd(final int connections, final int pipeline, final int bytes) {
        final FlowControl flow = new FlowControl(GroupConfig.scattered().withQueueMillis(20));
        flow.begin(0);
        final Admission admission = new Admission(65_536, 1 << 26);
        admission.follow(client(flow::credit, () -> flow.onWanted(flow.credit())));
        final List<Admission.Share> shares = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            shares.add(admission.share());
        }
        long before = 0;
        for (int millis = 1; millis <= 3_000; millis++) {
            before = millis == 2_000 ? admission.refused() : before;
            for (final Admission.Share share : shares) {
                for (int i = 0; i < pipeline; i++) {
                    share.take(bytes, true);
                }
            }
            flow.onWanted(connections);
            shares.forEach(share -> share.keep(0, 0));
            shares.replaceAll(share -> admission.share());
            flow.onTook(4_000_000);
            flow.doWork(millis * 1_000_000L, 0);
        }
        return admission.refused() - before;
    }

    @Test
    void shouldNotRefuseAPolitePipelineForEverWhereTheGroupIsQuick() {
        assertEquals(0, refusedInTheEnd(50, 200, 300));
        assertEquals(0, refusedInTheEnd(100, 50, 3_000));
        assertEquals(0, refusedInTheEnd(4, 2, 1 << 20));
        assertEquals(0, refusedInTheEnd(16, 20, 70_000));
    }
}
