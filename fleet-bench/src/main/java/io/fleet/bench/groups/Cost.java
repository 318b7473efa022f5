package io.fleet.bench.groups;

/**
 * What all nodes did in an interval.
 *
 * @param seconds  how long it was.
 * @param cpu      processor seconds of threads of nodes, without the JVM's own.
 * @param threads  of nodes, at its end.
 * @param syncs    of all logs of all nodes.
 * @param packets  that nodes sent.
 * @param answered commands.
 * @param failed   commands.
 * @param failure  the first; null where none failed.
 */
record Cost(double seconds, double cpu, int threads, long syncs, long packets, long answered, long failed,
            Throwable failure) {
    private static final double NS = 1e9;

    static Cost between(final Sample before, final Sample after, final long answered) {
        return new Cost((after.nowNs() - before.nowNs()) / NS, (after.time().cpuNs() - before.time().cpuNs()) / NS,
            after.time().threads(), after.syncs() - before.syncs(), after.packets() - before.packets(), answered, 0,
            null);
    }

    Cost with(final long newFailed, final Throwable newFailure) {
        return new Cost(seconds, cpu, threads, syncs, packets, answered, newFailed, newFailure);
    }
}
