package io.fleet.verify.fuzz;

import io.fleet.storage.EntryMeta;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.ordered.OrderedLog;
import io.fleet.storage.ordered.OrderedLogConfig;
import org.agrona.concurrent.UnsafeBuffer;

/** A file of the ordered log. A log that opens can be read, and holds the same entries when it is opened again. */
final class OrderedLogTarget extends LogTarget {
    private static final OrderedLogConfig CONFIG = new OrderedLogConfig(FILE_LENGTH, STAGING_LENGTH, 1, 0);
    private static final int GROUPS = 3;

    @Override
    public String name() {
        return "ordered-log";
    }

    private static OrderedLog open(final Disk disk) {
        return OrderedLog.open(CONFIG, IDENTITY, disk, (position, expected, target) -> {
            throw new io.fleet.storage.DamagedStorageException("there is no scattered log");
        });
    }

    @Override
    void fill(final Disk disk) {
        final OrderedLog log = open(disk);
        for (int lsn = 1; lsn <= 3; lsn++) {
            final UnsafeBuffer body = body(lsn * 8);
            final EntryMeta meta = meta(lsn, body);
            Check.that(log.append(0, lsn, meta, body, 0) && log.append(1, lsn, meta, body, 0), "no room");
            if (lsn != 1) {
                log.poll(lsn);
                log.flushers().forEach(DiskTarget::work);
                log.poll(lsn);
            }
        }
        log.skipTo(1, 9);
        log.flush();
        log.flushers().forEach(DiskTarget::work);
        log.poll(9);
        log.abandon();
    }

    @Override
    String held(final Disk disk, final boolean close) {
        final OrderedLog log = open(disk);
        final StringBuilder entries = new StringBuilder();
        for (int group = 0; group < GROUPS; group++) {
            entries.append(group).append(" from ").append(log.first(group)).append(" to ").append(log.durable(group))
                .append('\n');
            read(log, group, entries);
        }
        if (close) {
            log.close();
        } else {
            log.abandon();
        }
        return entries.toString();
    }

    private static void read(final OrderedLog log, final int group, final StringBuilder entries) {
        long next = log.first(group);
        final long last = log.durable(group);
        try {
            while (next <= last) {
                final int count = log.read(group, next, last, 1 << 16, (lsn, meta, body, offset, length) -> entries
                    .append(lsn).append(' ').append(meta).append(' ').append(length).append('\n'));
                Check.that(count > 0, "nothing can be read from " + next + " on, though the log ends at " + last);
                next += count;
            }
        } catch (final io.fleet.storage.DamagedStorageException e) {
            entries.append("a reference\n");
        }
    }
}
