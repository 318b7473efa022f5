package io.fleet.verify.threads;

import io.fleet.storage.log.LogFile;
import io.fleet.storage.log.LogFiles;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** A reader looks files up while the flusher adds one and drops the lowest. */
@JCStressTest
@Outcome(id = "(0|1), 2, (0|3)", expect = Expect.ACCEPTABLE, desc = "what is there is found, under its number, open")
@Outcome(expect = Expect.FORBIDDEN, desc = "another file, one that is closed, or none")
@State
public class LogFilesStress {
    private static final int LOOKS = 100;

    private final LogFiles files = new LogFiles();

    /** Files 1 and 2 are there. */
    public LogFilesStress() {
        files.add(new LogFile(1, 1, new ClosableFile(), "one"));
        files.add(new LogFile(2, 1, new ClosableFile(), "two"));
    }

    @Actor
    public void reader(final III_Result result) {
        int third = lookUp(3);
        for (int i = 0; i < LOOKS && third == 0; i++) {
            third = lookUp(3);
        }
        result.r1 = lookUp(1);
        result.r2 = lookUp(2);
        result.r3 = third;
    }

    @Actor
    public void flusher() {
        files.add(new LogFile(3, 1, new ClosableFile(), "three"));
        files.removeLowest().letGo();
    }

    private int lookUp(final int number) {
        final LogFile file = files.hold(number);
        if (file == null) {
            return 0;
        }
        final int found = ((ClosableFile) file.file).closed > 0 || file.name() == null ? -1 : (int) file.number;
        file.letGo();
        return found;
    }
}
