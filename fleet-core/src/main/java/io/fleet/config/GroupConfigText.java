package io.fleet.config;

/** A configuration of a group for people. */
final class GroupConfigText {
    private GroupConfigText() {
    }

    static String of(final GroupConfig c) {
        return "GroupConfig[mode=" + (c.code() == null ? "scattered" : c.code()) + ", leases=" + c.leases()
            + ", persistence=" + c.persistence()
            + ", copies=" + c.copies() + ", hedgeMillis=" + c.hedgeMillis() + ", dissemination=" + c.dissemination()
            + ", replierPolicy=" + c.replierPolicy() + ", windowEntries=" + c.windowEntries()
            + ", pendingEntries=" + c.pendingEntries() + ", pendingBytes=" + c.pendingBytes()
            + ", maxBatchBytes=" + c.maxBatchBytes() + ", maxBatchCommands=" + c.maxBatchCommands()
            + ", maxCommandBytes=" + c.maxCommandBytes() + ", maxReplyBytes=" + c.maxReplyBytes()
            + ", clientWindow=" + c.clientWindow() + ", maxSessions=" + c.maxSessions()
            + ", sessionTimeoutMillis=" + c.sessionTimeoutMillis() + ", sessionBytes=" + c.sessionBytes()
            + ", replierQueueBound=" + c.replierQueueBound()
            + ", electionTimeoutMillis=" + c.electionTimeoutMillis() + ", heartbeatMillis=" + c.heartbeatMillis()
            + ", resendMillis=" + c.resendMillis() + ", requestTimeoutMillis=" + c.requestTimeoutMillis()
            + ", retryMillis=" + c.retryMillis() + ", maxParts=" + c.maxParts() + "]";
    }
}
