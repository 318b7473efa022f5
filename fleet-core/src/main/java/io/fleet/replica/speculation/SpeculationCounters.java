package io.fleet.replica.speculation;

import io.fleet.consensus.ModeCounter;
import io.fleet.consensus.common.Counter;
import java.util.List;

/** What is counted of a machine that speculates. By who is at the replica's state; any thread reads. */
public final class SpeculationCounters {
    /** Commands that were prepared before their turn, and published. */
    public final Counter published = new Counter();
    /** Commands that were prepared, and revoked. */
    public final Counter revoked = new Counter();
    /** Commands of which nothing was foreseen, so that they were prepared in their turn. */
    public final Counter inTurn = new Counter();
    /** Commands that threw before their turn, and were prepared again in it. */
    public final Counter failedEarly = new Counter();
    /** Commands whose effects were shipped to the other replicas. */
    public final Counter shipped = new Counter();
    /** Commands whose effects came from the leader, and were inserted. */
    public final Counter inserted = new Counter();

    /**
     * As they are told to those who watch.
     *
     * @return the counters.
     */
    public List<ModeCounter> all() {
        return List.of(
            new ModeCounter("speculation.published", "Commands that were prepared as foreseen, and published",
                published, false),
            new ModeCounter("speculation.revoked", "Commands that were prepared, and revoked", revoked, false),
            new ModeCounter("speculation.in.turn",
                "Commands of a speculative machine that were not foreseen, and prepared in their turn", inTurn,
                false),
            new ModeCounter("speculation.failed.early",
                "Commands that threw before their turn, and were prepared again in it", failedEarly, false),
            new ModeCounter("speculation.effects.shipped",
                "Commands whose effects were shipped to the other replicas", shipped, false),
            new ModeCounter("speculation.effects.inserted",
                "Commands whose effects came from the leader, and were inserted", inserted, false));
    }
}
