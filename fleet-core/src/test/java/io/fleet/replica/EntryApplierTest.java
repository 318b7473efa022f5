package io.fleet.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.GroupCounters;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.network.RecordingOutbound;
import io.fleet.replica.timer.TimerTable;
import io.fleet.session.ReplyFrame;
import io.fleet.session.SessionTable;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class EntryApplierTest {
    private static final GroupConfig CONFIG = GroupConfig.scattered().withClientWindow(8).withMaxSessions(2)
        .withMaxReplyBytes(100).withSessionTimeoutMillis(10_000);

    private final Side replier = new Side();
    private final Side other = new Side();
    private long lsn;

    @Test
    @Expects("entry-applier.repeated-command-answered")
    void shouldExecuteARepeatedCommandOnce() { // S9, H2; HovercRaft 1; FLEET 12
        apply(new Body().open(5));
        apply(new Body().write(1, 1, "a"));
        apply(new Body().write(1, 1, "a"));
        assertEquals(List.of("2@0 a"), replier.machine.lines);
        assertEquals(List.of("7 1/5", "0 1/1 line 1", "0 1/1 line 1"), Answers.of(replier.out));
        assertEquals(1, replier.counters.repeatedCommands.get());
    }

    @Test
    void shouldExecuteCommandsOfOneSessionOutOfSequence() { // S9, H3
        apply(new Body().open(5));
        apply(new Body().write(1, 2, "b"));
        apply(new Body().write(1, 1, "a").write(1, 2, "b"));
        assertEquals(List.of("2@0 b", "3@0 a"), replier.machine.lines);
        assertEquals(List.of("7 1/5", "0 1/2 line 1", "0 1/1 line 2", "0 1/2 line 1"), Answers.of(replier.out));
    }

    @Test
    void shouldAnswerARetryFromAnyReplica() { // S9, S10; HovercRaft 6
        apply(new Body().open(5));
        apply(new Body().write(1, 1, "a"));
        assertTrue(Answers.of(other.out).isEmpty());
        lsn++;
        replier.apply(new Body().write(1, 1, "a"), false);
        other.apply(new Body().write(1, 1, "a"), true);
        assertEquals(List.of("0 1/1 line 1"), Answers.of(other.out));
        assertEquals(replier.machine.lines, other.machine.lines);
    }

    @Test
    void shouldExecuteReadsOnTheReplierOnly() { // S10, H1
        apply(new Body().open(5).write(1, 1, "a").read(1, 2, "?"));
        assertEquals(1, replier.machine.queries);
        assertEquals(0, other.machine.queries);
        assertEquals(List.of("7 1/5", "0 1/1 line 1", "0 1/2 1 lines"), Answers.of(replier.out));
    }

    @Test
    void shouldLeaveNoTraceOfReads() { // S9, H1, H5
        apply(new Body().open(5));
        apply(new Body().read(1, 1, "?"));
        apply(new Body().write(1, 1, "a"));
        apply(new Body().read(1, 1, "?"));
        assertEquals(List.of("3@0 a"), replier.machine.lines);
        assertEquals(replier.machine.lines, other.machine.lines);
        assertEquals("0 1/1 1 lines", Answers.of(replier.out).get(3));
    }

    @Test
    void shouldRefuseWhatTheClientDoesNotWaitForAnyMore() { // S9, H3
        apply(new Body().open(5).write(1, 1, 1, "a").write(1, 3, 3, "c"));
        apply(new Body().write(1, 2, 1, "b"));
        assertEquals(List.of("1@0 a", "1@0 c"), replier.machine.lines);
        assertEquals(ReplyFrame.STALE + " 1/2", last());
    }

    @Test
    void shouldRefuseWhatIsBeyondTheWindowOfTheSession() { // S9, S13
        apply(new Body().open(5).write(1, 9, "x").write(1, 8, "y"));
        assertEquals(List.of("1@0 y"), replier.machine.lines);
        assertEquals(ReplyFrame.WINDOW_EXCEEDED + " 1/9", Answers.of(replier.out).get(1));
    }

    @Test
    void shouldRefuseCommandsWithoutASession() { // S9
        apply(new Body().write(1, 1, "a").read(1, 2, "?"));
        assertTrue(replier.machine.lines.isEmpty());
        assertEquals(0, replier.machine.queries);
        assertEquals(List.of(ReplyFrame.NO_SESSION + " 1/1", ReplyFrame.NO_SESSION + " 1/2"), Answers.of(replier.out));
    }

    @Test
    void shouldOpenAndCloseSessionsByTheLogAlone() { // S9, H3
        apply(new Body().open(5).open(6).open(7));
        assertEquals(List.of("7 1/5", "7 2/6", ReplyFrame.TOO_MANY_SESSIONS + " 0/7"), Answers.of(replier.out));
        apply(new Body().close(1));
        assertEquals(ReplyFrame.SESSION_CLOSED + " 1/0", last());
        apply(new Body().write(1, 1, "a"));
        assertEquals(ReplyFrame.NO_SESSION + " 1/1", last());
        assertEquals(1, other.sessions.sessionCount());
    }

    @Test
    @Tag("hazard-X-C5s")
    void shouldKeepASessionToTheBatcherThatOpenedIt() { // S9
        apply(new Body().openOwned(5).write(1, 1, "a"));
        apply(new Body().from(Body.BATCHER + 1).close(1));
        apply(new Body().from(Body.BATCHER + 1).write(1, 2, "b"));
        assertEquals(List.of("1@0 a"), replier.machine.lines);
        assertEquals(1, other.sessions.sessionCount());
        apply(new Body().write(1, 2, "c"));
        assertEquals(List.of("1@0 a", "4@0 c"), other.machine.lines);
        apply(new Body().close(1));
        assertEquals(0, other.sessions.sessionCount());
    }

    @Test
    void shouldExpireSessionsByTheTimeOfTheLog() { // S9, S11
        apply(new Body().open(5));
        lsn++;
        for (final Side side : List.of(replier, other)) {
            side.applier.apply(lsn, 10_001, new Body().write(1, 1, "a").entry(lsn), side == replier, null);
        }
        assertTrue(replier.machine.lines.isEmpty());
        assertEquals(0, other.sessions.sessionCount());
    }

    @Test
    void shouldKeepTheAnswerOfACommandThatFailed() { // S9
        apply(new Body().open(5).write(1, 1, "throw"));
        apply(new Body().write(1, 1, "throw").write(1, 2, "a"));
        final List<String> answers = Answers.of(replier.out);
        assertEquals(List.of("7 1/5", ReplyFrame.FAILED + " 1/1 as asked", ReplyFrame.FAILED + " 1/1 as asked",
            "0 1/2 line 1"), answers);
        assertEquals(2, replier.counters.commands.get());
    }

    @Test
    void shouldDropAnAnswerThatIsTooLong() { // S13
        apply(new Body().open(5).write(1, 1, "long"));
        apply(new Body().write(1, 1, "long"));
        assertEquals(ReplyFrame.REPLY_TOO_LARGE + " 1/1", last());
        assertEquals(1, replier.machine.lines.size());
    }

    @Test
    @Expects("entry-applier.malformed-entry")
    void shouldStopAtBytesThatAreNoCommand() { // S13
        apply(new Body().open(5).write(1, 1, "a").junk());
        assertEquals(List.of("1@0 a"), replier.machine.lines);
        assertEquals(1, replier.counters.malformedEntries.get());
        assertEquals(1, other.counters.malformedEntries.get());
    }

    @Test
    void shouldSayWhetherASessionIsThere() { // H3
        apply(new Body().open(7));
        apply(new Body().confirm(1, 1, true));
        assertEquals(ReplyFrame.SESSION_ALIVE + " 1/1", last());
        apply(new Body().confirm(2, 1, true));
        assertEquals(ReplyFrame.NO_SESSION + " 2/1", last());
        final int before = Answers.of(replier.out).size();
        apply(new Body().confirm(1, 1, false).confirm(2, 1, false));
        assertEquals(before, Answers.of(replier.out).size());
        assertEquals(List.of(), Answers.of(other.out));
    }

    private void apply(final Body body) {
        lsn++;
        replier.apply(body, true);
        other.apply(body, false);
    }

    private String last() {
        final List<String> answers = Answers.of(replier.out);
        return answers.get(answers.size() - 1);
    }

    /** One replica. */
    private final class Side {
        final RecordingOutbound out = new RecordingOutbound(1);
        final JournalMachine machine = new JournalMachine();
        final GroupCounters counters = new GroupCounters();
        final HostedMachine host =
            new HostedMachine(machine, new TimerTable(), null, counters, CallbackFailures.IGNORED).start();
        final SessionTable sessions = new SessionTable(CONFIG, host);
        final ReplySender replies = new ReplySender(out, counters);
        final EntryApplier applier = new EntryApplier(CONFIG, host, sessions, replies, counters);

        void apply(final Body body, final boolean replying) {
            replies.begin(Body.BATCHER, lsn, 0, 0);
            applier.apply(lsn, 0, body.entry(lsn), replying, null);
            replies.flush();
        }
    }
}
