package io.fleet.protocol;

import io.fleet.protocol.membership.Configuration;

/** How far the replica beside a protocol has come. */
public interface ReplicaProgress {
    /**
     * The highest LSN applied to the state machine.
     *
     * @return the LSN.
     */
    long applied();

    /**
     * The highest LSN handed to the ordered log; the protocol may forget everything up to here.
     *
     * @return the LSN.
     */
    long recorded();

    /**
     * The highest LSN that the ordered log holds durably.
     *
     * @return the LSN.
     */
    long durable();

    /**
     * The log time of the last applied entry.
     *
     * @return milliseconds since the epoch.
     */
    long logTime();

    /**
     * The log time at which something is due that waits for nothing else: a timer, or the end of a session. After the
     * log time of the last applied entry.
     *
     * @return milliseconds since the epoch; {@link Long#MAX_VALUE} where nothing is.
     */
    long nextDeadline();

    /**
     * The newest configuration in what the ordered log holds, durably or not, or in the snapshot before it (S14).
     *
     * @return the configuration; {@link Configuration#UNKNOWN} where none has been recorded.
     */
    Configuration recordedConfiguration();
}
