package io.fleet.storage.meta;

import io.fleet.storage.BirthId;
import io.fleet.storage.Life;
import io.fleet.storage.SettingsChangedException;
import io.fleet.storage.StorageException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.VoterState;
import io.fleet.storage.coverage.CoverageMark;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.log.Flusher;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntConsumer;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.IntHashSet;

/**
 * Identity, incarnation, promises and standings of a node, and the settings that its groups are bound to. Changes of
 * many groups become durable together.
 *
 * <p>Threads: one owner, which never waits for the disk after {@link #open}; the {@link Flusher} on any one thread.
 */
public final class MetaStore implements AutoCloseable {
    /** How many groups a store has room for; one with two standings takes the place of two. */
    public static final int MAX_GROUPS = MetaImage.MAX_GROUPS;

    private static final CoverageMark SETTINGS_CHANGED = CoverageMark.named("meta-store.settings-changed");
    private static final CoverageMark LEASE_FORGOTTEN = CoverageMark.named("meta-store.longer-leases-are-forgotten");

    private static final class GroupPromise {
        private long promised;
        private long durable;
        private VoterState standing = VoterState.NEW;
        private VoterState durableStanding = VoterState.NEW;
        private GroupSettings settings;
        private int lease;
        /** No more than any image says that is being written. */
        private int durableLease;

        /** An image is durable that says so of the group; whether that is new. */
        private boolean durable(final long ballot, final VoterState newStanding, final int newLease) {
            final int least = Math.min(newLease, lease);
            final boolean isNew = durable != ballot || durableStanding != newStanding || durableLease != least;
            durable = ballot;
            durableStanding = newStanding;
            durableLease = least;
            return isNew;
        }
    }

    private final MetaFile file;
    private final MetaFlusher flusher;
    private final StorageIdentity identity;
    private final int directories;
    private final int[] members;
    private final long incarnation;
    private final Int2ObjectHashMap<GroupPromise> groups = new Int2ObjectHashMap<>();
    private final boolean closedBefore;
    private long sequence;
    private long voterId;
    private long durableVoterId;
    private boolean newLife;
    private long birthId;
    private long durableBirthId;
    private int lifeNumber;
    private int durableLifeNumber;
    private final Map<Integer, Long> lives = new HashMap<>();
    private Map<Integer, Long> durableLives;
    private final LeastIncarnations leastNumbers;
    private final SettledBallots settledBallots;
    private StartMarks marks;
    private boolean logsLost;
    private boolean membersChanged;
    private boolean soleVoter;
    private boolean closed;
    private boolean dirty;

    private MetaStore(final MetaFile file, final StorageIdentity identity, final int directories,
                      final int[] members, final Map<Integer, GroupSettings> settings, final int mark) {
        this.members = members;
        this.file = file;
        this.identity = identity;
        this.directories = directories;
        final MetaImage newest = file.newest();
        incarnation = newest.incarnation + 1;
        sequence = newest.sequence;
        voterId = newest.voterId;
        durableVoterId = voterId;
        birthId = newest.birthId;
        durableBirthId = birthId;
        lifeNumber = newest.lifeNumber;
        durableLifeNumber = lifeNumber;
        lives.putAll(newest.lives);
        durableLives = newest.lives;
        leastNumbers = new LeastIncarnations(newest.numbers, () -> dirty = true);
        settledBallots = new SettledBallots(newest.settled, () -> dirty = true);
        marks = newest.marks.with(incarnation, mark);
        closedBefore = newest.closed;
        logsLost = newest.logsLost;
        membersChanged = newest.membersChanged;
        soleVoter = newest.soleVoter;
        newest.promises.forEachInt((group, ballot) -> {
            final GroupPromise promise = group(group);
            promise.promised = ballot;
            promise.durable = ballot;
            promise.standing = newest.standing(group);
            promise.durableStanding = promise.standing;
            promise.settings = newest.settings.get(group);
            promise.lease = newest.lease(group);
            promise.durableLease = promise.lease;
        });
        settings.forEach((group, given) -> group(group).settings = given);
        file.write(image());
        flusher = new MetaFlusher(file);
    }

