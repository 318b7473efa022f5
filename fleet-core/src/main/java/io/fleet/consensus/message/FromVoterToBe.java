package io.fleet.consensus.message;

/**
 * A message of a node on its way to vote (S14, S15). One that has not started with a disk yet is not taken for the node
 * of its number while another process that has is listened to.
 */
public interface FromVoterToBe {
}
