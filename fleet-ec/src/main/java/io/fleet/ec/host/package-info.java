/**
 * A coded group as a node hosts it: messages in, to {@link io.fleet.ec.group.CodedGroup}, and out of it. Members are
 * nodes out there and positions in the group; {@link io.fleet.ec.host.member.MemberTable} translates.
 *
 * <p>{@code CodedProtocol} wires it all: {@code MessageAdapter} and {@code PartAssembler} (messages in),
 * {@code MessagePublisher} and {@code PartSender} (out), {@code ProxyIntake} with {@code EntrySplitter} (entries of
 * clients), {@code CodedEntries} with {@code WholeValues} (what the replica applies), {@code PayloadValues} (payloads
 * of replies), {@code HostedSnapshots} with {@code OldestFirst}, {@code HostedCover} and {@code StateParts}
 * (snapshots: turns, cover, parts of what a state refers to), {@code StoredStanding} with {@code StandingReport} (what
 * was lost), {@code Ticks} (log time without load), {@code PartLog}, {@code StepLog} and {@code DecisionRecords} (the
 * logs of its node).
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.ec.host;
