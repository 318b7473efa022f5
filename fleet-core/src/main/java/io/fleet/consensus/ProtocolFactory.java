package io.fleet.consensus;

import io.fleet.config.GroupConfig;
import io.fleet.config.Mode;
import io.fleet.consensus.store.LogKind;
import io.fleet.consensus.store.LostRecord;
import io.fleet.consensus.store.RecordNumbers;
import io.fleet.error.ConfigException;
import java.util.Set;

/**
 * Makes the groups of one mode. The scattered mode is built in; others are found on the class path by
 * {@link java.util.ServiceLoader}, so an implementation has a constructor without parameters, and no state. One that
 * has messages of its own is a {@code io.fleet.wire.MessageCodecs} too.
 */
public interface ProtocolFactory {
    /** The mode that this makes. */
    Mode mode();

    /**
     * Where groups of this mode keep records on a node, besides the ordered log.
     *
     * @return the logs; {@link LogKind#ENTRIES} is among them.
     */
    Set<LogKind> logs();

    /**
     * How these records are numbered.
     *
     * @return the numbers of those in {@link LogKind#ENTRIES}.
     */
    RecordNumbers recordNumbers();

    /**
     * How a group bears that one of them is unreadable.
     *
     * @return what it costs.
     */
    LostRecord lostRecord();

    /**
     * What the longest record in {@link LogKind#ENTRIES} has besides a body.
     *
     * @return bytes; 0 by default.
     */
    default int recordOverhead() {
        return 0;
    }

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
     * Makes the protocol of one group. What its logs hold is handed over to each {@link GroupProtocol#user} before
     * anything else is called.
     *
     * @param context what it is given.
     * @return the protocol.
     */
    GroupProtocol create(ProtocolContext context);
}
