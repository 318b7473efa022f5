package io.fleet.node;

import io.fleet.storage.coverage.CoverageMark;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;

/**
 * Which groups have their turns in a duty cycle. One of several groups at which nothing is under way has it now and
 * then only: what comes round by time there may be late by that. One that waits for something has it a millisecond
 * later, or when something comes for it. A cycle does nothing for a group that has no turn in it, so a thousand groups
 * at rest do not hold up one that works. Groups at rest wake up together, so that what they say can go together.
 *
 * <p>Work for a group comes from these places; each wakes it, or is found by time.
 * <ul>
 * <li>Messages, of others and of this node: {@link GroupHost#onMessage}. Only what changes nothing at a group at rest,
 * an order, an acknowledgement or the notice of a snapshot, lets it rest.
 * <li>Records of scattered logs and of votes: {@link GroupHost#onDurable}. Of the group whatever else becomes durable,
 * such as promises, recorded entries and configurations, and pieces of snapshots on their way to and from other nodes:
 * {@link GroupTurn#durable}; of all groups what the node notes of other nodes. What is only handed to a flusher wakes
 * nobody.
 * <li>Clients in this process: {@link GroupTurn#signal}, and a turn in each cycle until all is sent. What threads
 * ask of the node (members, leadership, priority, snapshots, clients, leaving): the methods of {@link GroupHost}, which
 * are run by who has the duty.
 * <li>An entry that another thread applies, and a snapshot that is being written (one in a node): a turn in each cycle
 * until it is given back, as each of them ends without a word.
 * <li>A long read that the pool has executed: {@link GroupTurn#signal}, after it was given back.
 * <li>More to apply than a cycle has time for: {@link ApplyTurns}. Anything that was done: another turn.
 * <li>Members, a leader, a clock that stood still, log files that a snapshot would free: a wake-up.
 * <li>By time, late by {@link #LONGEST_DOZE} ticks: elections and the {@link CampaignGate}, what is sent again, room in
 * the transport, in a staging area and on a full disk, the cluster's birth id, reads that wait. Late by {@link
 * #LONGEST_NS} at most, at rest: heartbeats, leases, timers of the state machine and ends of sessions. A group whose
 * leader is quiet has none of these but heartbeats and what followers tell of their fitness, which it knows
 * beforehand; late by {@link #LONGEST_QUIET_NS} or an election timeout are snapshots by time, what it tells of them,
 * and statistics. A node that falls silent wakes all.
 * </ul>
 *
 * <p>To each of these comes the rest of the node's thread, which does not end for a group that is due: up to 4 ms where
 * nothing has happened on the node for 10 ms, and 1 ms before ({@code NodeIdle}). What is to happen a short while
 * after something came for a group is late by a tick, or by as long as the while is if that is more: an acknowledgement
 * that tells only what is applied ({@code AckSender.APPLIED_WAIT_NS}), what a leader says although it has nothing to
 * order ({@code ChosenNotice.DELAY_NS}), all nodes named for an entry of which one is late ({@code
 * WriteSets.LEAST_DELAY_NS}), a piece of a snapshot after the transport was full ({@code SnapshotServer.FULL_NS}). A
 * node of one group is at each of them in each cycle, and so is a coded group ({@code GroupProtocol.wantsEachCycle}),
 * where looks, fetches, graces and holes of a millisecond or less hold up all that comes behind.
 *
 * <p>What comes for a group after its turn began, and before that ended, is remembered: it has another turn before it
 * waits. By who has the node's duty, but for {@link #signalled}: a thread that is left behind in a piece of a group
 * touches nothing here. Groups are there from the start to the end of the node; a stop needs no turns.
 */
