package io.fleet.storage.meta;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.fleet.storage.BirthId;
import io.fleet.storage.Life;
import io.fleet.storage.StorageException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.VoterState;
import io.fleet.storage.log.Checksum;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.collections.Int2ObjectHashMap;

/**
 * The contents of the meta store as one slot of its file holds them, little-endian.
 *
 * <pre>
 *  0 magic (8)  8 checksum of what follows (4)  12 format version (4)  16 length (4)  20 promises (4)  24 sequence (8)
 * 32 cluster (8)  40 node (4)  44 directories (4)  48 incarnation (8)  56 member ids: 64 x (4), -1 for none
 * 312 flags (4): closed 1, logs lost 2, members changed 4, sole voter 8;  316 reserved (4)  320 voter id (8)
 * 328 birth id of the cluster (8)  336 number of the node's life (4)  340 known lives of other nodes (4)
 * 344 marks of starts (4)  348 reserved (4)  352 promises, 56 bytes each:
 *  0 group (4)  4 standing (4)  8 ballot (8)  16 client window (4)  20 most sessions (4)  24 session timeout (4)
 * 28 most bytes of a reply (4)  32 data segments (4)  36 parity segments (4), both 0 where nothing is coded;
 * 16 to 39 are 0 where the group is not bound to any settings;  40 longest lease in milliseconds (4)
 * 44 most bytes of answers that sessions keep (4); 0 where the group is bound to none  48 settled ballot (8)
 * Then the marks of starts, 8 bytes each ({@link StartMarks}), and the known lives, 16 bytes each:
 *  0 node (4)  4 life (8), 0 for none  12 the least number that counts (4)
 * </pre>
 *
 * <p>Version 5 had neither birth nor lives, and no bound of answers: its promises begin at 328 and take 44 bytes. Its
 * cluster has the birth that follows from its number, and a node that votes is in its first life. Version 4 had no
 * leases: its promises take 40 bytes each. Version 3 had no codes: its promises take 32 bytes each. Version 2 had no
 * settings: its promises take 16 bytes each. Version 1 had neither flags nor voter id, its promises began at 312 and
 * said nothing of the standing: a node counted always, so whoever had promised anything is read as a voter.
 */
public final class MetaImage {
    static final int VERSION = 6;
    public static final int SLOT_LENGTH = 256 * 1024;
    static final int MAX_MEMBERS = 64;
    /** Of each id that a node can have the last known life is kept. */
    static final int MAX_LIVES = 1024;
    static final int HEADER_LENGTH_1 = 56 + MAX_MEMBERS * 4;
    static final int HEADER_LENGTH_2 = HEADER_LENGTH_1 + 16;
    public static final int HEADER_LENGTH = HEADER_LENGTH_2 + 24;
    static final int PROMISE_LENGTH_2 = 16;
    static final int LEASE_OFFSET = PROMISE_LENGTH_2 + GroupSettings.LENGTH;
    static final int PROMISE_LENGTH_5 = LEASE_OFFSET + 4;
    static final int SESSION_BYTES_OFFSET = PROMISE_LENGTH_5;
    static final int SETTLED_OFFSET = SESSION_BYTES_OFFSET + 4;
    static final int PROMISE_LENGTH = SETTLED_OFFSET + 8;
    /** The longest lease that anybody may have granted, in milliseconds; what says more is not sound. */
    static final int MAX_LEASE = 60_000;
    static final int LIFE_LENGTH = 16;
    static final int MAX_GROUPS =
        (SLOT_LENGTH - HEADER_LENGTH - StartMarks.MAX * StartMarks.LENGTH - MAX_LIVES * LIFE_LENGTH) / PROMISE_LENGTH;

    private static final long MAGIC = 0x4154_454D_5445_4C46L;
    private static final int VERSION_OF_CODES = 4;
    private static final int VERSION_OF_LEASES = 5;
    private static final int VERSION_OF_LIVES = 6;
    private static final int CHECKED_OFFSET = 12;
    private static final int MEMBERS_OFFSET = 56;
    private static final int FLAGS_OFFSET = MEMBERS_OFFSET + MAX_MEMBERS * 4;
    private static final int VOTER_OFFSET = FLAGS_OFFSET + 8;
    private static final int BIRTH_OFFSET = HEADER_LENGTH_2;
    private static final int CLOSED = 1;
    private static final int LOGS_LOST = 2;
    private static final int MEMBERS_CHANGED = 4;
    private static final int SOLE_VOTER = 8;

