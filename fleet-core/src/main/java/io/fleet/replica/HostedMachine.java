package io.fleet.replica;

import io.fleet.consensus.GroupCounters;
import io.fleet.error.MachineFailedError;
import io.fleet.error.SnapshotFailedException;
import io.fleet.error.SnapshotFormatException;
import io.fleet.error.TooManyTimersException;
import io.fleet.machine.Command;
import io.fleet.machine.MachineContext;
import io.fleet.machine.Payloads;
import io.fleet.machine.Query;
import io.fleet.machine.Reply;
import io.fleet.machine.SessionEnd;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.SpeculativeMachine;
import io.fleet.machine.StateMachine;
import io.fleet.replica.MachinePayloads.Stage;
import io.fleet.replica.digest.ExecutionDigest;
import io.fleet.replica.timer.TimerTable;
import io.fleet.session.SessionListener;
import io.fleet.storage.coverage.CoverageMark;
import java.util.HashSet;
import java.util.Set;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The state machine as the log sees it: commands, and what happens between them, timers and ends of sessions, in an
 * order that is a function of the log alone (S9, S11). It is also what the machine may ask of its group, and lets it do
 * so only while it is called in the order of the log.
 */
final class HostedMachine implements MachineContext, SessionListener {
    private static final CoverageMark FIRED = CoverageMark.named("hosted-machine.timer-fired");
    private static final CoverageMark PAST = CoverageMark.named("hosted-machine.timer-scheduled-for-the-past");
    private static final CoverageMark FULL = CoverageMark.named("hosted-machine.too-many-timers");
    private static final CoverageMark FAILED = CoverageMark.named("hosted-machine.callback-failed");

    private static final CoverageMark ENDED = CoverageMark.named("hosted-machine.error-ends-the-node");
    private static final CoverageMark SURVIVED = CoverageMark.named("hosted-machine.error-of-a-query");

