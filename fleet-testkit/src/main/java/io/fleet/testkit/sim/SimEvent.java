package io.fleet.testkit.sim;

/** Something that happens at one moment of virtual time. */
@FunctionalInterface
public interface SimEvent {
    /**
     * Called once, when the virtual clock has reached the event's time.
     *
     * @param nowNs the virtual time in nanoseconds.
     */
    void run(long nowNs);
}
