package io.fleet.protocol;

import io.fleet.protocol.message.Message;

/**
 * What every mode is to the node that hosts it: fed with messages, completions of storage and the clock, by one thread.
 */
public interface GroupProtocol {
    /**
     * A message arrived.
     *
     * @param sender  the node it came from, or -1 for a remote client.
     * @param message what; reused after the call.
     * @param nowNs   the clock of this duty cycle.
     */
    void onMessage(int sender, Message message, long nowNs);

    /**
     * A record that was appended to the {@link EntryLog} is durable.
     *
     * @param lsn      its log sequence number.
     * @param ballot   its ballot.
     * @param position where it is.
     */
    void onDurable(long lsn, long ballot, long position);

    /**
     * One duty cycle.
     *
     * @param nowNs       monotonic clock in nanoseconds.
     * @param epochMillis wall clock in milliseconds; used by a leader only, to propose log time (S11).
     * @return how much was done.
     */
    int doWork(long nowNs, long epochMillis);

    /**
     * What was learnt as chosen.
     *
     * @return the entries.
     */
    ChosenEntries chosenEntries();

    /**
     * What this replica is doing with regard to leadership.
     *
     * @return the role.
     */
    Role role();

    /**
     * The highest ballot this node knows a leader of; {@link Ballot#NONE} when it knows none.
     *
     * @return the ballot.
     */
    long leaderBallot();

    /**
     * The highest LSN known to be ordered by the leader that is followed; may fall when another one leads.
     *
     * @return the LSN.
     */
    long ordered();
}
