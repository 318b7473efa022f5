package io.fleet.storage.scattered;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.storage.fault.Bodies;
import io.fleet.storage.fault.FaultDisk;
import io.fleet.storage.log.Flusher;
import org.agrona.concurrent.UnsafeBuffer;

/** What tests do to scattered logs. */
final class ScatteredLogs {
    private ScatteredLogs() {
    }

    /** An entry of group 1, which there has to be room for. */
    static void append(final ScatteredLog log, final long lsn, final UnsafeBuffer body) {
        assertTrue(log.append(1, lsn, 1, 0, Bodies.meta(lsn, body), body, 0));
    }

    /** Makes durable what was staged, and tells of it. */
    static void flush(final ScatteredLog log, final DurableHandler handler) throws Exception {
        log.poll(handler);
        for (final Flusher flusher : log.flushers()) {
            flusher.doWork();
        }
        log.poll(handler);
    }

    /** The file that is written to. */
    static String active(final FaultDisk disk) {
        return disk.list().stream().filter(name -> name.endsWith(".log")).findFirst().orElseThrow();
    }
}
