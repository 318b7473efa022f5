package io.fleet.testkit.workload;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.machine.Command;
import io.fleet.machine.MachineContext;
import io.fleet.machine.SessionEnd;
import io.fleet.machine.StateMachine;
import io.fleet.testkit.checker.Violations;
import io.fleet.testkit.history.RegisterInput;
import java.util.Map;
import java.util.TreeMap;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TimedMachineTest implements MachineContext, Command {
    private final Violations violations = new Violations();
    private final StateMachine machine = new TimedMachine(new RegisterMachine(), 100, "one", violations);
    private final Map<Long, Long> timers = new TreeMap<>();
    private final UnsafeBuffer header = new UnsafeBuffer(new byte[RegisterCodec.LENGTH]);
    private long now = 1_000;
    private long sequence;
    private boolean forgetful;

    @BeforeEach
    void open() {
        RegisterCodec.encode(RegisterInput.set(1, 2), header, 0);
        machine.onStart(this);
        machine.onSessionOpened(5);
    }

    @Test
    void shouldFindNothingWrongWithAGroupThatKeepsItsPromises() {
        for (int i = 0; i < 500; i++) {
            command();
            now += i % 3;
            fire();
        }
        machine.onSessionClosed(5, SessionEnd.CLOSED);
        assertTrue(violations.isEmpty(), violations.reports()::toString);
    }

    @Test
    void shouldFindATimerThatDoesNotFireOrFiresTwice() {
        untilScheduled();
        final long id = timers.keySet().iterator().next();
        now += 1_000;
        machine.apply(this, new SilentReply());
        expect("has not fired before a command");
        machine.onTimer(id, now);
        machine.onTimer(id, now);
        expect("fires at " + now + ", but is not scheduled");
    }

    @Test
    void shouldFindATimerThatFiresEarly() {
        untilScheduled();
        machine.onTimer(timers.keySet().iterator().next(), now - 500);
        expect("but is due at");
    }

    @Test
    void shouldFindATimerThatTheGroupHasForgotten() {
        forgetful = true;
        for (int i = 0; i < 200; i++) {
            command();
        }
        expect("the group knows otherwise");
    }

    @Test
    void shouldFindSessionsThatAreToldWrongly() {
        machine.onSessionOpened(5);
        expect("session 5 is opened a second time");
        machine.onSessionClosed(6, SessionEnd.EXPIRED);
        expect("session 6 ends as EXPIRED");
        machine.onSessionClosed(5, SessionEnd.CLOSED);
        machine.apply(this, new SilentReply());
        expect("a command of session 5, but open are []");
    }

    private void untilScheduled() {
        while (timers.isEmpty()) {
            command();
        }
    }

    private void command() {
        sequence++;
        machine.apply(this, new SilentReply());
    }

    /** As a group does it: by deadline, then by id. */
    private void fire() {
        while (true) {
            final var next = timers.entrySet().stream().filter(timer -> timer.getValue() <= now)
                .min(Map.Entry.<Long, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()));
            if (next.isEmpty()) {
                return;
            }
            final long id = next.get().getKey();
            timers.remove(id);
            machine.onTimer(id, now);
        }
    }

    private void expect(final String part) {
        assertTrue(violations.reports().stream().anyMatch(report -> report.startsWith("one: ")
            && report.contains(part)), violations.reports()::toString);
    }

    @Override
    public void schedule(final long timerId, final long deadlineMillis) {
        if (!forgetful) {
            timers.put(timerId, Math.max(deadlineMillis, now + 1));
        }
    }

    @Override
    public boolean cancel(final long timerId) {
        return timers.remove(timerId) != null;
    }

    @Override
    public boolean isScheduled(final long timerId) {
        return timers.containsKey(timerId);
    }

    @Override
    public long timeMillis() {
        return now;
    }

    @Override
    public long lsn() {
        return 1;
    }

    @Override
    public DirectBuffer header() {
        return header;
    }

    @Override
    public DirectBuffer payload() {
        return new UnsafeBuffer(new byte[0]);
    }

    @Override
    public long sessionId() {
        return 5;
    }

    @Override
    public long sequence() {
        return sequence;
    }

    /** Takes the answer. */
    private static final class SilentReply implements io.fleet.machine.Reply {
        @Override
        public io.fleet.machine.Reply write(final DirectBuffer source, final int offset, final int length) {
            return this;
        }

        @Override
        public io.fleet.machine.Reply write(final byte[] source) {
            return this;
        }

        @Override
        public io.fleet.machine.Reply writeByte(final byte value) {
            return this;
        }

        @Override
        public io.fleet.machine.Reply writeInt(final int value) {
            return this;
        }

        @Override
        public io.fleet.machine.Reply writeLong(final long value) {
            return this;
        }

        @Override
        public int length() {
            return 0;
        }
    }
}
