package io.fleet.verify.threads;

import io.fleet.client.command.ClientCounters;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** The batcher's thread counts, any thread reads: what was counted first is seen first. */
@JCStressTest
@Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "in the order in which they are counted")
@Outcome(expect = Expect.FORBIDDEN, desc = "commands without their entry")
@State
public class BatcherCountersStress {
    private static final int LOOKS = 100;

    private final ClientCounters counters = new ClientCounters();

    @Actor
    public void batcher() {
        counters.entriesSent++;
        counters.commandsSent++;
    }

    @Actor
    public void reader(final JJ_Result result) {
        long commands = counters.commandsSent();
        for (int i = 0; i < LOOKS && commands == 0; i++) {
            commands = counters.commandsSent();
        }
        result.r1 = commands;
        result.r2 = counters.entriesSent();
    }
}
