package io.fleet.bench.cluster;

import java.util.ArrayList;
import java.util.List;

/**
 * Who is measured when. A block is one round of all peers over values of one length, one peer after the other; blocks
 * of all lengths follow each other, and then comes the next round. So each point sees the peers in turn (A B, A B,
 * A B), and when time is over before the plan is, every point has been measured about as often.
 */
final class Plan {
    private Plan() {
    }

    /** The blocks of turns. */
    static List<List<Turn>> blocks(final ClusterOptions options) {
        final List<List<Turn>> blocks = new ArrayList<>();
        for (int round = 1; round <= options.rounds(); round++) {
            for (final int value : options.values()) {
                final List<Turn> block = new ArrayList<>();
                for (final String peer : options.peers()) {
                    block.add(new Turn(peer, round, options.points(value)));
                }
                blocks.add(block);
            }
        }
        return blocks;
    }
}
