package io.fleet.testkit.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.testkit.fault.FaultKind;
import org.junit.jupiter.api.Test;

class DamageOracleTest {
    private final DamageCounters counters = new DamageCounters();
    private final DamageOracle five = new DamageOracle(5, 3, counters);

    @Test
    void shouldLetAsManyNodesBeDamagedAsTheClusterCanBear() {
        assertEquals(2, five.bearable());
        assertTrue(five.mayDamage(0));
        five.damaged(0, FaultKind.ROT_BIT);
        assertTrue(five.mayDamage(4));
        five.damaged(4, FaultKind.WIPE);
        assertFalse(five.mayDamage(1));
        assertTrue(five.mayDamage(4), "it is damaged already");
        five.repaired(0);
        assertTrue(five.mayDamage(1));
        assertFalse(five.isBeyond());
        assertFalse(new DamageOracle(2, 2, counters).mayDamage(0));
        assertFalse(new DamageOracle(1, 1, counters).mayDamage(0));
        assertThrows(IllegalArgumentException.class, () -> new DamageOracle(3, 4, counters));
    }

    @Test
    void shouldSayWhatBecameOfEachFault() {
        five.damaged(0, FaultKind.ROT_BIT);
        five.damaged(0, FaultKind.WIPE);
        assertTrue(five.found(0, true));
        assertTrue(five.found(0, true), "damaged still");
        five.damaged(0, FaultKind.ROT_SECTOR);
        five.found(0, false);
        five.damaged(1, FaultKind.LOST_WRITE);
        five.withdrawn(1, FaultKind.LOST_WRITE);
        five.damaged(1, FaultKind.TRUNCATED_FILE);
        five.repaired(1);
        five.damaged(1, FaultKind.ROT_FILE);
        five.finish();
        assertEquals("ROT_BIT FOUND_AT_START 1, ROT_SECTOR FOUND_RUNNING 1, ROT_FILE UNNOTICED 1, "
            + "LOST_WRITE NOTHING_THERE 1, TRUNCATED_FILE UNNOTICED 1, WIPE FOUND_AT_START 1", counters.toString());
        assertFalse(five.found(3, true), "nothing was done to it");
    }

    @Test
    void shouldGoBeyondOnlyWhileSomebodyKnowsOfThePast() {
        five.damaged(0, FaultKind.WIPE);
        assertFalse(five.mayDamageMany(0b11110, 0b11111));
        assertFalse(five.mayDamageMany(0b01110, 0b01111), "the one that stays knows nothing");
        assertTrue(five.mayDamageMany(0b01110, 0b11111));
        for (int node = 1; node < 4; node++) {
            five.damaged(node, FaultKind.WIPE_MANY);
        }
        assertTrue(five.isBeyond());
        assertFalse(five.mayDamageMany(0b00110, 0b11111), "once is enough");
        five.repaired(0);
        five.repaired(1);
        five.repaired(2);
        assertFalse(five.mayDamage(4), "it knows of the past");
        assertTrue(five.isBeyond());
    }

    @Test
    void shouldSayThatADamagedSnapshotStaysBesideANewerOne() {
        assertFalse(five.wasDamaged(1));
        five.damaged(1, FaultKind.BAD_SECTOR);
        five.repaired(1);
        assertTrue(five.mayLackSnapshot(1));
        five.snapshotWritten(1);
        assertFalse(five.mayLackSnapshot(1));
        assertTrue(five.wasDamaged(1));
        assertFalse(five.wasDamaged(2));
    }

    @Test
    void shouldNoteThatANodeIsTrustedThatHasLostSomething() {
        five.damaged(2, FaultKind.LOST_WRITE);
        assertFalse(five.isTrusted());
        five.trusted(2);
        assertTrue(five.isTrusted());
        assertEquals(1, counters.count(FaultKind.LOST_WRITE, DamageEffect.TRUSTED));
    }
}
