package io.fleet.bench.harness;

import io.fleet.bench.load.Histograms;
import io.fleet.bench.load.LoadResult;
import io.fleet.bench.load.Slice;
import io.fleet.bench.peer.ControlLine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** A measurement that goes on in the client's process, and what it has told so far. One thread. */
public final class RunningLoad {
    private final Child client;
    private final long beganNs;
    private final Duration limit;
    private final List<Slice> slices = new ArrayList<>();
    private String failure = "";

    RunningLoad(final Child client, final long beganNs, final Duration limit) {
        this.client = client;
        this.beganNs = beganNs;
        this.limit = limit;
    }

    /** Now, as the measurement counts time: nanoseconds since its interval began. */
    public long nowNs() {
        return System.nanoTime() - beganNs;
    }

    /** Takes what the client has told since the last call. */
    public void update() {
        for (ControlLine line = client.poll(); line != null; line = client.poll()) {
            take(line);
        }
    }

    private void take(final ControlLine line) {
        if (line.word().equals(ControlLine.SLICE)) {
            slices.add(Slice.parse(line.fields()));
        } else if (line.word().equals(ControlLine.FAILURE)) {
            failure = line.rest();
        }
    }

    /** Ends the measurement with the slice that goes on; what all of it gave. */
    public LoadResult end() throws BenchmarkFailure, InterruptedException {
        client.say(ControlLine.CUT, "");
        final String result = client.await(ControlLine.RESULT, limit, this::take);
        return LoadResult.parse(new ControlLine(ControlLine.RESULT, result).fields(), failure);
    }

    /** All that was told, until the last {@link #update()}, in order. */
    public List<Slice> slices() {
        return slices;
    }

    /**
     * What the slices between two times gave together, those left out that are cut by either.
     *
     * @param fromNs from the begin of the interval.
     * @param toNs   behind it.
     * @return one slice; its times are those of the slices in it.
     */
    public Slice inside(final long fromNs, final long toNs) {
        return together(each -> each.fromNs() >= fromNs && each.toNs() <= toNs);
    }

    /**
     * The same with those that are cut by either time: whatever happened in between is in it, and some more.
     *
     * @param fromNs from the begin of the interval.
     * @param toNs   behind it.
     * @return one slice.
     */
    public Slice touching(final long fromNs, final long toNs) {
        return together(each -> each.toNs() > fromNs && each.fromNs() < toNs);
    }

    private Slice together(final Predicate<Slice> wanted) {
        final List<Slice> parts = slices.stream().filter(wanted).toList();
        if (parts.isEmpty()) {
            return new Slice(0, 0, 0, 0, Histograms.empty());
        }
        return new Slice(parts.get(0).fromNs(), parts.get(parts.size() - 1).toNs(),
            parts.stream().mapToLong(Slice::completed).sum(), parts.stream().mapToLong(Slice::failed).sum(),
            Histograms.merge(parts.stream().map(Slice::latencies).toList()));
    }
}
