package io.fleet.transport.aeron.reach;

import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import org.agrona.collections.Int2ObjectHashMap;

/**
 * Which nodes have said lately that they hear this endpoint's multicast. Used by one thread, but for {@link #deaf()}.
 */
public final class HeardBy {
    /** So often each node is asked. */
    public static final long ASK_NS = TimeUnit.MILLISECONDS.toNanos(250);
    /** An answer counts for so long; who has not answered is sent copies. */
    public static final long VALID_NS = 4 * ASK_NS;
    /** A node that does not hear for so long is told of: one that has just come needs a moment. */
    public static final long TELL_NS = 8 * ASK_NS;

    /** Takes what an operator should know. */
    public interface Teller {
        /** Called on the endpoint's thread; must not block. */
        void tell(Level level, String text);
    }

    private final String group;
    private final Teller teller;
    private final Int2ObjectHashMap<Answer> answers = new Int2ObjectHashMap<>();
    private volatile int deaf;
    private long nowNs;
    private long nextAskNs;
    private boolean hasAsked;

    /**
     * Creates it, with nobody who hears.
     *
     * @param group the multicast group, for people.
     */
    public HeardBy(final String group, final Teller teller) {
        this.group = group;
        this.teller = teller;
    }

    /** Takes the time, and says whether all are to be asked now. */
    public boolean isDueToAsk(final long now) {
        nowNs = now;
        if (hasAsked && now - nextAskNs < 0) {
            return false;
        }
        hasAsked = true;
        nextAskNs = now + ASK_NS;
        count();
        return true;
    }

    /** A node answers. */
    public void onAnswer(final int node, final String address, final boolean hears) {
        final Answer answer = answers.computeIfAbsent(node, any -> new Answer());
        if (hears) {
            if (answer.isTold) {
                teller.tell(Level.INFO, "node " + node + " at " + address + " hears what is multicast to " + group
                    + " again, and is sent no copies any more");
            }
            answer.isTold = false;
        } else {
            if (answer.hears || nowNs - answer.atNs >= VALID_NS) {
                answer.deafSinceNs = nowNs;
            }
            if (!answer.isTold && nowNs - answer.deafSinceNs >= TELL_NS) {
                answer.isTold = true;
                teller.tell(Level.WARNING, "node " + node + " at " + address + " does not hear what is multicast to "
                    + group + ", and is sent a copy of each packet: see that the network carries multicast between"
                    + " the two, and that both have the same multicastGroup and the right multicastInterface");
            }
        }
        answer.hears = hears;
        answer.atNs = nowNs;
        count();
    }

    /** Whether a node is to be sent copies. */
    public boolean needsCopy(final int node) {
        final Answer answer = answers.get(node);
        return answer == null || !answer.hears || nowNs - answer.atNs >= VALID_NS;
    }

    /** A node is sent nothing any more. */
    public void forget(final int node) {
        answers.remove(node);
        count();
    }

    /** How many nodes say that they do not hear. Any thread may ask. */
    public int deaf() {
        return deaf;
    }

    private void count() {
        int found = 0;
        for (final Answer answer : answers.values()) {
            if (answer.isTold && nowNs - answer.atNs < VALID_NS) {
                found++;
            }
        }
        deaf = found;
    }

    /** What a node said last. */
    private static final class Answer {
        private boolean hears = true;
        private boolean isTold;
        private long atNs;
        private long deafSinceNs;
    }
}
