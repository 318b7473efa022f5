package io.fleet.testkit.sim;

/**
 * How packets fare on their way from one endpoint to another. Mutable; a change counts for packets that are offered
 * from then on. Probabilities are from 0 to 1, for each packet on its own.
 */
public final class LinkConditions {
    /** Nothing gets through. */
    public boolean blocked;
    /** How likely a packet is lost. */
    public double loss;
    /** How likely a packet arrives twice. */
    public double duplication;
    /** How likely a packet is held back while later ones pass it. */
    public double reordering;
    /** How likely one bit of a packet is turned over. */
    public double corruption;
    /** The least time on the way in nanoseconds. */
    public long minDelayNs;
    /** How much longer, at most, an ordinary packet takes. */
    public long spreadNs;
    /** How much longer than that, at most, every packet takes. */
    public long delayNs;
    /** How much longer, at most, a packet that is held back takes. */
    public long reorderDelayNs;

    /** Creates the conditions of a calm local network. */
    public LinkConditions() {
        reset();
    }

    /** Back to a calm local network: 20 to 60 microseconds, in order, nothing lost. */
    public void reset() {
        blocked = false;
        loss = 0;
        duplication = 0;
        reordering = 0;
        corruption = 0;
        minDelayNs = 20_000;
        spreadNs = 40_000;
        delayNs = 0;
        reorderDelayNs = 2_000_000;
    }
}
