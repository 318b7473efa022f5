package io.fleet.ec.host;

import io.fleet.config.ErasureCode;
import io.fleet.config.GroupConfig;
import io.fleet.config.SizeLimits;
import io.fleet.consensus.ChosenEntries;
import io.fleet.consensus.FixedMembers;
import io.fleet.consensus.GroupMembers;
import io.fleet.consensus.GroupProtocol;
import io.fleet.consensus.GroupState;
import io.fleet.consensus.MessageRoutes;
import io.fleet.consensus.ModeCounter;
import io.fleet.consensus.ProtocolContext;
import io.fleet.consensus.ReadMarks;
import io.fleet.consensus.SnapshotRules;
import io.fleet.consensus.TableUse;
import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.common.FullDiskReports;
import io.fleet.consensus.common.IntervalTimer;
import io.fleet.consensus.common.LogClock;
import io.fleet.consensus.common.Role;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.consensus.message.replication.RejectEntry;
import io.fleet.consensus.store.LogKind;
import io.fleet.consensus.store.LogUser;
import io.fleet.consensus.store.NodeLives;
import io.fleet.ec.codec.CodecKind;
import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.Quorums;
import io.fleet.ec.consensus.SlotConsensusConfig;
import io.fleet.ec.consensus.proposal.ProposerConfig;
import io.fleet.ec.dissemination.ValueSource;
import io.fleet.ec.dissemination.format.FetchTimes;
import io.fleet.ec.dissemination.format.LongValues;
import io.fleet.ec.dissemination.format.SegmentLanes;
import io.fleet.ec.dissemination.format.SpreadConfig;
import io.fleet.ec.dissemination.gather.ValueConsumer;
import io.fleet.ec.dissemination.store.PartFormat;
import io.fleet.ec.group.CodedGroup;
import io.fleet.ec.group.CodedListener;
import io.fleet.ec.group.GroupStanding;
import io.fleet.ec.group.PartCapacity;
import io.fleet.ec.host.member.CountedLives;
import io.fleet.ec.host.member.MemberCapacity;
import io.fleet.ec.host.member.MemberTable;
import io.fleet.ec.host.member.Metas;
import io.fleet.ec.host.snapshot.HostedSnapshots;
import io.fleet.ec.host.snapshot.SnapshotTrigger;
import io.fleet.ec.host.store.DecisionRecords;
import io.fleet.ec.host.store.PartLog;
import io.fleet.ec.host.store.StepLog;
import io.fleet.ec.host.store.StoredVoterState;
import io.fleet.ec.host.store.VoterStateReport;
import io.fleet.ec.message.Learned;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.Life;
import io.fleet.storage.OneWayHash;
import io.fleet.storage.VoterState;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.IntToLongFunction;
import java.util.function.LongSupplier;
import org.agrona.DirectBuffer;

/**
 * One coded group on one node as that hosts it: wires {@link CodedGroup} to messages, logs, batchers and the replica.
 * Every member is a proxy, and "leads" its own batchers: it has a ballot of its own, another one in each life.
 */
final class CodedProtocol implements GroupProtocol {
    private static final int IN_FLIGHT = 16;
    private static final long NEVER = -1;
    private static final int WINDOW = 4 * IN_FLIGHT;
    private static final int CANDIDATES = 256;
    private static final int SPREAD_ENTRIES = 64;
    private static final int GATHERED_VALUES = 64;
    private static final int GATHERED_PAYLOADS = 24;
    private static final int PARTS_PER_MEMBER = 8;
    private static final int WAITING_PARTS = 256;
    private static final long WAITING_BYTES = 64L << 20;
    private static final long GRACE_NS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long SILENT_NS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long ACTIVE_NS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long LOOK_NS = TimeUnit.MICROSECONDS.toNanos(200);
    private static final long HOLE_NS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long RELAY_NS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long SWEEP_NS = TimeUnit.SECONDS.toNanos(1);

