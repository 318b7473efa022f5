package io.fleet.testkit.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class HistoryPageTest {
    private final History<RegisterInput, Long> history = new History<>();
    private final RegisterModel model = new RegisterModel();

    @Test
    void shouldDrawTheAnswerThatNoOrderExplains() {
        history.ok(history.invoke(1, RegisterInput.set(5, 41), 1_000), 0L, 2_000);
        history.ok(history.invoke(1, RegisterInput.set(6, 99), 1_000), 0L, 2_000);
        history.unknown(history.invoke(2, RegisterInput.set(5, 42), 3_000), 4_000);
        history.notApplied(history.invoke(2, RegisterInput.set(5, 43), 5_000), 6_000);
        history.ok(history.invoke(3, RegisterInput.read(5), 7_000), 7L, 8_000);
        final String page = text();

        assertTrue(Pattern.compile("class=\"op culprit\"[^>]*read|class=\"op culprit\"[^>]*READ").matcher(page).find());
        assertEquals(1 + 1, page.split("class=\"op culprit\"").length - 1, "one bar and the legend");
        assertEquals(1 + 1, page.split("class=\"op unknown\"").length - 1);
        assertEquals(1 + 1, page.split("class=\"op refused\"").length - 1);
        assertTrue(page.contains("client 2") && page.contains("client 3"));
        assertTrue(!page.contains("argument=99"), "an operation of another partition");
        assertTrue(!page.contains("http"), "needs nothing else");
    }

    @Test
    void shouldDrawOnlyTheEndOfALongHistory() {
        for (int i = 0; i < 2_000; i++) {
            history.ok(history.invoke(i % 4, RegisterInput.add(5, 1), i), (long) i + 1, i);
        }
        history.ok(history.invoke(3, RegisterInput.read(5), 7_000), 7L, 8_000);
        final String page = text();

        assertTrue(page.length() < 300_000, "length " + page.length());
        assertTrue(page.contains("<td>2000</td>"));
    }

    @Test
    void shouldSayThatAllIsWell() {
        history.ok(history.invoke(1, RegisterInput.set(5, 41), 1_000), 0L, 2_000);

        assertTrue(text().contains("<h1>linearizable</h1>"));
    }

    private String text() {
        return HistoryPage.text(history, model, new LinearizabilityChecker<>(model).check(history));
    }
}
