package io.fleet.verify.torture.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.testkit.history.History;
import io.fleet.testkit.history.Verdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryFilesTest {
    @TempDir
    private Path directory;

    @Test
    void shouldKeepAHistoryThatCanBeJudgedAgain() throws IOException {
        final History<KvInput, String> history = new History<>();
        final Timeline timeline = new Timeline(new PrintWriter(new StringWriter()));
        timeline.say("kill -9 of node <2>");
        final long nowNs = System.nanoTime();
        history.ok(history.invoke(1, KvInput.set("r:1", "7"), nowNs), "OK", nowNs + 1_000_000);
        history.unknown(history.invoke(2, KvInput.append("j:1", "<8>;"), nowNs), nowNs + 1);
        history.ok(history.invoke(2, KvInput.get("r:2"), nowNs), null, nowNs + 1);
        history.ok(history.invoke(2, KvInput.get("r:1"), nowNs), "6", nowNs + 1);
        history.invoke(3, KvInput.get("j:1"), nowNs + 5);
        final HistoryCheck check = new HistoryCheck(history, Map.of("r:1", "7", "j:1", ""));
        check.run();
        new HistoryFiles(history, check.verdict(), timeline, check.problems()).write(directory);
        final Verdict again = KvHistories.check(directory.resolve("history.txt"), directory.resolve("again.html"));

        assertEquals(Verdict.Kind.NOT_LINEARIZABLE, again.kind());
        assertEquals(check.verdict().explanation(), again.explanation());
        assertTrue(Files.readString(directory.resolve("history.html")).contains("class=\"op culprit\""));
        assertEquals(Files.readString(directory.resolve("history.html")),
            Files.readString(directory.resolve("again.html")));
        assertTrue(Files.readString(directory.resolve("timeline.txt")).contains("kill -9 of node <2>"));
    }
}
