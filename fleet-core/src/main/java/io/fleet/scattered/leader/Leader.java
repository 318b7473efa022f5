package io.fleet.scattered.leader;

import io.fleet.config.Dissemination;
import io.fleet.consensus.TableUse;
import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.common.FullDiskReports;
import io.fleet.consensus.common.IntervalTimer;
import io.fleet.consensus.common.LogClock;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.member.VoterLife;
import io.fleet.consensus.message.replication.AcceptedEntry;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.FetchOrder;
import io.fleet.consensus.message.replication.Order;
import io.fleet.consensus.message.replication.OrderEntry;
import io.fleet.scattered.acceptor.BodyServer;
import io.fleet.scattered.body.BodyPool;
import io.fleet.scattered.body.PendingBodies;
import io.fleet.scattered.body.PendingBody;
import io.fleet.scattered.collector.CollectorChoice;
import io.fleet.scattered.context.BallotLives;
import io.fleet.scattered.context.GroupContext;
import io.fleet.scattered.learner.Learner;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.coverage.CoverageMark;
import java.util.SplittableRandom;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * Orders entries at one ballot (S5, S7, S11, S13, S16): gives each entry that was meant for this ballot, and whose
 * body is here, the next LSN, names its replier and ships the metadata, once a duty cycle. Sends again what stays
 * unchosen. Knows how to start a ballot and to stop; never goes on in an old one.
 */
public final class Leader {
    private static final CoverageMark HOLE_FILLED = CoverageMark.named("leader.hole-filled-with-a-no-op");
    private static final CoverageMark PROPOSED_AGAIN = CoverageMark.named("leader.found-value-proposed-again");
    private static final CoverageMark STALE_CONFIGURATION = CoverageMark
        .named("leader.configuration-of-an-older-one-left-out");
    private static final CoverageMark ASKED_AGAIN = CoverageMark.named("leader.order-asked-for-again");
    private static final CoverageMark WINDOW_FULL = CoverageMark.named("leader.window-full");
    private static final CoverageMark REPLIERS_FULL = CoverageMark.named("leader.repliers-full");
    private static final CoverageMark RESENT = CoverageMark.named("leader.order-sent-again");
    private static final CoverageMark WIDENED = CoverageMark.named("leader.everyone-named-after-all");
    private static final CoverageMark TICK = CoverageMark.named("leader.tick-ordered");
    private static final CoverageMark GAP_FILLED = CoverageMark.named("leader.unassigned-lsn-filled-for-a-read");
    private static final CoverageMark NO_VOTE = CoverageMark.named("leader.fill-above-any-vote-refused");
    private static final CoverageMark NOT_SENT = CoverageMark.named("leader.order-not-taken-by-the-transport");
    private static final int STUCK_TIMEOUTS = 5;
    private static final int HUNG_TIMEOUTS = 20;

    private final GroupContext context;
    private final PendingBodies bodies;
    private final BodyServer bodyServer;
    private final Learner learner;
    private final ReplierQueues repliers;
    private final WriteSets writeSets;
    private final EntryAdmission intake;
    private final Order order = new Order();
    private final Order again = new Order();
    private final OrderLines lines;
    private long ballot;
    private long base;
    private long highest;
    private long confirmed;
    private long windowFrom;
    private long windowBytes;
    /** What bodies take in memory that this ballot has ordered and that are not recorded here. */
    private long keptBytes;
    private long keptFrom;
    private long lastRecorded;
    private long lastRecordedNs;
    private boolean superseded;
    private final LogClock clock;
    private final FullDiskReports fullDisks;
    /** The highest log time that this ballot has proposed. */
    private long proposedTime;
    private final ChosenNotice notice;
    private final Quiescence quiescence;
    private final IntervalTimer resendTime;
    private boolean open;
    private boolean held;
    /** What those that promised the ballot have told of members that do not vote, by slot. */
    private final int[] otherNumbers = new int[Configuration.SLOTS];
    /** The configuration that the ballot belongs to. */
    private long version;
    /** The LSN of a configuration that this ballot has ordered: nothing is ordered above it. */
    private long barrier;
    /** Above it, this ballot was the first to propose anything, and asked all full members to write it. */
    private long narrow;
    /** Up to where a read waits: LSNs that were never assigned get no-ops. */
    private long fillTo;
    private final ConfigurationBodies configurations;
    private final BallotLives lives;
    private final VoterLife voterLife = new VoterLife();