final class GroupTurns implements GroupTurn.All {
    /** The longest that a group at rest waits for its turn. */
    static final long LONGEST_NS = TimeUnit.MILLISECONDS.toNanos(25);
    /** The longest that one waits for its turn whose leader is quiet, while all nodes are heard. */
    static final long LONGEST_QUIET_NS = TimeUnit.MILLISECONDS.toNanos(1000);
    /** In this time a group that is quiet has several turns. */
    private static final long PAGE_NS = 3 * LONGEST_QUIET_NS;
    /** A tick is 2^20 ns, about a millisecond. */
    private static final int TICK_SHIFT = 20;
    /** Groups at rest wake up in each fourth tick only. */
    private static final long ALIGNMENT = 4;
    /** Quiet groups that wait for fewer ticks wake up when they have to. */
    private static final long LEAST_ALIGNED = 16;
    /** More ticks than anybody waits. */
    private static final int PLACES = 1024;
    /** The most ticks after which one looks that waits for something; no more than it would rest, and one at least. */
    static final int LONGEST_DOZE = 8;
    private static final CoverageMark RESTS = CoverageMark.named("group-turn.rests");
    private static final CoverageMark UNEASY = CoverageMark.named("group-turn.silent-node-wakes-all");
    private static final CoverageMark DOZES = CoverageMark.named("group-turn.dozes");
    private static final CoverageMark WOKEN = CoverageMark.named("group-turn.woken");
    private static final CoverageMark SIGNALLED = CoverageMark.named("group-turn.signalled");

    private final boolean mayWait;
    private final List<List<GroupTurn>> places = new ArrayList<>();
    /** Each group is here once at most. */
    private final ManyToOneConcurrentArrayQueue<GroupTurn> signals;
    private final GroupTurn[] all;
    /** Those that have their turn, first come first served; each is here once. */
    private final GroupTurn[] active;
    private int count;
    /** Those whose turn has begun in this cycle: the first so many. */
    private int taken;
    private long tick;
    private boolean started;
    private boolean isUneasy;
    /** The least that quiet groups want, since a time, and in the time before. */
    private long leastPulseNs = Long.MAX_VALUE;
    private long formerPulseNs = Long.MAX_VALUE;
    private long pageNs;
    private long nowNs;
    /** The same for other threads. */
    private final AtomicLong lastNs = new AtomicLong();

    /**
     * Nobody has come yet.
     *
     * @param groups how many there will be; a group that is alone has its turn in each cycle.
     */
    GroupTurns(final int groups) {
        mayWait = groups > 1;
        all = new GroupTurn[groups];
        active = new GroupTurn[groups];
        signals = new ManyToOneConcurrentArrayQueue<>(Math.max(2, groups));
        for (int i = 0; i < PLACES; i++) {
            places.add(new ArrayList<>());
        }
    }

    /**
     * One more group, or another one in the place of one; it begins with a turn in each cycle.
     *
     * @param index       what {@link #take} is to call it; all below it have come.
     * @param heartbeatNs how often its leader says that it lives.
     * @param timeoutNs   after what time without a leader it has an election.
     */
    GroupTurn add(final int index, final long heartbeatNs, final long timeoutNs) {
        final long restNs = Math.min(LONGEST_NS, heartbeatNs / 2);
        final long quietNs = Math.max(restNs, Math.min(LONGEST_QUIET_NS, timeoutNs));
        final GroupTurn turn = new GroupTurn(index, restNs, quietNs, this);
        all[index] = turn;
        count = index;
        turn.comeUp();
        return turn;
    }

    /** A duty cycle begins. */
    void begin(final long newNowNs) {
        nowNs = newNowNs;
        lastNs.lazySet(newNowNs);
        final long now = newNowNs >> TICK_SHIFT;
        if (!started) {
            started = true;
            tick = now;
        }
        tick = Math.max(tick, now - PLACES);
        while (tick < now) {
            tick++;
            look();
        }
        // Those that come from now on are for the next cycle: their threads wake up this one afterwards.
        for (int left = signals.size(); left > 0; left--) {
            takeSignal(signals.poll());
        }
    }

    /** None where its thread is not done with saying so. */
    private void takeSignal(final GroupTurn turn) {
        if (turn != null) {
            SIGNALLED.hit();
            turn.takeSignal();
        }
    }

    private void look() {
        final List<GroupTurn> here = places.get(placeOf(tick));
        final int size = here.size();
        for (int i = 0; i < size; i++) {
            final GroupTurn turn = here.get(i);
            if (turn.isSeen(tick, PLACES)) {
                turn.look(tick);
            }
        }
        here.subList(0, size).clear();
    }

