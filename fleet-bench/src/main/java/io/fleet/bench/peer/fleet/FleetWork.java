package io.fleet.bench.peer.fleet;

import io.fleet.FleetNode;
import io.fleet.bench.peer.NodeWork;
import io.fleet.node.status.DirectoryUsage;
import io.fleet.node.status.NodeStatus;
import io.fleet.storage.log.Flusher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What a node of Fleet has done so far. */
final class FleetWork {
    /** Of a file of a log that is written, or complete; the files of a log are numbered from 1 without a gap. */
    private static final Pattern FILE = Pattern.compile("([a-z]+)-(\\d{8,18})(?:\\.log|-.*\\.sealed)");

    private FleetWork() {
    }

    /**
     * Of a running node.
     *
     * @param hasSnapshots whether it writes any, and trims its logs behind them.
     */
    static NodeWork of(final FleetNode node, final boolean hasSnapshots) throws IOException {
        final long flushes = node.core().flushers().stream().map(Flusher::counters)
            .mapToLong(counters -> counters.syncs()).sum();
        if (!hasSnapshots) {
            return new NodeWork(NodeWork.UNKNOWN, NodeWork.UNKNOWN, flushes);
        }
        final NodeStatus status = node.status();
        long trimmed = 0;
        for (final DirectoryUsage each : status.directories()) {
            trimmed += trimmedFiles(names(each.path()));
        }
        return new NodeWork(node.core().counters().snapshotsWritten.get(), trimmed, flushes);
    }

    private static List<String> names(final Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    /** How many files of the logs in a directory, whose files have these names, are gone. */
    static long trimmedFiles(final List<String> names) {
        final Map<String, Long> lowest = new HashMap<>();
        for (final String name : names) {
            final Matcher file = FILE.matcher(name);
            if (file.matches()) {
                lowest.merge(file.group(1), Long.parseLong(file.group(2)), Math::min);
            }
        }
        return lowest.values().stream().mapToLong(number -> number - 1).sum();
    }
}
