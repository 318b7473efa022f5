package io.fleet.bench.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.bench.peer.NodeWork;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodesCostTest {
    private static final ProcessCost PROCESSES = new ProcessCost(6_000, 500, 40, 30, 5);

    private static NodesCost cost(final NodeWork... work) {
        return new NodesCost(3, 9_000, PROCESSES, List.of(work));
    }

    @Test
    void shouldDivideByOperationsAndDiskBytesByNodesToo() {
        final NodesCost cost = cost(new NodeWork(1, 2, 10), new NodeWork(0, 0, 20), new NodeWork(1, 1, 30));
        assertEquals(3, cost.diskBytes(1_000), "3,000 bytes of each node for 1,000");
        assertEquals(2, cost.writtenBytes(1_000), "2,000 bytes of each node for 1,000");
        assertEquals(6, cost.flushes(10));
        assertEquals(50, cost.systemCalls(10));
        assertEquals(4, cost.calls(10));
        assertEquals(3, cost.voluntary(10));
        assertEquals(0.5, cost.involuntary(10));
        assertEquals("1/0/1", cost.snapshots());
        assertEquals("2/0/1", cost.trimmedFiles());
    }

    @Test
    void shouldNotKnowRatiosOfNothingAndOfUnknownCounts() {
        final NodesCost unknown = new NodesCost(3, ProcessCost.UNKNOWN, ProcessCost.NONE,
            List.of(NodeWork.NONE, new NodeWork(1, -1, 5)));
        for (final double each : new double[] {unknown.diskBytes(1), unknown.flushes(1), unknown.calls(1),
            unknown.writtenBytes(1), unknown.systemCalls(1), unknown.voluntary(1), unknown.involuntary(1),
            cost().flushes(1), cost().diskBytes(0), cost().calls(0)}) {
            assertTrue(Double.isNaN(each), Double.toString(each));
        }
        assertEquals("-/1", unknown.snapshots());
        assertEquals("-", unknown.trimmedFiles());
        assertEquals("-", cost().snapshots());
    }

    @Test
    void shouldBeWholeWhenEachNodeHasDoneWhatItDoes() {
        assertTrue(cost(new NodeWork(1, 1, 0), new NodeWork(2, 1, 0)).isWhole(), "all have");
        assertFalse(cost(new NodeWork(1, 1, 0), new NodeWork(2, 0, 0)).isWhole(), "one has trimmed nothing");
        assertFalse(cost(new NodeWork(0, 1, 0), new NodeWork(2, 1, 0)).isWhole(), "one has no snapshot");
        assertTrue(cost(new NodeWork(1, NodeWork.UNKNOWN, 0)).isWhole(), "it never trims");
        assertFalse(cost(NodeWork.NONE).isWhole() || cost().isWhole(), "nothing is waited for");
        assertFalse(cost(NodeWork.NONE).isAwaited() || cost().isAwaited(), "nothing is waited for");
        assertTrue(cost(new NodeWork(0, NodeWork.UNKNOWN, 0)).isAwaited(), "a snapshot is");
    }
}
