package io.fleet.scattered.acceptor;

import io.fleet.config.Persistence;
import io.fleet.consensus.message.election.StaleBallot;
import io.fleet.consensus.message.member.VoterLife;
import io.fleet.consensus.message.replication.Order;
import io.fleet.consensus.message.replication.OrderEntry;
import io.fleet.consensus.store.LogUser;
import io.fleet.scattered.body.BodyFetcher;
import io.fleet.scattered.body.PendingBodies;
import io.fleet.scattered.body.PendingBody;
import io.fleet.scattered.context.CountedLife;
import io.fleet.scattered.context.GroupContext;
import io.fleet.scattered.context.VoteGuard;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.coverage.CoverageMark;
import java.util.ArrayDeque;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.collections.LongArrayQueue;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Accepts what leaders order (S1, S2; F1, F2; M1, M2): one Paxos acceptor an LSN with one durable promise for all. A
 * record goes to the log when order and matching body are both here, in any order of LSNs
 * ({@link Persistence#SCATTERED}) or strictly by LSN ({@link Persistence#ORDERED}); what became durable is
 * acknowledged at most once a duty cycle ({@link AckSender}); by a node that does not count (S15) nothing is, though it
 * accepts in the same way. Never executes a command, never waits for a disk.
 */
public final class Acceptor implements LogUser {
    private static final CoverageMark STALE_ORDER = CoverageMark.named("storage-node.stale-order-refused");
    private static final CoverageMark BEYOND_WINDOW = CoverageMark.named("storage-node.beyond-window");
    private static final CoverageMark OLD_BALLOT = CoverageMark.named("storage-node.old-ballot-not-accepted");
    private static final CoverageMark DURABLE_TOO_LATE = CoverageMark.named("storage-node.durable-at-an-old-ballot");
    private static final CoverageMark WAITS_FOR_TURN = CoverageMark.named("storage-node.waits-for-its-turn");
    private static final CoverageMark SPARED = CoverageMark.named("storage-node.others-were-asked-to-write");
    private static final CoverageMark ASKED_LATER = CoverageMark.named("storage-node.asked-to-write-after-all");
    private static final CoverageMark RESTAMPED = CoverageMark.named("storage-node.restamped");
    private static final CoverageMark DEFERRED = CoverageMark.named("storage-node.body-asked-for-when-there-was-room");
    private static final CoverageMark NO_ROOM = CoverageMark.named("storage-node.log-had-no-room");
    private static final CoverageMark CONFIGURATION_GONE = CoverageMark
        .named("storage-node.configuration-was-never-chosen");
    private static final UnsafeBuffer EMPTY = new UnsafeBuffer(new byte[0]);

    private final GroupContext context;
    private final PendingBodies bodies;
    private final LeftBodies left;
    private final BodyFetcher fetcher;
    private final boolean ordered;
    private final Long2ObjectHashMap<AcceptorSlot> slots = new Long2ObjectHashMap<>();
    private final ArrayDeque<AcceptorSlot> spare = new ArrayDeque<>();
    private final LongArrayQueue retries = new LongArrayQueue(0L);
    private final AckTracker tracker;
    private final CountedLife counted;
    private final AckSender acks;
    private final StaleBallot refusal = new StaleBallot();
    private long promised;
    private long floor;
    private long highest;
    private long voted;
    private long lastInOrder;
    /** Those whose bodies were not kept, and are needed after all. */
    private final DeferredBodies deferred = new DeferredBodies();
    private long configuration;
    private long recordedConfiguration;
    private long clockMillis;
    private int inFlight;

    public Acceptor(final GroupContext context, final PendingBodies bodies, final BodyFetcher fetcher,
                    final VoteGuard voting) {
        this.context = context;
        this.bodies = bodies;
        this.fetcher = fetcher;
        left = new LeftBodies(context.progress(), voting);
        ordered = context.config().persistence() == Persistence.ORDERED;
        tracker = new AckTracker(context.capacity() * 2, !ordered);
        counted = new CountedLife(context);
        acks = new AckSender(context, tracker, counted, voting, slots);
        promised = context.promises().promised();
        floor = context.progress().recorded();
    }

    /**
     * A record found at start-up: the highest ballot of each LSN counts; every record is a promise not to go below its
     * ballot.
     */
    @Override
    public void onRecovered(final long lsn, final long ballot, final int storageGroup, final EntryMeta meta,
                            final long bodyPosition) {
        promised = Math.max(promised, ballot);
        highest = Math.max(highest, lsn);
        voted = Math.max(voted, lsn);
        if (lsn <= floor) {
            return;
        }
        final AcceptorSlot slot = slot(lsn);
        if (ballot >= slot.ballot) {
            slot.ballot = ballot;
            slot.meta.set(meta);
            slot.storageGroup = storageGroup;
            slot.durable = true;
            slot.bodyPosition = bodyPosition;
            slot.bodyMeta.set(meta);
            noteConfiguration(slot);
        }
    }

    /** The highest ballot of all records found at start-up: made a promise like any other. */
    @Override
    public void onRecoveredBallot(final long ballot) {
        promise(ballot);
    }

    public long promised() {
        return promised;
    }

    /** Whether the leader counts this node in the life in which it is. */
    CountedLife counted() {
        return counted;
    }

    public void onVoterLife(final int sender, final VoterLife answer) {
        acks.due(counted.onAnswer(sender, answer));
    }

    public long highest() {
        return highest;
    }

    /**
     * The highest LSN that this node holds durably at any ballot, or knows to be chosen (P1). It may be above LSNs that
     * are not here. What was trimmed is below what is recorded, and every record is found again at a start, so it never
     * falls as long as nothing is lost (S15).
     */
    public long watermark() {
        return Math.max(voted, Math.max(floor, tracker.cumulative()));
    }

    /**
     * The highest LSN at which this node holds a configuration durably, as the value of the highest ballot; it may be
     * chosen, for all that this node knows (S14). 0 for none.
     */
    public long configuration() {
        return configuration;
    }

    private void noteConfiguration(final AcceptorSlot slot) {
        if (slot.meta.isConfiguration()) {
            configuration = Math.max(configuration, slot.lsn);
        } else if (slot.lsn == configuration) {
            CONFIGURATION_GONE.hit();
            configuration = recordedConfiguration;
            for (final AcceptorSlot other : slots.values()) {
                configuration = other.durable && other.meta.isConfiguration() ? Math.max(configuration, other.lsn)
                    : configuration;
            }
        }
    }

    /** The LSN up to which everything is chosen and recorded here; nothing is reported about LSNs up to it (S4). */
    public long floor() {
        return floor;
    }

    /** Whether everything up to an LSN is held durably at a ballot, which is the one promised, durably (S15). */
    public boolean holdsUpTo(final long ballot, final long lsn) {
        return promised == ballot && context.promises().durablePromise() >= ballot && tracker.ballot() == ballot
            && tracker.cumulative() >= lsn;
    }

    /**
     * Whether a promise made now may be told: it is durable, and so is everything accepted before it (S2). What was
     * handed to a log whose disk is full waits for space, perhaps until somebody is elected and logs are trimmed: it is
     * told as accepted meanwhile. It was proposed at the ballot that is told, which is all that a candidate relies on,
     * and it is acknowledged to nobody any more, since the promise is above its ballot: that it may be lost with this
     * process takes nothing back.
     */
    public boolean isPromiseDurable(final long ballot) {
        return (inFlight == 0 || context.entryLog().isFull()) && context.promises().durablePromise() >= ballot;
    }

    /** What the wall clock of this node shows in this duty cycle. */
    public void clock(final long epochMillis) {
        clockMillis = Math.max(0, epochMillis);
    }

    /** What the wall clock showed in the last duty cycle; 0 before the first. */
    long clockMillis() {
        return clockMillis;
    }

    /** Raises the promise; orders of lower ballots that are not accepted yet are forgotten. */
    public void promise(final long ballot) {
        if (ballot > promised) {
            promised = ballot;
            context.promises().promise(ballot);
            retries.clear();
        }
    }

    /** Whether something waits for room in the log. */
    public boolean isFull() {
        return !retries.isEmpty();
    }

    public AcceptorSlot slotOf(final long lsn) {
        return slots.get(lsn);
    }

    public void onOrder(final int sender, final Order order, final long nowNs) {
        if (order.ballot < promised) {
            STALE_ORDER.hit();
            refuse(sender, order.ballot);
            return;
        }
        promise(order.ballot);
        counted.onOrder(order.ballot, order.lives);
        if (!order.passedOn) {
            acks.onCollector(order.collector);
        }
        if (tracker.ballot() != order.ballot) {
            tracker.reset(order.ballot, order.base);
            tracker.raise(context.progress().durable());
            lastInOrder = Math.max(floor, tracker.cumulative());
        }
        final boolean tellsChosen = tracker.settle(order.chosen);
        acks.due(tellsChosen && tracker.isCut());
        if (order.count == 0) {
            acks.onHeartbeat(tellsChosen, nowNs);
        }
        for (int i = 0; i < order.count; i++) {
            onOrderEntry(order.ballot, order.entries[i], nowNs);
        }
    }

    private void onOrderEntry(final long ballot, final OrderEntry entry, final long nowNs) {
        if (entry.lsn <= floor || entry.lsn > floor + context.capacity()) {
            if (entry.lsn > floor) {
                BEYOND_WINDOW.hit();
            }
            acks.due(true);
            return;
        }
        final AcceptorSlot slot = slot(entry.lsn);
        final boolean spared = !ordered && !OrderEntry.isNamed(entry.writers, context.membership().ownSlot());
        if (slot.ballot == ballot) {
            if (slot.durable) {
                tracker.add(entry.lsn);
                acks.covers();
            }
            return;
        }
        if (slot.wantBallot == ballot) {
            if (slot.spared && !spared) {
                ASKED_LATER.hit();
                slot.spared = false;
                accept(slot, nowNs);
                fetcher.hurry(bodies.get(slot.wantMeta.batcherId, slot.wantMeta.sequence), nowNs);
            }
            return;
        }
        if (!slot.wantMeta.sameValue(entry.meta) && !slot.wantMeta.sameValue(slot.meta)) {
            bodies.release(slot.lsn, slot.wantMeta);
        }
        slot.wantBallot = ballot;
        slot.wantMeta.set(entry.meta);
        slot.wantGroup = entry.storageGroup;
        slot.replier = entry.replier;
        slot.spared = spared;
        if (!entry.meta.isNoOp()) {
            if (left.isLeft(slot)) {
                bodies.leave(entry.lsn, entry.meta);
            } else {
                bodies.keep(entry.lsn, entry.meta, floor, nowNs);
            }
        }
        accept(slot, nowNs);
    }

    /** A body that was ordered is now whole. */
    public void onBody(final long lsn, final long nowNs) {
        final AcceptorSlot slot = slots.get(lsn);
        if (slot != null && slot.wantBallot != 0) {
            accept(slot, nowNs);
        }
    }

    @Override
    public void onDurable(final long lsn, final long ballot, final long position) {
        inFlight--;
        voted = Math.max(voted, lsn);
        final AcceptorSlot slot = slots.get(lsn);
        if (slot != null && slot.ballot == ballot && !slot.durable) {
            slot.durable = true;
            if (!slot.holds(slot.meta)) {
                slot.bodyPosition = position;
                slot.bodyMeta.set(slot.meta);
            }
            noteConfiguration(slot);
        }
        if (ballot != tracker.ballot()) {
            DURABLE_TOO_LATE.hit();
        } else if (tracker.add(lsn)) {
            acks.covers();
        }
    }

    /** Not before all that records promise is durable without them (S1). */
    @Override
    public long forgettable(final long covered) {
        return context.promises().durablePromise() >= promised ? covered : 0;
    }

    /** Whether nothing is to be written, asked for or acknowledged. */
    public boolean isAtRest() {
        return inFlight == 0 && acks.isAtRest() && retries.isEmpty() && deferred.isEmpty();
    }

    public int doWork(final long nowNs) {
        int work = 0;
        if (left.areNeeded()) {
            deferred.add(floor + 1, floor + context.capacity());
        }
        if (context.progress().durable() > tracker.cumulative()) {
            tracker.raise(context.progress().durable());
            acks.due(true);
        }
        return work + retry(nowNs) + askForDeferred(nowNs) + acks.doWork(promised, clockMillis, nowNs);
    }

    /** Asks for bodies that were not kept, lowest LSN first, as room for them comes (S13). */
    private int askForDeferred(final long nowNs) {
        int work = 0;
        while (!deferred.isEmpty()) {
            final long lsn = deferred.next(floor);
            final AcceptorSlot slot = slots.get(lsn);
            if (slot == null || slot.wantBallot == 0 || isKept(slot)) {
                continue;
            }
            accept(slot, nowNs);
            if (deferred.isNext(lsn)) {
                break;
            }
            DEFERRED.hit();
            work++;
        }
        return work;
    }

    private boolean isKept(final AcceptorSlot slot) {
        final PendingBody body = bodies.held(slot.wantMeta);
        return body != null && body.lsn != 0;
    }

    /**
     * Tries again what the log had no room for, until it has none again: one attempt a cycle is all that a full disk
     * costs, and it counts as no work, so that the owner may rest.
     */
    private int retry(final long nowNs) {
        int work = 0;
        boolean room = true;
        for (int i = retries.size(); i > 0 && room; i--) {
            final AcceptorSlot slot = slots.get(retries.pollLong());
            if (slot != null && slot.wantBallot != 0) {
                room = accept(slot, nowNs);
                work += room ? 1 : 0;
            }
        }
        return work;
    }

    /** The replica has recorded everything up to an LSN. */
    public void onRecorded(final long upTo) {
        if (upTo - floor > context.capacity()) {
            slots.keySet().stream().filter(lsn -> lsn <= upTo).toList().forEach(this::forget);
        } else {
            for (long lsn = floor + 1; lsn <= upTo; lsn++) {
                forget(lsn);
            }
        }
        floor = upTo;
        if (lastInOrder < upTo) {
            lastInOrder = upTo;
            retryNextInOrder();
        }
    }

    /**
     * Whether the value is durable here, or will be soon, or not. See
     * {@link io.fleet.consensus.ChosenEntries#bodyPosition}.
     */
    public long bodyPosition(final long lsn, final EntryMeta meta) {
        final AcceptorSlot slot = slots.get(lsn);
        if (slot == null) {
            return io.fleet.consensus.ChosenEntries.NOT_STORED;
        }
        if (slot.holds(meta)) {
            return slot.bodyPosition;
        }
        final boolean coming = slot.ballot != 0 && !slot.durable && slot.meta.sameValue(meta)
            || slot.wantBallot == promised && slot.wantBallot != 0 && !slot.spared && slot.wantMeta.sameValue(meta);
        return coming ? io.fleet.consensus.ChosenEntries.ON_ITS_WAY : io.fleet.consensus.ChosenEntries.NOT_STORED;
    }

    private void forget(final long lsn) {
        final AcceptorSlot slot = slots.remove(lsn);
        if (slot != null) {
            recordedConfiguration = slot.durable && slot.meta.isConfiguration() ? Math.max(recordedConfiguration, lsn)
                : recordedConfiguration;
            bodies.release(lsn, slot.meta);
            bodies.release(lsn, slot.wantMeta);
            spare.addLast(slot);
        }
    }

    /** Puts what a slot waits for into the log, where its time has come; false when the log has no room for it. */
    private boolean accept(final AcceptorSlot slot, final long nowNs) {
        if (slot.wantBallot != promised) {
            OLD_BALLOT.hit();
            slot.wantBallot = 0;
            return true;
        }
        final EntryMeta meta = slot.wantMeta;
        final boolean durable = slot.holds(meta);
        final PendingBody body = durable || meta.isNoOp() ? null : bodies.held(meta);
        if (body == null && !durable && !meta.isNoOp()) {
            if (left.isLeft(slot)) {
                return true;
            }
            final PendingBody awaited = bodies.keep(slot.lsn, meta, floor, nowNs);
            if (awaited == null) {
                deferred.add(slot.lsn, slot.lsn);
            } else {
                fetcher.want(awaited, nowNs);
            }
            return true;
        }
        if (slot.spared) {
            SPARED.hit();
            if (body != null && body.lsn == 0) {
                postpone(slot, body);
            }
            return true;
        }
        if (ordered && slot.lsn > lastInOrder + 1) {
            WAITS_FOR_TURN.hit();
            return true;
        }
        final boolean done;
        if (durable) {
            done = context.entryLog().restamp(slot.lsn, promised, slot.wantGroup, meta, slot.bodyPosition);
            if (done) {
                RESTAMPED.hit();
                context.counters().restamps.increment();
            }
        } else if (body == null) {
            done = context.entryLog().append(slot.lsn, promised, slot.wantGroup, meta, EMPTY, 0);
        } else {
            done = context.entryLog().append(slot.lsn, promised, slot.wantGroup, meta, body.buffer, 0);
        }
        if (done) {
            onAppended(slot);
            if (body != null && body.lsn == 0) {
                bodies.drop(body);
            }
        } else if (body != null && body.lsn == 0) {
            NO_ROOM.hit();
            postpone(slot, body);
        } else {
            NO_ROOM.hit();
            retries.addLong(slot.lsn);
        }
        return done;
    }

    /** A body that came, and for which there is no room while it waits for something: it is asked for again later. */
    private void postpone(final AcceptorSlot slot, final PendingBody body) {
        bodies.drop(body);
        deferred.add(slot.lsn, slot.lsn);
    }

    private void onAppended(final AcceptorSlot slot) {
        if (!slot.meta.sameValue(slot.wantMeta)) {
            bodies.release(slot.lsn, slot.meta);
        }
        slot.ballot = slot.wantBallot;
        slot.meta.set(slot.wantMeta);
        slot.storageGroup = slot.wantGroup;
        slot.durable = false;
        slot.wantBallot = 0;
        inFlight++;
        highest = Math.max(highest, slot.lsn);
        if (ordered && slot.lsn == lastInOrder + 1) {
            lastInOrder = slot.lsn;
            retryNextInOrder();
        }
    }

    private void retryNextInOrder() {
        AcceptorSlot next = ordered ? slots.get(lastInOrder + 1) : null;
        while (next != null && next.wantBallot == 0 && next.ballot == promised) {
            lastInOrder++;
            next = slots.get(lastInOrder + 1);
        }
        if (next != null && next.wantBallot != 0) {
            retries.addLong(next.lsn);
        }
    }

    private void refuse(final int sender, final long ballot) {
        context.counters().staleBallots.increment();
        refusal.refused = ballot;
        refusal.promised = promised;
        context.outbound().send(sender, refusal);
    }

    private AcceptorSlot slot(final long lsn) {
        AcceptorSlot slot = slots.get(lsn);
        if (slot == null) {
            slot = spare.pollLast();
            slot = (slot == null ? new AcceptorSlot() : slot).init(lsn);
            slots.put(lsn, slot);
        }
        return slot;
    }
}
