package io.fleet.cli;

import io.fleet.examples.kv.server.OptionChecks;
import io.fleet.verify.crashpoint.CrashPoints;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code fleet crashpoints}: crashes storage, one node and three nodes at every operation on a disk; a point that fails
 * is told and gives exit code 1.
 */
@Command(name = "crashpoints",
    description = "Crashes storage, a node and a cluster at every single disk operation, and "
        + "again inside each recovery, and checks what is left.")
final class CrashPointsCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;
    @Option(names = "--level", paramLabel = "LEVEL",
        description = "storage, node or cluster: only this one (default: all three)")
    private String level;
    @Option(names = "--only", paramLabel = "POINT",
        description = "runs one workload, such as cluster-0, all of one operation of it, such as cluster-0.17, one "
            + "point, such as cluster-0.17/after.0, or a second crash in its recovery, such as "
            + "cluster-0.17/after.0/1/before.0")
    private String only;
    @Option(names = "--threads", paramLabel = "N",
        description = "how many points run at once (default: one for each core)")
    private String threads;
    @Option(names = "--report", paramLabel = "FILE", description = "writes the result there too")
    private String report;

    @Override
    public Integer call() throws Exception {
        final List<String> arguments = new ArrayList<>();
        add(arguments, "--level", level);
        add(arguments, "--only", only);
        add(arguments, "--threads", threads);
        add(arguments, "--report", report);
        return CrashPoints.run(System.out, problem -> {
            throw OptionChecks.wrong(spec, problem);
        }, arguments.toArray(new String[0]));
    }

    private static void add(final List<String> arguments, final String option, final String value) {
        if (value != null) {
            arguments.add(option);
            arguments.add(value);
        }
    }
}
