package io.fleet.testkit.run;

import io.fleet.testkit.disk.DamageCounters;
import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.fault.FaultPlan;
import io.fleet.testkit.fault.FaultPlanConfig;
import io.fleet.testkit.sim.RandomStreams;
import io.fleet.testkit.sim.SimTrace;
import io.fleet.testkit.workload.RegisterService;
import java.util.EnumSet;
import java.util.Set;

/** Runs with disk faults only, or with all kinds: {@code FIRST COUNT [KIND,... | all | disks] [trace]}. */
public final class DiskFaultSeeds {
    private static final long MS = 1_000_000L;

    private DiskFaultSeeds() {
    }

    public static void main(final String[] args) {
        final long first = Long.parseLong(args[0]);
        final long count = Long.parseLong(args[1]);
        final DamageCounters sum = new DamageCounters();
        int failed = 0;
        for (long seed = first; seed < first + count; seed++) {
            final SeedResult result = new SeedRun<>(plan(seed, kinds(args[2])),
                args.length > 3 ? new SimTrace(System.out) : new SimTrace(), new RegisterService()).run();
            sum.add(result.damage());
            if (!result.passed()) {
                failed++;
                final String text = result.violations().get(0);
                System.out.println("seed " + seed + " FAILED: "
                    + (args.length > 3 ? text : text.substring(0, Math.min(700, text.length()))));
            }
        }
        System.out.print(sum.table());
        System.out.println(failed + " of " + count + " failed");
    }

    static RunPlan plan(final long seed, final Set<FaultKind> kinds) {
        final RunPlan drawn = RunPlan.draw(seed);
        final FaultPlanConfig config = new FaultPlanConfig(drawn.config().nodes(), 20, Math.min(5, kinds.size()),
            200 * MS, 6_000 * MS, kinds);
        return drawn.withFaults(FaultPlan.draw(config, new RandomStreams(seed).stream("disk faults", 0)));
    }

    static Set<FaultKind> kinds(final String text) {
        final EnumSet<FaultKind> kinds = EnumSet.noneOf(FaultKind.class);
        if (text.equals("all") || text.equals("disks")) {
            kinds.addAll(EnumSet.allOf(FaultKind.class));
            kinds.removeIf(kind -> text.equals("disks") && !kind.isOfDisk() || kind == FaultKind.WIPE_MANY);
            return kinds;
        }
        for (final String name : text.split(",")) {
            kinds.add(FaultKind.valueOf(name));
        }
        return kinds;
    }
}
