package io.fleet.ec.group;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.SlotConsensus;
import io.fleet.ec.consensus.SlotConsensusConfig;
import io.fleet.ec.consensus.SlotConsensusCounters;
import io.fleet.ec.consensus.SlotConsensusListener;
import io.fleet.ec.consensus.VoteLog;
import io.fleet.ec.consensus.proposal.Proposer;
import io.fleet.ec.consensus.proposal.ProposerConfig;
import io.fleet.ec.dissemination.Spreader;
import io.fleet.ec.dissemination.ValueSource;
import io.fleet.ec.dissemination.format.SegmentCodec;
import io.fleet.ec.dissemination.format.SpreadConfig;
import io.fleet.ec.dissemination.format.SpreadCounters;
import io.fleet.ec.dissemination.gather.Gatherer;
import io.fleet.ec.dissemination.gather.ValueConsumer;
import io.fleet.ec.dissemination.store.PartSweeper;
import io.fleet.ec.dissemination.store.SegmentLog;
import io.fleet.ec.dissemination.store.SegmentStore;
import io.fleet.storage.mark.Mark;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/**
 * Wires the parts of one coded group on one node, and hands each message to its one owner. Every node is a proxy:
 * {@link #submit} spreads an entry, and {@link CodedListener#onAcknowledged} says that it is written.
 *
 * <p>At the start, first {@link #recoverStep} and {@link #recoverSegment} for what is durable, then anything else.
 */
public final class CodedGroup implements CodedGroupInbound {
    private static final Mark WRITTEN = Mark.named("coded-group.entry-was-written-before");
    private static final Mark TWICE = Mark.named("coded-group.id-decided-twice");
    private static final Mark TOO_OLD = Mark.named("coded-group.acknowledgement-from-before-what-is-known");

    private static final long SCRUB_NS = 100_000_000;

    private final int self;
    private final int members;
    private final int faults;
    private final SlotConsensus mec;
    private final Proposer proposer;
    private final SegmentStore store;
    private final Spreader spreader;
    private final Gatherer gatherer;
    private final CodedLearner learner;
    private final Repairer repairer;
    private final Applier applier;
    private final CodedSnapshotCover cover;
    private final CodedRejoin rejoin;
    private final Scrubber scrubber;
    private final Maintenance upkeep;
    private final PartSweeper sweeper;
    private final PartNeeds needs;
    private final DecidedMarker marker;
    private final CodedGroupOutbound outbound;
    private final DecisionLog decisions;
    private final CodedListener listener;
    private final SpreadCounters spreadCounters = new SpreadCounters();
    private final EntryId acknowledged = new EntryId();
    private long acknowledgedUpTo;
    private long nowNs;

