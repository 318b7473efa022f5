package io.fleet.client.command;

/**
 * What a batcher has done so far, or several of one thread. Written by their thread; other threads may read it and see
 * somewhat older numbers.
 */
public final class ClientCounters {
    public volatile long entriesSent;
    public volatile long commandsSent;
    volatile long commandsSentAgain;
    volatile long entriesRejected;
    volatile long entriesHeldBack;
    volatile long sessionsOpened;
    volatile long sessionsLost;
    volatile long badFrames;
    volatile long handlerErrors;
    volatile Throwable lastHandlerError;

    /** Counts from 0. */
    public ClientCounters() {
    }

    /** A batch of replies, or a frame in one, made no sense. The owner's thread. */
    public void countBadFrame() {
        badFrames++;
    }

    /** A command, or a read, was sent. The owner's thread. */
    public void countSent() {
        commandsSent++;
    }

    /** A command, or a read, is to be sent once more. The owner's thread. */
    public void countSentAgain() {
        commandsSentAgain++;
    }

    /** Entries that were formed and sent. */
    public long entriesSent() {
        return entriesSent;
    }

    /** Commands in those entries, each time a command was sent. */
    public long commandsSent() {
        return commandsSent;
    }

    /** Commands that were sent not for the first time. */
    public long commandsSentAgain() {
        return commandsSentAgain;
    }

    /** Entries that a leader refused to order. */
    public long entriesRejected() {
        return entriesRejected;
    }

    /** How often commands began to wait since so much had no answer as the group lets one client have. */
    public long entriesHeldBack() {
        return entriesHeldBack;
    }

    /** Sessions that were opened. */
    public long sessionsOpened() {
        return sessionsOpened;
    }

    /** Sessions that the group no longer knew when a command came. */
    public long sessionsLost() {
        return sessionsLost;
    }

    /** Batches of replies, or frames in them, that made no sense and were ignored. */
    public long badFrames() {
        return badFrames;
    }

    /** Reply handlers that threw. */
    public long handlerErrors() {
        return handlerErrors;
    }

    /**
     * What the last reply handler that threw threw.
     *
     * @return the error, or null when none threw.
     */
    public Throwable lastHandlerError() {
        return lastHandlerError;
    }
}
