package io.fleet.verify.crashpoint;

import io.fleet.testkit.sim.SimHash;
import io.fleet.verify.crashpoint.machine.CrashMachine;
import io.fleet.verify.crashpoint.machine.CrashMoment;
import io.fleet.verify.crashpoint.machine.DiskStep;
import io.fleet.verify.crashpoint.machine.OperationGate;
import io.fleet.verify.crashpoint.machine.Outage;
import io.fleet.verify.crashpoint.machine.PointFilter;
import io.fleet.verify.crashpoint.machine.Survival;
import io.fleet.verify.crashpoint.machine.WorkloadResult;
import io.fleet.verify.crashpoint.workload.StorageWorkload;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * All points of one {@link StorageWorkload}, and all points of every recovery. The script runs once; at each moment of
 * each operation its machine is copied, struck and recovered. Two points that leave the same bytes behind while the
 * same is known to be durable are run once.
 */
final class StorageExplorer {
    private final StorageWorkload workload;
    private final boolean deep;
    private final PointFilter filter;
    private final WorkloadResult result;
    private final Set<Long> recovered = new HashSet<>();
    private final Set<Long> explored = new HashSet<>();

    /**
     * Prepares.
     *
     * @param deep whether there is a second crash, in the recoveries.
     */
    StorageExplorer(final StorageWorkload workload, final boolean deep, final PointFilter filter) {
        this.workload = workload;
        this.deep = deep && filter.isDeep();
        this.filter = filter;
        result = new WorkloadResult(workload.name());
    }

    WorkloadResult explore() {
        final long startNs = System.nanoTime();
        final CrashMachine machine = new CrashMachine(workload.name(), workload.disks());
        machine.gate(this::first);
        workload.run(machine);
        result.operations(machine.operations());
        result.seconds((System.nanoTime() - startNs) / 1e9);
        return result;
    }

    private void first(final CrashMachine machine, final DiskStep operation, final CrashMoment moment) {
        final List<Survival> survivals = new Outage(List.of(machine)).survivals(moment);
        for (int i = 0; i < survivals.size(); i++) {
            result.point(operation.kind(), moment);
            if (filter.names(operation.number())) {
                result.choice(moment, i);
            }
            if (!filter.first(operation.number(), moment, i)) {
                continue;
            }
            final CrashMachine left = struck(machine, survivals.get(i));
            final long key = key(left);
            recovered.add(key);
            if (!explored.add(key) && filter.isWhole()) {
                continue;
            }
            result.ran();
            final String point =
                workload.name() + "." + operation.number() + "/" + PointFilter.choice(moment, i);
            if (deep) {
                left.gate((again, inRecovery, when) -> second(point, again, inRecovery, when));
            }
            recover(left, point, operation);
        }
    }

    private void second(final String first, final CrashMachine machine, final DiskStep operation,
        final CrashMoment moment) {
        final List<Survival> survivals = new Outage(List.of(machine)).survivals(moment);
        for (int i = 0; i < survivals.size(); i++) {
            result.secondPoint();
            if (filter.namesInRecovery(operation.number())) {
                result.secondChoice(moment, i);
            }
            if (!filter.second(operation.number(), moment, i)) {
                continue;
            }
            final CrashMachine left = struck(machine, survivals.get(i));
            if (recovered.add(key(left)) || !filter.isWhole()) {
                result.ranSecond();
                recover(left, first + "/" + operation.number() + "/" + PointFilter.choice(moment, i), operation);
            }
        }
    }

    private void recover(final CrashMachine left, final String point, final DiskStep operation) {
        try {
            workload.recover(left, () -> left.gate(OperationGate.OPEN));
        } catch (final RuntimeException | Error e) {
            result.failure(point, operation, e.toString());
        }
    }

    private long key(final CrashMachine left) {
        return SimHash.mix(left.fingerprint(), workload.expectation());
    }

    private static CrashMachine struck(final CrashMachine machine, final Survival survival) {
        final CrashMachine copy = machine.copy();
        new Outage(List.of(copy)).strike(survival);
        return copy;
    }
}
