package io.fleet.node.status;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * How a node stands.
 *
 * @param clusterId     its cluster.
 * @param nodeId        its number.
 * @param state         {@code running}, {@code stopped}, or {@code failed: } and why.
 * @param startedMillis when it had recovered and began to take part, in milliseconds since the epoch.
 * @param upMillis      how long ago that was.
 * @param cycleMillis   how long ago its last duty cycle began: a few milliseconds at most on a sound node.
 * @param diskFull      whether a flush waits for space.
 * @param directories   what its directories take.
 * @param groups        how each group stands, in the order of their configuration.
 */
public record NodeStatus(long clusterId, int nodeId, String state, long startedMillis, long upMillis, long cycleMillis,
                         boolean diskFull, List<DirectoryUsage> directories, List<GroupReport> groups) {
    /** The state of a node that serves. */
    public static final String RUNNING = "running";
    /** A node whose last duty cycle began longer ago is not live. */
    public static final long LIVE_MILLIS = 10_000;

    /**
     * Whether the node's thread runs: it has not ended, and its last duty cycle began less than {@link #LIVE_MILLIS}
     * ago. A command that a state machine takes longer for makes it not live.
     */
    public boolean isLive() {
        return state.equals(RUNNING) && cycleMillis < LIVE_MILLIS;
    }

    /**
     * Why the node is not ready: it is not live, a disk is full, or a group is not ({@link GroupReport#notReady()}).
     *
     * @return one reason for each; empty when it is ready.
     */
    public List<String> notReady() {
        if (!isLive()) {
            return List.of(state.equals(RUNNING) ? "has made no step for " + cycleMillis + " ms" : state);
        }
        final Stream<String> full = diskFull ? Stream.of("a disk is full: nothing more is accepted") : Stream.empty();
        return Stream.concat(full, groups.stream().map(GroupReport::notReady).filter(Objects::nonNull)).toList();
    }
}
