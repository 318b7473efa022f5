package io.fleet.verify.torture.history;

import io.fleet.testkit.history.History;
import io.fleet.testkit.history.HistoryFile;
import io.fleet.testkit.history.HistoryPage;
import io.fleet.testkit.history.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A run that failed, for who looks for the cause: {@code history.txt}, every operation, which {@code fleet check}
 * judges again; {@code history.html}, where it stops to be linearizable, drawn; and {@code timeline.txt}, the problems
 * and what was done to the nodes.
 */
public final class HistoryFiles {
    private final History<KvInput, String> history;
    private final Verdict verdict;
    private final Timeline timeline;
    private final List<String> problems;

    public HistoryFiles(final History<KvInput, String> history, final Verdict verdict, final Timeline timeline,
                 final List<String> problems) {
        this.history = history;
        this.verdict = verdict;
        this.timeline = timeline;
        this.problems = problems;
    }

    public void write(final Path directory) throws IOException {
        HistoryFile.write(directory.resolve("history.txt"), history, new KvHistoryCodec());
        if (verdict != null) {
            HistoryPage.write(directory.resolve("history.html"), history, new KvModel(), verdict);
        }
        final List<String> lines = new ArrayList<>();
        problems.forEach(problem -> lines.add("PROBLEM: " + problem));
        timeline.events().forEach(event -> lines.add(timeline.at(event.atNs()) + "  " + event.text()));
        Files.write(directory.resolve("timeline.txt"), lines);
    }
}
