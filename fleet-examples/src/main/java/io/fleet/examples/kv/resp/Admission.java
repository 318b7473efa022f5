package io.fleet.examples.kv.resp;

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
 * <p>Used by the event loop of the connections; {@link #publishedCommands()}, {@link #publishedBytes()} and {@link
 * #refused()} by any thread.
 */
final class Admission {
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

    Admission(final long maxCommands, final long maxBytes) {
        this.maxCommands = maxCommands;
        this.maxBytes = maxBytes;
        final String shared = " may be without an answer on all connections together (--max-unanswered), and half of"
            + " that where a connection has some already";
        tooMany = "TRYAGAIN not applied: " + maxCommands + " commands" + shared;
        tooLong = "TRYAGAIN not applied: commands of " + maxBytes + " bytes" + shared;
    }

    /** What one connection has without an answer. */
    final class Share {
        private long ownCommands;
        private long ownBytes;
        private boolean isOpen = true;

        private Share() {
        }

        /**
         * A command came, or a transaction, which counts as one.
         *
         * @param cost what it holds, in bytes.
         * @return null where it is taken; or else the error that it is answered with.
         */
        String take(final long cost) {
            if (!fits(commands, ownCommands, 1, maxCommands)) {
                refused++;
                return tooMany;
            }
            final boolean isBesideOne = ownCommands == 0 && busy <= 1;
            if (bytes != ownBytes && !isBesideOne && !fits(bytes, ownBytes, cost, maxBytes)) {
                refused++;
                return tooLong;
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

        /** Whether it has a command without an answer. */
        boolean isBusy() {
            return ownCommands > 0;
        }

        /** So many commands of so many bytes were answered. */
        void give(final long answered, final long cost) {
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

    /** How many commands and transactions were refused. */
    long refused() {
        return refused;
    }
}
