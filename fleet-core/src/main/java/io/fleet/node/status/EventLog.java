package io.fleet.node.status;

import java.util.ArrayDeque;
import java.util.List;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.concurrent.EpochClock;

/**
 * The last changes on a node, so that one can look back without the program's log. What is told every few seconds is
 * kept once, until something else happens in its group. Safe from any thread: changes are rare.
 */
public final class EventLog {
    /** How many are kept. */
    public static final int CAPACITY = 4096;

    private final EpochClock clock;
    private final ArrayDeque<NodeEvent> events = new ArrayDeque<>();
    /** The last that each has told: of a group, or of a node's duty thread. */
    private final Int2ObjectHashMap<NodeEvent> lasts = new Int2ObjectHashMap<>();
    private long last;

    /**
     * Creates an empty one.
     *
     * @param clock wall clock in milliseconds.
     */
    public EventLog(final EpochClock clock) {
        this.clock = clock;
    }

    /**
     * Keeps an event; the oldest goes when there are {@link #CAPACITY}.
     *
     * @param kind    what.
     * @param groupId the group; -1 for the node.
     * @param ballot  the ballot; 0 for none.
     * @param state   what holds from now on.
     * @param reason  why.
     */
    public synchronized void add(final NodeEvent.Kind kind, final int groupId, final long ballot, final String state,
                                 final String reason) {
        add(kind, groupId, groupId, ballot, state, reason);
    }

    /**
     * As above, of one of several that tell of the same group.
     *
     * @param kind    what.
     * @param groupId the group; -1 for the node.
     * @param teller  who tells, another number for each: what it told last of the group is what this may repeat.
     * @param ballot  the ballot; 0 for none.
     * @param state   what holds from now on.
     * @param reason  why.
     */
    public synchronized void add(final NodeEvent.Kind kind, final int groupId, final int teller, final long ballot,
                                 final String state, final String reason) {
        final NodeEvent event = new NodeEvent(last + 1, clock.time(), kind, groupId, ballot, state, reason);
        final NodeEvent before = lasts.get(teller);
        final boolean isKept = before != null && !events.isEmpty() && before.number() >= events.getFirst().number();
        if (isKept && event.repeats(before)) {
            return;
        }
        last++;
        lasts.put(teller, event);
        if (events.size() == CAPACITY) {
            events.removeFirst();
        }
        events.addLast(event);
    }

    /**
     * What is kept.
     *
     * @return the events, the oldest first; a copy.
     */
    public synchronized List<NodeEvent> list() {
        return List.copyOf(events);
    }
}
