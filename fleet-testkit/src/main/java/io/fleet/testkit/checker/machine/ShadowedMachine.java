package io.fleet.testkit.checker.machine;

import io.fleet.machine.Command;
import io.fleet.machine.MachineContext;
import io.fleet.machine.PayloadNeeds;
import io.fleet.machine.Query;
import io.fleet.machine.Reply;
import io.fleet.machine.SessionEnd;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;
import io.fleet.testkit.checker.Violations;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.agrona.DirectBuffer;

/**
 * A state machine around the one under test that holds it to what {@link StateMachine} asks of one machine by itself:
 * <ul>
 * <li>two snapshots of one state are the same bytes;</li>
 * <li>a machine that has read a snapshot, all of it, writes the same snapshot again;</li>
 * <li>that machine, the <em>shadow</em>, answers all that follows as the first one does, asks for the same timers, and
 * gets to the same states:
 * nothing is missing from the snapshot, and nothing but commands and state decides;</li>
 * <li>a query changes nothing.</li>
 * </ul>
 * Every so many commands the shadow is compared and replaced by a new one. A machine that uses payload handles has no
 * shadow, since handles are of one replica.
 */
public final class ShadowedMachine implements StateMachine {
    private final String name;
    private final Supplier<? extends StateMachine> machines;
    private final int interval;
    private final Violations violations;
    private final StateMachine machine;
    private final HashingReply answer = new HashingReply();
    private final HashingReply shadowAnswer = new HashingReply();
    private final ContextCalls context = new ContextCalls();
    private StateMachine shadow;
    private long applied;

    /**
     * Makes a machine and watches it.
     *
     * @param name       who it is for, for messages.
     * @param machines   makes the machine under test, and its shadows.
     * @param interval   a new shadow is made after every so many commands; at least 1.
     * @param violations where it reports.
     */
    public ShadowedMachine(final String name, final Supplier<? extends StateMachine> machines, final int interval,
                           final Violations violations) {
        if (interval < 1) {
            throw new IllegalArgumentException("interval is " + interval + ", but must be at least 1");
        }
        this.name = name;
        this.machines = machines;
        this.interval = interval;
        this.violations = violations;
        machine = machines.get();
    }

    /**
     * What this one is around.
     *
     * @return the machine under test.
     */
    public StateMachine machine() {
        return machine;
    }

    @Override
    public void onStart(final MachineContext group) {
        machine.onStart(context.first(group));
    }

    @Override
    public boolean usesPayloads() {
        return machine.usesPayloads();
    }

    @Override
    public boolean looksInto(final DirectBuffer header) {
        return machine.looksInto(header);
    }

    @Override
    public void prepare(final Query command, final PayloadNeeds needs) {
        final byte[] before = snapshot(machine);
        machine.prepare(command, needs);
        if (!Arrays.equals(before, snapshot(machine))) {
            violations.report(name + ": prepare has changed the state: " + describe(command));
        }
    }

    @Override
    public void onTimer(final long timerId, final long timeMillis) {
        call("timer " + timerId, each -> each.onTimer(timerId, timeMillis));
    }

    @Override
    public void onSessionOpened(final long sessionId) {
        call("session " + sessionId, each -> each.onSessionOpened(sessionId));
    }

    @Override
    public void onSessionClosed(final long sessionId, final SessionEnd reason) {
        call("session " + sessionId + ", " + reason, each -> each.onSessionClosed(sessionId, reason));
    }

    private void call(final String what, final Consumer<StateMachine> callback) {
        context.begin();
        final RuntimeException failure = outcome(() -> callback.accept(machine));
        if (shadow != null) {
            final RuntimeException shadowFailure = outcome(() -> callback.accept(shadow));
            if (!isSame(failure, shadowFailure)) {
                violations.report(name + ": a machine that was restored from a snapshot does otherwise at " + what
                    + ": " + shadowFailure + ", not " + failure);
                shadow = null;
            }
            compareCalls(what);
        }
        if (failure != null) {
            throw failure;
        }
    }

    private void compareCalls(final String what) {
        if (shadow != null && context.difference() != null) {
            violations.report(name + ": a machine that was restored from a snapshot handles timers differently at "
                + what + ": " + context.difference() + "; the snapshot lacks something");
            shadow = null;
        }
    }