    private final ProtocolContext context;
    private final GroupConfig config;
    private final GroupMembers members;
    private final MemberTable table;
    private final Quorums quorums;
    private final long ballot;
    private final MessagePublisher publisher;
    private final PayloadModeAgreement agreement;
    private final PartAssembler assembler;
    private final VoterStateReport report;
    private final CodedGroup group;
    private final WholeValues values;
    private final PayloadValues payloads;
    private final List<ModeCounter> counters;
    private final MessageAdapter adapter;
    private final CountedLives lives;
    private final ProxyIntake intake;
    private final ProxyIntake.Submitter submitter = new Submitting();
    private final CodedEntries entries;
    private final Ticks ticks;
    private final ReadMarks marks;
    /** By log. */
    private final LogUser[] users = {new Parts(), new Votes()};
    private final GroupState state;
    private final HostedSnapshots snapshots;
    private final long silentAfterNs;
    private final long[] heardNs;
    private final boolean[] isHeard;
    private final IntervalTimer sweepTime = new IntervalTimer(SWEEP_NS);
    private final IntervalTimer heartbeat;
    private final EntryId id = new EntryId();
    private final SnapshotTrigger shortage = new SnapshotTrigger();
    private final IntToLongFunction covered = this::coveredOf;
    private final MemberCapacity rooms;
    private final FullDiskReports fullDisks;
    private final int[] nodes;
    private final ProxyClock clock;
    private final IntervalTimer diskTime;
    /** Which disks of this node are full. */
    private String ownFull = "";
    /** For want of which disks' space there is no room. */
    private String whose = "";
    /** Behind which snapshot of this node another one is wanted for want of room; {@link #NEVER} for none. */
    private long wantedBehind = NEVER;

    CodedProtocol(final ProtocolContext context) {
        this.context = context;
        config = context.config();
        members = new FixedMembers(context.members());
        table = new MemberTable(nodes(context.members()), context.outbound().self());
        final ErasureCode code = config.code();
        quorums = Quorums.ofCode(code.k(), code.m());
        silentAfterNs = TimeUnit.MILLISECONDS.toNanos(config.electionTimeoutMillis());
        heardNs = new long[table.size()];
        isHeard = new boolean[table.size()];
        final SplittableRandom random = new SplittableRandom(context.randomSeed());
        final LongSupplier salts = random.split()::nextLong;
        // Clients are told of it, and must not learn from it what else comes of the seed.
        ballot = Ballot.next(OneWayHash.of(context.randomSeed()) >>> Short.SIZE + 1, context.outbound().self())
            & Long.MAX_VALUE;
        final long resendNs = TimeUnit.MILLISECONDS.toNanos(config.resendMillis());
        heartbeat = new IntervalTimer(TimeUnit.MILLISECONDS.toNanos(config.heartbeatMillis()));
        final int longestRecord = Math.min(context.logs().entries().maxBodyLength(), ProxyIntake.LONGEST_RECORD);
        rooms = new MemberCapacity(table.size(), table.self(), quorums.enough());
        fullDisks = new FullDiskReports(table.size(), 2 * silentAfterNs);
        nodes = nodes(context.members());
        diskTime = new IntervalTimer(TimeUnit.MILLISECONDS.toNanos(config.heartbeatMillis()));
        clock = new ProxyClock(new Clocks(), config.sessionTimeoutMillis(), context.progress());
        state = new State(refusals(config.maxParts(), quorums.enough()));
        publisher = new MessagePublisher(table, context.outbound(), WAITING_PARTS, WAITING_BYTES, resendNs);
        agreement = new PayloadModeAgreement(context.progress().usesPayloads(), table);
        publisher.usesPayloads(context.progress().usesPayloads());
        publisher.lifeOf(this::toldLife);
        assembler = new PartAssembler(table.size(), PARTS_PER_MEMBER, 2L * longestRecord + (4 << 20),
            TimeUnit.MILLISECONDS.toNanos(config.requestTimeoutMillis()));
        final DecisionRecords decisions = new DecisionRecords(context.logs().ordered(), context.logs().recorded());
        final GroupStanding standing = new StoredVoterState(context.logs().standing(), context.logs().holdings(),
            context.logs().lives(), table::nodeAt, random.nextLong() >>> 1 | 1);
        group = new CodedGroup(
            new SlotConsensusConfig(context.groupId(), table.self(), quorums, WINDOW, GRACE_NS, SILENT_NS, resendNs),
            new ProposerConfig(CANDIDATES, IN_FLIGHT, ACTIVE_NS, LOOK_NS, HOLE_NS, RELAY_NS, resendNs),
            new SpreadConfig(table.self(), quorums, SizeLimits.PAYLOAD_BYTES, SPREAD_ENTRIES,
                config.maxParts(), resendNs,
                LongValues.defaults(), FetchTimes.defaults()),
            new SegmentLanes(CodecKind.fastest().create(code.k(), code.m())), new StepLog(context.logs().votes()),
            new PartLog(context.logs().entries(), context.logs().incarnation()), decisions, standing, publisher,
            new Events());
        report = new VoterStateReport(standing.votes(), group.repair(), group::settled, table, context.listener());
        intake = new ProxyIntake(config, context.outbound(), context.counters(), ballot, salts);
        values = new WholeValues(this::fetch, group::cancelFetch, this::onGathered, GATHERED_VALUES);
        payloads = new PayloadValues(this::fetch, group::cancelFetch, GATHERED_PAYLOADS, PATIENCE_NS);
        entries = new CodedEntries(context.outbound().self(), this::appliable, values::fetch, group::readHeader,
            payloads, decisions, intake, context.progress(), context.counters());
        adapter = new MessageAdapter(table, group, assembler, this::onSaid);
        lives = countedLives();
        snapshots = new HostedSnapshots(context, table, quorums, group, entries, values::cancel,
            () -> wantedBehind != NEVER);
        group.upkeep().references(this::isReferenced);
        group.upkeep().install(context.progress().applied());
        counters = CodedMeters.of(group.counters(), group.spreadCounters(), publisher.counters());
        marks = new LearnedMarks(group, quorums, standing);
        ticks = new Ticks(table.self(), context.outbound().self(), random.nextLong(),
            new EntrySplitter(ballot, salts), config);
        register();
    }

