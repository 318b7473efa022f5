package io.fleet.scattered.context;

import io.fleet.consensus.GroupMembers;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.consensus.quorum.QuorumSystem;
import io.fleet.consensus.snapshot.SnapshotPeers;
import io.fleet.storage.coverage.CoverageMark;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Who belongs to the group as far as this node may act on it (S14): the newest configuration that its ordered log, or a
 * snapshot, holds durably. Sets of members are bit masks over slots. Of newer configurations that one member has told
 * it of, this node knows the members, to ask them for what it lacks, and nothing else. What so many have told that one
 * of them must be right ({@link ConfigurationClaims}) it believes.
 */
public final class Membership implements GroupMembers, SnapshotPeers {
    /** What {@link #nodes()} holds where a slot is nobody's. */
    public static final int NOBODY = -1;
    /** Of four questions the last is put to anybody. */
    private static final int ANYBODY = 3;

    private final int self;
    private final int[] nodes = new int[Configuration.SLOTS];
    private final int[] leastNumbers = new int[Configuration.SLOTS];
    private static final CoverageMark ONE_WORD = CoverageMark.named("membership.one-word-is-not-enough");

    private final ConfigurationClaims words = new ConfigurationClaims();
    private Configuration current;
    /** The newest that this node acts on, or that enough members have said. */
    private Configuration heard;
    /** The newest version of which any member has said, asked, that it acts on it. */
    private long known;
    /** The newest version at which a leader was elected, as far as this node has heard. */
    private long inForce;
    private long hinted;
    private Configuration suspected = Configuration.UNKNOWN;
    private int[] peers = {};
    private int[] sources = {};
    private int slots;
    private int ownSlot;
    private long voters;
    private RoleSets roles;
    private QuorumSystem quorum;

    /**
     * Creates it.
     *
     * @param self  this node.
     * @param first the newest configuration that it holds durably.
     */
    public Membership(final int self, final Configuration first) {
        this.self = self;
        heard = first;
        known = first.version();
        become(first);
    }

    /**
     * A group of fixed members.
     *
     * @param self  this node.
     * @param nodes all node ids, ascending; each votes.
     * @return the membership.
     */
    public static Membership of(final int self, final int... nodes) {
        return new Membership(self, Configuration.first(nodes, 0, 0, List.of()));
    }

    @Override
    public Configuration current() {
        return current;
    }

    @Override
    public Configuration heard() {
        return heard;
    }

    /** The version of {@link #current()}. */
    public long version() {
        return current.version();
    }

    /** The node of each slot; {@link #NOBODY} for those that are free. */
    int[] nodes() {
        return nodes;
    }

    /** The least number of a life in which a node counts, as the configuration says (S15); 0 where it says nothing. */
    int leastNumber(final int node) {
        final int slot = slotOf(node);
        return slot < 0 ? 0 : leastNumbers[slot];
    }

    /** All slots in use are below this. */
    int slots() {
        return slots;
    }

    @Override
    public int nodeAt(final int slot) {
        return nodes[slot];
    }

    @Override
    public int[] others() {
        return peers;
    }

    /**
     * Whom this node asks for what it lacks: those that may vote in turn, and each fourth time any other that may
     * belong to the group. There may be many observers, all of them away; and one of them may be the last that has it.
     *
     * @param turn any number; one more for each question.
     * @return a node; this one where there are no others.
     */
    public int source(final int turn) {
        final int next = turn & Integer.MAX_VALUE;
        final boolean isAny = sources.length == 0 || sources.length < peers.length && (next & ANYBODY) == ANYBODY;
        final int[] from = isAny ? peers : sources;
        final int place = sources.length == peers.length ? next : isAny ? next >>> 2 : next - (next >>> 2);
        return from.length == 0 ? self : from[place % from.length];
    }

    @Override
    public int slotOf(final int node) {
        for (int i = 0; i < slots; i++) {
            if (nodes[i] == node) {
                return i;
            }
        }
        return -1;
    }

    /** The slot of this node, or -1. */
    public int ownSlot() {
        return ownSlot;
    }

    /** Those that count in quorums, as a set of slots. */
    public long voters() {
        return voters;
    }

    public boolean isVoter(final int slot) {
        return slot >= 0 && (voters >>> slot & 1) != 0;
    }

    /** Whether this node counts in quorums, as far as the configuration goes. */
    public boolean amVoter() {
        return isVoter(ownSlot);
    }

    /** What the members are for. */
    public RoleSets roles() {
        return roles;
    }

    /** Whether a member is the only one that votes. */
    public boolean isOnlyVoter(final int slot) {
        return slot >= 0 && voters == 1L << slot;
    }

    /** Whether this node is the only member. */
    public boolean isAlone() {
        return current.members().size() == 1 && ownSlot >= 0;
    }

    public QuorumSystem quorum() {
        return quorum;
    }

    /** All others that may belong to the group: of the current configuration, and of each that a member told of. */
    public int[] peers() {
        return peers;
    }

