package io.fleet.verify.shrink;

import io.fleet.testkit.fault.Fate;
import io.fleet.testkit.fault.Fault;
import io.fleet.testkit.run.plan.PlannedOperation;
import io.fleet.testkit.run.plan.RunPlan;
import io.fleet.testkit.run.plan.SeedConfig;
import io.fleet.testkit.run.plan.Workload;
import io.fleet.testkit.sim.Accident;
import java.util.List;

/**
 * A run as text, one line for each element:
 * <pre>
 * fleet-script 1
 * # what it shows
 * seed 17
 * nodes 3
 * survivors 0 2
 * set windowEntries 16
 * clients 6 embedded 3
 * span 900000000
 * fault KILL at 200000000 for 1000000 target 1
 * operations given
 * operation 4 at 350000000 ballast 12: add 3 7
 * accidents given
 * accident LOSS 0 to 1 number 57
 * </pre>
 * Times are virtual nanoseconds. {@code set} lines are there for settings that differ from {@link SeedConfig#plain()}
 * only, {@code set code 3/2} first of them where the group is coded, {@code timers 20} where so many in a hundred
 * commands concern timers, and {@code others SLOW} or {@code others CUT_OFF} where those who do not survive are not
 * dead. Instead of given operations a script may say {@code operations drawn 1200 concurrency 8 big 0}, instead of
 * given accidents {@code accidents drawn}. Empty lines and those that begin with {@code #} mean nothing.
 */
public final class Script {
    /** The version that is written and read. */
    public static final int VERSION = 1;
    /** How the first line begins. */
    static final String MAGIC = "fleet-script";

    private Script() {
    }

    /**
     * Writes a plan.
     *
     * @param plan     the plan.
     * @param comments lines to begin with, without the sign of a comment.
     * @return the text.
     */
    public static String write(final RunPlan plan, final List<String> comments) {
        final StringBuilder text = new StringBuilder();
        line(text, MAGIC + ' ' + VERSION);
        comments.forEach(comment -> comment.lines().forEach(each -> line(text, "# " + each)));
        line(text, "seed " + plan.seed());
        line(text, "nodes " + plan.config().nodes());
        final StringBuilder survivors = new StringBuilder("survivors");
        for (int node = 0; node < plan.config().nodes(); node++) {
            survivors.append(plan.faults().survives(node) ? " " + node : "");
        }
        line(text, survivors.toString());
        if (plan.faults().fate() != Fate.DEAD) {
            line(text, "others " + plan.faults().fate());
        }
        for (final Setting setting : Setting.ALL) {
            final String value = setting.get().apply(plan.config());
            if (!value.equals(setting.get().apply(SeedConfig.plain()))) {
                line(text, "set " + setting.name() + ' ' + value);
            }
        }
        final Workload workload = plan.workload();
        line(text, "clients " + workload.clients() + " embedded " + workload.embedded());
        line(text, "span " + workload.spanNs());
        if (workload.timerPercent() > 0) {
            line(text, "timers " + workload.timerPercent());
        }
        if (workload.quorumPercent() > 0) {
            line(text, "quorum-reads " + workload.quorumPercent());
        }
        if (workload.stalePercent() > 0) {
            line(text, "stale-reads " + workload.stalePercent());
        }
        if (workload.handles()) {
            line(text, "handles");
        }
        if (workload.keptPercent() > 0) {
            line(text, "kept-sessions " + workload.keptPercent());
        }
        plan.faults().faults().forEach(fault -> line(text, write(fault)));
        line(text, "operations " + (workload.operations() == null ? "drawn " + workload.commands() + " concurrency "
            + workload.concurrency() + " big " + workload.bigPercent() : "given"));
        if (workload.operations() != null) {
            workload.operations().forEach(operation -> line(text, write(operation)));
        }
        line(text, "accidents " + (plan.accidents() == null ? "drawn" : "given"));
        if (plan.accidents() != null) {
            plan.accidents().forEach(accident -> line(text, write(accident)));
        }
        return text.toString();
    }

    /**
     * Reads a plan.
     *
     * @param text what {@link #write} wrote, or a person.
     * @return the plan.
     * @throws ScriptException that names the line and says what is wrong with it.
     */
    public static RunPlan read(final String text) {
        return new ScriptReader().read(text.lines().toList());
    }

    private static String write(final Fault fault) {
        return "fault " + fault.kind() + " at " + fault.atNs() + " for " + fault.durationNs()
            + (fault.target() == Fault.NONE ? "" : " target " + fault.target())
            + (fault.other() == Fault.NONE ? "" : " other " + fault.other())
            + (fault.strength() == 0 ? "" : " strength " + fault.strength());
    }

    private static String write(final PlannedOperation operation) {
        return "operation " + operation.client() + " at " + operation.atNs() + " ballast " + operation.ballast() + ": "
            + operation.text();
    }

    private static String write(final Accident accident) {
        return "accident " + accident.kind() + ' ' + accident.from()
            + (accident.to() == Accident.NOBODY ? "" : " to " + accident.to()) + " number " + accident.number()
            + (accident.value() == 0 ? "" : " value " + accident.value());
    }

    private static void line(final StringBuilder text, final String line) {
        text.append(line).append('\n');
    }
}
