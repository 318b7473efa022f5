package io.fleet.replica;

import io.fleet.fixture.log.NumberedLog;

/** A log that can skip. */
final class SkippingLog extends NumberedLog {
    @Override
    public boolean skipTo(final long lsn) {
        appended = lsn;
        return true;
    }
}
