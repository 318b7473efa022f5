package io.fleet.storage.log;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;
import org.agrona.collections.Long2LongHashMap;

/**
 * Which file holds records up to which LSN of which group, and how many bytes all files hold of each: what trimming
 * needs (FL-05). Belongs to the owner's thread; rebuilt by the scan at start.
 */
final class Coverage {
    private static final long NONE = Long.MIN_VALUE;

    private final ArrayDeque<FileCoverage> files = new ArrayDeque<>();
    private final Long2LongHashMap bytesOfGroups = new Long2LongHashMap(0);
    private FileCoverage last;
    private long bytes;

    /** A file holds a record, of so many bytes. */
    void add(final int fileNumber, final int groupId, final long lsn, final int length) {
        if (last == null || last.number != fileNumber) {
            last = new FileCoverage(fileNumber);
            files.addLast(last);
        }
        if (last.highest.get(groupId) < lsn) {
            last.highest.put(groupId, lsn);
        }
        last.bytes.put(groupId, last.bytes.get(groupId) + length);
        count(groupId, length);
    }

    /**
     * The number up to which (exclusively) every file holds trimmed records only; trimming goes from the lowest file
     * upwards and stops at the first that is still needed, so that a gap in the numbers always means damage.
     */
    int trimmableBelow(final LongUnaryOperator trimmedUpToOfGroup, final int limit) {
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

    void dropBelow(final int number) {
        final Iterator<FileCoverage> iterator = files.iterator();
        while (iterator.hasNext()) {
            final FileCoverage file = iterator.next();
            if (file.number >= number) {
                return;
            }
            file.bytes.forEach((group, length) -> count(group, -length));
            iterator.remove();
        }
    }

    private void count(final long groupId, final long length) {
        bytesOfGroups.put(groupId, bytesOfGroups.get(groupId) + length);
        bytes += length;
    }

    /**
     * Names the groups that keep others' records from being deleted: the lowest file stays for their sake alone, and
     * more than half of what all files hold is not theirs.
     *
     * @param trimmedUpToOfGroup from a group to its trim LSN.
     * @param leastFiles         with fewer files nobody is named.
     * @param holdingUp          takes the id of each.
     */
    void heldUpBy(final LongUnaryOperator trimmedUpToOfGroup, final int leastFiles, final LongConsumer holdingUp) {
        if (files.size() < leastFiles) {
            return;
        }
        final FileCoverage lowest = files.peekFirst();
        long theirs = 0;
        final Long2LongHashMap.KeyIterator groups = lowest.highest.keySet().iterator();
        while (groups.hasNext()) {
            final long group = groups.nextValue();
            theirs += lowest.needs(group, trimmedUpToOfGroup) ? bytesOfGroups.get(group) : 0;
        }
        if (2 * theirs < bytes) {
            lowest.highest.keySet().forEach(group -> {
                if (lowest.needs(group, trimmedUpToOfGroup)) {
                    holdingUp.accept(group);
                }
            });
        }
    }

    private static final class FileCoverage {
        private final int number;
        private final Long2LongHashMap highest = new Long2LongHashMap(NONE);
        private final Long2LongHashMap bytes = new Long2LongHashMap(0);

        private FileCoverage(final int number) {
            this.number = number;
        }

        private boolean isTrimmed(final LongUnaryOperator trimmedUpToOfGroup) {
            final Long2LongHashMap.KeyIterator groups = highest.keySet().iterator();
            while (groups.hasNext()) {
                final long group = groups.nextValue();
                if (needs(group, trimmedUpToOfGroup)) {
                    return false;
                }
            }
            return true;
        }

        private boolean needs(final long group, final LongUnaryOperator trimmedUpToOfGroup) {
            return highest.get(group) > trimmedUpToOfGroup.applyAsLong(group);
        }
    }
}
