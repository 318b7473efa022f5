package io.fleet.consensus.common;

import io.fleet.consensus.membership.Configuration;
import io.fleet.storage.coverage.CoverageMark;
import java.util.concurrent.TimeUnit;

/**
 * The log time that a leader, or a proxy where nobody leads, proposes (S11): what its wall clock shows, but not much
 * more than the median of what the members' clocks show, as they tell it. One wrong clock would end all sessions
 * otherwise, and no leader after it could take that back. What was proposed never falls; where the clock of the leader,
 * or the median, is behind it, time goes on at half its pace until they have caught up, so that timers fire and
 * sessions end in any case. Where it has fallen behind, since the clock of the leader, or the median, was behind and is
 * not any more, it catches up at twice its pace: a jump would end sessions that are in use. It does jump where nobody
 * has used the group: to as far as the pace goes since anybody saw it rise last, as those who confirm a ballot tell it,
 * and all the way where none of them, nor this node, has seen it rise since it started. What passes while all machines
 * stand still with their monotonic clocks counts too: that is where the clocks of a majority run ahead of this node's
 * monotonic clock by more than an hour within a minute. One clock that is put right is no such case.
 *
 * <p>A member's clock is taken to run on with this node's monotonic clock after it was heard of. A group of one has
 * nobody to compare with, and most clocks that are wrong alike cannot be told from right ones.
 */
public final class LogClock {
    /** How long ago log time rose is not known. */
    public static final long UNKNOWN = -1;

    private static final CoverageMark HELD_BACK = CoverageMark.named("log-clock.held-back-by-the-clocks-of-others");
    private static final CoverageMark SLOW = CoverageMark.named("log-clock.goes-on-slowly-above-all-clocks");
    private static final CoverageMark CATCHING_UP = CoverageMark.named("log-clock.catches-up");
    private static final CoverageMark STOOD_STILL = CoverageMark.named("log-clock.most-machines-stood-still");
    private static final long MOST_AHEAD_MILLIS = 10_000;
    /** What log time may be behind and jump. */
    private static final long JUMP_MILLIS = 1_000;
    /** By so much a clock is ahead at once of a machine that stood still, and not of a message that was late. */
    private static final long STOPPED_MILLIS = TimeUnit.HOURS.toMillis(1);
    /** Within this time the clocks of a majority are ahead where all stood still. */
    private static final long TOGETHER_NS = TimeUnit.MINUTES.toNanos(1);
    /** The part of the time after which sessions end that log time may be ahead. */
    private static final int PART_OF_SESSION = 4;
    private static final int SLOWNESS = 2;
    private static final int FASTNESS = 2;
    private static final long TELL_NS = TimeUnit.MINUTES.toNanos(1);

    private final Members members;
    private final long mostAheadMillis;
    private final long jumpMillis;
    private final long awayNs;
    private final long[] toldMillis = new long[Configuration.SLOTS];
    private final long[] toldNs = new long[Configuration.SLOTS];
    private final long[] sorted = new long[Configuration.SLOTS];
    private final int[] nodes = new int[Configuration.SLOTS];
    /** The most that a member's clock was ahead of the monotonic clock of this node. */
    private final long[] aheadMillis = new long[Configuration.SLOTS];
    private final long[] leaptMillis = new long[Configuration.SLOTS];
    private final long[] leaptNs = new long[Configuration.SLOTS];
    private final IntervalTimer tellTime = new IntervalTimer(TELL_NS);
    private long known;
    private long last;
    private long lastNs;
    private long leapt;
    private long seen;
    private boolean isWatching;
    private long watchedNs;
    private boolean isRisen;
    private long risenNs;
    /** What has passed besides while most machines stood still, and when that was noticed. */
    private long stoodMillis;
    private long stoodNs;

    /** Whose clocks count, and who is told of wrong ones. */
    public interface Members {
        /** This node. */
        int self();

        /**
         * How many slots may be in use.
         *
         * @return all are below this.
         */
        int slots();

        /**
         * The node of a slot.
         *
         * @param slot the slot.
         * @return its id.
         */
        int node(int slot);

        /**
         * Whether the member of a slot votes.
         *
         * @param slot the slot.
         */
        boolean isVoter(int slot);

