package io.fleet.protocol;

import io.fleet.protocol.membership.Configuration;

/** Who belongs to a group, as far as this node knows. */
public interface GroupMembers {
    /**
     * The configuration that this node acts on.
     *
     * @return the configuration.
     */
    Configuration current();

    /**
     * The newest configuration that this node has heard of.
     *
     * @return the configuration; often the current one.
     */
    Configuration heard();

    /**
     * Whether this node is known not to belong to the group any more.
     *
     * @return whether; false also for one that has not joined yet.
     */
    boolean isRemoved();
}