    /**
     * Creates a group that knows what the decision log holds.
     *
     * @param mecConfig      of the order.
     * @param proposerConfig of what is proposed.
     * @param spreadConfig   of what is spread.
     * @param codec          the code.
     * @param votes          where steps are forced.
     * @param segments       where parts are kept.
     * @param decisions      where decisions are kept.
     * @param standing       what of these three was lost (rule S15).
     * @param outbound       where messages go.
     * @param listener       told what happens.
     */
    public CodedGroup(final SlotConsensusConfig mecConfig, final ProposerConfig proposerConfig,
                      final SpreadConfig spreadConfig,
                      final SegmentCodec codec, final VoteLog votes, final SegmentLog segments,
                      final DecisionLog decisions, final GroupStanding standing, final CodedGroupOutbound outbound,
                      final CodedListener listener) {
        self = mecConfig.self();
        members = mecConfig.quorums().nodes();
        faults = mecConfig.quorums().faults();
        this.outbound = outbound;
        this.decisions = decisions;
        this.listener = listener;
        mec = new SlotConsensus(mecConfig, votes, decisions::read, outbound, new SlotEvents());
        mec.settle(decisions.durable());
        proposer = new Proposer(mecConfig, proposerConfig, mec, outbound);
        DecidedMarker.recover(decisions, mec.settled(), proposer);
        store = new SegmentStore(spreadConfig, codec, segments, outbound, spreadCounters);
        spreader = new Spreader(spreadConfig, codec, store, outbound, this::onSpread, spreadCounters);
        store.onHeld(id -> spreader.onAck(self, id, store.pieces(id), Long.MAX_VALUE, nowNs));
        gatherer = new Gatherer(spreadConfig, codec, store, outbound, this::onRebuilt, spreadCounters);
        learner = new CodedLearner(self, members, mecConfig.window(), mecConfig.resendNs(), mec, decisions, outbound,
            this::onSkipped);
        repairer = new Repairer(gatherer, store, proposerConfig.maxCandidates(),
            Math.max(1, spreadConfig.maxEntries() / 2), mecConfig.graceNs(), mecConfig.resendNs());
        applier = new Applier(decisions, store, repairer, listener);
        cover = new CodedSnapshotCover(self, members, mecConfig.resendNs(), outbound);
        final LackedParts lacked = new LackedParts(mecConfig.quorums(), spreadConfig.maxSegments(),
            codec.dataSegments(), store, proposer, spreader, repairer, spreadCounters);
        rejoin = new CodedRejoin(mecConfig, standing, mec, store, lacked, applier, this::forgetMember, outbound);
        scrubber = new Scrubber(store, SCRUB_NS);
        needs = new PartNeeds(mec, proposer, repairer, applier, cover, lacked, listener,
            faults + 1, mecConfig.window());
        sweeper = new PartSweeper(store, needs, spreadCounters);
        store.history(needs);
        lacked.references(needs::isReferenced);
        gatherer.gone(needs::goneUpTo);
        marker = new DecidedMarker(decisions, store);
        needs.marking(marker::isDone);
        upkeep = new Maintenance(decisions, learner, applier, cover, store, repairer, scrubber, sweeper, needs, faults
            + 1,
            mecConfig.window(), spreadConfig.maxSegments(), members * spreadConfig.maxEntries());
        store.onDamaged(this::onDamaged);
        acknowledgedUpTo = decisions.durable();
    }

    private void forgetMember(final int member) {
        spreader.forgetAcks(member);
        learner.forget(member);
        cover.forget(member);
    }

    /**
     * Takes in a step that was found durable at the start. One that has lost others has no use for those that are left.
     *
     * @param slot the slot.
     * @param step the step.
     * @param id   that goes with it.
     */
    public void recoverStep(final long slot, final long step, final EntryId id) {
        rejoin.recoverStep(slot, step, id);
    }

    /**
     * Takes in a piece of a part that was found durable at the start.
     *
     * @param number   of the piece.
     * @param state    as it was given to the log.
     * @param id       of the entry.
     * @param tag      which piece of the part.
     * @param position where it is.
     * @param length   in bytes.
     */
    public void recoverSegment(final long number, final long state, final EntryId id, final long tag,
                               final long position, final int length) {
        store.recover(number, state, id, tag, position, length);
    }

    /**
     * Begins to write an entry, as its proxy.
     *
     * @param batcherId    who formed it, not 0.
     * @param sequence     its number there.
     * @param header       holds the header from index 0; copied.
     * @param headerLength in bytes.
     * @param value        holds the value from index 0; copied.
     * @param valueLength  in bytes.
     * @param id           receives the entry's id.
     * @return false when as much is under way as there may be, or too few members vote as far as is known: not applied,
     *     try later.
     */
    public boolean submit(final long batcherId, final long sequence, final DirectBuffer header, final int headerLength,
                          final DirectBuffer value, final int valueLength, final EntryId id) {
        id.set(batcherId, sequence, spreader.digest(header, headerLength, value, valueLength));
        if (!rejoin.takes() || !spreader.submit(id, header, headerLength, value, valueLength, nowNs)) {
            return false;
        }
        if (store.decidedUpTo(id) > 0) {
            onSpread(id, nowNs);
        }
        return true;
    }