        /**
         * This node's clock is wrong, or so it seems; at most once a minute.
         *
         * @param what how it compares with others, for people.
         */
        void tell(String what);
    }

    /**
     * Creates the clock of one node.
     *
     * @param members              whose clocks count.
     * @param sessionTimeoutMillis of the group.
     * @param awayNs               whoever sees nothing for longer was away, and does not know when log time rose.
     */
    public LogClock(final Members members, final long sessionTimeoutMillis, final long awayNs) {
        this.members = members;
        this.awayNs = awayNs;
        mostAheadMillis = Math.min(MOST_AHEAD_MILLIS, sessionTimeoutMillis / PART_OF_SESSION);
        jumpMillis = Math.min(JUMP_MILLIS, mostAheadMillis);
    }

    /**
     * A member, or this node itself, has told what its wall clock shows.
     *
     * @param member its slot.
     * @param millis the clock; 0 where it does not know.
     * @param nowNs  the time.
     */
    public void hear(final int member, final long millis, final long nowNs) {
        if (millis <= 0) {
            return;
        }
        final long bit = 1L << member;
        final long ahead = millis - TimeUnit.NANOSECONDS.toMillis(nowNs);
        if ((known & bit) == 0 || nodes[member] != members.node(member)) {
            known |= bit;
            leapt &= ~bit;
            nodes[member] = members.node(member);
            aheadMillis[member] = ahead;
        }
        toldMillis[member] = millis;
        toldNs[member] = nowNs;
        // A message that comes hours late, or a clock that goes back and forth, is no leap.
        if (ahead > aheadMillis[member]) {
            if (ahead - aheadMillis[member] > STOPPED_MILLIS) {
                leap(member, ahead - aheadMillis[member], nowNs);
            }
            aheadMillis[member] = ahead;
        }
    }

    /** Where the clocks of a majority leap at once, as much time as the least of these leaps has passed for all. */
    private void leap(final int member, final long millis, final long nowNs) {
        leapt |= 1L << member;
        leaptMillis[member] = millis;
        leaptNs[member] = nowNs;
        long least = Long.MAX_VALUE;
        int count = 0;
        for (int i = 0; i < members.slots(); i++) {
            if ((leapt >>> i & 1) != 0 && members.isVoter(i) && nodes[i] == members.node(i)
                && nowNs - leaptNs[i] <= TOGETHER_NS) {
                least = Math.min(least, leaptMillis[i]);
                count++;
            }
        }
        if (count > voters() / 2) {
            STOOD_STILL.hit();
            leapt = 0;
            stoodMillis = least;
            stoodNs = nowNs;
        }
    }

    /**
     * This node proposes an entry.
     *
     * @param time  that {@link #time} told.
     * @param nowNs the time.
     */
    public void propose(final long time, final long nowNs) {
        raise(time, nowNs);
        watch(nowNs);
        see(time, nowNs);
    }

    /**
     * Somebody else proposes, and log time has come so far. What is seen first, after a start or after this node was
     * away, is no rise: log time may have come there long ago, and nobody have used the group since.
     *
     * @param time  log time.
     * @param nowNs the time.
     */
    public void see(final long time, final long nowNs) {
        if (time > seen) {
            seen = time;
            if (isWatching && nowNs - watchedNs <= awayNs) {
                rose(nowNs);
            }
        }
        watch(nowNs);
    }

    private void watch(final long nowNs) {
        isWatching = true;
        watchedNs = nowNs;
    }

    /**
     * A member has told how long ago it saw log time rise.
     *
     * @param millisAgo in milliseconds; {@link #UNKNOWN} where it has not since it started.
     * @param nowNs     the time.
     */
    public void hearOfRise(final long millisAgo, final long nowNs) {
        if (millisAgo >= 0) {
            rose(nowNs - TimeUnit.MILLISECONDS.toNanos(millisAgo));
        }
    }

    /**
     * How long ago log time was seen to rise last.
     *
     * @param nowNs the time.
     * @return milliseconds; {@link #UNKNOWN} where it was not since the start.
     */
    public long risenMillisAgo(final long nowNs) {
        return isRisen ? Math.max(0, TimeUnit.NANOSECONDS.toMillis(nowNs - risenNs)) : UNKNOWN;
    }

