package io.fleet.storage.meta;

import io.fleet.storage.StorageIdentity;
import io.fleet.storage.VoterState;
import java.util.List;

/**
 * What the meta store of a directory holds.
 *
 * @param identity    whose it is.
 * @param version     format version.
 * @param sequence    number of the update that was written last.
 * @param directories how many directories the node's scattered log has.
 * @param members     node ids of the cluster's members, ascending.
 * @param incarnation how often the node has started.
 * @param voterId     names the node's life as a voter; 0 for none.
 * @param closed      whether the node stopped in good order.
 * @param logsLost    whether the logs were found damaged and have not been replaced yet.
 * @param groups      what is known of each group, by group.
 */
public record MetaSummary(StorageIdentity identity, int version, long sequence, int directories, List<Integer> members,
                          long incarnation, long voterId, boolean closed, boolean logsLost, List<Group> groups) {
    /**
     * One group.
     *
     * @param groupId  its number.
     * @param promised the highest ballot that was promised; 0 for none.
     * @param standing how the node stands in it.
     * @param settings what the group is bound to; null for none.
     */
    public record Group(int groupId, long promised, VoterState standing, GroupSettings settings) {
    }

    /** Whether the node votes in any group. */
    public boolean isAnyVoter() {
        return groups.stream().anyMatch(group -> group.standing() == VoterState.VOTER);
    }
}
