package io.fleet.ec.node;

import io.fleet.config.ErasureCode;
import io.fleet.config.GroupConfig;
import io.fleet.consensus.ChosenEntries;
import io.fleet.consensus.FixedMembers;
import io.fleet.consensus.GroupMembers;
import io.fleet.consensus.GroupProtocol;
import io.fleet.consensus.GroupState;
import io.fleet.consensus.MessageRoutes;
import io.fleet.consensus.ProtocolContext;
import io.fleet.consensus.ReadMarks;
import io.fleet.consensus.SnapshotRules;
import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.common.IntervalTimer;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.consensus.store.LogKind;
import io.fleet.consensus.store.LogUser;
import io.fleet.consensus.store.NodeLives;
import io.fleet.ec.codec.CodecKind;
import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.Quorums;
import io.fleet.ec.dissemination.format.ShardCodec;
import io.fleet.ec.dissemination.gather.ValueConsumer;
import io.fleet.ec.group.CodedGroup;
import io.fleet.ec.group.CodedGroupLogs;
import io.fleet.ec.group.CodedListener;
import io.fleet.ec.group.rejoin.VoterRecord;
import io.fleet.ec.node.link.MessageReceiver;
import io.fleet.ec.node.link.MessageSender;
import io.fleet.ec.node.link.PartAssembler;
import io.fleet.ec.node.member.CountedLives;
import io.fleet.ec.node.member.MemberCapacity;
import io.fleet.ec.node.member.MemberTable;
import io.fleet.ec.node.member.PayloadModeAgreement;
import io.fleet.ec.node.member.ReachableMembers;
import io.fleet.ec.node.proxy.Admission;
import io.fleet.ec.node.proxy.EntrySplitter;
import io.fleet.ec.node.proxy.Proxy;
import io.fleet.ec.node.proxy.ProxyIntake;
import io.fleet.ec.node.proxy.Ticks;
import io.fleet.ec.node.replica.CodedEntries;
import io.fleet.ec.node.replica.PayloadValues;
import io.fleet.ec.node.replica.WholeValues;
import io.fleet.ec.node.snapshot.HostedSnapshots;
import io.fleet.ec.node.snapshot.SnapshotWish;
import io.fleet.ec.node.store.RecoveredLogs;
import io.fleet.ec.node.store.StoredDecisions;
import io.fleet.ec.node.store.StoredParts;
import io.fleet.ec.node.store.StoredVoterState;
import io.fleet.ec.node.store.StoredVotes;
import io.fleet.ec.node.store.VoterStateReport;
import io.fleet.storage.Life;
import io.fleet.storage.OneWayHash;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.agrona.DirectBuffer;

/**
 * One coded group on one node as that hosts it: wires {@link CodedGroup} to messages, logs, batchers and the replica.
 * Every member is a proxy, and "leads" its own batchers: it has a ballot of its own, another one in each life.
 */
final class CodedProtocol implements GroupProtocol {
    private static final int GATHERED_VALUES = 64;
    private static final int GATHERED_PAYLOADS = 24;
    private static final int PARTS_PER_MEMBER = 8;
    private static final int WAITING_PARTS = 256;
    private static final long WAITING_BYTES = 64L << 20;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(1);

    private final ProtocolContext context;
    private final GroupMembers members;
    private final MemberTable table;
    private final ReachableMembers reachable;
    private final CountedLives lives;
    private final PayloadModeAgreement agreement;
    private final MessageSender sender;
    private final PartAssembler assembler;
    private final CodedGroup group;
    private final RecoveredLogs logs;
    private final VoterStateReport report;
    private final ProxyIntake intake;
    private final Proxy proxy;
    private final WholeValues values;
    private final PayloadValues payloads;
    private final CodedEntries entries;
    private final HostedSnapshots snapshots;
    private final GroupState state;
    private final ReadMarks marks;
    private final IntervalTimer heartbeat;

