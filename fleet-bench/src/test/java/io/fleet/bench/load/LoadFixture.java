package io.fleet.bench.load;

import java.util.concurrent.TimeUnit;

/** A server, a runner, and measurements of a second after a warm-up of a second. */
final class LoadFixture {
    static final int VALUE_BYTES = 8;
    static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    final VirtualServer server = new VirtualServer();
    final LoadRunner runner = new LoadRunner(server::nowNs);
    int begins;
    int ends;
    long beganNs;
    long endedNs;

    LoadFixture() {
        server.tells(runner);
        server.answersWithLength(VALUE_BYTES);
    }

    LoadResult closed(final int slots) {
        return run(spec(Workload.PUT, slots, 0));
    }

    LoadResult open(final int slots, final double rate) {
        return run(spec(Workload.PUT, slots, rate));
    }

    LoadResult run(final LoadSpec spec) {
        return runner.run(spec, server, new Interval() {
            @Override
            public void begins() {
                begins++;
                beganNs = server.nowNs();
            }

            @Override
            public void ends() {
                ends++;
                endedNs = server.nowNs();
            }
        });
    }

    static LoadSpec spec(final Workload workload, final int slots, final double rate) {
        return new LoadSpec(workload, VALUE_BYTES, 100, slots, rate, SECOND_NS, SECOND_NS, 2 * SECOND_NS);
    }
}
