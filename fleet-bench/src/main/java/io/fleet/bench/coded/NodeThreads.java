package io.fleet.bench.coded;

import io.fleet.bench.harness.DiskLimit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The threads of the nodes that run in this process (Linux). */
final class NodeThreads {
    private static final Path TASKS = Path.of("/proc/self/task");
    /** Names of threads are cut after 15 characters there. */
    private static final Pattern NODE_THREAD = Pattern.compile("fleet-node-(\\d+)(-.*)?");

    private NodeThreads() {
    }

    /** Which node a thread belongs to; -1 for none. */
    static int nodeOf(final String thread) {
        final Matcher matcher = NODE_THREAD.matcher(thread);
        return matcher.matches() ? Integer.parseInt(matcher.group(1)) : -1;
    }

    /** Puts each thread of a node that runs now under the limit of its node. */
    static void limit(final DiskLimit limit) {
        try (Stream<Path> tasks = Files.list(TASKS)) {
            for (final Path task : tasks.toList()) {
                final int node = nodeOf(name(task));
                if (node >= 0) {
                    limit.limitThread(node, task.getFileName().toString());
                }
            }
        } catch (final IOException e) {
            throw new UncheckedIOException("cannot limit the disks of nodes: " + e.getMessage(), e);
        }
    }

    private static String name(final Path task) {
        try {
            return Files.readString(task.resolve("comm")).trim();
        } catch (final IOException e) {
            // It has ended.
            return "";
        }
    }
}
