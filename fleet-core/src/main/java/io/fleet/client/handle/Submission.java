package io.fleet.client.handle;

import io.fleet.client.ReadConsistency;
import io.fleet.client.ReplyHandler;

/**
 * What cannot travel as bytes of one submitted command. Belongs to whoever took it from the free list: first to the
 * submitting thread, then, through the ring buffer, to the owner's.
 */
final class Submission {
    /** Its place among all. */
    final int index;
    /** Takes the outcome. */
    ReplyHandler handler;
    /** What a read may see; null for what goes through the log. */
    ReadConsistency consistency;
    /** Header and payload of a command that is too long for the ring buffer; else null. */
    byte[] large;

    Submission(final int index) {
        this.index = index;
    }

    void clear() {
        handler = null;
        consistency = null;
        large = null;
    }
}