    /**
     * Begins to write an entry, as its proxy, with a value that is read a stripe at a time.
     *
     * @param batcherId    who formed it, not 0.
     * @param sequence     its number there.
     * @param header       holds the header from index 0; copied.
     * @param headerLength in bytes.
     * @param source       of the value; released when it is not needed any more.
     * @param valueLength  in bytes.
     * @return false when as much is under way as there may be, or a short value is not there yet, or too few members
     *     vote as far as is known: not applied, try later.
     */
    public boolean submit(final long batcherId, final long sequence, final DirectBuffer header, final int headerLength,
                          final ValueSource source, final int valueLength) {
        return rejoin.takes()
            && spreader.submit(batcherId, sequence, header, headerLength, source, valueLength, nowNs);
    }

    /**
     * Begins to gather a value from k nodes; the consumer may be called within this call.
     *
     * @param id       of the entry.
     * @param consumer takes it in.
     * @return a ticket for {@link #cancelFetch}; 0 when as many are under way as there may be.
     */
    public long fetch(final EntryId id, final ValueConsumer consumer) {
        return gatherer.fetch(id, consumer, nowNs);
    }

    /**
     * Stops gathering a value.
     *
     * @param ticket that was given for it.
     */
    public void cancelFetch(final long ticket) {
        gatherer.cancel(ticket);
    }

    /**
     * A step that was appended to the vote log is durable.
     *
     * @param slot the slot.
     * @param step the step.
     */
    public void onStepDurable(final long slot, final long step) {
        mec.onDurable(slot, step, nowNs);
    }

    /**
     * A piece that was appended to the segment log is durable.
     *
     * @param number   as it was given to the log.
     * @param position where the piece is.
     */
    public void onSegmentDurable(final long number, final long position) {
        store.onDurable(number, position);
    }

    @Override
    public void onStep(final int sender, final long slot, final long step, final EntryId id, final boolean isAgain) {
        mec.onStep(sender, slot, step, id, isAgain, nowNs);
    }

    @Override
    public void onStepOfOtherLives(final int sender, final long slot) {
        if (!isMember(sender) || slot < 1 || slot > SlotConsensus.LAST_SLOT) {
            return;
        }
        mec.heardOf(slot);
        mec.tell(sender, slot);
    }

    @Override
    public void onDecided(final int sender, final long slot, final EntryId id) {
        mec.onDecided(sender, slot, id, nowNs);
    }

    @Override
    public void onReady(final int sender, final EntryId id, final long slot) {
        proposer.onReady(sender, id, slot, nowNs);
    }

    @Override
    public void onSegment(final int sender, final EntryId id, final DirectBuffer piece, final int offset,
                          final int length) {
        if (rejoin.takes()) {
            store.put(sender, id, piece, offset, length, nowNs);
        }
    }

    @Override
    public void onSegmentAck(final int sender, final EntryId id, final int pieces, final long life,
                             final long reliedOn) {
        if (!isMember(sender) || !rejoin.isOfNow(sender, life)) {
            return;
        }
        if (pieces > 0 && reliedOn < proposer.knownFrom() - 1) {
            TOO_OLD.hit();
            final long below = proposer.knownFrom() - 1;
            if (proposer.decidedSlot(id) <= below && needs.isReferenced(id) && below <= learned()) {
                acknowledge(below, id);
            }
            return;
        }
        spreader.onAck(sender, id, pieces, reliedOn, nowNs);
    }

    @Override
    public void onPartGone(final int sender, final EntryId id, final long upTo) {
        if (!isMember(sender) || upTo < 1) {
            return;
        }
        final long believed = learner.believed(upTo);
        gatherer.onPartGone(sender, id, believed, nowNs);
        repairer.onGone(id, believed, (entry, slot) -> {
            if (slot == 0) {
                rejoin.onListedGone();
                return false;
            }
            if (slot > applier.applied()) {
                listener.onCovered(sender, slot);
                return false;
            }
            return true;
        });
    }

    @Override
    public void onFetchSegment(final int sender, final EntryId id, final int piece) {
        gatherer.onFetchSegment(sender, id, piece);
    }

