package io.fleet.node;

import io.fleet.node.status.NodeEvents;
import io.fleet.replica.CallbackFailures;

/** Tells the operator what the state machine of a group threw. */
final class MachineFailures implements CallbackFailures {
    private final int groupId;
    private final NodeEvents events;

    MachineFailures(final int groupId, final NodeEvents events) {
        this.groupId = groupId;
        this.events = events;
    }

    @Override
    public String group() {
        return "group " + groupId;
    }

    @Override
    public void onCallbackFailed(final String callback, final long id, final Exception failure) {
        events.onCallbackFailed(groupId, callback, id, failure);
    }

    @Override
    public void onError(final String method, final long lsn, final long sessionId, final boolean ends,
                        final Error error) {
        events.onMachineError(groupId, method, lsn, sessionId, ends, error);
    }
}
