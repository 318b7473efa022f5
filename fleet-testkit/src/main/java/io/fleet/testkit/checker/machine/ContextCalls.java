package io.fleet.testkit.checker.machine;

import io.fleet.machine.MachineContext;
import io.fleet.machine.Payloads;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * What a machine asks of its group in one call, and was answered: kept, and told again to a second machine that is
 * given the same call and must ask for the same.
 */
final class ContextCalls {
    private final ArrayDeque<Call> calls = new ArrayDeque<>();
    private MachineContext group;
    private String difference;

    /** One call: what was asked, and the answer, or what was thrown. */
    private record Call(String asked, Object answer, RuntimeException failure) {
    }

    /** For the first machine: passes everything on to the group. */
    MachineContext first(final MachineContext newGroup) {
        group = newGroup;
        return new Context(true);
    }

    /** The LSN that the group applies. */
    long lsn() {
        return group.lsn();
    }

    /** For the second machine: answers as the first one was answered. */
    MachineContext second() {
        return new Context(false);
    }

    /** The machines are about to be called. */
    void begin() {
        calls.clear();
        difference = null;
    }

    /** How the second machine's questions differed from those of the first; null where they did not. */
    String difference() {
        return difference == null && !calls.isEmpty() ? "it did not ask for " + calls.peek().asked : difference;
    }

    private Object ask(final String what, final Supplier<Object> question) {
        try {
            final Object answer = question.get();
            calls.add(new Call(what, answer, null));
            return answer;
        } catch (final RuntimeException e) {
            calls.add(new Call(what, null, e));
            throw e;
        }
    }

    private Object again(final String what, final Object otherwise) {
        group.lsn(); // throws where the group may not be asked
        final Call call = calls.poll();
        if (call == null || !call.asked.equals(what)) {
            difference = Objects.requireNonNullElse(difference,
                "it asked for " + what + ", not for " + (call == null ? "nothing" : call.asked));
            return otherwise;
        }
        if (call.failure != null) {
            throw call.failure;
        }
        return call.answer;
    }

    /** What one of the machines holds. */
    private final class Context implements MachineContext {
        private final boolean first;

        Context(final boolean first) {
            this.first = first;
        }

        @Override
        public long timeMillis() {
            return group.timeMillis();
        }

        @Override
        public long lsn() {
            return group.lsn();
        }

        @Override
        public void schedule(final long timerId, final long deadlineMillis) {
            final String what = "schedule(" + timerId + ", " + deadlineMillis + ")";
            if (first) {
                ask(what, () -> {
                    group.schedule(timerId, deadlineMillis);
                    return true;
                });
            } else {
                again(what, true);
            }
        }

        @Override
        public boolean cancel(final long timerId) {
            final String what = "cancel(" + timerId + ")";
            return (Boolean) (first ? ask(what, () -> group.cancel(timerId)) : again(what, false));
        }

        /** There is no second machine where handles are used. */
        @Override
        public Payloads payloads() {
            return group.payloads();
        }

        @Override
        public boolean isScheduled(final long timerId) {
            final String what = "isScheduled(" + timerId + ")";
            return (Boolean) (first ? ask(what, () -> group.isScheduled(timerId)) : again(what, false));
        }
    }
}