    @Override
    public void onSegmentCopy(final int sender, final EntryId id, final DirectBuffer piece, final int offset,
                              final int length) {
        gatherer.onSegmentCopy(sender, id, piece, offset, length, nowNs);
    }

    @Override
    public void onLearned(final int sender, final long upTo) {
        if (isMember(sender) && upTo >= 0) {
            learner.onLearned(sender, upTo, true);
        }
    }

    @Override
    public void onLearnedInOtherLives(final int sender, final long upTo) {
        if (isMember(sender) && upTo >= 0) {
            learner.onLearned(sender, upTo, false);
        }
    }

    /**
     * This node counts members in other lives from now on: all that it has counted, and nothing that it has said
     * itself, is forgotten, as at a start. Members send it again.
     *
     * @param changed positions of those that are listened to in another life, as bits: what they acknowledged before
     *                does not count.
     */
    public void onLives(final long changed) {
        mec.countAnew();
        learner.countAnew();
        rejoin.onLives(changed);
    }

    @Override
    public void onLearnRequest(final int sender, final long from) {
        if (isMember(sender) && from >= 1) {
            learner.onLearnRequest(sender, from);
        }
    }

    @Override
    public void onRejoinRequest(final int sender, final CodedRejoinRequest request) {
        if (isMember(sender)) {
            rejoin.onRequest(sender, request, nowNs);
        }
    }

    @Override
    public void onRejoinAnswer(final int sender, final CodedRejoinAnswer answer) {
        if (isMember(sender)) {
            rejoin.onAnswer(sender, answer);
        }
    }

    @Override
    public void onCovered(final int sender, final long slot) {
        if (isMember(sender) && slot > applier.applied() && slot > cover.own()) {
            listener.onCovered(sender, slot);
        }
    }

    @Override
    public void onSnapshotHeld(final int sender, final long upTo) {
        if (isMember(sender) && upTo >= 0) {
            cover.onHeld(sender, learner.believed(upTo));
        }
    }

    /**
     * Snapshots, and what is done in the background.
     *
     * @return the one.
     */
    public Maintenance upkeep() {
        return upkeep;
    }

    /**
     * The clock of the calls that follow, until the next; to be told before each batch of them.
     *
     * @param newNowNs monotonic clock in nanoseconds.
     */
    public void clock(final long newNowNs) {
        marker.begin();
        nowNs = newNowNs;
    }

    /**
     * One duty cycle.
     *
     * @param newNowNs monotonic clock in nanoseconds.
     * @return how much was done.
     */
    public int doWork(final long newNowNs) {
        marker.begin();
        nowNs = newNowNs;
        int work = mec.doWork(nowNs);
        work += rejoin.doWork(nowNs);
        work += cover.doWork(nowNs);
        work += store.doWork(nowNs);
        work += spreader.doWork(nowNs);
        work += proposer.doWork(nowNs);
        work += learner.doWork(rejoin.isVoter(), nowNs);
        work += acknowledge();
        work += gatherer.doWork(nowNs);
        work += repairer.doWork(nowNs);
        work += scrubber.doWork(nowNs);
        work += marker.doWork();
        work += marker.isDone() ? sweeper.doWork(nowNs) : 0;
        return work + applier.doWork();
    }

    /**
     * The last slot that was applied in this life.
     *
     * @return the slot.
     */
    public long applied() {
        return applier.applied();
    }

    /**
     * The last slot up to which this node has all decisions durably. Steps up to there are of no use any more, and may
     * go: decisions answer for them, and a node that loses decisions does not count as if it had its steps.
     *
     * @return the slot.
     */
    public long settled() {
        return mec.settled();
    }

    /** Whether this node votes, durably, and so may answer for what it has learned (rules S15, Q2). */
    public boolean isVoter() {
        return rejoin.isVoter();
    }

    /**
     * How far this node is where it does not count yet.
     *
     * @return a view, which changes.
     */
    public Repair repair() {
        return rejoin;
    }

    /** Whether this node has lost parts that are not all rebuilt yet. What it holds it holds. */
    boolean lacksParts() {
        return rejoin.lacksParts();
    }

