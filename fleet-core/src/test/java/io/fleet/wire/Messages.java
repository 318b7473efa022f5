package io.fleet.wire;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.common.BatcherId;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;
import io.fleet.consensus.message.client.ClientGoodbye;
import io.fleet.consensus.message.client.ClientHello;
import io.fleet.consensus.message.client.ClientRefused;
import io.fleet.consensus.message.client.ClientsRequest;
import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.consensus.message.election.Confirm;
import io.fleet.consensus.message.election.Confirmation;
import io.fleet.consensus.message.election.LeaderFitness;
import io.fleet.consensus.message.election.LeaderFitnessNoted;
import io.fleet.consensus.message.election.LeaderNotice;
import io.fleet.consensus.message.election.LeadershipTransfer;
import io.fleet.consensus.message.election.LeadershipTransferRequest;
import io.fleet.consensus.message.election.PreVote;
import io.fleet.consensus.message.election.PreVoteReply;
import io.fleet.consensus.message.election.Prepare;
import io.fleet.consensus.message.election.Promise;
import io.fleet.consensus.message.election.StaleBallot;
import io.fleet.consensus.message.member.BirthAnswer;
import io.fleet.consensus.message.member.BirthRequest;
import io.fleet.consensus.message.member.LifeNotice;
import io.fleet.consensus.message.member.MemberChange;
import io.fleet.consensus.message.member.MemberChangeAnswer;
import io.fleet.consensus.message.member.MemberProgress;
import io.fleet.consensus.message.member.Members;
import io.fleet.consensus.message.member.MembersRequest;
import io.fleet.consensus.message.member.NodePulse;
import io.fleet.consensus.message.member.RejoinReply;
import io.fleet.consensus.message.member.RejoinRequest;
import io.fleet.consensus.message.member.VoterLife;
import io.fleet.consensus.message.read.LeaseGrant;
import io.fleet.consensus.message.read.LeaseMark;
import io.fleet.consensus.message.read.LeaseMarkRequest;
import io.fleet.consensus.message.read.LeaseReleased;
import io.fleet.consensus.message.read.LeaseRequest;
import io.fleet.consensus.message.read.ReadMark;
import io.fleet.consensus.message.read.ReadMarkRequest;
import io.fleet.consensus.message.read.ReadRequest;
import io.fleet.consensus.message.read.SubLease;
import io.fleet.consensus.message.read.SubLeaseRequest;
import io.fleet.consensus.message.replication.AcceptedEntry;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.CatchUpEntry;
import io.fleet.consensus.message.replication.CatchUpRequest;
import io.fleet.consensus.message.replication.CollectedAcks;
import io.fleet.consensus.message.replication.Effects;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.consensus.message.replication.FetchBody;
import io.fleet.consensus.message.replication.FetchOrder;
import io.fleet.consensus.message.replication.FillRequest;
import io.fleet.consensus.message.replication.Order;
import io.fleet.consensus.message.replication.OrderEntry;
import io.fleet.consensus.message.replication.RejectEntry;
import io.fleet.consensus.message.replication.StateDigest;
import io.fleet.consensus.message.snapshot.SnapshotChunk;
import io.fleet.consensus.message.snapshot.SnapshotGrant;
import io.fleet.consensus.message.snapshot.SnapshotNotice;
import io.fleet.consensus.message.snapshot.SnapshotOffer;
import io.fleet.consensus.message.snapshot.SnapshotRequest;
import io.fleet.consensus.message.snapshot.SnapshotTurn;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.Life;
import io.fleet.storage.VoterState;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.WireLimits;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Good messages with random contents; the same random source gives the same message. */
final class Messages {
    private final Random random;
    private final int maxLines;
    private final int maxBytes;

    Messages(final Random random, final int maxLines, final int maxBytes) {
        this.random = random;
        this.maxLines = maxLines;
        this.maxBytes = maxBytes;
    }

    /** The types of the core's messages. */
    static Set<MessageType> types() {
        return EnumSet.complementOf(EnumSet.of(MessageType.OF_MODE));
    }