    public Leader(final GroupContext context, final PendingBodies bodies, final BodyServer bodyServer,
                  final Learner learner,
                  final LogClock clock, final CollectorChoice collectors, final SplittableRandom random) {
        this.context = context;
        this.bodies = bodies;
        this.bodyServer = bodyServer;
        this.learner = learner;
        this.clock = clock;
        fullDisks = new FullDiskReports(Configuration.SLOTS, 2 * context.electionTimeoutNs());
        intake = new EntryAdmission(context, bodies, fullDisks);
        repliers = new ReplierQueues(context, random);
        writeSets = new WriteSets(context);
        lines = new OrderLines(context.capacity() * 2);
        configurations = new ConfigurationBodies(context, bodies);
        lives = new BallotLives(context);
        notice = new ChosenNotice(context, collectors);
        quiescence = new Quiescence(context, repliers, writeSets);
        resendTime = new IntervalTimer(context.resendNs() / 4);
    }

    /**
     * Starts a ballot: from now on it lives by heartbeats and takes in entries, but orders nothing before
     * {@link #open}.
     */
    public void begin(final long newBallot, final long newBase, final long newHighest, final long nowNs) {
        ballot = newBallot;
        base = newBase;
        highest = newBase;
        confirmed = newBase;
        narrow = newBase;
        windowFrom = newBase;
        windowBytes = 0;
        keptBytes = 0;
        keptFrom = newBase;
        lastRecorded = 0;
        lastRecordedNs = nowNs;
        superseded = false;
        proposedTime = 0;
        open = false;
        held = false;
        version = context.membership().version();
        lives.begin();
        java.util.Arrays.fill(otherNumbers, 0);
        barrier = 0;
        fillTo = 0;
        learner.retain(newBase);
        lines.begin(newBase, newHighest);
        intake.begin(newBallot, nowNs);
        repliers.reset(nowNs);
        writeSets.begin(newBase, lines.capacity());
        quiescence.start(nowNs);
        notice.collectors().begin(nowNs);
        order.count = 0;
        heartbeat(0, nowNs);
    }

    /**
     * Those that promised the ballot count learners and observers in no lives below these numbers: who has answered the
     * claim of a life is in each read quorum, so what a former life of one says does not make it a voter. As quorums
     * change, each configuration names them too (S14, S15).
     */
    public void countOthers(final int[] numbers) {
        System.arraycopy(numbers, 0, otherNumbers, 0, otherNumbers.length);
    }

    /** The least number of a life in which a member counts at this ballot. */
    public int leastNumber(final int node) {
        final int slot = context.indexOf(node);
        final int least = context.leastNumber(node);
        return slot < 0 || context.membership().isVoter(slot) ? least : Math.max(least, otherNumbers[slot]);
    }

    /**
     * Proposes again, at this ballot, all that recovery found, with no-ops in the holes (S5), and orders new entries
     * from then on. It is open after that, and not settled before: the last of what was found may be a configuration.
     */
    public void open(final Long2ObjectHashMap<AcceptedEntry> recovered, final long upTo, final long nowNs) {
        clock.begin(nowNs);
        clock.raise(context.progress().logTime(), nowNs);
        for (long lsn = base + 1; lsn <= upTo; lsn++) {
            final AcceptedEntry found = followsOn(recovered.get(lsn));
            final OrderEntry line = newLine(lsn);
            line.lsn = lsn;
            line.writers = OrderEntry.EVERYONE;
            if (found == null) {
                HOLE_FILLED.hit();
                line.meta.setNoOp(0);
                line.storageGroup = 0;
                line.replier = OrderEntry.NO_REPLIER;
            } else {
                PROPOSED_AGAIN.hit();
                line.meta.set(found.meta);
                line.storageGroup = found.storageGroup;
                clock.raise(found.meta.timestamp, nowNs);
                proposedTime = Math.max(proposedTime, found.meta.timestamp);
                line.replier = repliers.chooseAgain(line, nowNs);
                barrier = line.meta.isConfiguration() ? lsn : barrier;
            }
            highest = lsn;
            narrow = lsn;
            count(line);
            announce(line, nowNs);
        }
        open = true;
        flush(nowNs);
    }

