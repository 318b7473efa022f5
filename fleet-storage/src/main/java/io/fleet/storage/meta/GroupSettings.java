package io.fleet.storage.meta;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The settings of a group that decide what its log means (rules S9, S14): who applies the same entries under other ones
 * holds another state and gives other answers. So the directory is bound to them when the group first starts in it.
 *
 * @param clientWindow         how many results a session keeps.
 * @param maxSessions          how many sessions may be open at once.
 * @param sessionTimeoutMillis after how long in log time an unused session ends.
 * @param maxReplyBytes        above how many bytes an answer is replaced by a failure.
 * @param dataSegments         into how many segments a value is cut; 0 where each node stores whole entries.
 * @param paritySegments       how many segments are added; where each node stores whole entries 0, or, of what a
 *                             directory is bound to, a checksum of how the founders count ({@link #foundedWith}).
 * @param sessionBytes         how many bytes the answers take that sessions keep; 0 where a directory is of before that
 *                             was agreed, and so is bound to none.
 * @param replicaLeaseMillis   how long leases are that every replica may hold; 0 where they do not. Of who talks to
 *                             each other (L8), not of the log: no directory is bound to it.
 * @param replicaLeaseDriftPpm by how many millionths clocks drift at most under such leases; 0 where there are none.
 * @param dutyThreads          over how many duty threads a node spreads its groups, which says where a group is
 *                             reached. Of who talks to each other, too.
 */
public record GroupSettings(int clientWindow, int maxSessions, int sessionTimeoutMillis, int maxReplyBytes,
                            int dataSegments, int paritySegments, int sessionBytes, int replicaLeaseMillis,
                            int replicaLeaseDriftPpm, int dutyThreads) {
    static final int LENGTH = 24;
    /** Of settings without a code. */
    static final int LENGTH_3 = 16;

    private static final GroupSettings NONE = new GroupSettings(0, 0, 0, 0);

    /**
     * Settings of a group in which each node stores whole entries.
     *
     * @param clientWindow         see above.
     * @param maxSessions          see above.
     * @param sessionTimeoutMillis see above.
     * @param maxReplyBytes        see above.
     */
    public GroupSettings(final int clientWindow, final int maxSessions, final int sessionTimeoutMillis,
                         final int maxReplyBytes) {
        this(clientWindow, maxSessions, sessionTimeoutMillis, maxReplyBytes, 0, 0, 0);
    }

    /**
     * Settings of a group whose replicas hold no leases, on nodes of one duty thread.
     *
     * @param clientWindow         see above.
     * @param maxSessions          see above.
     * @param sessionTimeoutMillis see above.
     * @param maxReplyBytes        see above.
     * @param dataSegments         see above.
     * @param paritySegments       see above.
     * @param sessionBytes         see above.
     */
    public GroupSettings(final int clientWindow, final int maxSessions, final int sessionTimeoutMillis,
                         final int maxReplyBytes, final int dataSegments, final int paritySegments,
                         final int sessionBytes) {
        this(clientWindow, maxSessions, sessionTimeoutMillis, maxReplyBytes, dataSegments, paritySegments,
            sessionBytes, 0, 0, 1);
    }

    /**
     * The same in a group of whole entries whose founders count otherwise than as a majority: so a directory is bound
     * to that, too, as without a configuration in the log nothing else says how they count (S14).
     *
     * @param layout a checksum of how they count; 0 for a majority.
     * @return the settings; of a coded group these.
     */
    public GroupSettings foundedWith(final int layout) {
        return dataSegments > 0 ? this : new GroupSettings(clientWindow, maxSessions, sessionTimeoutMillis,
            maxReplyBytes, 0, layout, sessionBytes, replicaLeaseMillis, replicaLeaseDriftPpm, dutyThreads);
    }

    /** What of it a directory is bound to, with another bound of the answers that sessions keep. */
    GroupSettings withSessionBytes(final int bytes) {
        return new GroupSettings(clientWindow, maxSessions, sessionTimeoutMillis, maxReplyBytes, dataSegments,
            paritySegments, bytes);
    }

    /**
     * The same with leases at every replica.
     *
     * @param millis   how long they are.
     * @param driftPpm by how many millionths clocks drift at most.
     * @return the settings.
     */
    public GroupSettings withReplicaLeases(final int millis, final int driftPpm) {
        return new GroupSettings(clientWindow, maxSessions, sessionTimeoutMillis, maxReplyBytes, dataSegments,
            paritySegments, sessionBytes, millis, driftPpm, dutyThreads);
    }

    /**
     * The same on nodes of so many duty threads.
     *
     * @param threads how many; at least 1.
     * @return the settings.
     */
    public GroupSettings withDutyThreads(final int threads) {
        return new GroupSettings(clientWindow, maxSessions, sessionTimeoutMillis, maxReplyBytes, dataSegments,
            paritySegments, sessionBytes, replicaLeaseMillis, replicaLeaseDriftPpm, threads);
    }

    /** Whether a group that a directory is bound to as this says works with these. */
    boolean allows(final GroupSettings given) {
        final int bytes = sessionBytes == 0 ? given.sessionBytes : sessionBytes;
        return withSessionBytes(bytes).equals(given.withSessionBytes(given.sessionBytes));
    }

    /** Writes settings, or that there are none where they are null. */
    static void encode(final GroupSettings settings, final MutableDirectBuffer buffer, final int offset) {
        final GroupSettings from = settings == null ? NONE : settings;
        buffer.putInt(offset, from.clientWindow, LITTLE_ENDIAN);
        buffer.putInt(offset + 4, from.maxSessions, LITTLE_ENDIAN);
        buffer.putInt(offset + 8, from.sessionTimeoutMillis, LITTLE_ENDIAN);
        buffer.putInt(offset + 12, from.maxReplyBytes, LITTLE_ENDIAN);
        buffer.putInt(offset + 16, from.dataSegments, LITTLE_ENDIAN);
        buffer.putInt(offset + 20, from.paritySegments, LITTLE_ENDIAN);
    }

    /** Reads settings; null where there are none. */
    static GroupSettings decode(final DirectBuffer buffer, final int offset, final int length) {
        final boolean hasCode = length >= LENGTH;
        final GroupSettings settings = new GroupSettings(buffer.getInt(offset, LITTLE_ENDIAN),
            buffer.getInt(offset + 4, LITTLE_ENDIAN), buffer.getInt(offset + 8, LITTLE_ENDIAN),
            buffer.getInt(offset + 12, LITTLE_ENDIAN), hasCode ? buffer.getInt(offset + 16, LITTLE_ENDIAN) : 0,
            hasCode ? buffer.getInt(offset + 20, LITTLE_ENDIAN) : 0, 0);
        return settings.equals(NONE) ? null : settings;
    }

    /**
     * All settings with their values; the number of duty threads where there are several, as programs of before that
     * was a setting do not know it.
     *
     * @return such as {@code clientWindow=4096, maxSessions=10000}.
     */
    public String text() {
        final List<String> all = new ArrayList<>();
        for (final RecordComponent component : GroupSettings.class.getRecordComponents()) {
            try {
                if (dutyThreads > 1 || !component.getName().equals("dutyThreads")) {
                    all.add(component.getName() + "=" + component.getAccessor().invoke(this));
                }
            } catch (final ReflectiveOperationException e) {
                throw new IllegalStateException(component.getName() + " cannot be read", e);
            }
        }
        return String.join(", ", all);
    }

    /** Names every setting in which these differ from those that a directory is bound to, with both values. */
    String differencesFrom(final GroupSettings stored) {
        final List<String> differences = new ArrayList<>();
        compare("clientWindow", clientWindow, stored.clientWindow, differences);
        compare("maxSessions", maxSessions, stored.maxSessions, differences);
        compare("sessionTimeoutMillis", sessionTimeoutMillis, stored.sessionTimeoutMillis, differences);
        compare("maxReplyBytes", maxReplyBytes, stored.maxReplyBytes, differences);
        if (stored.sessionBytes != 0) {
            compare("sessionBytes", sessionBytes, stored.sessionBytes, differences);
        }
        if (dataSegments == 0 && stored.dataSegments == 0 && paritySegments != stored.paritySegments) {
            differences.add("quorums is " + (paritySegments == 0 ? "majority" : "another layout") + ", but must be "
                + (stored.paritySegments == 0 ? "majority" : "the layout") + " that this group was founded with,"
                + " whatever it was changed to since");
        } else if (dataSegments != stored.dataSegments || paritySegments != stored.paritySegments) {
            differences.add("the mode is " + mode() + ", but must be " + stored.mode());
        }
        return String.join(", ", differences);
    }

    /**
     * The mode of the group with its code, for people.
     *
     * @return such as {@code scattered} or {@code coded(3, 2)}.
     */
    public String mode() {
        return dataSegments == 0 ? "scattered" : "coded(" + dataSegments + ", " + paritySegments + ")";
    }

    private static void compare(final String name, final int given, final int stored, final List<String> differences) {
        if (given != stored) {
            differences.add(name + " is " + given + ", but must be " + stored);
        }
    }
}