    Message next(final MessageType type) {
        return switch (type) {
            case ENTRY_BODY -> entryBody();
            case ORDER -> order();
            case ACK, COLLECTED_ACKS -> acknowledgement(type);
            case PRE_VOTE -> preVote();
            case PRE_VOTE_REPLY -> preVoteReply();
            case PREPARE -> prepare();
            case PROMISE -> promise();
            case STALE_BALLOT -> staleBallot();
            case FETCH_BODY -> fetchBody();
            case FETCH_ORDER -> fetchOrder();
            case CATCH_UP_REQUEST -> catchUpRequest();
            case CATCH_UP_ENTRY -> catchUpEntry();
            case REPLY_BATCH -> replyBatch();
            case REJECT_ENTRY -> rejectEntry();
            case READ_REQUEST -> readRequest();
            case READ_MARK_REQUEST -> readMarkRequest();
            case READ_MARK -> readMark();
            case FILL_REQUEST -> fillRequest();
            case LEASE_REQUEST -> leaseRequest();
            case LEASE_GRANT -> leaseGrant();
            case LEASE_MARK_REQUEST -> leaseMarkRequest();
            case LEASE_MARK -> leaseMark();
            case SUB_LEASE_REQUEST -> subLeaseRequest();
            case SUB_LEASE -> subLease();
            case LEASE_RELEASED -> leaseReleased();
            case STATE_DIGEST, EFFECTS -> type == MessageType.EFFECTS ? effects() : stateDigest();
            case BIRTH_REQUEST -> birthRequest();
            case BIRTH_ANSWER -> birthAnswer();
            case LIFE_NOTICE -> lifeNotice();
            case NODE_PULSE -> nodePulse();
            case CLIENT_REFUSED -> clientRefused();
            case LEADER_NOTICE -> leaderNotice();
            case CLIENT_HELLO -> clientHello();
            case CLIENT_GOODBYE -> clientGoodbye();
            case CONFIRM -> confirm();
            case CONFIRMATION -> confirmation();
            case REJOIN_REQUEST -> rejoinRequest();
            case REJOIN_REPLY -> rejoinReply();
            case VOTER_LIFE -> voterLife();
            case SNAPSHOT_OFFER -> snapshotOffer();
            case SNAPSHOT_REQUEST -> snapshotRequest();
            case SNAPSHOT_CHUNK -> snapshotChunk();
            case SNAPSHOT_TURN -> snapshotTurn();
            case SNAPSHOT_GRANT -> snapshotGrant();
            case SNAPSHOT_NOTICE -> snapshotNotice();
            case LEADERSHIP_TRANSFER -> handOver();
            case LEADERSHIP_TRANSFER_REQUEST -> handOverRequest();
            case LEADER_FITNESS -> candidacy();
            case LEADER_FITNESS_NOTED -> candidacyNoted();
            case CLIENTS_REQUEST -> clientsRequest();
            case MEMBERS -> members();
            case MEMBERS_REQUEST -> membersRequest();
            case MEMBER_PROGRESS -> memberProgress();
            case MEMBER_CHANGE -> memberChange();
            case MEMBER_CHANGE_ANSWER -> memberChangeAnswer();
            case OF_MODE -> throw new IllegalArgumentException("none of the core's");
        };
    }

    static long life(final Random random) {
        return Life.of(random.nextInt(Life.MAX_NUMBER + 1), 1 + random.nextInt(1 << 24), random.nextLong());
    }

    private Message stateDigest() {
        final StateDigest message = new StateDigest();
        message.lsn = positive();
        message.version = random.nextInt();
        message.digest = random.nextLong();
        message.state = random.nextLong();
        return message;
    }

    private Message effects() {
        final Effects message = new Effects();
        message.lsn = 1 + random.nextLong(FieldChecks.MAX_NUMBER);
        message.batcherId = batcher();
        message.sequence = positive();
        message.digest = random.nextLong();
        message.format = random.nextInt();
        message.isLast = random.nextBoolean();
        message.length = (message.isLast ? 0 : 1) + random.nextInt(Math.min(maxBytes, Effects.MAX_CHUNK));
        message.offset = random.nextInt(Effects.MAX_BYTES - message.length + 1);
        message.bufferOffset = random.nextInt(9);
        message.buffer = bytes(message.bufferOffset + message.length);
        return message;
    }

