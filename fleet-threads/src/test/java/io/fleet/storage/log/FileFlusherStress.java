package io.fleet.storage.log;

import io.fleet.storage.EntryMeta;
import io.fleet.storage.StorageIdentity;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * The owner hands a batch to the flusher and looks whether it is done. What the flusher writes is what the owner
 * staged; what the owner is told to be durable has the place that the flusher gave it.
 */
@JCStressTest
@Outcome(id = {"-1, -1, 7", "-1, 4096, 7"}, expect = Expect.ACCEPTABLE, desc = "not seen yet as done")
@Outcome(id = {"4096, 4096, 7"}, expect = Expect.ACCEPTABLE, desc = "seen as done, and where")
@Outcome(expect = Expect.FORBIDDEN, desc = "written before it was staged, or done before it was written")
@State
public class FileFlusherStress {
    private static final LogSettings SETTINGS = new LogSettings("scattered", 1, 0, LogSettings.MIN_FILE_LENGTH,
        LogSettings.MIN_STAGING_LENGTH);
    private static final EntryMeta META = new EntryMeta();
    private static final UnsafeBuffer BODY = new UnsafeBuffer(new byte[] {7, 7, 7, 7, 7, 7, 7, 7});

    static {
        META.length = BODY.capacity();
    }

    private final ClosableFile disk = new ClosableFile();
    private final Staging staging = new Staging(LogSettings.MIN_STAGING_LENGTH);
    private final FileFlusher flusher;

    /** A log with one file that has room. */
    public FileFlusherStress() {
        final LogFile file = new LogFile(1, 1, disk, "file");
        final LogFiles files = new LogFiles();
        files.add(file);
        final LogTail tail = new LogTail();
        tail.startFile(file);
        flusher = new FileFlusher(null, SETTINGS,
            new FileFactory(SETTINGS, new StorageIdentity(1, 1), null), files, tail);
        staging.frameOffset = -1;
    }

    @Actor
    public void owner(final III_Result result) {
        staging.add(LogRecord.ENTRY, 1, 0, 1, 1, META, 0, BODY, 0);
        flusher.handOver(staging);
        final Staging done = flusher.completed();
        result.r1 = done == null ? -1 : done.frameOffset;
    }

    @Actor
    public void flusher(final III_Result result) {
        result.r2 = flusher.doWork() > 0 ? staging.frameOffset : -1;
    }

    /** Whatever the flusher did not come to yet. */
    @Arbiter
    public void end(final III_Result result) {
        flusher.doWork();
        result.r3 = disk.writtenByte;
        flusher.rethrowFailure();
    }
}