    /**
     * Whether this node is known not to belong to the group any more: the newest configuration that it has heard of
     * has others, and not this node, and a leader was elected in it, so that it does without this node.
     */
    @Override
    public boolean isRemoved() {
        return heard.version() > 0 && isInForce(heard) && !heard.members().isEmpty() && heard.member(self) == null;
    }

    /** A member that was asked says that it acts on a version, whose entry is chosen then. */
    public void noteKnown(final long version) {
        known = Math.max(known, version);
    }

    /** The newest version that any member says it acts on; {@link #version()} or more. One may be wrong. */
    public long known() {
        return known;
    }

    /**
     * A leader was elected in the configuration of a version: a read quorum of its voters holds everything up to its
     * entry durably. Of no effect for a version that is not known to be chosen.
     */
    public void noteInForce(final long version) {
        if (version <= heard.version()) {
            inForce = Math.max(inForce, version);
        }
    }

    /** Somebody speaks of a newer version, and it is being asked whether that is so; 0 for none. */
    public void hinted(final long version) {
        hinted = version;
        if (version == 0) {
            suspected = Configuration.UNKNOWN;
        }
    }

    /** The newest version that somebody speaks of, while the others are asked; 0 for none. */
    public long hinted() {
        return hinted;
    }

    /** Whether a node belongs to the group, as far as this one knows, and is not this one. */
    public boolean isPeer(final int node) {
        return Arrays.binarySearch(peers, node) >= 0;
    }

    /** This node. */
    public int self() {
        return self;
    }

    /** Whether this node knows no member at all, not even itself. */
    public boolean knowsNobody() {
        return current.members().isEmpty() && heard.members().isEmpty();
    }

    /**
     * A node that knows nobody else has been told of members, and asks them whether that is so: nobody else could say;
     * false when it asks others already.
     */
    public boolean suspect(final Configuration configuration) {
        if (peers.length > 0 || !suspected.members().isEmpty()) {
            return false;
        }
        suspected = configuration;
        return true;
    }

    @Override
    public Configuration suspected() {
        return suspected;
    }

    /** Whether a leader was elected in a configuration, or in a newer one. */
    public boolean isInForce(final Configuration configuration) {
        return configuration.version() <= inForce;
    }

    /** The newest version at which a leader was elected, as far as this node has heard. */
    long inForce() {
        return inForce;
    }

    /**
     * A node that was asked says that a configuration exists; false when that changes nothing. Of those that vote as
     * far as this node knows, enough must say the same. A node that knows no voter but itself believes whom it has
     * asked, and one that knows nobody at all believes who invites it.
     *
     * @param isInForce whether it says, too, that a leader was elected in it.
     */
    public boolean hear(final int node, final Configuration configuration, final boolean isInForce) {
        final boolean invited = knowsNobody();
        final Configuration base = current.members().isEmpty() ? heard : current;
        if (!invited && !words.add(node, configuration, isInForce, base, self)) {
            return false;
        }
        noteKnown(configuration.version());
        if (invited || words.isSaid(configuration, false, base, self)) {
            heard = configuration.version() > heard.version() || invited ? configuration : heard;
        } else {
            ONE_WORD.hit();
        }
        if (isInForce && (invited || words.isSaid(configuration, true, base, self))) {
            noteInForce(configuration.version());
        }
        findPeers();
        return true;
    }

    /** A node that was asked knows of nothing newer. */
    public void forget(final int node) {
        words.forget(node);
    }

    /**
     * Of what is newer than this version the others are asked: the newest one once more that is without this node, as
     * long as it is not known that a leader was elected in it.
     */
    public long asksBeyond() {
        final boolean asksAgain = heard.version() > current.version() && heard.member(self) == null
            && !isInForce(heard);
        return asksAgain ? heard.version() - 1 : heard.version();
    }

    @Override
    public List<Configuration> told() {
        return words.all();
    }

    /** This node holds a configuration durably, and acts on it from now on; false when it is not a newer one. */
    public boolean adopt(final Configuration next) {
        if (next.version() <= current.version()) {
            return false;
        }
        if (next.version() > heard.version()) {
            heard = next;
        }
        noteKnown(next.version());
        words.retain(next);
        become(next);
        return true;
    }

    private void become(final Configuration next) {
        current = next;
        Arrays.fill(nodes, NOBODY);
        slots = 0;
        for (final GroupMember member : next.members()) {
            nodes[member.slot()] = member.node();
            leastNumbers[member.slot()] = member.leastNumber();
            slots = Math.max(slots, member.slot() + 1);
        }
        ownSlot = slotOf(self);
        roles = new RoleSets(next);
        voters = roles.voters();
        quorum = next.quorumSystem();
        findPeers();
    }

    private void findPeers() {
        final IntStream others = Stream.concat(Stream.of(current, heard), words.all().stream())
            .flatMap(configuration -> configuration.members().stream()).mapToInt(GroupMember::node);
        peers = others.filter(node -> node != self).distinct().sorted().toArray();
        sources = Arrays.stream(peers).filter(node -> current.member(node) == null || !current.member(node)
            .isObserver())
            .toArray();
    }
}