    @Override
    public void apply(final Command command, final Reply reply) {
        applied++;
        RuntimeException failure = null;
        answer.wrap(reply);
        context.begin();
        try {
            machine.apply(command, answer);
        } catch (final RuntimeException e) {
            failure = e;
        }
        if (shadow != null) {
            shadowAnswer.wrap(null);
            compareAnswers("command", command, failure, outcome(() -> shadow.apply(command, shadowAnswer)));
            compareCalls("a command");
        }
        if (applied % interval == 0) {
            renewShadow();
        }
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public void query(final Query query, final Reply reply) {
        RuntimeException failure = null;
        final byte[] before = snapshot(machine);
        answer.wrap(reply);
        context.begin();
        try {
            machine.query(query, answer);
        } catch (final RuntimeException e) {
            failure = e;
        }
        if (!Arrays.equals(before, snapshot(machine))) {
            violations.report(name + ": a query has changed the state: " + describe(query));
        }
        if (shadow != null) {
            shadowAnswer.wrap(null);
            compareAnswers("query", query, failure, outcome(() -> shadow.query(query, shadowAnswer)));
        }
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public void writeSnapshot(final SnapshotWriter out) {
        machine.writeSnapshot(out);
    }

    @Override
    public void readSnapshot(final SnapshotReader in) {
        machine.readSnapshot(in);
        shadow = null;
    }

    private void compareAnswers(final String what, final Query asked, final RuntimeException failure,
                                final RuntimeException shadowFailure) {
        if (!isSame(failure, shadowFailure) || answer.hash() != shadowAnswer.hash()) {
            violations.report(name + ": a machine that was restored from a snapshot answers a " + what
                + " differently: " + describe(shadowAnswer, shadowFailure) + ", not " + describe(answer, failure)
                + "; the snapshot lacks something, or more than state and command decides; " + describe(asked));
            shadow = null;
        }
    }

    private static boolean isSame(final RuntimeException failure, final RuntimeException shadowFailure) {
        return failure == null || shadowFailure == null ? failure == shadowFailure
            : String.valueOf(failure.getMessage()).equals(String.valueOf(shadowFailure.getMessage()));
    }

    private void renewShadow() {
        final byte[] state = snapshot(machine);
        if (!Arrays.equals(state, snapshot(machine))) {
            violations.report(name + ": two snapshots of one state differ, after " + applied + " commands");
        }
        if (shadow != null && !Arrays.equals(state, snapshot(shadow))) {
            violations.report(name + ": a machine that was restored from a snapshot has another state than the one that"
                + " wrote it, after the same " + interval + " commands; the snapshot lacks something, or more than"
                + " state and command decides");
        }
        if (machine.usesPayloads()) {
            return;
        }
        shadow = machines.get();
        shadow.onStart(context.second());
        final MemorySnapshot snapshot = new MemorySnapshot();
        snapshot.write(state, 0, state.length);
        final SnapshotReader reader = snapshot.reader();
        final RuntimeException failure = outcome(() -> shadow.readSnapshot(reader));
        if (failure != null) {
            violations.report(name + ": a snapshot of " + state.length + " bytes cannot be read: " + failure);
            shadow = null;
        } else if (reader.remaining() > 0) {
            violations.report(name + ": " + reader.remaining() + " of " + state.length
                + " bytes of a snapshot are not read");
        } else if (!Arrays.equals(state, snapshot(shadow))) {
            violations.report(name + ": a machine that has read a snapshot writes another one");
        }
    }

    private static RuntimeException outcome(final Runnable action) {
        try {
            action.run();
            return null;
        } catch (final RuntimeException e) {
            return e;
        }
    }

    private static byte[] snapshot(final StateMachine machine) {
        final MemorySnapshot snapshot = new MemorySnapshot();
        machine.writeSnapshot(snapshot);
        return snapshot.bytes();
    }

    private static String describe(final HashingReply reply, final RuntimeException failure) {
        return failure != null ? failure.toString() : reply.toString();
    }

    private String describe(final Query query) {
        final String header = "header " + Hex.of(query.header(), query.header().capacity());
        return usesPayloads() ? header
            : header + ", payload " + Hex.of(query.payload(), query.payload().capacity());
    }
}
