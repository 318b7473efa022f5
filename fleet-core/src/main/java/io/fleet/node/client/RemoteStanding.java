package io.fleet.node.client;

/** What a remote client knows of its group. Written by its own thread; any thread may look. */
public final class RemoteStanding {
    private volatile boolean heard;
    private volatile long heardNs;
    private volatile long ballot;
    private volatile int leader = -1;

    RemoteStanding() {
    }

    /** A node of the group has said something. */
    void heard(final long nowNs) {
        heardNs = nowNs;
        heard = true;
    }

    /** Commands are sent to a node, which leads, or is a proxy, at a ballot; 0 for none. */
    void sendsTo(final int node, final long atBallot) {
        if (atBallot != ballot) {
            leader = node;
            ballot = atBallot;
        }
    }

    /** Whether a node of the group has said anything yet. */
    public boolean hasHeard() {
        return heard;
    }

    /** When a node of the group has said something last, on the client's clock in nanoseconds; 0 where none has. */
    public long heardNs() {
        return heardNs;
    }

    /** Whom commands are sent to; -1 while nobody is known. */
    public int leader() {
        return leader;
    }

    /** The ballot of whom commands are sent to; 0 while nobody is known. */
    public long ballot() {
        return ballot;
    }
}
