package io.fleet.protocol.scattered;

import io.fleet.protocol.ReplicaProgress;
import io.fleet.protocol.membership.Configuration;

/** A replica that has come as far as the test says. */
final class FakeProgress implements ReplicaProgress {
    long applied;
    long recorded;
    long durable;
    long logTime;
    long nextDeadline = Long.MAX_VALUE;
    Configuration configuration = Configuration.UNKNOWN;

    @Override
    public long applied() {
        return applied;
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
    public Configuration recordedConfiguration() {
        return configuration;
    }
}
