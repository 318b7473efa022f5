package io.fleet.verify.crashpoint.workload;

import io.fleet.storage.log.Flusher;

/** Runs flushers on the thread of the script. */
final class CrashDuty {
    private CrashDuty() {
    }

    static void cycle(final Flusher flusher) {
        try {
            flusher.doWork();
        } catch (final RuntimeException e) {
            throw e;
        } catch (final Exception e) {
            throw new IllegalStateException(flusher.roleName() + " failed", e);
        }
    }
}
