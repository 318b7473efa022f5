package io.fleet.ec.message;

import io.fleet.consensus.membership.Configuration;
import io.fleet.ec.consensus.EntryId;

/** The answer to {@link StandingRequest} (rules S15, R5). */
public final class StandingAnswer implements CodedMessage {
    /** The most entries one message names. */
    public static final int MAX_ENTRIES = 256;

    /** The life of the asker, so that no answer to an earlier one counts. */
    public long asked;
    /** Names the life of the sender. */
    public long life;
    /** The life of the asker's node that the sender listens to ({@link io.fleet.storage.Life}); 0 for none. */
    public long knownLife;
    /** How many of {@link #numbers} are in use: the members. */
    public int known;
    /** By place, the least number of a life in which the sender counts the member; 0 where it knows of none (S15). */
    public final int[] numbers = new int[Configuration.SLOTS];
    /** Whether the sender votes. */
    public boolean isVoter;
    /** Whether the sender knows that the group has ever done anything. */
    public boolean hasHistory;
    /** Whether the sender's state machine uses payload handles; members must agree (rule C1). */
    public boolean usesPayloads;
    /** The highest slot that the sender has spoken in, heard of, or settled; 0 for none. */
    public long highest;
    /** Which part of the list this is: {@link StandingRequest#from}. */
    public int from;
    /** Where the list goes on; 0 at its end, and where none was asked for. */
    public int next;
    /** How many of {@link #entries} are in use. */
    public int count;
    /** Entries that the sender holds its part of and does not know to be decided; created when first taken. */
    public final EntryId[] entries = new EntryId[MAX_ENTRIES];

    /** Creates an empty message. */
    public StandingAnswer() {
    }

    /**
     * Takes the next free line.
     *
     * @return the line; its fields are as they were left.
     */
    public EntryId next() {
        final int at = count++;
        if (entries[at] == null) {
            entries[at] = new EntryId();
        }
        return entries[at];
    }

    @Override
    public Kind kind() {
        return Kind.STANDING_ANSWER;
    }
}