    private Message birthRequest() {
        final BirthRequest message = new BirthRequest();
        message.nonce = random.nextLong();
        message.to = random.nextInt(WireLimits.MAX_NODE_ID + 1);
        return message;
    }

    private Message birthAnswer() {
        final BirthAnswer message = new BirthAnswer();
        message.nonce = random.nextLong();
        message.to = node();
        return message;
    }

    private NodePulse nodePulse() {
        final NodePulse message = new NodePulse();
        message.intervalMillis = 1 + random.nextInt(NodePulse.MAX_INTERVAL_MILLIS);
        return message;
    }

    private Message lifeNotice() {
        final LifeNotice message = new LifeNotice();
        message.node = random.nextInt(WireLimits.MAX_NODE_ID + 1);
        message.life = life(random);
        message.nonce = random.nextLong();
        return message;
    }

    private Message clientRefused() {
        final ClientRefused message = new ClientRefused();
        message.batcherId = batcher();
        message.reason = ClientRefused.CLUSTER + random.nextInt(ClientRefused.SETTINGS);
        message.text = "clientWindow=4096, ".repeat(random.nextInt(4));
        return message;
    }

    private Message members() {
        final Members message = new Members();
        message.nonce = anything();
        final List<GroupMember> all = new ArrayList<>();
        for (int i = random.nextInt(6); i > 0; i--) {
            all.add(new GroupMember(all.size() * 100 + random.nextInt(100), all.size() * 7 + random.nextInt(7),
                random.nextBoolean(), node(), "host-" + random.nextInt(100) + ":" + random.nextInt(65_536)));
        }
        message.configuration = new Configuration(positive(), random.nextInt() >>> 1, random.nextInt() >>> 1,
            random.nextInt(), all);
        message.inForce = random.nextBoolean();
        return message;
    }

    private Message memberProgress() {
        final MemberProgress message = new MemberProgress();
        message.ballot = ballot();
        message.configuration = positive();
        message.durable = positive();
        message.sound = random.nextBoolean();
        return message;
    }

    private Message memberChange() {
        final MemberChange message = new MemberChange();
        message.ballot = ballot();
        message.kind = random.nextInt(MemberChange.REPLACE + 1);
        message.node = random.nextInt(WireLimits.MAX_NODE_ID + 1);
        message.replaced = node();
        message.endpoint = "x".repeat(random.nextInt(200)) + ":" + random.nextInt(65_536);
        return message;
    }

    private Message memberChangeAnswer() {
        final MemberChangeAnswer message = new MemberChangeAnswer();
        message.kind = random.nextInt(MemberChange.REPLACE + 1);
        message.node = random.nextInt(WireLimits.MAX_NODE_ID + 1);
        message.answer = random.nextInt(MemberChangeAnswer.BAD_ADDRESS + 1);
        return message;
    }

    private long positive() {
        return anything() >>> 3;
    }

    private int node() {
        return random.nextInt(WireLimits.MAX_NODE_ID + 2) - 1;
    }

    private long ballot() {
        final long round = 1 + random.nextLong(Ballot.MAX_ROUND);
        return random.nextInt(8) == 0 ? Ballot.NONE : round << 16 | random.nextInt(WireLimits.MAX_NODE_ID + 1);
    }

    private long anything() {
        return random.nextLong() >>> 1 >>> random.nextInt(63);
    }

    private long batcher() {
        return random.nextBoolean() ? BatcherId.remote(random.nextLong())
            : BatcherId.embedded(random.nextInt(WireLimits.MAX_NODE_ID + 1), random.nextLong());
    }

    private DirectBuffer bytes(final int length) {
        final byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return new UnsafeBuffer(bytes);
    }

