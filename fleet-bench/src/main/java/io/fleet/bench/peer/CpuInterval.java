package io.fleet.bench.peer;

import io.fleet.bench.load.Interval;
import io.fleet.bench.load.Slice;

/**
 * Tells the harness of the interval and its slices, has it ended when the harness wants that, and measures the
 * processor time of this process in it.
 */
final class CpuInterval implements Interval {
    private final Control control;
    private long usedNs;

    CpuInterval(final Control control) {
        this.control = control;
    }

    @Override
    public void begins() {
        control.say(ControlLine.BEGINS, "");
        usedNs = -control.cpuNs();
    }

    @Override
    public boolean goesOn(final Slice slice) {
        control.say(ControlLine.SLICE, slice.text());
        return !control.takes(ControlLine.CUT);
    }

    @Override
    public void ends() {
        usedNs += control.cpuNs();
        control.say(ControlLine.ENDS, "");
    }

    long usedNs() {
        return usedNs;
    }
}