    /**
     * Opens the store as one that hosts no group: what groups are bound to stays as it is.
     *
     * @param identity    of the node.
     * @param directories how many directories the node's scattered log has.
     * @param members     the node ids of the cluster's members.
     * @param disk        the directory of the store; not owned.
     * @return the store.
     * @throws StorageException as the other way to open it.
     */
    public static MetaStore open(final StorageIdentity identity, final int directories, final int[] members,
                                 final Disk disk) {
        return open(identity, directories, members, Map.of(), disk);
    }

    /**
     * Opens the store under a mark of 0, as {@link #open(StorageIdentity, int, int[], Map, int, Disk)}.
     *
     * @param identity    of the node.
     * @param directories how many directories the node's scattered log has.
     * @param members     the node ids of the cluster's members.
     * @param settings    of each group that the node hosts.
     * @param disk        the directory of the store; not owned.
     * @return the store.
     */
    public static MetaStore open(final StorageIdentity identity, final int directories, final int[] members,
                                 final Map<Integer, GroupSettings> settings, final Disk disk) {
        return open(identity, directories, members, settings, 0, disk);
    }

    /**
     * Opens the store. In a directory without one it is created and the identity written; otherwise the identity must
     * match, and so must the settings of each group that is bound to some. The others are bound to what is given. The
     * new incarnation and the settings are durable before the return; what is refused has changed nothing.
     *
     * @param identity    of the node.
     * @param directories how many directories the node's scattered log has.
     * @param members     the node ids of the cluster's members, ascending, at most 64: with other members a majority
     *                    is another set, so a directory is bound to them.
     * @param settings    of each group that the node hosts.
     * @param mark        by chance: what tells this start from one of a copy of the directory ({@link Life#mark}).
     * @param disk        the directory of the store; not owned.
     * @return the store.
     * @throws io.fleet.storage.ForeignStorageException when it belongs to another node, another number of directories,
     * or other members.
     * @throws SettingsChangedException when a group is bound to other settings.
     * @throws io.fleet.storage.DamagedStorageException when neither of its two slots is sound.
     * @throws StorageException when there is no room for the groups, as with {@link #promise}.
     */
    public static MetaStore open(final StorageIdentity identity, final int directories, final int[] members,
                                 final Map<Integer, GroupSettings> settings, final int mark, final Disk disk) {
        if (members.length > MetaImage.MAX_MEMBERS) {
            throw new IllegalArgumentException("number of members " + members.length + " is not in [0, "
                + MetaImage.MAX_MEMBERS + "]");
        }
        final MetaFile file = MetaFile.open(identity, directories, members, disk);
        boolean opened = false;
        try {
            settings.forEach((group, given) -> requireBoundTo(file.newest(), group, given, disk.name()));
            final MetaStore store = new MetaStore(file, identity, directories, members.clone(), settings, mark);
            opened = true;
            return store;
        } finally {
            if (!opened) {
                file.close();
            }
        }
    }

    private static void requireBoundTo(final MetaImage image, final int group, final GroupSettings given,
                                       final String where) {
        final GroupSettings stored = image.settings.get(group);
        if (stored != null && !stored.allows(given)) {
            SETTINGS_CHANGED.hit();
            throw new SettingsChangedException("group " + group + ": " + given.differencesFrom(stored)
                + ": that is what it was set up with in " + where + ", and what its log was applied under");
        }
    }

    /**
     * What a group is bound to.
     *
     * @param groupId of the group.
     * @return the settings; null when it was never opened with any.
     */
    public GroupSettings settings(final int groupId) {
        final GroupPromise promise = groups.get(groupId);
        return promise == null ? null : promise.settings;
    }

    /**
     * How often this store has been opened.
     *
     * @return 1 at the first opening, and one higher at each.
     */
    public long incarnation() {
        return incarnation;
    }

    /**
     * What tells a start of this directory from one of a copy of it.
     *
     * @param start which, from 1 to {@link #incarnation}.
     * @return its mark; -1 where it is not kept. It is of the last 1,024 that heard other nodes, of the last 256 that
     * heard none, and of none before this version of the store.
     */
    public int markOf(final long start) {
        return marks.markOf(start);
    }

    /** Stages that this start has heard another node: others may know it, and want it proven by later ones. */
    public void heardOthers() {
        final StartMarks heard = marks.heard();
        dirty |= heard != marks;
        marks = heard;
    }

