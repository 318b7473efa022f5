package io.fleet.node.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.fixture.mark.Expects;
import io.fleet.node.NodeStorageFixture;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.ReadFailedException;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.RealDisk;
import io.fleet.storage.ordered.OrderedEntryHandler;
import java.util.ArrayList;
import java.util.List;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a running node does about records that its disk cannot read. */
@Tag("hazard-S-E4")
class UnreadableRecordsTest extends NodeStorageFixture {
    private final List<String> read = new ArrayList<>();
    private final EntryMeta meta = new EntryMeta();
    private NodeStore storage;
    private GroupStore group;
    private boolean isBad;
    private int reads;

    @AfterEach
    void close() {
        storage.closeInDoubt();
    }

    @Test
    @Expects("unreadable-records.not-here")
    void shouldHandOnWithoutItsBodyWhatCannotBeRead() {
        openWithEntry();
        isBad = true;

        assertEquals(1, group.recorded().readForOthers(1, 1, 1000, onEntry()));
        assertEquals(-1, group.entries().readForOthers(1, position, meta, new ExpandableArrayBuffer()));

        assertEquals(List.of("1: " + OrderedEntryHandler.NO_BODY), read);
        assertEquals(List.of("0: input/output error"), unreadable, "told once");
        assertEquals(1, reads, "a disk may take seconds for each");
    }

    @Test
    void shouldNotSayThatItHoldsWholeWhatItCannotRead() {
        openWithEntry();
        assertEquals(0, group.recorded().lastWithoutBody());
        isBad = true;
        group.entries().readForOthers(7, position, meta, new ExpandableArrayBuffer());
        assertEquals(7, group.recorded().lastWithoutBody());
    }

    /** The way to the disk may have failed for a moment. */
    @Test
    void shouldTryAgainAfterAWhileAndCountAgainWhereItCanBeRead() {
        openWithEntry();
        isBad = true;
        group.entries().readForOthers(7, position, meta, new ExpandableArrayBuffer());
        storage.unreadable().now(0);
        isBad = false;
        storage.unreadable().now(UnreadableRecords.FIRST_REST_NS - 1);
        assertEquals(-1, group.entries().readForOthers(7, position, meta, new ExpandableArrayBuffer()));
        assertEquals(7, group.recorded().lastWithoutBody());
        storage.unreadable().now(UnreadableRecords.FIRST_REST_NS);
        assertEquals(100, group.entries().readForOthers(7, position, meta, new ExpandableArrayBuffer()));
        assertEquals(0, group.recorded().lastWithoutBody());
    }

    @Test
    void shouldLeaveAPlaceAloneForTwiceAsLongEachTime() {
        openWithEntry();
        isBad = true;
        long nowNs = 0;
        long restNs = UnreadableRecords.FIRST_REST_NS;
        for (int i = 1; i < 12; i++) {
            group.entries().readForOthers(7, position, meta, new ExpandableArrayBuffer());
            storage.unreadable().now(nowNs);
            storage.unreadable().now(nowNs + restNs - 1);
            group.entries().readForOthers(7, position, meta, new ExpandableArrayBuffer());
            assertEquals(i, reads);
            nowNs += restNs;
            storage.unreadable().now(nowNs);
            restNs = Math.min(2 * restNs, UnreadableRecords.LAST_REST_NS);
        }
        assertEquals(UnreadableRecords.LAST_REST_NS, restNs);
    }

    @Test
    void shouldLeaveAPlaceAloneForFourTimesAsLongAsTheDiskTook() {
        openWithEntry();
        isBad = true;
        group.entries().readForOthers(7, position, meta, new ExpandableArrayBuffer());
        final long tookNs = 2 * UnreadableRecords.FIRST_REST_NS;
        storage.unreadable().now(tookNs);
        group.entries().readForOthers(7, position, meta, new ExpandableArrayBuffer());
        storage.unreadable().now(5 * tookNs - 1);
        group.entries().readForOthers(7, position, meta, new ExpandableArrayBuffer());
        assertEquals(1, reads);
        storage.unreadable().now(5 * tookNs);
        group.entries().readForOthers(7, position, meta, new ExpandableArrayBuffer());
        assertEquals(2, reads);
    }

    @Test
    void shouldHandOnNothingWhereTheOrderedLogCannotBeRead() {
        openWithEntry();
        assertTrue(storage.ordered().append(GROUP, 2, new EntryMeta().setNoOp(1L << 16), body, 0));
        settle();
        isBad = true;

        assertEquals(0, group.recorded().readForOthers(2, 2, 1000, onEntry()));
        assertEquals(0, group.recorded().readForOthers(2, 2, 1000, onEntry()));

        assertEquals(List.of(), read);
        assertEquals(2, group.recorded().lastWithoutBody());
        assertEquals(1, unreadable.size());
    }

    @Test
    void shouldEndWhereItNeedsItItself() {
        openWithEntry();
        isBad = true;
        assertThrows(ReadFailedException.class, () -> group.entries().readBody(position, meta,
            new ExpandableArrayBuffer()));
        assertThrows(ReadFailedException.class, () -> group.recorded().read(1, 1, 1000, onEntry()));
        isBad = false;
        assertEquals(100, group.entries().readBody(position, meta, new ExpandableArrayBuffer()));
    }

    private OrderedEntryHandler onEntry() {
        return (lsn, found, buffer, offset, length) -> read.add(lsn + ": " + length);
    }

    /** An entry whose body is in the scattered log; reads of that fail from when they are bad. */
    private void openWithEntry() {
        final RealDisk disk = RealDisk.open(directory);
        storage = open(GroupConfig.scattered(), before(name -> {
            if (isBad && name.equals("read")) {
                reads++;
                throw new ReadFailedException("input/output error", null);
            }
        }, disk, Disk.class));
        group = group(storage);
        meta.batcherId = 9;
        meta.sequence = 1;
        meta.length = 100;
        assertTrue(storage.scattered().append(GROUP, 1, 1 << 16, 0, meta, new UnsafeBuffer(new byte[100]), 0));
        settle();
        assertTrue(storage.ordered().appendReference(GROUP, 1, meta, position));
        settle();
        assertEquals(1, group.ordered().durable());
        group.recorded().read(1, 1, 1000, (lsn, found, buffer, offset, length) -> {});
    }

    private void settle() {
        for (int i = 0; i < 2; i++) {
            storage.settle((groupId, lsn, ballot, at) -> position = at, NO_STEPS);
        }
    }
}
