package io.fleet.storage.log;

import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.Finding;
import io.fleet.storage.ForeignStorageException;
import io.fleet.storage.LogPosition;
import io.fleet.storage.StorageException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.coverage.CoverageMark;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.PatientReads;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Reads one log in one directory from its first record to its last, and changes nothing. It judges as the recovery of a
 * start does, but goes on behind damage: it looks for the next sound flush, so that each damaged place is named. A node
 * may write the log meanwhile: what is read is what there was when the scan began, and perhaps a little more. One
 * thread; for one run.
 */
public final class LogScan {
    private static final CoverageMark FOUND_AGAIN = CoverageMark.named("log-scan.file-found-again");
    private static final CoverageMark TRIMMED_MEANWHILE = CoverageMark.named("log-scan.file-trimmed-meanwhile");
    private static final int LISTINGS = 10;

    private final LogSettings settings;
    private final Disk disk;
    private final RecordHandler records;
    private final Consumer<Finding> findings;
    private final FileFactory factory;
    private final FrameReader reader;
    private final FrameHeader header = new FrameHeader();
    private final Checksum checksum = new Checksum();
    private final UnsafeBuffer block = new UnsafeBuffer(new byte[FrameHeader.BLOCK]);
    private final FlusherState tail = new FlusherState();
    private long lowest;
    private int files;
    private long flushes;
    private long recordsSeen;
    private long bytes;
    /**
     * What one log in one directory consists of, as a scan found it.
     *
     * @param log       its name: {@code scattered}, {@code steps} or {@code ordered}.
     * @param directory index of the directory.
     * @param firstFile number of the lowest file; 0 when there is none.
     * @param lastFile  number of the highest file; 0 when there is none.
     * @param files     how many there are, without one that is created ahead.
     * @param flushes   sound flushes.
     * @param records   records in them.
     * @param bytes     of the sound flushes, padding included.
     * @param trimBelow the lowest file that was still needed when the last flush was written.
     * @param endOffset where the last sound flush of the last file ends.
     * @param closed    whether the last flush says that the log was closed in good order, and nothing follows it.
     */
    public record Summary(String log, int directory, long firstFile, long lastFile, int files, long flushes,
                          long records, long bytes, long trimBelow, int endOffset, boolean closed) {
    }

    /** Whether the flush behind the last one must follow it; not at the beginning, nor behind damage. */
    private boolean chained;
    private boolean first = true;
    private boolean damagedFile;
    private String current = "";

    /**
     * Prepares a scan.
     *
     * @param settings of the log; the lengths are not used.
     * @param identity of the node that wrote the files.
     * @param disk     the directory.
     * @param records  receives every record of a sound flush, in the order of the files.
     * @param findings receives what is wrong.
     */
    public LogScan(final LogSettings settings, final StorageIdentity identity, final Disk disk,
                   final RecordHandler records, final Consumer<Finding> findings) {
        this.settings = settings;
        this.disk = disk;
        reader = new FrameReader(disk.name());
        this.records = records;
        this.findings = findings;
        factory = new FileFactory(settings, identity, disk);
    }

    /**
     * Reads everything.
     *
     * @return what there is.
     * @throws StorageException when a file cannot be read: that proves nothing about what is in it.
     */
    public Summary run() {
        final TreeMap<Long, LogFileName> used = new TreeMap<>();
        LogFileName next = null;
        for (final LogFileName name : settledList()) {
            if (name.number() < 1 || name.number() > LogPosition.MAX_FILE_NUMBER) {
                damage(name.text(), -1, "file number " + name.number() + " is not in [1, "
                    + LogPosition.MAX_FILE_NUMBER + "]");
            } else if (name.state() == LogFileName.State.NEXT) {
                next = name;
            } else if (used.putIfAbsent(name.number(), name) != null) {
                damage(name.text(), -1, "the same file number as " + used.get(name.number()).text());
            }
        }
        lowest = used.isEmpty() ? 1L : used.firstKey();
        chained = lowest == 1;
        checkNext(used, next);
        scan(used);
        if (lowest > tail.trimBelow && flushes > 0) {
            damage(active(lowest - 1), -1, "the file is missing; what was trimmed ends before file "
                + tail.trimBelow);
        }
        return new Summary(settings.prefix(), settings.directory(), used.isEmpty() ? 0L : lowest,
            used.isEmpty() ? 0L : used.lastKey(), files, flushes, recordsSeen, bytes, tail.trimBelow, tail.end,
            tail.closed && !tail.inDoubt);
    }

