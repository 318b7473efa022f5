package io.fleet.bench.peer;

import io.fleet.bench.load.Interval;
import io.fleet.bench.load.Slice;
import java.util.List;
import java.util.function.Supplier;

/**
 * Tells the harness of the interval and its slices, has it ended when the harness wants that, and measures the
 * processor time of this process in it.
 */
final class CpuInterval implements Interval {
    private final Control control;
    private final Supplier<List<NodeWork>> work;
    private long usedNs;

    /** {@code work} is that of nodes in this process; none where they are elsewhere. */
    CpuInterval(final Control control, final Supplier<List<NodeWork>> work) {
        this.control = control;
        this.work = work;
    }

    @Override
    public void begins() {
        control.say(ControlLine.BEGINS, NodeWork.text(work.get()));
        usedNs = -control.cpuNs();
    }

    @Override
    public boolean goesOn(final Slice slice) {
        control.say(ControlLine.SLICE, (slice.text() + " " + NodeWork.text(work.get())).strip());
        return !control.takes(ControlLine.CUT);
    }

    @Override
    public void ends() {
        usedNs += control.cpuNs();
        control.say(ControlLine.ENDS, NodeWork.text(work.get()));
    }

    long usedNs() {
        return usedNs;
    }
}