    private void meta(final EntryMeta meta) {
        if (random.nextInt(4) == 0) {
            meta.setNoOp(random.nextLong(FieldChecks.MAX_TIMESTAMP + 1));
            return;
        }
        meta.batcherId = batcher();
        meta.sequence = positive();
        meta.digest = random.nextLong();
        meta.timestamp = random.nextLong(FieldChecks.MAX_TIMESTAMP + 1);
        meta.length = random.nextInt(WireLimits.MAX_BODY + 1);
        meta.flags = 0;
    }

    private SnapshotTurn snapshotTurn() {
        final SnapshotTurn m = new SnapshotTurn();
        m.ballot = ballot();
        m.phase = random.nextInt(SnapshotTurn.ENDED + 1);
        return m;
    }

    private SnapshotGrant snapshotGrant() {
        final SnapshotGrant m = new SnapshotGrant();
        m.ballot = ballot();
        m.upTo = positive();
        return m;
    }

    private SnapshotNotice snapshotNotice() {
        final SnapshotNotice m = new SnapshotNotice();
        m.lsn = positive();
        m.whole = positive();
        return m;
    }

    private EntryBody entryBody() {
        final EntryBody m = new EntryBody();
        m.batcherId = batcher();
        m.sequence = positive();
        m.targetBallot = ballot();
        m.digest = random.nextLong();
        m.replier = node();
        m.chunkLength = random.nextInt(maxBytes + 1);
        m.offset = m.chunkLength == 0 ? 0 : random.nextInt(1 << 20);
        m.totalLength = m.chunkLength == 0 ? 0 : m.offset + m.chunkLength + random.nextInt(1 << 20);
        m.bufferOffset = random.nextInt(16);
        m.buffer = bytes(m.bufferOffset + m.chunkLength);
        m.wanted = random.nextInt(Integer.MAX_VALUE);
        m.part = random.nextInt(EntryBody.MAX_PART + 2) - 1;
        return m;
    }

    private Order order() {
        final Order m = new Order();
        m.configuration = positive();
        m.ballot = ballot();
        m.base = positive();
        m.chosen = positive();
        m.highest = positive();
        m.timestamp = positive();
        m.lives = random.nextInt(Integer.MAX_VALUE);
        m.settled = random.nextBoolean();
        m.quietMillis = random.nextInt(Order.MAX_QUIET_MILLIS + 1);
        m.collector = node();
        m.leaderLife = life(random);
        m.passedOn = random.nextBoolean();
        m.credit = random.nextInt(Integer.MAX_VALUE);
        m.creditNumber = positive();
        m.openParts = anything();
        final int count = random.nextInt(maxLines + 1);
        for (int i = 0; i < count; i++) {
            final OrderEntry entry = m.next();
            entry.lsn = positive();
            meta(entry.meta);
            entry.storageGroup = random.nextInt(WireLimits.MAX_STORAGE_GROUP + 1);
            entry.replier = node();
            entry.writers = anything();
        }
        return m;
    }

    private Message acknowledgement(final MessageType type) {
        return type == MessageType.ACK ? ack() : collectedAcks();
    }

    private Ack ack() {
        final Ack m = new Ack();
        m.ballot = ballot();
        m.cumulative = positive();
        m.applied = positive();
        m.clockMillis = random.nextLong(FieldChecks.MAX_TIMESTAMP + 1);
        m.collector = random.nextInt(WireLimits.MAX_NODE_ID + 2) - 1;
        m.count = random.nextInt(Math.min(maxLines, Ack.MAX_RANGES) + 1);
        for (int i = 0; i < m.count; i++) {
            m.from[i] = positive() >>> 1;
            m.to[i] = m.from[i] + random.nextInt(100);
        }
        return m;
    }

    private CollectedAcks collectedAcks() {
        final CollectedAcks m = new CollectedAcks();
        m.ballot = ballot();
        final int count = random.nextInt(Math.min(maxLines, CollectedAcks.MAX_ACKS) + 1);
        for (int i = 0; i < count; i++) {
            final Ack ack = ack();
            if (m.hasRoom(ack)) {
                m.add(random.nextInt(WireLimits.MAX_NODE_ID + 1), random.nextLong(Long.MAX_VALUE), ack);
            }
        }
        return m;
    }

