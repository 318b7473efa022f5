package io.fleet.transport.aeron;

import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.ErrorHandler;

/** Refuses senders by the length of the term buffers that a receiver would have to keep for them, and says so. */
final class LongTerms {
    private final int longest;
    private final ErrorHandler errorHandler;
    private final AtomicLong refused = new AtomicLong();

    LongTerms(final AeronConfig config, final ErrorHandler errorHandler) {
        longest = Math.max(config.broadcastTermLength(), config.unicastTermLength());
        this.errorHandler = errorHandler;
    }

    boolean admits(final int termLength, final InetSocketAddress source) {
        if (termLength <= longest) {
            return true;
        }
        refused.incrementAndGet();
        errorHandler.onError(new IllegalStateException("a sender at " + source + " has term buffers of " + termLength
            + " bytes, but at most " + longest + " are taken, the longer of this endpoint's broadcastTermLength and"
            + " unicastTermLength"));
        return false;
    }

    /** How often a sender was refused. */
    long refused() {
        return refused.get();
    }
}
