package io.fleet.testkit.workload;

import io.fleet.machine.Command;
import io.fleet.machine.ConcurrentQueries;
import io.fleet.machine.MachineContext;
import io.fleet.machine.PayloadNeeds;
import io.fleet.machine.Query;
import io.fleet.machine.ReadView;
import io.fleet.machine.Reply;
import io.fleet.machine.SessionEnd;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;
import io.fleet.testkit.checker.Violations;
import io.fleet.testkit.sim.SimHash;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.agrona.DirectBuffer;

/**
 * A machine around another one that sets and takes back timers, as commands, timers and sessions decide by their
 * bytes, and holds the group to what {@link MachineContext} and the callbacks of {@link StateMachine} promise: it knows
 * itself which timers there must be and which sessions are open. Reports
 * <ul>
 * <li>a timer that fires early, twice, out of order, after it was taken back, or not before the next command;</li>
 * <li>a session that is opened or ended twice, and a command of a session that is not open.</li>
 * </ul>
 * What it is told, and when, becomes part of its state, so replicas that were told differently differ.
 */
public final class TimedMachine implements StateMachine, ConcurrentQueries {
    private static final int TIMERS = 32;
    private static final int LATEST_MILLIS = 400;
    private static final int PAST_MILLIS = 20;

    private final StateMachine machine;
    private final int timerPercent;
    private final String name;
    private final Violations violations;
    private final Map<Long, Long> timers = new TreeMap<>();
    private final TreeSet<Long> sessions = new TreeSet<>();
    private MachineContext context;
    private long told = SimHash.START;

    /**
     * Wraps a machine.
     *
     * @param machine      is given commands and queries as they are.
     * @param timerPercent how many in a hundred commands, and ends and beginnings of sessions, concern timers.
     * @param name         who this is, for messages.
     * @param violations   where it reports.
     */
    public TimedMachine(final StateMachine machine, final int timerPercent, final String name,
                        final Violations violations) {
        this.machine = machine;
        this.timerPercent = timerPercent;
        this.name = name;
        this.violations = violations;
    }

    @Override
    public void onStart(final MachineContext newContext) {
        context = newContext;
        machine.onStart(newContext);
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
        machine.prepare(command, needs);
    }

    @Override
    public void apply(final Command command, final Reply reply) {
        final long now = command.timeMillis();
        timers.forEach((id, deadline) -> {
            if (deadline <= now) {
                report("timer " + id + " with deadline " + deadline + " has not fired before a command at " + now);
            }
        });
        if (!sessions.contains(command.sessionId())) {
            report("a command of session " + command.sessionId() + ", but open are " + sessions);
        }
        final long hash = SimHash.mix(SimHash.mix(command.sequence(), payloadLength(command)), command.header(),
            0, command.header().capacity());
        mayConcernTimers(hash);
        machine.apply(command, reply);
    }

    private int payloadLength(final Command command) {
        return machine.usesPayloads() ? command.handle().length() : command.payload().capacity();
    }

    @Override
    public void query(final Query query, final Reply reply) {
        machine.query(query, reply);
    }

    @Override
    public boolean isLong(final Query query) {
        return machine instanceof ConcurrentQueries concurrent && concurrent.isLong(query);
    }

    @Override
    public ReadView view() {
        return ((ConcurrentQueries) machine).view();
    }

    @Override
    public void onTimer(final long timerId, final long timeMillis) {
        final Long deadline = timers.remove(timerId);
        if (deadline == null || deadline > timeMillis) {
            report("timer " + timerId + " fires at " + timeMillis + ", but is "
                + (deadline == null ? "not scheduled" : "due at " + deadline));
            return;
        }
        timers.forEach((id, other) -> {
            if (other < deadline || other.equals(deadline) && id < timerId) {
                report("timer " + timerId + " with deadline " + deadline + " fires before timer " + id
                    + " with deadline " + other);
            }
        });
        tell(timerId, timeMillis);
        if ((told & 3) == 0) {
            change(told);
        }
        machine.onTimer(timerId, timeMillis);
    }

    @Override
    public void onSessionOpened(final long sessionId) {
        if (!sessions.add(sessionId)) {
            report("session " + sessionId + " is opened a second time");
        }
        tell(sessionId, context.timeMillis());
        mayConcernTimers(told);
    }

    @Override
    public void onSessionClosed(final long sessionId, final SessionEnd reason) {
        if (!sessions.remove(sessionId)) {
            report("session " + sessionId + " ends as " + reason + ", but open are " + sessions);
        }
        tell(sessionId, reason.ordinal());
        mayConcernTimers(told);
    }

    @Override
    public void writeSnapshot(final SnapshotWriter out) {
        out.writeLong(told);
        out.writeInt(sessions.size());
        sessions.forEach(out::writeLong);
        out.writeInt(timers.size());
        timers.forEach((id, deadline) -> {
            out.writeLong(id);
            out.writeLong(deadline);
        });
        machine.writeSnapshot(out);
    }

    @Override
    public void readSnapshot(final SnapshotReader in) {
        told = in.readLong();
        sessions.clear();
        for (int left = in.readInt(); left > 0; left--) {
            sessions.add(in.readLong());
        }
        timers.clear();
        for (int left = in.readInt(); left > 0; left--) {
            final long id = in.readLong();
            timers.put(id, in.readLong());
        }
        machine.readSnapshot(in);
    }

    /**
     * When the next timer is due.
     *
     * @return log time in milliseconds; {@link Long#MAX_VALUE} where there is no timer.
     */
    public long nextDeadline() {
        return timers.values().stream().mapToLong(Long::longValue).min().orElse(Long.MAX_VALUE);
    }

    /**
     * What this one is around.
     *
     * @return the machine.
     */
    public StateMachine machine() {
        return machine;
    }

    private void tell(final long what, final long when) {
        told = SimHash.mix(SimHash.mix(told, what), when);
    }

    private void mayConcernTimers(final long hash) {
        if ((hash >>> 1) % 100 < timerPercent) {
            change(hash);
        }
    }

    private void change(final long hash) {
        final long id = hash >>> 8 & TIMERS - 1;
        if ((hash >>> 16 & 7) == 0) {
            if (context.cancel(id) != (timers.remove(id) != null)) {
                report("timer " + id + " was taken back, and the group knows otherwise");
            }
            return;
        }
        final long now = context.timeMillis();
        final long deadline = now - PAST_MILLIS + (hash >>> 24) % (PAST_MILLIS + LATEST_MILLIS);
        if (context.isScheduled(id) != timers.containsKey(id)) {
            report("timer " + id + " is scheduled, or not, and the group knows otherwise");
        }
        context.schedule(id, deadline);
        timers.put(id, Math.max(deadline, now + 1));
    }

    private void report(final String what) {
        violations.report(name + ": " + what);
    }
}
