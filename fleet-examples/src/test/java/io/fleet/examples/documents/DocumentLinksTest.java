package io.fleet.examples.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What documents link to, and the documents that sources name, is there: files and headings. */
class DocumentLinksTest {
    private static final Pattern NAMED = Pattern.compile("\\bdocs/[\\w/.-]+\\.md(?:#[\\w-]+)?");
    private static final Pattern ELSEWHERE = Pattern.compile("[a-z]+:.*");

    private final Map<String, Set<String>> anchors = new HashMap<>();

    @Test
    void shouldLinkToWhatIsThere() throws IOException {
        final Repository repository = Repository.find();
        final List<String> faults = new ArrayList<>();
        int links = 0;
        for (final String document : repository.documents()) {
            for (final String link : new Markdown(repository.read(document)).links()) {
                if (!ELSEWHERE.matcher(link).matches()) {
                    links++;
                    check(repository, document, target(document, link), faults);
                }
            }
        }
        assertEquals(List.of(), faults);
        assertTrue(links > 100, "links that were looked at: " + links);
    }

    @Test
    void shouldNameDocumentsThatAreThere() throws IOException {
        final Repository repository = Repository.find();
        final List<String> faults = new ArrayList<>();
        final List<String> sources = new ArrayList<>(repository.sources("main"));
        repository.sources("test").stream().filter(file -> !file.contains("/documents/DocumentLinksTest"))
            .forEach(sources::add);
        sources.addAll(repository.list("scripts", name -> true));
        int names = 0;
        for (final String source : sources) {
            // Texts that are broken in the middle of a name are put together again.
            final Matcher name = NAMED.matcher(repository.read(source).replaceAll("\"\\s*\\+\\s*\"", ""));
            while (name.find()) {
                names++;
                check(repository, source, name.group(), faults);
            }
        }
        assertEquals(List.of(), faults);
        assertTrue(names > 10, "names that were looked at: " + names);
    }

    @Test
    void shouldShowEachDocumentOnTheSite() throws IOException {
        final Repository repository = Repository.find();
        final String site = repository.read("mkdocs.yml");
        assertEquals(List.of(), repository.documents().stream().filter(page -> page.startsWith("docs/"))
            .map(page -> page.substring("docs/".length()))
            .filter(page -> !site.contains(" " + page + "\n")).toList(), "not in the navigation of mkdocs.yml");
    }

    @Test
    void shouldKnowAnchorsAndLinks() {
        final Markdown page = new Markdown("# One `two`, three\n## One two three\n[a](b.md#c) `[d](e)` ![f](g.svg)\n"
            + "```\n# no heading\n[h](i)\n```\n");
        assertEquals(Set.of("one-two-three", "one-two-three-1"), page.anchors());
        assertEquals(List.of("b.md#c", "g.svg"), page.links());
    }

    @Test
    void shouldFindWhatIsBroken() throws IOException {
        final Repository repository = Repository.find();
        final List<String> faults = new ArrayList<>();
        check(repository, "here", "docs/README.md", faults);
        check(repository, "here", "docs/README.md#documents", faults);
        check(repository, "here", "docs/README.md#not-there", faults);
        check(repository, "here", "docs/not-there.md", faults);
        check(repository, "here", "docs/readme.md", faults);
        assertEquals(List.of("here names docs/README.md#not-there, which has no such heading",
            "here names docs/not-there.md, which is not there", "here names docs/readme.md, which is not there"),
            faults);
    }

    private void check(final Repository repository, final String from, final String to, final List<String> faults) {
        final int hash = to.indexOf('#');
        final String file = hash < 0 ? to : to.substring(0, hash);
        if (!repository.isSpelled(file)) {
            faults.add(from + " names " + to + ", which is not there");
        } else if (hash >= 0 && file.endsWith(".md")) {
            final Set<String> known =
                anchors.computeIfAbsent(file, name -> new Markdown(repository.read(name)).anchors());
            if (!known.contains(to.substring(hash + 1))) {
                faults.add(from + " names " + to + ", which has no such heading");
            }
        }
    }

    /** Where a link in a document leads to, from the top of the checkout. */
    private static String target(final String document, final String link) {
        if (link.startsWith("#")) {
            return document + link;
        }
        final Path directory = Path.of(document).getParent();
        final Path target = (directory == null ? Path.of("") : directory).resolve(link).normalize();
        return target.toString().replace('\\', '/');
    }
}
