/**
 * What a member proposes for slots: its candidates, which slot is next, and which ids are decided.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.ec.consensus.proposal;
