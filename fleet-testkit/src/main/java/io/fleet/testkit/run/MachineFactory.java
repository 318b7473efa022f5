package io.fleet.testkit.run;

import io.fleet.machine.StateMachine;

/** Makes the machines of replicas. */
interface MachineFactory {
    /** An empty machine for one incarnation of one node. */
    StateMachine create(int node, int incarnation);
}
