package io.fleet.ec.group.rejoin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.ec.consensus.Quorums;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a node that lost its votes believes, of all sets of nodes that may have decided, and that may answer it. */
class ClaimedSlotsTest {
    private static final int WINDOW = 16;
    private static final int MOST_NODES = 8;
    /** The last slot that node 0 had settled before it lost its votes. */
    private static final long SETTLED = 1_000;
    private static final long FALSE = 1L << 59;
    private static final int LOST = 1;

    @Test
    void shouldNeverBelieveLessThanWhatWasDecided() { // S15: it spoke up to a window above that
        int tried = 0;
        for (int data = 1; data <= MOST_NODES; data++) {
            for (int parity = data == 1 ? 1 : 0; data + parity <= MOST_NODES; parity++) {
                tried += tryAll(Quorums.ofCode(data, parity));
            }
        }
        assertTrue(tried > 5_000, tried + " sets");
    }

    private static int tryAll(final Quorums quorums) {
        int tried = 0;
        final int all = 1 << quorums.nodes();
        for (int proposers = 0; proposers < all; proposers++) {
            if (Integer.bitCount(proposers) != quorums.proposers()) {
                continue;
            }
            for (int voters = 0; voters < all; voters += 2) {
                if ((voters & LOST) == 0 && Integer.bitCount(voters) >= quorums.enough()) {
                    tryOne(quorums, proposers, voters);
                    tried++;
                }
            }
        }
        return tried;
    }

    private static void tryOne(final Quorums quorums, final int proposers, final int voters) {
        final ClaimedSlots witnesses = new ClaimedSlots(quorums, WINDOW);
        for (int node = 1; node < quorums.nodes(); node++) {
            if ((voters >>> node & 1) != 0) {
                witnesses.add((proposers >>> node & 1) != 0 ? SETTLED : 0);
            }
        }
        final String what = quorums + ", proposed " + Integer.toBinaryString(proposers) + ", answered "
            + Integer.toBinaryString(voters);
        assertTrue(witnesses.count() >= 1, what);
        assertTrue(witnesses.count() <= Integer.bitCount(proposers & voters), what);
        assertEquals(SETTLED, witnesses.believed(), what);
    }

    @Test
    @Tag("hazard-E-D8")
    void shouldBelieveNoSingleAnswerThatIsFarAboveTheOthers() { // S15
        for (int data = 2; data <= MOST_NODES; data++) {
            for (int parity = 2; data + parity <= MOST_NODES; parity++) {
                final Quorums quorums = Quorums.ofCode(data, parity);
                final ClaimedSlots witnesses = new ClaimedSlots(quorums, WINDOW);
                witnesses.add(FALSE);
                for (int i = 1; i < quorums.enough(); i++) {
                    witnesses.add(SETTLED - i);
                }
                assertTrue(witnesses.count() >= 2, quorums.toString());
                assertTrue(witnesses.believed() <= SETTLED + 2 * WINDOW, quorums + ": " + witnesses.believed());
            }
        }
    }

    /** The others may lag, and the one be all that there is. */
    @Test
    void shouldBelieveASingleAnswerWhereOnlyOneMayKnow() { // S15
        final ClaimedSlots witnesses = new ClaimedSlots(Quorums.ofCode(1, 2), WINDOW);
        witnesses.add(FALSE);
        witnesses.add(3);
        assertEquals(1, witnesses.count());
        assertEquals(FALSE, witnesses.believed());
    }

    @Test
    void shouldBelieveTheHighestWhereAnswersAreNear() { // S15
        final ClaimedSlots witnesses = new ClaimedSlots(Quorums.ofCode(2, 2), WINDOW);
        witnesses.add(SETTLED);
        witnesses.add(SETTLED + 2 * WINDOW);
        witnesses.add(SETTLED - 7);
        assertEquals(2, witnesses.count());
        assertEquals(SETTLED + 2 * WINDOW, witnesses.believed());
        witnesses.clear();
        assertEquals(0, witnesses.believed(), "nobody has answered");
    }
}
