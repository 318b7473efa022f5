package io.fleet.storage.snapshot;

import io.fleet.storage.SnapshotId;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of the files of one snapshot: group, a generation that grows with each snapshot of the group, and the LSN. */
public record SnapshotName(int groupId, int generation, long lsn) {
    private static final Pattern PATTERN =
        Pattern.compile("snapshot-([0-9a-f]{8})-([0-7][0-9a-f]{7})-([0-9a-f]{16})"
            + "\\.(manifest|new|part\\d{6}|incoming-([0-9a-f]{16})-([0-9a-f]{8}))");
    private static final String MANIFEST = ".manifest";
    private static final String PART = ".part";
    private static final int PART_DIGITS = 6;

    static SnapshotName parse(final String file) {
        final Matcher matcher = PATTERN.matcher(file);
        return !matcher.matches() ? null : new SnapshotName(Integer.parseUnsignedInt(matcher.group(1), 16),
            Integer.parseInt(matcher.group(2), 16), Long.parseUnsignedLong(matcher.group(3), 16));
    }

    public static boolean isManifest(final String file) {
        return file.endsWith(MANIFEST);
    }

    /** What a file that marks a snapshot as one that is being received says of it; null for any other file. */
    static SnapshotId incomingId(final String file) {
        final Matcher matcher = PATTERN.matcher(file);
        return !matcher.matches() || matcher.group(5) == null ? null
            : new SnapshotId(Long.parseUnsignedLong(matcher.group(3), 16),
            Long.parseUnsignedLong(matcher.group(5), 16), Integer.parseUnsignedInt(matcher.group(6), 16));
    }

    String manifest() {
        return base() + MANIFEST;
    }

    String temporaryManifest() {
        return base() + ".new";
    }

    /** The file that is there while the snapshot is being received; its name says what it is to become. */
    String incoming(final SnapshotId id) {
        return base() + String.format(".incoming-%016x-%08x", id.length(), id.checksum());
    }

    String part(final int index) {
        final String digits = Integer.toString(index);
        return base() + PART + "0".repeat(Math.max(0, PART_DIGITS - digits.length())) + digits;
    }

    /** Which part of a snapshot a file is, by its name; -1 for one that is no part. */
    static int partOf(final String file) {
        final int at = file.lastIndexOf(PART);
        return at < 0 ? -1 : Integer.parseInt(file.substring(at + PART.length()));
    }

    private String base() {
        return String.format("snapshot-%08x-%08x-%016x", groupId, generation, lsn);
    }
}
