package io.fleet.verify.crashpoint.machine;

import io.fleet.testkit.checker.Violations;
import io.fleet.testkit.sim.SimHash;
import io.fleet.testkit.sim.SimulatedCrash;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Stands at the operations of the machines that fail together and strikes at the planned ones: the first is counted
 * from the start, the second from the restart after the first. Without a plan for what comes next it lists the points
 * that there are.
 */
public final class Tripwire implements OperationGate {
    private final Outage outage;
    private final List<CrashPlan> plans;
    private final LongSupplier progress;
    private final List<Found> found = new ArrayList<>();
    private final Set<Long> known = new HashSet<>();
    private long count;
    private int struck;
    private boolean listening = true;

    /** A point that was passed; {@code isNew} when no earlier one leaves the same behind in the same world. */
    public record Found(CrashPlan plan, DiskStep operation, boolean isNew) {
    }

    /**
     * Sets a wire.
     *
     * @param plans    first and second crash; empty to list the first ones, with one to list the second ones.
     * @param progress a number that changes with everything that happens elsewhere.
     */
    public Tripwire(final Outage outage, final List<CrashPlan> plans, final LongSupplier progress) {
        this.outage = outage;
        this.plans = plans;
        this.progress = progress;
    }

    /** How many of the planned crashes have happened. */
    public int struck() {
        return struck;
    }

    public long count() {
        return count;
    }

    public List<Found> found() {
        return found;
    }

    /** A planned crash that did not come means that a run is not determined by its script. */
    public void requireAllStruck(final Violations violations) {
        if (struck < plans.size() && violations.isEmpty()) {
            violations.report("point " + plans.get(struck) + " was not reached: there are only " + count
                + " operations");
        }
    }

    /** Whether what happens is counted, until a crash. */
    public void listening(final boolean isListening) {
        listening = isListening && struck == 0;
    }

    /** The machines start again: operations are counted from here, as far as there is a second level. */
    public void restarted() {
        listening = struck <= plans.size() && struck < 2;
        count = 0;
    }

    /** Recovery is over. */
    public void recovered() {
        listening = listening && struck == 0;
    }

    @Override
    public void at(final CrashMachine machine, final DiskStep passing, final CrashMoment moment) {
        if (!listening) {
            return;
        }
        count += moment == CrashMoment.BEFORE ? 1 : 0;
        if (struck == plans.size()) {
            list(passing, moment);
            return;
        }
        final CrashPlan plan = plans.get(struck);
        if (plan.operation() == count && plan.moment() == moment) {
            final List<Survival> survivals = outage.survivals(moment);
            if (plan.choice() >= survivals.size()) {
                throw new IllegalStateException("point " + plan + " has only " + survivals.size() + " choices");
            }
            outage.strike(survivals.get(plan.choice()));
            struck++;
            listening = false;
            throw new SimulatedCrash(machine.name() + " went at " + plan);
        }
    }

    private void list(final DiskStep passing, final CrashMoment moment) {
        final List<Survival> survivals = outage.survivals(moment);
        for (int i = 0; i < survivals.size(); i++) {
            final Outage copy = new Outage(outage.machines().stream().map(CrashMachine::copy).toList());
            copy.strike(survivals.get(i));
            long left = SimHash.mix(SimHash.START, progress.getAsLong());
            for (final CrashMachine machine : copy.machines()) {
                left = SimHash.mix(left, machine.fingerprint());
            }
            found.add(new Found(new CrashPlan(count, moment, i), passing, known.add(left)));
        }
    }
}
