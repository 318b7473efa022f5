package io.fleet.examples.kv.resp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** How many commands without an answer are taken, of whom, and that the bound is kept. */
class AdmissionTest {
    private static final long MANY_BYTES = 1L << 40;

    private static int takeAll(final Admission.Share share, final long cost) {
        int taken = 0;
        while (share.take(cost) == null) {
            taken++;
        }
        return taken;
    }

    @Test
    void shouldLeaveEachConnectionItsPartHoweverManyFlood() {
        final Admission admission = new Admission(1000, MANY_BYTES);
        final Admission.Share quiet = admission.share();
        final List<Admission.Share> floods = new ArrayList<>();
        for (int i = 0; i < 49; i++) {
            floods.add(admission.share());
        }
        for (int round = 0; round < 100; round++) {
            floods.forEach(flood -> takeAll(flood, 1));
            assertTrue(admission.commands() <= 1000, admission.commands() + " commands");
            assertEquals(10, takeAll(quiet, 1), "a fiftieth of a half");
            quiet.give(10, 10);
            final Admission.Share answered = floods.get(round % floods.size());
            answered.give(1, 1);
        }
        assertTrue(admission.refused() >= 4900);
    }

    @Test
    void shouldNameTheBound() {
        final Admission admission = new Admission(4, 100);
        final Admission.Share first = admission.share();
        assertEquals(2, takeAll(first, 1));
        assertEquals("TRYAGAIN not applied: 4 commands may be without an answer on all connections together"
            + " (--max-unanswered), of which half is parted among the connections", first.take(1));
        final Admission.Share second = admission.share();
        assertEquals("TRYAGAIN not applied: commands of 100 bytes may be without an answer on all connections together"
            + " (--max-unanswered), of which half is parted among the connections", second.take(99));
        assertEquals(3, admission.refused(), "one ended the loop");
    }

    @Test
    void shouldBoundWhatCommandsHold() {
        final Admission admission = new Admission(1000, 1000);
        final Admission.Share flood = admission.share();
        final Admission.Share quiet = admission.share();
        assertEquals(5, takeAll(flood, 100), "one has half of it");
        assertEquals(2, takeAll(quiet, 100), "the other has its part of the other half");
        assertEquals(700, admission.bytes());
        flood.give(5, 500);
        assertEquals(3, takeAll(quiet, 100));
    }

    @Test
    void shouldTakeAnythingWhereNothingIsWithoutAnAnswer() {
        final Admission admission = new Admission(1, 100);
        final Admission.Share one = admission.share();
        final Admission.Share other = admission.share();
        assertNull(one.take(1_000_000));
        assertNotNull(one.take(1));
        assertNotNull(other.take(1));
        one.give(1, 1_000_000);
        assertNull(other.take(1_000_000));
    }

    @Test
    void shouldTakeOneCommandOfEachConnectionWhileThereIsRoom() {
        final Admission admission = new Admission(100, MANY_BYTES);
        final List<Admission.Share> shares = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            shares.add(admission.share());
        }
        assertEquals(50, takeAll(shares.get(0), 1));
        assertEquals(50, shares.stream().filter(share -> share.take(1) == null).count());
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
                if (shares.get(at).take(cost) == null) {
                    own.add(cost);
                }
            } else if (!own.isEmpty()) {
                shares.get(at).give(1, own.remove(own.size() - 1));
            } else {
                shares.remove(at).keep(0, 0);
                taken.remove(at);
            }
            assertTrue(admission.commands() <= 64 && admission.bytes() <= 10_000);
            assertEquals(taken.stream().mapToLong(List::size).sum(), admission.commands());
            assertEquals(taken.stream().flatMap(List::stream).mapToLong(each -> each).sum(), admission.bytes());
        }
        assertTrue(admission.refused() > 0);
        shares.forEach(share -> share.keep(0, 0));
        assertEquals(0, admission.commands());
        assertEquals(0, admission.bytes());
    }
}
