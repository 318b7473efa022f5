package io.fleet.consensus.message;

/** A message that tells how far the replica of its sender is. */
public interface ProgressReport {
    /**
     * How far the sender's replica is, for people.
     *
     * @return the highest LSN that it has applied, or can apply.
     */
    long applied();
}
