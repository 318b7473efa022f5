package io.fleet.verify.torture.fault;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.random.RandomGenerator;

/** Which links between nodes carry packets, each direction by itself, and how badly. Any thread, but for the fates. */
public final class Links {
    /** Of {@link #delayNs}: the packet is lost. */
    static final long LOST = -1;
    private static final long REORDERED_NS = 3_000_000;
    private static final int PERCENT = 100;

    private final int nodes;
    private final AtomicIntegerArray cut;
    private volatile NetworkWeather weather = NetworkWeather.CLEAR;

    Links(final int nodes) {
        this.nodes = nodes;
        cut = new AtomicIntegerArray(nodes * nodes);
    }

    int nodes() {
        return nodes;
    }

    /** What one node sends no longer reaches the other. */
    public void cut(final int from, final int to) {
        cut.set(from * nodes + to, 1);
    }

    /** What a node sends reaches nobody. */
    public void mute(final int node) {
        for (int other = 0; other < nodes; other++) {
            cut(node, other);
        }
    }

    /** What is sent to a node does not reach it. */
    public void deafen(final int node) {
        for (int other = 0; other < nodes; other++) {
            cut(other, node);
        }
    }

    /** All links carry again; the weather stays. */
    public void heal() {
        for (int i = 0; i < cut.length(); i++) {
            cut.set(i, 0);
        }
    }

    public void weather(final NetworkWeather now) {
        weather = now;
    }

    boolean isCut(final int from, final int to) {
        return cut.get(from * nodes + to) != 0;
    }

    /** How many packets one packet becomes, if any arrives. */
    int copies(final RandomGenerator random) {
        return random.nextInt(PERCENT) < weather.duplicatePercent() ? 2 : 1;
    }

    /** The fate of one packet: how long it takes, 0 for none to speak of, or {@link #LOST}. */
    long delayNs(final int from, final int to, final RandomGenerator random) {
        final NetworkWeather now = weather;
        if (isCut(from, to) || random.nextInt(PERCENT) < now.lossPercent()) {
            return LOST;
        }
        long delayNs = now.delayMillis() == 0 ? 0 : random.nextLong(now.delayMillis() * 1_000_000L);
        if (random.nextInt(PERCENT) < now.reorderPercent()) {
            delayNs += REORDERED_NS;
        }
        return delayNs;
    }
}
