package io.fleet.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.GroupCounters;
import io.fleet.error.SnapshotFormatException;
import io.fleet.error.TooManyTimersException;
import io.fleet.fixture.machine.MemorySnapshot;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.network.RecordingOutbound;
import io.fleet.machine.Command;
import io.fleet.machine.MachineContext;
import io.fleet.machine.Query;
import io.fleet.machine.Reply;
import io.fleet.machine.SessionEnd;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;
import io.fleet.replica.timer.TimerTable;
import io.fleet.session.SessionTable;
import io.fleet.storage.EntryMeta;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimersTest {
    private static final GroupConfig CONFIG = GroupConfig.scattered().withSessionTimeoutMillis(1_000);

    private final GroupCounters counters = new GroupCounters();
    private final List<String> failures = new ArrayList<>();
    private Alarm machine = new Alarm();
    private Replica replica = replica();

    @Test
    @Expects("hosted-machine.timer-fired")
    void shouldFireBeforeTheCommandsOfTheFirstEntryAtOrAfterTheDeadline() { // S11
        entry(100, new Body().open(5).write(1, 1, "+7@150"));
        entry(149, new Body().write(1, 2, "a"));
        entry(150, new Body().write(1, 3, "b"));
        entry(151, new Body().write(1, 4, "c"));
        assertEquals(List.of("1@100 open 1", "1@100 +7@150", "2@149 a", "3@150 timer 7", "3@150 b", "4@151 c"),
            machine.lines);
        assertEquals(1, counters.timersFired.get());
    }

    @Test
    void shouldFireWithAnEntryWithoutCommands() { // S11
        entry(100, new Body().open(5).write(1, 1, "+7@150"));
        tick(160);
        assertEquals("2@160 timer 7", machine.last());
        assertEquals(160, replica.logTime());
    }

    @Test
    void shouldDoNothingForAHole() { // S5
        entry(100, new Body().open(5).write(1, 1, "+7@150"));
        tick(0);
        assertEquals("1@100 +7@150", machine.last());
        assertEquals(100, replica.logTime());
    }

    @Test
    void shouldFireInTheOrderOfDeadlinesAndThenOfIds() { // S11
        entry(100, new Body().open(5).write(1, 1, "+7@150 +9@140 +8@140"));
        tick(200);
        assertEquals(List.of("2@200 timer 8", "2@200 timer 9", "2@200 timer 7"), machine.lines.subList(2, 5));
    }

    @Test
    @Expects("hosted-machine.timer-scheduled-for-the-past")
    void shouldFireNothingAtTheTimeAtWhichItIsScheduled() { // S11
        entry(100, new Body().open(5).write(1, 1, "+7@40"));
        entry(100, new Body().write(1, 2, "a"));
        assertEquals("2@100 a", machine.last());
        assertEquals(101, replica.nextDeadline());
        machine.again = 50;
        tick(103);
        assertEquals("3@103 timer 7", machine.last(), "once, though it is scheduled again");
        tick(103);
        assertEquals("3@103 timer 7", machine.last());
        tick(104);
        assertEquals("5@104 timer 7", machine.last());
    }

    @Test
    void shouldNotFireWhatIsCancelledOrMoved() {
        entry(100, new Body().open(5).write(1, 1, "+7@150 +8@150 +9@150 -8 +9@300"));
        tick(200);
        assertEquals("2@200 timer 7", machine.last());
        tick(300);
        assertEquals("3@300 timer 9", machine.last());
    }

    @Test
    void shouldLetATimerCancelOneThatIsDueToo() {
        entry(100, new Body().open(5).write(1, 1, "+7@150 +8@150"));
        machine.cancels = 8;
        tick(200);
        assertEquals("2@200 timer 7", machine.last());
    }

    @Test
    void shouldTellOfSessionsInTheOrderOfTheLog() { // S9
        entry(100, new Body().open(5).open(6).write(1, 1, "a").close(1).write(1, 2, "b"));
        entry(101, new Body().close(1));
        tick(1_100);
        tick(1_101);
        assertEquals(List.of("1@100 open 1", "1@100 open 2", "1@100 a", "1@100 CLOSED 1", "4@1101 EXPIRED 2"),
            machine.lines);
    }

    @Test
    void shouldTellOfExpiredSessionsBeforeTimersFire() { // S9, S11
        entry(100, new Body().open(5).open(6).write(1, 1, "+7@150"));
        tick(2_000);
        assertEquals(List.of("2@2000 EXPIRED 2", "2@2000 EXPIRED 1", "2@2000 timer 7"), machine.lines.subList(3, 6));
    }

    @Test
    void shouldTellWhatIsDueNext() { // S11
        assertEquals(Long.MAX_VALUE, replica.nextDeadline());
        entry(100, new Body().open(5));
        assertEquals(1_101, replica.nextDeadline(), "a session ends when it was not used for longer than the timeout");
        entry(200, new Body().write(1, 1, "+7@500"));
        assertEquals(500, replica.nextDeadline());
        tick(500);
        assertEquals(1_201, replica.nextDeadline());
        assertEquals(0, replica.timerCount());
    }

    @Test
    @Expects("hosted-machine.callback-failed")
    void shouldGoOnWhenACallbackThrows() {
        entry(100, new Body().open(5).write(1, 1, "+7@150 +8@160"));
        machine.throwing = true;
        tick(200);
        entry(201, new Body().open(6).close(1));
        machine.throwing = false;
        entry(202, new Body().write(2, 1, "a"));
        assertEquals("4@202 a", machine.last());
        assertEquals(List.of("onTimer 7", "onTimer 8", "onSessionOpened 2", "onSessionClosed 1"), failures);
        assertEquals(4, counters.callbackFailures.get());
        assertEquals(1, replica.sessionCount());
        assertEquals(0, replica.timerCount(), "they have fired");
    }

    @Test
    @Expects("hosted-machine.too-many-timers")
    void shouldSayWhenThereAreTooManyTimers() { // S13
        final HostedMachine host = new HostedMachine(machine, new TimerTable(2), null, counters,
            CallbackFailures.IGNORED);
        host.start();
        final RecordingOutbound out = new RecordingOutbound(1);
        final ReplySender replies = new ReplySender(out, counters);
        final EntryApplier applier = new EntryApplier(CONFIG, host, new SessionTable(CONFIG, host), replies, counters);
        replies.begin(Body.BATCHER, 1, 0, 0);
        applier.apply(1, 100, new Body().open(5).write(1, 1, "+7@150 +8@160 +9@170").write(1, 2, "+8@180").entry(1),
            true, null);
        replies.flush();
        final List<String> answers = Answers.of(out);
        assertTrue(answers.get(1).contains("timer 9 cannot be scheduled for 170: there are 2 timers"), answers.get(1));
        assertEquals(2, host.timers().size(), "and what the command had scheduled before stays");
        assertEquals("1@100 +8@180", machine.last());
    }

    @Test
    void shouldAllowTimersOnlyWhileTheLogIsApplied() {
        entry(100, new Body().open(5).read(1, 1, "+7@150"));
        assertThrows(IllegalStateException.class, () -> machine.context.schedule(1, 2));
        assertThrows(IllegalStateException.class, () -> machine.context.cancel(1));
        assertThrows(IllegalStateException.class, () -> machine.context.isScheduled(1));
        assertThrows(IllegalStateException.class, () -> machine.context.timeMillis());
        assertThrows(IllegalStateException.class, () -> machine.context.lsn());
        final Query question = null;
        assertThrows(IllegalStateException.class, () -> machine.query(question, null));
        assertEquals(0, replica.timerCount());
    }

    @Test
    void shouldKeepTimersInASnapshot() { // S11
        entry(100, new Body().open(5).write(1, 1, "+7@150 +9@140 +8@140"));
        final MemorySnapshot snapshot = new MemorySnapshot();
        replica.writeSnapshot(snapshot);
        final Alarm before = machine;
        final Replica first = replica;
        machine = new Alarm();
        replica = replica();
        replica.readSnapshot(snapshot.reader());
        assertEquals(3, replica.timerCount());
        assertEquals(140, replica.nextDeadline());
        tick(200);
        assertEquals(List.of("2@200 timer 8", "2@200 timer 9", "2@200 timer 7"), machine.lines);
        replica = first;
        tick(200);
        assertEquals(machine.lines, before.lines.subList(2, 5), "as the one that wrote it");
    }

    @Test
    @Expects("replica.snapshot-of-before-timers")
    void shouldReadASnapshotFromBeforeThereWereTimers() {
        final MemorySnapshot snapshot = new MemorySnapshot();
        snapshot.writeLong(17);
        snapshot.writeLong(100);
        new SessionTable(CONFIG).writeSnapshot(snapshot);
        replica.readSnapshot(snapshot.reader());
        assertEquals(17, replica.applied());
        assertEquals(100, replica.logTime());
        assertEquals(0, replica.timerCount());
    }

    @Test
    void shouldRefuseASnapshotOfAnotherVersion() {
        final MemorySnapshot snapshot = new MemorySnapshot();
        snapshot.writeLong(Long.MIN_VALUE | 6);
        final String message = assertThrows(SnapshotFormatException.class,
            () -> replica.readSnapshot(snapshot.reader())).getMessage();
        assertTrue(message.contains("version 6"), message);
    }

    private void entry(final long time, final Body body) {
        final long lsn = replica.applied() + 1;
        replica.restore(lsn, body.meta(lsn, time), body.buffer(), 0);
    }

    private void tick(final long time) {
        replica.restore(replica.applied() + 1, new EntryMeta().setNoOp(time), new Body().buffer(), 0);
    }

    private Replica replica() {
        return new Replica(CONFIG, machine, null, new RecordingOutbound(1), counters,
            (callback, id, failure) -> failures.add(callback + " " + id));
    }

    /** Schedules and cancels as commands say, {@code +ID@DEADLINE} and {@code -ID}, and writes down what happens. */
    private static final class Alarm implements StateMachine {
        private final List<String> lines = new ArrayList<>();
        private MachineContext context;
        private long again;
        private long cancels;
        private boolean throwing;

        String last() {
            return lines.get(lines.size() - 1);
        }

        @Override
        public void onStart(final MachineContext newContext) {
            context = newContext;
        }

        @Override
        public void apply(final Command command, final Reply reply) {
            assertEquals(command.timeMillis(), context.timeMillis());
            assertEquals(command.lsn(), context.lsn());
            final byte[] bytes = new byte[command.payload().capacity()];
            command.payload().getBytes(0, bytes);
            final String text = new String(bytes, java.nio.charset.StandardCharsets.UTF_8);
            for (final String word : text.split(" ")) {
                if (word.startsWith("+")) {
                    final String[] parts = word.substring(1).split("@");
                    context.schedule(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
                    assertTrue(context.isScheduled(Long.parseLong(parts[0])));
                } else if (word.startsWith("-")) {
                    assertTrue(context.cancel(Long.parseLong(word.substring(1))));
                }
            }
            note(text);
        }

        @Override
        public void query(final Query query, final Reply reply) {
            context.schedule(1, 2);
        }

        @Override
        public void onTimer(final long timerId, final long timeMillis) {
            fail();
            assertEquals(timeMillis, context.timeMillis());
            note("timer " + timerId);
            assertTrue(!context.isScheduled(timerId));
            if (again > 0) {
                context.schedule(timerId, again);
            }
            context.cancel(cancels);
        }

        @Override
        public void onSessionOpened(final long sessionId) {
            fail();
            note("open " + sessionId);
        }

        @Override
        public void onSessionClosed(final long sessionId, final SessionEnd reason) {
            fail();
            note(reason + " " + sessionId);
        }

        @Override
        public void writeSnapshot(final SnapshotWriter out) {
            // What it has written down is for the test alone.
        }

        @Override
        public void readSnapshot(final SnapshotReader in) {
            // It has no state.
        }

        private void note(final String what) {
            lines.add(context.lsn() + "@" + context.timeMillis() + " " + what);
        }

        private void fail() {
            if (throwing) {
                throw new TooManyTimersException("as asked");
            }
        }
    }
}
