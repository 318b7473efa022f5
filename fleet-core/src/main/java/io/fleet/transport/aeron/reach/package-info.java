/**
 * Who hears what an endpoint sends by multicast, and so who is sent a copy of its own: HovercRaft's fallback where
 * multicast does not work, for each node by itself. Each endpoint asks every node that it sends to, over the way to
 * that node alone ({@link io.fleet.transport.aeron.reach.ReachPacket}). A node that says no, or leaves a question
 * unanswered for a second, is sent copies ({@link io.fleet.transport.aeron.reach.HeardBy}); while all are, nothing is
 * multicast. The worst that a false answer can do is what multi-destination-cast costs, or what multicast without this
 * would lose.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.transport.aeron.reach;