    private PreVote preVote() {
        final PreVote m = new PreVote();
        m.configuration = positive();
        m.ballot = ballot();
        m.chosen = positive();
        return m;
    }

    private PreVoteReply preVoteReply() {
        final PreVoteReply m = new PreVoteReply();
        m.ballot = ballot();
        m.granted = random.nextBoolean();
        m.knownBallot = ballot();
        m.chosen = positive();
        return m;
    }

    private Prepare prepare() {
        final Prepare m = new Prepare();
        m.configuration = positive();
        m.ballot = ballot();
        m.fromLsn = positive();
        m.count = random.nextInt(Math.min(maxLines, m.numbers.length) + 1);
        for (int i = 0; i < m.count; i++) {
            m.numbers[i] = random.nextInt(Life.MAX_NUMBER + 1);
        }
        return m;
    }

    private Promise promise() {
        final Promise m = new Promise();
        m.ballot = ballot();
        m.fromLsn = positive();
        m.nextLsn = positive();
        m.chosen = positive();
        m.voterId = anything();
        m.settled = ballot();
        m.slots = random.nextInt(Math.min(maxLines, m.numbers.length) + 1);
        for (int i = 0; i < m.slots; i++) {
            m.numbers[i] = random.nextInt(Life.MAX_NUMBER + 1);
        }
        final int count = random.nextInt(maxLines + 1);
        for (int i = 0; i < count; i++) {
            final AcceptedEntry entry = m.next();
            entry.lsn = positive();
            entry.ballot = ballot();
            meta(entry.meta);
            entry.storageGroup = random.nextInt(WireLimits.MAX_STORAGE_GROUP + 1);
        }
        m.voterId = random.nextLong();
        return m;
    }

    private Confirm confirm() {
        final Confirm m = new Confirm();
        m.ballot = ballot();
        return m;
    }

    private Confirmation confirmation() {
        final Confirmation m = new Confirmation();
        m.ballot = ballot();
        m.voterId = random.nextLong();
        m.clockMillis = random.nextLong(FieldChecks.MAX_TIMESTAMP + 1);
        m.risenMillisAgo = random.nextLong(-1, FieldChecks.MAX_TIMESTAMP + 1);
        return m;
    }

    private RejoinRequest rejoinRequest() {
        final RejoinRequest m = new RejoinRequest();
        m.nonce = anything();
        return m;
    }

    private RejoinReply rejoinReply() {
        final RejoinReply m = new RejoinReply();
        m.configuration = positive();
        m.nonce = anything();
        m.standing = VoterState.of(random.nextInt(VoterState.values().length));
        m.holdsRecords = random.nextBoolean();
        m.promised = ballot();
        m.ballot = ballot();
        m.base = positive();
        m.highest = positive();
        m.life = life(random);
        m.settled = ballot();
        m.count = random.nextInt(Math.min(maxLines, m.numbers.length) + 1);
        for (int i = 0; i < m.count; i++) {
            m.numbers[i] = random.nextInt(Life.MAX_NUMBER + 1);
        }
        return m;
    }

    private VoterLife voterLife() {
        final VoterLife m = new VoterLife();
        m.ballot = ballot();
        m.life = life(random);
        m.lives = random.nextInt(Integer.MAX_VALUE);
        return m;
    }

    private LeadershipTransfer handOver() {
        final LeadershipTransfer m = new LeadershipTransfer();
        m.ballot = ballot();
        m.number = positive();
        m.highest = positive();
        m.successor = random.nextInt(WireLimits.MAX_NODE_ID + 1);
        return m;
    }

    private LeadershipTransferRequest handOverRequest() {
        final LeadershipTransferRequest m = new LeadershipTransferRequest();
        m.ballot = ballot();
        m.successor = node();
        return m;
    }

    private LeaderFitness candidacy() {
        final LeaderFitness m = new LeaderFitness();
        m.ballot = ballot();
        m.priority = random.nextInt(LeaderFitness.MAX_PRIORITY + 1);
        m.able = random.nextBoolean();
        m.leaving = random.nextBoolean();
        m.fullDisk = "the log in /data, ".repeat(random.nextInt(4));
        return m;
    }