    int version = VERSION;
    public long sequence;
    long clusterId;
    int nodeId;
    int directories;
    int[] members = {};
    long incarnation;
    /** Drawn anew whenever the node becomes a voter; 0 where it has been one since version 1. */
    long voterId;
    /** The node stopped in good order after this was written. */
    boolean closed;
    /** The logs are damaged, and must be set aside before they are used. */
    boolean logsLost;
    /** Some group of the node has had other members than those that it was founded by. */
    boolean membersChanged;
    /** Where they have changed: in some group nobody votes but this node. */
    boolean soleVoter;
    /** Of the cluster; {@link BirthId#NONE} where the node does not know it yet. */
    long birthId;
    /** The number of the node's life ({@link Life}); 0 while it has nothing that counts. */
    int lifeNumber;
    /** The last known life of other nodes; at most {@link #MAX_LIVES}. */
    final Map<Integer, Long> lives = new TreeMap<>();
    /** Of other nodes the least number of a life that counts, where that is told; at most {@link #MAX_LIVES}. */
    final Map<Integer, Integer> numbers = new TreeMap<>();
    /** Of starts, that of {@link #incarnation} last. */
    StartMarks marks = StartMarks.NONE;
    final Int2ObjectHashMap<Long> promises = new Int2ObjectHashMap<>();
    final Int2ObjectHashMap<VoterState> standings = new Int2ObjectHashMap<>();
    /** Of the groups that are bound to theirs. */
    final Int2ObjectHashMap<GroupSettings> settings = new Int2ObjectHashMap<>();
    /** Of the groups in which the node has granted leases, the longest that may be in force, in milliseconds. */
    final Int2ObjectHashMap<Integer> leases = new Int2ObjectHashMap<>();
    /** Of the groups in which the node knows of a settled ballot, the highest one. */
    final Map<Integer, Long> settled = new TreeMap<>();

    MetaImage() {
    }

    public MetaImage(final StorageIdentity identity, final int directories, final int[] members) {
        this.members = members;
        this.clusterId = identity.clusterId();
        this.nodeId = identity.nodeId();
        this.directories = directories;
    }

    /** How long it is when it is encoded. */
    int length() {
        return HEADER_LENGTH + promises.size() * PROMISE_LENGTH + marks.size() * StartMarks.LENGTH
            + lifeLines().size() * LIFE_LENGTH;
    }

    /** How long a slot says that it is, at most {@link #SLOT_LENGTH}; 0 where it says nothing. */
    static int length(final DirectBuffer buffer, final int available) {
        return available < HEADER_LENGTH_1 || buffer.getLong(0, LITTLE_ENDIAN) != MAGIC ? 0
            : Math.min(buffer.getInt(16, LITTLE_ENDIAN), SLOT_LENGTH);
    }

    /** Encodes at 0 and returns the length. */
    public int encode(final MutableDirectBuffer buffer, final Checksum checksum) {
        final int length = length();
        buffer.putLong(0, MAGIC, LITTLE_ENDIAN);
        buffer.putInt(12, version, LITTLE_ENDIAN);
        buffer.putInt(16, length, LITTLE_ENDIAN);
        buffer.putInt(20, promises.size(), LITTLE_ENDIAN);
        buffer.putLong(24, sequence, LITTLE_ENDIAN);
        buffer.putLong(32, clusterId, LITTLE_ENDIAN);
        buffer.putInt(40, nodeId, LITTLE_ENDIAN);
        buffer.putInt(44, directories, LITTLE_ENDIAN);
        buffer.putLong(48, incarnation, LITTLE_ENDIAN);
        for (int i = 0; i < MAX_MEMBERS; i++) {
            buffer.putInt(MEMBERS_OFFSET + i * 4, i < members.length ? members[i] : -1, LITTLE_ENDIAN);
        }
        buffer.putInt(FLAGS_OFFSET, flags(), LITTLE_ENDIAN);
        buffer.putInt(FLAGS_OFFSET + 4, 0, LITTLE_ENDIAN);
        buffer.putLong(VOTER_OFFSET, voterId, LITTLE_ENDIAN);
        buffer.putLong(BIRTH_OFFSET, birthId, LITTLE_ENDIAN);
        buffer.putInt(BIRTH_OFFSET + 8, lifeNumber, LITTLE_ENDIAN);
        buffer.putInt(BIRTH_OFFSET + 12, lifeLines().size(), LITTLE_ENDIAN);
        buffer.putInt(BIRTH_OFFSET + 16, marks.size(), LITTLE_ENDIAN);
        buffer.putInt(BIRTH_OFFSET + 20, 0, LITTLE_ENDIAN);
        final int[] at = {HEADER_LENGTH};
        promises.forEachInt((group, ballot) -> {
            buffer.putInt(at[0], group, LITTLE_ENDIAN);
            buffer.putInt(at[0] + 4, standing(group).code(), LITTLE_ENDIAN);
            buffer.putLong(at[0] + 8, ballot, LITTLE_ENDIAN);
            GroupSettings.encode(settings.get(group), buffer, at[0] + PROMISE_LENGTH_2);
            buffer.putInt(at[0] + LEASE_OFFSET, lease(group), LITTLE_ENDIAN);
            final GroupSettings bound = settings.get(group);
            buffer.putInt(at[0] + SESSION_BYTES_OFFSET, bound == null ? 0 : bound.sessionBytes(), LITTLE_ENDIAN);
            buffer.putLong(at[0] + SETTLED_OFFSET, settled.getOrDefault(group, 0L), LITTLE_ENDIAN);
            at[0] += PROMISE_LENGTH;
        });
        encodeLives(buffer, at[0]);
        buffer.putInt(8, checksum.of(buffer, CHECKED_OFFSET, length - CHECKED_OFFSET), LITTLE_ENDIAN);
        return length;
    }

