/**
 * One coded group on one node: the order of {@code io.fleet.ec.consensus}, the values of {@code
 * io.fleet.ec.dissemination}, and what stands between: decisions made durable in turn, writes acknowledged, entries
 * applied, missing parts rebuilt. Pure, single-threaded; {@link io.fleet.ec.group.CodedGroup} is fed with messages,
 * completions of storage and the clock.
 *
 * <p>It hands each to its one owner: {@code Learner} with {@code LearnedTable} (decisions, who has learned them),
 * {@code Applier} (entries in order), {@code Repairer} (missing parts), {@code Upkeep} with {@code SnapshotCover} and
 * {@code Scrubber} (snapshots in the place of decisions, damaged parts), {@code Rejoin} with {@code Lives} and
 * {@code ListedParts} (a node that lost something).
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.ec.group;
