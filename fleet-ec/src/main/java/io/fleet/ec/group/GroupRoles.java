package io.fleet.ec.group;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.SlotConsensus;
import io.fleet.ec.consensus.SlotConsensusConfig;
import io.fleet.ec.consensus.SlotConsensusListener;
import io.fleet.ec.consensus.proposal.Proposer;
import io.fleet.ec.dissemination.Spreader;
import io.fleet.ec.dissemination.context.SpreadConfig;
import io.fleet.ec.dissemination.context.SpreadCounters;
import io.fleet.ec.dissemination.format.ShardCodec;
import io.fleet.ec.dissemination.gather.Gatherer;
import io.fleet.ec.dissemination.store.PartStore;
import io.fleet.ec.dissemination.store.PartSweeper;
import io.fleet.ec.group.decision.Applier;
import io.fleet.ec.group.decision.DecidedMarker;
import io.fleet.ec.group.decision.DecisionLearner;
import io.fleet.ec.group.decision.DecisionLog;
import io.fleet.ec.group.rejoin.CodedRejoin;
import io.fleet.ec.group.rejoin.MissingParts;
import io.fleet.ec.group.repair.DamagedParts;
import io.fleet.ec.group.repair.PartRebuilder;
import io.fleet.ec.group.repair.PartScrubber;
import io.fleet.ec.group.retention.GroupSnapshots;
import io.fleet.ec.group.retention.MemberSnapshots;
import io.fleet.ec.group.retention.PartMaintenance;
import io.fleet.ec.group.retention.PartNeeds;
import io.fleet.ec.group.retention.PartRoom;
import io.fleet.storage.coverage.CoverageMark;

/**
 * The roles of one coded group on one node, wired: which of them tells which. {@link CodedGroup} drives them, and
 * {@link MemberMessages} hands them what other members say.
 */
final class GroupRoles {
    private static final CoverageMark TWICE = CoverageMark.named("coded-group.id-decided-twice");
    private static final long SCRUB_NS = 100_000_000;

    final SlotConsensusConfig config;
    final SlotConsensus consensus;
    final Proposer proposer;
    final PartStore store;
    final Spreader spreader;
    final Gatherer gatherer;
    final DecisionLearner learner;
    final PartRebuilder rebuilder;
    final Applier applier;
    final CodedRejoin rejoin;
    final PartNeeds needs;
    final PartMaintenance parts;
    final PartRoom room;
    final GroupSnapshots snapshots;
    final Acknowledger acknowledger;
    final SpreadCounters spreadCounters = new SpreadCounters();
    /** The clock of this duty cycle. */
    long nowNs;
    private final MemberSnapshots cover;

    GroupRoles(final CodedGroupConfig settings, final ShardCodec codec, final CodedGroupLogs logs,
               final CodedGroupOutbound outbound, final CodedListener listener) {
        config = settings.consensus();
        final SpreadConfig spreading = settings.dissemination();
        final DecisionLog decisions = logs.decisions();
        consensus = new SlotConsensus(config, logs.votes(), decisions::read, outbound, new SlotEvents());
        consensus.settle(decisions.durable());
        proposer = new Proposer(config, settings.proposals(), consensus, outbound);
        DecidedMarker.recover(decisions, consensus.settled(), proposer);
        store = new PartStore(spreading, codec, logs.parts(), outbound, spreadCounters);
        spreader = new Spreader(spreading, codec, store, outbound, this::onSpread, spreadCounters);
        store.onHeld(id -> spreader.onAck(config.self(), id, store.pieces(id), Long.MAX_VALUE, nowNs));
        gatherer = new Gatherer(spreading, codec, store, outbound, this::onRebuilt, spreadCounters);
        learner = new DecisionLearner(config, consensus, decisions, outbound, this::onSkipped);
        rebuilder = new PartRebuilder(gatherer, store, settings.proposals().maxCandidates(),
            Math.max(1, spreading.maxEntries() / 2), config.graceNs(), config.resendNs());
        applier = new Applier(decisions, store, rebuilder, listener);
        cover = new MemberSnapshots(config, outbound::snapshotHeld);
        final MissingParts missing = new MissingParts(config.quorums(), spreading.maxParts(), codec.dataShards(),
            store, proposer, spreader, rebuilder, spreadCounters);
        rejoin = new CodedRejoin(config, logs.standing(), consensus, store, missing, applier, this::forgetMember,
            outbound);
        needs = new PartNeeds(consensus, proposer, rebuilder, applier, cover, missing, listener::onLetGo, config);
        store.history(needs);
        missing.references(needs::isReferenced);
        gatherer.gone(needs::goneUpTo);
        final DecidedMarker marker = new DecidedMarker(decisions, store);
        needs.marking(marker::isDone);
        final PartSweeper sweeper = new PartSweeper(store, needs, spreadCounters);
        parts = new PartMaintenance(store, rebuilder, new PartScrubber(store, SCRUB_NS), marker, sweeper, needs);
        room = new PartRoom(spreading, store, applier, cover);
        snapshots = new GroupSnapshots(config, decisions, learner, applier, cover, rebuilder, sweeper, needs);
        store.onDamaged(new DamagedParts(spreading, store, rebuilder, outbound, rejoin::life));
        acknowledger = new Acknowledger(proposer, store, spreader, learner, decisions, cover, listener);
    }

    private boolean onSpread(final EntryId id, final long atNs) {
        return acknowledger.onSpread(id, atNs);
    }

    private void onRebuilt(final EntryId id) {
        rebuilder.onRebuilt(id);
    }

    /** What a member has said in a former life does not count. */
    private void forgetMember(final int member) {
        spreader.forgetAcks(member);
        learner.forget(member);
        cover.forget(member);
    }

    /** The state comes from a snapshot: what was decided up to there is not known, nor who still holds it. */
    private void onSkipped(final long upTo) {
        proposer.forget(upTo + 1);
        spreader.startOver();
    }

    private final class SlotEvents implements SlotConsensusListener {
        @Override
        public void onDecided(final long slot, final EntryId id) {
            if (!id.isNull() && proposer.decidedSlot(id) != 0) {
                TWICE.hit();
                consensus.counters().repeated.increment();
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
}
