package io.fleet.storage.inspect;

import io.fleet.storage.Digest;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.Finding;
import io.fleet.storage.LogPosition;
import io.fleet.storage.StorageException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.VoterState;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.ReadOnlyDisk;
import io.fleet.storage.log.LogOwner;
import io.fleet.storage.log.LogOwners;
import io.fleet.storage.log.LogProbe;
import io.fleet.storage.log.LogRecord;
import io.fleet.storage.log.LogScan;
import io.fleet.storage.log.LogSettings;
import io.fleet.storage.meta.MetaScan;
import io.fleet.storage.meta.MetaSummary;
import io.fleet.storage.ordered.OrderedLog;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLog;
import io.fleet.storage.scattered.ScatteredLogConfig;
import io.fleet.storage.snapshot.SnapshotScan;
import io.fleet.storage.snapshot.SnapshotSummary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.collections.IntHashSet;

/**
 * Reads the directories of one node, from the first record to the last, and never changes a file: no lock is taken, and
 * the node may run. Its memory is bounded by the largest flush and by the number of groups. One thread; each call is a
 * run of its own.
 */
public final class StorageInspection {
    /** How many findings a report names; further ones are counted. */
    public static final int MAX_FINDINGS = 1000;

    private static final String SET_ASIDE = "damaged-";
    private static final StorageIdentity UNKNOWN = new StorageIdentity(0, 0);

    private final List<Disk> disks = new ArrayList<>();
    private final TreeMap<Integer, Disk> byIndex = new TreeMap<>();
    private final TreeMap<Integer, LogProbe> probes = new TreeMap<>();
    private final List<Finding> findings = new ArrayList<>();
    private final List<LogScan.Summary> logs = new ArrayList<>();
    private final boolean follows;
    private final RecordFilter filter;
    private final Consumer<LogEntry> shown;
    private final Digest digest = new Digest();
    private final EntryMeta meta = new EntryMeta();
    private long damages;
    private long doubts;
    private long matched;
    private long trimmedBodies;
    /** The directory and the scan that records come from. */
    private Disk disk;
    private LogScan scan;
    private OrderCheck order;
    private final CoverCheck cover = new CoverCheck();
    private Disk orderedDisk;
    /** Whether the ordered log is damaged, so that it cannot be told where it begins. */
    private boolean isOrderDamaged;
    /** Groups whose records are no whole entries: what names them is the digest of the whole. */
    private final IntHashSet ofMode = new IntHashSet();
    /** Whether a record of the present log has been read, and how much damage was known by then. */
    private boolean begun;
    private long damagesBefore;

    private StorageInspection(final List<Path> directories, final boolean follows, final RecordFilter filter,
                              final Consumer<LogEntry> shown) {
        this.follows = follows;
        this.filter = filter;
        this.shown = shown;
        for (final Path directory : directories) {
            disks.add(ReadOnlyDisk.open(directory));
        }
    }

    /**
     * Verifies everything: headers, flushes and their chain, records and digests of bodies, the order of the ordered
     * log, what it refers to, the meta store and all snapshots, and that these cover what the log no longer holds.
     *
     * @param directories of one node, in any order; all of them, or what they refer to cannot be followed.
     * @return what was found.
     * @throws StorageException when something cannot be read, or nothing there belongs to a node.
     */
    public static InspectionReport verify(final List<Path> directories) {
        return new StorageInspection(directories, true, null, null).run();
    }

    /**
     * Shows records of the logs, in the order of the files. Damage on the way is found as by {@link #verify}, but
     * references are not followed, and snapshots are not read.
     *
     * @param directories of one node, in any order.
     * @param filter      which records.
     * @param shown       receives them.
     * @return what was found.
     * @throws StorageException when something cannot be read, or nothing there belongs to a node.
     */
    public static InspectionReport dump(final List<Path> directories, final RecordFilter filter,
                                        final Consumer<LogEntry> shown) {
        return new StorageInspection(directories, false, filter, shown).run();
    }

