package io.fleet.examples.torture;

import io.fleet.testkit.history.History;
import io.fleet.testkit.history.HistoryFile;
import io.fleet.testkit.history.HistoryPage;
import io.fleet.testkit.history.LinearizabilityChecker;
import io.fleet.testkit.history.Verdict;
import java.io.IOException;
import java.nio.file.Path;

/** Histories of the key-value server that runs have kept. */
public final class KvHistories {
    /** What the files say that they are histories of. */
    public static final String MODEL = KvHistoryCodec.MODEL;

    private KvHistories() {
    }

    /**
     * Judges a kept history again.
     *
     * @param file the history.
     * @param page where it is drawn; null for nowhere.
     * @return the verdict.
     * @throws IOException when the file cannot be read, or the page not be written.
     */
    public static Verdict check(final Path file, final Path page) throws IOException {
        final History<KvInput, String> history = HistoryFile.read(file, new KvHistoryCodec());
        final Verdict verdict = new LinearizabilityChecker<>(new KvModel()).check(history);
        if (page != null) {
            HistoryPage.write(page, history, new KvModel(), verdict);
        }
        return verdict;
    }
}