    CodedProtocol(final ProtocolContext context) {
        this.context = context;
        final GroupConfig config = context.config();
        final int self = context.outbound().self();
        members = new FixedMembers(context.members());
        table = MemberTable.of(context.members(), self);
        final ErasureCode code = config.code();
        final Quorums quorums = Quorums.ofCode(code.k(), code.m());
        final SplittableRandom random = new SplittableRandom(context.randomSeed());
        final LongSupplier salts = random.split()::nextLong;
        // Clients are told of it, and must not learn from it what else comes of the seed.
        final long ballot = Ballot.next(OneWayHash.of(context.randomSeed()) >>> Short.SIZE + 1, self) & Long.MAX_VALUE;
        heartbeat = new IntervalTimer(TimeUnit.MILLISECONDS.toNanos(config.heartbeatMillis()));
        reachable = new ReachableMembers(table.size(), quorums.enough(),
            TimeUnit.MILLISECONDS.toNanos(config.electionTimeoutMillis()));
        final MemberCapacity rooms = new MemberCapacity(table.size(), table.self(), quorums.enough());
        sender = new MessageSender(table, context.outbound(), WAITING_PARTS, WAITING_BYTES,
            TimeUnit.MILLISECONDS.toNanos(config.resendMillis()));
        agreement = new PayloadModeAgreement(context.progress().usesPayloads(), table);
        sender.usesPayloads(context.progress().usesPayloads());
        sender.lifeOf(this::toldLife);
        final int longestRecord = Math.min(context.logs().entries().maxBodyLength(), ProxyIntake.LONGEST_RECORD);
        assembler = new PartAssembler(table.size(), PARTS_PER_MEMBER, 2L * longestRecord + (4 << 20),
            TimeUnit.MILLISECONDS.toNanos(config.requestTimeoutMillis()));
        final StoredDecisions decisions = new StoredDecisions(context.logs().ordered(), context.logs().recorded());
        final VoterRecord standing = new StoredVoterState(context.logs().standing(), context.logs().holdings(),
            context.logs().lives(), table::nodeAt, random.nextLong() >>> 1 | 1);
        group = new CodedGroup(CodedSettings.of(config, context.groupId(), table.self(), quorums),
            new ShardCodec(CodecKind.fastest().create(code.k(), code.m())),
            new CodedGroupLogs(new StoredVotes(context.logs().votes()),
                new StoredParts(context.logs().entries(), context.logs().incarnation()), decisions, standing),
            sender, new Events());
        logs = new RecoveredLogs(context.groupId(), group);
        report = new VoterStateReport(standing.votes(), group.rejoinStatus(), group::settled, table,
            context.listener());
        intake = new ProxyIntake(config, context.outbound(), context.counters(), ballot, salts);
        values = new WholeValues(this::fetch, group::cancelFetch, this::onGathered, GATHERED_VALUES);
        payloads = new PayloadValues(this::fetch, group::cancelFetch, GATHERED_PAYLOADS, PATIENCE_NS);
        entries = new CodedEntries(self, this::appliable, values::fetch, group::readHeader, payloads, decisions,
            intake, context.progress(), context.counters());
        lives = new CountedLives(context.logs().lives(), table, group::onLives);
        sender.counts(lives::told, group::isVoter);
        final SnapshotWish wish = new SnapshotWish(group, rooms);
        snapshots = new HostedSnapshots(context, table, quorums, group, entries, values::cancel, wish::isWanted);
        group.parts().references(this::isReferenced);
        group.snapshots().install(context.progress().applied());
        marks = new LearnedMarks(group, quorums, standing);
        final Admission admission = new Admission(context, table, quorums.enough(), rooms, reachable, group, sender,
            intake);
        proxy = new Proxy(context, table, group, intake, admission, agreement, wish,
            new Ticks(table.self(), self, random.nextLong(), new EntrySplitter(ballot, salts), config));
        state = new CodedState(ballot, group, report, agreement, admission, intake, reachable,
            CodedMeters.of(group.counters(), group.spreadCounters(), sender.counters()));
        register();
    }

    /** Who takes which message. */
    private void register() {
        context.routes().on(MessageType.ENTRY_BODY, this::onEntryBody);
        final MessageReceiver receiver = new MessageReceiver(table, group.inbound(), assembler, proxy::onSaid);
        receiver.counts(lives::counts);
        final MessageRoutes.Guarded routes = context.routes().behind(this::admits);
        routes.on(MessageType.OF_MODE, receiver::onMessage);
        routes.on(MessageType.SNAPSHOT_NOTICE, receiver::onMessage);
        snapshots.register(routes);
        context.routes().onRest(this::admits);
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

    /**
     * What f + 1 members have learned (Q1) and this node holds its parts of (C7): a snapshot of the replica is then
     * never ahead of what the group has applied.
     */
    private long appliable() {
        return agreement.isReached() ? Math.min(group.learned(), group.applied()) : context.progress().applied();
    }

    @Override
    public LogUser user(final LogKind log) {
        return logs.user(log);
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
        reachable.hear(position, nowNs);
        return agreement.admits(position, message);
    }

    /** A slot that waits for a look, a fetch or a hole holds up all those behind it. */
    @Override
    public boolean wantsEachCycle() {
        return true;
    }

    @Override
    public int doWork(final long nowNs, final long epochMillis) {
        group.clock(nowNs);
        lives.refresh();
        int work = proxy.doWork(nowNs, epochMillis);
        work += group.doWork(nowNs);
        work += entries.doWork(nowNs);
        work += payloads.doWork(nowNs);
        sender.says(epochMillis, proxy.fullDisks());
        if (heartbeat.isDue(nowNs)) {
            sender.learned(group.settled());
        }
        report.doWork(nowNs);
        proxy.expire(nowNs);
        work += snapshots.doWork(nowNs);
        work += assembler.doWork(nowNs);
        return work + sender.flush(nowNs);
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

    /** Clients in this process are told by the node, and others find another proxy when this one is silent. */
    @Override
    public boolean hasLeft(final long nowNs) {
        return intake.size() == 0 || !reachable.areEnough(nowNs);
    }

    @Override
    public ReadMarks readMarks() {
        return marks;
    }

    private long fetch(final EntryId wanted, final ValueConsumer consumer) {
        final long ticket = group.fetch(wanted, consumer);
        if (ticket != 0) {
            sender.counters().valuesWanted.increment();
        }
        return ticket;
    }

    private void onGathered(final EntryId gathered, final DirectBuffer header, final int headerLength,
                            final DirectBuffer value, final int valueLength) {
        entries.onGathered(gathered, header, headerLength, value, valueLength);
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
}
