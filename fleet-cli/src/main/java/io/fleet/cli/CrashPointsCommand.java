package io.fleet.cli;

import io.fleet.examples.kv.server.CommandLines;
import io.fleet.verify.crashpoint.CrashLevel;
import io.fleet.verify.crashpoint.CrashPoints;
import io.fleet.verify.options.ToolChecks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code fleet crashpoints}: crashes storage, one node and three nodes at every operation on a disk; a point that fails
 * is told and gives exit code 1.
 */
@Command(name = "crashpoints",
    description = "Crashes storage, a node and a cluster at every single disk operation, and "
        + "again inside each recovery, and checks what is left.")
final class CrashPointsCommand implements Callable<Integer> {
    @Mixin
    private ToolChecks checks;
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
    private Integer threads;
    @Option(names = "--report", paramLabel = "FILE", description = "writes the result there too")
    private Path report;

    @Override
    public Integer call() throws IOException, InterruptedException {
        final CrashLevel chosen = checks.oneOf("--level", level, CrashLevel.class);
        checks.range("--threads", threads, 1, 999);
        try {
            return CrashPoints.run(chosen == null ? EnumSet.allOf(CrashLevel.class) : Set.of(chosen), only,
                threads == null ? Runtime.getRuntime().availableProcessors() : threads, report, System.out) ? 0
                    : CommandLines.FAILED;
        } catch (final IllegalArgumentException e) {
            throw checks.wrong(e.getMessage());
        }
    }
}
