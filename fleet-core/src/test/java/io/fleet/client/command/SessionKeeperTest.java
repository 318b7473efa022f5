package io.fleet.client.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.client.SessionListener;
import io.fleet.config.GroupConfig;
import io.fleet.fixture.mark.Expects;
import io.fleet.session.CommandFrame;
import io.fleet.session.ReplyFrame;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SessionKeeperTest extends BatcherFixture implements SessionListener {
    private static final int THIRD = 3334;

    private final List<String> heard = new ArrayList<>();

    @Override
    public void onSessionOpened(final long sessionId) {
        heard.add("opened " + sessionId);
    }

    @Override
    public void onSessionUnsure(final long sessionId) {
        heard.add("unsure " + sessionId);
    }

    @Override
    public void onSessionSure(final long sessionId) {
        heard.add("sure " + sessionId);
    }

    @Override
    public void onSessionLost(final long sessionId) {
        heard.add("lost " + sessionId);
    }

    private Body.Frame last() {
        return wire.last().frames().get(0);
    }

    private void keep() {
        batcher.keeper().keep(this);
        batcher.onLeader(3, 1, now);
        run(1);
        reply(ReplyFrame.SESSION_OPENED, SESSION, last().sequence, "");
    }

    private void answer() {
        answered(wire.last().sequence);
    }

    @Test
    @Expects("batcher.kept-session-asked-for")
    void shouldOpenASessionAtOnceAndUseItWhileIdle() { // H5
        keep();
        assertEquals(List.of("opened 5"), heard);
        final int before = wire.bodies.size();
        for (int i = 0; i < 5; i++) {
            run(THIRD - 10);
            assertEquals(before + i, wire.bodies.size());
            run(11);
            assertEquals(before + i + 1, wire.bodies.size());
            assertEquals(CommandFrame.CONFIRM, last().kind);
            assertEquals(CommandFrame.ASKED, last().flag);
            assertEquals(SESSION, last().session);
            answer();
        }
        assertEquals(List.of("opened 5"), heard);
    }

    @Test
    void shouldAskForNothingWhileCommandsAreAnswered() {
        keep();
        for (int i = 1; i <= 20; i++) {
            run(1_000);
            send(i, "a");
            assertEquals(CommandFrame.WRITE, last().kind);
            reply(ReplyFrame.OK, SESSION, last().sequence, "");
        }
        assertEquals(20, outcomes.size());
    }

    @Test
    @Expects("session-keeper.unsure")
    void shouldTellThatItIsNotSure() {
        keep();
        run(2 * THIRD - 10);
        assertEquals(List.of("opened 5"), heard);
        run(11);
        assertEquals(List.of("opened 5", "unsure 5"), heard);
        run(20_000);
        assertEquals(List.of("opened 5", "unsure 5"), heard, "once");
        reply(ReplyFrame.NO_SESSION, SESSION, 0, "");
        assertEquals("lost 5", heard.get(2));
        run(1);
        assertEquals(CommandFrame.OPEN_SESSION, last().kind);
        reply(ReplyFrame.SESSION_OPENED, SESSION + 1, last().sequence, "");
        assertEquals("opened 6", heard.get(3));
    }

    @Test
    @Expects("session-keeper.sure-again")
    void shouldTellThatItIsSureAgain() {
        keep();
        run(2 * THIRD + 10);
        answer();
        assertEquals(List.of("opened 5", "unsure 5", "sure 5"), heard);
        run(2 * THIRD + 10);
        send(1, "a");
        reply(ReplyFrame.OK, SESSION, last().sequence, "");
        assertEquals(List.of("opened 5", "unsure 5", "sure 5", "unsure 5", "sure 5"), heard);
    }

    /** An answer that is late shows that the session was there when it was asked for, and no later. */
    @Test
    void shouldCountFromWhenItAsked() {
        keep();
        run(THIRD);
        wire.bodies.clear();
        run(THIRD / 2);
        final long first = wire.bodies.isEmpty() ? 0 : wire.bodies.get(0).sequence;
        assertTrue(first > 0 && wire.bodies.size() > 1, "it asks again");
        final Replies late = new Replies(BATCHER, 3, 1).add(ReplyFrame.SESSION_ALIVE, SESSION, 0, "");
        final var batch = late.batch();
        batch.entrySequence = first;
        batcher.onReplyBatch(batch, now);
        run(THIRD + THIRD / 2 - 100);
        assertEquals(List.of("opened 5"), heard);
        run(200);
        assertEquals(List.of("opened 5", "unsure 5"), heard, "two thirds after it asked first");
    }

    @Test
    void shouldAskANewLeaderAtOnce() {
        keep();
        run(THIRD + 50);
        wire.bodies.clear();
        batcher.onLeader(4, 2, now);
        run(1);
        assertEquals(CommandFrame.CONFIRM, last().kind);
        assertEquals(4, wire.last().ballot);
    }

    @Test
    void shouldNotReplaceASessionThatItKeeps() {
        keep();
        now += 5001 * MILLI;
        send(2, "b");
        wire.bodies.forEach(body -> body.frames().forEach(frame -> assertTrue(
            frame.kind != CommandFrame.CLOSE_SESSION)));
    }

    @Test
    void shouldHearOfASessionThatIsThere() {
        open();
        batcher.keeper().keep(this);
        run(1);
        assertEquals(List.of("opened 5"), heard);
    }

    @Test
    void shouldNotTrustASessionThatNobodyHasKept() {
        open();
        now += 5001 * MILLI;
        batcher.keeper().keep(this);
        run(1);
        assertEquals(List.of(), heard);
        assertEquals(CommandFrame.OPEN_SESSION, last().kind);
    }

    /** An answer of an earlier question says nothing of this one. */
    @Test
    void shouldNotTakeALateAnswerForOneOfToday() {
        keep();
        run(THIRD + 2);
        final long first = wire.last().sequence;
        run(THIRD / 2);
        answered(wire.last().sequence);
        run(THIRD + 2);
        final long second = wire.last().sequence;
        assertTrue(second > first + 1);
        answered(first);
        final int before = wire.bodies.size();
        run(THIRD / 2);
        assertTrue(wire.bodies.size() > before, "it goes on to ask");
        run(THIRD);
        assertEquals(List.of("opened 5", "unsure 5"), heard);
    }

    private void answered(final long entry) {
        final var batch = new Replies(BATCHER, 3, 1).add(ReplyFrame.SESSION_ALIVE, SESSION, 0, "").batch();
        batch.entrySequence = entry;
        batcher.onReplyBatch(batch, now);
    }

    /** The process was stopped, and finds what came meanwhile. */
    @Test
    void shouldNotBeSureForAnAnswerOfLongAgo() {
        keep();
        run(THIRD + 2);
        final long asked = wire.last().sequence;
        now += 20_000 * MILLI;
        batcher.doWork(now);
        answered(asked);
        assertEquals(List.of("opened 5", "unsure 5"), heard);
    }

    @Test
    void shouldCountFromWhenItAskedForTheSession() {
        batcher.keeper().keep(this);
        batcher.onLeader(3, 1, now);
        run(1);
        final long nonce = last().sequence;
        now += 8_000 * MILLI;
        reply(ReplyFrame.SESSION_OPENED, SESSION, nonce, "");
        run(1);
        assertEquals(List.of("opened 5", "unsure 5"), heard);
    }

    /** Each copy that is ordered opens a session. */
    @Test
    void shouldAskForASessionSlowly() { // S13
        batcher.keeper().keep(this);
        batcher.onLeader(3, 1, now);
        run(1);
        assertEquals(1, wire.bodies.size());
        run(800);
        assertEquals(1, wire.bodies.size());
        run(5 * THIRD);
        assertTrue(wire.bodies.size() > 5 && wire.bodies.size() < 22, () -> wire.bodies.size() + " were sent");
    }

    /** Where nobody leads, another member takes its place, though no command waits. */
    @Test
    void shouldLeaveAProxyThatIsSilent() {
        batcher = new Batcher(GroupConfig.coded(3, 2).withRetryMillis(100).withRequestTimeoutMillis(2000)
            .withSessionTimeoutMillis(10_000), BATCHER, 1, wire);
        final long one = 1L << 16;
        final long other = 1L << 16 | 1;
        batcher.keeper().keep(this);
        batcher.onLeader(one, 0, now);
        batcher.onLeader(other, 1, now);
        run(1);
        batcher.onReplyBatch(new Replies(BATCHER, one, 0).add(ReplyFrame.SESSION_OPENED, SESSION, last().sequence, "")
            .batch(), now);
        run(THIRD + 2);
        assertEquals(one, wire.last().ballot);
        run(2 * THIRD);
        assertTrue(wire.bodies.stream().anyMatch(body -> body.ballot == other), "it asks another one");
    }

    /** Who hears of a session's end has heard of its beginning. */
    @Test
    void shouldNotHearOfTheEndOfWhatItHasNotHeardOf() {
        open();
        batcher.keeper().keep(this);
        reply(ReplyFrame.NO_SESSION, SESSION, 0, "");
        assertEquals(List.of(), heard);
    }

    @Test
    void shouldNotFloodAGroupThatHasNoRoom() { // S13
        batcher.keeper().keep(this);
        batcher.onLeader(3, 1, now);
        run(1);
        reply(ReplyFrame.TOO_MANY_SESSIONS, 0, last().sequence, "");
        final int before = wire.bodies.size();
        run(THIRD - 10);
        assertEquals(before, wire.bodies.size());
        run(THIRD / 4 + 20);
        assertEquals(before + 1, wire.bodies.size());
        assertEquals(CommandFrame.OPEN_SESSION, last().kind);
    }

    @Test
    void shouldTellThatTheSessionEndsWithTheClient() {
        keep();
        batcher.close(now);
        final int before = wire.bodies.size();
        run(30_000);
        assertEquals(before, wire.bodies.size());
        assertEquals(List.of("opened 5", "lost 5"), heard);
    }
}
