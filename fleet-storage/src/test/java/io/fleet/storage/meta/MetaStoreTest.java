package io.fleet.storage.meta;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.fixture.mark.Expects;
import io.fleet.storage.BirthId;
import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.ForeignStorageException;
import io.fleet.storage.Life;
import io.fleet.storage.ReadFailedException;
import io.fleet.storage.SettingsChangedException;
import io.fleet.storage.StorageException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.VoterState;
import io.fleet.storage.disk.DiskFile;
import io.fleet.storage.fault.FaultDisk;
import io.fleet.storage.fault.SimulatedCrash;
import io.fleet.storage.log.Checksum;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class MetaStoreTest {
    private static final int[] MEMBERS = {0, 1, 2};
    private static final StorageIdentity IDENTITY = new StorageIdentity(7, 1);

    private static final GroupSettings AGREED = new GroupSettings(4096, 10_000, 60_000, 1 << 23);
    private static final GroupSettings CODED = new GroupSettings(4096, 10_000, 60_000, 1 << 23, 3, 2, 0);

    private final FaultDisk disk = new FaultDisk("disk", new Random(1));

    @Test
    void shouldCountIncarnations() {
        for (int i = 1; i <= 5; i++) {
            final MetaStore store = open();
            assertEquals(i, store.incarnation());
            store.close();
        }
    }

    @Test
    @Tag("hazard-S-E4")
    void shouldUseTheOtherSlotWhereOneCannotBeRead() {
        final MetaStore store = open();
        store.promise(3, 20);
        store.close();
        for (int slot = 0; slot < 2; slot++) {
            disk.goBad("meta", slot * MetaImage.SLOT_LENGTH + 512, 512);
            final MetaStore again = open();
            assertEquals(20, again.durablePromise(3));
            again.abandon();
        }
        disk.goBad("meta", 512, 512);
        disk.goBad("meta", MetaImage.SLOT_LENGTH + 512, 512);
        final StorageException e = assertThrows(ReadFailedException.class, this::open);
        assertTrue(e.getMessage().contains("disk/meta") && e.getMessage().contains("Nothing was changed"),
            e.getMessage());
    }

    @Test
    void shouldPublishPromisesOnceDurable() throws Exception {
        final MetaStore store = open();
        assertEquals(0, store.promised(3));
        store.promise(3, 10);
        assertEquals(10, store.promised(3));
        store.poll();
        store.promise(3, 20);
        store.promise(3, 15);
        store.promise(-1, 5);
        assertEquals(0, store.durablePromise(3));
        assertTrue(store.flusher().hasWork());
        store.flusher().doWork();
        assertEquals(0, store.durablePromise(3), "published by poll only");
        store.poll();
        assertEquals(10, store.durablePromise(3));
        assertEquals(20, store.promised(3));
        assertEquals(0, store.durablePromise(-1));
        store.close();
        final MetaStore again = open();
        assertEquals(20, again.durablePromise(3));
        assertEquals(5, again.promised(-1));
        assertEquals(0, again.poll());
        assertFalse(again.flusher().hasWork());
    }

    @Test
    void shouldReadTheFirstVersionAndTakeWhoPromisedForAVoter() throws Exception { // S15
        place(golden(1), 0);
        final MetaStore store = MetaStore.open(new StorageIdentity(7, 2), 1, new int[] {1, 2, 3}, disk);
        assertEquals(5, store.incarnation());
        assertEquals(3L << 16 | 1, store.durablePromise(5));
        assertEquals(VoterState.VOTER, store.durableStanding(5));
        assertEquals(VoterState.NEW, store.durableStanding(6), "it had promised nothing");
        assertEquals(0, store.voterId());
        assertFalse(store.wasClosed());
        store.close();
        final MetaStore again = MetaStore.open(new StorageIdentity(7, 2), 1, new int[] {1, 2, 3}, disk);
        assertEquals(VoterState.VOTER, again.durableStanding(5));
    }

    @Test
    void shouldReadTheSecondVersionAndBindItsGroupsToWhatIsGiven() throws Exception { // S9
        place(golden(2), 0);
        final MetaStore store = open(new StorageIdentity(7, 2), new int[] {1, 2, 3}, Map.of(5, AGREED));
        assertEquals(5, store.incarnation());
        assertEquals(3L << 16 | 1, store.durablePromise(5));
        assertEquals(VoterState.VOTER, store.durableStanding(5));
        assertEquals(VoterState.LOST, store.durableStanding(6));
        assertEquals(2L << 16, store.durablePromise(6));
        assertEquals(0x1234_5678_9ABC_DEFL, store.voterId());
        assertTrue(store.wasClosed());
        store.abandon();
        final MetaStore again = MetaStore.open(new StorageIdentity(7, 2), 1, new int[] {1, 2, 3}, disk);
        assertEquals(AGREED, again.settings(5));
        assertNull(again.settings(6));
        assertEquals(VoterState.LOST, again.durableStanding(6));
    }

    @Test
    void shouldReadTheThirdVersionInWhichNothingIsCoded() throws Exception { // S9
        final byte[] slot = golden(3);
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[MetaImage.SLOT_LENGTH]);
        buffer.putBytes(0, slot);
        final MetaImage image = MetaImage.decode(buffer, slot.length, new Checksum());
        assertEquals(AGREED, image.settings.get(5));
        assertNull(image.settings.get(6));
        assertEquals(VoterState.VOTER, image.standing(5));
        assertEquals(VoterState.LOST, image.standing(6));
    }

    @Test
    void shouldReadTheFourthVersion() throws Exception {
        final byte[] slot = golden(4);
        final MetaImage image = MetaImage.decode(new UnsafeBuffer(slot), slot.length, new Checksum());
        assertEquals(AGREED, image.settings.get(5));
        assertEquals(CODED, image.settings.get(6));
        assertEquals(VoterState.VOTER, image.standing(5));
        assertEquals(VoterState.LOST, image.standing(6));
        assertEquals(0, image.lease(5));
        assertEquals(0, image.lease(6));
    }

    @Test
    @Tag("hazard-S-A1")
    void shouldGiveAClusterOfTheFifthVersionTheBirthThatFollowsFromItsNumber() throws Exception {
        place(golden(5), 0);
        final MetaStore store = open(new StorageIdentity(7, 2), new int[] {1, 2, 3}, Map.of(5, AGREED, 6, CODED));
        assertEquals(1_500, store.durableLease(5));
        assertEquals(0, store.durableLease(6));
        assertEquals(BirthId.ofNumber(7), store.birthId());
        assertEquals(1, store.lifeNumber(), "it votes");
        assertEquals(Life.NONE, store.lifeOf(1));
        store.close();
        place(golden(1), 0);
        place(golden(1), 1);
        assertEquals(BirthId.ofNumber(7), open(new StorageIdentity(7, 2), new int[] {1, 2, 3}, Map.of()).birthId());
    }

    @Test
    void shouldReadAndWriteTheSixthVersion() throws Exception {
        final byte[] slot = golden(6);
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[MetaImage.SLOT_LENGTH]);
        buffer.putBytes(0, slot);
        final MetaImage image = MetaImage.decode(buffer, slot.length, new Checksum());
        assertEquals(AGREED.withSessionBytes(1 << 26), image.settings.get(5));
        assertEquals(CODED.withSessionBytes(1 << 20), image.settings.get(6));
        assertEquals(1_500, image.lease(5));
        assertEquals(0, image.lease(6));
        assertEquals(0x0123_4567_89AB_CDEFL, image.birthId);
        assertEquals(3, image.lifeNumber);
        assertEquals(Map.of(1, Life.of(2, 7, 99), 3, Life.of(1, 40, 5)), image.lives);
        assertEquals(Map.of(1, 3, 9, 2), image.numbers);
        assertEquals(Map.of(5, 0x0000_0007_0001L), image.settled);
        assertEquals(List.of(0x7FFFF, -1, 0, 5),
            List.of(image.marks.markOf(1), image.marks.markOf(2), image.marks.markOf(3), image.marks.markOf(9)));
        assertEquals(slot.length, image.encode(buffer, new Checksum()));
        final byte[] written = new byte[slot.length];
        buffer.getBytes(0, written);
        assertArrayEquals(slot, written);
    }

    @Test
    @Tag("hazard-S-A1")
    void shouldNeverChangeABirthThatItKnows() {
        final MetaStore store = open();
        assertEquals(BirthId.NONE, store.birthId());
        store.born(5);
        assertEquals(BirthId.NONE, store.birthId(), "it is not durable yet");
        store.sync();
        assertEquals(5, store.birthId());
        assertThrows(IllegalStateException.class, () -> store.born(6));
        assertThrows(IllegalStateException.class, () -> store.born(BirthId.NONE));
        store.born(5);
        store.close();
        final MetaStore again = open();
        assertEquals(5, again.birthId());
        assertThrows(IllegalStateException.class, () -> again.born(6));
    }

    @Test
    @Tag("hazard-S-A4")
    void shouldKnowTheLivesOfOthersAfterAStart() {
        final MetaStore store = open();
        for (int node = 0; node < MetaImage.MAX_LIVES; node++) {
            store.knowLife(node, Life.of(1, node + 1, 0));
        }
        store.knowLife(2, Life.of(2, 1, 1));
        assertEquals(Life.NONE, store.durableLifeOf(2), "it is not durable yet");
        assertThrows(IllegalArgumentException.class, () -> store.knowLife(MetaImage.MAX_LIVES, Life.of(1, 1, 0)));
        store.lifeNumber(4);
        assertEquals(0, store.lifeNumber(), "it is not durable yet");
        store.sync();
        store.close();
        final MetaStore again = open();
        for (int node = 0; node < MetaImage.MAX_LIVES; node++) {
            final long life = node == 2 ? Life.of(2, 1, 1) : Life.of(1, node + 1, 0);
            assertEquals(life, again.lifeOf(node));
            assertEquals(life, again.durableLifeOf(node));
        }
        assertEquals(4, again.lifeNumber());
        assertThrows(IllegalArgumentException.class, () -> again.lifeNumber(Life.MAX_NUMBER + 1));
    }

    @Test
    @Tag("hazard-S-A4")
    void shouldKnowTheMarksOfItsLastStarts() {
        for (int start = 1; start <= 5; start++) {
            final MetaStore store = MetaStore.open(IDENTITY, 1, MEMBERS, Map.of(), 3 * start, disk);
            assertEquals(start, store.incarnation());
            assertEquals(3 * start, store.markOf(start));
            assertEquals(3, store.markOf(1));
            assertEquals(start == 1 ? -1 : 3 * (start - 1), store.markOf(start - 1));
            assertEquals(-1, store.markOf(start + 1));
            store.close();
        }
    }

    @Test
    @Tag("hazard-U-starts")
    void shouldKnowTheMarkOfAStartThatHeardOthersAfterManyThatDidNot() {
        final MetaStore store = MetaStore.open(IDENTITY, 1, MEMBERS, Map.of(), 77, disk);
        store.heardOthers();
        store.sync();
        store.close();
        for (int start = 2; start <= StartMarks.MAX_SILENT + 3; start++) {
            MetaStore.open(IDENTITY, 1, MEMBERS, Map.of(), start, disk).abandon();
        }
        final MetaStore again = MetaStore.open(IDENTITY, 1, MEMBERS, Map.of(), 5, disk);
        assertEquals(77, again.markOf(1));
        assertEquals(-1, again.markOf(2));
        assertEquals(5, again.markOf(again.incarnation()));
        again.close();
    }

    @Test
    void shouldKeepTheMarksOfManyStartsThatHeardOthersAndOfFewThatDidNot() {
        StartMarks marks = StartMarks.NONE;
        for (int start = 1; start <= 3 * StartMarks.MAX; start++) {
            marks = marks.with(start, start);
            marks = start % 2 == 0 ? marks.heard() : marks;
            assertEquals(start, marks.markOf(start));
        }
        assertEquals(StartMarks.MAX, marks.size());
        final int last = 3 * StartMarks.MAX;
        assertEquals(last - 2 * StartMarks.MAX_HEARD + 2, marks.markOf(last - 2 * StartMarks.MAX_HEARD + 2));
        assertEquals(-1, marks.markOf(last - 2 * StartMarks.MAX_HEARD - 2), "one more until the next start");
        assertEquals(last - 2 * StartMarks.MAX_SILENT + 3, marks.markOf(last - 2 * StartMarks.MAX_SILENT + 3));
        assertEquals(-1, marks.markOf(last - 2 * StartMarks.MAX_SILENT + 1), "the last one was silent for a while");
        assertEquals(-1, marks.markOf(0));
    }

    /**
     * Writes the golden slot of the present version.
     *
     * @param arguments the file.
     * @throws Exception when it cannot be written.
     */
    public static void main(final String[] arguments) throws Exception {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[MetaImage.SLOT_LENGTH]);
        final byte[] before = golden(5);
        buffer.putBytes(0, before);
        final MetaImage image = MetaImage.decode(buffer, before.length, new Checksum());
        image.version = MetaImage.VERSION;
        image.birthId = 0x0123_4567_89AB_CDEFL;
        image.lifeNumber = 3;
        image.settings.put(5, AGREED.withSessionBytes(1 << 26));
        image.settings.put(6, CODED.withSessionBytes(1 << 20));
        image.marks = StartMarks.NONE.with(1, 0x7FFFF).with(3, 0).heard().with(9, 5);
        image.lives.put(3, Life.of(1, 40, 5));
        image.lives.put(1, Life.of(2, 7, 99));
        image.numbers.put(1, 3);
        image.numbers.put(9, 2);
        image.settled.put(5, 0x0000_0007_0001L);
        final byte[] slot = new byte[image.encode(buffer, new Checksum())];
        buffer.getBytes(0, slot);
        Files.writeString(Path.of(arguments[0]), HexFormat.of().formatHex(slot) + "\n");
    }

    @Test
    void shouldNotTakeALeaseThatNobodyGrantsForSound() throws Exception { // L3
        for (final int lease : new int[] {-1, MetaImage.MAX_LEASE + 1, Integer.MIN_VALUE}) {
            final UnsafeBuffer slot = new UnsafeBuffer(golden(6));
            slot.putInt(MetaImage.HEADER_LENGTH + MetaImage.LEASE_OFFSET, lease, ByteOrder.LITTLE_ENDIAN);
            slot.putInt(8, new Checksum().of(slot, 12, slot.capacity() - 12), ByteOrder.LITTLE_ENDIAN);
            assertNull(MetaImage.decode(slot, slot.capacity(), new Checksum()), "lease " + lease);
        }
    }

    @Test
    void shouldRememberTheLongestLeaseOnceItIsDurable() { // L3
        final MetaStore store = open();
        store.lease(3, 500);
        store.lease(3, 200);
        assertEquals(0, store.durableLease(3));
        assertEquals(0, store.durableLease(4));
        store.sync();
        assertEquals(500, store.durableLease(3));
        store.close();
        final MetaStore again = open();
        assertEquals(500, again.durableLease(3));
        assertThrows(IllegalArgumentException.class, () -> again.lease(3, 0));
        assertThrows(IllegalArgumentException.class, () -> again.lease(3, MetaImage.MAX_LEASE + 1));
    }

    @Test
    @Expects("meta-store.longer-leases-are-forgotten")
    void shouldForgetLongerLeasesOfOneGroup() { // L3
        final MetaStore store = open();
        store.lease(3, 500);
        store.lease(4, 500);
        store.sync();
        store.forgetLeases(3, 200);
        store.forgetLeases(3, 300);
        store.forgetLeases(5, 0);
        store.promise(3, 7);
        store.sync();
        store.close();
        final MetaStore again = open();
        assertEquals(200, again.durableLease(3));
        assertEquals(500, again.durableLease(4));
        assertEquals(7, again.durablePromise(3));
        again.forgetLeases(3, 0);
        again.sync();
        again.close();
        assertEquals(0, open().durableLease(3));
        assertThrows(IllegalArgumentException.class, () -> again.forgetLeases(3, -1));
        assertThrows(IllegalArgumentException.class, () -> again.forgetLeases(3, MetaImage.MAX_LEASE + 1));
    }

    @Test
    void shouldForgetAtOnceWhatMayBeForgottenOnTheDisk() throws Exception { // L3
        final MetaStore store = open();
        store.lease(3, 500);
        store.sync();
        store.forgetLeases(3, 200);
        assertEquals(200, store.durableLease(3), "it is about to be");
        store.poll();
        store.lease(3, 500);
        assertEquals(200, store.durableLease(3), "an image with 200 is being written");
        store.flusher().doWork();
        assertEquals(200, found());
        store.poll();
        assertEquals(200, store.durableLease(3), "one with 500 is being written");
        store.flusher().doWork();
        store.poll();
        assertEquals(500, store.durableLease(3));
        assertEquals(500, found());
    }

    @Test
    void shouldForgetWhatIsBeingWritten() throws Exception { // L3
        final MetaStore store = open();
        store.lease(3, 500);
        store.poll();
        store.forgetLeases(3, 200);
        store.flusher().doWork();
        assertEquals(500, found());
        store.poll();
        assertEquals(200, store.durableLease(3), "as soon as the next image is written");
        store.sync();
        assertEquals(200, store.durableLease(3));
        assertEquals(200, found());
    }

    /** What a start would find now. */
    private int found() {
        final FaultDisk copy = disk.copy("copy");
        copy.powerLoss();
        return MetaStore.open(IDENTITY, 1, MEMBERS, copy).durableLease(3);
    }

    @Test
    void shouldRefuseAnotherCodeThanAGroupWasSetUpWith() throws Exception { // S9, C2
        place(golden(4), 0);
        final StorageIdentity identity = new StorageIdentity(7, 2);
        final int[] members = {1, 2, 3};
        final GroupSettings other = new GroupSettings(4096, 10_000, 60_000, 1 << 23, 2, 2, 0);
        assertTrue(assertThrows(SettingsChangedException.class, () -> open(identity, members, Map.of(6, other)))
            .getMessage().contains("the mode is coded(2, 2), but must be coded(3, 2)"));
        assertTrue(assertThrows(SettingsChangedException.class, () -> open(identity, members, Map.of(6, AGREED)))
            .getMessage().contains("the mode is scattered, but must be coded(3, 2)"));
    }

    @Test
    @Tag("hazard-S-B2")
    void shouldBindAGroupToTheBoundOfItsAnswersAndOneOfBeforeAtItsNextStart() throws Exception { // S9
        place(golden(5), 0);
        final StorageIdentity identity = new StorageIdentity(7, 2);
        final int[] members = {1, 2, 3};
        final Map<Integer, GroupSettings> given =
            Map.of(5, AGREED.withSessionBytes(1 << 20), 6, CODED.withSessionBytes(1 << 21));
        open(identity, members, given).close();
        assertEquals("group 5: sessionBytes is 1048577, but must be 1048576",
            assertThrows(SettingsChangedException.class, () -> open(identity, members,
                Map.of(5, AGREED.withSessionBytes((1 << 20) + 1)))).getMessage().split(":(?= that)")[0]);
        open(identity, members, given).close();
    }

    @Test
    void shouldTakeALaterVersionForForeignAndNotForDamaged() {
        final MetaImage later = new MetaImage(IDENTITY, 1, MEMBERS);
        later.version = MetaImage.VERSION + 1;
        later.promises.put(1, (Long) 5L);
        final UnsafeBuffer slot = new UnsafeBuffer(new byte[MetaImage.SLOT_LENGTH]);
        final byte[] bytes = new byte[later.encode(slot, new Checksum()) + 4];
        slot.putInt(16, bytes.length, ByteOrder.LITTLE_ENDIAN);
        slot.putInt(8, new Checksum().of(slot, 12, bytes.length - 12), ByteOrder.LITTLE_ENDIAN);
        slot.getBytes(0, bytes);
        place(bytes, 0);
        place(bytes, 1);
        final String message = assertThrows(ForeignStorageException.class, this::open).getMessage();
        assertTrue(message.contains("version 7, this reads versions 1 to 6"), message);
    }

    @Test
    @Expects("meta-store.settings-changed")
    void shouldRefuseOtherSettingsThanAGroupWasSetUpWith() { // S9
        final MetaStore first = open(IDENTITY, MEMBERS, Map.of(3, AGREED));
        assertEquals(AGREED, first.settings(3));
        first.closed();
        first.close();
        final GroupSettings other = new GroupSettings(8, 10_000, 10_000, 1 << 23);
        final String message = assertThrows(SettingsChangedException.class,
            () -> open(IDENTITY, MEMBERS, Map.of(2, AGREED, 3, other))).getMessage();
        assertTrue(message.startsWith("group 3: clientWindow is 8, but must be 4096, sessionTimeoutMillis is 10000, "
            + "but must be 60000: "), message);
        final GroupSettings more = new GroupSettings(4096, 10, 60_000, 64);
        final String second = assertThrows(SettingsChangedException.class,
            () -> open(IDENTITY, MEMBERS, Map.of(3, more))).getMessage();
        assertTrue(second.startsWith("group 3: maxSessions is 10, but must be 10000, maxReplyBytes is 64, "
            + "but must be 8388608: "), second);
        final MetaStore again = open(IDENTITY, MEMBERS, Map.of(3, AGREED));
        assertEquals(2, again.incarnation(), "what was refused has counted as a start");
        assertTrue(again.wasClosed(), "what was refused has opened the logs");
        assertNull(again.settings(2), "what was refused has bound another group");
        again.abandon();
    }

    @Test
    void shouldBindDurablyBeforeItIsOpen() { // S9
        open(IDENTITY, MEMBERS, Map.of(3, AGREED)).abandon();
        disk.powerLoss();
        final MetaStore hostsNone = open();
        hostsNone.promise(3, 7);
        hostsNone.close();
        assertThrows(SettingsChangedException.class,
            () -> open(IDENTITY, MEMBERS, Map.of(3, new GroupSettings(1, 1, 1_000, 64))));
    }

    @Test
    void shouldPublishAStandingOnceDurable() throws Exception { // S15
        final MetaStore store = open();
        store.becomeVoter(3, 99);
        store.poll();
        assertEquals(VoterState.NEW, store.durableStanding(3));
        assertEquals(0, store.voterId());
        assertFalse(store.isAnyVoter());
        store.flusher().doWork();
        store.poll();
        assertEquals(VoterState.VOTER, store.durableStanding(3));
        assertEquals(99, store.voterId());
        store.close();
        final MetaStore again = open();
        assertTrue(again.isAnyVoter());
        assertEquals(99, again.voterId());
    }

    @Test
    void shouldSayWhenANewLifeOfAVoterIsDurable() throws Exception { // S15
        final MetaStore before = open();
        before.becomeVoter(3, 99);
        before.sync();
        before.abandon();
        final MetaStore store = open();
        assertTrue(store.isVoterDurable(3));
        assertFalse(store.isVoterDurable(4));
        store.becomeVoter(3, 100);
        assertFalse(store.isVoterDurable(3), "the disk still says 99");
        store.poll();
        assertFalse(store.isVoterDurable(3));
        store.flusher().doWork();
        store.poll();
        assertTrue(store.isVoterDurable(3));
        assertEquals(100, store.voterId());
    }

    @Test
    void shouldBeginOneLifeInAllGroupsOfARun() { // S15: a campaign of another group may wait for a confirmation
        final MetaStore store = open();
        store.becomeVoter(3, 99);
        store.sync();
        store.becomeVoter(4, 100);
        store.sync();
        assertTrue(store.isVoterDurable(4));
        assertEquals(99, store.voterId());
        store.abandon();
        final MetaStore again = open();
        again.becomeVoter(4, 101);
        again.sync();
        assertEquals(101, again.voterId());
    }

    @Test
    void shouldCountTheNoteOfWhatAGroupHoldsAsNoGroup() { // S15
        final MetaStore store = open();
        store.becomeVoter(~3, 99);
        store.sync();
        assertEquals(0, store.voters());
        assertTrue(store.isAnyVoter(), "its logs must be there");
        store.becomeVoter(3, 99);
        store.sync();
        assertEquals(1, store.voters());
        store.abandon();
    }

    @Test
    void shouldLoseTheVoteOfOneGroup() { // S15
        final MetaStore store = open();
        store.becomeVoter(3, 99);
        store.becomeVoter(4, 99);
        store.promise(3, 12);
        store.sync();
        store.lose(3);
        store.sync();
        store.abandon();
        final MetaStore again = open();
        assertEquals(VoterState.LOST, again.durableStanding(3));
        assertEquals(12, again.durablePromise(3), "the promise is still known");
        assertEquals(VoterState.VOTER, again.durableStanding(4));
        assertFalse(again.logsLost());
    }

    @Test
    void shouldLoseEveryVoteWithTheLogs() { // S15
        final MetaStore store = open();
        store.becomeVoter(3, 99);
        store.promise(3, 12);
        store.promise(4, 5);
        store.sync();
        store.loseLogs(8);
        store.sync();
        store.abandon();
        disk.powerLoss();
        final MetaStore again = open();
        assertTrue(again.logsLost());
        assertEquals(VoterState.LOST, again.durableStanding(3));
        assertEquals(VoterState.LOST, again.durableStanding(8));
        assertEquals(VoterState.NEW, again.durableStanding(4), "it never voted there");
        assertEquals(12, again.durablePromise(3), "the promise is still known");
        again.logsRenewed();
        again.sync();
        again.abandon();
        assertFalse(open().logsLost());
    }

    @Test
    void shouldKnowWhetherItWasClosedInGoodOrder() { // S15
        final MetaStore store = open();
        store.close();
        final MetaStore killed = open();
        assertFalse(killed.wasClosed(), "its logs were not closed");
        killed.closed();
        killed.close();
        final MetaStore closed = open();
        assertTrue(closed.wasClosed());
        closed.abandon();
        assertFalse(open().wasClosed(), "it has been open since");
    }

    @Test
    void shouldSetADamagedStoreAside() { // S15
        open().close();
        disk.flip(MetaFile.NAME, 40, 1);
        disk.flip(MetaFile.NAME, MetaImage.SLOT_LENGTH + 40, 1);
        assertThrows(DamagedStorageException.class, this::open);
        MetaStore.setAside(disk);
        assertFalse(MetaStore.exists(disk));
        assertTrue(disk.exists(MetaFile.DAMAGED_NAME));
        assertTrue(MetaStore.isSetAside(disk), "it is lost, and nothing has come in its place");
        assertEquals(1, open().incarnation());
        assertFalse(MetaStore.isSetAside(disk));
    }

    @Test
    void shouldBeLostFromTheFirstByteOn() { // S15
        MetaStore.createLost(IDENTITY, 1, new int[] {1}, new int[] {4, 9}, disk);
        final MetaStore store = MetaStore.open(IDENTITY, 1, new int[] {1}, disk);
        assertTrue(store.logsLost());
        assertEquals(VoterState.LOST, store.durableStanding(4));
        assertEquals(VoterState.LOST, store.durableStanding(9));
        assertEquals(0, store.promised(4));
        assertFalse(store.isSoleVoter(), "it is created where others vote only");
        store.close();
        assertThrows(StorageException.class, () -> MetaStore.createLost(IDENTITY, 1, MEMBERS,
            new int[MetaImage.MAX_GROUPS + 1], disk));
    }

    @Test
    void shouldBeWholeWhileItVotesAndHasLostNothing() { // S15
        final MetaStore store = open();
        assertFalse(store.isWhole(), "it has never voted");
        store.becomeVoter(1, 7);
        store.becomeVoter(2, 7);
        store.sync();
        assertTrue(store.isWhole());
        store.lose(2);
        store.sync();
        assertFalse(store.isWhole(), "others have not given everything back");
        store.becomeVoter(2, 7);
        store.sync();
        assertTrue(store.isWhole());
        store.loseLogs();
        assertFalse(store.isWhole());
    }

    @Test
    void shouldRefuseForeignStores() {
        open().close();
        final StorageException node = assertThrows(ForeignStorageException.class,
            () -> MetaStore.open(new StorageIdentity(7, 2), 1, MEMBERS, disk));
        assertTrue(node.getMessage().contains("cluster 7 node 1") && node.getMessage().contains("cluster 7 node 2"),
            node.getMessage());
        final StorageException count =
            assertThrows(ForeignStorageException.class, () -> MetaStore.open(IDENTITY, 3, MEMBERS, disk));
        final String message = assertThrows(ForeignStorageException.class,
            () -> MetaStore.open(IDENTITY, 1, new int[] {0}, disk)).getMessage();
        assertTrue(message.endsWith("was set up as a founder of a cluster of the members [0, 1, 2], opened as a founder"
            + " of a cluster of the members [0]"), message);
        final String joins = assertThrows(ForeignStorageException.class,
            () -> MetaStore.open(IDENTITY, 1, new int[0], disk)).getMessage();
        assertTrue(joins.endsWith("of the members [0, 1, 2], opened to join its groups"), joins);
        assertTrue(count.getMessage().contains("with 1 directories, opened with 3"), count.getMessage());
    }

    @Test
    @Expects("meta-file.other-slot-used")
    void shouldSurviveDamageToEitherSlotAndNoticeDamageToBoth() throws Exception {
        final MetaStore store = open();
        store.promise(1, 42);
        store.close();
        final Random random = new Random(5);
        for (int i = 0; i < 200; i++) {
            final FaultDisk copy = disk.copy("copy");
            final int inSlot = random.nextInt(72);
            copy.flip("meta", inSlot + (i % 2) * MetaImage.SLOT_LENGTH, 1 << random.nextInt(8));
            final MetaStore opened = MetaStore.open(IDENTITY, 1, MEMBERS, copy);
            assertEquals(42, opened.durablePromise(1));
            assertEquals(2, opened.incarnation());
            final FaultDisk both = disk.copy("both");
            both.flip("meta", 20, 1);
            both.flip("meta", MetaImage.SLOT_LENGTH + inSlot, 1);
            assertThrows(DamagedStorageException.class, () -> MetaStore.open(IDENTITY, 1, MEMBERS, both));
        }
        disk.truncate("meta", 1000);
        assertThrows(DamagedStorageException.class, this::open);
    }

    @Test
    @Expects("meta-flusher.failed")
    void shouldEndAtAFailedSync() throws Exception {
        final MetaStore store = open();
        store.promise(1, 1);
        store.poll();
        disk.failNextSync();
        store.flusher().doWork();
        assertThrows(StorageException.class, store::poll);
        assertThrows(StorageException.class, store::poll);
        assertEquals(0, store.durablePromise(1));
        assertFalse(store.flusher().hasWork());
    }

    @Test
    void shouldHoldPromisesOfThousandsOfGroups() {
        final MetaStore store = open();
        for (int group = 0; group < MetaImage.MAX_GROUPS; group++) {
            store.promise(group, group + 1);
        }
        assertThrows(StorageException.class, () -> store.promise(MetaImage.MAX_GROUPS, 1));
        store.close();
        final MetaStore again = open();
        for (int group = 0; group < MetaImage.MAX_GROUPS; group++) {
            assertEquals(group + 1, again.durablePromise(group));
        }
    }

    @Test
    @Expects({"meta-file.left-over-removed", "meta-file.slots-differ"})
    void shouldNeverForgetWhatWasPublishedOverCrashes() throws Exception {
        for (int seed = 1; seed <= 300; seed++) {
            final Random random = new Random(seed);
            final FaultDisk faulty = new FaultDisk("disk", random);
            long incarnation = 0;
            long published = 0;
            long set = 0;
            for (int life = 0; life < 10; life++) {
                try {
                    faulty.crashIn(1 + random.nextInt(life == 9 ? 1000 : 20));
                    final MetaStore store = MetaStore.open(IDENTITY, 1, MEMBERS, faulty);
                    assertTrue(store.incarnation() > incarnation, "seed " + seed);
                    incarnation = store.incarnation();
                    assertTrue(store.durablePromise(1) >= published && store.durablePromise(1) <= set, "seed " + seed);
                    published = store.durablePromise(1);
                    for (int i = 0; i < 20; i++) {
                        store.promise(1, ++set);
                        store.poll();
                        if (random.nextBoolean()) {
                            store.flusher().doWork();
                        }
                        published = Math.max(published, store.durablePromise(1));
                    }
                } catch (final SimulatedCrash e) {
                    // expected: the next life recovers
                }
                if (random.nextBoolean()) {
                    faulty.powerLoss();
                } else {
                    faulty.kill();
                }
            }
        }
    }

    private static byte[] golden(final int version) throws IOException {
        try (InputStream golden = MetaStoreTest.class.getResourceAsStream("slot-version-" + version + ".hex")) {
            return HexFormat.of().parseHex(new String(golden.readAllBytes(), StandardCharsets.US_ASCII).strip());
        }
    }

    private void place(final byte[] bytes, final int slot) {
        final long length = (long) MetaFile.SLOTS * MetaImage.SLOT_LENGTH;
        try (DiskFile file = disk.exists(MetaFile.NAME) ? disk.open(MetaFile.NAME)
            : disk.create(MetaFile.NAME, length)) {
            file.write((long) slot * MetaImage.SLOT_LENGTH, new UnsafeBuffer(bytes), 0, bytes.length);
            file.sync();
        }
    }

    private MetaStore open(final StorageIdentity identity, final int[] members,
                           final Map<Integer, GroupSettings> settings) {
        return MetaStore.open(identity, 1, members, settings, disk);
    }

    private MetaStore open() {
        return MetaStore.open(IDENTITY, 1, MEMBERS, disk);
    }
}