    private final StateMachine machine;
    private final TimerTable timers;
    private final MachinePayloads payloads;
    private final ExecutionDigest digest = new ExecutionDigest();
    private final ReplyTemplate template = new ReplyTemplate();
    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);
    private final GroupCounters counters;
    private final CallbackFailures failures;
    /** The callbacks whose first failure was told. */
    private final Set<String> toldOnce = new HashSet<>();
    private long lsn;
    private long timeMillis;
    private boolean running;

    /** No payloads where the machine does not use handles. */
    HostedMachine(final StateMachine machine, final TimerTable timers, final MachinePayloads payloads,
                  final GroupCounters counters, final CallbackFailures failures) {
        this.machine = machine;
        this.payloads = payloads;
        this.timers = timers;
        this.counters = counters;
        this.failures = failures;
    }

    /** Makes the machine known to itself; before anything else. */
    HostedMachine start() {
        machine.onStart(this);
        return this;
    }

    StateMachine machine() {
        return machine;
    }

    /** Which group it is the machine of, for messages. */
    String group() {
        return failures.group();
    }

    TimerTable timers() {
        return timers;
    }

    /** Null where the machine does not use handles. */
    MachinePayloads handles() {
        return payloads;
    }

    /** What it has done; written as it does it. */
    ExecutionDigest digest() {
        return digest;
    }

    /** All of an entry was applied. */
    void applied(final long entryLsn) {
        if (digest.isAtEnd(entryLsn)) {
            endWindow(entryLsn);
        }
    }

    /**
     * What the machine throws is told to the operator, and the window has no digest: others would have thrown alike.
     * The log is not being applied, so the machine may call neither its timers nor payloads.
     */
    private void endWindow(final long entryLsn) {
        final long state;
        try {
            state = machine.stateDigest();
        } catch (final Exception e) {
            failed("stateDigest", entryLsn, e);
            return;
        } catch (final Error e) {
            throw ended("stateDigest", 0, e);
        }
        digest.end(entryLsn, state);
    }

    /** The log has come to an entry. */
    void at(final long entryLsn, final long entryTimeMillis) {
        digest.begin(entryLsn, entryTimeMillis);
        lsn = entryLsn;
        timeMillis = entryTimeMillis;
        if (payloads != null) {
            payloads.at(entryLsn);
        }
    }

    /** The machine is called in the order of the log. */
    private void begin(final Stage stage) {
        running = true;
        stage(stage);
    }

    private void end() {
        running = false;
        stage(Stage.IDLE);
    }

    private void stage(final Stage stage) {
        if (payloads != null) {
            payloads.stage(stage);
        }
    }

    /** Fires what is due. What a callback schedules is due later, so this ends. */
    void fireTimers() {
        while (timers.isDue(timeMillis)) {
            FIRED.hit();
            counters.timersFired.increment();
            onTimer(timers.poll());
        }
    }

    private void onTimer(final long timerId) {
        digest.add(timerId);
        begin(Stage.CALLED_BACK);
        try {
            machine.onTimer(timerId, timeMillis);
        } catch (final Exception e) {
            failed("onTimer", timerId, e);
        } catch (final Error e) {
            throw ended("onTimer of timer " + timerId, 0, e);
        } finally {
            end();
        }
    }

    void apply(final Command command, final Reply reply) {
        begin(Stage.APPLYING);
        try {
            machine.apply(command, reply);
        } catch (final Error e) {
            throw ended("apply", command.sessionId(), e);
        } finally {
            end();
        }
    }

    /** It is the turn of a command that was prepared. */
    <E> void publish(final SpeculativeMachine<E> drafts, final E effect, final long sessionId, final Reply reply) {
        begin(Stage.APPLYING);
        try {
            drafts.publish(effect, reply);
        } catch (final Error e) {
            throw ended("publish", sessionId, e);
        } finally {
            end();
        }
    }

    void query(final Query query, final Reply reply) {
        stage(Stage.ASKED);
        try {
            machine.query(query, reply);
        } finally {
            stage(Stage.IDLE);
        }
    }

    /** Whether the machine looks into a command's payload; one that cannot tell throws when the command is applied. */
    boolean looksInto(final DirectBuffer header) {
        try {
            return machine.looksInto(header);
        } catch (final Exception e) {
            return false;
        } catch (final Error e) {
            throw ended("looksInto", 0, e);
        }
    }

    void writeSnapshot(final SnapshotWriter out) {
        stage(Stage.SNAPSHOT);
        try {
            machine.writeSnapshot(out);
        } catch (final Error e) {
            if (MachineFailedError.endsTheNode(e)) {
                throw e;
            }
            throw new SnapshotFailedException("the state machine threw " + e
                + " in writeSnapshot, which changes nothing", e);
        } finally {
            stage(Stage.IDLE);
        }
    }

    void readSnapshot(final SnapshotReader in) {
        stage(Stage.SNAPSHOT);
        try {
            machine.readSnapshot(in);
        } catch (final Error e) {
            throw ended("readSnapshot", 0, e);
        } finally {
            stage(Stage.IDLE);
        }
    }

    @Override
    public Payloads payloads() {
        return payloads == null ? MachineContext.super.payloads() : payloads;
    }

    @Override
    public void onReplyDropped(final byte[] reply, final int length) {
        view.wrap(reply, 0, length);
        template.wrap(view, 0, length);
        for (int i = template.references() - 1; i >= 0; i--) {
            payloads.release(template.handle(i));
        }
    }

    /** Where values are split, what is referred to is on disks. */
    @Override
    public long bytesReferredTo(final byte[] reply, final int length) {
        if (payloads.table().isSplit()) {
            return 0;
        }
        view.wrap(reply, 0, length);
        template.wrap(view, 0, length);
        long bytes = 0;
        for (int i = template.references() - 1; i >= 0; i--) {
            bytes += template.handle(i).length();
        }
        return bytes;
    }

    @Override
    public void onReplyRestored(final byte[] reply, final int length) {
        view.wrap(reply, 0, length);
        template.wrap(view, 0, length);
        boolean isSound = payloads != null && template.isSound();
        for (int i = isSound ? template.references() - 1 : -1; i >= 0; i--) {
            isSound &= payloads.isSound(template.handle(i));
        }
        if (!isSound) {
            throw new SnapshotFormatException("the session table of a snapshot has a reply of " + length
                + " bytes that refers to payloads, but not to such that are placed");
        }
    }

    void onSessionOpened(final long sessionId) {
        digest.add(sessionId);
        begin(Stage.CALLED_BACK);
        try {
            machine.onSessionOpened(sessionId);
        } catch (final Exception e) {
            failed("onSessionOpened", sessionId, e);
        } catch (final Error e) {
            throw ended("onSessionOpened", sessionId, e);
        } finally {
            end();
        }
    }

    @Override
    public void onSessionEnded(final long sessionId, final boolean expired) {
        digest.add(sessionId);
        begin(Stage.CALLED_BACK);
        try {
            machine.onSessionClosed(sessionId, expired ? SessionEnd.EXPIRED : SessionEnd.CLOSED);
        } catch (final Exception e) {
            failed("onSessionClosed", sessionId, e);
        } catch (final Error e) {
            throw ended("onSessionClosed", sessionId, e);
        } finally {
            end();
        }
    }

    @Override
    public long timeMillis() {
        check("timeMillis");
        return timeMillis;
    }

    @Override
    public long lsn() {
        check("lsn");
        return lsn;
    }

    @Override
    public void schedule(final long timerId, final long deadlineMillis) {
        check("schedule");
        digest.add(timerId);
        digest.add(deadlineMillis);
        if (deadlineMillis <= timeMillis) {
            PAST.hit();
        }
        final long soonest = timeMillis < TimerTable.NONE ? timeMillis + 1 : TimerTable.NONE;
        if (!timers.schedule(timerId, Math.max(deadlineMillis, soonest))) {
            FULL.hit();
            throw new TooManyTimersException("timer " + timerId + " cannot be scheduled for " + deadlineMillis
                + ": there are " + timers.size() + " timers, and must be no more than " + MAX_TIMERS);
        }
    }

    @Override
    public boolean cancel(final long timerId) {
        check("cancel");
        digest.add(timerId);
        return timers.cancel(timerId);
    }

    @Override
    public boolean isScheduled(final long timerId) {
        check("isScheduled");
        return timers.contains(timerId);
    }

    private void check(final String method) {
        if (!running) {
            throw new IllegalStateException(method + " was called while the log is not being applied: a machine may"
                + " call it in apply, onTimer, onSessionOpened and onSessionClosed only");
        }
    }

    /** Whether it is the first time that this is asked: what may fail for each command is told to the operator once. */
    boolean isFirstFailure(final String callback) {
        return toldOnce.add(callback);
    }

    /** An exception is deterministic input here too; nobody waits for an answer, so it is told to the operator. */
    void failed(final String callback, final long id, final Exception failure) {
        FAILED.hit();
        counters.callbackFailures.increment();
        failures.onCallbackFailed(callback, id, failure);
    }

    /**
     * An error hangs on the node, not on the log alone: another replica may have gone on, so this one must not. Told
     * here, since the virtual machine may not get far.
     */
    MachineFailedError ended(final String method, final long sessionId, final Error error) {
        ENDED.hit();
        failures.onError(method, lsn, sessionId, true, error);
        return new MachineFailedError(failures.group() + ": the state machine threw " + error + " in " + method
            + " at LSN " + lsn + (sessionId == 0 ? "" : ", session " + sessionId), error);
    }

    /** A query threw on the node's thread, which changes no state: its caller is told, and of an error the operator. */
    void survive(final String method, final long atLsn, final long sessionId, final Throwable thrown) {
        survive(method, atLsn, sessionId, thrown, true);
    }

    /** As {@link #survive}, of a query that another thread executed; it shared nothing with this one. */
    void surviveElsewhere(final String method, final long atLsn, final Throwable thrown) {
        survive(method, atLsn, 0, thrown, false);
    }

    private void survive(final String method, final long atLsn, final long sessionId, final Throwable thrown,
                         final boolean onItsThread) {
        if (thrown instanceof Error) {
            final Error error = (Error) thrown;
            if (onItsThread ? MachineFailedError.endsTheNodeOnItsThread(error)
                : MachineFailedError.endsTheNode(error)) {
                failures.onError(method, atLsn, sessionId, true, error);
                throw error;
            }
            SURVIVED.hit();
            failures.onError(method, atLsn, sessionId, false, error);
        }
    }
}
