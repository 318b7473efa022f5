package io.fleet.examples.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page of formats has a line for each message. */
class FormatsTest {
    private static final Pattern MESSAGE = Pattern.compile("<sbe:message name=\"(\\w+)\"");
    private static final List<String> SCHEMAS =
        List.of("fleet-core/src/main/sbe/fleet-schema.xml", "fleet-ec/src/main/sbe/fleet-schema.xml");

    @Test
    void shouldTellOfEachMessage() throws IOException {
        final Repository repository = Repository.find();
        final String page = repository.read("docs/formats.md");
        final List<String> missing = new ArrayList<>();
        int messages = 0;
        for (final String schema : SCHEMAS) {
            final Matcher message = MESSAGE.matcher(repository.read(schema));
            while (message.find()) {
                messages++;
                final String name = message.group(1).replaceAll("(?<=[a-z])(?=[A-Z])", "_").toUpperCase(Locale.ROOT);
                if (!Pattern.compile("(?m)^\\| [A-Z_, ]*\\b" + name + "\\b[A-Z_, ]* \\|").matcher(page).find()) {
                    missing.add(name);
                }
            }
        }
        assertEquals(List.of(), missing, "messages of which docs/formats.md has no line");
        assertTrue(messages > 60, "messages that were looked at: " + messages);
    }
}
