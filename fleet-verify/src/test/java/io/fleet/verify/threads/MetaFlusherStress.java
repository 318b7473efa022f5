package io.fleet.verify.threads;

import io.fleet.storage.StorageIdentity;
import io.fleet.storage.meta.MetaFlusher;
import io.fleet.storage.meta.MetaImage;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * The owner hands an image over and asks whether it is durable; the flusher writes it. A promise that the owner may
 * reveal is in the file (rule S2).
 */
@JCStressTest
@Outcome(id = {"0, 0", "0, 9", "9, 9"}, expect = Expect.ACCEPTABLE, desc = "written, then reported")
@Outcome(expect = Expect.FORBIDDEN, desc = "something else is written, or reported before it is written")
@State
public class MetaFlusherStress {
    private static final int LOOKS = 100;
    private static final int[] MEMBERS = {1};
    private static final StorageIdentity IDENTITY = new StorageIdentity(1, 1);

    private final OneFile disk = OneFile.take();
    private final MetaFlusher flusher = new MetaFlusher(disk.file);
    private final MetaImage image = new MetaImage(IDENTITY, 1, MEMBERS);

    @Actor
    public void owner(final JJ_Result result) {
        image.sequence = 9;
        flusher.handOver(image);
        MetaImage done = flusher.takeCompleted();
        for (int i = 0; i < LOOKS && done == null; i++) {
            Thread.onSpinWait();
            done = flusher.takeCompleted();
        }
        result.r1 = done == null ? 0 : disk.sequence();
    }

    @Actor
    public void flusher(final JJ_Result result) {
        int done = flusher.doWork();
        for (int i = 0; i < LOOKS && done == 0; i++) {
            done = flusher.doWork();
        }
        result.r2 = done > 0 ? disk.sequence() : 0;
    }

    @Arbiter
    public void end() {
        disk.give();
    }
}
