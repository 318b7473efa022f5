package io.fleet.transport.aeron.reach;

import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import org.agrona.collections.Int2ObjectHashMap;

/**
 * Which nodes have said that they hear this endpoint's multicast, and who is sent copies: whoever says that it does not
 * hear, or leaves a question unanswered for {@link #VALID_NS}. A question that could not be sent says nothing. A node
 * that has never answered is sent copies for {@link #MUTE_QUESTIONS}; if it is silent still, it knows of none, being of
 * an earlier version, and is relied on to hear. Used by one thread, but for {@link #deaf()}.
 */
public final class HeardBy {
    /** So often each node is asked. */
    public static final long ASK_NS = TimeUnit.MILLISECONDS.toNanos(250);
    /** A question may be unanswered for so long. */
    public static final long VALID_NS = 4 * ASK_NS;
    /** A node that is sent copies for so long is told of: one that has just come needs a moment. */
    public static final long TELL_NS = 8 * ASK_NS;
    /** A node that has not answered so many questions, and never one, knows of none: those of five seconds. */
    public static final int MUTE_QUESTIONS = 20;
    /** One that says nothing, or where nothing can be multicast, is told of after so long. */
    public static final long SILENT_NS = 80 * ASK_NS;
    /** A node is told of at most so often. */
    public static final long QUIET_NS = TimeUnit.MINUTES.toNanos(1);

    /** A node that knows of no questions is asked now and then: it may be of a later version some day. */
    private static final int MUTE_SHARE = 16;

    /** Takes what an operator should know. */
    public interface Teller {
        /** Called on the endpoint's thread; must not block. */
        void tell(Level level, String text);
    }

    private enum Said {
        /** It has never answered. */
        NOTHING,
        /** That it hears. */
        HEARS,
        /** That it does not hear. */
        DEAF
    }

    private final String group;
    private final Teller teller;
    private final Int2ObjectHashMap<Node> nodes = new Int2ObjectHashMap<>();
    private volatile int deaf;
    private boolean isBlocked;
    private boolean hasTime;
    private long nowNs;
    private long tickNs;
    private int ticks;

    /**
     * Creates it, with nobody.
     *
     * @param group the multicast group, for people.
     */
    public HeardBy(final String group, final Teller teller) {
        this.group = group;
        this.teller = teller;
    }

    /** A node is sent to from now on. */
    public void add(final int id, final String address) {
        nodes.put(id, new Node("node " + id + " at " + address));
    }

    /** A node is sent nothing any more. */
    public void remove(final int id) {
        nodes.remove(id);
        count();
    }

    /** What is multicast from now on is another stream, of which nobody has said anything. */
    public void restart() {
        for (final Node node : nodes.values()) {
            if (node.said == Said.HEARS) {
                node.said = Said.DEAF;
                node.sinceNs = nowNs;
            }
        }
    }

    /**
     * Takes the time.
     *
     * @param blocked whether nothing can be multicast now, whoever hears.
     * @return whether it was time to look at all; then {@link #isToBeAsked} and {@link #needsCopy} may have changed.
     */
    public boolean onTime(final long now, final boolean blocked) {
        nowNs = now;
        isBlocked = blocked;
        if (hasTime && now - tickNs < ASK_NS) {
            return false;
        }
        hasTime = true;
        tickNs = now;
        ticks++;
        for (final Node node : nodes.values()) {
            node.isToBeAsked |= !node.isMute() || ticks % MUTE_SHARE == 0;
            review(node);
        }
        count();
        return true;
    }

    /** Whether a node is to be asked, as it was not since the last look. */
    public boolean isToBeAsked(final int id) {
        return nodes.get(id).isToBeAsked;
    }

    /** A question is on its way to a node. */
    public void onAsked(final int id) {
        final Node node = nodes.get(id);
        node.isToBeAsked = false;
        node.aliveNs = nowNs;
        if (!node.isAsked) {
            node.isAsked = true;
            node.askedNs = nowNs;
        }
        node.wasAsked = true;
        node.questions += node.said == Said.NOTHING ? 1 : 0;
    }

