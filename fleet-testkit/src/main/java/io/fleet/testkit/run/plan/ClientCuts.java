package io.fleet.testkit.run.plan;

import io.fleet.testkit.fault.Fault;
import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.fault.NetworkFaults;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Cuts the clients of other processes off from one node of a drawn run, or from one after the other, for long: one way
 * or both ways, and in half of the cases so that the node's transport takes nothing for them. They go on through the
 * other nodes, so that the node has more and more answers that it cannot give. Pure functions.
 */
final class ClientCuts {
    private static final int PERCENT = 8;
    private static final int MOST = 3;

    private ClientCuts() {
    }

    static RunPlan in(final RunPlan plan, final SplittableRandom random) {
        final Workload work = plan.workload();
        if (random.nextInt(100) >= PERCENT || work.embedded() == work.clients()) {
            return plan;
        }
        final List<Fault> faults = new ArrayList<>();
        final int count = 1 + random.nextInt(MOST);
        final long eachNs = work.spanNs() / count;
        for (int i = 0; i < count; i++) {
            final long lateNs = random.nextLong(1 + eachNs / 4);
            final int way = 1 + random.nextInt(NetworkFaults.TO_CLIENTS | NetworkFaults.FROM_CLIENTS);
            faults.add(new Fault(FaultKind.CLIENTS_CUT_OFF, i * eachNs + lateNs, eachNs - lateNs,
                random.nextInt(plan.config().nodes()), random.nextBoolean() ? way | NetworkFaults.REFUSED : way, 0));
        }
        return plan.withFaults(plan.faults().with(faults));
    }
}
