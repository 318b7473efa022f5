package io.fleet.client.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.flow.Credit;
import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.error.OutcomeUnknownException;
import io.fleet.error.OverloadedException;
import io.fleet.fixture.mark.Expects;
import io.fleet.session.ReplyFrame;
import org.junit.jupiter.api.Test;

/** What a client makes of the credits that it is told, by itself and in a batcher. */
class CreditWindowTest extends BatcherFixture {
    private static final long LEADER = 3;

    private final CreditWindow window = new CreditWindow();
    private long numbers;

    @Test
    void shouldHaveNoBoundUntilItIsToldOne() {
        assertEquals(Credit.UNBOUNDED, window.bound());
        window.hear(3, Credit.NOT_TOLD, 300, now);
        window.expire(now + 2 * CreditWindow.EXPIRY_NS);
        assertEquals(Credit.UNBOUNDED, window.bound());
        assertTrue(window.allows(1L << 30, 1));
    }

    @Test
    void shouldHaveNoBoundAgainAfterASecondOfAnswersThatTellNone() {
        window.hear(3, 7, 300, now);
        window.hear(4, Credit.NOT_TOLD, 0, now + CreditWindow.EXPIRY_NS);
        assertEquals(300, window.bound(), "a node that does not know says nothing");
        window.hear(4, Credit.NOT_TOLD, 0, now + CreditWindow.EXPIRY_NS + 1);
        assertEquals(Credit.UNBOUNDED, window.bound());
    }

    @Test
    @Expects("credit-window.more-is-wanted-than-is-in-flight")
    void shouldWantAllThatItMayHaveWhereSomethingWasRefused() {
        window.hear(3, 7, 300, now);
        assertEquals(5, window.wanted(5));
        window.wantMore();
        assertEquals(300, window.wanted(5));
        assertEquals(5, window.wanted(5), "once for each time that it is told");
    }

    @Test
    void shouldTakeEachNewCredit() {
        window.hear(3, 1, 1_000, now);
        assertEquals(1_000, window.bound());
        window.hear(3, 2, 700, now);
        assertEquals(700, window.bound());
        window.hear(4, 1, 900, now);
        assertEquals(900, window.bound(), "another leader counts anew");
    }

    @Test
    @Expects("credit-window.late-credit-ignored")
    void shouldNotLetAnOldCreditCountOverANewOne() {
        window.hear(3, 7, 700, now);
        window.hear(3, 6, 5_000, now);
        window.hear(2, 99, 5_000, now);
        assertEquals(700, window.bound());
    }

    @Test
    @Expects("credit-window.credit-expired")
    void shouldGoBackToTheDefaultWhereItHearsNothing() {
        window.hear(3, 7, 5_000, now);
        window.expire(now + CreditWindow.EXPIRY_NS);
        assertEquals(5_000, window.bound());
        window.expire(now + CreditWindow.EXPIRY_NS + 1);
        assertEquals(Credit.START, window.bound());
    }

    @Test
    void shouldNotHaveMoreForHearingNothing() {
        window.hear(3, 7, 300, now);
        window.expire(now + CreditWindow.EXPIRY_NS + 1);
        assertEquals(300, window.bound());
        window.hear(1, 1, 400, now + CreditWindow.EXPIRY_NS + 1);
        assertEquals(400, window.bound(), "anything that is told then is news");
    }

    @Test
    void shouldBeHealedOfANumberThatNobodyEverTold() {
        window.hear(Long.MAX_VALUE, Long.MAX_VALUE, 1, now);
        for (long at = now; at <= now + CreditWindow.EXPIRY_NS; at += CreditWindow.EXPIRY_NS / 4) {
            window.hear(3, 1, 900, at);
            assertEquals(Credit.LEAST, window.bound());
        }
        window.hear(3, 1, 900, now + CreditWindow.EXPIRY_NS + 1);
        assertEquals(900, window.bound());
    }

    @Test
    void shouldTakeNoCreditBelowTheLeastNorAboveTheMost() {
        window.hear(3, 1, 1, now);
        assertEquals(Credit.LEAST, window.bound());
        window.hear(3, 2, 0, now);
        assertEquals(Credit.LEAST, window.bound());
        window.hear(3, 3, Integer.MIN_VALUE, now);
        assertEquals(Credit.LEAST, window.bound());
        window.hear(3, 4, Integer.MAX_VALUE, now);
        assertEquals(Credit.MOST, window.bound());
        window.hear(3, -1, Integer.MAX_VALUE, now);
        assertEquals(Credit.MOST, window.bound(), "that tells nothing");
        assertFalse(window.allows(1L << 40, 1));
    }

