package io.fleet.reads;

import io.fleet.consensus.ModeCounter;
import io.fleet.consensus.common.Counter;
import java.util.List;

/** What a node counts of the reads of one group that did not go through its log. */
final class ReadCounters {
    final Counter requests = new Counter();
    final Counter rounds = new Counter();
    final Counter asked = new Counter();
    final Counter executed = new Counter();
    final Counter unasked = new Counter();
    final Counter fills = new Counter();
    final Counter refused = new Counter();
    final Counter expired = new Counter();
    final Counter underLease = new Counter();
    final Counter marked = new Counter();
    final Counter fallbacks = new Counter();
    final Counter marks = new Counter();
    private final List<ModeCounter> all = List.of(
        counter("requests", "Requests with reads beside the log that arrived", requests),
        counter("rounds", "Rounds of questions to a quorum that were answered", rounds),
        counter("repeated.rounds", "Times that a round waited too long, so that others were asked too", asked),
        counter("executed.requests", "Requests whose reads were executed here", executed),
        counter("unasked.requests", "Requests that were executed without asking a quorum", unasked),
        counter("fills", "Times that a read waited so long that the leader was asked to fill the log", fills),
        counter("refused.requests", "Requests that were refused", refused),
        counter("expired.requests", "Requests that waited longer than their client does, and were dropped", expired),
        counter("leased.requests", "Requests under a lease that came to the leader while it held one", underLease),
        counter("marked.requests", "Requests under a lease for which another replica asked the leader", marked),
        counter("unleased.requests", "Requests under a lease for which a quorum was asked: there was no lease, or no"
            + " answer of the leader", fallbacks),
        counter("lease.marks", "Questions of other replicas that this node answered under its lease", marks));

    List<ModeCounter> list() {
        return all;
    }

    private static ModeCounter counter(final String name, final String description, final Counter counter) {
        return new ModeCounter("reads." + name, description, counter, false);
    }
}
