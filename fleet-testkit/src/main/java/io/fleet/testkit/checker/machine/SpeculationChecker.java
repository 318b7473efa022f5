package io.fleet.testkit.checker.machine;

import io.fleet.machine.Command;
import io.fleet.machine.CommandKeys;
import io.fleet.machine.ConcurrentQueries;
import io.fleet.machine.MachineContext;
import io.fleet.machine.Query;
import io.fleet.machine.ReadView;
import io.fleet.machine.Reply;
import io.fleet.machine.SessionEnd;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.SpeculativeMachine;
import io.fleet.machine.StateMachine;
import io.fleet.testkit.checker.Violations;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * A machine that speculates beside one of the same kind that never does, which is given each command in its turn, and
 * nothing before. Reports where they differ (V1 to V7): in an answer to a command or a query, by a view or not; in what
 * they ask of their group; in their states once a command is published, once all drafts are revoked, and where a
 * snapshot is written; and drafts that are there when there must be none.
 *
 * @param <E> what the machine notes of a draft.
 */
public class SpeculationChecker<E> implements SpeculativeMachine<SpeculationChecker.Draft<E>>, ConcurrentQueries {
    private final String name;
    private final SpeculativeMachine<E> machine;
    private final CheckedMachine plain;
    private final StateMachine innermost;
    private final boolean isOfUser;
    private final Violations violations;
    private final ContextCalls context = new ContextCalls();
    private final HashingReply answer = new HashingReply();
    private final HashingReply plainAnswer = new HashingReply();
    private int drafts;

    /**
     * What is noted of a command that is prepared.
     *
     * @param <E> what the machine notes of it.
     */
    public static final class Draft<E> {
        private final KeptCommand whole;
        private final KeptCommand inner;
        private final HashingReply answer = new HashingReply();
        private E effect;
        private RuntimeException failure;

        Draft(final Command command) {
            whole = new KeptCommand(command, 0);
            inner = new KeptCommand(command, CheckedMachine.PREFIX_LENGTH);
        }

        KeptCommand command() {
            return whole;
        }

        HashingReply answer() {
            return answer;
        }

        E effect() {
            return effect;
        }

        boolean hasFailed() {
            return failure != null;
        }
    }

    /**
     * Watches a machine.
     *
     * @param name       who it is for, for messages.
     * @param machine    the machine under test.
     * @param plain      around one that does the same and is never given a draft.
     * @param innermost  that one.
     * @param isOfUser   whether both ask the same of their group, and write no snapshot while there are drafts;
     *                   otherwise the machine under test asks for nothing, and writes what is published at any time.
     * @param violations where it reports.
     */
    public SpeculationChecker(final String name, final SpeculativeMachine<E> machine, final CheckedMachine plain,
                              final StateMachine innermost, final boolean isOfUser, final Violations violations) {
        this.name = name;
        this.machine = machine;
        this.plain = plain;
        this.innermost = innermost;
        this.isOfUser = isOfUser;
        this.violations = violations;
    }

    /** The plain one asks the group, and the other is answered alike. */
    @Override
    public void onStart(final MachineContext group) {
        plain.onStart(context.first(group));
        if (isOfUser) {
            machine.onStart(context.second());
        }
    }

    @Override
    public void keys(final Command command, final CommandKeys keys) {
        machine.keys(new KeptCommand(command, CheckedMachine.PREFIX_LENGTH), keys);
    }

    /** What it throws is thrown when it is published: then the plain one throws, too. */
    @Override
    public Draft<E> prepare(final Command command, final Reply reply) {
        final Draft<E> draft = new Draft<>(command);
        draft.answer.wrap(reply);
        try {
            draft.effect = machine.prepare(draft.inner, draft.answer);
        } catch (final RuntimeException e) {
            draft.failure = e;
        }
        drafts++;
        compareStates("a command was prepared");
        return draft;
    }

    /** A draft was made of what came from elsewhere. */
    Draft<E> inserted(final Draft<E> draft, final E effect) {
        requireNoDrafts("an effect that is inserted");
        draft.effect = effect;
        drafts++;
        compareStates("an effect was inserted");
        return draft;
    }

