/**
 * The coded mode: no leader, each node stores one Reed-Solomon segment of a value, and a randomized binary consensus
 * orders ids (rules C1 to C10). This is the room for its codecs and its protocol, which will plug in through
 * {@code io.fleet.protocol}. It has no class yet: a group can only be scattered.
 */
package io.fleet.ec;
