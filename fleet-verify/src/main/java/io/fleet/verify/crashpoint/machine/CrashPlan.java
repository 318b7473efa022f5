package io.fleet.verify.crashpoint.machine;

/**
 * Where a run ends: at which moment of which operation, and which of the choices of what is left.
 *
 * @param operation its number, from 1.
 * @param moment    when.
 * @param choice    index into what {@link Outage#survivals} lists there.
 */
public record CrashPlan(long operation, CrashMoment moment, int choice) {
    @Override
    public String toString() {
        return operation + "/" + PointFilter.choice(moment, choice);
    }
}
