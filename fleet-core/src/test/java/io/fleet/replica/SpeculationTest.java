package io.fleet.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.GroupCounters;
import io.fleet.consensus.ModeCounter;
import io.fleet.error.ConfigException;
import io.fleet.error.MachineFailedError;
import io.fleet.fixture.log.NumberedLog;
import io.fleet.fixture.machine.MemorySnapshot;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.network.RecordingOutbound;
import io.fleet.replica.effects.EffectExchange;
import io.fleet.replica.speculation.SpeculationMeans;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SpeculationTest {
    private static final int SELF = 2;
    private static final GroupConfig CONFIG = GroupConfig.scattered().withSessionTimeoutMillis(10_000);

    private final RecordingOutbound out = new RecordingOutbound(SELF);
    private final DraftMachine machine = new DraftMachine();
    private final OrderedEntries log = new OrderedEntries();
    private final ManualPool pool = new ManualPool();
    private final ToldFailures failures = new ToldFailures();
    private final List<String> told = failures.told;
    private int signals;
    private final Replica replica = replica(machine);

    private Replica replica(final DraftMachine itsMachine) {
        return new Replica(CONFIG, itsMachine, new SkippingLog(), out, new GroupCounters(), failures);
    }

    /** Session 1 is there, since LSN 1. */
    @BeforeEach
    void openSession() {
        log.add(new Body().open(5), 100).chosen = 1;
        replica.speculate(new SpeculationMeans(pool, () -> signals++, new EffectExchange()));
        replica.doWork(log, 0);
        out.sent.clear();
    }

    /** One more entry with a write of session 1; the sequence is the LSN. */
    private void order(final String text) {
        order(text, 100);
    }

    private void order(final String text, final long time) {
        log.add(new Body().write(1, log.ordered() + 1, text), time);
    }

    private void cycle() {
        replica.doWork(log, 0);
    }

    private void choose(final long lsn) {
        log.chosen = lsn;
        cycle();
    }

    private String answers() {
        return Answers.of(out).stream().map(answer -> answer.substring(answer.indexOf(' ') + 1))
            .collect(Collectors.joining(", "));
    }

    private long counted(final String name) {
        return replica.counters().stream().filter(counter -> counter.name().endsWith(name))
            .map(ModeCounter::counter).findFirst().orElseThrow().get();
    }

    @Test
    @Expects("speculation.published")
    void shouldPrepareBeforeACommandIsChosenAndShowNothing() { // V3
        order("a+x");
        order("a+y");
        cycle();
        pool.runAll();
        cycle();
        pool.runAll();
        assertEquals(List.of("prepare a+x", "prepare a+y"), machine.calls);
        assertEquals(1, replica.applied());
        assertEquals(Map.of(), machine.published);
        assertEquals("", answers());
        choose(2);
        assertEquals(Map.of('a', "x"), machine.published);
        assertEquals("1/2 x#1", answers());
        choose(3);
        assertEquals("1/2 x#1, 1/3 xy#2", answers());
        assertEquals(List.of("prepare a+x", "prepare a+y", "publish a+x", "publish a+y"), machine.calls);
        assertEquals(2, counted("published"));
        assertEquals(0, counted("in.turn"));
    }

    @Test
    @Expects("speculation.another-value-was-chosen")
    void shouldRevokeEverythingFromAnotherValueOnTheLastFirst() { // V1, V2
        order("a+x");
        order("a+y");
        order("b+z");
        cycle();
        pool.runAll();
        cycle();
        pool.runAll();
        log.cutFrom(3).addNoOp(0);
        order("a+w");
        machine.calls.clear();
        choose(4);
        assertEquals(List.of("publish a+x", "revoke a+y", "revoke b+z", "prepare a+w", "publish a+w"), sorted());
        assertEquals(Map.of('a', "xw"), machine.published);
        assertEquals(2, counted("revoked"));
    }

    /** Commands of other keys may have been prepared in any order, and are revoked by that of the log. */
    private List<String> sorted() {
        final List<String> calls = new ArrayList<>(machine.calls);
        final int first = calls.indexOf("revoke b+z");
        assertTrue(first < calls.indexOf("revoke a+y"), "the last first");
        calls.set(first, "revoke a+y");
        calls.set(first + 1, "revoke b+z");
        return calls;
    }

    @Test
    void shouldPublishWhatWasPreparedWhereTheSameValueIsOrderedAgain() { // V1
        order("a+x");
        cycle();
        pool.runAll();
        final Body body = log.body(2);
        final var meta = log.meta(2);
        log.cutFrom(2).addAgain(body, meta);
        choose(2);
        assertEquals(List.of("prepare a+x", "publish a+x"), machine.calls);
    }

    @Test
    void shouldRevokeWhatWasToldAnotherTime() { // V4
        log.addNoOp(150);
        order("a+x", 120);
        cycle();
        pool.runAll();
        final Body body = log.body(3);
        final var meta = log.meta(3);
        log.cutFrom(2).addNoOp(0).addAgain(body, meta);
        choose(3);
        assertEquals(List.of("prepare a+x", "revoke a+x", "prepare a+x", "publish a+x"), machine.calls);
    }

    @Test
    void shouldNotPrepareBehindWhatLogTimeBringsAbout() { // V6
        order("a@5");
        choose(2);
        order("a+x", 105);
        order("b+x", 105);
        cycle();
        assertTrue(pool.waiting.isEmpty());
        choose(3);
        assertEquals(Map.of('a', ".x"), machine.published);
        assertEquals(1, pool.waiting.size(), "what comes behind");
    }

    @Test
    @Expects("speculation.log-time-brings-something-about")
    void shouldRevokeWhereATimerOfACommandBeforeIsDue() { // V4, V6
        order("a@5");
        order("a+x", 105);
        cycle();
        pool.runAll();
        cycle();
        pool.runAll();
        machine.calls.clear();
        choose(3);
        assertEquals(Map.of('a', ".x"), machine.published);
        assertEquals(List.of("publish a@5", "revoke a+x", "prepare a+x", "publish a+x"), machine.calls);
    }

    @Test
    void shouldNotPrepareWhereSessionsEnd() { // V6
        order("a+x", 10_101);
        cycle();
        assertTrue(pool.waiting.isEmpty());
        choose(2);
        assertEquals("1/2", answers(), "there is no such session");
        assertEquals(Map.of('s', "|1"), machine.published);
    }

    @Test
    void shouldExecuteARetryWhoseFirstTryWasRevoked() { // V4
        order("a+x");
        cycle();
        pool.runAll();
        log.cutFrom(2).addNoOp(0).add(new Body().write(1, 2, "a+x"), 100);
        choose(3);
        assertEquals(Map.of('a', "x"), machine.published);
        assertEquals("1/2 x#1", answers());
    }

    @Test
    void shouldPrepareACommandOnceThatIsOrderedTwice() { // V4, H1
        order("a+x");
        log.add(new Body().write(1, 2, "a+x"), 100);
        order("a+y");
        cycle();
        pool.runAll();
        cycle();
        pool.runAll();
        choose(4);
        assertEquals(Map.of('a', "xy"), machine.published);
        assertEquals("1/2 x#1, 1/2 x#1, 1/4 xy#2", answers());
        assertEquals(0, counted("revoked"));
    }

    @Test
    @Expects("speculation.command-is-not-executed")
    void shouldRevokeWhatIsNotExecuted() { // V4
        log.add(new Body().write(1, 3, 3, "b+x"), 100);
        log.add(new Body().write(1, 2, 1, "a+x"), 100);
        log.add(new Body().write(1, 4, 1, "a+y"), 100);
        cycle();
        pool.runAll();
        cycle();
        pool.runAll();
        choose(4);
        assertEquals(Map.of('a', "y", 'b', "x"), machine.published, "sequence 2 is not waited for any more");
        assertTrue(machine.calls.contains("revoke a+x") && machine.calls.contains("revoke a+y"));
    }

    @Test
    @Expects("speculation.command-was-not-foreseen")
    void shouldRevokeBehindACommandThatWasNotForeseen() { // V4
        final long far = 10L * CONFIG.clientWindow();
        log.add(new Body().write(1, far, far, "a+x").write(1, far + 1, 1, "a+y").write(1, far + 2, far, "a+z"), 100);
        cycle();
        pool.runAll();
        cycle();
        pool.runAll();
        assertEquals(List.of("prepare a+x", "prepare a+z"), machine.calls, "the second was beyond the window");
        choose(2);
        assertEquals(Map.of('a', "xyz"), machine.published, "which the first has moved");
        assertEquals(1, counted("revoked"));
    }

    @Test
    @Expects("speculation.waits-for-what-is-being-prepared")
    void shouldWaitInTheMiddleOfAnEntryForWhatIsBeingPrepared() { // V7
        log.add(new Body().write(1, 2, "a+x").write(1, 3, "b+y"), 100);
        cycle();
        log.chosen = 2;
        machine.whilePreparing = () -> {
            machine.whilePreparing = () -> {};
            cycle();
            assertEquals(1, replica.applied());
            assertFalse(replica.isBetweenEntries(), "nor is it asked in between");
            assertEquals(List.of("prepare b+y", "prepare a+x", "publish a+x"), machine.calls);
        };
        assertTrue(pool.run(1), "it is waited for");
        assertEquals(1, signals);
        cycle();
        assertEquals(2, replica.applied());
        assertEquals("1/2 x#1, 1/3 y#2", answers());
    }

    @Test
    @Expects("speculation.prepared-in-its-turn")
    void shouldPrepareInItsTurnWhatNoThreadHasBegun() { // V6
        order("a+x");
        order("a+y");
        cycle();
        choose(3);
        assertEquals(List.of("prepare a+x", "publish a+x", "prepare a+y", "publish a+y"), machine.calls);
        assertTrue(pool.waiting.isEmpty(), "no thread finds them any more");
    }

    @Test
    @Expects("speculation.revokes-once-nothing-is-prepared")
    void shouldRevokeOnlyWhenNothingIsBeingPrepared() { // V2
        order("a+x");
        order("b+y");
        cycle();
        pool.run(1);
        log.cutFrom(2).addNoOp(0).chosen = 2;
        machine.whilePreparing = () -> {
            machine.whilePreparing = () -> {};
            cycle();
            assertEquals(1, replica.applied());
            assertEquals(List.of("prepare b+y", "prepare a+x"), machine.calls);
            cycle();
        };
        assertTrue(pool.run(0), "it is waited for");
        cycle();
        assertEquals(2, replica.applied());
        assertEquals(List.of("prepare b+y", "prepare a+x", "revoke b+y", "revoke a+x"), machine.calls);
    }

    @Test
    @Expects("speculation.revoked")
    void shouldRevokeBeforeASnapshotIsWritten() { // V5
        order("a+x");
        cycle();
        pool.runAll();
        assertTrue(replica.isBetweenEntries(), "queries are answered");
        replica.pause();
        assertFalse(replica.isBetweenEntries());
        cycle();
        assertTrue(replica.isBetweenEntries());
        MemorySnapshot.of(replica::writeSnapshot);
        assertEquals(List.of("prepare a+x", "revoke a+x"), machine.calls);
        cycle();
        assertTrue(pool.waiting.isEmpty(), "nothing is prepared meanwhile");
        replica.resume();
        cycle();
        assertEquals(1, pool.waiting.size());
    }

    @Test
    void shouldNotBeReadyForASnapshotWhileACommandIsBeingPrepared() { // V5
        order("a+x");
        cycle();
        machine.whilePreparing = () -> {
            machine.whilePreparing = () -> {};
            replica.pause();
            cycle();
            assertFalse(replica.isBetweenEntries());
        };
        pool.runAll();
        cycle();
        assertTrue(replica.isBetweenEntries());
    }

    @Test
    void shouldThrowDraftsAwayWithTheMachineThatASnapshotReplaces() { // V5
        order("a+x");
        order("a+y");
        cycle();
        pool.run(0);
        cycle();
        final DraftMachine other = new DraftMachine();
        final Replica restored = replica(other);
        final OrderedEntries same = new OrderedEntries().add(log.body(1), 100)
            .add(new Body().write(1, 2, "a+x"), 100).add(new Body().write(1, 3, "b+x"), 100);
        same.chosen = 3;
        restored.doWork(same, 0);
        assertTrue(replica.become(restored));
        assertTrue(pool.waiting.isEmpty());
        order("a+z");
        log.chosen = 3;
        cycle();
        pool.runAll();
        choose(4);
        assertEquals(Map.of('a', "xz", 'b', "x"), other.published);
        assertEquals(List.of("prepare a+x"), machine.calls);
        assertEquals(1, counted("published"), "counters go on");
        assertNotSame(machine, other);
    }

    @Test
    void shouldPrepareCommandsOfOneKeyInOrderAndOthersAtOnce() { // V6
        order("a+x");
        order("b+x");
        order("ab+y");
        order("c+x");
        order("*+z");
        order("c+w");
        cycle();
        assertEquals(3, pool.waiting.size(), "a, b and c");
        pool.run(1);
        cycle();
        assertEquals(2, pool.waiting.size(), "a and c are to come yet");
        pool.runAll();
        cycle();
        assertEquals(1, pool.waiting.size(), "of a and b");
        pool.runAll();
        cycle();
        assertEquals(1, pool.waiting.size(), "all of them");
        pool.runAll();
        cycle();
        assertEquals(1, pool.waiting.size(), "what is behind");
        pool.runAll();
        choose(7);
        assertEquals(Map.of('a', "xyz", 'b', "xyz", 'c', "xzw"), machine.published);
        assertEquals(0, counted("in.turn"));
    }

    @Test
    void shouldPrepareNothingBehindAnEntryThatIsNotKnown() { // V6
        order("a+x");
        order("a+y");
        log.missing.add(2L);
        cycle();
        assertTrue(pool.waiting.isEmpty());
        log.missing.clear();
        cycle();
        assertEquals(1, pool.waiting.size());
    }

    @Test
    @Expects("speculation.entry-that-is-not-prepared")
    void shouldPrepareNothingBehindSessionsAndConfigurations() { // V6
        log.add(new Body().open(6), 100);
        order("a+x");
        cycle();
        assertTrue(pool.waiting.isEmpty());
        choose(2);
        assertEquals(1, pool.waiting.size());
        log.cutFrom(3);
        log.add(new Body().close(2), 100);
        order("a+y");
        choose(3);
        assertEquals(1, pool.waiting.size());
        log.cutFrom(4).addConfiguration(new Body());
        order("a+z");
        cycle();
        assertEquals(1, pool.waiting.size(), "the one of before, until another value is seen in its turn");
    }

    @Test
    @Expects("speculation.no-room-for-more")
    void shouldPrepareABoundedNumberOfCommands() { // S13
        final Body body = new Body();
        for (int i = 0; i < Speculation.MAX_COMMANDS / 2; i++) {
            body.write(1, 2 + i, "a+x");
        }
        log.add(body, 100);
        final Body rest = new Body();
        for (int i = Speculation.MAX_COMMANDS / 2; i < Speculation.MAX_COMMANDS; i++) {
            rest.write(1, 2 + i, (char) ('a' + i % 20) + "+x");
        }
        log.add(rest, 100);
        log.add(new Body().write(1, 2 + Speculation.MAX_COMMANDS, "z+x"), 100);
        for (int i = 0; i < 4; i++) {
            cycle();
        }
        assertEquals(20, pool.waiting.size());
        choose(2);
        assertEquals(21, pool.waiting.size(), "the next has room now");
        choose(4);
        assertEquals(Speculation.MAX_COMMANDS + 1, machine.count);
    }

    @Test
    void shouldNotPrepareAnEntryOfMoreCommandsThanThereIsRoomFor() { // S13
        final Body body = new Body();
        for (int i = 0; i <= Speculation.MAX_COMMANDS; i++) {
            body.write(1, 2 + i, "a+x");
        }
        log.add(body, 100);
        cycle();
        assertTrue(pool.waiting.isEmpty());
        choose(2);
        assertEquals(Speculation.MAX_COMMANDS + 1, machine.count);
    }

    @Test
    void shouldPrepareABoundedNumberOfBytes() { // S13
        final String text = "a+" + "x".repeat(Speculation.MAX_BYTES / 4);
        for (int i = 0; i < 8; i++) {
            order((char) ('b' + i) + text.substring(1));
        }
        cycle();
        assertEquals(1, pool.waiting.size(), "not all in one duty cycle");
        for (int i = 0; i < 8; i++) {
            cycle();
        }
        assertEquals(4, pool.waiting.size());
    }

    @Test
    void shouldLeaveCommandsToTheirTurnWhereAnswersTakeTooMuch() { // S13
        machine.filler = new byte[(int) (Speculation.MAX_REPLY_BYTES / 20)];
        for (int i = 0; i < 26; i++) {
            order((char) ('a' + i) + "+x");
        }
        cycle();
        pool.runAll();
        final int prepared = machine.calls.size();
        assertTrue(prepared <= 20 && prepared > 5, "as many as have room: " + prepared);
        choose(27);
        assertEquals(26, machine.count);
        for (int i = 0; i < 4; i++) {
            order((char) ('a' + i) + "+x");
        }
        cycle();
        pool.runAll();
        machine.calls.removeIf(call -> call.startsWith("publish"));
        assertEquals(30, machine.calls.size(), "there is room again");
    }

    @Test
    void shouldLeaveCommandsToTheirTurnWhereThePoolIsFull() { // S13
        pool.room = 1;
        order("a+x");
        order("b+x");
        cycle();
        pool.runAll();
        choose(3);
        assertEquals("1/2 x#1, 1/3 x#2", answers());
    }

    @Test
    void shouldGiveAnExceptionOfPrepareAsTheAnswer() {
        order("a!");
        order("a+x");
        cycle();
        pool.runAll();
        cycle();
        pool.runAll();
        choose(3);
        assertEquals("1/2 as asked, 1/3 x#1", answers());
        assertEquals(List.of("prepare a!", "prepare a!", "prepare a+x", "publish a+x"), machine.calls, "in its turn");
        log.cutFrom(4);
        order("a!");
        cycle();
        pool.runAll();
        log.cutFrom(4).addNoOp(0);
        choose(4);
        assertFalse(machine.calls.contains("revoke a!"), "there was no draft");
        assertEquals(1, counted("failed.early"), "what was never published does not count");
        assertEquals(List.of("prepare before its turn as asked"), told);
    }

    @Test
    void shouldRevokeBehindACommandThatCouldNotBePublished() { // V2
        order("a+x");
        order("a+y");
        cycle();
        pool.runAll();
        cycle();
        pool.runAll();
        machine.failsToPublish = true;
        choose(2);
        machine.failsToPublish = false;
        choose(3);
        assertEquals(Map.of('a', "y"), machine.published, "as where nothing was prepared early");
        assertTrue(machine.calls.contains("revoke a+y"));
    }

    @Test
    void shouldGiveAnExceptionOfPublishAsTheAnswer() {
        machine.failsToPublish = true;
        order("a+x");
        cycle();
        pool.runAll();
        order("a+y");
        choose(3);
        assertEquals("1/2 not published, 1/3 not published", answers());
    }

    @Test
    @Expects("speculation.failed-before-the-turn")
    void shouldPrepareAgainInItsTurnWhatEndedByAnError() {
        machine.throwsErrors = true;
        order("a?");
        order("a+x");
        order("b+x");
        cycle();
        pool.runAll();
        cycle();
        assertTrue(pool.waiting.isEmpty(), "nothing begins that depends on it");
        machine.throwsErrors = false;
        choose(4);
        assertEquals(Map.of('a', "x", 'b', "x"), machine.published);
        assertFalse(machine.calls.contains("revoke b+x"), "others have nothing to do with it");
        assertEquals(1, counted("failed.early"));
    }

    @Test
    void shouldTakeNothingForAnOutcomeThatIsThrownBeforeTheTurn() { // V1: a thread that is interrupted, say
        order("a+x");
        cycle();
        machine.whilePreparing = () -> {
            machine.whilePreparing = () -> {};
            throw new IllegalStateException("interrupted");
        };
        pool.runAll();
        choose(2);
        assertEquals("1/2 x#1", answers());
    }

    @Test
    void shouldEndTheNodeByAnErrorOfACommandThatNoThreadHasBegun() {
        machine.throwsErrors = true;
        order("a?");
        cycle();
        log.chosen = 2;
        assertThrows(MachineFailedError.class, this::cycle);
        assertEquals(List.of("prepare a?"), machine.calls, "once");
    }

    @Test
    void shouldKeepNothingOfWhatIsPublished() throws Exception { // S13
        machine.filler = new byte[1 << 19];
        for (int i = 0; i < 40; i++) {
            order((char) ('a' + i % 20) + "+x");
            if (i > 2) {
                log.chosen = log.ordered() - 2;
            }
            cycle();
            pool.runAll();
            out.sent.clear();
        }
        assertEquals(40 - 2, machine.count, "some are always prepared");
        assertTrue(answersThatAreKept() < 4L << 20, "bytes of answers that are kept: " + answersThatAreKept());
    }

    /** Answers of commands that can be reached from the chains. */
    private long answersThatAreKept() throws ReflectiveOperationException {
        final Object chains = field(field(field(replica, "applier"), "speculation"), "chains");
        long bytes = 0;
        for (final Object command : (List<?>) field(chains, "sinceAll")) {
            final Object answer = field(command, "reply");
            bytes += answer == null ? 0 : ((ReplyBuffer) answer).capacity();
        }
        return bytes;
    }

    private static Object field(final Object of, final String name) throws ReflectiveOperationException {
        final Field field = of.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field.get(of);
    }

    @Test
    void shouldEndTheNodeByAnErrorInACommandsTurn() {
        machine.throwsErrors = true;
        order("a?");
        cycle();
        pool.runAll();
        log.chosen = 2;
        assertThrows(MachineFailedError.class, this::cycle);
        assertEquals(List.of("prepare true"), told);
    }

    @Test
    void shouldEndTheNodeWhereRevokeFails() { // V2
        machine.failsToRevoke = true;
        order("a+x");
        cycle();
        pool.runAll();
        replica.pause();
        assertThrows(MachineFailedError.class, this::cycle);
        assertEquals(List.of("revoke true"), told);
    }

    @Test
    void shouldRefuseTheContextInPrepareAlsoInTheCommandsTurn() {
        order("a:");
        cycle();
        pool.runAll();
        order("a:");
        choose(3);
        final List<String> both = Answers.of(out);
        assertTrue(both.get(0).contains("timeMillis was called"), both.get(0));
        assertEquals(both.get(0).replace("1/2", "1/3"), both.get(1));
    }

    @Test
    @Expects("speculation.keys-not-told")
    void shouldPrepareInOrderWhereKeysFail() {
        machine.throwsKeys = true;
        order("a+x");
        order("b+x");
        cycle();
        assertEquals(1, pool.waiting.size());
        pool.runAll();
        cycle();
        assertEquals(1, pool.waiting.size());
        assertEquals(List.of("keys no keys"), told, "once");
    }

    @Test
    void shouldPrepareAndPublishInTurnWithoutThreads() {
        final DraftMachine alone = new DraftMachine();
        final Replica other = replica(alone);
        order("a+x");
        order("a:");
        log.chosen = 3;
        other.doWork(log, 0);
        assertEquals(List.of("prepare a+x", "publish a+x", "prepare a:"), alone.calls);
        assertTrue(answers().contains("timeMillis was called"));
    }

    @Test
    void shouldAnswerQueriesInTheLogByWhatIsPublished() { // V3
        order("a+x");
        log.add(new Body().read(1, 9, ""), 100);
        order("a+y");
        cycle();
        pool.runAll();
        cycle();
        pool.runAll();
        choose(4);
        assertEquals("1/2 x#1, 1/9 {a=x}, 1/4 xy#2", answers());
    }

    @Test
    void shouldGoOnBehindAMalformedEntry() { // H1
        log.add(new Body().write(1, 2, "a+x").junk(), 100);
        order("a+y");
        cycle();
        assertTrue(pool.waiting.isEmpty());
        choose(3);
        assertEquals(Map.of('a', "xy"), machine.published);
    }

    @Test
    void shouldRefuseAMachineThatUsesHandlesToo() { // C1
        final var handles = new DraftMachineWithHandles();
        final ConfigException refused = assertThrows(ConfigException.class, () -> new Replica(CONFIG, handles,
            new NumberedLog(), out, new GroupCounters()));
        assertTrue(refused.getMessage().contains(DraftMachineWithHandles.class.getName()), refused.getMessage());
    }
}
