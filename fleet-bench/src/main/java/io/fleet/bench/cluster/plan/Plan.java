package io.fleet.bench.cluster.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * Who is measured when. A block is one round of all contenders over values of one length, one after the other; blocks
 * of all lengths follow each other, and then comes the next round. So each point sees the contenders in turn (A B, A B,
 * A B), and when time is over before the plan is, every point has been measured about as often.
 */
public final class Plan {
    private Plan() {
    }

    /** The blocks of turns. */
    public static List<Block> blocks(final ClusterOptions options) {
        final List<Contender> contenders = options.contenders();
        final List<Block> blocks = new ArrayList<>();
        for (int round = 1; round <= options.run().rounds(); round++) {
            for (final int value : options.values()) {
                blocks.add(block("", contenders, round, options.points(value)));
            }
        }
        return blocks;
    }

    /** One round of all contenders. */
    public static Block block(final String title, final List<Contender> contenders, final int round,
                              final List<Point> points) {
        return new Block(title, contenders.stream().map(each -> new Turn(each, round, points)).toList());
    }
}
