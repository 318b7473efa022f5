package io.fleet.verify.crashpoint.machine;

import java.util.List;

/**
 * The machines that lose their power together. Their units of unsynced writes are numbered through, in the order of the
 * machines.
 *
 * @param machines which.
 */
public record Outage(List<CrashMachine> machines) {
    /** Everything that may be left when the power fails now. */
    public List<Survival> survivals(final CrashMoment moment) {
        int units = 0;
        long creation = -1;
        for (final CrashMachine machine : machines) {
            units += machine.units();
            creation = Math.max(creation, machine.creationLength());
        }
        return moment == CrashMoment.DURING ? Survival.ofCreation(units, creation) : Survival.of(units);
    }

    /** The power fails. */
    public void strike(final Survival survival) {
        int first = 0;
        for (final CrashMachine machine : machines) {
            final int units = machine.units();
            machine.losePower(survival, first);
            first += units;
        }
    }
}
