package io.fleet.testkit.run.cluster;

import io.fleet.config.GroupConfig;
import io.fleet.config.Mode;
import io.fleet.testkit.sim.RandomStreams;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;

/**
 * What the processes of a run are given: all the same, or each life of each node what it draws by
 * {@link OwnSettings}.
 */
public final class NodeSettings {
    /** What all have, where nothing is drawn. */
    private final OwnSettings shared;
    private final boolean mayLackSnapshots;
    /** Null where all have the same. */
    private final RandomStreams streams;
    private final List<Life> lives = new ArrayList<>();

    /** The process of a node that started last. */
    private static final class Life {
        private OwnSettings own;
        private long drawn;
        private final Map<GroupConfig, GroupConfig> groups = new IdentityHashMap<>();
    }

    private NodeSettings(final int nodes, final OwnSettings shared, final boolean mayLackSnapshots,
                         final RandomStreams streams) {
        this.shared = shared;
        this.mayLackSnapshots = mayLackSnapshots;
        this.streams = streams;
        for (int i = 0; i < nodes; i++) {
            lives.add(new Life());
            begin(i, 0);
        }
    }

    /** All processes have the same. */
    public static NodeSettings same(final int nodes, final OwnSettings shared) {
        return new NodeSettings(nodes, shared, false, null);
    }

    /** Each process draws its own; a coded group needs snapshots of all, as nothing else makes room for parts. */
    static NodeSettings mixed(final int nodes, final OwnSettings shared, final Mode mode,
                              final RandomStreams streams) {
        return new NodeSettings(nodes, shared, mode == Mode.SCATTERED, streams);
    }

    /** A process of a node starts. */
    void begin(final int node, final int life) {
        final Life next = lives.get(node);
        next.groups.clear();
        if (streams == null) {
            next.own = shared;
        } else {
            final SplittableRandom random = streams.stream("own-settings", node + 64L * life);
            next.own = shared.draw(mayLackSnapshots, random);
            next.drawn = random.nextLong();
        }
    }

    /** What a node's process has of all that is no group's. */
    OwnSettings of(final int node) {
        return lives.get(node).own;
    }

    /** What a node's process has of a group, where all would have {@code config}. */
    GroupConfig of(final int node, final GroupConfig config) {
        if (streams == null) {
            return config;
        }
        final Life life = lives.get(node);
        return life.groups.computeIfAbsent(config,
            any -> OwnSettings.draw(config, life.own, new SplittableRandom(life.drawn)));
    }

    /** The most that any node has of something of a group. */
    public long most(final GroupConfig config, final ToLongFunction<GroupConfig> what) {
        long most = Long.MIN_VALUE;
        for (int node = 0; node < lives.size(); node++) {
            most = Math.max(most, what.applyAsLong(of(node, config)));
        }
        return most;
    }

    /** The largest window of any node in any life: whoever leads may have to take over what was ordered within it. */
    int mostWindowEntries(final GroupConfig config) {
        return streams == null ? config.windowEntries() : Math.max(config.windowEntries(), OwnSettings.MOST_WINDOW);
    }

    /** The most bytes of bodies that any node orders at once in any life. */
    int mostPendingBytes(final GroupConfig config) {
        return streams == null ? config.pendingBytes() : Math.max(config.pendingBytes(), OwnSettings.MOST_PENDING);
    }

    /** The longest that entries wait for a flush of the ordered log on any node, in nanoseconds. */
    public long mostFlushIntervalNs() {
        return lives.stream().mapToLong(life -> life.own.orderedLog().flushIntervalNs()).max().orElseThrow();
    }
}
