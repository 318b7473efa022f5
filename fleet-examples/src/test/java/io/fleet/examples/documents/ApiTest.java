package io.fleet.examples.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each package of what is published is on the page of the API, or says that it may change. */
class ApiTest {
    private static final Pattern PACKAGE = Pattern.compile("(?m)^\\| `(io\\.fleet[a-z.]*)` \\|");
    private static final Pattern PUBLISHED =
        Pattern.compile("fleet-(?:storage|core|ec|reads|testkit)/src/main/java/(.*)/package-info\\.java");
    private static final String PART = "<p>Part of the public API.";
    private static final String MAY_CHANGE = "<p>Not part of the public API: it may change with each version.";

    @Test
    void shouldSayWhatMayChange() throws IOException {
        final Repository repository = Repository.find();
        final Set<String> api = new TreeSet<>();
        final Matcher listed = PACKAGE.matcher(repository.read("docs/api.md"));
        while (listed.find()) {
            api.add(listed.group(1));
        }
        assertTrue(api.size() > 5, "packages of the API: " + api);
        final Set<String> missing = new TreeSet<>(api);
        final List<String> faults = new ArrayList<>();
        for (final String file : repository.sourcesOf("package-info")) {
            final Matcher published = PUBLISHED.matcher(file);
            if (published.matches()) {
                final String name = published.group(1).replace('/', '.');
                missing.remove(name);
                final String text = repository.read(file).replaceAll("\\s+\\*?\\s*", " ");
                if (api.contains(name) == text.contains(MAY_CHANGE) || api.contains(name) != text.contains(PART)) {
                    faults.add(name + " must say: " + (api.contains(name) ? PART : MAY_CHANGE));
                }
            }
        }
        assertEquals(List.of(), faults);
        assertEquals(Set.of(), missing, "packages that docs/api.md lists and that are not there");
    }
}
