/**
 * Messages about who is who: members that change, lives of nodes, the cluster's id, repair of a voter that lost its
 * state.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.consensus.message.member;