    private InspectionReport run() {
        MetaSummary found = null;
        Disk metaDisk = null;
        for (final Disk each : disks) {
            final MetaSummary summary = MetaScan.read(each, this::found);
            found = found == null ? summary : found;
            metaDisk = summary == null ? metaDisk : each;
        }
        if (found != null) {
            found.groups().stream().filter(group -> group.settings() != null && group.settings().dataSegments() > 0)
                .forEach(group -> ofMode.add(group.groupId()));
        }
        final StorageIdentity owner = arrange(found);
        final StorageIdentity identity = owner == null ? UNKNOWN : owner;
        try {
            byIndex.forEach((index, each) -> scanScattered(identity, index, each));
            for (final Disk each : disks) {
                scanVotes(identity, each);
                scanOrdered(identity, each);
            }
        } finally {
            CloseHelper.closeAll(probes.values());
        }
        final List<SnapshotSummary> snapshots = new ArrayList<>();
        for (final Disk each : disks) {
            if (follows) {
                snapshots.addAll(SnapshotScan.run(identity, each, this::found));
            }
            noteSetAside(each);
        }
        if (follows && !isOrderDamaged) {
            cover.check(snapshots, what -> found(Finding.damage(orderedDisk.name(), null, -1, what)));
        }
        checkWhole(found, metaDisk);
        if (found == null && logs.isEmpty() && snapshots.isEmpty() && findings.isEmpty()) {
            throw new StorageException(disks.get(0).name() + " holds nothing of a node; one with several duty threads"
                + " has its files in directories duty-I-of-N: name those of one thread");
        }
        return new InspectionReport(owner, found, List.copyOf(logs), snapshots, List.copyOf(findings), damages, doubts,
            trimmedBodies, matched);
    }

    /** Finds out whose directories these are, and which is which. */
    private StorageIdentity arrange(final MetaSummary found) {
        StorageIdentity identity = found == null ? null : found.identity();
        for (int i = 0; i < disks.size(); i++) {
            final Disk each = disks.get(i);
            final LogOwner owner = LogOwners.of(ScatteredLog.settings(ScatteredLogConfig.defaults(), 0).prefix(), each);
            final int index = owner == null ? i : owner.directory();
            final Disk other = byIndex.putIfAbsent(index, each);
            if (other != null) {
                throw new StorageException(each.name() + " and " + other.name() + " are both directory " + index
                    + " of a node: name the directories of one node, each once");
            }
            probes.put(index, new LogProbe(scattered(index), each));
            identity = identity != null || owner == null ? identity : owner.identity();
        }
        return identity;
    }

    private void scanScattered(final StorageIdentity identity, final int index, final Disk each) {
        disk = each;
        scan = new LogScan(scattered(index), identity, each, this::onScattered, this::found);
        add(scan.run());
    }

    /** What groups have said about the order of entries apart from them: it lies in one directory, if anywhere. */
    private void scanVotes(final StorageIdentity identity, final Disk each) {
        disk = each;
        scan = new LogScan(votes(), identity, each,
            (buffer, offset, position) -> show(entry(votes().prefix(), buffer, offset, position)), this::found);
        add(scan.run());
    }

    private void scanOrdered(final StorageIdentity identity, final Disk each) {
        disk = each;
        order = new OrderCheck();
        begun = false;
        damagesBefore = damages;
        final long before = damages;
        scan = new LogScan(ordered(), identity, each, this::onOrdered, this::found);
        add(scan.run());
        isOrderDamaged |= damages > before;
    }

    private void add(final LogScan.Summary summary) {
        if (summary.files() > 0) {
            logs.add(summary);
        }
    }

    private void onScattered(final DirectBuffer buffer, final int offset, final long position) {
        final LogEntry entry = entry("scattered", buffer, offset, position);
        if (entry.kind() == LogEntry.Kind.RESTAMP) {
            follow(entry);
        }
        show(entry);
    }

    private void onOrdered(final DirectBuffer buffer, final int offset, final long position) {
        if (!begun && !LogPosition.isInFirstFile(position) || damages > damagesBefore) {
            order.beginAnywhere();
        }
        begun = true;
        final LogEntry entry = entry("ordered", buffer, offset, position);
        final String problem = order.problem(entry);
        if (problem != null) {
            found(Finding.damage(disk.name(), scan.file(), LogPosition.offset(position), problem));
        }
        final long trimmedBefore = trimmedBodies;
        if (entry.kind() == LogEntry.Kind.REFERENCE) {
            follow(entry);
        }
        orderedDisk = disk;
        cover.add(entry, trimmedBodies > trimmedBefore);
        damagesBefore = damages;
        show(entry);
    }

