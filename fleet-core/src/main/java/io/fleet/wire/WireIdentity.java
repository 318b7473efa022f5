package io.fleet.wire;

import io.fleet.wire.codec.FieldChecks;

/**
 * Whose packets a process sends and takes: what its encoder writes into every envelope, and its decoder compares. One
 * thread.
 */
public final class WireIdentity {
    /** {@link #birthId()}: not known yet. */
    public static final long UNBORN = 0;
    /** {@link #life()}: that of a remote client, and of a process that has none yet. */
    public static final long NO_LIFE = 0;

    private final long clusterId;
    private final int sender;
    private long birthId;
    private long life;

    /**
     * An identity whose birth is not known, and without a life.
     *
     * @param clusterId the cluster's number.
     * @param sender    the node, 0 to 1023, or -1 for a remote client.
     */
    public WireIdentity(final long clusterId, final int sender) {
        final FieldChecks checks = new FieldChecks();
        checks.nodeOrNone("sender", sender);
        if (!checks.passed()) {
            throw new IllegalArgumentException(checks.describe());
        }
        this.clusterId = clusterId;
        this.sender = sender;
    }

    /**
     * The cluster's number.
     *
     * @return any number.
     */
    public long clusterId() {
        return clusterId;
    }

    /**
     * Who sends.
     *
     * @return a node id, or -1 for a remote client.
     */
    public int sender() {
        return sender;
    }

    /**
     * What was drawn when the cluster was set up.
     *
     * @return the birth id; {@link #UNBORN} where it is not known yet.
     */
    public long birthId() {
        return birthId;
    }

    /**
     * The birth id has become known.
     *
     * @param id not {@link #UNBORN}.
     * @return this.
     */
    public WireIdentity birthId(final long id) {
        birthId = id;
        return this;
    }

    /**
     * In which life the sender is.
     *
     * @return 0 or more.
     */
    public long life() {
        return life;
    }

    /**
     * The sender is in another life.
     *
     * @param newLife 0 or more.
     * @return this.
     */
    public WireIdentity life(final long newLife) {
        life = newLife;
        return this;
    }
}
