package io.fleet.bench.peer;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/** The peers on this process's class path. */
final class Peers {
    private Peers() {
    }

    /** The one of a name. */
    static Peer named(final String name) {
        final List<String> known = new ArrayList<>();
        for (final Peer peer : ServiceLoader.load(Peer.class)) {
            if (peer.name().equals(name)) {
                return peer;
            }
            known.add(peer.name());
        }
        throw missing(name, known);
    }

    /** The one of a name that can be embedded. */
    static EmbeddedPeer embedded(final String name) {
        final List<String> known = new ArrayList<>();
        for (final EmbeddedPeer peer : ServiceLoader.load(EmbeddedPeer.class)) {
            if (peer.name().equals(name)) {
                return peer;
            }
            known.add(peer.name());
        }
        throw missing(name, known);
    }

    private static IllegalArgumentException missing(final String name, final List<String> known) {
        return new IllegalArgumentException("peer is '" + name + "', but on the class path are " + known);
    }
}