    /**
     * A configuration that was ordered in an older one than this ballot's was never chosen, and must not be: it says
     * who belongs to the group after a change that has been made otherwise (S14).
     */
    private AcceptedEntry followsOn(final AcceptedEntry found) {
        if (found == null || !found.meta.isConfiguration() || configurations.isNext(bodyServer, found)) {
            return found;
        }
        STALE_CONFIGURATION.hit();
        return null;
    }

    /** The version of the configuration that the ballot belongs to. */
    public long version() {
        return version;
    }

    /** Whether this ballot orders, and no other configuration than its own is known or under way (S14). */
    public boolean isSettled() {
        return open && barrier == 0 && version == context.membership().version();
    }

    /**
     * Orders a configuration, and nothing above it from now on (S14).
     *
     * @return false when there is no room now.
     */
    public boolean orderConfiguration(final Configuration next, final long nowNs) {
        if (held || isWindowFull()) {
            return false;
        }
        final PendingBody body = configurations.hold(next.withLives(this::leastNumber), ballot, nowNs);
        if (body == null) {
            return false;
        }
        final OrderEntry line = newLine(++highest);
        line.lsn = highest;
        line.meta.setNoOp(clock.last());
        line.meta.batcherId = body.batcherId;
        line.meta.sequence = body.sequence;
        line.meta.digest = body.digest;
        line.meta.length = body.length;
        line.meta.flags = EntryMeta.CONFIGURATION;
        line.storageGroup = 0;
        line.replier = OrderEntry.NO_REPLIER;
        line.writers = OrderEntry.EVERYONE;
        proposedTime = clock.last();
        count(line);
        barrier = highest;
        bodies.ordered(highest, line.meta, nowNs);
        context.counters().entriesOrdered.increment();
        bodyServer.sendToAll(body);
        announce(line, nowNs);
        return true;
    }

    /** Whether nothing is under way, and all are told so. */
    public boolean isAtRest() {
        return isSettled() && highest == learner.chosen() && !notice.isWaiting();
    }

    /** When it has heard its members, and whether it is quiet. */
    public Quiescence quiescence() {
        return quiescence;
    }

    /** Whether recovery is done, so that {@link #highest()} covers all that was ever ordered at the ballot. */
    public boolean isOpen() {
        return open;
    }

    /** The LSN above which this ballot proposes. */
    public long base() {
        return base;
    }

    /**
     * The LSN above which this ballot was the first to propose anything, and asked all full members to write it from
     * the beginning, so that none of these records any of it without its body. What is up to there may have been
     * proposed by leaders with other settings ({@link io.fleet.config.WriteQuorum}).
     */
    public long narrow() {
        return narrow;
    }

    /** Stops; what was not ordered stays with the batchers, which send it to the next leader. */
    public void end() {
        ballot = Ballot.NONE;
        open = false;
        held = false;
        learner.retain(Long.MAX_VALUE);
        intake.end();
        order.count = 0;
        quiescence.end();
    }

    /**
     * Orders nothing new while a successor gets ready, or goes on: what arrives meanwhile waits, for this leader or,
     * sent again by its batcher, for the next. Safety does not need it (S1, S16): what is ordered while another one
     * campaigns is found by it, or was never chosen.
     */
    public void hold(final boolean hold) {
        held = hold;
    }

    /** Names a member that is about to stop as replier no more, and asks others to write. */
    public void passOver(final int member, final long nowNs) {
        repliers.passOver(member, nowNs);
        writeSets.passOver(member, nowNs);
    }

    /** Asks everyone to write what it orders from now on, as long as this is said again: see {@link #narrow}. */
    public void nameAll(final long nowNs) {
        writeSets.nameAll(nowNs);
    }

    public long ballot() {
        return ballot;
    }