    /**
     * The highest promise of a group that was set, durable or not.
     *
     * @param groupId of the group.
     * @return the ballot; 0 when there is none.
     */
    public long promised(final int groupId) {
        final GroupPromise promise = groups.get(groupId);
        return promise == null ? 0 : promise.promised;
    }

    /**
     * Stages a promise; it may be revealed once {@link #durablePromise} has reached it (rule S2). One that is not above
     * the present one changes nothing.
     *
     * @param groupId of the group.
     * @param ballot  below which the node refuses from now on.
     * @throws StorageException when there are more groups than the store can hold, {@link #MAX_GROUPS}.
     */
    public void promise(final int groupId, final long ballot) {
        final GroupPromise promise = group(groupId);
        if (ballot > promise.promised) {
            promise.promised = ballot;
            dirty = true;
        }
    }

    /**
     * What tells the cluster apart from others with its number.
     *
     * @return the birth id, as far as it is durable; {@link BirthId#NONE} where the node does not know it yet.
     */
    public long birthId() {
        return durableBirthId;
    }

    /**
     * As {@link #birthId()}, whether it is durable or not.
     *
     * @return the birth id; {@link BirthId#NONE} where none was ever given to {@link #born}.
     */
    public long stagedBirthId() {
        return birthId;
    }

    /**
     * Stages the birth id. It is set once, and never again.
     *
     * @param id not {@link BirthId#NONE}.
     * @throws IllegalStateException when another one is known.
     */
    public void born(final long id) {
        if (id == BirthId.NONE || birthId != BirthId.NONE && birthId != id) {
            throw new IllegalStateException("birth id is " + BirthId.format(birthId) + ", and was to become "
                + BirthId.format(id));
        }
        dirty |= birthId != id;
        birthId = id;
    }

    /**
     * The number of the node's life ({@link Life}).
     *
     * @return the number, as far as it is durable; 0 while it has nothing that counts.
     */
    public int lifeNumber() {
        return durableLifeNumber;
    }

    /**
     * Stages the number of the node's life.
     *
     * @param number 0 to {@link Life#MAX_NUMBER}.
     */
    public void lifeNumber(final int number) {
        if (number < 0 || number > Life.MAX_NUMBER) {
            throw new IllegalArgumentException("number of a life is " + number + ", but must be from 0 to "
                + Life.MAX_NUMBER);
        }
        dirty |= lifeNumber != number;
        lifeNumber = number;
    }

    /**
     * The last known life of another node.
     *
     * @param node its number.
     * @return its life; {@link Life#NONE} where none is known.
     */
    public long lifeOf(final int node) {
        return lives.getOrDefault(node, Life.NONE);
    }

    /**
     * The last known life of another node, as far as it is durable.
     *
     * @param node its number.
     * @return its life; {@link Life#NONE} where none is.
     */
    public long durableLifeOf(final int node) {
        return durableLives.getOrDefault(node, Life.NONE);
    }

    /**
     * Stages that another node was heard in a life. There is room for each id that a node can have.
     *
     * @param node its number, 0 to 1023.
     * @param life its life.
     */
    public void knowLife(final int node, final long life) {
        if (node < 0 || node >= MetaImage.MAX_LIVES) {
            throw new IllegalArgumentException("node is " + node + ", but must be from 0 to "
                + (MetaImage.MAX_LIVES - 1));
        }
        lives.put(node, life);
        dirty = true;
    }

    /**
     * In which lives other nodes count at least, as others told.
     *
     * @return what is noted of that with what else is staged here.
     */
    public LeastIncarnations leastNumbers() {
        return leastNumbers;
    }

    /**
     * What is known of ballots that were settled.
     *
     * @return the ballots.
     */
    public SettledBallots settledBallots() {
        return settledBallots;
    }

    private GroupPromise group(final int groupId) {
        GroupPromise promise = groups.get(groupId);
        if (promise == null) {
            if (groups.size() == MetaImage.MAX_GROUPS) {
                throw MetaImage.noRoom(groupId);
            }
            promise = new GroupPromise();
            groups.put(groupId, promise);
        }
        return promise;
    }

    /**
     * The highest promise of a group that is durable.
     *
     * @param groupId of the group.
     * @return the ballot; 0 when there is none.
     */
    public long durablePromise(final int groupId) {
        final GroupPromise promise = groups.get(groupId);
        return promise == null ? 0 : promise.durable;
    }