    private LeaderFitnessNoted candidacyNoted() {
        final LeaderFitnessNoted m = new LeaderFitnessNoted();
        m.ballot = ballot();
        m.highest = positive();
        return m;
    }

    private ClientsRequest clientsRequest() {
        final ClientsRequest m = new ClientsRequest();
        m.known = random.nextInt(Integer.MAX_VALUE);
        return m;
    }

    private StaleBallot staleBallot() {
        final StaleBallot m = new StaleBallot();
        m.refused = ballot();
        m.promised = ballot();
        return m;
    }

    private FetchBody fetchBody() {
        final FetchBody m = new FetchBody();
        m.count = random.nextInt(Math.min(maxLines, FetchBody.MAX_BODIES) + 1);
        for (int i = 0; i < m.count; i++) {
            m.lsn[i] = positive();
            m.batcherId[i] = batcher();
            m.sequence[i] = positive();
        }
        return m;
    }

    private FetchOrder fetchOrder() {
        final FetchOrder m = new FetchOrder();
        m.ballot = ballot();
        m.fromLsn = positive() >>> 1;
        m.toLsn = m.fromLsn + random.nextInt(1000);
        return m;
    }

    private CatchUpRequest catchUpRequest() {
        final CatchUpRequest m = new CatchUpRequest();
        m.nonce = anything();
        m.fromLsn = positive();
        m.maxBytes = random.nextInt(Integer.MAX_VALUE);
        return m;
    }

    private CatchUpEntry catchUpEntry() {
        final CatchUpEntry m = new CatchUpEntry();
        m.nonce = anything();
        m.lsn = positive();
        m.chosen = positive();
        meta(m.meta);
        m.chunkLength = random.nextInt(Math.min(maxBytes, m.meta.length) + 1);
        m.offset = random.nextInt(m.meta.length - m.chunkLength + 1);
        m.bufferOffset = random.nextInt(16);
        m.buffer = bytes(m.bufferOffset + m.chunkLength);
        return m;
    }

    private ReplyBatch replyBatch() {
        final ReplyBatch m = new ReplyBatch();
        m.batcherId = batcher();
        m.entrySequence = positive();
        m.ballot = ballot();
        m.leader = node();
        m.length = random.nextInt(maxBytes + 1);
        m.totalLength = m.length + random.nextInt(1000);
        m.offset = random.nextInt(m.totalLength - m.length + 1);
        m.bufferOffset = random.nextInt(16);
        m.buffer = bytes(m.bufferOffset + m.length);
        m.lsn = positive();
        m.reads = random.nextBoolean();
        m.staleNs = m.reads ? anything() : ReplyBatch.NOT_STALE;
        m.number = positive();
        m.credit = random.nextInt(Integer.MAX_VALUE);
        m.creditNumber = positive();
        m.openParts = anything();
        return m;
    }

    private ReadRequest readRequest() {
        final ReadRequest m = new ReadRequest();
        m.batcherId = batcher();
        m.requestId = Math.max(1, positive());
        m.leastLsn = positive();
        m.maxStaleMillis = random.nextInt(1 << 20);
        m.level = random.nextInt(ReadRequest.MAX_LEVEL + 1);
        m.length = 1 + random.nextInt(maxBytes);
        m.bufferOffset = random.nextInt(16);
        m.buffer = bytes(m.bufferOffset + m.length);
        return m;
    }

    private ReadMarkRequest readMarkRequest() {
        final ReadMarkRequest m = new ReadMarkRequest();
        m.round = random.nextLong();
        return m;
    }

    private ReadMark readMark() {
        final ReadMark m = new ReadMark();
        m.round = random.nextLong();
        m.mark = positive();
        m.configuration = positive();
        m.count = random.nextInt(Math.min(maxLines, m.numbers.length) + 1);
        for (int i = 0; i < m.count; i++) {
            m.numbers[i] = random.nextInt(Life.MAX_NUMBER + 1);
        }
        return m;
    }

