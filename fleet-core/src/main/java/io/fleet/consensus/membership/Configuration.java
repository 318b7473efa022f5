package io.fleet.consensus.membership;

import io.fleet.config.QuorumLayout;
import io.fleet.consensus.quorum.JointReads;
import io.fleet.consensus.quorum.QuorumSystem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Who belongs to a group from one LSN on, until the next configuration (S14). Immutable. The LSN of the entry that
 * brought it is its version: unique, ascending, and just what a node must have recorded to know it. Version 0 is what
 * the group began with, which is no entry.
 */
public final class Configuration {
    /** The most members. */
    public static final int SLOTS = 63;
    /** What a node knows that is to join a group and has heard of none: no members. */
    public static final Configuration UNKNOWN = new Configuration(0, 0, 0, 0, List.of());

    private final long version;
    private final int number;
    private final int groupVersion;
    private final int settings;
    private final List<GroupMember> members;
    private final QuorumLayout quorums;
    /** What counted before, and counts too for who is elected; null for nothing. */
    private final @Nullable QuorumLayout before;
    /** The same, to be gone through in each duty cycle. */
    private final GroupMember[] all;
    private final Optional<GroupMember> learner;
    private final long counting;
    private final QuorumSystem system;

    /**
     * Creates one.
     *
     * @param version      the LSN of its entry; 0 for the first.
     * @param number       how many configurations the group had before it.
     * @param groupVersion what all messages of the group carry; see the node's configuration version.
     * @param settings     a checksum of the settings that all members agree on.
     * @param members      the members, each with a node id and a slot of its own.
     */
    public Configuration(final long version, final int number, final int groupVersion, final int settings,
                         final List<GroupMember> members) {
        this(version, number, groupVersion, settings, members, QuorumLayout.majority(), null);
    }

    /**
     * Creates one with a quorum system.
     *
     * @param version      the LSN of its entry; 0 for the first.
     * @param number       how many configurations the group had before it.
     * @param groupVersion what all messages of the group carry; see the node's configuration version.
     * @param settings     a checksum of the settings that all members agree on.
     * @param members      the members, each with a node id and a slot of its own.
     * @param quorums      how the voters count.
     * @param before       how they counted before, which counts too for who is elected; null for nothing.
     */
    public Configuration(final long version, final int number, final int groupVersion, final int settings,
                         final List<GroupMember> members, final QuorumLayout quorums,
                         final @Nullable QuorumLayout before) {
        this.version = version;
        this.number = number;
        this.groupVersion = groupVersion;
        this.settings = settings;
        this.quorums = quorums;
        this.before = before;
        final List<GroupMember> sorted = new ArrayList<>(members);
        sorted.sort(Comparator.comparingInt(GroupMember::slot));
        this.members = List.copyOf(sorted);
        all = sorted.toArray(new GroupMember[0]);
        learner = sorted.stream().filter(GroupMember::isLearner).findFirst();
        counting = Places.counting(this.members, quorums, before);
        final QuorumSystem next = Places.system(this.members, quorums);
        system = before == null ? next : new JointReads(next, Places.system(this.members, before));
    }

    /**
     * The configuration that a group begins with: all vote, and have the slots of their places in the list.
     *
     * @param nodes        the node ids, ascending.
     * @param groupVersion what all messages of the group carry.
     * @param settings     a checksum of the settings that all members agree on.
     * @param endpoints    where they are reached, in the same order; empty where that is not known.
     * @return the configuration.
     */
    public static Configuration first(final int[] nodes, final int groupVersion, final int settings,
                                      final List<String> endpoints) {
        return first(nodes, new int[0], groupVersion, settings, endpoints);
    }

    /**
     * The configuration that a group with witnesses begins with: all vote, and have the slots of their places in the
     * list.
     *
     * @param nodes        the node ids, ascending.
     * @param witnesses    those of them that execute nothing.
     * @param groupVersion what all messages of the group carry.
     * @param settings     a checksum of the settings that all members agree on.
     * @param endpoints    where they are reached, in the same order; empty where that is not known.
     * @return the configuration.
     */
    public static Configuration first(final int[] nodes, final int[] witnesses, final int groupVersion,
                                      final int settings, final List<String> endpoints) {
        final List<GroupMember> members = new ArrayList<>();
        for (int i = 0; i < nodes.length; i++) {
            final int node = nodes[i];
            final boolean isWitness = Arrays.stream(witnesses).anyMatch(witness -> witness == node);
            members.add(new GroupMember(node, i, true, GroupMember.NOBODY,
                i < endpoints.size() ? endpoints.get(i) : "", 0, isWitness ? MemberRole.STORAGE : MemberRole.FULL));
        }
        return new Configuration(0, 0, groupVersion, settings, members);
    }

    /**
     * The LSN of the entry that brought it.
     *
     * @return the LSN; 0 for the first one.
     */
    public long version() {
        return version;
    }

    /** How many configurations the group had before this one. */
    public int number() {
        return number;
    }

    /** What all messages of the group carry. */
    public int groupVersion() {
        return groupVersion;
    }

    /** A checksum of the settings that all members agree on. */
    public int settings() {
        return settings;
    }