    /**
     * Stages that the node is about to grant leases of a length in a group (rule L3). It must not before
     * {@link #durableLease} has reached it. One that is not longer than any before changes nothing.
     *
     * @param groupId of the group.
     * @param millis  how long, 1 to 60,000 milliseconds.
     * @throws StorageException when there is no room for the group, as with {@link #promise}.
     */
    public void lease(final int groupId, final int millis) {
        MetaImage.requireLease(millis, 1);
        final GroupPromise group = group(groupId);
        if (millis > group.lease) {
            group.lease = millis;
            dirty = true;
        }
    }

    /**
     * Stages that all longer leases that the node has granted in a group have run out. From now on
     * {@link #durableLease} tells no more than that, since this may be durable at any moment.
     *
     * @param groupId of the group.
     * @param millis  how long those are at most that may be in force, or will be granted before {@link #lease} is asked
     *                for more; 0 to 60,000 milliseconds.
     */
    public void forgetLeases(final int groupId, final int millis) {
        MetaImage.requireLease(millis, 0);
        final GroupPromise group = groups.get(groupId);
        if (group != null && group.lease > millis) {
            LEASE_FORGOTTEN.hit();
            group.lease = millis;
            group.durableLease = Math.min(group.durableLease, millis);
            dirty = true;
        }
    }

    /**
     * The longest lease that the node may have granted in a group and that may be in force, as far as that is durable,
     * and stays so whatever is being written.
     *
     * @param groupId of the group.
     * @return milliseconds; 0 for none.
     */
    public int durableLease(final int groupId) {
        final GroupPromise group = groups.get(groupId);
        return group == null ? 0 : group.durableLease;
    }

    /**
     * How the node stands in a group, as far as that is durable (rule S15).
     *
     * @param groupId of the group.
     * @return {@link VoterState#NEW} when nothing was ever written; never {@link VoterState#SUSPECT}.
     */
    public VoterState durableStanding(final int groupId) {
        final GroupPromise promise = groups.get(groupId);
        return promise == null ? VoterState.NEW : promise.durableStanding;
    }

    /**
     * Whether the node votes in a group and the id of its life as a voter is the one that was staged last, both
     * durably.
     *
     * @param groupId of the group.
     */
    public boolean isVoterDurable(final int groupId) {
        return durableStanding(groupId) == VoterState.VOTER && durableVoterId == voterId;
    }

    /**
     * Whether the node is a voter in any group, or holds what one has given it to keep.
     *
     * @return whether; as far as that is durable.
     */
    public boolean isAnyVoter() {
        for (final GroupPromise promise : groups.values()) {
            if (promise.durableStanding == VoterState.VOTER) {
                return true;
            }
        }
        return false;
    }

    /** Whether the node is a voter in any group, or may be one at any moment, since it is being written that it is. */
    public boolean mayBeVoter() {
        for (final GroupPromise promise : groups.values()) {
            if (promise.standing == VoterState.VOTER) {
                return true;
            }
        }
        return isAnyVoter();
    }

    /**
     * In how many groups the node is a voter. Notes under negative numbers are of what a group's nodes hold, beside the
     * note of the group itself, and not counted.
     *
     * @return groups, hosted today or not; as far as that is durable.
     */
    public int voters() {
        int count = 0;
        for (final Map.Entry<Integer, GroupPromise> group : groups.entrySet()) {
            count += group.getKey() >= 0 && group.getValue().durableStanding == VoterState.VOTER ? 1 : 0;
        }
        return count;
    }

    /**
     * Names the life of the node as a voter. What a node said as a voter and what it says after it has lost its state
     * and become one again differ in it.
     *
     * @return what was given to the last {@link #becomeVoter}, as far as that is durable; 0 when none was.
     */
    public long voterId() {
        return durableVoterId;
    }

    /**
     * Stages that the node votes in a group. It must not before {@link #isVoterDurable} says so. The id is that of all
     * groups, so the first one since {@link #open} stays: a group becomes a voter once in a run at most, and the others
     * would lose promises that they have just made.
     *
     * @param groupId    of the group.
     * @param newVoterId never used before, by chance: 64 random bits.
     * @throws StorageException when there is no room for the group, as with {@link #promise}.
     */
    public void becomeVoter(final int groupId, final long newVoterId) {
        group(groupId).standing = VoterState.VOTER;
        if (!newLife) {
            newLife = true;
            voterId = newVoterId;
        }
        dirty = true;
    }

