package io.fleet.examples.kv.resp;

/**
 * How many commands for the group all connections of a server may have without an answer, and bytes of them. What would
 * be more is refused at once, so that nobody waits behind more than the bound. Half of it belongs to whoever comes; of
 * the other half each connection has an equal part, which those that flood cannot take from it. Where nothing is
 * without an answer, anything is taken, however large. Used by the event loop of the connections; {@link
 * #publishedCommands()}, {@link #publishedBytes()} and {@link #refused()} by any thread.
 */
final class Admission {
    private final long maxCommands;
    private final long maxBytes;
    private final String tooMany;
    private final String tooLong;
    private long connections;
    private long commands;
    private long bytes;
    private volatile long publishedCommands;
    private volatile long publishedBytes;
    private volatile long refused;

    Admission(final long maxCommands, final long maxBytes) {
        this.maxCommands = maxCommands;
        this.maxBytes = maxBytes;
        final String shared = " may be without an answer on all connections together (--max-unanswered), of"
            + " which half is parted among the connections";
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
            if (!fits(bytes, ownBytes, cost, maxBytes)) {
                refused++;
                return tooLong;
            }
            change(1, cost);
            return null;
        }

        private boolean fits(final long all, final long own, final long more, final long most) {
            return commands == 0
                || more <= most - all && (all + more <= most / 2 || own + more <= Math.max(1, most / 2 / connections));
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
            ownCommands += moreCommands;
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
