package io.fleet.cli.admin;

import io.fleet.storage.StorageException;
import io.fleet.storage.inspect.InspectionReport;
import io.fleet.storage.inspect.RecordFilter;
import io.fleet.storage.inspect.StorageInspection;
import io.fleet.verify.options.ToolChecks;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fleet admin log-dump}: shows the records of a node's logs. */
@Command(name = "log-dump", description = {
    "Shows the records of a node's logs, one a line, and changes nothing; the node may run. A place is "
        + "DIRECTORY/FILE@OFFSET.",
    "Exit codes: 0 sound, also when the last flush is in doubt, 1 damaged, 2 cannot be read."})
final class LogDumpCommand implements Callable<Integer> {
    private static final long DEFAULT_LIMIT = 1000;

    private final AdminCommand admin;
    @Spec
    private CommandSpec spec;
    @Mixin
    private ToolChecks checks;
    @Parameters(arity = "1..*", paramLabel = "DIR", description = "directories of one node")
    private List<Path> directories;
    @Option(names = "--log", paramLabel = "scattered|steps|ordered", description = "only this log")
    private String log;
    @Option(names = "--group", paramLabel = "N", defaultValue = "-1", description = "only this group")
    private int group;
    @Option(names = "--from", paramLabel = "LSN", defaultValue = "0", description = "the lowest LSN")
    private long from;
    @Option(names = "--to", paramLabel = "LSN", defaultValue = "9223372036854775807", description = "the highest LSN")
    private long to;
    @Option(names = "--limit", paramLabel = "N", defaultValue = "" + DEFAULT_LIMIT,
        description = "how many records are shown at most; the others are counted (default: ${DEFAULT-VALUE})")
    private long limit;

    LogDumpCommand(final AdminCommand admin) {
        this.admin = admin;
    }

    @Override
    public Integer call() {
        final String chosen = checks.oneOf("--log", log, "scattered", "steps", "ordered");
        checks.least("--group", group, -1);
        checks.least("--from", from, 0);
        checks.least("--to", to, from);
        checks.least("--limit", limit, 0);
        final PrintWriter out = spec.commandLine().getOut();
        final InspectionReport report;
        try {
            report = StorageInspection.dump(directories, new RecordFilter(chosen, group, from, to, limit),
                entry -> out.println(admin.json() ? ReportForms.json(entry) : ReportForms.text(entry)));
        } catch (final StorageException e) {
            out.flush();
            return AdminCommand.unreadable(spec, e);
        }
        out.print(admin.json() ? ReportForms.json(report) + "\n" : summary(report));
        out.flush();
        return report.isSound() ? AdminCommand.WELL : AdminCommand.NOT_WELL;
    }

    private String summary(final InspectionReport report) {
        final StringBuilder text = new StringBuilder();
        text.append(Math.min(limit, report.matchedRecords())).append(" of ").append(report.matchedRecords())
            .append(" records that match\n");
        ReportForms.findings(text, report);
        return text.toString();
    }
}
