package io.fleet.bench.groups;

/**
 * What all nodes have used up to a moment.
 *
 * @param nowNs   the moment.
 * @param time    of their threads.
 * @param syncs   of all their logs.
 * @param packets that they sent.
 */
record Sample(long nowNs, NodeTime time, long syncs, long packets) {
}
