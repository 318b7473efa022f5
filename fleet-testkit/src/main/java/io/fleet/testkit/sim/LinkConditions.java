package io.fleet.testkit.sim;

/**
 * How packets fare on their way from one endpoint to another. Mutable; a change counts for packets that are offered
 * from then on. Probabilities are from 0 to 1, for each packet on its own.
 */
public final class LinkConditions {
    /** Nothing gets through. */
    public boolean blocked;
    /** The transport takes nothing for this link. */
    public boolean refused;
    /** What blocks it, from 0 to {@link SimNetwork#MAX_REASON}; counted by {@link SimNetwork#blocked(int)}. */
    public int reason;
    /** How long nothing gets through, and then everything, in turn, in nanoseconds; 0 for a steady link. */
    public long flapNs;
    /** How likely a packet is lost. */
    public double loss;
    /** How likely a packet arrives twice. */
    public double duplication;
    /** How likely a packet is held back while later ones pass it. */
    public double reordering;
    /** How likely bits of a packet are turned over. */
    public double corruption;
    /** How likely a packet is cut short. */
    public double truncation;
    /** How likely a packet that was sent to all nodes is lost here. */
    public double missedBroadcast;
    /** How likely a packet arrives once more, much later. */
    public double lateCopy;
    /** How much later at most, in nanoseconds. */
    public long lateNs;
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

    /** Whether a packet that is sent now is lost for certain. */
    boolean isBlocked(final long nowNs) {
        return blocked || flapNs > 0 && (nowNs / flapNs & 1) == 0;
    }

    /** Back to a calm local network: 20 to 60 microseconds, in order, nothing lost. */
    public void reset() {
        blocked = false;
        refused = false;
        reason = 0;
        flapNs = 0;
        truncation = 0;
        missedBroadcast = 0;
        lateCopy = 0;
        lateNs = 0;
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
