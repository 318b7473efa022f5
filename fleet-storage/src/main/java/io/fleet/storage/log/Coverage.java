package io.fleet.storage.log;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.function.LongUnaryOperator;
import org.agrona.collections.Long2LongHashMap;

/**
 * Which file holds records up to which LSN of which group: what trimming needs (FL-05). Belongs to the owner's thread;
 * rebuilt by the scan at start.
 */
final class Coverage {
    private static final long NONE = Long.MIN_VALUE;

    private final ArrayDeque<FileCoverage> files = new ArrayDeque<>();
    private FileCoverage last;

    void add(final long fileNumber, final int groupId, final long lsn) {
        if (last == null || last.number != fileNumber) {
            last = new FileCoverage(fileNumber);
            files.addLast(last);
        }
        if (last.highest.get(groupId) < lsn) {
            last.highest.put(groupId, lsn);
        }
    }

    /**
     * The number up to which (exclusively) every file holds trimmed records only; trimming goes from the lowest file
     * upwards and stops at the first that is still needed, so that a gap in the numbers always means damage.
     */
    long trimmableBelow(final LongUnaryOperator trimmedUpToOfGroup, final long limit) {
        for (final FileCoverage file : files) {
            if (file.number >= limit) {
                return limit;
            }
            if (!file.isTrimmed(trimmedUpToOfGroup)) {
                return file.number;
            }
        }
        return limit;
    }

    void dropBelow(final long number) {
        final Iterator<FileCoverage> iterator = files.iterator();
        while (iterator.hasNext() && iterator.next().number < number) {
            iterator.remove();
        }
    }

    private static final class FileCoverage {
        private final long number;
        private final Long2LongHashMap highest = new Long2LongHashMap(NONE);

        private FileCoverage(final long number) {
            this.number = number;
        }

        private boolean isTrimmed(final LongUnaryOperator trimmedUpToOfGroup) {
            final Long2LongHashMap.KeyIterator groups = highest.keySet().iterator();
            while (groups.hasNext()) {
                final long group = groups.nextValue();
                if (highest.get(group) > trimmedUpToOfGroup.applyAsLong(group)) {
                    return false;
                }
            }
            return true;
        }
    }
}
