package io.fleet.storage.inspect;

import java.util.HashMap;
import java.util.Map;

/** Whether the LSNs of each group of the ordered log follow one another without holes. One thread; for one log. */
final class OrderCheck {
    private final Map<Integer, Long> last = new HashMap<>();
    /** Whether a group may begin anywhere: what was below is trimmed, or damaged. */
    private boolean mayBeginAnywhere;

    /** The first file that is there is not the first that there was, or something before is damaged. */
    void beginAnywhere() {
        mayBeginAnywhere = true;
        last.clear();
    }

    /** What is wrong with the next record; null when nothing is. */
    String problem(final LogEntry entry) {
        final Long before = last.put(entry.groupId(), entry.lsn());
        if (entry.kind() == LogEntry.Kind.SKIP || before == null && mayBeginAnywhere
            || entry.lsn() == (before == null ? 0 : before) + 1) {
            return null;
        }
        return "lsn " + entry.lsn() + " of group " + entry.groupId() + " does not follow "
            + (before == null ? 0 : before);
    }
}
