package io.fleet.consensus;

import io.fleet.consensus.message.member.MemberChange;

/** What can be asked of a group whose members change while it works (S14). */
public interface MemberChanges {
    /**
     * Asks for a change.
     *
     * @param change  which; copied.
     * @param outcome hears once what became of it; perhaps before this returns.
     * @param nowNs   the clock.
     */
    void request(MemberChange change, MemberOutcome outcome, long nowNs);

    /**
     * Whether the leader acts on the configuration that this node acts on, and nobody was heard to act on a newer one.
     *
     * @return whether; of no meaning where {@link GroupState#isLed} is false.
     */
    boolean isInStep();
}