    /**
     * Stages that what the node had accepted is lost, in part or whole: it votes in no group any more, and its logs are
     * to be set aside before they are used again ({@link #logsLost()}).
     *
     * @param groupIds groups that the node may have voted in, besides those that it knows.
     */
    public void loseLogs(final int... groupIds) {
        for (final int groupId : groupIds) {
            group(groupId).standing = VoterState.LOST;
        }
        for (final GroupPromise group : groups.values()) {
            group.standing = group.standing == VoterState.VOTER ? VoterState.LOST : group.standing;
        }
        logsLost = true;
        dirty = true;
    }

    /**
     * Stages that the node has lost what it said in one group: it does not vote there any more. Its logs stay.
     *
     * @param groupId of the group.
     */
    public void lose(final int groupId) {
        group(groupId).standing = VoterState.LOST;
        dirty = true;
    }

    /**
     * Stages that some of what the node stored in the scattered log is lost. A group that lives on parts of its entries
     * is one that does not hold all of them any more; its votes stay. Any other that is known, hosted or not, has lost
     * what it said.
     *
     * @param ofParts the groups that are hosted, all of which live on parts.
     */
    public void loseStored(final int... ofParts) {
        final IntHashSet votes = new IntHashSet();
        for (final int groupId : ofParts) {
            votes.add(groupId);
            lose(~groupId);
        }
        groups.forEach((groupId, promise) -> promise.standing = promise.standing == VoterState.VOTER
            && !votes.contains(groupId.intValue()) ? VoterState.LOST : promise.standing);
        dirty = true;
    }

    /** Stages that the logs that were lost have been replaced by new ones. */
    public void logsRenewed() {
        dirty |= logsLost;
        logsLost = false;
    }

    /** Whether the logs are known to be damaged and have not been replaced yet. */
    public boolean logsLost() {
        return logsLost;
    }

    /**
     * Whether nothing that the node ever voted on is lost or waits to be given back by others, as far as that is
     * durable.
     *
     * @return whether it votes in some group, and is not {@link VoterState#LOST} in any.
     */
    public boolean isWhole() {
        for (final GroupPromise promise : groups.values()) {
            if (promise.durableStanding == VoterState.LOST) {
                return false;
            }
        }
        return isAnyVoter() && !logsLost;
    }

    /**
     * Stages what the newest configurations of the node's groups say of the others (S14): the list of members that the
     * store was opened with does not tell it any more.
     *
     * @param sole whether nobody votes in some group but this node, so that nobody could repair it.
     */
    public void membersChanged(final boolean sole) {
        dirty |= !membersChanged || soleVoter != sole;
        membersChanged = true;
        soleVoter = sole;
    }

    /**
     * Whether nobody else votes in some group of the node, as far as it has recorded that.
     *
     * @return whether; where no group has had other members than those that founded it, whether the store was opened
     * with one member.
     */
    public boolean isSoleVoter() {
        return membersChanged ? soleVoter : members.length == 1;
    }

    /**
     * Whether the node stopped in good order before this start.
     *
     * @return whether {@link #closed()} was the last that was heard of it.
     */
    public boolean wasClosed() {
        return closedBefore;
    }

    /** Stages that the logs have been closed in good order; {@link #close()} writes it. */
    public void closed() {
        closed = true;
        dirty = true;
    }

    /** Writes what is staged, on the caller's thread: while the node starts, before the flusher has a thread. */
    public void sync() {
        poll();
        while (flusher.hasWork()) {
            flusher.doWork();
            poll();
        }
    }

    /**
     * Sets the store of a directory aside, because it is damaged; what comes then is {@link #createLost}, also after a
     * crash in between ({@link #isSetAside}). One that was set aside before is replaced.
     *
     * @param disk the directory.
     */
    public static void setAside(final Disk disk) {
        disk.rename(MetaFile.NAME, MetaFile.DAMAGED_NAME);
    }

    /**
     * Whether a directory has no store because it was set aside, and nothing has come in its place.
     *
     * @param disk the directory.
     */
    public static boolean isSetAside(final Disk disk) {
        return !exists(disk) && disk.exists(MetaFile.DAMAGED_NAME);
    }