    /**
     * Somebody is about to be told in which life this node listens to it: a voter that is in another one than before is
     * counted in that from now on. What was ordered until now it holds when it votes; what is ordered later names the
     * change, and its former life does not acknowledge it (S15).
     */
    public void renewLives() {
        if (ballot != Ballot.NONE) {
            lives.renew();
        }
    }

    /** Whether a voter is heard in the life in which this ballot counts it. */
    boolean counts(final int slot) {
        return lives.isCounted(slot);
    }

    /** How often a voter has come to be counted in another life at this ballot. */
    int lives() {
        return lives.version();
    }

    /** A voter asks in which life this ballot counts it. */
    public void onVoterLife(final int sender, final long ofBallot) {
        if (ofBallot != ballot || ballot == Ballot.NONE) {
            return;
        }
        lives.renew();
        voterLife.ballot = ballot;
        voterLife.life = context.toldLife(sender);
        voterLife.lives = lives.version();
        context.outbound().send(sender, voterLife);
    }

    public long highest() {
        return highest;
    }

    public int queueDepth(final int member) {
        return repliers.depth(member);
    }

    /**
     * Names a replica as replier no more until a time ({@code SnapshotPermits}).
     *
     * @return the last entry to which it may have to reply: that it was named for, or that an earlier leader ordered.
     *         Where all queues are full a new leader replies itself, beyond its own.
     */
    public long passOverUntil(final int member, final long untilNs) {
        final long last = Math.max(base, repliers.passOverUntil(member, untilNs));
        return member == context.membership().ownSlot() ? highest : last;
    }

    /** Whether another replica than one could reply. */
    public boolean hasReplierBeside(final int member, final long nowNs) {
        return repliers.hasBeside(member, nowNs);
    }

    /** A whole body that was meant for this ballot. */
    public void onBody(final PendingBody body, final long nowNs) {
        intake.onBody(body, nowNs);
    }

    /** There was no room for a body that was meant for this ballot. */
    public void onNoRoom(final long batcherId, final long sequence, final long nowNs) {
        intake.onNoRoom(batcherId, sequence, nowNs);
    }

    public void onAck(final int member, final Ack ack, final long nowNs) {
        if (ack.ballot == ballot) {
            quiescence.heard(member, nowNs);
            writeSets.onAck(member, ack, nowNs);
            repliers.onApplied(member, ack.applied, nowNs);
            if (member == context.membership().ownSlot()) {
                notice.collectors().onOwnAck(ack, nowNs);
            }
        }
    }

    /** Sends again what a member missed. */
    public void onFetchOrder(final int sender, final FetchOrder request, final long nowNs) {
        if (request.ballot != ballot || !open) {
            return;
        }
        ASKED_AGAIN.hit();
        prepare(again, nowNs);
        final long from = Math.max(request.fromLsn, Math.max(base + 1, lines.oldest(highest)));
        if (from == request.fromLsn && from <= highest) {
            notice.collectors().onMissed(from, lines.sentNs(from), nowNs);
        }
        for (long lsn = from; lsn <= Math.min(request.toLsn, highest) && again.count < Order.MAX_ENTRIES; lsn++) {
            if (lines.of(lsn).lsn == lsn) {
                again.next().set(lines.of(lsn));
            }
        }
        context.outbound().send(sender, again);
    }

    /**
     * Whether chosen entries have not been applied and recorded here for several election timeouts, so that the window
     * stays shut: a disk that hangs or is full. Others may fare better. A machine that does not return keeps the window
     * open, as entries are recorded without being applied, and mostly hangs on all replicas, since they run the same
     * command: only where another one has come further for long does it matter that it hangs here.
     */
    public boolean isStuck(final long nowNs) {
        final boolean isAway = context.progress().isAway();
        final long upTo = isAway ? context.progress().applied() : context.progress().recorded();
        if (upTo != lastRecorded || upTo >= learner.chosen()) {
            lastRecorded = upTo;
            lastRecordedNs = nowNs;
        }
        return nowNs - lastRecordedNs > context.electionTimeoutNs() * (isAway ? HUNG_TIMEOUTS : STUCK_TIMEOUTS)
            && (!isAway || repliers.areAhead());
    }

