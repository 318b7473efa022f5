package io.fleet.consensus;

import io.fleet.config.GroupConfig;
import io.fleet.config.Mode;
import io.fleet.error.ConfigException;

/**
 * Makes the groups of one mode. The scattered mode is built in; others are found on the class path by
 * {@link java.util.ServiceLoader}, so an implementation has a constructor without parameters, and no state.
 */
public interface ProtocolFactory {
    /**
     * The mode that this makes.
     *
     * @return the mode.
     */
    Mode mode();

    /** Whether groups of this mode need {@code LogKind#STEPS}. */
    boolean needsSteps();

    /**
     * Whether every record of a log counts that is found when a node starts. Otherwise LSNs are those of the ordered
     * log, and of each LSN above what that holds the record with the highest ballot counts.
     */
    boolean keepsEveryRecord();

    /**
     * Whether the log of entries may lack single records that it had confirmed: groups of this mode get back from
     * others what they held, while {@code GroupLogs#holdings} says that not all is there.
     *
     * @return whether; where not, a damaged record is a loss of votes.
     */
    boolean bearsLoss();

    /**
     * Checks what only this mode knows about a group, before anything is opened.
     *
     * @param groupId the group.
     * @param config  its configuration.
     * @param members the node ids of those who found it; empty for a node that joins.
     * @throws ConfigException that names the setting, its value and what is allowed.
     */
    void check(int groupId, GroupConfig config, int[] members);

    /**
     * Makes the protocol of one group. What its logs hold is handed over by {@link GroupProtocol#onRecovered} before
     * anything else is called.
     *
     * @param context what it is given.
     * @return the protocol.
     */
    GroupProtocol create(ProtocolContext context);
}