    /**
     * Creates a store in the place of one that is lost, and with it what the node had promised (S15): from its first
     * image on it says that the logs are lost, that the node votes in no group, and that others do.
     *
     * @param identity    of the node.
     * @param directories how many directories the node's scattered log has.
     * @param members     the node ids of the cluster's members, as for {@link #open}.
     * @param groupIds    groups that the node may have voted in.
     * @param disk        the directory, which has no store; not owned.
     * @throws StorageException when there are more groups than the store can hold, as with {@link #promise}.
     */
    public static void createLost(final StorageIdentity identity, final int directories, final int[] members,
                                  final int[] groupIds, final Disk disk) {
        if (groupIds.length > MetaImage.MAX_GROUPS) {
            throw MetaImage.noRoom(groupIds[MetaImage.MAX_GROUPS]);
        }
        final MetaImage first = new MetaImage(identity, directories, members.clone());
        first.logsLost = true;
        first.membersChanged = true;
        for (final int groupId : groupIds) {
            first.promises.put(groupId, (Long) 0L);
            first.standings.put(groupId, VoterState.LOST);
        }
        MetaFile.create(first, disk);
    }

    /**
     * Whether a directory has a store.
     *
     * @param disk the directory.
     */
    public static boolean exists(final Disk disk) {
        return disk.exists(MetaFile.NAME);
    }

    /**
     * Publishes what became durable and hands over what was staged.
     *
     * @return how much of either was done.
     * @throws StorageException when the flusher failed; fatal for the node.
     */
    public int poll() {
        return poll(groupId -> {});
    }

    /**
     * As {@link #poll()}, and says what of it is durable.
     *
     * @param groupHandler takes each group of which something became durable, or its note under a negative number; each
     *                     of them where it is of the whole node, such as the life of another one; nothing for what is
     *                     handed over only.
     * @return how much of either was done.
     * @throws StorageException when the flusher failed; fatal for the node.
     */
    public int poll(final IntConsumer groupHandler) {
        int done = 0;
        final MetaImage completed = flusher.takeCompleted();
        if (completed != null) {
            final boolean isOfAll = durableVoterId != completed.voterId || durableBirthId != completed.birthId
                || durableLifeNumber != completed.lifeNumber || !durableLives.equals(completed.lives)
                || leastNumbers.isNew(completed.numbers);
            durableVoterId = completed.voterId;
            durableBirthId = completed.birthId;
            durableLifeNumber = completed.lifeNumber;
            durableLives = completed.lives;
            leastNumbers.durable(completed.numbers);
            completed.promises.forEachInt((groupId, ballot) -> {
                final boolean isNew = groups.get(groupId).durable(ballot, completed.standing(groupId),
                    completed.lease(groupId)) | settledBallots.isNew(groupId, completed.settled);
                if (isNew || isOfAll) {
                    groupHandler.accept(groupId);
                }
            });
            settledBallots.durable(completed.settled);
            done++;
        }
        if (dirty && flusher.isIdle()) {
            dirty = false;
            flusher.handOver(image());
            done++;
        }
        return done;
    }

    /** Who writes. */
    public Flusher flusher() {
        return flusher;
    }

    /** Writes what is staged and closes the file. On the owner's thread, after the flusher has stopped. */
    @Override
    public void close() {
        try {
            flusher.doWork();
            poll();
            flusher.doWork();
            poll();
        } finally {
            file.close();
        }
    }

    /** Closes the file and writes nothing: what else the node needs could not be opened. No flusher has run. */
    public void abandon() {
        file.close();
    }

    private MetaImage image() {
        final MetaImage image = new MetaImage(identity, directories, members);
        image.sequence = ++sequence;
        image.incarnation = incarnation;
        image.voterId = voterId;
        image.birthId = birthId;
        image.lifeNumber = lifeNumber;
        image.lives.putAll(lives);
        leastNumbers.fill(image.numbers);
        settledBallots.fill(image.settled);
        image.marks = marks;
        image.closed = closed;
        image.logsLost = logsLost;
        image.membersChanged = membersChanged;
        image.soleVoter = soleVoter;
        groups.forEachInt((group, promise) -> {
            image.promises.put(group, (Long) promise.promised);
            image.standings.put(group, promise.standing);
            if (promise.lease > 0) {
                image.leases.put(group, (Integer) promise.lease);
            }
            if (promise.settings != null) {
                image.settings.put(group, promise.settings);
            }
        });
        return image;
    }
}
