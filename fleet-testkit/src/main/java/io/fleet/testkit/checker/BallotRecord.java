package io.fleet.testkit.checker;

import io.fleet.storage.EntryMeta;
import java.util.Arrays;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.Long2ObjectHashMap;

/** What is known of one ballot of one group: its leader and base, its values, and who holds which of them durably. */
final class BallotRecord {
    static final long UNKNOWN = -1;

    final long ballot;
    /** The node that leads in the ballot; {@link #UNKNOWN} until it ordered. */
    long leader = UNKNOWN;
    /** The ballot's base; {@link #UNKNOWN} until its leader ordered. */
    long base = UNKNOWN;
    /** The version of the configuration that the ballot belongs to, once its leader ordered. */
    long version;
    /** The LSN of the first configuration that the ballot ordered. */
    long configuration = Long.MAX_VALUE;
    /** The value at each LSN. */
    final Long2ObjectHashMap<EntryMeta> values = new Long2ObjectHashMap<>();
    /** The nodes that hold each LSN, one bit each. */
    final Long2LongHashMap holders = new Long2LongHashMap(0);
    /** The same, but for what a node held before it lost its state: what its promises must tell. */
    private final Long2LongHashMap owed = new Long2LongHashMap(UNKNOWN);
    /** The highest cumulative acknowledgement of each node; {@link #UNKNOWN} for none. */
    final long[] cumulative;
    /** The same, though the node may have lost its state since. */
    final long[] told;
    /** How much of {@link #cumulative} has been entered in {@link #holders}. */
    final long[] entered;

    BallotRecord(final long ballot, final int nodes) {
        this.ballot = ballot;
        cumulative = new long[nodes];
        entered = new long[nodes];
        told = new long[nodes];
        Arrays.fill(cumulative, UNKNOWN);
        Arrays.fill(told, UNKNOWN);
    }

    void forget(final int node) {
        final long others = ~(1L << node);
        final Long2LongHashMap.EntryIterator entries = owed.entrySet().iterator();
        while (entries.hasNext()) {
            entries.next();
            entries.setValue(entries.getLongValue() & others);
        }
        cumulative[node] = UNKNOWN;
        entered[node] = base == UNKNOWN ? 0 : base;
    }

    boolean owes(final int node, final long lsn) {
        final long owing = owed.get(lsn);
        return owing != UNKNOWN && (owing >>> node & 1) != 0;
    }

    /** Whether a node holds anything of this ballot, or of what it is based on. */
    boolean owesAny(final int node) {
        final Long2LongHashMap.ValueIterator owing = owed.values().iterator();
        while (owing.hasNext()) {
            if ((owing.nextValue() >>> node & 1) != 0) {
                return true;
            }
        }
        return false;
    }

    void hold(final int node, final long lsn) {
        final long owing = owed.get(lsn);
        owed.put(lsn, (owing == UNKNOWN ? 0 : owing) | 1L << node);
        holders.put(lsn, holders.get(lsn) | 1L << node);
    }

}
