package io.fleet.ec.wire;

import io.fleet.consensus.common.BatcherId;
import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.message.AckLine;
import io.fleet.ec.message.CodedMessage;
import io.fleet.ec.message.Covered;
import io.fleet.ec.message.Decisions;
import io.fleet.ec.message.FetchLine;
import io.fleet.ec.message.FetchSegments;
import io.fleet.ec.message.LearnRequest;
import io.fleet.ec.message.Learned;
import io.fleet.ec.message.PartsGone;
import io.fleet.ec.message.Ready;
import io.fleet.ec.message.SegmentAcks;
import io.fleet.ec.message.SegmentChunk;
import io.fleet.ec.message.SlotLine;
import io.fleet.ec.message.StandingAnswer;
import io.fleet.ec.message.StandingRequest;
import io.fleet.ec.message.StepLine;
import io.fleet.ec.message.Steps;
import io.fleet.storage.Life;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.WireLimits;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;

/** Good messages with random contents; the same random source gives the same message. */
final class CodedMessages {
    private final Random random;
    private final int maxLines;
    private final int maxBytes;

    CodedMessages(final Random random, final int maxLines, final int maxBytes) {
        this.random = random;
        this.maxLines = maxLines;
        this.maxBytes = maxBytes;
    }

    CodedMessage next(final CodedMessage.Kind kind) {
        return switch (kind) {
            case STEPS -> steps();
            case DECISIONS -> decisions();
            case COVERED -> covered();
            case READY -> ready();
            case LEARNED -> learned();
            case LEARN_REQUEST -> learnRequest();
            case SEGMENT_CHUNK -> segmentChunk();
            case SEGMENT_ACKS -> segmentAcks();
            case FETCH_SEGMENTS -> fetchSegments();
            case STANDING_REQUEST -> standingRequest();
            case STANDING_ANSWER -> standingAnswer();
            case PARTS_GONE -> partsGone();
        };
    }

    private Steps steps() {
        final Steps m = new Steps();
        m.lives = random.nextLong();
        final int count = random.nextInt(maxLines + 1);
        for (int i = 0; i < count; i++) {
            final StepLine line = m.next();
            line.slot = slot();
            line.kind = 1 + random.nextInt(StepLine.VOTE);
            line.phase = random.nextInt(StepLine.MAX_PHASE + 1);
            line.value = random.nextInt(StepLine.MAX_VALUE + 1);
            line.isAgain = random.nextBoolean();
            nameOrNothing(line.name);
        }
        return m;
    }

    private Decisions decisions() {
        final Decisions m = new Decisions();
        final int count = random.nextInt(maxLines + 1);
        for (int i = 0; i < count; i++) {
            final SlotLine line = m.next();
            line.slot = slot();
            nameOrNothing(line.name);
        }
        return m;
    }

    private Covered covered() {
        final Covered m = new Covered();
        m.slot = slot();
        return m;
    }

    private Ready ready() {
        final Ready m = new Ready();
        final int count = random.nextInt(maxLines + 1);
        for (int i = 0; i < count; i++) {
            final SlotLine line = m.next();
            line.slot = slot();
            name(line.name);
        }
        return m;
    }

    private Learned learned() {
        final Learned m = new Learned();
        m.upTo = slot() - 1;
        m.room = (int) (m.upTo % (Learned.NO_ROOM + 1));
        m.clock = m.upTo;
        m.lives = random.nextLong();
        m.fullDisk = "the log in /data, ".repeat((int) (m.upTo % 4));
        return m;
    }

    private LearnRequest learnRequest() {
        final LearnRequest m = new LearnRequest();
        m.from = slot();
        return m;
    }

    private SegmentChunk segmentChunk() {
        final SegmentChunk m = new SegmentChunk();
        name(m.name);
        m.isCopy = random.nextBoolean();
        m.checksum = random.nextInt();
        final boolean isWhole = maxBytes >= SegmentChunk.MAX_CHUNK && random.nextBoolean();
        m.offset = random.nextInt(100) * SegmentChunk.MAX_CHUNK;
        m.chunkLength = isWhole ? SegmentChunk.MAX_CHUNK : 1 + random.nextInt(maxBytes);
        m.totalLength = m.offset + m.chunkLength + (isWhole ? random.nextInt(1 << 20) : 0);
        m.bufferOffset = random.nextInt(16);
        final byte[] bytes = new byte[m.bufferOffset + m.chunkLength];
        random.nextBytes(bytes);
        m.buffer = new UnsafeBuffer(bytes);
        return m;
    }

    private SegmentAcks segmentAcks() {
        final SegmentAcks m = new SegmentAcks();
        final int count = random.nextInt(maxLines + 1);
        for (int i = 0; i < count; i++) {
            final AckLine line = m.next();
            name(line.name);
            line.life = random.nextLong();
            line.pieces = random.nextInt(AckLine.MAX_PIECES + 1);
            line.reliedOn = random.nextLong(FieldChecks.MAX_NUMBER);
        }
        return m;
    }

    private PartsGone partsGone() {
        final PartsGone m = new PartsGone();
        m.upTo = 1 + random.nextLong(FieldChecks.MAX_NUMBER);
        final int count = random.nextInt(maxLines + 1);
        for (int i = 0; i < count; i++) {
            name(m.next());
        }
        return m;
    }

    private FetchSegments fetchSegments() {
        final FetchSegments m = new FetchSegments();
        final int count = random.nextInt(maxLines + 1);
        for (int i = 0; i < count; i++) {
            final FetchLine line = m.next();
            name(line.name);
            line.piece = random.nextInt(AckLine.MAX_PIECES);
        }
        return m;
    }

    private StandingRequest standingRequest() {
        final StandingRequest m = new StandingRequest();
        m.life = random.nextLong();
        m.upTo = slot() - 1;
        m.isListing = random.nextBoolean();
        m.from = random.nextInt() >>> 1;
        m.usesPayloads = random.nextBoolean();
        return m;
    }

    private StandingAnswer standingAnswer() {
        final StandingAnswer m = new StandingAnswer();
        m.asked = random.nextLong();
        m.life = random.nextLong();
        m.knownLife = Life.of(random.nextInt(Life.MAX_NUMBER + 1), 1 + random.nextInt(1 << 24), random.nextLong());
        m.isVoter = random.nextBoolean();
        m.hasHistory = random.nextBoolean();
        m.usesPayloads = random.nextBoolean();
        m.highest = slot() - 1;
        m.from = random.nextInt() >>> 1;
        m.next = random.nextInt() >>> 1;
        m.known = random.nextInt(Math.min(maxLines, m.numbers.length) + 1);
        for (int i = 0; i < m.known; i++) {
            m.numbers[i] = random.nextInt(Life.MAX_NUMBER + 1);
        }
        final int count = random.nextInt(maxLines + 1);
        for (int i = 0; i < count; i++) {
            name(m.next());
        }
        return m;
    }

    private long slot() {
        return 1 + (random.nextLong() >>> 4 >>> random.nextInt(60));
    }

    private void nameOrNothing(final EntryId name) {
        if (random.nextInt(3) == 0) {
            name.set(0, 0, 0);
        } else {
            name(name);
        }
    }

    private void name(final EntryId name) {
        final long batcherId = random.nextBoolean() ? BatcherId.remote(random.nextLong())
            : BatcherId.embedded(random.nextInt(WireLimits.MAX_NODE_ID + 1), random.nextLong());
        name.set(batcherId, random.nextLong() >>> 4 >>> random.nextInt(60), random.nextLong());
    }
}
