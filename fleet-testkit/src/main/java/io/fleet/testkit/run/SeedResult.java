package io.fleet.testkit.run;

import io.fleet.testkit.disk.DamageCounters;
import io.fleet.testkit.fault.FaultCounters;
import io.fleet.testkit.run.plan.Feature;
import java.util.List;
import java.util.Set;

/**
 * What became of one seed.
 *
 * @param seed         the seed.
 * @param features     what was special about it.
 * @param violations   every broken rule; empty for a good run.
 * @param traceHash    the same for the same seed and code.
 * @param events       simulated events.
 * @param commands     operations that clients issued.
 * @param acknowledged operations that were answered.
 * @param unknown      operations whose outcome the client did not learn.
 * @param notApplied   operations that were refused.
 * @param elections    leaders that were elected.
 * @param snapshotsWritten  snapshots that stops in good order wrote.
 * @param snapshotsRestored starts that began from a snapshot.
 * @param snapshotsInstalled snapshots of other nodes that took the place of a state.
 * @param faults       how often each fault began.
 * @param effects      how often each kind befell something: packets or offers of packets for faults of the network, a
 *                     node that was up for others. A fault without effect found nothing that it could befall.
 * @param damage       what became of disk faults.
 * @param bytesWritten how much the logs of all nodes wrote and synced.
 * @param virtualNs    how much virtual time passed.
 */
public record SeedResult(long seed, Set<Feature> features, List<String> violations, long traceHash, long events,
                         long commands, long acknowledged,
                         long unknown, long notApplied, long elections,
                         long snapshotsWritten, long snapshotsRestored, long snapshotsInstalled,
                         FaultCounters faults, FaultCounters effects,
                         DamageCounters damage, long bytesWritten,
                         long virtualNs) {
    /** Whether no rule was broken. */
    public boolean passed() {
        return violations.isEmpty();
    }
}