    /**
     * The file that is being read, for messages.
     *
     * @return its name in the directory.
     */
    public String file() {
        return current;
    }

    /** A list that is not torn by files that are renamed while it is made: two in a row are the same. */
    private List<LogFileName> settledList() {
        List<LogFileName> names = LogRecovery.list(settings, disk);
        for (int i = 0; i < LISTINGS; i++) {
            final List<LogFileName> again = LogRecovery.list(settings, disk);
            if (again.equals(names)) {
                return names;
            }
            names = again;
        }
        return names;
    }

    private void checkNext(final TreeMap<Long, LogFileName> used, final LogFileName next) {
        if (used.isEmpty() && next == null) {
            return;
        }
        final boolean hasActive = !used.isEmpty() && used.lastEntry().getValue().state() == LogFileName.State.ACTIVE;
        final long expected = used.isEmpty() ? 1 : used.lastKey() + 1;
        if (next == null && !hasActive || next != null && next.number() != expected) {
            damage(active(hasActive ? next.number() - 1 : expected), -1, "the file is missing");
            return;
        }
        if (next != null) {
            final LogFile file = open(next, !hasActive);
            if (file != null) {
                file.letGo();
            }
        }
    }

    private void scan(final TreeMap<Long, LogFileName> used) {
        long expected = lowest;
        for (final LogFileName name : used.values()) {
            if (name.number() != expected) {
                damage(active(expected), -1, "the file is missing; " + name.text() + " is the next one");
                unchain();
            }
            expected = name.number() + 1;
            if (name.state() == LogFileName.State.ACTIVE && name.number() != used.lastKey()) {
                damage(name.text(), -1, "the file was not completed though there are later ones");
            }
            final LogFile file = open(name, true);
            if (file == null) {
                unchain();
                continue;
            }
            files++;
            try {
                scanFile(file, name);
            } finally {
                file.letGo();
            }
        }
    }

    /** Opens a file, by its new name when it has been renamed; null when it is not there, or its header not sound. */
    private LogFile open(final LogFileName listed, final boolean needed) {
        LogFileName name = listed;
        while (true) {
            try {
                return factory.open(name);
            } catch (final DamagedStorageException | ForeignStorageException e) {
                if (isTrimmedMeanwhile(name)) {
                    return null;
                }
                findings.accept(needed ? Finding.damage(disk.name(), name.text(), e)
                    : Finding.note(disk.name(), name.text(), "is not sound, and is made anew by the next start"));
                return null;
            } catch (final StorageException e) {
                if (disk.exists(name.text())) {
                    throw e;
                }
                name = renamed(name);
                if (name == null) {
                    return null;
                }
                FOUND_AGAIN.hit();
            }
        }
    }

    private LogFileName renamed(final LogFileName before) {
        for (final LogFileName name : settledList()) {
            if (name.number() == before.number() && !name.text().equals(before.text())) {
                return name;
            }
        }
        if (!isTrimmedMeanwhile(before)) {
            damage(before.text(), -1, "the file is missing");
        }
        return null;
    }

    /** A file that is written over has been trimmed, and has had another name, before. */
    private boolean isTrimmedMeanwhile(final LogFileName file) {
        long lowestNow = Long.MAX_VALUE;
        for (final LogFileName name : LogRecovery.list(settings, disk)) {
            lowestNow = name.state() == LogFileName.State.NEXT ? lowestNow : Math.min(lowestNow, name.number());
        }
        if (file.number() >= lowestNow) {
            return false;
        }
        TRIMMED_MEANWHILE.hit();
        findings.accept(Finding.note(disk.name(), file.text(), "was trimmed while it was to be read"));
        return true;
    }

