package io.fleet.testkit.fault;

/** Brings faults about and takes them back. */
public interface FaultHandler {
    /**
     * A fault begins.
     *
     * @param fault which.
     * @param nowNs virtual time.
     */
    void begin(Fault fault, long nowNs);

    /**
     * A fault ends; called once for each that began.
     *
     * @param fault which.
     * @param nowNs virtual time.
     */
    void end(Fault fault, long nowNs);
}
