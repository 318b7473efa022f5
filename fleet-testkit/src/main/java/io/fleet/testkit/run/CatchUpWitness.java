package io.fleet.testkit.run;

import io.fleet.node.GroupStatus;
import io.fleet.node.NodeCore;
import io.fleet.protocol.GroupCounters;
import io.fleet.protocol.Role;
import io.fleet.protocol.message.CatchUpEntry;
import io.fleet.protocol.message.Message;
import io.fleet.protocol.message.Order;
import io.fleet.testkit.witness.Violations;

/**
 * Watches that a leader counts for itself (S6): what others hand on as chosen above its base it must not take for
 * learnt while it leads. It is held to its own counter of entries that it has learnt so.
 */
final class CatchUpWitness {
    private final int groupId;
    private final Violations violations;
    private final long[] ballot;
    private final long[] base;
    private final long[] leads;
    private final long[] learnt;
    private final long[] stepDowns;
    private final long[] mayLearn;

    CatchUpWitness(final int groupId, final int nodes, final Violations violations) {
        this.groupId = groupId;
        this.violations = violations;
        ballot = new long[nodes];
        base = new long[nodes];
        leads = new long[nodes];
        learnt = new long[nodes];
        stepDowns = new long[nodes];
        mayLearn = new long[nodes];
    }

    /** A message was sent. */
    void onMessage(final int sender, final Message message) {
        if (message instanceof Order && sender >= 0) {
            ballot[sender] = ((Order) message).ballot;
            base[sender] = ((Order) message).base;
        }
    }

    /** A node has read a message. */
    void onReceipt(final int to, final Message message) {
        if (message instanceof CatchUpEntry && ((CatchUpEntry) message).lsn <= base[to]) {
            mayLearn[to]++;
        }
    }

    /** A node has ended a duty cycle. */
    void check(final int node, final NodeCore core) {
        final GroupStatus status = core.status(groupId);
        final GroupCounters counters = core.counters(groupId);
        final long now = status.role() == Role.LEADER ? status.ballot() : 0;
        final long more = counters.catchUpEntries.get() - learnt[node];
        if (now != 0 && now == leads[node] && now == ballot[node] && stepDowns[node] == counters.stepDowns.get()
            && more > mayLearn[node]) {
            violations.report("node " + node + " leads at ballot " + now + ", and takes " + more
                + " entries for chosen that others handed on, of which " + mayLearn[node]
                + " lie not above its base, LSN " + base[node]);
        }
        leads[node] = now;
        learnt[node] = counters.catchUpEntries.get();
        stepDowns[node] = counters.stepDowns.get();
        mayLearn[node] = 0;
    }

    /** A node has started: what it counted before is gone. */
    void restarted(final int node) {
        leads[node] = 0;
        learnt[node] = 0;
        stepDowns[node] = 0;
    }
}
