package io.fleet.testkit.run.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.testkit.run.SeedResult;
import io.fleet.testkit.run.Simulation;
import io.fleet.testkit.run.plan.RunPlan;
import io.fleet.testkit.sim.SimTrace;
import io.fleet.testkit.wire.AllMessages;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** What a trace says of packets. */
class MessageNamesTest {
    @Test
    void shouldSayWhichMessageAPacketIsAndHashTheSame() {
        final ByteArrayOutputStream printed = new ByteArrayOutputStream();
        final SeedResult told = Simulation.run(RunPlan.draw(7),
            new SimTrace(new PrintStream(printed, false, StandardCharsets.UTF_8)));
        final List<String> sent = printed.toString(StandardCharsets.UTF_8).lines()
            .filter(line -> line.contains("us send ")).toList();
        final Set<String> types = new TreeSet<>(AllMessages.names());
        types.add(MessageNames.UNREADABLE);
        final Set<String> seen = new TreeSet<>();
        for (final String line : sent) {
            assertTrue(line.matches(" *\\d+us send \\d+ -?\\d+ [A-Z_]+ -?\\d+"), line);
            seen.add(line.strip().split(" ")[4]);
        }
        assertTrue(types.containsAll(seen), seen.toString());
        assertTrue(seen.containsAll(Set.of("ENTRY_BODY", "ORDER", "ACK", "PREPARE", "PROMISE")), seen.toString());
        assertTrue(printed.toString(StandardCharsets.UTF_8).lines()
            .anyMatch(line -> line.matches(" *\\d+us arrive \\d+ \\d+ ORDER \\d+")));
        assertEquals(Simulation.run(RunPlan.draw(7), new SimTrace()).traceHash(), told.traceHash());
    }

    @Test
    void shouldNameWhatNobodyReads() {
        assertEquals(MessageNames.UNREADABLE, new MessageNames().name(new UnsafeBuffer(new byte[40]), 0, 40));
    }
}
