package io.fleet.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.GroupCounters;
import io.fleet.error.MachineFailedError;
import io.fleet.error.SnapshotFailedException;
import io.fleet.fixture.machine.MemorySnapshot;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.network.RecordingOutbound;
import io.fleet.machine.Command;
import io.fleet.machine.Query;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;
import io.fleet.replica.digest.ExecutionDigest;
import io.fleet.replica.timer.TimerTable;
import io.fleet.session.SessionTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An error of a machine ends its node where it may have changed the state, and only there; it is told in any case. */
class MachineErrorsTest {
    private static final GroupConfig CONFIG = GroupConfig.scattered();

    private final List<String> told = new ArrayList<>();
    private final RecordingOutbound out = new RecordingOutbound(1);
    private final GroupCounters counters = new GroupCounters();
    private final Thrower machine = new Thrower();
    private final HostedMachine host = new HostedMachine(machine, new TimerTable(), null, counters, new Told()).start();
    private final SessionTable sessions = new SessionTable(CONFIG, host);
    private final EntryApplier applier = new EntryApplier(CONFIG, host, sessions, replies(), counters);
    private ReplySender replies;

    private ReplySender replies() {
        replies = new ReplySender(out, counters);
        return replies;
    }

    static List<Error> errors() {
        return List.of(new StackOverflowError(), new OutOfMemoryError("Java heap space"), new AssertionError("never"),
            new NoClassDefFoundError("a/B"), new InternalError("broken"));
    }

    private static List<Error> survived() {
        final List<Error> survived = new ArrayList<>(errors().subList(0, 4));
        survived.remove(1);
        return survived;
    }

    @ParameterizedTest
    @MethodSource("errors")
    @Tag("hazard-S-B5")
    @Expects("hosted-machine.error-ends-the-node")
    void shouldEndByAnErrorWhileTheLogIsApplied(final Error error) { // S9
        apply(new Body().open(5));
        machine.thrown = error;
        final MachineFailedError ended =
            assertThrows(MachineFailedError.class, () -> apply(new Body().write(1, 1, "a")));
        assertSame(error, ended.getCause());
        assertTrue(ended.getMessage().startsWith("group 7: the state machine threw " + error + " in apply at LSN 2"),
            ended.getMessage());
        assertEquals(List.of("apply at 2 of session 1 ends: " + error), told);
    }

    @Test
    @Tag("hazard-S-B5")
    void shouldEndByAStackThatOverflowsWhileTheLogIsApplied() { // S9
        apply(new Body().open(5));
        machine.thrown = new StackOverflowError();
        assertThrows(MachineFailedError.class, () -> apply(new Body().write(1, 1, "a")));
        assertEquals(List.of("7 1/5"), Answers.of(out), "nobody is answered");
    }

    @ParameterizedTest
    @MethodSource("errors")
    @Tag("hazard-S-B5")
    void shouldEndByAnErrorOfACallback(final Error error) { // S9
        machine.thrown = error;
        assertThrows(MachineFailedError.class, () -> apply(new Body().open(5)));
        assertEquals(List.of("onSessionOpened at 1 of session 1 ends: " + error), told);
    }

    @Test
    @Tag("hazard-S-B5")
    @Expects("hosted-machine.error-of-a-query")
    void shouldGoOnAfterAnErrorOfAQuery() { // S10
        apply(new Body().open(5));
        for (final Error error : survived()) {
            machine.thrown = error;
            apply(new Body().read(1, 1, "?"));
            machine.thrown = null;
            final List<String> answers = Answers.of(out);
            assertEquals("1 1/1 " + error, answers.get(answers.size() - 1));
        }
        assertEquals("query at 2 of session 1: java.lang.StackOverflowError", told.get(0));
        assertEquals(survived().size(), told.size());
        machine.thrown = errors().get(4);
        assertThrows(InternalError.class, () -> apply(new Body().read(1, 1, "?")));
    }

    /** It shares buffers with what applies the log. */
    @Test
    @Tag("hazard-S-B5")
    void shouldEndByAHeapThatIsFullInAQueryOnTheNodesThread() { // S9
        apply(new Body().open(5));
        machine.thrown = errors().get(1);
        assertSame(machine.thrown, assertThrows(OutOfMemoryError.class, () -> apply(new Body().read(1, 1, "?"))));
        assertEquals(List.of("query at 2 of session 1 ends: " + machine.thrown), told);
    }

