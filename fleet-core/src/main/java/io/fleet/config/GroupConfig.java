package io.fleet.config;

import io.fleet.error.ConfigException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How one group works. Immutable; made by {@link #scattered()} or {@link #coded} and the {@code with} methods, each of
 * which checks its range and throws {@code ConfigException} naming the setting, the value and what is allowed.
 *
 * <p>The mode, with its code, and five settings are <em>agreed</em>: {@link #clientWindow()}, {@link #maxSessions()},
 * {@link #sessionTimeoutMillis()}, {@link #sessionBytes()} and {@link #maxReplyBytes()} decide which commands of the
 * log take effect and how they are answered, so they belong to the replicated state (S9). They are the same on every
 * member and every remote client of a group, and never change: a node's directory is bound to them when the group first
 * starts in it, and a start with others is refused with a {@code ConfigException}; nodes do not listen to nodes and
 * clients that work with others (S14).
 *
 * <p>Of the <em>founders</em> is {@link #quorums()}: the same on all of them, for good, as the list of members is.
 *
 * <p>All other settings are <em>local</em>: each process may have its own, and another one at its next start, and what
 * is stored stays what it is. They weigh speed, room and patience, and work best when they are equal. Bounds of what
 * may be sent ({@link #maxCommandBytes()}, {@link #maxBatchBytes()}) are raised on all members before any client uses
 * them.
 */
public final class GroupConfig extends FlowSettings {
    private @Nullable ErasureCode code;
    private LeaseConfig leases = LeaseConfig.OFF;
    private Persistence persistence = Persistence.SCATTERED;
    private WriteQuorum copies = WriteQuorum.ALL;
    private long hedgeMillis;
    private Dissemination dissemination = Dissemination.BATCHER;
    private Roles roles = new Roles(ReplierPolicy.JBSQ, Learning.ADAPTIVE, QuorumLayout.majority());
    private int windowEntries = 4096;
    private int pendingEntries = 8192;
    private int pendingBytes = 134217728;
    private int maxBatchBytes = 65536;
    private int maxBatchCommands;
    private int maxCommandBytes = 8388608;
    private int maxReplyBytes = 8388608;
    private int clientWindow = 4096;
    private int maxSessions = 10000;
    private int sessionBytes = 67108864;
    private long sessionTimeoutMillis = 60000;
    private int replierQueueBound = 128;
    private long electionTimeoutMillis = 500;
    private long heartbeatMillis = 50;
    private long resendMillis = 50;
    private long requestTimeoutMillis = 5000;
    private long retryMillis = 300;
    private int maxParts = 262144;

    private GroupConfig() {
    }

    private GroupConfig(final GroupConfig other) {
        super(other);
        code = other.code;
        leases = other.leases;
        persistence = other.persistence;
        copies = other.copies;
        hedgeMillis = other.hedgeMillis;
        dissemination = other.dissemination;
        roles = other.roles;
        windowEntries = other.windowEntries;
        pendingEntries = other.pendingEntries;
        pendingBytes = other.pendingBytes;
        maxBatchBytes = other.maxBatchBytes;
        maxBatchCommands = other.maxBatchCommands;
        maxCommandBytes = other.maxCommandBytes;
        maxReplyBytes = other.maxReplyBytes;
        clientWindow = other.clientWindow;
        maxSessions = other.maxSessions;
        sessionBytes = other.sessionBytes;
        sessionTimeoutMillis = other.sessionTimeoutMillis;
        replierQueueBound = other.replierQueueBound;
        electionTimeoutMillis = other.electionTimeoutMillis;
        heartbeatMillis = other.heartbeatMillis;
        resendMillis = other.resendMillis;
        requestTimeoutMillis = other.requestTimeoutMillis;
        retryMillis = other.retryMillis;
        maxParts = other.maxParts;
    }

    /**
     * Checks settings against each other; called when a node or a client starts.
     *
     * @return this.
     */
    public GroupConfig check() {
        Checks.range("heartbeatMillis (at most half of electionTimeoutMillis)", heartbeatMillis, 1,
            electionTimeoutMillis / 2);
        Checks.range("retryMillis (at most requestTimeoutMillis)", retryMillis, 1, requestTimeoutMillis);
        PolicyChecks.check(this);
        LeaseConfig.check(leases, code, requestTimeoutMillis);
        return this;
    }

    /**
     * The default mode: a leader orders metadata, bodies are persisted out of order on any quorum.
     *
     * @return a configuration with every setting at its default.
     */
    public static GroupConfig scattered() {
        return new GroupConfig();
    }

    /**
     * The leaderless mode for large values, of k + m members: each stores one Reed-Solomon segment of a value, and any
     * k segments give it back. Writes go on while m / 2 members are away. Needs {@code io.fleet:fleet-ec} on the class
     * path of a node. What is said of leaders, repliers, persistence, copies, dissemination and hedging means nothing
     * here: {@link #check()} refuses such settings, if they are changed.
     *
     * @param k into how many segments a value is cut, 1 to 61.
     * @param m how many segments are added, 2 to 62, so that one member at least may be away; k + m is at most 63.
     * @return a configuration with every setting at its default.
     */
    public static GroupConfig coded(final int k, final int m) {
        final GroupConfig config = new GroupConfig();
        config.code = new ErasureCode(k, m);
        return config;
    }

    /**
     * How the members agree. Agreed.
     *
     * @return the mode.
     */
    public Mode mode() {
        return code == null ? Mode.SCATTERED : Mode.CODED;
    }

    /**
     * How values are cut. Agreed.
     *
     * @return the code; null where the mode is not {@link Mode#CODED}.
     */
    public @Nullable ErasureCode code() {
        return code;
    }

    /**
     * See {@link #withLeases}. The same on all members.
     * @return for how long voters bind themselves to a leader.
     */
    public LeaseConfig leases() {
        return leases;
    }

    /**
     * Lets the leader answer reads under a lease ({@code ReadConsistency#LINEARIZABLE_LEASE}); not in coded groups,
     * which is checked when a node or client starts. All members must have the same; clients need none, but where
     * replicas hold leases ({@link LeaseConfig#atEveryReplica}) they must have the same too. May be another one at the
     * next start.
     *
     * @param value for how long voters bind themselves; {@link LeaseConfig#OFF} by default.
     * @return a copy with the setting.
     */
    public GroupConfig withLeases(final LeaseConfig value) {
        final GroupConfig copy = new GroupConfig(this);
        copy.leases = Checks.notNull("leases", value);
        return copy;
    }

    /**
     * See {@link Persistence}. Local.
     * @return the policy.
     */
    public Persistence persistence() {
        return persistence;
    }

    /**
     * See {@link Persistence}; {@link Persistence#SCATTERED} by default. Local.
     *
     * @param value the policy.
     * @return a copy with the setting.
     */
    public GroupConfig withPersistence(final Persistence value) {
        final GroupConfig copy = new GroupConfig(this);
        copy.persistence = Checks.notNull("persistence", value);
        return copy;
    }

    /**
     * See {@link #withCopies}. Local.
     * @return the policy.
     */
    public WriteQuorum copies() {
        return copies;
    }

    /**
     * See {@link WriteQuorum}; {@link WriteQuorum#ALL} by default. With {@link WriteQuorum#QUORUM}, {@link
     * #persistence()} must be
     * {@link Persistence#SCATTERED}, which is checked when a node or client starts. Local; what the leader of the
     * moment has is what counts for what it orders, and nothing that is about what was written before.
     *
     * @param value the policy.
     * @return a copy with the setting.
     */
    public GroupConfig withCopies(final WriteQuorum value) {
        final GroupConfig copy = new GroupConfig(this);
        copy.copies = Checks.notNull("copies", value);
        return copy;
    }

    /**
     * See {@link #withQuorums}. Of the founders.
     * @return the layout.
     */
    public QuorumLayout quorums() {
        return roles.quorums();
    }

    /**
     * How the voters count when the group is founded; {@link QuorumLayout#majority()} by default. All founders must be
     * told the same, at each start and for good, as with who the founders are: others are not listened to, and a start
     * with another one in the same directories is refused with a {@code ConfigException}. What counts later is what the
     * group's configuration says, and {@code FleetNode.changeQuorums} changes that. Each node that is named must
     * be a founder, and in storage groups and grids those that execute must be enough copies of the state. Only groups
     * of mode {@link Mode#SCATTERED} have anything else than a majority.
     *
     * @param value the layout.
     * @return a copy with the setting.
     */
    public GroupConfig withQuorums(final QuorumLayout value) {
        final GroupConfig copy = new GroupConfig(this);
        copy.roles = new Roles(roles.replier(), roles.learning(), Checks.notNull("quorums", value));
        return copy;
    }

    /**
     * See {@link #withHedgeMillis}. Local.
     * @return the value.
     */
    public long hedgeMillis() {
        return hedgeMillis;
    }

    /**
     * With {@link WriteQuorum#QUORUM}, and with witnesses in storage groups or a grid: after how long a leader has
     * others write an entry, too, that those it named have not acknowledged; 0 for what it makes of the latencies it
     * measures, from 2 ms to {@link #resendMillis()}. Local.
     *
     * @param value 0 to 10000, 0 by default.
     * @return a copy with the setting.
     */
    public GroupConfig withHedgeMillis(final long value) {
        final GroupConfig copy = new GroupConfig(this);
        copy.hedgeMillis = Checks.range("hedgeMillis", value, 0, 10000);
        return copy;
    }

    /**
     * See {@link Dissemination}. Local.
     * @return the policy.
     */
    public Dissemination dissemination() {
        return dissemination;
    }

    /**
     * See {@link Dissemination}; {@link Dissemination#BATCHER} by default. Local.
     *
     * @param value the policy.
     * @return a copy with the setting.
     */
    public GroupConfig withDissemination(final Dissemination value) {
        final GroupConfig copy = new GroupConfig(this);
        copy.dissemination = Checks.notNull("dissemination", value);
        return copy;
    }

    /**
     * See {@link ReplierPolicy}. Local.
     * @return the policy.
     */
    public ReplierPolicy replierPolicy() {
        return roles.replier();
    }

    /**
     * See {@link ReplierPolicy}; {@link ReplierPolicy#JBSQ} by default. Local.
     *
     * @param value the policy.
     * @return a copy with the setting.
     */
    public GroupConfig withReplierPolicy(final ReplierPolicy value) {
        final GroupConfig copy = new GroupConfig(this);
        copy.roles = new Roles(Checks.notNull("replierPolicy", value), roles.learning(), roles.quorums());
        return copy;
    }

    /**
     * See {@link Learning}. Local.
     * @return the policy.
     */
    public Learning learning() {
        return roles.learning();
    }

    /**
     * See {@link Learning}; {@link Learning#ADAPTIVE} by default. Local: members that differ agree as well, and learn
     * as late as a heartbeat where their leader has {@link Learning#EVERYONE} and they have not.
     *
     * @param value the policy.
     * @return a copy with the setting.
     */
    public GroupConfig withLearning(final Learning value) {
        final GroupConfig copy = new GroupConfig(this);
        copy.roles = new Roles(roles.replier(), Checks.notNull("learning", value), roles.quorums());
        return copy;
    }

    /**
     * See {@link #withWindowEntries}. Local.
     * @return the value.
     */
    public int windowEntries() {
        return windowEntries;
    }

    /**
     * How many LSNs may be ordered and not yet applied by the leader (S13); their bodies are bounded by
     * {@link #pendingBytes()}. A power of two. Local.
     *
     * @param value 16 to 65536, 4096 by default.
     * @return a copy with the setting.
     */
    public GroupConfig withWindowEntries(final int value) {
        final GroupConfig copy = new GroupConfig(this);
        copy.windowEntries = Checks.powerOfTwo("windowEntries", value, 16, 65536);
        return copy;
    }

    /**
     * See {@link #withPendingEntries}. Local.
     * @return the value.
     */
    public int pendingEntries() {
        return pendingEntries;
    }

    /**
     * How many bodies a node keeps that wait to be ordered, whole or in part (S13). Ordered ones do not count: they
     * are bounded by {@link #windowEntries()}. Local.
     *
     * @param value 16 to 1048576, 8192 by default.
     * @return a copy with the setting.
     */
    public GroupConfig withPendingEntries(final int value) {
        return Changed.copy(this, copy -> copy.pendingEntries = Checks.range("pendingEntries", value, 16, 1048576));
    }

    /**
     * See {@link #withPendingBytes}. Local.
     * @return the value.
     */
    public int pendingBytes() {
        return pendingBytes;
    }

    /**
     * How many bytes of bodies that wait to be ordered a node keeps (S13). Likewise, a leader orders nothing more
     * while the bodies that it has ordered and not yet applied have this many bytes in sum. Local.
     *
     * @param value 1048576 to 1073741824, 134217728 by default.
     * @return a copy with the setting.
     */
    public GroupConfig withPendingBytes(final int value) {
        return Changed.copy(this, copy -> copy.pendingBytes = Checks.range("pendingBytes", value, 1048576, 1073741824));
    }

    /**
     * See {@link #withMaxBatchBytes}. Local.
     * @return the value.
     */
    public int maxBatchBytes() {
        return maxBatchBytes;
    }

    /**
     * A batcher closes an entry that has reached this many bytes; a larger command travels in an entry of its own.
     * Local.
     *
     * @param value 1024 to 8388608, 65536 by default.
     * @return a copy with the setting.
     */
    public GroupConfig withMaxBatchBytes(final int value) {
        return Changed.copy(this, copy -> copy.maxBatchBytes = Checks.range("maxBatchBytes", value, 1024, 8388608));
    }

    /**
     * See {@link #withMaxBatchCommands}. Local.
     * @return the value.
     */
    public int maxBatchCommands() {
        return maxBatchCommands;
    }

    /**
     * A batcher closes an entry that has this many commands, however short they are. Fewer commands in an entry are
     * more entries, each with an order, a record and acknowledgements of its own. Local.
     *
     * @param value 0 to 65536, 0 by default: an entry is bounded by {@link #maxBatchBytes()} alone.
     * @return a copy with the setting.
     */
    public GroupConfig withMaxBatchCommands(final int value) {
        return Changed.copy(this, copy -> copy.maxBatchCommands = Checks.range("maxBatchCommands", value, 0, 65536));
    }

    /**
     * See {@link #withMaxCommandBytes}. Local.
     * @return the value.
     */
    public int maxCommandBytes() {
        return maxCommandBytes;
    }

    /**
     * The largest command, header and payload together, in bytes; the header has 8388608 at most. Local.
     *
     * @param value 64 to 8388608, in coded groups to 67174400; 8388608 by default.
     * @return a copy with the setting.
     */
    public GroupConfig withMaxCommandBytes(final int value) {
        return Changed.copy(this, copy -> copy.maxCommandBytes = SizeLimits.check("maxCommandBytes", value, mode()));
    }

    /**
     * See {@link #withMaxReplyBytes}. Agreed.
     * @return the value.
     */
    public int maxReplyBytes() {
        return maxReplyBytes;
    }

    /**
     * The largest answer of the state machine in bytes. Agreed.
     *
     * @param value 64 to 8388608, in coded groups to 67174400; 8388608 by default.
     * @return a copy with the setting.
     */
    public GroupConfig withMaxReplyBytes(final int value) {
        return Changed.copy(this, copy -> copy.maxReplyBytes = SizeLimits.check("maxReplyBytes", value, mode()));
    }

    /**
     * See {@link #withClientWindow}. Agreed.
     * @return the value.
     */
    public int clientWindow() {
        return clientWindow;
    }

    /**
     * How many commands of one client may be in flight; also the window of replies kept for a session (S9). A power of
     * two. Agreed. Whatever it is, all commands in flight have at most 64 MiB, and those of them that were sent 1 MiB
     * and one entry; the others wait in the client.
     *
     * @param value 1 to 65536, 4096 by default.
     * @return a copy with the setting.
     */
    public GroupConfig withClientWindow(final int value) {
        return Changed.copy(this, copy -> copy.clientWindow = Checks.powerOfTwo("clientWindow", value, 1, 65536));
    }

    /**
     * See {@link #withMaxSessions}. Agreed.
     * @return the value.
     */
    public int maxSessions() {
        return maxSessions;
    }

    /**
     * How many sessions may be open at once (S13). Agreed.
     *
     * @param value 1 to 1000000, 10000 by default.
     * @return a copy with the setting.
     */
    public GroupConfig withMaxSessions(final int value) {
        return Changed.copy(this, copy -> copy.maxSessions = Checks.range("maxSessions", value, 1, 1000000));
    }

    /**
     * See {@link #withSessionBytes}. Agreed.
     * @return the value.
     */
    public int sessionBytes() {
        return sessionBytes;
    }

    /**
     * How much memory each replica takes for the answers to writes that it keeps until their clients have them, in
     * bytes of heap (S13). An answer counts with what its array takes, up to twice its length, and 96 bytes. At the
     * bound answers are dropped, first those of the session that was not used for longest, its oldest answer first; a
     * session always keeps what takes no more than {@code sessionBytes / maxSessions}, and never more than half of
     * {@code sessionBytes}. A command that is sent again when its answer is dropped is not applied again, and fails
     * with {@code ReplyGoneException}. Agreed. A group has, for sessions, besides this 640 bytes and
     * {@code clientWindow / 4} for each of {@link #maxSessions()}, and 16 MiB.
     *
     * @param value 1024 to 1073741824, 67108864 by default.
     * @return a copy with the setting.
     */
    public GroupConfig withSessionBytes(final int value) {
        return Changed.copy(this, copy -> copy.sessionBytes = Checks.range("sessionBytes", value, 1024, 1073741824));
    }

    /**
     * See {@link #withSessionTimeoutMillis}. Agreed.
     * @return the value.
     */
    public long sessionTimeoutMillis() {
        return sessionTimeoutMillis;
    }

    /**
     * A session that sent nothing for this long, in log time, is expired (S9). Agreed.
     *
     * @param value 1000 to 86400000, 60000 by default.
     * @return a copy with the setting.
     */
    public GroupConfig withSessionTimeoutMillis(final long value) {
        return Changed.copy(this,
            copy -> copy.sessionTimeoutMillis = Checks.range("sessionTimeoutMillis", value, 1000, 86400000));
    }

    /**
     * See {@link #withReplierQueueBound}. Local.
     * @return the value.
     */
    public int replierQueueBound() {
        return replierQueueBound;
    }

    /**
     * How many entries may be assigned to one replier and not be applied by it yet: B of HovercRaft (S10, S13). Local.
     *
     * @param value 1 to 65536, 128 by default.
     * @return a copy with the setting.
     */
    public GroupConfig withReplierQueueBound(final int value) {
        return Changed.copy(this, copy -> copy.replierQueueBound = Checks.range("replierQueueBound", value, 1, 65536));
    }

    /**
     * How long entries may take at most, in milliseconds: at the leader, from when it has a body to when it has applied
     * it. While they take longer, the leader lets each client have less without an answer, all the same; while they are
     * quicker and more is wanted, more. Nobody has less than 256 commands of up to 4 KiB, or a mebibyte. What a client
     * may not send waits in it, and what that has no room for is not applied, and refused; a RESP server refuses it at
     * once. Choose three times the mean under moderate load ({@code fleet.group.entry.micros}): where it is below what
     * entries take without load, each client has 256 commands at a time, so that a lone one has 256 in each round trip.
     * Local: the leader's counts, for clients in other processes too. Means nothing in coded groups, where nobody
     * leads.
     *
     * @param value 0 to 60000, 0 by default: nobody is bounded.
     * @return a copy with the setting.
     */
    public GroupConfig withQueueMillis(final long value) {
        final GroupConfig copy = new GroupConfig(this);
        copy.queueMillis = Checks.range("queueMillis", value, 0, 60000);
        return copy;
    }

    /**
     * See {@link #withElectionTimeoutMillis}. Local.
     * @return the value.
     */
    public long electionTimeoutMillis() {
        return electionTimeoutMillis;
    }

    /**
     * A replica that has heard no leader for between one and two times this long starts a pre-vote (S12). Local.
     *
     * @param value 10 to 60000, 500 by default.
     * @return a copy with the setting.
     */
    public GroupConfig withElectionTimeoutMillis(final long value) {
        return Changed.copy(this,
            copy -> copy.electionTimeoutMillis = Checks.range("electionTimeoutMillis", value, 10, 60000));
    }

    /**
     * See {@link #withHeartbeatMillis}. Local.
     * @return the value.
     */
    public long heartbeatMillis() {
        return heartbeatMillis;
    }

    /**
     * How often a leader with nothing to order says that it lives. At most half of
     * {@link #electionTimeoutMillis()}, which is checked when a node or client starts. Local.
     *
     * @param value 1 to 10000, 50 by default.
     * @return a copy with the setting.
     */
    public GroupConfig withHeartbeatMillis(final long value) {
        return Changed.copy(this, copy -> copy.heartbeatMillis = Checks.range("heartbeatMillis", value, 1, 10000));
    }

    /**
     * See {@link #withResendMillis}. Local.
     * @return the value.
     */
    public long resendMillis() {
        return resendMillis;
    }

    /**
     * After how long a leader sends an order again that stays unchosen, and after how long pre-votes, prepares and
     * requests for orders, bodies and chosen entries are repeated (S7, S8). Acknowledgements have no interval of their
     * own: each order or heartbeat that comes again is answered again. Local.
     *
     * @param value 1 to 10000, 50 by default.
     * @return a copy with the setting.
     */
    public GroupConfig withResendMillis(final long value) {
        return Changed.copy(this, copy -> copy.resendMillis = Checks.range("resendMillis", value, 1, 10000));
    }

    /**
     * See {@link #withRequestTimeoutMillis}. Local.
     * @return the value.
     */
    public long requestTimeoutMillis() {
        return requestTimeoutMillis;
    }

    /**
     * How long a client's call may take before it fails as unknown, or as not applied where nothing was sent. Local.
     *
     * @param value 10 to 600000, 5000 by default.
     * @return a copy with the setting.
     */
    public GroupConfig withRequestTimeoutMillis(final long value) {
        return Changed.copy(this,
            copy -> copy.requestTimeoutMillis = Checks.range("requestTimeoutMillis", value, 10, 600000));
    }

    /**
     * See {@link #withRetryMillis}. Local.
     * @return the value.
     */
    public long retryMillis() {
        return retryMillis;
    }

    /**
     * After how long without an answer a client sends a command again (S9); while answers take longer, as on a slow
     * disk, after as long as they have taken lately, up to half of {@link #requestTimeoutMillis()}. At most
     * {@link #requestTimeoutMillis()}, which is checked when a node or client starts. Local.
     *
     * @param value 1 to 60000, 300 by default.
     * @return a copy with the setting.
     */
    public GroupConfig withRetryMillis(final long value) {
        return Changed.copy(this, copy -> copy.retryMillis = Checks.range("retryMillis", value, 1, 60000));
    }

    /**
     * See {@link #withMaxParts}. Local.
     * @return the value.
     */
    public int maxParts() {
        return maxParts;
    }

    /**
     * How many parts of entries a node of a coded group holds at most: those that the snapshots of f + 1 members do not
     * cover yet, and those that the state refers to. A part takes about 200 bytes of memory. When slots of a quarter of
     * it were applied since its last snapshot, a running node writes another one. What n - f members have no room for
     * is refused as overload, before anything of it is sent (S13). Means nothing in other groups. Local.
     *
     * @param value 256 to 8388608, 262144 by default.
     * @return a copy with the setting.
     */
    public GroupConfig withMaxParts(final int value) {
        final GroupConfig copy = new GroupConfig(this);
        copy.maxParts = Checks.range("maxParts", value, 256, 8388608);
        return copy;
    }

    /** Every setting with its value. */
    @Override
    public String toString() {
        return "GroupConfig[mode=" + (code == null ? "scattered" : code) + ", leases=" + leases
            + ", persistence=" + persistence
            + ", copies=" + copies + ", hedgeMillis=" + hedgeMillis + ", dissemination=" + dissemination
            + ", replierPolicy=" + roles.replier() + ", learning=" + roles.learning()
            + ", quorums=" + roles.quorums()
            + ", windowEntries=" + windowEntries
            + ", pendingEntries=" + pendingEntries + ", pendingBytes=" + pendingBytes
            + ", maxBatchBytes=" + maxBatchBytes + ", maxBatchCommands=" + maxBatchCommands
            + ", maxCommandBytes=" + maxCommandBytes + ", maxReplyBytes=" + maxReplyBytes
            + ", clientWindow=" + clientWindow + ", maxSessions=" + maxSessions
            + ", sessionTimeoutMillis=" + sessionTimeoutMillis + ", sessionBytes=" + sessionBytes
            + ", replierQueueBound=" + replierQueueBound + ", queueMillis=" + queueMillis()
            + ", electionTimeoutMillis=" + electionTimeoutMillis + ", heartbeatMillis=" + heartbeatMillis
            + ", resendMillis=" + resendMillis + ", requestTimeoutMillis=" + requestTimeoutMillis
            + ", retryMillis=" + retryMillis + ", maxParts=" + maxParts + "]";
    }

    /** Which members answer, which learn for themselves, and how those count that vote. */
    private record Roles(ReplierPolicy replier, Learning learning, QuorumLayout quorums) {
    }

    /** A copy with one setting more. */
    private static final class Changed {
        private Changed() {
        }

        static GroupConfig copy(final GroupConfig config, final Consumer<GroupConfig> change) {
            final GroupConfig copy = new GroupConfig(config);
            change.accept(copy);
            return copy;
        }
    }

    /** Which policies of a group rule each other out, or mean nothing in its mode. */
    private static final class PolicyChecks {
        private PolicyChecks() {
        }

        static void check(final GroupConfig config) {
            checkStorage(config);
            checkUse(config);
        }

        /** A coded group has no leader that spreads bodies or names who replies: what is said of these is refused. */
        private static void checkUse(final GroupConfig config) {
            if (config.code() == null) {
                return;
            }
            final GroupConfig unset = GroupConfig.scattered();
            refuse(config, "dissemination", config.dissemination(), unset.dissemination());
            refuse(config, "replierPolicy", config.replierPolicy(), unset.replierPolicy());
            refuse(config, "learning", config.learning(), unset.learning());
            refuse(config, "replierQueueBound", config.replierQueueBound(), unset.replierQueueBound());
            refuse(config, "quorums", config.quorums(), unset.quorums());
            refuse(config, "queueMillis", config.queueMillis(), unset.queueMillis());
            refuse(config, "hedgeMillis", config.hedgeMillis(), unset.hedgeMillis());
        }

        private static void refuse(final GroupConfig config, final String setting, final Object value,
                                   final Object unset) {
            if (!unset.equals(value)) {
                throw new ConfigException(setting + " is " + value + ", but a group that is " + config.code()
                    + " has no use for it: it must be " + unset);
            }
        }

        /** Checks what is stored where: some settings rule each other out. */
        private static void checkStorage(final GroupConfig config) {
            if (config.code() != null
                && (config.copies() != WriteQuorum.ALL || config.persistence() != Persistence.SCATTERED)) {
                throw new ConfigException("copies is " + config.copies() + " and persistence is " + config.persistence()
                    + ", but copies must be ALL and persistence SCATTERED in a group that is " + config.code());
            }
            if (config.copies() == WriteQuorum.QUORUM && config.persistence() != Persistence.SCATTERED) {
                throw new ConfigException("copies is QUORUM and persistence is " + config.persistence()
                    + ", but copies must be ALL unless persistence is SCATTERED");
            }
        }
    }
}
