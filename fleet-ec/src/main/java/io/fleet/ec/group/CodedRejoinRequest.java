package io.fleet.ec.group;

/**
 * What a node asks every other one after each start, until it is answered: who counts, and what it may have said before
 * it lost what it lost (rules S15, R5). A mutable record that is reused.
 */
public final class CodedRejoinRequest {
    /** Names the life of the asker; the answer repeats it. */
    public long life;
    /** Up to where the asker needs all slots decided, so that others do not leave holes below; 0 when unknown. */
    public long upTo;
    /** Whether the asker wants to know which parts of undecided entries the other holds. */
    public boolean isListing;
    /** Where the list is to go on: {@link CodedRejoinAnswer#next} of the answer before; 0 at first. */
    public int from;

    /** Creates a request with nothing in it. */
    public CodedRejoinRequest() {
    }

    /**
     * Copies a request.
     *
     * @param other where from.
     * @return this.
     */
    public CodedRejoinRequest set(final CodedRejoinRequest other) {
        life = other.life;
        upTo = other.upTo;
        isListing = other.isListing;
        from = other.from;
        return this;
    }
}
