package io.fleet.node;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * When one group of a node has its turn: in each duty cycle while it works, a moment later when it waits for something,
 * and now and then while it is at rest ({@link GroupTurns}). By who has the node's duty, but for {@link #signal}.
 */
final class GroupTurn {
    /** After so many looks it waits longest. */
    static final int MOST_DOZES = 4;
    private static final long NOWHERE = Long.MIN_VALUE;

    final int index;
    private final All turns;
    private final long restNs;
    private final long quietNs;
    private final AtomicBoolean signalled = new AtomicBoolean();
    private boolean waits;
    /** Whether it is among those that have their turn, or waits since it had it in this cycle. */
    private boolean isListed;
    /** Whether something came for it since its turn began: then it has another before it waits. */
    private boolean isWoken;
    /** Whether the first part of its turn did something. */
    private boolean isBusy;
    /** How long it may rest where no node is silent; 0 or less where its leader is not quiet. */
    private long quietLeftNs;
    /** How often it has looked for what it waits for, since something came for it or it did something. */
    private int dozes;
    /** From when on it is due while it waits, in ticks. */
    private long dueTick;
    /** Where it is looked for next; {@link #NOWHERE} where nobody looks. */
    private long seenTick = NOWHERE;

    /** The turns of all groups of the node. */
    interface All {
        /** The time of this duty cycle. */
        long nowNs();

        /** Whether a group may wait: one that is alone has its turn in each cycle. */
        boolean mayWait();

        /** The leader of one is quiet, so that this node has to say so often that it lives. */
        void quiet(long pulseNs);

        /** Whether a node is silent that was heard. */
        boolean isUneasy();

        /** The tick at which one is due that rests from now on. */
        long afterRest(long restNs);

        /** The tick at which one is due that is to have its turn when a time is over, and not before. */
        long afterQuiet(long leftNs);

        /** The tick at which one is due that waits for something, has looked for it so often, and may rest so long. */
        long afterDoze(int dozes, long restNs);

        /** Looks for one at a tick. */
        void look(GroupTurn turn, long atTick);

        /** One more has its turn. */
        void list(GroupTurn turn);

        /** One that waited has its turn before its time. */
        void woken();

        /** Something came for one from another thread. Any thread. */
        void signalled(GroupTurn turn);
    }

    GroupTurn(final int index, final long restNs, final long quietNs, final All turns) {
        this.index = index;
        this.restNs = restNs;
        this.quietNs = quietNs;
        this.turns = turns;
    }

    /** The time of this duty cycle. */
    long nowNs() {
        return turns.nowNs();
    }

    /** Whether it has no turn, unless something comes for it. */
    boolean isWaiting() {
        return waits;
    }

    /** Something came for it: it has its turn in this duty cycle, or another one in the next if it has it already. */
    void wake() {
        dozes = 0;
        isWoken = true;
        if (waits) {
            turns.woken();
            comeUp();
        }
    }

    /** Something of it has become durable: whether it waits for that nobody knows, unless it is at rest. */
    void durable() {
        if (dozes > 0) {
            wake();
        }
    }

    /**
     * Something came for it from another thread. Any thread; cheap when it has been said already. Whatever the caller
     * has written before is seen by the turn that follows, or by the one for which it was signalled before: what comes
     * may be a store that others see later, so it has to be out before the look whether all is said.
     */
    void signal() {
        if (!turns.mayWait()) {
            return;
        }
        VarHandle.fullFence();
        if (!signalled.get() && !signalled.getAndSet(true)) {
            turns.signalled(this);
        }
    }

    /** What is signalled from now on is signalled anew. */
    void takeSignal() {
        signalled.set(false);
        wake();
    }

    /** Its turn begins. */
    void take() {
        isWoken = false;
    }

    /** The first part of its turn got so much done, which is returned. */
    int began(final int work) {
        isBusy = work != 0;
        return work;
    }

    /**
     * Whether its leader is quiet.
     *
     * @param leftNs  for how long nothing will have to be said or noticed; 0 or less where it is not quiet.
     * @param pulseNs how often this node has to say in its place that it lives; 0 where it need not.
     */
    void quiet(final long leftNs, final long pulseNs) {
        quietLeftNs = Math.min(quietNs, leftNs);
        if (pulseNs > 0) {
            turns.quiet(pulseNs);
        }
    }

    /** It had its turn, and has the next one in the next cycle. */
    void goOn() {
        dozes = 0;
    }

    /**
     * It had its turn, and the last part of it did nothing. If the first did nothing either, and nothing came for it
     * meanwhile, it waits: at rest it has nothing to do but by time. Otherwise it waits for something that may come
     * without a word, and looks for that less and less often: a thousand groups that all look each millisecond would do
     * nothing else.
     */
    void pause(final boolean isAtRest) {
        if (isBusy || isWoken) {
            goOn();
        } else if (isAtRest) {
            dozes = 0;
            await(quietLeftNs > 0 && !turns.isUneasy() ? turns.afterQuiet(quietLeftNs) : turns.afterRest(restNs));
        } else {
            await(turns.afterDoze(dozes, restNs));
            dozes = Math.min(dozes + 1, MOST_DOZES);
        }
    }

    private void await(final long tick) {
        if (turns.mayWait()) {
            waits = true;
            dueTick = tick;
            if (seenTick == NOWHERE || tick < seenTick) {
                seenTick = tick;
                turns.look(this, tick);
            }
        }
    }

    /** Whether it goes on to have turns; one that waits is not listed any more. */
    boolean isKept() {
        isListed = !waits;
        return isListed;
    }

    /** Somebody looks for it at a tick; whether that is where it is looked for next, in a round of so many places. */
    boolean isSeen(final long tick, final int places) {
        if (seenTick == NOWHERE || (seenTick - tick) % places != 0) {
            return false;
        }
        seenTick = NOWHERE;
        return true;
    }

    /** Has its turn now if it is due; is looked for again when it will be. */
    void look(final long tick) {
        if (!waits) {
            return;
        }
        if (dueTick <= tick) {
            comeUp();
        } else {
            seenTick = dueTick;
            turns.look(this, dueTick);
        }
    }

    /** Has a turn from now on; it is never listed twice. */
    void comeUp() {
        waits = false;
        if (!isListed) {
            isListed = true;
            turns.list(this);
        }
    }
}