    private void rose(final long atNs) {
        if (!isRisen || atNs - risenNs > 0) {
            isRisen = true;
            risenNs = atNs;
            stoodMillis = atNs - stoodNs > 0 ? 0 : stoodMillis;
        }
    }

    /**
     * Log time has come to at least so much: a ballot begins, or proposes what was found.
     *
     * @param time  log time.
     * @param nowNs the time.
     */
    public void raise(final long time, final long nowNs) {
        if (time > last) {
            last = time;
            lastNs = nowNs;
        }
    }

    /**
     * A ballot begins; log time has passed for others while this node did not lead.
     *
     * @param nowNs the time.
     */
    public void begin(final long nowNs) {
        lastNs = nowNs;
    }

    /**
     * The highest log time that was proposed, or found.
     *
     * @return log time.
     */
    public long last() {
        return last;
    }

    /**
     * The log time that may be proposed now.
     *
     * @param nowNs       the time.
     * @param epochMillis what this node's wall clock shows.
     * @return log time, at least {@link #last()}.
     */
    public long time(final long nowNs, final long epochMillis) {
        final long median = median(nowNs, epochMillis);
        final long most = median + mostAheadMillis;
        if (epochMillis > most) {
            HELD_BACK.hit();
            tell(nowNs, "is " + (epochMillis - median) + " ms ahead of the median of the members' clocks");
        }
        final long time = Math.min(epochMillis, most);
        if (time >= last || last == 0) {
            return caughtUp(Math.max(time, last), nowNs);
        }
        if (last - time > mostAheadMillis) {
            SLOW.hit();
            tell(nowNs, "or most others, are " + (last - time) + " ms behind log time, which an earlier leader set");
        }
        return last + TimeUnit.NANOSECONDS.toMillis(nowNs - lastNs) / SLOWNESS;
    }

    /**
     * Whether the clocks of a majority are known: with fewer, one wrong clock could be what {@link #time} goes by.
     *
     * @return whether this node's and what it has heard of are more than half.
     */
    public boolean isCompared() {
        int count = 0;
        for (int i = 0; i < members.slots(); i++) {
            final boolean isKnown = members.node(i) == members.self()
                || (known >>> i & 1) != 0 && nodes[i] == members.node(i);
            count += isKnown && members.isVoter(i) ? 1 : 0;
        }
        return count > voters() / 2;
    }

    /** As much of the way as does not end sessions that are in use. */
    private long caughtUp(final long time, final long nowNs) {
        final long behind = time - last;
        final long pace = FASTNESS * TimeUnit.NANOSECONDS.toMillis(nowNs - risenNs) + stoodMillis;
        if (last == 0 || !isRisen || behind <= pace + jumpMillis || voters() == 1) {
            return time;
        }
        CATCHING_UP.hit();
        return last + pace;
    }

    private int voters() {
        int voters = 0;
        for (int i = 0; i < members.slots(); i++) {
            voters += members.isVoter(i) ? 1 : 0;
        }
        return voters;
    }

    private void tell(final long nowNs, final String what) {
        if (tellTime.isDue(nowNs)) {
            members.tell(what);
        }
    }

    /** Of an even number of clocks the lower one in the middle. */
    private long median(final long nowNs, final long epochMillis) {
        int count = 0;
        for (int i = 0; i < members.slots(); i++) {
            if (!members.isVoter(i)) {
                continue;
            }
            if (members.node(i) == members.self()) {
                hear(i, epochMillis, nowNs);
                count = insert(epochMillis, count);
            } else if ((known >>> i & 1) != 0 && nodes[i] == members.node(i)) {
                count = insert(toldMillis[i] + TimeUnit.NANOSECONDS.toMillis(nowNs - toldNs[i]), count);
            }
        }
        return count == 0 ? epochMillis : sorted[(count - 1) / 2];
    }

    private int insert(final long value, final int count) {
        int at = count;
        while (at > 0 && sorted[at - 1] > value) {
            sorted[at] = sorted[at - 1];
            at--;
        }
        sorted[at] = value;
        return count + 1;
    }
}
