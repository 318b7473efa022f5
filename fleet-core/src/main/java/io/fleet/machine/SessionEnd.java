package io.fleet.machine;

/** Why a session is gone. */
public enum SessionEnd {
    /** Its client closed it. */
    CLOSED,
    /** Nothing was heard of it for longer than {@code GroupConfig#sessionTimeoutMillis()} of log time. */
    EXPIRED
}
