package io.fleet.testkit.run.cluster;

import io.fleet.machine.StateMachine;

/** Makes the machines of replicas. */
public interface MachineFactory {
    /** An empty machine for one incarnation of one node. */
    StateMachine create(int node, int incarnation);
}
