package io.fleet.node.status;

import io.fleet.consensus.membership.MemberRole;

/**
 * What a node knows of a member of a group.
 *
 * @param nodeId       the member.
 * @param address      where it receives; null over shared memory.
 * @param voter        whether it counts in quorums; a learner does not yet, and an observer is not to.
 * @param role         what it is for.
 * @param applied      how far it has applied, as it said last; in some modes, up to where it could apply
 *                     durably; -1 when nothing was heard of it.
 * @param lag          how many entries it is behind what this node knows to be chosen; -1 when nothing was heard.
 * @param silentMillis how long ago it said so; 0 for this node itself; -1 when nothing was heard.
 */
public record MemberStatus(int nodeId, String address, boolean voter, MemberRole role, long applied, long lag,
                           long silentMillis) {
}
