package io.fleet.examples.kv.resp;

import io.fleet.client.FleetClient;
import java.util.function.IntSupplier;

/**
 * How many commands for the group all connections of a server may have without an answer, and bytes of them. What would
 * be more is refused at once, so that nobody waits behind more than the bound, and one command.
 *
 * <p>A connection that has nothing without an answer is taken a command of while there is any room, however long the
 * command is. One that has something may have more up to half of the bound of all together, and up to three quarters
 * where it has less than an equal part of a quarter. So the last quarter is for those who ask one thing after another.
 * Bytes of one that is alone are not bounded here, since it is not read from while much of it waits; nor is the first
 * command of one beside it.
 *
 * <p>Bytes of commands for the group's log have a second bound, which the group tells its clients again and again
 * ({@link FleetClient#credit()}): so where all its clients together send it more than it takes in time, each refuses
 * what is above its part. The smaller bound counts; but what a connection has nothing beside is not measured by this
 * one, which may have become smaller than what is under way.
 *
 * <p>Used by the event loop of the connections; {@link #publishedCommands()}, {@link #publishedBytes()} and {@link
 * #refused()} by any thread.
 */
final class Admission {
    private static final long BYTES_OF_CREDIT = 4096;
    private static final String FLOODED = "TRYAGAIN not applied: the group has as much to do as it takes from this"
        + " server now (queueMillis), and half of that where a connection has some already";
    private final long maxCommands;
    private final long maxBytes;
    private final String tooMany;
    private final String tooLong;
    private long connections;
    /** Connections that have something without an answer. */
    private long busy;
    private long commands;
    private long bytes;
    private volatile long publishedCommands;
    private volatile long publishedBytes;
    private volatile long refused;
    private volatile long refusedForCredit;
    /** What the group lets the client of the server have; see {@link FleetClient#credit()}. */
    private IntSupplier credit = () -> Integer.MAX_VALUE;

    Admission(final long maxCommands, final long maxBytes) {
        this.maxCommands = maxCommands;
        this.maxBytes = maxBytes;
        final String shared = " may be without an answer on all connections together (--max-unanswered), and half of"
            + " that where a connection has some already";
        tooMany = "TRYAGAIN not applied: " + maxCommands + " commands" + shared;
        tooLong = "TRYAGAIN not applied: commands of " + maxBytes + " bytes" + shared;
    }

    /** Commands for the group's log are taken within this too; any thread is told. */
    void follow(final IntSupplier ofClient) {
        credit = ofClient;
    }

    /** What the bytes of commands without an answer may come to as the group says. Any thread. */
    long creditBytes() {
        return (long) credit.getAsInt() * BYTES_OF_CREDIT;
    }

    /** What one connection has without an answer. */
    final class Share {
        private long ownCommands;
        private long ownBytes;
        private boolean isOpen = true;
        private boolean isHeld;

        private Share() {
        }

        /**
         * A command came, or a transaction, which counts as one.
         *
         * @param cost what it holds, in bytes.
         * @param isForLog whether the group is to order it.
         * @return null where it is taken; or else the error that it is answered with.
         */
        String take(final long cost, final boolean isForLog) {
            if (!fits(commands, ownCommands, 1, maxCommands)) {
                refused++;
                return tooMany;
            }
            final boolean isBounded = bytes != ownBytes && (ownCommands > 0 || busy > 1);
            if (isBounded && !fits(bytes, ownBytes, cost, maxBytes)) {
                refused++;
                return tooLong;
            }
            if (isBounded && isForLog && ownCommands > 0 && !fits(bytes, ownBytes, cost, creditBytes())) {
                refused++;
                refusedForCredit++;
                isHeld = true;
                return FLOODED;
            }
            change(1, cost);
            return null;
        }

        private boolean fits(final long all, final long own, final long more, final long most) {
            if (ownCommands == 0) {
                return all < most;
            }
            final long quarter = most / 4;
            return more <= most && (all + more <= most / 2
                || all + more <= most - quarter && own + more <= Math.max(1, quarter / connections));
        }

        /**
         * Whether a command of it was refused for the credit, and nothing was answered since: what it sends is better
         * left where it is, since each refusal takes time from everybody.
         */
        boolean isHeld() {
            return isHeld;
        }

        /** Whether it has a command without an answer. */
        boolean isBusy() {
            return ownCommands > 0;
        }

        /** So many commands of so many bytes were answered. */
        void give(final long answered, final long cost) {
            isHeld &= answered == 0;
            change(-answered, -cost);
        }

        /** The connection is gone: all but so many commands of so many bytes, which the group has, will have none. */
        void keep(final long sent, final long cost) {
            change(sent - ownCommands, cost - ownBytes);
            connections -= isOpen ? 1 : 0;
            isOpen = false;
        }

        private void change(final long moreCommands, final long moreBytes) {
            busy -= ownCommands > 0 ? 1 : 0;
            ownCommands += moreCommands;
            busy += ownCommands > 0 ? 1 : 0;
            ownBytes += moreBytes;
            commands += moreCommands;
            bytes += moreBytes;
        }
    }

    /** The share of a new connection, which has nothing yet. */
    Share share() {
        connections++;
        return new Share();
    }

    long commands() {
        return commands;
    }

    long bytes() {
        return bytes;
    }

    /** Commands without an answer, as it was when it was last published. */
    long publishedCommands() {
        return publishedCommands;
    }

    /** Bytes of these. */
    long publishedBytes() {
        return publishedBytes;
    }

    void publish() {
        publishedCommands = commands;
        publishedBytes = bytes;
    }

    /** How many of those that were refused were so since the group takes no more. */
    long refusedForCredit() {
        return refusedForCredit;
    }

    /** How many commands and transactions were refused. */
    long refused() {
        return refused;
    }
}