    private LogEntry entry(final String log, final DirectBuffer buffer, final int offset, final long position) {
        final LogEntry entry = LogEntry.of(log, buffer, offset, position, meta, ofMode);
        if (entry.kind() == LogEntry.Kind.ENTRY && !ofMode.contains(entry.groupId())
            && digest.of(buffer, offset + LogRecord.HEADER_LENGTH, meta.length) != meta.digest) {
            found(Finding.damage(disk.name(), scan.file(), LogPosition.offset(position), "lsn " + entry.lsn()
                + " of group " + entry.groupId() + ": the body does not have the digest that names it"));
        }
        return entry;
    }

    /** Looks whether the body is where the record says. */
    private void follow(final LogEntry entry) {
        final LogProbe probe = follows ? probes.get(LogPosition.directory(entry.bodyPosition())) : null;
        if (probe == null) {
            return;
        }
        final String problem = probe.problem(entry.bodyPosition(), meta);
        if (problem == null) {
            return;
        }
        if (probe.isTrimmed(entry.bodyPosition())) {
            trimmedBodies++;
            return;
        }
        found(Finding.damage(disk.name(), scan.file(), LogPosition.offset(entry.position()), "lsn " + entry.lsn()
            + " of group " + entry.groupId() + " refers to " + LogPosition.toString(entry.bodyPosition()) + ": "
            + problem));
    }

    private void show(final LogEntry entry) {
        if (filter != null && filter.takes(entry)) {
            matched++;
            if (matched <= filter.limit()) {
                shown.accept(entry);
            }
        }
    }

    /** What one part says of the others: judged as a start does (rule S15). */
    private void checkWhole(final MetaSummary found, final Disk metaDisk) {
        final Disk first = byIndex.get(0);
        if (found == null && first != null && !first.exists("meta") && logs.stream().anyMatch(l -> l.records() > 0)) {
            found(Finding.damage(first.name(), "meta", -1,
                "the file is missing, but the logs hold records: what the node had promised is lost"));
        }
        if (found == null) {
            return;
        }
        if (disks.size() < found.directories()) {
            found(Finding.note(metaDisk.name(), null, "the node has " + found.directories() + " directories, of which "
                + disks.size() + " are looked at"));
        }
        if (found.logsLost()) {
            found(Finding.note(metaDisk.name(), "meta",
                "says that the logs were found damaged, and have not been replaced yet"));
        } else if (found.isAnyVoter()) {
            disks.forEach(each -> requireLog(scattered(0).prefix(), each));
            requireLog(ordered().prefix(), metaDisk);
            if (found.groups().stream().anyMatch(group -> group.standing() == VoterState.VOTER
                && ofMode.contains(group.groupId()))) {
                requireLog(votes().prefix(), metaDisk);
            }
        }
    }

    private void requireLog(final String prefix, final Disk each) {
        if (each.list().stream().noneMatch(file -> file.startsWith(prefix + "-"))) {
            found(Finding.damage(each.name(), null, -1, "the " + prefix
                + " log is missing, but the node votes: what it had accepted is lost"));
        }
    }

    private void noteSetAside(final Disk each) {
        final long count = each.list().stream().filter(file -> file.startsWith(SET_ASIDE)).count();
        if (count > 0) {
            found(Finding.note(each.name(), null, count + " files '" + SET_ASIDE
                + "...' of logs that were set aside before; nothing reads them"));
        }
    }

    private void found(final Finding finding) {
        damages += finding.severity() == Finding.Severity.DAMAGE ? 1 : 0;
        doubts += finding.severity() == Finding.Severity.DOUBT ? 1 : 0;
        if (findings.size() < MAX_FINDINGS) {
            findings.add(finding);
        }
    }

    private static LogSettings scattered(final int index) {
        return ScatteredLog.settings(ScatteredLogConfig.defaults(), index);
    }

    private static LogSettings votes() {
        return ScatteredLog.settings(ScatteredLogConfig.defaults().forVotes(), 0);
    }

    private static LogSettings ordered() {
        return OrderedLog.settings(OrderedLogConfig.defaults());
    }
}
