package io.fleet.verify.threads;

import io.fleet.storage.log.LogFile;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A reader holds a file while the flusher gives it up: it is closed once, and not while it is held. */
@JCStressTest
@Outcome(id = {"0, 1", "-1, 1"}, expect = Expect.ACCEPTABLE, desc = "held and open, or not to be had; closed once")
@Outcome(expect = Expect.FORBIDDEN, desc = "closed under its reader, not at all, or twice")
@State
public class LogFileStress {
    private final ClosableFile disk = new ClosableFile();
    private final LogFile file = new LogFile(1, 1, disk, "file");

    @Actor
    public void reader(final II_Result result) {
        if (file.hold()) {
            result.r1 = disk.closed;
            file.letGo();
        } else {
            result.r1 = -1;
        }
    }

    @Actor
    public void flusher() {
        file.letGo();
    }

    @Arbiter
    public void end(final II_Result result) {
        result.r2 = disk.closed;
    }
}
