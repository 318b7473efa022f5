package io.fleet.node.client;

/** What a remote client knows of its group. Written by its own thread; any thread may look. */
public final class RemoteStanding {
    /**
     * Whom commands are sent to: who leads, or a proxy.
     *
     * @param node   its id; -1 while nobody is known.
     * @param ballot its ballot; 0 while nobody is known.
     */
    public record Destination(int node, long ballot) {
        static final Destination NOBODY = new Destination(-1, 0);
    }

    private volatile Destination destination = Destination.NOBODY;
    private volatile boolean hasHeard;
    private volatile long heardNs;

    RemoteStanding() {
    }

    /** A node of the group has said something. */
    void heard(final long nowNs) {
        if (heardNs != nowNs || !hasHeard) {
            heardNs = nowNs;
            hasHeard = true;
        }
    }

    /** Commands are sent to a node, which leads, or is a proxy, at a ballot; 0 for none. */
    void sendsTo(final int node, final long atBallot) {
        if (atBallot != destination.ballot) {
            destination = new Destination(node, atBallot);
        }
    }

    /** Whether a node of the group has said anything yet. */
    public boolean hasHeard() {
        return hasHeard;
    }

    /** When a node of the group has said something last, on the client's clock in nanoseconds; 0 where none has. */
    public long heardNs() {
        return heardNs;
    }

    /** Whom commands are sent to. */
    public Destination destination() {
        return destination;
    }
}