    /**
     * A read waits for an LSN (P4): somebody voted for it at a lower ballot, and this ballot's recovery may have missed
     * that. What this ballot never assigned up to there becomes no-ops; what it has assigned is sent again anyway (S7).
     * The vote may be of a time with a larger window, but no member takes one further above what is chosen than any
     * configuration allows. Each request brings the leader two windows closer at most (S13); the reader asks again.
     */
    public void fill(final long upTo) {
        if (!open) {
            return;
        }
        if (upTo > highest + GroupContext.MAX_CAPACITY) {
            NO_VOTE.hit();
        } else {
            fillTo = Math.max(fillTo, Math.min(upTo, highest + context.capacity()));
        }
    }

    /** Which members say that they accept nothing, as their disks are full. */
    public FullDiskReports fullDisks() {
        return fullDisks;
    }

    /** Whether another value than this ballot's proposal was chosen somewhere: a higher ballot exists. */
    public boolean isSuperseded() {
        return superseded;
    }

    public int doWork(final long nowNs, final long epochMillis) {
        int work = 0;
        confirm();
        if (superseded) {
            return 0;
        }
        notice.collectors().doWork(nowNs);
        intake.credits().doWork(context.progress().applied(), nowNs);
        if (open) {
            work += orderReady(nowNs, epochMillis);
            work += tick(nowNs, epochMillis);
            work += fillGap(nowNs);
            work += hedge(nowNs);
            work += resend(nowNs);
        }
        if (quiescence.isOwed(notice.sentNs(), nowNs)) {
            quiescence.disturb(nowNs);
        }
        if (order.count > 0) {
            flush(nowNs);
        } else if (notice.isDue(confirmed, quiescence.heartbeatNs(), nowNs)) {
            heartbeat(isAtRest()
                ? quiescence.decide(highest, notice.sentNs(), Math.max(epochMillis, clock.last()), nowNs) : 0, nowNs);
            work++;
        }
        return work;
    }

    /** What followers may take as chosen from this leader: its own proposals, as far as they are chosen (S6). */
    private void confirm() {
        while (open && !superseded && confirmed < Math.min(learner.chosen(), highest)) {
            superseded = learner.contradicts(confirmed + 1, lines.of(confirmed + 1).meta);
            confirmed += superseded ? 0 : 1;
            learner.retain(confirmed);
        }
    }

    private int orderReady(final long nowNs, final long epochMillis) {
        int work = 0;
        while (!held && barrier == 0 && !intake.isEmpty() && order.count < Order.MAX_ENTRIES) {
            if (isWindowFull()) {
                WINDOW_FULL.hit();
                context.counters().windowStalls.increment();
                break;
            }
            if (!repliers.hasRoom(nowNs)) {
                REPLIERS_FULL.hit();
                context.counters().replierStalls.increment();
                break;
            }
            final PendingBody body = intake.poll();
            if (body != null) {
                assign(body, repliers.choose(highest + 1, body.wish.replier, nowNs), nowNs, epochMillis);
                work++;
            }
        }
        return work;
    }

    /**
     * Entries, or bytes of bodies, that are ordered and neither applied nor recorded here have reached their bound
     * (S13). A replica that writes a snapshot records what it does not apply, and holds nothing up. A leader whose own
     * disk lags behind those of others keeps bodies that it has applied until they are recorded: twice as much.
     */
    private boolean isWindowFull() {
        final long done = settleWindow();
        return highest >= done + context.config().windowEntries() || windowBytes >= context.config().pendingBytes()
            || keptBytes >= 2L * context.config().pendingBytes();
    }

    private void count(final OrderEntry line) {
        windowBytes += line.meta.length;
        keptBytes += memoryOf(line);
    }

    private static int memoryOf(final OrderEntry line) {
        return line.meta.isNoOp() ? 0 : BodyPool.capacity(line.meta.length);
    }

