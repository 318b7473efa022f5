package io.fleet.examples.kv.resp;

import io.fleet.client.FleetClient;

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
 * <p>Where the group bounds its clients ({@link FleetClient#credit()}), bytes have a second bound for commands that go
 * through the group's log: 4 KiB for each command of the credit. It is shared in the same way, but that a part of the
 * quarter is one of the connections that have something, and at least {@value #LEAST_PART} bytes. It may become smaller
 * than what is under way; so a command of a connection that has nothing beside it is taken all the same. What counts
 * here is not quite what the client counts, which puts several commands into one: so the client is told when a quarter
 * is in use, and of each refusal, and the group lets it have more while it is quick.
 *
 * <p>Used by the event loop of the connections; {@link #publishedCommands()}, {@link #publishedBytes()} and {@link
 * #refused()} by any thread.
 */
final class Admission {
    /** The least part of a connection that has something, of what the group lets the client have. */
    static final int LEAST_PART = 32 * 1024;
    private static final long BYTES_OF_CREDIT = 4096;
    /** Above this part of what the group lets the client have, more is wanted: half of what is refused. */
    private static final int USED_SHARE = 4;
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
    /** The client of the server; none has no bound. */
    private FleetClient client;

    Admission(final long maxCommands, final long maxBytes) {
        this.maxCommands = maxCommands;
        this.maxBytes = maxBytes;
        final String shared = " may be without an answer on all connections together (--max-unanswered), and half of"
            + " that where a connection has some already";
        tooMany = "TRYAGAIN not applied: " + maxCommands + " commands" + shared;
        tooLong = "TRYAGAIN not applied: commands of " + maxBytes + " bytes" + shared;
    }

    /** Commands for the group's log are taken within what this may have too. */
    void follow(final FleetClient ofServer) {
        client = ofServer;
    }

    /** What the bytes of commands without an answer may come to as the group says; the greatest for any. Any thread. */
    long creditBytes() {
        final int credit = client == null ? Integer.MAX_VALUE : client.credit();
        return credit == Integer.MAX_VALUE ? Long.MAX_VALUE : credit * BYTES_OF_CREDIT;
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
            if (isBounded && isForLog && ownCommands > 0 && !fitsCredit(cost)) {
                refused++;
                refusedForCredit++;
                isHeld = true;
                client.wantMore();
                return FLOODED;
            }
            change(1, cost);
            if (isForLog && bytes > creditBytes() / USED_SHARE) {
                client.wantMore();
            }
            return null;
        }

        private boolean fits(final long all, final long own, final long more, final long most) {
            if (ownCommands == 0) {
                return all < most;
            }
            return more <= most && fitsPart(all, own, more, most, Math.max(1, most / 4 / connections));
        }

        private boolean fitsCredit(final long more) {
            final long most = creditBytes();
            return most == Long.MAX_VALUE
                || fitsPart(bytes, ownBytes, more, most, Math.max(LEAST_PART, most / 4 / busy));
        }

        private static boolean fitsPart(final long all, final long own, final long more, final long most,
                                        final long part) {
            return all + more <= most / 2 || all + more <= most - most / 4 && own + more <= part;
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
