package io.fleet.node;

import io.fleet.consensus.membership.Configuration;
import io.fleet.replica.UserCode;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.agrona.collections.Int2ObjectHashMap;

/**
 * The three parts of a node's duty cycle for the groups that have their turn in it ({@link GroupTurns}): their
 * protocol, what they apply, and what follows from that. Each group has all three or none. They apply one after the
 * other; where a cycle ends before all have, those that are left have their turns in the next, and come first. Between
 * two pieces the protocol of all groups is at rest, so that a piece may be left to another thread, and the next cycle
 * begun. Knows for other threads, too, at what group the node's thread is.
 */
public final class ApplyTurns {
    private static final int NONE = -1;

    private final GroupHost[] groups;
    private final GroupTurns due;
    private final Int2ObjectHashMap<GroupTurn> byId = new Int2ObjectHashMap<>();
    private final IntConsumer onDurable = this::onDurable;
    private final List<Configuration> configurations;
    private final AtomicInteger at = new AtomicInteger(NONE);
    private boolean mayApply;
    /** Of those that have their turn, the one that applies, and how many have not, this one included. */
    private int place;
    private int left;
    /** The group that applies first in the next cycle. */
    private int first = NONE;

    ApplyTurns(final GroupHost[] groups) {
        this.groups = groups;
        due = new GroupTurns(groups.length);
        configurations = new GroupConfigurations(groups);
    }

    /** {@link GroupTurns#add}. */
    GroupTurn add(final int index, final int groupId, final long heartbeatNs, final long timeoutNs) {
        final GroupTurn turn = due.add(index, heartbeatNs, timeoutNs);
        byId.put(groupId, turn);
        return turn;
    }

    /** Of each group the configuration that it acts on, as it is when it is looked at; once all have come. */
    List<Configuration> configurations() {
        return configurations;
    }

    /** A duty cycle begins. */
    void onCycle(final long nowNs) {
        due.begin(nowNs);
        at(null);
    }

    /** {@link GroupTurns#onSilence}. */
    void onSilence(final boolean isAnySilent) {
        due.onSilence(isAnySilent);
    }

    /** {@link GroupTurns#pulseNs}. */
    long pulseNs() {
        return due.pulseNs();
    }

    /** When the last duty cycle began. Any thread. */
    long cycleNs() {
        return due.lastNs();
    }

    /** Takes each group of which something has become durable: {@link GroupTurn#durable}. */
    IntConsumer onDurable() {
        return onDurable;
    }

    /** One that is not hosted needs no turn; a note of a group comes under its negative number. */
    private void onDurable(final int noteId) {
        final GroupTurn turn = byId.get(Math.max(noteId, ~noteId));
        if (turn != null) {
            turn.durable();
        }
    }

    /** The group that the node's thread is at, to be told by others as well; -1 for none. */
    AtomicInteger at() {
        return at;
    }

    void at(final GroupHost group) {
        at.lazySet(group == null ? NONE : group.groupId());
    }

    /**
     * The groups that are due do what belongs to the protocol, and apply then, where they may; how much they did.
     *
     * @param isKnown     whether it is known which cluster the node belongs to.
     * @param epochMillis the wall clock.
     */
    int begin(final boolean isKnown, final long epochMillis) {
        int work = 0;
        for (int i = 0; i < due.count(); i++) {
            final GroupHost group = groups[due.take(i)];
            at(group);
            group.tellBatchers();
            work += isKnown ? group.begin(epochMillis) : group.await();
        }
        mayApply = isKnown;
        left = isKnown ? due.taken() : 0;
        place = first == NONE ? 0 : due.find(first);
        first = NONE;
        return work;
    }

    /** Applies all that may be in this cycle, by the caller's thread; how much. */
    int applyAll() {
        int work = 0;
        for (UserCode next = next(); next != null; next = next()) {
            next.run();
            work += next.finish();
        }
        return work;
    }

    /**
     * What is to be applied next, of any group. By who has the node's duty, between {@link NodeCore#begin} and {@link
     * NodeCore#end}.
     *
     * @return to be run, and then finished or left; null where there is no more in this cycle.
     */
    public UserCode next() {
        while (left > 0) {
            final GroupHost group = groups[due.index(place)];
            at(group);
            final UserCode next = group.replica().next();
            if (next != null) {
                due.wake(due.index(place));
                return next;
            }
            pass();
        }
        return null;
    }

    /**
     * The node stops: all groups finish what is applied in part, as far as they can now, and revoke what is prepared.
     */
    void stop() {
        for (final GroupHost group : groups) {
            group.takeBack();
            group.replica().pause();
            for (UserCode rest = group.replica().next(); rest != null; rest = group.replica().next()) {
                rest.run();
                rest.finish();
            }
            group.takeBack();
            if (group.replica().isBetweenEntries()) {
                group.replica().resume();
            }
        }
    }

    /** The groups that have their turn do what is left to do behind what they have applied; how much. */
    int end() {
        cut();
        int work = 0;
        for (int i = 0; mayApply && i < due.taken(); i++) {
            final GroupHost group = groups[due.index(i)];
            at(group);
            work += group.end();
        }
        due.end();
        at(null);
        return work;
    }

    /** The cycle is over for those that have not applied all that they may. */
    private void cut() {
        if (left > 0) {
            due.wake(due.index(place));
            pass();
            first = left > 0 ? due.index(place) : NONE;
        }
        while (left > 0) {
            due.wake(due.index(place));
            pass();
        }
    }

    private void pass() {
        place = place + 1 == due.taken() ? 0 : place + 1;
        left--;
    }
}
