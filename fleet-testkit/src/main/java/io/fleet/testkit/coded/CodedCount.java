package io.fleet.testkit.coded;

import io.fleet.ec.consensus.SlotConsensusCounters;
import java.util.function.ToLongFunction;

/** What a run adds up over all nodes and lives. */
enum CodedCount {
    /** Slots decided by PROPOSALs. */
    FAST(counters -> counters.fast.get()),
    /** Slots decided by VOTEs. */
    VOTED(counters -> counters.voted.get()),
    /** Decisions told by others. */
    ADOPTED(counters -> counters.adopted.get()),
    /** Tosses of the coin. */
    COINS(counters -> counters.coins.get());

    private final ToLongFunction<SlotConsensusCounters> counter;

    CodedCount(final ToLongFunction<SlotConsensusCounters> counter) {
        this.counter = counter;
    }

    long of(final SlotConsensusCounters counters) {
        return counter.applyAsLong(counters);
    }
}