    /**
     * The members by slot.
     *
     * @return all of them.
     */
    public List<GroupMember> members() {
        return members;
    }

    /**
     * The members' numbers.
     *
     * @return in the order of {@link #members()}; owned by the caller.
     */
    public int[] nodes() {
        return members.stream().mapToInt(GroupMember::node).toArray();
    }

    /**
     * The node ids of the members that execute, and so can be asked about the state.
     *
     * @return in the order of {@link #members()}; owned by the caller.
     */
    public int[] replicas() {
        return members.stream().filter(member -> !member.isWitness()).mapToInt(GroupMember::node).toArray();
    }

    /**
     * A member.
     *
     * @param node its node id.
     * @return the member; null when it is none.
     */
    public GroupMember member(final int node) {
        for (final GroupMember member : all) {
            if (member.node() == node) {
                return member;
            }
        }
        return null;
    }

    /** Those that count in quorums, as a set of slots. */
    public long voters() {
        long voters = 0;
        for (final GroupMember member : all) {
            voters |= member.voter() ? 1L << member.slot() : 0;
        }
        return voters;
    }

    /** Those that get everything and do not vote, now or later, as a set of slots. */
    public long observers() {
        long observers = 0;
        for (final GroupMember member : all) {
            observers |= member.isObserver() ? 1L << member.slot() : 0;
        }
        return observers;
    }

    /** Those that persist and vote, now or later, and execute nothing, as a set of slots. */
    public long witnesses() {
        long witnesses = 0;
        for (final GroupMember member : all) {
            witnesses |= member.isWitness() ? 1L << member.slot() : 0;
        }
        return witnesses;
    }

