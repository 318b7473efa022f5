package io.fleet.verify.fuzz;

import io.fleet.storage.disk.Disk;
import io.fleet.storage.scattered.ScatteredLog;
import io.fleet.storage.scattered.ScatteredLogConfig;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/** A file of the scattered log. A log that opens holds the same records when it is opened again. */
final class ScatteredLogTarget extends LogTarget {
    private static final ScatteredLogConfig CONFIG = new ScatteredLogConfig(FILE_LENGTH, STAGING_LENGTH);

    @Override
    public String name() {
        return "log";
    }

    @Override
    void fill(final Disk disk) {
        final ScatteredLog log = ScatteredLog.open(CONFIG, IDENTITY, List.of(disk), (g, l, b, s, m, p) -> {});
        final long[] position = new long[1];
        for (int lsn = 1; lsn <= 3; lsn++) {
            final UnsafeBuffer body = body(lsn * 8);
            Check.that(log.append(0, lsn, 5, 0, meta(lsn, body), body, 0), "no room");
            if (lsn != 1) {
                log.poll((group, durable, ballot, at) -> position[0] = at);
                log.flushers().forEach(DiskTarget::work);
                log.poll((group, durable, ballot, at) -> position[0] = at);
            }
        }
        log.abandon();
    }

    @Override
    String held(final Disk disk, final boolean close) {
        final StringBuilder records = new StringBuilder();
        final ScatteredLog log = ScatteredLog.open(CONFIG, IDENTITY, List.of(disk),
            (group, lsn, ballot, storageGroup, meta, position) -> records.append(group).append(' ').append(lsn)
                .append(' ').append(ballot).append(' ').append(storageGroup).append(' ').append(meta).append('\n'));
        if (close) {
            log.close();
        } else {
            log.abandon();
        }
        return records.toString();
    }
}
