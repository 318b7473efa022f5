package io.fleet.testkit.run.cluster;

import io.fleet.node.config.UserThreads;

/** The threads of one life of a simulated node that run what is the user's. */
final class SimUserThreads {
    private final UserThreads threads;

    SimUserThreads(final SimCluster cluster, final SimNode node, final int incarnation) {
        threads = new UserThreads(new SimReadThreads(cluster, node, incarnation),
            new SimPrepareThreads(cluster, node, incarnation));
    }

    UserThreads threads() {
        return threads;
    }

    void end() {
        threads.end();
    }
}
