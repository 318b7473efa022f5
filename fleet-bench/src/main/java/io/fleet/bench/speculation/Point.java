package io.fleet.bench.speculation;

/**
 * One load.
 *
 * @param micros   how long the work of a command takes, in microseconds.
 * @param inFlight commands that are under way at a time.
 */
record Point(int micros, int inFlight) {
    @Override
    public String toString() {
        return micros + " us, " + inFlight + " in flight";
    }
}