    /** How many have their turn; more where some are woken while others have theirs. */
    int count() {
        return count;
    }

    /** The turn of the next one begins: from the first to the last, in this order, before any {@link #end()}. */
    int take(final int place) {
        taken = place + 1;
        active[place].take();
        return active[place].index;
    }

    /** How many turns have begun in this cycle. */
    int taken() {
        return taken;
    }

    /** Which group has its turn at a place. */
    int index(final int place) {
        return active[place].index;
    }

    /** The place of a group among those that have their turn; 0 where it is not among them. */
    int find(final int index) {
        for (int i = 0; i < taken; i++) {
            if (active[i].index == index) {
                return i;
            }
        }
        return 0;
    }

    /** A group has something to do: {@link GroupTurn#wake}. */
    void wake(final int index) {
        all[index].wake();
    }

    /** All turns of this cycle are over. Those that do not wait have another in the next. */
    void end() {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            final GroupTurn turn = active[i];
            if (turn.isKept()) {
                active[kept++] = turn;
            }
        }
        count = kept;
        taken = 0;
    }

    /** Whether nodes that were heard are silent; those that wait have their turns now if that is new. */
    void onSilence(final boolean isAnySilent) {
        if (isAnySilent && !isUneasy) {
            UNEASY.hit();
            for (final GroupTurn turn : all) {
                turn.wake();
            }
        }
        isUneasy = isAnySilent;
    }

    /**
     * How often this node has to say that it lives, for all groups that were quiet a moment ago.
     *
     * @return the least of what they want; 0 where there are none.
     */
    long pulseNs() {
        turnPage();
        final long least = Math.min(leastPulseNs, formerPulseNs);
        return least == Long.MAX_VALUE ? 0 : least;
    }

    private void turnPage() {
        if (nowNs - pageNs >= PAGE_NS) {
            formerPulseNs = nowNs - pageNs < 2 * PAGE_NS ? leastPulseNs : Long.MAX_VALUE;
            leastPulseNs = Long.MAX_VALUE;
            pageNs = nowNs;
        }
    }

    /** When the last duty cycle began; 0 before the first. Any thread. */
    long lastNs() {
        return lastNs.get();
    }

    @Override
    public long nowNs() {
        return nowNs;
    }

    @Override
    public boolean mayWait() {
        return mayWait;
    }

    @Override
    public void quiet(final long pulseNs) {
        turnPage();
        leastPulseNs = Math.min(leastPulseNs, pulseNs);
    }

    @Override
    public boolean isUneasy() {
        return isUneasy;
    }

    @Override
    public long afterRest(final long restNs) {
        RESTS.hit();
        final long due = nowNs + restNs >> TICK_SHIFT;
        final long aligned = due & -ALIGNMENT;
        return Math.max(tick + 1, aligned > tick ? aligned : due);
    }

    @Override
    public long afterQuiet(final long leftNs) {
        RESTS.hit();
        final long due = nowNs + leftNs >> TICK_SHIFT;
        return Math.max(tick + 1, due - tick < LEAST_ALIGNED ? due + 1 : due + ALIGNMENT & -ALIGNMENT);
    }

    @Override
    public long afterDoze(final int dozes, final long restNs) {
        DOZES.hit();
        final long longest = Math.max(1, Math.min(LONGEST_DOZE, restNs >> TICK_SHIFT));
        return tick + (dozes == 0 ? 1 : Math.min(1 << dozes - 1, longest));
    }

    private static int placeOf(final long tick) {
        return (int) tick & PLACES - 1;
    }

    @Override
    public void look(final GroupTurn turn, final long atTick) {
        places.get(placeOf(atTick)).add(turn);
    }

    @Override
    public void list(final GroupTurn turn) {
        active[count++] = turn;
    }

    @Override
    public void woken() {
        WOKEN.hit();
    }

    @Override
    public void signalled(final GroupTurn turn) {
        signals.offer(turn);
    }
}
