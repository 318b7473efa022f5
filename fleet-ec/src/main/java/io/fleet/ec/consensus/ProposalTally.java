package io.fleet.ec.consensus;

/** The PROPOSALs of one slot, one for each node, and the id that most of them name. */
final class ProposalTally {
    private final EntryId[] ids;
    private long heard;
    private long nulls;
    private int best;
    private int bestCount;

    ProposalTally(final int nodes) {
        ids = new EntryId[nodes];
        for (int i = 0; i < nodes; i++) {
            ids[i] = new EntryId();
        }
    }

    void clear() {
        heard = 0;
        nulls = 0;
        best = 0;
        bestCount = 0;
    }

    /** Forgets all but one node's. */
    void keepOnly(final int node) {
        heard &= 1L << node;
        nulls &= heard;
        best = node;
        bestCount = heard != 0 && nulls == 0 ? 1 : 0;
    }

    TallyResult put(final int node, final EntryId id) {
        final long bit = 1L << node;
        if ((heard & bit) != 0) {
            return ids[node].same(id) ? TallyResult.SAME : TallyResult.CONTRADICTION;
        }
        heard |= bit;
        ids[node].set(id);
        if (id.isNull()) {
            nulls |= bit;
            return TallyResult.NEW;
        }
        int count = 0;
        for (int i = 0; i < ids.length; i++) {
            if ((heard & 1L << i) != 0 && ids[i].same(id)) {
                count++;
            }
        }
        if (count > bestCount) {
            best = node;
            bestCount = count;
        }
        return TallyResult.NEW;
    }

    boolean has(final int node) {
        return (heard & 1L << node) != 0;
    }

    EntryId of(final int node) {
        return ids[node];
    }

    /** Who proposed, as bits. */
    long heard() {
        return heard;
    }

    int count() {
        return Long.bitCount(heard);
    }

    boolean hasNull() {
        return nulls != 0;
    }

    /** The id that most PROPOSALs name; means nothing while {@link #bestCount()} is 0. */
    EntryId best() {
        return ids[best];
    }

    int bestCount() {
        return bestCount;
    }
}