    private void encodeLives(final MutableDirectBuffer buffer, final int from) {
        marks.encode(buffer, from);
        final int[] at = {from + marks.size() * StartMarks.LENGTH};
        for (final int node : lifeLines()) {
            buffer.putInt(at[0], node, LITTLE_ENDIAN);
            buffer.putLong(at[0] + 4, lives.getOrDefault(node, Life.NONE), LITTLE_ENDIAN);
            buffer.putInt(at[0] + 12, numbers.getOrDefault(node, 0), LITTLE_ENDIAN);
            at[0] += LIFE_LENGTH;
        }
    }

    /** The nodes of which something is known. */
    private Set<Integer> lifeLines() {
        final Set<Integer> nodes = new TreeSet<>(lives.keySet());
        nodes.addAll(numbers.keySet());
        return nodes;
    }

    private boolean decodeLives(final DirectBuffer buffer, final int from) {
        if (version < VERSION_OF_LIVES) {
            birthId = BirthId.ofNumber(clusterId);
            lifeNumber = standings.containsValue(VoterState.VOTER) ? 1 : 0;
            return true;
        }
        birthId = buffer.getLong(BIRTH_OFFSET, LITTLE_ENDIAN);
        lifeNumber = buffer.getInt(BIRTH_OFFSET + 8, LITTLE_ENDIAN);
        marks = StartMarks.decode(buffer, from, marks(buffer));
        for (int i = 0; i < lives(buffer); i++) {
            final int at = from + marks.size() * StartMarks.LENGTH + i * LIFE_LENGTH;
            decodeLife(buffer.getInt(at, LITTLE_ENDIAN), buffer.getLong(at + 4, LITTLE_ENDIAN),
                buffer.getInt(at + 12, LITTLE_ENDIAN));
        }
        return lifeNumber >= 0 && lifeNumber <= Life.MAX_NUMBER
            && numbers.values().stream().allMatch(number -> number > 0 && number <= Life.MAX_NUMBER);
    }

    private void decodeLife(final int node, final long life, final int number) {
        if (life != Life.NONE) {
            lives.put(node, life);
        }
        if (number != 0) {
            numbers.put(node, number);
        }
    }

    private int lives(final DirectBuffer buffer) {
        return version < VERSION_OF_LIVES ? 0 : buffer.getInt(BIRTH_OFFSET + 12, LITTLE_ENDIAN);
    }

    private int marks(final DirectBuffer buffer) {
        return version < VERSION_OF_LIVES ? 0 : buffer.getInt(BIRTH_OFFSET + 16, LITTLE_ENDIAN);
    }

    private int flags() {
        return (closed ? CLOSED : 0) | (logsLost ? LOGS_LOST : 0) | (membersChanged ? MEMBERS_CHANGED : 0)
            | (soleVoter ? SOLE_VOTER : 0);
    }

    /**
     * Decodes a slot; null when it is not sound. Of a sound one in a version that this code does not know, the version
     * alone is told.
     */
    static MetaImage decode(final DirectBuffer buffer, final int available, final Checksum checksum) {
        if (available < HEADER_LENGTH_1 || buffer.getLong(0, LITTLE_ENDIAN) != MAGIC) {
            return null;
        }
        final int length = buffer.getInt(16, LITTLE_ENDIAN);
        if (length < HEADER_LENGTH_1 || length > available
            || checksum.of(buffer, CHECKED_OFFSET, length - CHECKED_OFFSET) != buffer.getInt(8, LITTLE_ENDIAN)) {
            return null;
        }
        final MetaImage image = new MetaImage();
        image.version = buffer.getInt(12, LITTLE_ENDIAN);
        image.sequence = buffer.getLong(24, LITTLE_ENDIAN);
        return image.version < 1 || image.version > VERSION || image.decodeKnown(buffer, length) ? image : null;
    }

