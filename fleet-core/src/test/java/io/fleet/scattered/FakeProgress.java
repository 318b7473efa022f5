package io.fleet.scattered;

import io.fleet.consensus.ReplicaProgress;
import io.fleet.consensus.membership.Configuration;

/** A replica that has come as far as the test says. */
public final class FakeProgress implements ReplicaProgress {
    public long applied;
    public boolean isAway;
    public long recorded;
    public long durable;
    public long logTime;
    public long nextDeadline = Long.MAX_VALUE;
    public Configuration configuration = Configuration.UNKNOWN;
    /** What a witness is given; null where the members of then are not known. */
    public byte[] position;
    public boolean isWitness;

    @Override
    public long applied() {
        return applied;
    }

    @Override
    public boolean isAway() {
        return isAway;
    }

    @Override
    public long recorded() {
        return recorded;
    }

    @Override
    public long durable() {
        return durable;
    }

    @Override
    public long logTime() {
        return logTime;
    }

    @Override
    public long nextDeadline() {
        return nextDeadline;
    }

    @Override
    public byte[] witnessPosition(final long lsn) {
        return position;
    }

    @Override
    public boolean isWitness() {
        return isWitness;
    }

    @Override
    public Configuration recordedConfiguration() {
        return configuration;
    }
}
