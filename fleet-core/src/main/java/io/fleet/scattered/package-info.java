/**
 * The scattered mode ({@code docs/internals.md}): a leader orders metadata, bodies travel by themselves and are
 * persisted in any order, whoever counts a write quorum of acknowledgements knows what is chosen.
 *
 * <p>{@link io.fleet.scattered.ScatteredProtocol} wires the roles and registers each for its messages:
 * {@code Election} and {@code Campaign} (who leads), {@code ElectedCatchUp} (what a new leader needs first),
 * {@code Leader} with {@code EntryIntake} (ordering), {@code ReplierQueues} (who answers), {@code WriteSets} (who
 * writes), {@code StorageNode} with {@code AckTracker} (records, acknowledgements), {@code PromiseResponder} (promises
 * and what they report), {@code Learner} (what is chosen), {@code ChosenBodies} (what the replica reads of it),
 * {@code PendingBodies} with {@code BodyFetcher} and {@code BodyServer} (bodies), {@code OrderFetcher} (orders that did
 * not arrive), {@code CatchUp} with {@code CatchUpClient} and {@code CatchUpServer} (replicas that lag; those
 * that lag far get snapshots, by {@link io.fleet.consensus.snapshot}),
 * {@code SnapshotTurns} with {@code TurnClient} (whose turn it is to write
 * a snapshot), {@code SnapshotCover} (which snapshots members hold), {@code Succession} with {@code Announcer}
 * (hand-over), {@code Reconfiguration} with {@code VersionGate} (members that come and go), {@code Rejoin} with
 * {@code Voting} (a node that lost its state: it does not count until it is repaired).
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.scattered;
