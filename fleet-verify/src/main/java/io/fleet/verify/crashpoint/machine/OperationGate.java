package io.fleet.verify.crashpoint.machine;

/** Stands at every operation of a machine and may end it there. */
@FunctionalInterface
public interface OperationGate {
    /** Lets everything pass. */
    OperationGate OPEN = (machine, operation, moment) -> { };

    /**
     * A machine is before, in or behind an operation.
     *
     * @throws io.fleet.testkit.sim.SimulatedCrash to end the process there; the machine has been struck by an
     * {@link Outage} then.
     */
    void at(CrashMachine machine, DiskStep operation, CrashMoment moment);
}