    /** Takes out of the window what is applied or recorded; returns up to where that is. */
    private long settleWindow() {
        final long done = Math.max(context.progress().applied(), context.progress().recorded());
        while (windowFrom < Math.min(done, highest)) {
            windowBytes -= lines.of(++windowFrom).meta.length;
        }
        while (keptFrom < Math.min(context.progress().recorded(), highest)) {
            keptBytes -= memoryOf(lines.of(++keptFrom));
        }
        return done;
    }

    /** Tells how full the tables of a leader are; 0 where this node is none. */
    public void measure(final TableUse use) {
        final boolean leads = ballot != Ballot.NONE;
        use.windowEntries.set(leads ? Math.max(0, highest - settleWindow()) : 0);
        use.windowBytes.set(leads ? windowBytes : 0);
        use.batchers.set(leads ? intake.batchers() : 0);
        use.credit.set(leads ? intake.credits().credit() : 0);
        use.entryMicros.set(leads ? intake.credits().micros() : 0);
    }

    private void assign(final PendingBody body, final int replier, final long nowNs, final long epochMillis) {
        final OrderEntry line = newLine(++highest);
        clock.propose(clock.time(nowNs, epochMillis), nowNs);
        line.lsn = highest;
        line.meta.batcherId = body.batcherId;
        line.meta.sequence = body.sequence;
        line.meta.digest = body.digest;
        line.meta.length = body.length;
        line.meta.timestamp = clock.last();
        proposedTime = clock.last();
        line.meta.flags = 0;
        line.storageGroup = 0;
        line.replier = replier;
        quiescence.wake(nowNs);
        line.writers = writeSets.choose(highest, body.length, body.wish.part, nowNs);
        narrow = writeSets.hasAllFull(line.writers) ? narrow : highest;
        count(line);
        intake.credits().onOrdered(highest, body.newChunkNs);
        bodies.ordered(highest, line.meta, nowNs);
        context.counters().entriesOrdered.increment();
        if (context.config().dissemination() == Dissemination.LEADER) {
            bodyServer.sendToAll(body);
        }
        announce(line, nowNs);
    }

    /**
     * Lets log time pass where a timer or the end of a session waits for it and nothing that is under way brings it
     * (S11): orders an entry without commands, a no-op with a time. At most one is under way at once, since the replica
     * tells of a later deadline only when it has applied what the one before waited for.
     */
    private int tick(final long nowNs, final long epochMillis) {
        final long due = context.progress().nextDeadline();
        if (held || barrier > 0 || due <= proposedTime || due == Long.MAX_VALUE || isWindowFull()) {
            return 0;
        }
        final long time = clock.time(nowNs, epochMillis);
        if (due > time) {
            return 0;
        }
        TICK.hit();
        context.counters().ticks.increment();
        clock.propose(time, nowNs);
        proposedTime = time;
        orderNoOp(time, nowNs);
        return 1;
    }

    private int fillGap(final long nowNs) {
        int work = 0;
        while (highest < fillTo && !held && barrier == 0 && order.count < Order.MAX_ENTRIES && !isWindowFull()) {
            GAP_FILLED.hit();
            orderNoOp(0, nowNs);
            work++;
        }
        return work;
    }

    private void orderNoOp(final long time, final long nowNs) {
        final OrderEntry line = newLine(++highest);
        line.lsn = highest;
        line.meta.setNoOp(time);
        line.storageGroup = 0;
        line.replier = OrderEntry.NO_REPLIER;
        line.writers = OrderEntry.EVERYONE;
        announce(line, nowNs);
    }

    private void announce(final OrderEntry line, final long nowNs) {
        lines.sent(line.lsn, nowNs);
        if (order.count < Order.MAX_ENTRIES || flush(nowNs)) {
            order.next().set(line);
        }
    }

    /**
     * Names others too for entries of which one that was named is late ({@link WriteSets#wider}). Where the transport
     * does not take that, it is neither tried again here nor lost: the lines name them from now on, and {@link #resend}
     * sends those of entries that stay unchosen, and names everyone.
     */
    private int hedge(final long nowNs) {
        long lsn = writeSets.nextLate(learner, nowNs);
        if (lsn == 0) {
            return 0;
        }
        prepare(again, nowNs);
        while (lsn != 0) {
            lines.sent(lsn, nowNs);
            again.next().set(widened(lsn, writeSets.wider(lsn, lines.of(lsn).writers, nowNs)));
            lsn = again.count < Order.MAX_ENTRIES ? writeSets.nextLate(learner, nowNs) : 0;
        }
        quiescence.wake(nowNs);
        context.outbound().broadcast(again);
        return again.count;
    }

