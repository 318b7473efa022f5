package io.fleet.testkit.coded;

/**
 * What came of one run.
 *
 * @param seed         its seed.
 * @param problem      what went wrong; null when nothing did.
 * @param acknowledged entries that were written.
 * @param slots        that were decided.
 * @param forfeited    those of them that hold nothing.
 * @param twice        those of them that hold an id again.
 * @param fast         slots that PROPOSALs decided, over all nodes.
 * @param voted        slots that VOTEs decided, over all nodes.
 * @param adopted      decisions that other nodes told.
 * @param coins        tosses of the coin.
 * @param losses       how often a node lost its steps, its parts, or all.
 * @param installed    how often a node went on behind another one's snapshot.
 * @param read         values that were gathered and compared.
 * @param letGo        parts that nodes let go of.
 * @param gone         values that readers wanted and that were let go of.
 * @param endNs        virtual time at the end.
 * @param tally        of all that was decided, applied and written, to compare two runs of one seed.
 */
public record CodedResult(long seed, String problem, int acknowledged, long slots, long forfeited, long twice,
                          long fast, long voted, long adopted, long coins, long losses, long installed, long read,
                          long letGo, long gone, long endNs, long tally) {
    /** Whether all went well. */
    public boolean passed() {
        return problem == null;
    }
}
