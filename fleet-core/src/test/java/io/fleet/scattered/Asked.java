package io.fleet.scattered;

import io.fleet.consensus.TransferOutcome;
import java.util.ArrayList;
import java.util.List;

/** Remembers what became of transfers of leadership. */
public final class Asked implements TransferOutcome {
    public final List<String> outcomes = new ArrayList<>();
    /** The last of them; empty while there is none. */
    public String outcome = "";

    @Override
    public void onLeader(final int node, final long ballot) {
        tell("node " + node);
    }

    @Override
    public void onFailure(final String reason) {
        tell(reason);
    }

    private void tell(final String what) {
        outcome = what;
        outcomes.add(what);
    }
}