    private void scanFile(final LogFile file, final LogFileName name) {
        final boolean sealed = name.state() == LogFileName.State.SEALED;
        final int end = sealed ? Math.min(name.end(), file.length) : file.length;
        damagedFile = false;
        current = file.name();
        tail.startFile(file);
        tail.inDoubt = false;
        while (tail.end < end) {
            if (frame(file)) {
                continue;
            }
            if (isTrimmedMeanwhile(name)) {
                unchain();
                return;
            }
            if (!goOnBehind(file, end, sealed)) {
                break;
            }
        }
        if (sealed && !damagedFile
            && (tail.end != name.end() || tail.minLsn != name.minLsn() || tail.maxLsn != name.maxLsn())) {
            damage(file.name(), tail.end, "the name does not say what the file holds: records " + tail.minLsn + " to "
                + tail.maxLsn + " up to offset " + tail.end);
        }
    }

    private boolean frame(final LogFile file) {
        final int offset = tail.end;
        final int length = reader.read(file, offset);
        if (length == 0) {
            return false;
        }
        checkChain(file, offset);
        int at = FrameHeader.LENGTH;
        for (int i = 0; i < reader.header.records; i++) {
            tail.cover(LogRecord.lsn(reader.buffer, at));
            records.onRecord(reader.buffer, at, LogPosition.of(settings.directory(), file.number, offset + at));
            at = reader.next(at);
        }
        flushes++;
        recordsSeen += reader.header.records;
        bytes += length;
        tail.frameAt(offset, length, reader.header);
        return true;
    }

    private void checkChain(final LogFile file, final int offset) {
        final FrameHeader found = reader.header;
        final boolean sound = first && lowest > 1 ? found.previousFile > 0 && found.previousFile < lowest
            : !chained || found.sequence == tail.sequence + 1 && found.previousFile == tail.lastFile
                && found.previousEnd == tail.lastEnd && found.previousChecksum == tail.lastChecksum;
        if (!sound) {
            damage(file.name(), offset, "flush " + found.sequence + " follows one that ended at offset "
                + found.previousEnd + " of file " + found.previousFile + ", but what is there is flush "
                + tail.sequence + " that ended at offset " + tail.lastEnd + " of file " + tail.lastFile);
        }
        chained = true;
        first = false;
    }

    /** What follows is no sound flush: says whether that is damage, and goes to the next sound one if there is any. */
    private boolean goOnBehind(final LogFile file, final int end, final boolean sealed) {
        final int offset = tail.end;
        final int problemOffset = reader.problemOffset();
        final String problem = reader.problem();
        final int next = nextFlush(file, end);
        if (next < 0 && sealed) {
            damage(file.name(), problemOffset, problem);
            unchain();
            return false;
        }
        if (next < 0) {
            if (tail.inDoubt) {
                findings.accept(Finding.doubt(disk.name(), file.name(), problemOffset, problem
                    + ": a last flush that a crash left, or that is being written; a start would drop it"));
            }
            return false;
        }
        tail.inDoubt = false;
        if (reader.read(file, offset) > 0) {
            return true;
        }
        final long sequence = header.sequence;
        damage(file.name(), problemOffset, problem + "; flush " + sequence + " at offset " + next
            + " proves that the one before it was durable");
        unchain();
        tail.end = next;
        return true;
    }

    /** What comes next follows something that is not known. */
    private void unchain() {
        chained = false;
        first = false;
    }

    /** Where the next sound flush header is, decoded; -1 when there is none. */
    private int nextFlush(final LogFile file, final int end) {
        for (int at = tail.end; at < end; at += FrameHeader.BLOCK) {
            final int read = PatientReads.readRest(file.file, file.name(), at, block, FrameHeader.BLOCK);
            if (at == tail.end) {
                tail.inDoubt = read < FrameHeader.BLOCK || !LogRecovery.isZero(block);
            } else if (read >= FrameHeader.LENGTH
                && header.decode(block, 0, file.number, file.salt, at, file.length, checksum) == null
                && header.sequence > tail.sequence) {
                return at;
            }
        }
        return -1;
    }

    private String active(final long number) {
        return LogFileName.active(settings.prefix(), number).text();
    }

    private void damage(final String file, final long offset, final String what) {
        damagedFile = true;
        findings.accept(Finding.damage(disk.name(), file, offset, what));
    }
}
