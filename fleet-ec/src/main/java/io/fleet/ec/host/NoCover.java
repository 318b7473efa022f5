package io.fleet.ec.host;

import io.fleet.protocol.SnapshotCoverage;

/** Nothing is let go of behind snapshots: who lags asks for decisions one by one. */
final class NoCover implements SnapshotCoverage {
    @Override
    public void onOwn(final long lsn) {
        // It lets go of nothing.
    }

    @Override
    public long own() {
        return 0;
    }

    @Override
    public long ofQuorum(final long nowNs) {
        return 0;
    }

    @Override
    public long ofAll() {
        return 0;
    }
}
