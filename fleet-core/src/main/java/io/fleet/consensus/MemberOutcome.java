package io.fleet.consensus;

import io.fleet.consensus.membership.Configuration;

/** Hears what became of a change of a group's members. One of the methods is called, once, on the node's thread. */
public interface MemberOutcome {
    /** Does not want to know. */
    MemberOutcome NONE = new MemberOutcome() {
        @Override
        public void onDone(final Configuration configuration) {
            // Nobody asked.
        }

        @Override
        public void onRefused(final String reason) {
            // Nobody asked.
        }

        @Override
        public void onUnknown(final String reason) {
            // Nobody asked.
        }
    };

    /**
     * The change is done: chosen, and the group goes on with it.
     *
     * @param configuration the members from now on.
     */
    void onDone(Configuration configuration);

    /**
     * Nothing was changed.
     *
     * @param reason why, for people.
     */
    void onRefused(String reason);

    /**
     * Members of groups of this mode never change. By default like any other refusal.
     *
     * @param reason that says so, for people.
     */
    default void onFixed(final String reason) {
        onRefused(reason);
    }

    /**
     * It may come about yet, or not; the members tell.
     *
     * @param reason why, for people.
     */
    void onUnknown(String reason);
}