    @Test
    void shouldAllowOneCommandHoweverLongWhereNothingIsSent() {
        window.hear(3, 1, Credit.LEAST, now);
        assertTrue(window.allows(0, 1_000_000));
        assertTrue(window.allows(255, 1));
        assertFalse(window.allows(256, 1));
    }

    @Test
    @Expects("batcher.held-back-by-the-groups-credit")
    void shouldSendNoMoreThanItsCredit() {
        openLarge();
        tell(300);
        for (int i = 0; i < 1_000; i++) {
            assertTrue(offer(i, "x"));
        }
        run(5);
        final long sent = commandsSent();
        assertTrue(sent <= 300 && sent > 300 - 300 / 16, sent + "");
        final long oldest = firstSequence();
        reply(ReplyFrame.OK, SESSION, oldest, "");
        run(5);
        assertTrue(commandsSent() - 1 <= 300 && commandsSent() <= sent + 18, commandsSent() + "");
        for (int i = 1; i < 40; i++) {
            reply(ReplyFrame.OK, SESSION, oldest + i, "");
        }
        run(5);
        final long more = commandsSent() - 40;
        assertTrue(more <= 300 && more > 300 - 300 / 16, "as many more as were answered: " + more);
        assertTrue(batcher.counters().entriesHeldBack() > 0);
        final long heldBack = batcher.counters().entriesHeldBack();
        run(50);
        assertEquals(heldBack, batcher.counters().entriesHeldBack(), "it is held back once, for as long as it lasts");
        assertFalse(batcher.isSending(), "its thread may rest");
        tell(512);
        run(5);
        final long all = commandsSent() - 40;
        assertTrue(all <= 512 && all > 512 - 512 / 16, all + "");
        assertEquals(1_000 - 40, wire.last().wanted, "it says what it has in flight");
    }

    @Test
    void shouldCountLongCommandsForMore() {
        openLarge();
        tell(Credit.LEAST);
        for (int i = 0; i < 100; i++) {
            assertTrue(offer(i, "y".repeat(7 * Credit.UNIT_BYTES + 1)));
        }
        run(50);
        assertTrue(commandsSent() <= Credit.LEAST / 8 && commandsSent() > Credit.LEAST / 8 - 2, commandsSent() + "");
    }

    @Test
    void shouldSendOneOfAMebibyteAtATimeAndShortOnesAfterIt() {
        batcher = new Batcher(CONFIG.withClientWindow(1024).withMaxCommandBytes(2 << 20), BATCHER, 1, wire);
        open();
        tell(Credit.LEAST);
        sentBefore = batcher.counters().commandsSent();
        for (int i = 0; i < 3; i++) {
            assertTrue(offer(i, "y".repeat(1 << 20)));
        }
        for (int i = 3; i < 103; i++) {
            assertTrue(offer(i, "x"));
        }
        for (int sent = 1; sent <= 3; sent++) {
            run(20);
            assertEquals(sent, commandsSent(), "a single one always may");
            reply(ReplyFrame.OK, SESSION, wire.last().frames().get(0).sequence, "");
        }
        run(20);
        assertEquals(103, commandsSent());
    }

    @Test
    void shouldSendNoMoreThanBeforeWhileItHearsNothing() {
        openLarge();
        tell(Credit.LEAST);
        for (int i = 0; i < 1_000; i++) {
            assertTrue(offer(i, "x"));
        }
        run(5);
        assertTrue(commandsSent() <= Credit.LEAST, commandsSent() + "");
        run(1_100);
        assertTrue(commandsSent() - batcher.counters().commandsSentAgain() <= Credit.LEAST, commandsSent() + "");
    }

    @Test
    void shouldSayThatItWasHeldBackWhereCommandsTimeOut() {
        openLarge();
        tell(Credit.LEAST);
        for (int i = 0; i < 300; i++) {
            assertTrue(offer(i, "x"));
        }
        run((int) CONFIG.requestTimeoutMillis() + 50);
        assertFailure(0, OutcomeUnknownException.class, "it was sent");
        assertFailure(299, OverloadedException.class, "queueMillis");
    }

    private void openLarge() {
        batcher = new Batcher(CONFIG.withClientWindow(1024), BATCHER, 1, wire);
        open();
        wire.bodies.clear();
        sentBefore = batcher.counters().commandsSent();
    }

    private long sentBefore;

    private long commandsSent() {
        return batcher.counters().commandsSent() - sentBefore;
    }

    private long firstSequence() {
        return wire.bodies.get(0).frames().get(0).sequence;
    }

    private void tell(final int credit) {
        final ReplyBatch batch = new Replies(BATCHER, LEADER, 1).batch();
        batch.credit = credit;
        batch.creditNumber = ++numbers;
        batcher.onReplyBatch(batch, now);
    }
}