    @Override
    public final void publish(final Draft<E> draft, final Reply reply) {
        if (draft.whole.lsn() != context.lsn()) {
            violations.report(name + ": at LSN " + context.lsn() + " a command of LSN " + draft.whole.lsn()
                + " is published (V3, V8)");
        }
        drafts--;
        context.begin();
        plainAnswer.wrap(null);
        final RuntimeException plainFailure = outcome(() -> plain.apply(draft.whole, plainAnswer));
        draft.answer.goOn(reply);
        final RuntimeException failure = draft.failure != null ? draft.failure
            : outcome(() -> machine.publish(draft.effect, draft.answer));
        compare("a command at LSN " + draft.whole.lsn(), draft.answer, failure, plainFailure);
        compareCalls("a command");
        compareStates("a command was published");
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public void revoke(final Draft<E> draft) {
        drafts--;
        if (draft.failure == null) {
            machine.revoke(draft.effect);
        }
        compareStates("a command was revoked");
    }

    private void compare(final String what, final HashingReply itsAnswer, final RuntimeException failure,
                         final RuntimeException plainFailure) {
        final boolean isSame = failure == null && plainFailure == null
            ? itsAnswer.hash() == plainAnswer.hash()
            : failure != null && plainFailure != null
                && Objects.equals(failure.getMessage(), plainFailure.getMessage());
        if (!isSame) {
            violations.report(name + ": a machine that speculates answers " + what + " with "
                + (failure == null ? itsAnswer : failure) + ", and one that does not with "
                + (plainFailure == null ? plainAnswer : plainFailure));
        }
    }

    private void compareCalls(final String what) {
        if (isOfUser && context.difference() != null) {
            violations.report(name + ": a machine that speculates handles timers differently at " + what + ": "
                + context.difference());
        }
    }

    private void compareStates(final String when) {
        if (isOfUser && drafts > 0) {
            return;
        }
        if (!Arrays.equals(snapshot(machine), snapshot(innermost))) {
            violations.report(name + ": a machine that speculates has another state than one that does not, after "
                + when + ", with " + drafts + " drafts");
        }
        if (machine.stateDigest() != innermost.stateDigest()) {
            violations.report(name + ": a machine that speculates has another digest of its state, after " + when);
        }
    }

    private static byte[] snapshot(final StateMachine machine) {
        final MemorySnapshot snapshot = new MemorySnapshot();
        machine.writeSnapshot(snapshot);
        return snapshot.bytes();
    }

    private static RuntimeException outcome(final Runnable action) {
        try {
            action.run();
            return null;
        } catch (final RuntimeException e) {
            return e;
        }
    }

    private void both(final String what, final Consumer<StateMachine> callback) {
        requireNoDrafts(what);
        context.begin();
        final RuntimeException plainFailure = outcome(() -> callback.accept(plain));
        outcome(() -> callback.accept(machine));
        compareCalls(what);
        compareStates(what);
        if (plainFailure != null) {
            throw plainFailure;
        }
    }

    private void requireNoDrafts(final String what) {
        if (drafts != 0) {
            violations.report(name + ": there are " + drafts + " drafts at " + what + " (V4, V5, V6)");
        }
    }

    @Override
    public void onTimer(final long timerId, final long timeMillis) {
        both("timer " + timerId, each -> each.onTimer(timerId, timeMillis));
    }

    @Override
    public void onSessionOpened(final long sessionId) {
        both("the beginning of session " + sessionId, each -> each.onSessionOpened(sessionId));
    }

    @Override
    public void onSessionClosed(final long sessionId, final SessionEnd reason) {
        both("the end of session " + sessionId, each -> each.onSessionClosed(sessionId, reason));
    }

    @Override
    public void query(final Query query, final Reply reply) {
        context.begin();
        plainAnswer.wrap(null);
        final RuntimeException plainFailure = outcome(() -> plain.query(query, plainAnswer));
        answer.wrap(reply);
        final RuntimeException failure =
            outcome(() -> machine.query(new InnerQuery(query, CheckedMachine.PREFIX_LENGTH), answer));
        compare("a query after LSN " + query.lsn(), answer, failure, plainFailure);
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public boolean isLong(final Query query) {
        return machine instanceof ConcurrentQueries && plain.isLong(query);
    }

    @Override
    public ReadView view() {
        final ReadView view = ((ConcurrentQueries) machine).view();
        final ReadView other = plain.view();
        return new ReadView() {
            @Override
            public void query(final Query query, final Reply reply) {
                plainAnswer.wrap(null);
                final RuntimeException plainFailure = outcome(() -> other.query(query, plainAnswer));
                answer.wrap(reply);
                final RuntimeException failure =
                    outcome(() -> view.query(new InnerQuery(query, CheckedMachine.PREFIX_LENGTH), answer));
                compare("a query of a view", answer, failure, plainFailure);
                if (failure != null) {
                    throw failure;
                }
            }

            @Override
            public void close() {
                other.close();
                view.close();
            }
        };
    }

    @Override
    public void writeSnapshot(final SnapshotWriter out) {
        requireNoDrafts("a snapshot");
        compareStates("all before a snapshot");
        plain.writeSnapshot(out);
    }

    @Override
    public void readSnapshot(final SnapshotReader in) {
        requireNoDrafts("a snapshot that is read");
        plain.readSnapshot(in);
        final MemorySnapshot state = new MemorySnapshot();
        innermost.writeSnapshot(state);
        machine.readSnapshot(state.reader());
    }
}