    /** Reads a piece of this node's part of an entry, as {@link SegmentStore#read} does. */
    int readPart(final EntryId id, final int piece, final ExpandableArrayBuffer target) {
        return store.read(id, piece, target);
    }

    /**
     * Reads the header of an entry, which came with this node's part.
     *
     * @param id     of the entry.
     * @param target receives it from index 0.
     * @return its length; -1 when this node does not hold its part durably.
     */
    public int readHeader(final EntryId id, final ExpandableArrayBuffer target) {
        return store.readHeader(id, target);
    }

    /**
     * Up to which slot f + 1 nodes, this one among them, have all decisions durably (rule Q1).
     *
     * @return the slot.
     */
    public long learned() {
        return Math.min(learner.learnedBy(faults + 1), decisions.durable());
    }

    /** Up to which slot so many members have told that they have all decisions durably, this one among them. */
    long learnedBy(final int count) {
        return learner.learnedBy(count);
    }

    /** How many entries wait until this node's part of them is rebuilt. */
    int repairs() {
        return repairer.waiting();
    }

    /**
     * What the order counted.
     *
     * @return the counters.
     */
    public SlotConsensusCounters counters() {
        return mec.counters();
    }

    /**
     * What spreading and gathering counted.
     *
     * @return the counters.
     */
    public SpreadCounters spreadCounters() {
        return spreadCounters;
    }

    private void onRebuilt(final EntryId id) {
        repairer.onRebuilt(id);
    }

    /** What is decided is rebuilt; of what is not, proxies are told that it is not held, and send it again. */
    private boolean onDamaged(final EntryId id, final boolean isDecided) {
        if (isDecided) {
            return repairer.want(id, Math.max(1, store.decidedUpTo(id)));
        }
        for (int member = 0; member < members; member++) {
            if (member != self) {
                outbound.segmentAck(member, id, 0, rejoin.life(), 0);
            }
        }
        return true;
    }

    private int acknowledge() {
        final long upTo = learned();
        int work = 0;
        while (acknowledgedUpTo < upTo) {
            acknowledgedUpTo++;
            work++;
            if (decisions.read(acknowledgedUpTo, acknowledged)) {
                acknowledge(acknowledgedUpTo, acknowledged);
            } else if (acknowledgedUpTo < cover.own()) {
                acknowledgedUpTo = Math.min(upTo, cover.own());
            }
        }
        return work;
    }

    /** Only what n - f nodes hold is ever proposed (rule C2), so what is decided needs no count of its own (C8). */
    private void acknowledge(final long slot, final EntryId id) {
        if (spreader.isSpreading(id)) {
            listener.onAcknowledged(slot, id);
            spreader.release(id);
        }
    }

    /** The state comes from a snapshot: what was decided up to there is not known, nor who still holds it. */
    private void onSkipped(final long upTo) {
        proposer.forget(upTo + 1);
        spreader.startOver();
    }

    /** An entry is spread; if it was written before, through another proxy or life, it gets no second slot. */
    private boolean onSpread(final EntryId id, final long atNs) {
        final long slot = Math.max(proposer.decidedSlot(id), store.decidedUpTo(id));
        if (slot == 0) {
            return proposer.onSpread(id, atNs);
        }
        WRITTEN.hit();
        if (slot > learned()) {
            return false;
        }
        acknowledge(slot, id);
        return true;
    }

    private final class SlotEvents implements SlotConsensusListener {
        @Override
        public void onDecided(final long slot, final EntryId id) {
            if (!id.isNull() && proposer.decidedSlot(id) != 0) {
                TWICE.hit();
                mec.counters().repeated.increment();
            }
            learner.onDecided(slot, id);
            store.onDecided(slot, id);
            proposer.onDecided(slot, id, nowNs);
        }

        @Override
        public void onProposed(final long slot, final EntryId id) {
            proposer.onProposed(slot, id, nowNs);
        }
    }

    private boolean isMember(final int sender) {
        return sender >= 0 && sender < members && sender != self;
    }
}
