package io.fleet.testkit.sim;

/** Sees every packet that arrives at an open endpoint. */
@FunctionalInterface
public interface ArrivalObserver {
    /**
     * Called when a packet has arrived, before its receiver looks at it.
     *
     * @param from  the endpoint that sent it; clients are numbered behind the nodes.
     * @param to    the endpoint that got it.
     * @param nowNs the virtual time.
     */
    void onArrival(int from, int to, long nowNs);
}
