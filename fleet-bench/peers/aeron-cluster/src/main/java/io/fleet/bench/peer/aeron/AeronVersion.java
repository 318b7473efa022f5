package io.fleet.bench.peer.aeron;

import io.aeron.cluster.ConsensusModule;

/** Which Aeron it is. */
final class AeronVersion {
    private AeronVersion() {
    }

    static String text() {
        return "Aeron " + ConsensusModule.class.getPackage().getImplementationVersion();
    }
}
