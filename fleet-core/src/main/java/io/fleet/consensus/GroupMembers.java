package io.fleet.consensus;

import io.fleet.consensus.membership.Configuration;
import java.util.List;

/** Who belongs to a group, as far as this node knows. */
public interface GroupMembers {
    /** The configuration that this node acts on. */
    Configuration current();

    /**
     * The newest configuration that this node acts on, or that enough members have told it of, asked.
     *
     * @return the configuration; often the current one.
     */
    Configuration heard();

    /**
     * What single members have told of newer configurations. Those in them are asked for what this node lacks; nothing
     * else is believed of them.
     *
     * @return the configurations; the last word of each member.
     */
    default List<Configuration> told() {
        return List.of();
    }

    /**
     * Members that a node which knows nobody else was told of, and asks. Nothing else is believed of them.
     *
     * @return the configuration; without members when there are none.
     */
    default Configuration suspected() {
        return Configuration.UNKNOWN;
    }

    /**
     * Whether this node is known not to belong to the group any more.
     *
     * @return whether; false also for one that has not joined yet.
     */
    boolean isRemoved();
}
