package io.fleet.verify.fuzz;

import io.fleet.testkit.run.hostile.HostileCluster;
import java.util.ArrayList;
import java.util.List;

/**
 * Well-formed messages to a running group: two bytes that say which group, who speaks and how many messages there are,
 * and any others that determine what they say. Declared: what {@link HostileCluster} says, and a bound of memory.
 */
final class HostileTarget implements FuzzTarget {
    private static final int LEAST = 3;
    private static final int MOST = 64;
    private static final int CODED = 1;
    private static final int MEMBERS = 2;
    private static final int MESSAGES_STEP = 32;
    private static final long CLUSTER_BYTES = 1L << 30;

    private long messages;

    @Override
    public String name() {
        return "hostile";
    }

    @Override
    public List<byte[]> seeds() {
        final List<byte[]> seeds = new ArrayList<>();
        for (int mode = 0; mode < 4; mode++) {
            seeds.add(new byte[] {(byte) mode, 1, 0});
        }
        return seeds;
    }

    @Override
    public String run(final byte[] input, final AllocationMeter meter) {
        if (input.length < LEAST || input.length > MOST) {
            return "not from " + LEAST + " to " + MOST + " bytes";
        }
        final String[] outcome = new String[1];
        meter.within(CLUSTER_BYTES, () -> {
            final HostileCluster cluster = new HostileCluster((input[0] & CODED) != 0, (input[0] & MEMBERS) != 0,
                seed(input));
            outcome[0] = cluster.run((input[1] & 0xFF) * MESSAGES_STEP);
            messages += cluster.sent();
        });
        return Fuzzer.TAKEN + " coded " + (input[0] & CODED) + ", " + outcome[0];
    }

    @Override
    public String tally() {
        return messages + " messages sent";
    }

    /** How many messages were sent so far. */
    long messages() {
        return messages;
    }

    private static long seed(final byte[] input) {
        long seed = 0x9E3779B97F4A7C15L;
        for (final byte each : input) {
            seed = (seed ^ each) * 0xD6E8FEB86659FD93L;
            seed ^= seed >>> 32;
        }
        return seed;
    }
}