    private FillRequest fillRequest() {
        final FillRequest m = new FillRequest();
        m.upTo = Math.max(1, positive());
        return m;
    }

    private LeaseRequest leaseRequest() {
        final LeaseRequest m = new LeaseRequest();
        m.ballot = ballot();
        m.configuration = positive();
        m.round = positive();
        m.millis = random.nextInt(60_001);
        m.maxDriftPpm = random.nextInt(100_001);
        return m;
    }

    private LeaseGrant leaseGrant() {
        final LeaseGrant m = new LeaseGrant();
        m.ballot = ballot();
        m.round = positive();
        return m;
    }

    private LeaseMarkRequest leaseMarkRequest() {
        final LeaseMarkRequest m = new LeaseMarkRequest();
        m.round = random.nextLong();
        return m;
    }

    private LeaseMark leaseMark() {
        final LeaseMark m = new LeaseMark();
        m.round = random.nextLong();
        m.mark = positive();
        m.held = random.nextBoolean();
        return m;
    }

    private SubLeaseRequest subLeaseRequest() {
        final SubLeaseRequest m = new SubLeaseRequest();
        m.kind = random.nextInt(3);
        m.ballot = ballot();
        m.start = random.nextLong();
        m.round = positive();
        m.applied = positive();
        return m;
    }

    private SubLease subLease() {
        final SubLease m = new SubLease();
        m.ballot = ballot();
        m.start = random.nextLong();
        m.round = positive();
        m.nanos = random.nextInt(1_000_000_000);
        m.floor = positive();
        m.released = positive();
        return m;
    }

    private LeaseReleased leaseReleased() {
        final LeaseReleased m = new LeaseReleased();
        m.ballot = ballot();
        m.released = positive();
        return m;
    }

    private RejectEntry rejectEntry() {
        final RejectEntry m = new RejectEntry();
        m.batcherId = batcher();
        m.sequence = positive();
        m.ballot = ballot();
        m.reason = 1 + random.nextInt(4);
        m.text = "node 1: the log in /data; ".repeat(random.nextInt(4));
        return m;
    }

    private LeaderNotice leaderNotice() {
        final LeaderNotice m = new LeaderNotice();
        m.ballot = ballot();
        m.leader = node();
        return m;
    }

    private ClientHello clientHello() {
        final ClientHello m = new ClientHello();
        m.batcherId = batcher();
        m.configuration = positive();
        m.settings = random.nextInt();
        m.responseChannel = "aeron:udp?endpoint=127.0.0.1:" + (1024 + random.nextInt(60000));
        return m;
    }

    private ClientGoodbye clientGoodbye() {
        final ClientGoodbye m = new ClientGoodbye();
        m.batcherId = batcher();
        return m;
    }

    private MembersRequest membersRequest() {
        final MembersRequest m = new MembersRequest();
        m.configuration = positive();
        m.nonce = anything();
        return m;
    }

    private SnapshotOffer snapshotOffer() {
        final SnapshotOffer m = new SnapshotOffer();
        m.nonce = anything();
        m.lsn = positive();
        m.totalLength = positive();
        m.checksum = random.nextInt();
        return m;
    }

    private SnapshotRequest snapshotRequest() {
        final SnapshotRequest m = new SnapshotRequest();
        m.nonce = anything();
        m.lsn = positive();
        m.totalLength = positive();
        m.checksum = random.nextInt();
        m.offset = m.totalLength >>> random.nextInt(63);
        m.maxBytes = random.nextInt(1 << 20);
        return m;
    }

    private SnapshotChunk snapshotChunk() {
        final SnapshotChunk m = new SnapshotChunk();
        m.nonce = anything();
        m.lsn = positive();
        m.checksum = random.nextInt();
        m.chunkLength = 1 + random.nextInt(maxBytes);
        m.offset = random.nextInt(1 << 20);
        m.totalLength = m.offset + m.chunkLength + random.nextInt(1 << 20);
        m.bufferOffset = random.nextInt(16);
        m.buffer = bytes(m.bufferOffset + m.chunkLength);
        return m;
    }
}
