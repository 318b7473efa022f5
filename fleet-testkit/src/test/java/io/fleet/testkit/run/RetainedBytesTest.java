package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.machine.Copies;
import io.fleet.machine.GroupConfig;
import io.fleet.machine.ReplierPolicy;
import io.fleet.node.SnapshotConfig;
import io.fleet.testkit.fault.Fault;
import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.fault.FaultPlan;
import io.fleet.testkit.sim.SimTrace;
import io.fleet.testkit.workload.RegisterService;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RetainedBytesTest {
    private static final int MIB = 1 << 20;
    private static final long SPAN_NS = 3_000_000_000L;

    @Test
    void shouldCountTheCapacityOfWhatIsReachedOnce() {
        final byte[] shared = new byte[MIB];
        final long of = RetainedBytes.of(new Object[] {shared, new UnsafeBuffer(shared), shared});
        assertTrue(of > MIB && of < MIB + 300, of + " bytes");
        final ExpandableArrayBuffer grown = new ExpandableArrayBuffer();
        grown.putByte(3 * MIB, (byte) 1);
        assertTrue(RetainedBytes.of(grown) > 3 * MIB);
    }

    @Test
    void shouldLookIntoCollectionsAndBehindTheHeap() {
        final ArrayDeque<byte[]> queue = new ArrayDeque<>(List.of(new byte[MIB], new byte[MIB]));
        final Long2ObjectHashMap<Object> map = new Long2ObjectHashMap<>();
        map.put(7, queue);
        map.put(8, Map.of("key", new long[MIB / Long.BYTES]));
        map.put(9, ByteBuffer.allocateDirect(MIB));
        final long of = RetainedBytes.of(map);
        assertTrue(of > 4 * MIB && of < 4 * MIB + 2_000, of + " bytes");
    }

    @Test
    void shouldNotEnterTheSimulator() {
        assertTrue(RetainedBytes.of(List.of(SeedConfig.plain())) < 100);
    }

    /**
     * One node of three has disks on which each operation takes seconds, and the others go on without it: 50 MiB of
     * long commands are ordered meanwhile, of which it may keep no more than its bounds say.
     */
    @Test
    @Tag("hazard-U-real-bytes")
    void shouldBoundWhatANodeKeepsThatLags() { // S13
        final SeedConfig plain = SeedConfig.plain();
        final GroupConfig config = plain.config().withPendingBytes(MIB).withPendingEntries(64).withWindowEntries(1024)
            .withCopies(Copies.ALL).withReplierPolicy(ReplierPolicy.LEADER).withRequestTimeoutMillis(5_000);
        final RunPlan plan = RunPlan.draw(1)
            .withConfig(plain.withConfig(config).withSnapshots(SnapshotConfig.atStop(0)))
            .withWorkload(new Workload(8, 0, 700, SPAN_NS, null, 8, 100))
            .withFaults(FaultPlan.of(List.of(new Fault(FaultKind.SLOW_DISK, SPAN_NS / 10, SPAN_NS, 2, Fault.NONE,
                40_000)), 7));
        final SeedRun<?, ?> run = new SeedRun<>(plan, new SimTrace(), new RegisterService());
        final SeedResult result = run.run();
        assertEquals(List.of(), result.violations());
        final String figures = (run.mostRetained() >> 10) + " KiB kept by one node, of " + (result.bytesWritten() >> 10)
            + " KiB that were written";
        System.out.println(figures);
        assertTrue(result.acknowledged() > 500, result::toString);
        assertTrue(run.mostRetained() > MIB && run.mostRetained() < 12 * MIB, figures);
    }
}
