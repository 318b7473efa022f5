package io.fleet.reads.mark;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.storage.mark.Mark;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Counts the hits of all marks before a test, and looks after it whether those that it {@link Expects} were hit. */
final class MarkExpectation implements BeforeTestExecutionCallback, AfterTestExecutionCallback {
    private final Map<String, Long> before = new HashMap<>();

    @Override
    public void beforeTestExecution(final ExtensionContext context) {
        before.clear();
        Mark.all().forEach(mark -> before.put(mark.name(), mark.hits()));
    }

    @Override
    public void afterTestExecution(final ExtensionContext context) {
        if (context.getExecutionException().isPresent()) {
            return;
        }
        for (final String name : context.getRequiredTestMethod().getAnnotation(Expects.class).value()) {
            final long hits = Mark.all().stream().filter(mark -> mark.name().equals(name)).mapToLong(Mark::hits).sum();
            assertTrue(hits > before.getOrDefault(name, 0L), "the branch of mark '" + name + "' was not taken");
        }
    }
}
