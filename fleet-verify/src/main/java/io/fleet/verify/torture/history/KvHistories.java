package io.fleet.verify.torture.history;

import io.fleet.testkit.history.History;
import io.fleet.testkit.history.HistoryFile;
import io.fleet.testkit.history.HistoryPage;
import io.fleet.testkit.history.LinearizabilityChecker;
import io.fleet.testkit.history.Verdict;
import io.fleet.verify.fuzz.FuzzTarget;
import io.fleet.verify.fuzz.Fuzzing;
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

    /**
     * The decoder of kept histories, to be fuzzed.
     *
     * @return a new target.
     */
    public static FuzzTarget fuzzTarget() {
        return Fuzzing.history("kv-history", """
            fleet-history 1 kv
            invoke 0 1 5 SET a 7.1
            invoke 1 2 6 GET a
            ok 0 8 =OK
            ok 1 9 -
            invoke 2 2 10 INCR n
            invoke 3 1 11 APPEND a 7*70;
            unknown 2 12
            not-applied 3 13
            """, new KvHistoryCodec());
    }
}
