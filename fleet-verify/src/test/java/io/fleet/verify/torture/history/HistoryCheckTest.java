package io.fleet.verify.torture.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.testkit.history.History;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each history here is a few operations of one key; {@code final} is what a last read gave. */
class HistoryCheckTest {
    private final History<KvInput, String> history = new History<>();
    private final Map<String, String> values = new HashMap<>();
    private long nowNs;

    private void ok(final KvInput input, final String output) {
        history.ok(history.invoke(1, input, ++nowNs), output, ++nowNs);
    }

    private void unknown(final KvInput input) {
        history.unknown(history.invoke(1, input, ++nowNs), ++nowNs);
    }

    private void notApplied(final KvInput input) {
        history.notApplied(history.invoke(1, input, ++nowNs), ++nowNs);
    }

    private List<String> problems() {
        final HistoryCheck check = new HistoryCheck(history, values);
        check.run();
        return check.problems();
    }

    /** Counted only: what the final values say apart from the history, which knows nothing of them here. */
    private void shouldFind(final String problem) {
        final List<String> found = problems();
        assertEquals(1, found.size(), found::toString);
        assertTrue(found.get(0).contains(problem), found::toString);
    }

    private void shouldFindNothing() {
        assertEquals(List.of(), problems());
    }

    @Test
    void shouldAcceptWhatASingleServerWouldDo() {
        ok(KvInput.get("r:1"), null);
        ok(KvInput.set("r:1", "7"), "OK");
        unknown(KvInput.set("r:1", "8"));
        ok(KvInput.get("r:1"), "7");
        notApplied(KvInput.set("r:1", "9"));
        ok(KvInput.get("r:1"), "8");
        ok(KvInput.incr("c:1"), "1");
        unknown(KvInput.incr("c:1"));
        ok(KvInput.incr("c:1"), "3");
        ok(KvInput.append("j:1", "5;"), "2");
        ok(KvInput.append("j:1", "66;"), "5");
        ok(KvInput.get("j:1"), "5;66;");
        values.putAll(Map.of("r:1", "8", "c:1", "3", "j:1", "5;66;"));
        shouldFindNothing();
    }

    @Test
    void shouldFindAStaleRead() {
        ok(KvInput.set("r:1", "1"), "OK");
        ok(KvInput.set("r:1", "2"), "OK");
        ok(KvInput.get("r:1"), "1");
        values.put("r:1", "2");
        shouldFind("not linearizable: partition r:1");
    }

    @Test
    void shouldFindAnIncrementThatWasAppliedTwice() {
        ok(KvInput.incr("c:1"), "1");
        ok(KvInput.incr("c:1"), "3");
        values.put("c:1", "2");
        shouldFind("not linearizable: partition c:1");
    }

    @Test
    void shouldFindAnAppendThatWasAppliedTwice() {
        ok(KvInput.append("j:1", "5;"), "4");
        values.put("j:1", "5;");
        shouldFind("not linearizable: partition j:1");
    }

    @Test
    void shouldFindAReadOfWhatWasRefused() {
        notApplied(KvInput.set("r:1", "1"));
        ok(KvInput.get("r:1"), "1");
        values.put("r:1", null);
        shouldFind("not linearizable");
    }

    @Test
    void shouldFindALostValue() {
        ok(KvInput.set("r:1", "1"), "OK");
        values.put("r:1", null);
        shouldFind("lost: client 1 [1, 2] SET r:1 1 -> OK");
    }

    @Test
    void shouldFindAValueThatCameBack() {
        ok(KvInput.set("r:1", "1"), "OK");
        ok(KvInput.set("r:1", "2"), "OK");
        values.put("r:1", "1");
        shouldFind("lost: client 1 [3, 4] SET r:1 2 -> OK");
    }

    @Test
    void shouldAcceptEitherOfTwoValuesWrittenAtOnce() {
        final int first = history.invoke(1, KvInput.set("r:1", "1"), 1);
        final int second = history.invoke(2, KvInput.set("r:1", "2"), 2);
        history.ok(first, "OK", 3);
        history.ok(second, "OK", 4);
        values.put("r:1", "1");
        shouldFindNothing();
    }

    @Test
    void shouldAcceptAnUnknownValueThatCameLate() {
        unknown(KvInput.set("r:1", "1"));
        ok(KvInput.set("r:1", "2"), "OK");
        values.put("r:1", "1");
        shouldFindNothing();
    }

    @Test
    void shouldFindAValueThatNobodyWroteOrThatWasRefused() {
        notApplied(KvInput.set("r:1", "1"));
        notApplied(KvInput.set("r:2", "1"));
        values.put("r:1", "3");
        values.put("r:2", "1");
        final List<String> found = problems();
        assertEquals(2, found.size());
        assertTrue(found.get(0).contains("nobody wrote that"), found::toString);
        assertTrue(found.get(1).contains("was not applied"), found::toString);
    }

    @Test
    void shouldFindACounterThatForgot() {
        ok(KvInput.incr("c:1"), "1");
        ok(KvInput.incr("c:1"), "2");
        unknown(KvInput.incr("c:1"));
        values.put("c:1", "1");
        shouldFind("2 increments were acknowledged, and 1 are unknown");
    }

    @Test
    void shouldFindACounterThatCountedTooMuch() {
        ok(KvInput.incr("c:1"), "1");
        unknown(KvInput.incr("c:1"));
        values.put("c:1", "3");
        shouldFind("1 increments were acknowledged, and 1 are unknown");
    }

    @Test
    void shouldFindWordsThatAreLostOrDoubledOrRefused() {
        ok(KvInput.append("j:1", "5;"), "2");
        ok(KvInput.append("j:2", "5;"), "2");
        notApplied(KvInput.append("j:3", "5;"));
        unknown(KvInput.append("j:4", "5;"));
        values.putAll(Map.of("j:1", "", "j:2", "5;5;", "j:3", "5;", "j:4", "5;"));
        final List<String> found = problems();
        assertEquals(3, found.size(), found::toString);
        assertTrue(found.get(0).contains("lost: "), found::toString);
        assertTrue(found.get(1).contains("5; is there twice"), found::toString);
        assertTrue(found.get(2).contains("was not applied"), found::toString);
    }

    @Test
    void shouldFindAKeyThatWasNotRead() {
        ok(KvInput.set("r:1", "1"), "OK");
        shouldFind("was not read");
    }
}
