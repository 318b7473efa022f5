package io.fleet.ec.group;

import io.fleet.ec.consensus.SlotConsensusConfig;
import io.fleet.ec.consensus.proposal.ProposerConfig;
import io.fleet.ec.dissemination.context.SpreadConfig;

/**
 * Sizes and times of one coded group.
 *
 * @param consensus     of the agreement on slots.
 * @param proposals     of what is proposed for which slot.
 * @param dissemination of parts that are spread and gathered.
 */
public record CodedGroupConfig(SlotConsensusConfig consensus, ProposerConfig proposals, SpreadConfig dissemination) {
}
