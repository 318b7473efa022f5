package io.fleet.ec.group;

import io.fleet.consensus.membership.Configuration;
import io.fleet.ec.consensus.EntryId;
import java.util.Arrays;

/** The answer to a {@link CodedRejoinRequest}. A mutable record that is reused. */
public final class CodedRejoinAnswer {
    /** The most ids in one answer. */
    public static final int MOST_IDS = 32;

    /** The life of the asker, so that no answer to an earlier one counts. */
    public long asked;
    /** Names the life of the answerer. */
    public long life;
    /** Whether the answerer votes. */
    public boolean isVoter;
    /** The life in which the answerer listens to the asker's node; 0 where it knows of none that counts. */
    public long knownLife;
    /** How many of {@link #numbers} are in use: the members. */
    public int known;
    /** By place, the least number of a life in which the answerer counts the member; 0 where it knows of none. */
    public final int[] numbers = new int[Configuration.SLOTS];
    /** Whether the answerer knows that the group has ever done anything. */
    public boolean hasHistory;
    /** The highest slot that the answerer has spoken in, heard of, or settled. */
    public long highest;
    /** Which part of the list this is: {@link CodedRejoinRequest#from}. */
    public int from;
    /** Where the list of ids goes on; 0 at its end, and where none was asked for. */
    public int next;
    /** How many ids there are. */
    public int count;
    /** Entries that the answerer holds its part of and does not know to be decided. */
    public final EntryId[] ids = new EntryId[MOST_IDS];

    /** Creates an answer with nothing in it. */
    public CodedRejoinAnswer() {
        Arrays.setAll(ids, i -> new EntryId());
    }

    /**
     * Copies an answer.
     *
     * @param other where from.
     * @return this.
     */
    public CodedRejoinAnswer set(final CodedRejoinAnswer other) {
        asked = other.asked;
        life = other.life;
        knownLife = other.knownLife;
        isVoter = other.isVoter;
        known = other.known;
        System.arraycopy(other.numbers, 0, numbers, 0, known);
        hasHistory = other.hasHistory;
        highest = other.highest;
        from = other.from;
        next = other.next;
        count = other.count;
        for (int i = 0; i < count; i++) {
            ids[i].set(other.ids[i]);
        }
        return this;
    }
}