    @Test
    @Tag("hazard-S-B5")
    void shouldGoOnAfterAHeapThatWasFullInAQueryOnAnotherThread() { // S10
        host.surviveElsewhere("query of a view", 3, errors().get(1));
        assertEquals(List.of("query of a view at 3 of session 0: " + errors().get(1)), told);
        assertThrows(InternalError.class, () -> host.surviveElsewhere("query of a view", 3, errors().get(4)));
    }

    @Test
    @Tag("hazard-S-B5")
    void shouldHaveNoSnapshotAfterAnErrorOfWritingOne() {
        machine.thrown = new StackOverflowError();
        final MemorySnapshot snapshot = new MemorySnapshot();
        final SnapshotFailedException failed =
            assertThrows(SnapshotFailedException.class, () -> host.writeSnapshot(snapshot));
        assertSame(machine.thrown, failed.getCause());
    }

    @Test
    @Tag("hazard-S-B5")
    void shouldTakeACheckedExceptionForAnyOther() { // S9
        apply(new Body().open(5));
        machine.sneaky = new IOException("no file");
        apply(new Body().write(1, 1, "a").read(1, 2, "?"));
        assertEquals(List.of("7 1/5", "1 1/1 no file", "1 1/2 no file"), Answers.of(out));
        assertTrue(told.isEmpty());
    }

    @Test
    @Tag("hazard-U-digest")
    void shouldGoOnWhereTheDigestOfTheStateThrows() { // S9: on every replica alike, and in every replay
        applyTo(ExecutionDigest.WINDOW - 1);
        machine.digestThrows = new IllegalStateException("no digest");
        applyTo(ExecutionDigest.WINDOW);
        assertEquals(List.of("stateDigest(256): java.lang.IllegalStateException: no digest"), told);
        assertEquals(1, counters.callbackFailures.get());
        assertEquals(ExecutionDigest.NONE, host.digest().of(ExecutionDigest.WINDOW));
        machine.digestThrows = new IOException("no file");
        applyTo(2 * ExecutionDigest.WINDOW);
        assertEquals(2, counters.callbackFailures.get());
        machine.digestThrows = null;
        applyTo(3 * ExecutionDigest.WINDOW);
        assertTrue(host.digest().of(3 * ExecutionDigest.WINDOW) != ExecutionDigest.NONE, "the next window has one");
    }

    @Test
    @Tag("hazard-U-digest")
    void shouldEndByAnErrorOfTheDigestOfTheState() { // S9
        final StackOverflowError error = new StackOverflowError();
        machine.digestThrows = error;
        assertSame(error, assertThrows(MachineFailedError.class, () -> applyTo(ExecutionDigest.WINDOW)).getCause());
        assertEquals(List.of("stateDigest at 256 of session 0 ends: " + error), told);
    }

    private long lsn;

    private void applyTo(final long last) {
        while (lsn < last) {
            apply(new Body().open(lsn + 1));
        }
    }

    private void apply(final Body body) {
        lsn++;
        replies.begin(Body.BATCHER, lsn, 0, 0);
        applier.apply(lsn, 0, body.entry(lsn), true, null);
        host.applied(lsn);
        replies.flush();
    }

    /** Hears of errors. */
    private final class Told implements CallbackFailures {
        @Override
        public String group() {
            return "group 7";
        }

        @Override
        public void onCallbackFailed(final String callback, final long id, final Exception failure) {
            told.add(callback + "(" + id + "): " + failure);
        }

        @Override
        public void onError(final String method, final long at, final long sessionId, final boolean ends,
                            final Error error) {
            told.add(method + " at " + at + " of session " + sessionId + (ends ? " ends: " : ": ") + error);
        }
    }

    /** Throws what it is told to. */
    private static final class Thrower implements StateMachine {
        private Error thrown;
        private Exception sneaky;
        private Throwable digestThrows;

        @Override
        public long stateDigest() {
            if (digestThrows != null) {
                throwAny(digestThrows);
            }
            return 7;
        }

        private void fail() {
            if (thrown != null) {
                throw thrown;
            }
            if (sneaky != null) {
                throwAny(sneaky);
            }
        }

        /** Throws what need not be declared to be caught. */
        @SuppressWarnings("unchecked")
        private static <E extends Throwable> void throwAny(final Throwable any) throws E {
            throw (E) any;
        }

        @Override
        public void apply(final Command command, final Reply reply) {
            fail();
        }

        @Override
        public void query(final Query query, final Reply reply) {
            fail();
        }

        @Override
        public void onSessionOpened(final long sessionId) {
            fail();
        }

        @Override
        public void writeSnapshot(final SnapshotWriter out) {
            fail();
        }

        @Override
        public void readSnapshot(final SnapshotReader in) {
            fail();
        }
    }
}
