package io.fleet.ec.group;

import io.fleet.ec.consensus.VoteLog;
import io.fleet.ec.dissemination.store.PartLog;
import io.fleet.ec.group.decision.DecisionLog;
import io.fleet.ec.group.rejoin.VoterRecord;

/**
 * What one coded group keeps on this node's disks.
 *
 * @param votes     PROPOSALs, STATEs and VOTEs, each forced before it is sent.
 * @param parts     of entries.
 * @param decisions in the order of slots.
 * @param standing  what of these three was lost (rule S15).
 */
public record CodedGroupLogs(VoteLog votes, PartLog parts, DecisionLog decisions, VoterRecord standing) {
}