    /** Decodes what a version lays out that this code knows; false when the parts do not make up the whole. */
    private boolean decodeKnown(final DirectBuffer buffer, final int length) {
        final int count = buffer.getInt(20, LITTLE_ENDIAN);
        final int header = version == 1 ? HEADER_LENGTH_1
            : version < VERSION_OF_LIVES ? HEADER_LENGTH_2 : HEADER_LENGTH;
        final int each = version < VERSION_OF_LEASES ? PROMISE_LENGTH_2 + settingsLength()
            : version < VERSION_OF_LIVES ? PROMISE_LENGTH_5 : PROMISE_LENGTH;
        if (length < header || count < 0 || count > (SLOT_LENGTH - header) / each || lives(buffer) < 0
            || lives(buffer) > MAX_LIVES || marks(buffer) < 0 || marks(buffer) > StartMarks.MAX
            || length != header + count * each + marks(buffer) * StartMarks.LENGTH + lives(buffer) * LIFE_LENGTH) {
            return false;
        }
        clusterId = buffer.getLong(32, LITTLE_ENDIAN);
        nodeId = buffer.getInt(40, LITTLE_ENDIAN);
        directories = buffer.getInt(44, LITTLE_ENDIAN);
        incarnation = buffer.getLong(48, LITTLE_ENDIAN);
        members = IntStream.range(0, MAX_MEMBERS).map(i -> buffer.getInt(MEMBERS_OFFSET + i * 4, LITTLE_ENDIAN))
            .filter(member -> member >= 0).toArray();
        final int flags = version == 1 ? 0 : buffer.getInt(FLAGS_OFFSET, LITTLE_ENDIAN);
        voterId = version == 1 ? 0 : buffer.getLong(VOTER_OFFSET, LITTLE_ENDIAN);
        closed = (flags & CLOSED) != 0;
        logsLost = (flags & LOGS_LOST) != 0;
        membersChanged = (flags & MEMBERS_CHANGED) != 0;
        soleVoter = (flags & SOLE_VOTER) != 0;
        boolean sound = true;
        for (int i = 0; i < count; i++) {
            sound &= decodePromise(buffer, header + i * each);
        }
        return sound & decodeLives(buffer, header + count * each);
    }

    private boolean decodePromise(final DirectBuffer buffer, final int at) {
        final int group = buffer.getInt(at, LITTLE_ENDIAN);
        final long ballot = buffer.getLong(at + 8, LITTLE_ENDIAN);
        promises.put(group, (Long) ballot);
        standings.put(group, version == 1 ? ballot > 0 ? VoterState.VOTER : VoterState.NEW
            : known(VoterState.of(buffer.getInt(at + 4, LITTLE_ENDIAN))));
        final GroupSettings bound = settingsLength() == 0 ? null
            : GroupSettings.decode(buffer, at + PROMISE_LENGTH_2, settingsLength());
        if (bound != null) {
            settings.put(group, version < VERSION_OF_LIVES ? bound
                : bound.withSessionBytes(buffer.getInt(at + SESSION_BYTES_OFFSET, LITTLE_ENDIAN)));
        }
        final int lease = version < VERSION_OF_LEASES ? 0 : buffer.getInt(at + LEASE_OFFSET, LITTLE_ENDIAN);
        if (lease > 0) {
            leases.put(group, (Integer) lease);
        }
        final long highest = version < VERSION_OF_LIVES ? 0 : buffer.getLong(at + SETTLED_OFFSET, LITTLE_ENDIAN);
        if (highest > 0) {
            settled.put(group, highest);
        }
        return lease >= 0 && lease <= MAX_LEASE && highest >= 0;
    }

    /** What each promise says of settings in the version that was read. */
    private int settingsLength() {
        return version < 3 ? 0 : version < VERSION_OF_CODES ? GroupSettings.LENGTH_3 : GroupSettings.LENGTH;
    }

    static StorageException noRoom(final int groupId) {
        return new StorageException("the meta store holds promises of at most " + MAX_GROUPS
            + " groups; there is no room for group " + groupId);
    }

    static void requireLease(final int millis, final int least) {
        if (millis < least || millis > MAX_LEASE) {
            throw new IllegalArgumentException("millis of a lease is " + millis + ", but must be from " + least + " to "
                + MAX_LEASE);
        }
    }

    int lease(final int group) {
        final Integer lease = leases.get(group);
        return lease == null ? 0 : lease;
    }

    VoterState standing(final int group) {
        return known(standings.get(group));
    }

    private static VoterState known(final VoterState standing) {
        return standing == null ? VoterState.NEW : standing;
    }
}
