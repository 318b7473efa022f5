package io.fleet.ec.group;

import io.fleet.ec.consensus.SlotConsensusOutbound;
import io.fleet.ec.consensus.proposal.ReadyOutbound;
import io.fleet.ec.dissemination.context.SpreadOutbound;
import io.fleet.ec.group.decision.LearnerOutbound;
import io.fleet.ec.group.rejoin.RejoinOutbound;

/** Where a coded group sends all its messages. */
public interface CodedGroupOutbound
    extends
        SlotConsensusOutbound,
        ReadyOutbound,
        SpreadOutbound,
        LearnerOutbound,
        RejoinOutbound {
    /**
     * Tells all members up to which slot a durable snapshot of this node covers everything.
     *
     * @param upTo the slot.
     */
    void snapshotHeld(long upTo);
}
