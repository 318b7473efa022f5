package io.fleet.ec.node.proxy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.config.SizeLimits;
import io.fleet.consensus.GroupCounters;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.election.LeaderNotice;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.consensus.message.replication.RejectEntry;
import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.dissemination.ValueSource;
import io.fleet.ec.group.EntrySubmitter;
import io.fleet.ec.group.retention.PartCapacity;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.network.UnusedOutbound;
import io.fleet.session.CommandFrame;
import io.fleet.storage.Digest;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ProxyIntakeTest {
    private static final long BALLOT = 77L << 16 | 2;
    private static final long BATCHER = 9;

    private final List<String> told = new ArrayList<>();
    private final List<EntryId> spread = new ArrayList<>();
    private final GroupCounters counters = new GroupCounters();
    private final List<Integer> lengths = new ArrayList<>();
    private ProxyIntake intake = intake(GroupConfig.coded(3, 2));
    private boolean hasRoom = true;
    private boolean isBlocked;
    private PartCapacity room = PartCapacity.FOR_ALL;

    @Test
    @Expects("proxy-intake.late-copy-dropped")
    void shouldSpreadAnEntryOnceWhateverComesAgain() { // S7
        final UnsafeBuffer body = body(3 * EntryBody.MAX_CHUNK / 2);
        send(1, body, 1, BALLOT);
        send(1, body, 1, BALLOT);
        assertEquals(0, spread(), "half of it is missing");
        send(1, body, 0, BALLOT);
        hasRoom = false;
        assertEquals(0, spread());
        hasRoom = true;
        assertEquals(1, spread());
        send(1, body, 0, BALLOT);
        send(1, body, 1, BALLOT);
        assertEquals(0, spread());
        assertNotNull(intake.of(spread.get(0)));
        assertEquals(5, intake.of(spread.get(0)).logTime());
        assertNull(intake.of(new EntryId().set(BATCHER, 1, 99)), "other bytes");
        intake.applied(spread.get(0));
        assertNull(intake.of(spread.get(0)));
        assertEquals(0, intake.bytes());
        send(1, body, 0, BALLOT);
        assertEquals(0, intake.size());
        assertEquals(List.of(), told);
    }

    @Test
    @Expects("proxy-intake.refused-for-want-of-room")
    void shouldNeverSpreadALaterCopyOfWhatItRefused() { // S13
        intake = intake(GroupConfig.coded(3, 2).withPendingEntries(16));
        for (int i = 1; i <= 17; i++) {
            send(i, body(10), 0, BALLOT);
        }
        assertEquals(List.of("reject 17 for " + RejectEntry.OVERLOADED), told);
        assertEquals(16, spread());
        send(17, body(10), 0, BALLOT);
        assertEquals(0, spread());
        send(18, body(10), 0, BALLOT);
        assertEquals(1, spread());
        assertEquals(1, counters.rejects.get());
    }

    @Test
    @Expects("proxy-intake.refused-as-malformed")
    void shouldRefuseWhatIsNoEntry() {
        final UnsafeBuffer body = body(10);
        body.putInt(CommandFrame.LENGTH_OFFSET, 1_000, ByteOrder.LITTLE_ENDIAN);
        send(1, body, 0, BALLOT);
        intake.onChunk(chunk(2, body(10), 0, BALLOT, 13), 0);
        final EntryBody beyond = chunk(3, body(10), 0, BALLOT, 13);
        beyond.offset = 1;
        intake.onChunk(beyond, 0);
        final EntryBody large = chunk(4, body(10), 0, BALLOT, 13);
        large.totalLength = 100 << 20;
        large.chunkLength = EntryBody.MAX_CHUNK;
        intake.onChunk(large, 0);
        assertEquals(List.of("reject 1 for " + RejectEntry.MALFORMED, "reject 2 for " + RejectEntry.MALFORMED,
            "reject 4 for " + RejectEntry.TOO_LARGE), told);
        assertEquals(0, spread());
        assertEquals(0, intake.bytes());
        assertEquals(0, intake.unspread());
    }

    @Test
    @Expects("proxy-intake.entry-meant-for-a-life-before")
    void shouldTellItsBallotToWhoeverNamesAnother() {
        send(1, body(10), 0, BALLOT - 65536);
        assertEquals(List.of("ballot " + BALLOT + " of 2"), told);
        assertEquals(0, spread());
        send(1, body(10), 0, BALLOT);
        assertEquals(1, spread());
    }

    @Test
    @Expects("proxy-intake.rest-of-a-body-never-came")
    void shouldForgetABodyWhoseRestNeverComes() { // S13
        send(1, body(2 * EntryBody.MAX_CHUNK), 0, BALLOT);
        intake.expire(TimeUnit.SECONDS.toNanos(4));
        assertEquals(1, intake.unspread());
        intake.expire(TimeUnit.SECONDS.toNanos(5));
        assertEquals(0, intake.unspread());
        assertEquals(0, intake.bytes());
    }

    @Test
    @Expects("proxy-intake.unfinished-body-gives-way")
    void shouldLetAnUnfinishedBodyGiveWayToAnEntryThatNeedsItsRoom() { // S13
        intake = intake(GroupConfig.coded(3, 2).withPendingBytes(1 << 20).withRetryMillis(100));
        final UnsafeBuffer body = body((1 << 20) - 1_000 - CommandFrame.HEADER_LENGTH);
        final int last = (body.capacity() - 1) / EntryBody.MAX_CHUNK;
        for (int chunk = 0; chunk < last; chunk++) {
            send(1, body, chunk, BALLOT);
        }
        send(BATCHER + 1, 1, body, 0);
        assertEquals(List.of("reject 1 for " + RejectEntry.OVERLOADED), told, "the first may still be on its way");
        for (int chunk = 0; chunk <= last; chunk++) {
            send(2, body, chunk, BALLOT);
        }
        assertEquals(List.of("reject 1 for " + RejectEntry.OVERLOADED, "reject 1 for " + RejectEntry.OVERLOADED), told,
            "its batcher sends another one");
        assertEquals(1, spreadLong().size());
        send(1, body, last, BALLOT);
        assertEquals(0, spreadLong().size(), "what gave way never is spread");
    }

    @Test
    void shouldLetASilentUnfinishedBodyGiveWay() { // S13
        intake = intake(GroupConfig.coded(3, 2).withPendingEntries(16).withRetryMillis(100));
        for (int i = 1; i <= 16; i++) {
            send(i, body(2 * EntryBody.MAX_CHUNK), 0, BALLOT);
        }
        final UnsafeBuffer other = body(10);
        intake.onChunk(chunk(BATCHER + 1, 17, other), TimeUnit.MILLISECONDS.toNanos(199));
        assertEquals(List.of("reject 17 for " + RejectEntry.OVERLOADED), told);
        intake.onChunk(chunk(BATCHER + 1, 18, other), TimeUnit.MILLISECONDS.toNanos(200));
        assertEquals(17, told.size());
        assertEquals(1, spread());
        assertEquals(0, intake.unspread());
    }

    @Test
    @Expects("proxy-intake.nobody-waits-for-what-was-spread")
    void shouldForgetABodyOfASlotThatASnapshotTook() { // S13
        send(1, body(100), 0, BALLOT);
        intake.expire(TimeUnit.SECONDS.toNanos(40));
        intake.spread((batcher, sequence, header, headerLength, value, valueLength, id) -> true, PartCapacity.FOR_ALL,
            5);
        intake.expire(TimeUnit.SECONDS.toNanos(19));
        assertEquals(1, intake.size());
        intake.expire(TimeUnit.SECONDS.toNanos(20));
        assertEquals(0, intake.size());
        assertEquals(0, intake.bytes());
    }

    @Test
    void shouldHandOnHeaderAndValueThatMakeTheBodyAgain() { // C1
        final UnsafeBuffer body = body(100);
        send(1, body, 0, BALLOT);
        intake.spread((batcher, sequence, header, headerLength, value, valueLength, id) -> {
            final UnsafeBuffer joined = new UnsafeBuffer(new byte[body.capacity()]);
            assertEquals(body.capacity(), EntrySplitter.join(header, 0, headerLength, value, valueLength, joined));
            assertArrayEquals(body.byteArray(), joined.byteArray());
            assertEquals(100, valueLength);
            return true;
        }, room, 5);
    }

    @Test
    void shouldHandOnALongValueWhereItIs() { // S13
        final int length = 3 * 64 * 1024 + 1;
        final UnsafeBuffer body = body(length);
        for (int chunk = 0; chunk * EntryBody.MAX_CHUNK < body.capacity(); chunk++) {
            send(1, body, chunk, BALLOT);
        }
        final List<ValueSource> sources = spreadLong();
        assertEquals(List.of(length), lengths);
        final UnsafeBuffer read = new UnsafeBuffer(new byte[10]);
        assertTrue(sources.get(0).read(length - 9, 9, read, 1));
        for (int i = 0; i < 9; i++) {
            assertEquals((byte) ((length - 9 + i) * 3), read.getByte(1 + i));
        }
        final EntryId id = new EntryId().set(BATCHER, 1, 77);
        assertNull(intake.of(id), "it has no id yet");
        sources.get(0).named(id);
        assertNotNull(intake.of(id));
        intake.applied(id);
        assertNull(intake.of(id));
        assertEquals(body.capacity() + 512, intake.bytes(), "it is still read");
        sources.get(0).release();
        assertEquals(0, intake.bytes());
    }

    @Test
    void shouldRefuseLongEntriesOfAnotherForm() {
        intake = intake(GroupConfig.coded(3, 2).withMaxCommandBytes(SizeLimits.LONG_BYTES));
        final UnsafeBuffer two = new UnsafeBuffer(new byte[2 * (5 << 20)]);
        two.putBytes(0, body((5 << 20) - CommandFrame.HEADER_LENGTH), 0, 5 << 20);
        two.putBytes(5 << 20, two, 0, 5 << 20);
        final UnsafeBuffer headed = body(SizeLimits.SHORT_BYTES + 100);
        headed.putInt(CommandFrame.COMMAND_HEADER_LENGTH_OFFSET, SizeLimits.SHORT_BYTES + 1, ByteOrder.LITTLE_ENDIAN);
        final UnsafeBuffer payload = body(SizeLimits.PAYLOAD_BYTES + 1);
        final List<UnsafeBuffer> bodies = List.of(two, headed, payload);
        for (int i = 0; i < bodies.size(); i++) {
            final long digest = new Digest().of(bodies.get(i), 0, bodies.get(i).capacity());
            for (int chunk = 0; chunk * EntryBody.MAX_CHUNK < bodies.get(i).capacity(); chunk++) {
                intake.onChunk(chunk(i + 1, bodies.get(i), chunk, BALLOT, digest), 0);
            }
        }
        assertEquals(List.of("reject 1 for " + RejectEntry.MALFORMED, "reject 2 for " + RejectEntry.TOO_LARGE,
            "reject 3 for " + RejectEntry.TOO_LARGE), told);
        assertEquals(0, intake.bytes());
    }

    @Test
    @Expects("proxy-intake.refusal-waits-for-the-transport")
    void shouldTellOfARefusalAsSoonAsTheTransportTakesIt() { // S13
        intake = intake(GroupConfig.coded(3, 2).withPendingEntries(16));
        isBlocked = true;
        for (int i = 1; i <= 17; i++) {
            send(i, body(10), 0, BALLOT);
        }
        spread();
        assertEquals(List.of(), told);
        isBlocked = false;
        spread();
        spread();
        assertEquals(List.of("reject 17 for " + RejectEntry.OVERLOADED), told);
    }

    private int spread() {
        return intake.spread((batcher, sequence, header, headerLength, value, valueLength, id) -> {
            if (hasRoom) {
                spread.add(new EntryId().set(id.set(batcher, sequence, 1_000 + sequence)));
            }
            return hasRoom;
        }, room, 5);
    }

    private void send(final long sequence, final UnsafeBuffer body, final int number, final long ballot) {
        intake.onChunk(chunk(sequence, body, number, ballot, new Digest().of(body, 0, body.capacity())), 0);
    }

    private void send(final long batcherId, final long sequence, final UnsafeBuffer body, final int number) {
        final EntryBody chunk = chunk(sequence, body, number, BALLOT, new Digest().of(body, 0, body.capacity()));
        chunk.batcherId = batcherId;
        intake.onChunk(chunk, 0);
    }

    private static EntryBody chunk(final long batcherId, final long sequence, final DirectBuffer body) {
        final EntryBody chunk = chunk(sequence, body, 0, BALLOT, new Digest().of(body, 0, body.capacity()));
        chunk.batcherId = batcherId;
        return chunk;
    }

    private static EntryBody chunk(final long sequence, final DirectBuffer body, final int number, final long ballot,
                                   final long digest) {
        final EntryBody chunk = new EntryBody();
        chunk.batcherId = BATCHER;
        chunk.sequence = sequence;
        chunk.targetBallot = ballot;
        chunk.digest = digest;
        chunk.totalLength = body.capacity();
        chunk.offset = number * EntryBody.MAX_CHUNK;
        chunk.buffer = body;
        chunk.bufferOffset = chunk.offset;
        chunk.chunkLength = Math.min(EntryBody.MAX_CHUNK, body.capacity() - chunk.offset);
        return chunk;
    }

    /** One command with a payload. */
    private static UnsafeBuffer body(final int payload) {
        final UnsafeBuffer body = new UnsafeBuffer(new byte[CommandFrame.HEADER_LENGTH + payload]);
        body.putInt(CommandFrame.LENGTH_OFFSET, body.capacity(), ByteOrder.LITTLE_ENDIAN);
        body.putByte(CommandFrame.KIND_OFFSET, CommandFrame.WRITE);
        for (int i = 0; i < payload; i++) {
            body.putByte(CommandFrame.HEADER_LENGTH + i, (byte) (i * 3));
        }
        return body;
    }

    @Test
    @Expects("proxy-intake.refused-as-too-many-parts-are-held")
    void shouldRefuseValuesAsLongAsTooManyPartsAreHeldAndTakeWhatHasNone() { // S13
        send(1, body(10), 0, BALLOT);
        send(2, body(0), 0, BALLOT);
        room = PartCapacity.FOR_ENTRIES_WITHOUT_VALUE;
        spread();
        assertEquals(List.of("reject 1 for " + RejectEntry.OVERLOADED), told);
        assertEquals(1, spread.size(), "what may let go of others");
        assertEquals(2, spread.get(0).sequence);
        assertEquals(0, intake.unspread());
        room = PartCapacity.FOR_ALL;
        send(1, body(10), 0, BALLOT);
        assertEquals(0, spread(), "what was refused never is spread");
        send(3, body(10), 0, BALLOT);
        assertEquals(1, spread());
        assertEquals(1, counters.rejects.get());
    }

    /** A length is told by whoever sends the first packet; memory is for what has come. */
    @Tag("hazard-E-D3")
    @Expects("proxy-intake.chunk-far-ahead-of-what-has-come")
    @Test
    void shouldTakeMemoryForWhatHasComeAndNotForWhatIsSaid() {
        final UnsafeBuffer body = body(5 << 20);
        final int last = (body.capacity() - 1) / EntryBody.MAX_CHUNK;
        send(1, body, last, BALLOT);
        assertEquals(512, intake.bytes());
        for (int chunk = 0; chunk < last; chunk++) {
            send(1, body, chunk, BALLOT);
            assertTrue(intake.bytes() <= 8L * (chunk + 1) * EntryBody.MAX_CHUNK + 512, "chunk " + chunk);
        }
        assertEquals(0, spreadLong().size(), "the end came too early, and has to come again");
        send(1, body, last, BALLOT);
        final List<ValueSource> sources = spreadLong();
        assertEquals(1, sources.size());
        assertEquals(body.capacity() + 512, intake.bytes());
        final EntryId id = new EntryId().set(BATCHER, 1, 77);
        sources.get(0).named(id);
        sources.get(0).release();
        intake.applied(id);
        assertEquals(0, intake.bytes());
    }

    /** One packet of each of many bodies takes a packet's memory, however long they are said to be. */
    @Tag("hazard-E-D6")
    @Test
    void shouldTakeNoMemoryForWhatHasNotCome() { // S13
        final UnsafeBuffer body = body((1 << 20) - 100);
        final UnsafeBuffer longer = body(5 << 20);
        for (int i = 1; i <= 500; i++) {
            send(i, i % 2 == 0 ? body : longer, i % 10, BALLOT);
        }
        assertEquals(500L * (EntryBody.MAX_CHUNK + 512), intake.bytes());
        assertEquals(List.of(), told);
        for (int chunk = (body.capacity() - 1) / EntryBody.MAX_CHUNK; chunk >= 0; chunk--) {
            send(2, body, chunk, BALLOT);
        }
        final List<ValueSource> sources = spreadLong();
        assertEquals(1, sources.size(), "its chunks may come in any order");
        assertEquals(499L * (EntryBody.MAX_CHUNK + 512) + body.capacity() + 512, intake.bytes());
        sources.get(0).release();
        intake.expire(TimeUnit.HOURS.toNanos(1));
        intake.expire(TimeUnit.HOURS.toNanos(2));
        assertEquals(0, intake.bytes());
    }

    /** Short bodies are bounded by what they really take: this node may apply nothing for long. */
    @Tag("hazard-E-D3")
    @Test
    void shouldCountWhatABodyTakesBesideItsBytes() { // S13
        intake = intake(GroupConfig.coded(3, 2).withPendingBytes(1 << 20));
        for (int i = 1; i <= 3_000; i++) {
            send(i, body(10), 0, BALLOT);
            spread();
        }
        final int most = (1 << 20) / (body(10).capacity() + 512);
        assertEquals(most, intake.size());
        assertEquals(3_000 - most, told.size());
        assertTrue(intake.bytes() <= 1 << 20);
    }

    /** A body that grows beyond what there is memory for is refused before anything of it is spread. */
    @Tag("hazard-E-D3")
    @Test
    void shouldRefuseABodyThatThereIsNoMemoryForWhenItComes() { // S13
        intake = intake(GroupConfig.coded(3, 2).withPendingBytes(9 << 20));
        final UnsafeBuffer body = body(5 << 20);
        for (int chunk = 0; chunk * EntryBody.MAX_CHUNK < body.capacity(); chunk++) {
            send(1, body, chunk, BALLOT);
            send(BATCHER + 1, 2, body, chunk);
        }
        assertEquals(List.of("reject 2 for " + RejectEntry.OVERLOADED), told);
        assertEquals(1, spreadLong().size());
        assertEquals(1, intake.size());
    }

    /** The values of what is spread. */
    private List<ValueSource> spreadLong() {
        final List<ValueSource> sources = new ArrayList<>();
        final int count = intake.spread(new EntrySubmitter() {
            @Override
            public boolean submit(final long batcher, final long sequence, final DirectBuffer header,
                                  final int headerLength, final DirectBuffer value, final int valueLength,
                                  final EntryId id) {
                throw new AssertionError("it is copied");
            }

            @Override
            public boolean submit(final long batcher, final long sequence, final DirectBuffer header,
                                  final int headerLength, final ValueSource value, final int valueLength) {
                lengths.add(valueLength);
                return sources.add(value);
            }
        }, room, 5);
        assertEquals(sources.size(), count);
        return sources;
    }

    /** Nobody is left without an answer for want of room: what was refused was never applied. */
    @Tag("hazard-E-A1")
    @Test
    @Expects("proxy-intake.refused-as-no-more-parts-can-be-held")
    void shouldRefuseAllAsLongAsNoMorePartsCanBeHeld() { // S13
        send(1, body(10), 0, BALLOT);
        send(2, body(0), 0, BALLOT);
        room = PartCapacity.FOR_NOTHING_NEW;
        spread();
        assertEquals(List.of("reject 1 for " + RejectEntry.OVERLOADED, "reject 2 for " + RejectEntry.OVERLOADED), told);
        assertEquals(0, spread.size());
        room = PartCapacity.FOR_ALL;
        send(3, body(0), 0, BALLOT);
        assertEquals(1, spread());
    }

    @Tag("hazard-U-full")
    @Test
    @Expects("proxy-intake.refused-since-disks-are-full")
    void shouldNameTheDisksWhoseSpaceIsMissing() { // S13
        send(1, body(10), 0, BALLOT);
        room = PartCapacity.FOR_NOTHING_NEW;
        intake.fullDisks("node 3: the scattered log in /data");
        spread();
        assertEquals(List.of("reject 1 for " + RejectEntry.DISK_FULL + ": node 3: the scattered log in /data"), told);
        assertEquals(0, spread.size());
    }

    private ProxyIntake intake(final GroupConfig config) {
        return new ProxyIntake(config, new Told(), counters, BALLOT, () -> 0);
    }

    /** Writes down what batchers are told. */
    private final class Told extends UnusedOutbound {
        @Override
        public int self() {
            return 2;
        }

        @Override
        public boolean sendToBatcher(final long batcherId, final Message message) {
            assertTrue(batcherId == BATCHER || batcherId == BATCHER + 1);
            if (isBlocked) {
                return false;
            }
            if (message instanceof RejectEntry reject) {
                assertEquals(BALLOT, reject.ballot);
                told.add("reject " + reject.sequence + " for " + reject.reason
                    + (reject.text.isEmpty() ? "" : ": " + reject.text));
            } else {
                final LeaderNotice notice = (LeaderNotice) message;
                told.add("ballot " + notice.ballot + " of " + notice.leader);
            }
            return true;
        }
    }
}