    /** The node ids of those that vote and execute. */
    public Set<Integer> fullMembers() {
        return members.stream().filter(member -> member.voter() && !member.isWitness()).map(GroupMember::node)
            .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * How the voters count.
     *
     * @return the layout.
     */
    public QuorumLayout quorums() {
        return quorums;
    }

    /**
     * How the voters counted before: as long as it is set, who is elected needs a read quorum of both.
     *
     * @return the layout; null where only {@link #quorums} counts.
     */
    public @Nullable QuorumLayout before() {
        return before;
    }

    /** What is a quorum, as sets of slots (S3, S6). */
    public QuorumSystem quorumSystem() {
        return system;
    }

    /** Those that vote and are in quorums: of what others have accepted nothing is chosen. */
    public long counting() {
        return counting;
    }

    /**
     * Whether what some members hold is safe from as many losses as the group can bear (G1, G12). Where the voters that
     * execute are a write quorum, those that hold it must be one: then one of them is in every read quorum. Otherwise
     * it must be held by more than half of those that execute and have no place, and by more than a storage group, or a
     * grid, may lose of its members.
     *
     * @param holders a set of slots.
     * @return true if they are enough copies.
     */
    public boolean isCopied(final long holders) {
        final long full = voters() & ~witnesses();
        if (quorums.isMajority() || system.isWriteQuorum(full)) {
            return system.isWriteQuorum(holders & full);
        }
        final long apart = full & ~counting();
        final int copies = Long.bitCount(holders & apart);
        return copies > Long.bitCount(apart) / 2 && copies > system.tolerated();
    }

    /**
     * Whether the voters that execute are enough copies of the state for as many losses as the group can bear (G1,
     * G12), so that none is ever only where nobody can execute it.
     */
    public boolean hasEnoughReplicas() {
        return isCopied(voters());
    }

    /**
     * The member that is to vote, and does not yet. There is one at most, since one change is made at a time.
     *
     * @return the learner.
     */
    public Optional<GroupMember> learner() {
        return learner;
    }

    /**
     * This configuration with a learner more.
     *
     * @param node     its node id, not a member's.
     * @param endpoint where it is reached.
     * @param replaces the voter whose place it takes once it has caught up, or {@link GroupMember#NOBODY}.
     * @return the next configuration; its version is not known yet.
     */
    public Configuration withLearner(final int node, final String endpoint, final int replaces) {
        return withLearner(node, endpoint, replaces, MemberRole.FULL);
    }

    /**
     * This configuration with a learner more.
     *
     * @param node     its node id, not a member's.
     * @param endpoint where it is reached.
     * @param replaces the voter whose place it takes once it has caught up, or {@link GroupMember#NOBODY}.
     * @param role     what it is to be, {@link MemberRole#FULL} or {@link MemberRole#STORAGE}.
     * @return the next configuration; its version is not known yet.
     */
    public Configuration withLearner(final int node, final String endpoint, final int replaces,
                                     final MemberRole role) {
        return with(new GroupMember(node, freeSlot(), false, replaces, endpoint, 0, role));
    }

    /**
     * This configuration with an observer more.
     *
     * @param node     its node id, not a member's.
     * @param endpoint where it is reached.
     * @return the next configuration; its version is not known yet.
     */
    public Configuration withObserver(final int node, final String endpoint) {
        return with(GroupMember.observer(node, freeSlot(), endpoint));
    }

    /**
     * This configuration with an observer as its learner.
     *
     * @param node     the observer's node id.
     * @param replaces the voter whose place it takes once it has caught up, or {@link GroupMember#NOBODY}.
     * @return the next configuration; its version is not known yet.
     */
    public Configuration withObserverAsLearner(final int node, final int replaces) {
        return next(members.stream().map(member -> member.node() == node ? member.asLearner(replaces) : member)
            .toList());
    }

    private int freeSlot() {
        int slot = 0;
        for (final GroupMember member : members) {
            slot += member.slot() == slot ? 1 : 0;
        }
        return slot;
    }

    private Configuration with(final GroupMember member) {
        final List<GroupMember> next = new ArrayList<>(members);
        next.add(member);
        return next(next);
    }

    /**
     * This configuration with its learner as a voter, and without the voter that it replaces.
     *
     * @return the next configuration; its version is not known yet.
     */
    public Configuration withLearnerPromoted() {
        final GroupMember learner = learner().orElseThrow(() -> new IllegalStateException("nobody is a learner"));
        final List<GroupMember> next = new ArrayList<>();
        for (final GroupMember member : members) {
            if (member.equals(learner)) {
                next.add(learner.promoted());
            } else if (member.node() != learner.replaces()) {
                next.add(member);
            }
        }
        return next(next, quorums.replaced(learner.replaces(), learner.node()), null);
    }

    /**
     * This configuration with another quorum system. Where its read quorums need not meet the write quorums of this
     * one, those of this one count too for who is elected, until the configuration after it.
     *
     * @param layout how the voters count.
     * @return the next configuration; its version is not known yet.
     */
    public Configuration withQuorums(final QuorumLayout layout) {
        final boolean meets = Places.system(members, layout).readsMeetWritesOf(Places.system(members, quorums));
        return next(members, layout, meets ? null : quorums);
    }

    /**
     * This configuration with what counts already, and nothing of what counted before.
     *
     * @return the next configuration; its version is not known yet.
     */
    public Configuration withQuorumsAlone() {
        return next(members, quorums, null);
    }

    /**
     * This configuration without a member.
     *
     * @param node its node id.
     * @return the next configuration; its version is not known yet.
     */
    public Configuration without(final int node) {
        return next(members.stream().filter(member -> member.node() != node).toList(), quorums.without(node), before);
    }

    /**
     * The same configuration with what is known of the lives of its voters and observers (S15), which must not be lost
     * with those who go. Of a learner those who promise tell it, and nobody goes while it learns.
     *
     * @param numberOf of a node: the least number of a life in which it counts; one below that of before changes
     *                 nothing.
     * @return the configuration.
     */
    public Configuration withLives(final IntUnaryOperator numberOf) {
        return new Configuration(version, number, groupVersion, settings, members.stream()
            .map(member -> member.isLearner() ? member : member.withLeastNumber(numberOf.applyAsInt(member.node())))
            .toList(), quorums, before);
    }

    /**
     * The same configuration as the entry at an LSN brings it.
     *
     * @param lsn the LSN.
     * @return the configuration.
     */
    public Configuration at(final long lsn) {
        return new Configuration(lsn, number, groupVersion, settings, members, quorums, before);
    }

    /**
     * The same configuration with other members, such as the same ones at other addresses.
     *
     * @param others the members.
     * @return the configuration.
     */
    public Configuration withMembers(final List<GroupMember> others) {
        return new Configuration(version, number, groupVersion, settings, others, quorums, before);
    }

    /**
     * The same configuration as a group begins with it that counts in another way.
     *
     * @param layout how the voters count.
     * @return the configuration.
     */
    public Configuration countedBy(final QuorumLayout layout) {
        return new Configuration(version, number, groupVersion, settings, members, layout, null);
    }

    private Configuration next(final List<GroupMember> next) {
        return next(next, quorums, before);
    }

    private Configuration next(final List<GroupMember> next, final QuorumLayout layout,
                               final @Nullable QuorumLayout former) {
        return new Configuration(version, number + 1, groupVersion, settings, next, layout, former);
    }

    /** Whether another one says the same. */
    @Override
    public boolean equals(final Object other) {
        return other instanceof Configuration that && version == that.version && number == that.number
            && groupVersion == that.groupVersion && settings == that.settings && members.equals(that.members)
            && quorums.equals(that.quorums) && Objects.equals(before, that.before);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(version) * 31 + members.hashCode();
    }

    /** A form for people, such as {@code 3 (LSN 812): 0, 1, 2, 5 learns for 1}. */
    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder().append(number).append(" (LSN ").append(version).append("):");
        String separator = " ";
        for (final GroupMember member : members) {
            text.append(separator).append(member.node());
            text.append(member.isWitness() ? " (witness)" : "");
            if (member.isObserver()) {
                text.append(" observes");
            } else if (!member.voter()) {
                text.append(" learns").append(member.replaces() < 0 ? "" : " for " + member.replaces());
            }
            separator = ", ";
        }
        if (!quorums.isMajority() || before != null) {
            text.append("; ").append(quorums);
        }
        return before == null ? text.toString() : text.append(", after ").append(before).toString();
    }
}
