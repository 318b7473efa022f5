package io.fleet.client.command;

import io.fleet.config.GroupConfig;
import io.fleet.session.SessionTable;
import java.util.concurrent.TimeUnit;

/**
 * What the group keeps of answers that are here, as far as no command has told it. Where that takes something, and no
 * command comes for a while, the group is told without one, so that a client that is idle costs it no memory; once for
 * each time that it becomes idle, and nothing hangs on that it arrives.
 */
final class ReplyAcknowledgement {
    /** Answers of fewer bytes are not worth an entry. */
    private static final long WORTH = 64 << 10;
    /** Of {@code sessionBytes}, where that is small. */
    private static final int WORTH_SHARE = 64;

    private final ClientSession session;
    private final long idleNs;
    private final long worth;
    private long bytes;
    private long lastAnswerNs;

    ReplyAcknowledgement(final GroupConfig config, final ClientSession session) {
        this.session = session;
        idleNs = TimeUnit.MILLISECONDS.toNanos(config.retryMillis());
        worth = Math.min(WORTH, config.sessionBytes() / WORTH_SHARE);
    }

    /** An answer came. */
    void answered(final boolean isWrite, final int length, final long nowNs) {
        lastAnswerNs = nowNs;
        bytes += isWrite ? SessionTable.cost(length) : 0;
    }

    /** The group is told that all answers are here. */
    void told() {
        bytes = 0;
    }

    /** Whether the group is to be told. */
    boolean isDue(final long nowNs) {
        return bytes > worth && session.state() == ClientSession.State.OPEN && nowNs - lastAnswerNs >= idleNs;
    }
}