    /** Who takes which message. */
    private void register() {
        context.routes().on(MessageType.ENTRY_BODY, this::onEntryBody);
        final MessageRoutes.Guarded routes = context.routes().behind(this::admits);
        routes.on(MessageType.OF_MODE, adapter::onMessage);
        routes.on(MessageType.SNAPSHOT_NOTICE, adapter::onMessage);
        snapshots.register(routes);
        context.routes().onRest(this::admits);
    }

    private long coveredOf(final int member) {
        return group.upkeep().coveredOf(member);
    }

    /** In which life this node says to listen to another one: one that nobody is in where it would not count it. */
    private long toldLife(final int node) {
        final NodeLives said = context.logs().lives();
        final int least = said.leastNumber(node);
        if (Life.number(said.lifeOf(node)) < least) {
            return Life.ofNumber(least);
        }
        return said.isDurable(node) ? said.lifeOf(node) : Life.NONE;
    }

    private boolean isReferenced(final EntryId entry) {
        return context.progress().isReferenced(entry.batcherId, entry.sequence, entry.digest);
    }

    /** What members say counts only for those that count all members in the same lives. */
    private CountedLives countedLives() {
        final CountedLives counted = new CountedLives(context.logs().lives(), table, group::onLives);
        publisher.counts(counted::told, group::isVoter);
        adapter.counts(counted::counts);
        return counted;
    }

    /**
     * What f + 1 members have learned (Q1) and this node holds its parts of (C7): a snapshot of the replica is then
     * never ahead of what the group has applied.
     */
    private long appliable() {
        return agreement.isReached() ? Math.min(group.learned(), group.applied()) : context.progress().applied();
    }

    private static String[] refusals(final int mostParts, final int enough) {
        final String why = "fewer than " + enough + " members have room for more parts of entries (maxParts of this"
            + " node is " + mostParts + "): commands";
        final String until = " are refused as overload until snapshots of f + 1 members, or deletes, let go of some";
        return new String[] {null, why + " with payloads" + until, why + until};
    }

    private static int[] nodes(final Configuration configuration) {
        return configuration.members().stream().mapToInt(GroupMember::node).toArray();
    }

    @Override
    public LogUser user(final LogKind log) {
        return users[log.ordinal()];
    }

    private void onEntryBody(final int sender, final EntryBody chunk, final long nowNs) {
        group.clock(nowNs);
        lives.refresh();
        intake.onChunk(chunk, nowNs);
    }

    /** Whether a message is of another member, which is heard then, and may be acted on. */
    private boolean admits(final int sender, final Message message, final long nowNs) {
        group.clock(nowNs);
        lives.refresh();
        final int position = table.positionOf(sender);
        if (position == MemberTable.NONE || position == table.self()) {
            return false;
        }
        heardNs[position] = nowNs;
        isHeard[position] = true;
        return agreement.admits(position, message);
    }

