/**
 * The coded mode: no leader, each node stores one Reed-Solomon segment of a value, and a randomized binary consensus
 * orders ids. Its codecs are there, in {@link io.fleet.ec.codec}; its protocol is not yet: a group can only be
 * scattered.
 *
 * <p>Nor is there a place to plug it in. {@code io.fleet.protocol.GroupProtocol} is most of what a node needs of a
 * mode, but the node makes the scattered one itself and asks it for more, {@code MessageType} names that mode's
 * messages only, and nodes encode and decode the core's catalog of messages.
 */
package io.fleet.ec;
