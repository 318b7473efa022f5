package io.fleet;

import io.fleet.error.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * How a {@link FleetRemoteClient} stands.
 *
 * @param leader       id of the node that commands are sent to: who leads, or in a coded group a member that takes
 *                     them; -1 while none is known.
 * @param ballot       its term; 0 while none is known.
 * @param silentMillis how long ago a node of the group has said something last, in milliseconds; -1 while none has.
 *                     Nodes that know of a leader, which may have ended since, answer this client once a second.
 * @param refusal      why most nodes do not listen to this client, after which it has ended; null as long as any may.
 */
public record RemoteStatus(int leader, long ballot, long silentMillis, @Nullable ConfigException refusal) {
    /** {@link #silentMillis}: nothing was heard yet. */
    public static final long NEVER = -1;
}