    @Override
    public int doWork(final long nowNs, final long epochMillis) {
        group.clock(nowNs);
        lives.refresh();
        final long logTime = clock.time(group.learned(), nowNs, epochMillis);
        int work = 0;
        final PartCapacity room = room(nowNs);
        if (agreement.refusal() == null && clock.isCompared()) {
            work += intake.spread(submitter, room, logTime);
            work += room == PartCapacity.FOR_NOTHING_NEW ? 0
                : ticks.doWork(group::submit, context.progress(), logTime, nowNs);
        }
        work += group.doWork(nowNs);
        work += entries.doWork(nowNs);
        work += payloads.doWork(nowNs);
        publisher.says(epochMillis, ownFull);
        if (heartbeat.isDue(nowNs)) {
            publisher.learned(group.settled());
        }
        report.doWork(nowNs);
        if (sweepTime.isDue(nowNs)) {
            intake.expire(nowNs);
        }
        work += snapshots.doWork(nowNs);
        work += assembler.doWork(nowNs);
        return work + publisher.flush(nowNs);
    }

    @Override
    public ChosenEntries chosenEntries() {
        return entries;
    }

    @Override
    public GroupMembers members() {
        return members;
    }

    @Override
    public GroupState state() {
        return state;
    }

    @Override
    public SnapshotRules snapshots() {
        return snapshots;
    }

    /** Whether so many members are heard that entries can be ordered. */
    private boolean isLed(final long nowNs) {
        int heard = 1;
        for (int i = 0; i < heardNs.length; i++) {
            heard += isHeardOf(i, nowNs) ? 1 : 0;
        }
        return heard >= quorums.enough();
    }

    private boolean isHeardOf(final int position, final long nowNs) {
        return isHeard[position] && nowNs - heardNs[position] < silentAfterNs;
    }

    /** A member has said what it has room for, which of its disks are full, and what its clock shows. */
    private void onSaid(final int member, final PartCapacity room, final Learned said, final long nowNs) {
        rooms.put(member, room);
        fullDisks.hear(member, nodes[member], said.fullDisk, nowNs);
        clock.hear(member, said.clock, nowNs);
    }

    /** What is spread while too many disks are full would wait for space, and nobody could tell what becomes of it. */
    private void lookAtDisks(final long nowNs) {
        final boolean isFull = context.logs().entries().isFull();
        if (isFull == ownFull.isEmpty() || isFull && diskTime.isDue(nowNs)) {
            final String now = isFull ? FullDiskReports.printable(context.logs().entries().fullDisk()) : "";
            if (!now.equals(ownFull)) {
                publisher.learned(group.settled());
            }
            ownFull = now;
            fullDisks.hear(table.self(), nodes[table.self()], ownFull, nowNs);
        }
        final long set = fullDisks.set(nodes, nowNs);
        rooms.full(set);
        if (set == 0 && whose.isEmpty()) {
            return;
        }
        whose = rooms.areDisksShort() ? fullDisks.text(set, RejectEntry.MAX_TEXT) : "";
        intake.fullDisks(whose);
    }

    /** All members vote. */
    private final class Clocks implements LogClock.Members {
        @Override
        public int self() {
            return context.outbound().self();
        }

        @Override
        public int slots() {
            return nodes.length;
        }

        @Override
        public int node(final int slot) {
            return nodes[slot];
        }

        @Override
        public boolean isVoter(final int slot) {
            return true;
        }

        @Override
        public void tell(final String what) {
            context.counters().wrongClocks.increment();
            context.listener().onClock("the wall clock of this node, which proposes log time, " + what);
        }
    }

    /** What this node takes entries for, which it tells the others; while one has little room it wants snapshots. */
    private PartCapacity room(final long nowNs) {
        final PartCapacity left = group.upkeep().room();
        if (left != rooms.own()) {
            rooms.put(table.self(), left);
            publisher.room(left);
            publisher.learned(group.settled());
        }
        for (int i = 0; i < heardNs.length; i++) {
            rooms.heard(i, isHeardOf(i, nowNs));
        }
        lookAtDisks(nowNs);
        final PartCapacity room = rooms.ofEnough();
        final long own = group.upkeep().coveredBy(1);
        if (own != wantedBehind) {
            wantedBehind = NEVER;
        }
        if (shortage.wants(SnapshotTrigger.isOfUse(rooms, covered), group.applied() > own, nowNs)) {
            wantedBehind = own;
        }
        return room;
    }

    /** Clients in this process are told by the node, and others find another proxy when this one is silent. */
    @Override
    public boolean hasLeft(final long nowNs) {
        return intake.size() == 0 || !isLed(nowNs);
    }

    @Override
    public ReadMarks readMarks() {
        return marks;
    }

