package io.fleet.cli.admin;

import io.fleet.admin.JsonWriter;
import io.fleet.consensus.common.Ballot;
import io.fleet.storage.Finding;
import io.fleet.storage.LogPosition;
import io.fleet.storage.inspect.InspectionReport;
import io.fleet.storage.inspect.LogEntry;
import io.fleet.storage.log.LogScan;
import io.fleet.storage.meta.MetaSummary;
import io.fleet.storage.snapshot.SnapshotSummary;
import java.time.Instant;
import java.util.Locale;
import java.util.stream.Collectors;

/** What was found in directories, for people and for programs. */
final class ReportForms {
    private ReportForms() {
    }

    static String text(final InspectionReport report) {
        final StringBuilder text = new StringBuilder();
        line(text, "%s", report.identity() == null ? "of an unknown node" : report.identity().toString());
        if (report.meta() != null) {
            meta(text, report.meta());
        }
        for (final LogScan.Summary log : report.logs()) {
            line(text, "%s log of directory %d: files %d to %d, %d records in %d flushes, %d bytes; %s", log.log(),
                log.directory(), log.firstFile(), log.lastFile(), log.records(), log.flushes(), log.bytes(),
                log.closed() ? "closed in good order" : "not closed");
        }
        for (final SnapshotSummary snapshot : report.snapshots()) {
            line(text, "snapshot of group %d at LSN %d, generation %d, %d bytes: %s", snapshot.groupId(),
                snapshot.lsn(), snapshot.generation(), snapshot.bytes(), snapshot.sound() ? "sound" : "DAMAGED");
        }
        findings(text, report);
        return text.toString();
    }

    private static void meta(final StringBuilder text, final MetaSummary meta) {
        line(text, "members %s; %d directories; started %d times; %s",
            meta.members().stream().map(String::valueOf).collect(Collectors.joining(", ")), meta.directories(),
            meta.incarnation(), meta.closed() ? "stopped in good order" : "running, or not stopped in good order");
        for (final MetaSummary.Group group : meta.groups()) {
            line(text, "group %d: %s, promised ballot %s", group.groupId(), group.standing(),
                Ballot.format(group.promised()));
        }
    }

    static void findings(final StringBuilder text, final InspectionReport report) {
        report.findings().forEach(finding -> line(text, "%s", finding));
        final long named = report.findings().stream()
            .filter(finding -> finding.severity() == Finding.Severity.DAMAGE).count();
        if (report.damages() > named) {
            line(text, "and %d more places that are damaged", report.damages() - named);
        }
        if (report.trimmedBodies() > 0) {
            line(text, "%d entries of the ordered log refer to bodies that have been trimmed", report.trimmedBodies());
        }
        line(text, "%s", (report.isSound() ? "sound" : "DAMAGED in " + report.damages() + " places")
            + (report.doubts() == 0 ? "" : "; the last flush of " + report.doubts() + " logs is in doubt"));
    }

    static String json(final InspectionReport report) {
        final JsonWriter json = new JsonWriter().begin()
            .field("sound", report.isSound())
            .field("damages", report.damages())
            .field("doubts", report.doubts())
            .field("trimmedBodies", report.trimmedBodies())
            .field("matchedRecords", report.matchedRecords());
        if (report.identity() != null) {
            json.field("clusterId", report.identity().clusterId()).field("nodeId", report.identity().node());
        }
        if (report.meta() != null) {
            meta(json.name("meta"), report.meta());
        }
        json.name("logs").beginArray();
        for (final LogScan.Summary log : report.logs()) {
            json.begin().field("log", log.log()).field("directory", log.directory())
                .field("firstFile", log.firstFile()).field("lastFile", log.lastFile()).field("files", log.files())
                .field("flushes", log.flushes()).field("records", log.records()).field("bytes", log.bytes())
                .field("closed", log.closed()).end();
        }
        json.endArray().name("snapshots").beginArray();
        for (final SnapshotSummary snapshot : report.snapshots()) {
            json.begin().field("group", snapshot.groupId()).field("lsn", snapshot.lsn())
                .field("generation", snapshot.generation()).field("bytes", snapshot.bytes())
                .field("sound", snapshot.sound()).end();
        }
        json.endArray().name("findings").beginArray();
        for (final Finding finding : report.findings()) {
            json.begin().field("severity", finding.severity().name().toLowerCase(Locale.ROOT))
                .field("file", finding.file()).field("offset", finding.offset()).field("what", finding.what()).end();
        }
        return json.endArray().end().toString();
    }

    private static void meta(final JsonWriter json, final MetaSummary meta) {
        json.begin().field("version", meta.version()).field("incarnation", meta.incarnation())
            .field("directories", meta.directories()).field("closed", meta.closed())
            .field("logsLost", meta.logsLost()).name("members").beginArray();
        meta.members().forEach(json::value);
        json.endArray().name("groups").beginArray();
        for (final MetaSummary.Group group : meta.groups()) {
            json.begin().field("group", group.groupId())
                .field("standing", group.standing().name().toLowerCase(Locale.ROOT))
                .field("promised", Ballot.format(group.promised())).end();
        }
        json.endArray().end();
    }

    static String text(final LogEntry entry) {
        final String place = String.format(Locale.ROOT, "%-9s %d/%d@%-9d", entry.log(),
            LogPosition.directory(entry.position()), LogPosition.fileNumber(entry.position(), 0),
            LogPosition.offset(entry.position()));
        final String value = entry.noOp() ? "no-op" : String.format(Locale.ROOT, "%016x:%d digest %016x %d bytes",
            entry.batcherId(), entry.sequence(), entry.digest(), entry.length());
        final boolean isElsewhere = entry.bodyPosition() != 0 && entry.bodyPosition() != entry.position();
        final String kind = entry.kind().name().toLowerCase(Locale.ROOT);
        return String.format(Locale.ROOT, "%s group %d lsn %-8d ", place, entry.groupId(), entry.lsn())
            + (entry.ofMode() ? CodedRecords.text(entry, value) : String.format(Locale.ROOT, "%-9s ballot %s %s at %s",
                kind, Ballot.format(entry.ballot()), value, Instant.ofEpochMilli(entry.timestamp())))
            + (isElsewhere ? " body " + place(entry.bodyPosition()) : "");
    }

    static String json(final LogEntry entry) {
        final JsonWriter json = new JsonWriter().begin()
            .field("log", entry.log())
            .field("position", place(entry.position()))
            .field("kind", entry.kind().name().toLowerCase(Locale.ROOT))
            .field("group", entry.groupId())
            .field("lsn", entry.lsn());
        if (entry.ofMode()) {
            CodedRecords.json(entry, json);
        } else {
            json.field("ballot", Ballot.format(entry.ballot())).field("timestamp", entry.timestamp());
        }
        return json.field("batcherId", Long.toHexString(entry.batcherId()))
            .field("sequence", entry.sequence())
            .field("digest", Long.toHexString(entry.digest()))
            .field("length", entry.length())
            .field("noOp", entry.noOp())
            .field("body", entry.bodyPosition() == 0 ? null : place(entry.bodyPosition()))
            .end().toString();
    }

    /** Directory, file (from 2^28 on, the lowest number that it may be) and offset. */
    private static String place(final long position) {
        return LogPosition.directory(position) + "/" + LogPosition.fileNumber(position, 0) + "@"
            + LogPosition.offset(position);
    }

    private static void line(final StringBuilder text, final String format, final Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments)).append('\n');
    }
}
