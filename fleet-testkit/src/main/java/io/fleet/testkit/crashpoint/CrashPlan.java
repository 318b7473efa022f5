package io.fleet.testkit.crashpoint;

/**
 * Where a run ends: at which moment of which operation, and which of the choices of what is left.
 *
 * @param operation its number, from 1.
 * @param moment    when.
 * @param choice    index into what {@link Outage#survivals} lists there.
 */
record CrashPlan(long operation, Moment moment, int choice) {
    @Override
    public String toString() {
        return operation + "/" + PointFilter.choice(moment, choice);
    }
}
