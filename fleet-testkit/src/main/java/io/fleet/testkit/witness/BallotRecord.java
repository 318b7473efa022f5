package io.fleet.testkit.witness;

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
    /** The value at each LSN. */
    final Long2ObjectHashMap<EntryMeta> values = new Long2ObjectHashMap<>();
    /** The nodes that hold each LSN, one bit each. */
    final Long2LongHashMap holders = new Long2LongHashMap(0);
    /** The highest cumulative acknowledgement of each node; {@link #UNKNOWN} for none. */
    final long[] cumulative;
    /** How much of {@link #cumulative} has been entered in {@link #holders}. */
    final long[] entered;

    BallotRecord(final long ballot, final int nodes) {
        this.ballot = ballot;
        cumulative = new long[nodes];
        entered = new long[nodes];
        Arrays.fill(cumulative, UNKNOWN);
    }

    boolean holds(final int node, final long lsn) {
        return (holders.get(lsn) >>> node & 1) != 0;
    }
}