    /**
     * A node answers.
     *
     * @return whether {@link #needsCopy} has changed.
     */
    public boolean onAnswer(final int id, final boolean hears) {
        final Node node = nodes.get(id);
        if (node == null) {
            return false;
        }
        final boolean before = node.needsCopy(nowNs);
        final boolean wasDeaf = node.said == Said.DEAF;
        node.said = hears ? Said.HEARS : Said.DEAF;
        if (!hears && !wasDeaf) {
            node.sinceNs = nowNs;
        }
        node.isAsked = false;
        node.aliveNs = nowNs;
        final boolean wasNoted = node.isNoted;
        review(node);
        if (node.isNoted != wasNoted) {
            count();
        }
        return before == hears || wasDeaf == hears;
    }

    /** Whether a node is to be sent copies. */
    public boolean needsCopy(final int id) {
        return nodes.get(id).needsCopy(nowNs);
    }

    /** Whether a node said last that it does not hear: what is multicast is of no use to it. */
    public boolean isDeaf(final int id) {
        return nodes.get(id).said == Said.DEAF;
    }

    /** How many nodes are sent copies, and have been for a while. Any thread may ask. */
    public int deaf() {
        return deaf;
    }

    private void review(final Node node) {
        if (!isBlocked && !node.needsCopy(nowNs)) {
            final boolean wasTold = node.isTold;
            node.isCopied = false;
            node.isNoted = false;
            node.isTold = false;
            if (wasTold) {
                teller.tell(Level.INFO, node.name + " hears what is multicast to " + group
                    + " again, and is sent no copies any more");
            }
            return;
        }
        if (!node.isCopied || !node.isAlive(nowNs)) {
            node.isCopied = true;
            node.sinceNs = nowNs;
        }
        node.isNoted |= nowNs - node.sinceNs >= patienceNs(node) && (isBlocked || node.said != Said.NOTHING);
        if (node.isNoted && !node.isTold) {
            tell(node);
        }
    }

    /** Whoever says that it does not hear is there; another one may have ended, which may take fifteen to show. */
    private static long patienceNs(final Node node) {
        return node.said == Said.DEAF ? TELL_NS : SILENT_NS;
    }

    private void tell(final Node node) {
        if (node.hasBeenTold && nowNs - node.toldNs < QUIET_NS) {
            return;
        }
        node.isTold = true;
        node.hasBeenTold = true;
        node.toldNs = nowNs;
        teller.tell(Level.WARNING, node.name + why(node) + ": see that the network carries multicast between the two,"
            + " and that both have the same multicast group and the right multicast interface");
    }

    private String why(final Node node) {
        if (isBlocked) {
            return " is sent a copy of each packet, since nobody takes what this process multicasts to " + group;
        }
        return (node.said == Said.DEAF ? " does not hear" : " does not say whether it hears") + " what is multicast to "
            + group + ", and is sent a copy of each packet";
    }

    private void count() {
        int found = 0;
        for (final Node node : nodes.values()) {
            if (node.isNoted && node.isAlive(nowNs)) {
                found++;
            }
        }
        deaf = found;
    }

    /** What is known of a node. */
    private static final class Node {
        private final String name;
        private Said said = Said.NOTHING;
        private boolean isToBeAsked;
        /** Whether a question is unanswered, and since when. */
        private boolean isAsked;
        private long askedNs;
        private boolean wasAsked;
        /** How many it was sent before it answered for the first time. */
        private int questions;
        /** When it was last sent a question, or answered one. */
        private long aliveNs;
        private boolean isCopied;
        private long sinceNs;
        private boolean isNoted;
        private boolean isTold;
        private boolean hasBeenTold;
        private long toldNs;

        Node(final String name) {
            this.name = name;
        }

        boolean needsCopy(final long nowNs) {
            return switch (said) {
                case NOTHING -> !isMute();
                case DEAF -> true;
                case HEARS -> isAsked && nowNs - askedNs >= VALID_NS;
            };
        }

        boolean isMute() {
            return said == Said.NOTHING && questions >= MUTE_QUESTIONS;
        }

        boolean isAlive(final long nowNs) {
            return wasAsked && nowNs - aliveNs < VALID_NS;
        }
    }
}