    /** Steps in the log of their own, until their slots' decisions are durable here. */
    private final class Votes implements LogUser {
        @Override
        public void onRecovered(final long lsn, final long recordBallot, final int storageGroup, final EntryMeta meta,
                                final long bodyPosition) {
            group.recoverStep(lsn, recordBallot, Metas.idOf(meta, id));
        }

        @Override
        public void onDurable(final long lsn, final long recordBallot, final long position) {
            group.onStepDurable(lsn, recordBallot);
        }

        @Override
        public long forgettable(final long coveredUpTo) {
            return group.settled();
        }
    }

    /** Parts of entries, which have numbers of their own. */
    private final class Parts implements LogUser {
        @Override
        public void onRecovered(final long lsn, final long recordBallot, final int storageGroup, final EntryMeta meta,
                                final long bodyPosition) {
            PartFormat.check(context.groupId(), storageGroup);
            group.recoverSegment(lsn, recordBallot, Metas.idOf(meta, id), PartLog.tag(meta), bodyPosition,
                meta.length);
        }

        @Override
        public void onDurable(final long lsn, final long recordBallot, final long position) {
            group.onSegmentDurable(lsn, position);
        }

        @Override
        public long forgettable(final long coveredUpTo) {
            return group.upkeep().forgettableParts();
        }
    }

    /** How the group stands on this node, which is a proxy. */
    private final class State implements GroupState {
        private final String[] refusals;
        private long highest;

        State(final String[] refusals) {
            this.refusals = refusals;
        }

        @Override
        public Role role() {
            return Role.PROXY;
        }

        /** Of this node as a proxy. */
        @Override
        public long leaderBallot() {
            return ballot;
        }

        @Override
        public boolean isLed(final long nowNs) {
            return CodedProtocol.this.isLed(nowNs);
        }

        /** What this node has decided, without gaps. */
        @Override
        public long ordered() {
            highest = Math.max(highest, group.settled());
            return highest;
        }

        @Override
        public VoterState standing() {
            return report.now();
        }

        @Override
        public long repairTarget() {
            return group.repair().target();
        }

        @Override
        public String refusal() {
            if (agreement.refusal() != null || !rooms.areDisksShort()) {
                return agreement.refusal() != null ? agreement.refusal() : refusals[rooms.ofEnough().ordinal()];
            }
            return "fewer than " + quorums.enough() + " members, or not this one, have space on their disks (" + whose
                + "): commands are refused until there is space";
        }

        @Override
        public int unorderedBodies() {
            return intake.unspread();
        }

        @Override
        public List<ModeCounter> counters() {
            return counters;
        }

        @Override
        public void measure(final TableUse use) {
            use.pendingEntries.set(intake.unspread());
            use.pendingBytes.set(intake.bytes());
            use.windowEntries.set(intake.size() - intake.unspread());
            use.batchers.set(intake.batchers());
        }
    }

    /** How this node's own entries get into the group. */
    private final class Submitting implements ProxyIntake.Submitter {
        @Override
        public boolean submit(final long batcherId, final long sequence, final DirectBuffer header,
                              final int headerLength, final DirectBuffer value, final int valueLength,
                              final EntryId entry) {
            return group.submit(batcherId, sequence, header, headerLength, value, valueLength, entry);
        }

        @Override
        public boolean submit(final long batcherId, final long sequence, final DirectBuffer header,
                              final int headerLength, final ValueSource value, final int valueLength) {
            return group.submit(batcherId, sequence, header, headerLength, value, valueLength);
        }
    }

    /** What the group tells: the replica applies by itself, so only values matter here. */
    private final class Events implements CodedListener {
        @Override
        public void onApply(final long slot, final EntryId applied, final DirectBuffer header, final int offset,
                            final int length) {
            // The part is here; the replica applies when the value is.
        }

        @Override
        public void onAcknowledged(final long slot, final EntryId acknowledged) {
            // The replica of the proxy answers once it has applied it.
        }

        @Override
        public void onCovered(final int member, final long slot) {
            snapshots.onCovered(member);
        }
    }

    private long fetch(final EntryId wanted, final ValueConsumer consumer) {
        final long ticket = group.fetch(wanted, consumer);
        if (ticket != 0) {
            publisher.counters().valuesWanted.increment();
        }
        return ticket;
    }

    private void onGathered(final EntryId gathered, final DirectBuffer header, final int headerLength,
                            final DirectBuffer value, final int valueLength) {
        entries.onGathered(gathered, header, headerLength, value, valueLength);
    }
}