    /** A write set only grows: who was named before may have written already. */
    private OrderEntry widened(final long lsn, final long writers) {
        final OrderEntry line = lines.of(lsn);
        if (line.writers != writers) {
            if (writers == OrderEntry.EVERYONE) {
                WIDENED.hit();
            }
            context.counters().hedgedOrders.increment();
            line.writers = writers;
        }
        return line;
    }

    private int resend(final long nowNs) {
        final boolean mayBeLost = notice.collectors().mayBeLost();
        if (!mayBeLost && !resendTime.isDue(nowNs)) {
            return 0;
        }
        prepare(again, nowNs);
        final long from = Math.max(learner.chosen(), base) + 1;
        boolean inVain = false;
        for (long lsn = from; lsn <= highest && again.count < Order.MAX_ENTRIES; lsn++) {
            if (learner.isChosen(lsn)) {
                continue;
            }
            final boolean isLate = nowNs - lines.sentNs(lsn) >= context.resendNs();
            if (isLate || notice.collectors().mayBeLost(lines.sentNs(lsn))) {
                again.next().set(isLate ? widened(lsn, OrderEntry.EVERYONE) : lines.of(lsn));
            }
            inVain |= notice.collectors().isInVain(lines.sentNs(lsn), nowNs);
        }
        if (inVain) {
            notice.collectors().onEntriesWait(nowNs);
            again.collector = notice.collectors().node();
        }
        if (again.count > 0 && !context.outbound().broadcast(again)) {
            return 0;
        }
        if (mayBeLost && again.count < Order.MAX_ENTRIES) {
            notice.collectors().onOrderedAgain();
        }
        if (again.count == 0) {
            return 0;
        }
        for (int i = 0; i < again.count; i++) {
            lines.sent(again.entries[i].lsn, nowNs);
        }
        RESENT.hit();
        quiescence.wake(nowNs);
        context.counters().resentOrders.add(again.count);
        return again.count;
    }

    private boolean flush(final long nowNs) {
        quiescence.wake(nowNs);
        final int count = order.count;
        prepare(order, nowNs);
        order.count = count;
        final boolean isDirect = !notice.collectors().passesOn() || nowNs - notice.sentNs() >= quiescence.heartbeatNs();
        if (!(isDirect ? context.outbound().broadcast(order) : notice.collectors().pass(order, nowNs))) {
            NOT_SENT.hit();
            return false;
        }
        order.count = 0;
        notice.onOrdered(confirmed, isDirect, nowNs);
        if (isDirect) {
            learner.noteTold(order.released);
        }
        return true;
    }

    private void heartbeat(final int quietMillis, final long nowNs) {
        prepare(again, nowNs);
        again.quietMillis = quietMillis;
        if (quietMillis == 0) {
            quiescence.wake(nowNs);
        }
        if (context.outbound().broadcast(again)) {
            notice.onSent(confirmed, nowNs);
            learner.noteTold(again.released);
            if (quietMillis > 0) {
                quiescence.begin(nowNs);
            }
        }
    }

    private void prepare(final Order message, final long nowNs) {
        intake.credits().tell(message);
        message.openParts = quiescence.isQuiet() ? writeSets.lastOpen() : writeSets.open(nowNs);
        message.quietMillis = 0;
        message.ballot = ballot;
        message.base = base;
        message.chosen = confirmed;
        message.highest = highest;
        message.released = learner.released();
        message.timestamp = clock.last();
        message.configuration = version;
        message.lives = lives.version();
        message.collector = notice.collectors().node();
        message.settled = isSettled();
        message.count = 0;
    }

    /** The line of an LSN that is assigned now; those of LSNs that are not done with keep their places. */
    private OrderEntry newLine(final long lsn) {
        return lines.take(lsn, Math.min(confirmed, Math.min(windowFrom, keptFrom)));
    }
}
