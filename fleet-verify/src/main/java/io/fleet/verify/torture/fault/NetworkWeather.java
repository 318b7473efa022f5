package io.fleet.verify.torture.fault;

import java.util.random.RandomGenerator;

/**
 * What the network does to packets between nodes, alike on all links.
 *
 * @param lossPercent      of packets that are lost.
 * @param duplicatePercent of packets that arrive twice.
 * @param reorderPercent   of packets that those sent later overtake.
 * @param delayMillis      the longest time that a packet is on its way; each takes a random part of it.
 */
public record NetworkWeather(int lossPercent, int duplicatePercent, int reorderPercent, int delayMillis) {
    /** Packets arrive, at once and in order. */
    public static final NetworkWeather CLEAR = new NetworkWeather(0, 0, 0, 0);

    /** Such as goes along with other faults. */
    static NetworkWeather light(final RandomGenerator random) {
        return new NetworkWeather(random.nextInt(4), random.nextInt(4), random.nextInt(10), random.nextInt(15));
    }

    /** Such as is a fault by itself. */
    static NetworkWeather heavy(final RandomGenerator random) {
        return new NetworkWeather(3 + random.nextInt(25), random.nextInt(20), random.nextInt(40), random.nextInt(60));
    }

    public boolean isClear() {
        return equals(CLEAR);
    }

    @Override
    public String toString() {
        return "loss " + lossPercent + " %, duplicates " + duplicatePercent + " %, reordering " + reorderPercent
            + " %, delay up to " + delayMillis + " ms";
    }
}
