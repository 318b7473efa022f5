package io.fleet.bench.cluster.plan;

import java.util.List;
import java.util.Map;

/**
 * Who is measured: a peer, with settings where it is not taken as it is.
 *
 * @param name     in tables; one of its kind in a run.
 * @param peer     the peer's name.
 * @param settings handed to all its processes.
 * @param launcher words that go before the command of each of its processes; none for the usual way.
 */
public record Contender(String name, String peer, Map<String, String> settings, List<String> launcher) {
    /** A peer as it is. */
    static Contender plain(final String peer) {
        return new Contender(peer, peer, Map.of(), List.of());
    }

    /** Whether it is Fleet, as it is or not. */
    public boolean isFleet() {
        return FleetVariant.PEER.equals(peer);
    }
}
