package io.fleet.examples.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.testkit.history.History;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryFilesTest {
    @TempDir
    private Path directory;

    @Test
    void shouldWriteAllOperationsAndDrawThoseOfKeysWithProblems() throws IOException {
        final History<KvInput, String> history = new History<>();
        final Timeline timeline = new Timeline(new PrintWriter(new StringWriter()));
        timeline.say("kill -9 of node <2>");
        final long nowNs = System.nanoTime();
        history.ok(history.invoke(1, KvInput.set("r:1", "7"), nowNs), "OK", nowNs + 1_000_000);
        history.unknown(history.invoke(2, KvInput.append("j:1", "<8>;"), nowNs), nowNs + 1);
        history.invoke(3, KvInput.get("j:1"), nowNs + 5);
        final List<String> problems = List.of("key j:1 is '' in the end: lost: APPEND j:1 <8>;");
        new HistoryFiles(history.operations(), timeline, problems).write(directory);

        final List<String> lines = Files.readAllLines(directory.resolve("history.tsv"));
        assertEquals(4, lines.size());
        assertTrue(lines.get(1).startsWith("1\t") && lines.get(1).endsWith("\tOK\tSET r:1 7\tOK"), lines::toString);
        assertTrue(lines.get(2).endsWith("\tUNKNOWN\tAPPEND j:1 <8>;\t"), lines::toString);
        final String page = Files.readString(directory.resolve("history.html"));
        assertTrue(page.contains("kill -9 of node &lt;2&gt;"), page);
        assertTrue(page.contains("client 2: APPEND j:1 &lt;8&gt;; &rarr; UNKNOWN"), page);
        assertFalse(page.contains("Key r:1"), page);
    }
}
