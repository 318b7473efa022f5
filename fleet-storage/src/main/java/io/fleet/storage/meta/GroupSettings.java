package io.fleet.storage.meta;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

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
 */
public record GroupSettings(int clientWindow, int maxSessions, int sessionTimeoutMillis, int maxReplyBytes) {
    static final int LENGTH = 16;

    private static final GroupSettings NONE = new GroupSettings(0, 0, 0, 0);

    /** Writes settings, or that there are none where they are null. */
    static void encode(final GroupSettings settings, final MutableDirectBuffer buffer, final int offset) {
        final GroupSettings from = settings == null ? NONE : settings;
        buffer.putInt(offset, from.clientWindow, LITTLE_ENDIAN);
        buffer.putInt(offset + 4, from.maxSessions, LITTLE_ENDIAN);
        buffer.putInt(offset + 8, from.sessionTimeoutMillis, LITTLE_ENDIAN);
        buffer.putInt(offset + 12, from.maxReplyBytes, LITTLE_ENDIAN);
    }

    /** Reads settings; null where there are none. */
    static GroupSettings decode(final DirectBuffer buffer, final int offset) {
        final GroupSettings settings = new GroupSettings(buffer.getInt(offset, LITTLE_ENDIAN),
            buffer.getInt(offset + 4, LITTLE_ENDIAN), buffer.getInt(offset + 8, LITTLE_ENDIAN),
            buffer.getInt(offset + 12, LITTLE_ENDIAN));
        return settings.equals(NONE) ? null : settings;
    }

    /** Names every setting in which these differ from those that a directory is bound to, with both values. */
    String differencesFrom(final GroupSettings stored) {
        final List<String> differences = new ArrayList<>();
        compare("clientWindow", clientWindow, stored.clientWindow, differences);
        compare("maxSessions", maxSessions, stored.maxSessions, differences);
        compare("sessionTimeoutMillis", sessionTimeoutMillis, stored.sessionTimeoutMillis, differences);
        compare("maxReplyBytes", maxReplyBytes, stored.maxReplyBytes, differences);
        return String.join(", ", differences);
    }

    private static void compare(final String name, final int given, final int stored, final List<String> differences) {
        if (given != stored) {
            differences.add(name + " is " + given + ", but must be " + stored);
        }
    }
}
