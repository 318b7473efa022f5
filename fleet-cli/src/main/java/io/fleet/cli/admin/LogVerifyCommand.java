package io.fleet.cli.admin;

import io.fleet.storage.StorageException;
import io.fleet.storage.inspect.InspectionReport;
import io.fleet.storage.inspect.StorageInspection;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fleet admin log-verify}: reads all that a node has on disk and says whether it is sound. */
@Command(name = "log-verify", description = {
    "Reads all that a node has on disk, and changes nothing; the node may run.",
    "Exit codes: 0 sound, also when the last flush is in doubt, 1 damaged, 2 cannot be read."})
final class LogVerifyCommand implements Callable<Integer> {
    private final AdminCommand admin;
    @Spec
    private CommandSpec spec;
    @Parameters(arity = "1..*", paramLabel = "DIR", description = "the directories of one node, all of them")
    private List<Path> directories;

    LogVerifyCommand(final AdminCommand admin) {
        this.admin = admin;
    }

    @Override
    public Integer call() {
        final InspectionReport report;
        try {
            report = StorageInspection.verify(directories);
        } catch (final StorageException e) {
            return AdminCommand.unreadable(spec, e);
        }
        final PrintWriter out = spec.commandLine().getOut();
        out.print(admin.json() ? ReportForms.json(report) + "\n" : ReportForms.text(report));
        out.flush();
        return report.isSound() ? AdminCommand.WELL : AdminCommand.NOT_WELL;
    }
}
