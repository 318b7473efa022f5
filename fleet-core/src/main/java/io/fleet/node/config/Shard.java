package io.fleet.node.config;

import io.fleet.config.Checks;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The part of a node that one of its duty threads runs: its groups, and for them alone a port, directories, logs, lives
 * and a birth. Shards of a node share nothing but its number, so that nothing has to be locked; to the protocol each is
 * a node of a cluster of its own, whose other nodes are the shards of the same place. A group belongs to one shard, by
 * its number, and never moves. Directories are bound to the number of shards by their names, and all files in them by
 * what they say whose they are ({@link io.fleet.storage.StorageIdentity}).
 *
 * @param index which of the shards, from 0.
 * @param count how many the node has; the same on all nodes of a cluster.
 */
public record Shard(int index, int count) {
    /** The most duty threads of a node. */
    public static final int MAX_COUNT = 64;
    /** The whole of a node that has one duty thread. */
    public static final Shard ALL = new Shard(0, 1);

    private static final Pattern DIRECTORY = Pattern.compile("duty-([0-9]{1,2})-of-([0-9]{1,2})");

    /** Checks the ranges. */
    public Shard {
        Checks.range("dutyThreads", count, 1, MAX_COUNT);
        Checks.range("index of a duty thread", index, 0, count - 1);
    }

    /** The shard of a group on nodes of so many duty threads. */
    public static Shard of(final int groupId, final int dutyThreads) {
        return new Shard(groupId % dutyThreads, dutyThreads);
    }

    /** Whether a group is this shard's. */
    public boolean hosts(final int groupId) {
        return groupId % count == index;
    }

    /** Where the shard receives, of a node that was given the first of its ports. */
    public int port(final int first) {
        return first + index;
    }

    /** Where in a directory of the node the shard keeps what is its: in the directory itself, where it is alone. */
    public Path directory(final Path ofNode) {
        return count == 1 ? ofNode : ofNode.resolve(directoryName());
    }

    /** What {@link #directory} is called in that of the node, where there are several. */
    public String directoryName() {
        return "duty-" + index + "-of-" + count;
    }

    /** The number of duty threads that a name of a directory tells; empty where it is none of a shard. */
    public static Optional<Integer> countIn(final String directoryName) {
        final Matcher matcher = DIRECTORY.matcher(directoryName);
        return matcher.matches() ? Optional.of(Integer.parseInt(matcher.group(2))) : Optional.empty();
    }

    /** A name of the node, such as that of its threads, made one of the shard. */
    public String name(final String ofNode) {
        return count == 1 ? ofNode : ofNode + "-duty-" + index;
    }
}
