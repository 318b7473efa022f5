package io.fleet.node;

import io.fleet.consensus.membership.Configuration;
import java.util.AbstractList;

/** Of each group of a node the configuration that it acts on, as it is when it is looked at. The node's thread. */
final class GroupConfigurations extends AbstractList<Configuration> {
    private final GroupHost[] groups;

    /** {@code groups} may change until the first look. */
    GroupConfigurations(final GroupHost[] groups) {
        this.groups = groups;
    }

    @Override
    public Configuration get(final int index) {
        return groups[index].membership().current();
    }

    @Override
    public int size() {
        return groups.length;
    }
}
