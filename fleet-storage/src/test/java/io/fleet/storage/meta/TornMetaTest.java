package io.fleet.storage.meta;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.fault.FaultDisk;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A meta store of many groups, whose slots take several sectors, of which some hold the update before. */
@Tag("hazard-S-scenes")
class TornMetaTest {
    private static final int[] MEMBERS = {0, 1, 2};
    private static final StorageIdentity IDENTITY = new StorageIdentity(7, 1);
    private static final int GROUPS = 100;
    private static final int SECTORS = (MetaImage.HEADER_LENGTH + GROUPS * MetaImage.PROMISE_LENGTH) / FaultDisk.SECTOR;

    private final FaultDisk disk = new FaultDisk("disk", new Random(1));
    private final byte[] before;
    private final byte[] after;

    TornMetaTest() {
        final MetaStore store = MetaStore.open(IDENTITY, 1, MEMBERS, disk);
        for (int group = 0; group < GROUPS; group++) {
            store.promise(group, 10);
        }
        store.sync();
        before = disk.bytes("meta").clone();
        for (int group = 0; group < GROUPS; group++) {
            store.promise(group, 20);
        }
        store.sync();
        after = disk.bytes("meta").clone();
        store.abandon();
    }

    @Test
    void shouldKeepItsPromisesWhereOneSlotIsTorn() { // S1
        for (int slot = 0; slot < MetaFile.SLOTS; slot++) {
            for (int sector = 0; sector <= SECTORS; sector++) {
                place(torn(after.clone(), slot, sector, sector + 1));
                assertAllPromised();
                place(torn(after.clone(), slot, 0, sector));
                assertAllPromised();
            }
        }
    }

    @Test
    void shouldSayThatItsPromisesAreLostWhereBothSlotsAreTorn() { // S1, S15
        for (int first = 0; first < SECTORS; first++) {
            for (int second = 0; second < SECTORS; second++) {
                place(torn(torn(after.clone(), 0, first, first + 1), 1, second, second + 1));
                final String told = assertThrows(DamagedStorageException.class, this::open).getMessage();
                assertTrue(told.contains("disk/meta: neither slot passes its checksum"), told);
            }
        }
    }

    private void assertAllPromised() {
        final MetaStore store = open();
        for (int group = 0; group < GROUPS; group++) {
            assertEquals(20, store.durablePromise(group), "the update counted");
        }
        store.abandon();
    }

    private MetaStore open() {
        return MetaStore.open(IDENTITY, 1, MEMBERS, disk);
    }

    private void place(final byte[] bytes) {
        disk.overwrite("meta", bytes);
    }

    /** Some sectors of a slot are of the update before. */
    private byte[] torn(final byte[] bytes, final int slot, final int fromSector, final int toSector) {
        final int at = slot * MetaImage.SLOT_LENGTH;
        System.arraycopy(before, at + fromSector * FaultDisk.SECTOR, bytes, at + fromSector * FaultDisk.SECTOR,
            (toSector - fromSector) * FaultDisk.SECTOR);
        return bytes;
    }
}
