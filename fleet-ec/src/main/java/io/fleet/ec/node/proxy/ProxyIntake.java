package io.fleet.ec.node.proxy;

import io.fleet.config.GroupConfig;
import io.fleet.config.SizeLimits;
import io.fleet.consensus.GroupCounters;
import io.fleet.consensus.Outbound;
import io.fleet.consensus.common.SeenEntries;
import io.fleet.consensus.message.election.LeaderNotice;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.consensus.message.replication.RejectEntry;
import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.dissemination.ValueSource;
import io.fleet.ec.dissemination.context.LongValueConfig;
import io.fleet.ec.group.EntrySubmitter;
import io.fleet.ec.group.retention.PartCapacity;
import io.fleet.session.CommandCursor;
import io.fleet.storage.Digest;
import io.fleet.storage.coverage.CoverageMark;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * What this node takes in as a proxy: entries that name its ballot, once each; and what it refuses, of which no later
 * copy is ever spread (S13). It keeps the body of each until this node has applied it, since it replies to it, and to
 * nothing else. A ballot is of one life of a node, so nothing that was meant for a life before is taken in.
 */
public final class ProxyIntake {
    private static final CoverageMark LATE_COPY = CoverageMark.named("proxy-intake.late-copy-dropped");
    private static final CoverageMark NO_ROOM = CoverageMark.named("proxy-intake.refused-for-want-of-room");
    private static final CoverageMark CROWDED = CoverageMark.named("proxy-intake.refused-as-too-many-parts-are-held");
    private static final CoverageMark FULL = CoverageMark.named("proxy-intake.refused-as-no-more-parts-can-be-held");
    private static final CoverageMark DISKS_FULL = CoverageMark.named("proxy-intake.refused-since-disks-are-full");
    private static final CoverageMark UNSOUND = CoverageMark.named("proxy-intake.refused-as-malformed");
    private static final CoverageMark FAR_AHEAD = CoverageMark.named("proxy-intake.chunk-far-ahead-of-what-has-come");
    private static final CoverageMark EXPIRED = CoverageMark.named("proxy-intake.rest-of-a-body-never-came");
    private static final CoverageMark GIVEN_UP = CoverageMark.named("proxy-intake.unfinished-body-gives-way");
    private static final CoverageMark OTHER_LIFE = CoverageMark.named("proxy-intake.entry-meant-for-a-life-before");
    private static final CoverageMark UNAWAITED = CoverageMark.named("proxy-intake.nobody-waits-for-what-was-spread");
    private static final CoverageMark UNTOLD = CoverageMark.named("proxy-intake.refusal-waits-for-the-transport");
    private static final int ENTRY_OVERHEAD = 64;
    private static final int MAX_UNTOLD = 256;
    /** 8 bytes for each of at most 1,024 stripes, and what is before them. */
    private static final int PIECE_OVERHEAD = 16 << 10;
    /**
     * The longest piece of a part that any member makes, one record of its log: a long value has a record for each
     * stripe, and one for the header and the digests of the stripes. What this member lets its own clients send may be
     * less; of others it takes what its log has room for.
     */
    public static final int LONGEST_RECORD = SizeLimits.SHORT_BYTES + ENTRY_OVERHEAD + PIECE_OVERHEAD;
    /** A caller waits for one request timeout; so many are time enough for all that is sent again. */
    private static final int AWAITED = 4;
    /** A batcher that sends nothing more of an entry for so many retry times sends its commands in another one. */
    private static final int SILENCE = 2;
    /** What a body takes beside its bytes, until this node has applied it. */
    private static final int BODY_OVERHEAD = 512;
    /**
     * Up to here chunks are taken in any order; a body has memory for what has come of it, and once an eighth of this
     * has come of a longer one, so many times as much as that.
     */
    private static final int AT_FIRST = 1 << 20;
    private static final int AHEAD = 8;
    /** Longer bodies are digested as they come, so that the last chunk does not hold up the thread. */
    private static final int DIGESTED_AT_ONCE = 1 << 20;

    private final GroupConfig config;
    private final Outbound outbound;
    private final GroupCounters counters;
    private final long ballot;
    private final int maxEntryBytes;
    private final int stripeLength;
    private final long idleNs;
    private final long silentNs;
    private final SeenEntries seen = new SeenEntries();
    private final Map<Name, Body> bodies = new HashMap<>();
    private final ArrayDeque<Body> ready = new ArrayDeque<>();
    private final ArrayDeque<Refusal> untold = new ArrayDeque<>();
    private final EntrySplitter splitter;
    private final LeaderNotice notice = new LeaderNotice();
    private final RejectEntry reject = new RejectEntry();
    private final CommandCursor cursor = new CommandCursor();
    private final Digest digest = new Digest();
    private long bytes;
    private int unspread;
    /** For want of which disks' space there is no room; empty where that is not why. */
    private String fullDisks = "";

    /** What a batcher was not told, as the transport took nothing. */
    private record Refusal(Name name, int reason) {
    }

    /** Which entry of which batcher. */
    private record Name(long batcherId, long sequence) {
        boolean isBefore(final Name other) {
            return batcherId == other.batcherId && sequence < other.sequence;
        }
    }

    /**
     * The body of an entry that this node is the proxy of, whole or in part. The spreader reads a long value from here,
     * a stripe at a time, so that it is in memory once.
     */
    public final class Body implements ValueSource {
        final EntryId id = new EntryId();
        private final Name name;
        private final int length;
        private final UnsafeBuffer buffer = new UnsafeBuffer(0, 0);
        /** The first chunks, as they come, while {@link #buffer} holds nothing; null afterwards. */
        private byte[][] pieces;
        private final BitSet chunks = new BitSet();
        /** Of the chunks from the first on without gaps, of which there are so many bytes; null for a short body. */
        private final Digest running;
        private int digested;
        private int missing;
        /** Bytes of the chunks that are here. */
        private int here;
        private long heardNs;
        private boolean isSpread;
        private boolean isRead;
        private boolean isKept = true;
        private int valueOffset;
        private long logTime;

        private Body(final Name name, final int length) {
            this.name = name;
            this.length = length;
            pieces = new byte[(Math.min(length, AT_FIRST) - 1) / EntryBody.MAX_CHUNK + 1][];
            missing = (length - 1) / EntryBody.MAX_CHUNK + 1;
            running = length > DIGESTED_AT_ONCE ? new Digest() : null;
        }

        private void keep(final int number, final EntryBody chunk) {
            chunks.set(number);
            missing--;
            here += chunk.chunkLength;
            if (pieces == null) {
                buffer.putBytes(chunk.offset, chunk.buffer, chunk.bufferOffset, chunk.chunkLength);
            } else {
                pieces[number] = new byte[chunk.chunkLength];
                chunk.buffer.getBytes(chunk.bufferOffset, pieces[number]);
            }
        }

        /** Whether the pieces are all of it, or enough to believe that it is as long as was told. */
        private boolean isBelieved() {
            return pieces != null && (missing == 0 || length > AT_FIRST && here >= AT_FIRST / AHEAD);
        }

        private void join(final int capacity) {
            if (pieces.length == 1) {
                buffer.wrap(pieces[0]);
            } else {
                buffer.wrap(new byte[capacity]);
                for (int i = 0; i < pieces.length; i++) {
                    if (pieces[i] != null) {
                        buffer.putBytes(i * EntryBody.MAX_CHUNK, pieces[i]);
                    }
                }
            }
            pieces = null;
        }

        private int held() {
            return pieces == null ? buffer.capacity() : here;
        }

        private void digestOn() {
            while (running != null && pieces == null && digested < length
                && chunks.get(digested / EntryBody.MAX_CHUNK)) {
                final int chunk = Math.min(EntryBody.MAX_CHUNK, length - digested);
                running.add(buffer, digested, chunk);
                digested += chunk;
            }
        }

        private long digest() {
            return running == null ? digest.of(buffer, 0, length) : running.value();
        }

        public UnsafeBuffer buffer() {
            return buffer;
        }

        /** What this node proposed with it. */
        public long logTime() {
            return logTime;
        }

        @Override
        public boolean read(final int from, final int length, final MutableDirectBuffer to, final int at) {
            to.putBytes(at, buffer, valueOffset + from, length);
            return true;
        }

        @Override
        public void named(final EntryId entry) {
            id.set(entry);
        }

        @Override
        public void release() {
            isRead = false;
            giveBack();
        }

        /** Nobody asks for it any more; its value may still be read. */
        private void forget() {
            isKept = false;
            giveBack();
        }

        private void giveBack() {
            if (!isKept && !isRead) {
                bytes -= cost(held());
            }
        }

        /** Up to where chunks are taken now: a length that was told is not believed before an eighth of it is here. */
        private int taken() {
            return (int) Math.min(length, Math.max(AT_FIRST, (long) AHEAD * here));
        }
    }

    public ProxyIntake(final GroupConfig config, final Outbound outbound, final GroupCounters counters,
                       final long ballot,
                       final LongSupplier salts) {
        splitter = new EntrySplitter(ballot, salts);
        this.config = config;
        this.outbound = outbound;
        this.counters = counters;
        this.ballot = ballot;
        maxEntryBytes = maxEntryBytes(config);
        stripeLength = config.code().k() * LongValueConfig.defaults().shardLength();
        idleNs = TimeUnit.MILLISECONDS.toNanos(config.requestTimeoutMillis());
        silentNs = TimeUnit.MILLISECONDS.toNanos(SILENCE * config.retryMillis());
    }

    static int maxEntryBytes(final GroupConfig config) {
        return Math.max(config.maxBatchBytes(), config.maxCommandBytes()) + ENTRY_OVERHEAD;
    }

    /** A chunk of a body arrived. */
    public void onChunk(final EntryBody chunk, final long nowNs) {
        if (chunk.batcherId == 0 || !isSound(chunk)) {
            return;
        }
        if (chunk.targetBallot != ballot) {
            tellBallot(chunk);
            return;
        }
        final Name name = new Name(chunk.batcherId, chunk.sequence);
        Body body = bodies.get(name);
        if (body == null) {
            body = begin(name, chunk, nowNs);
        }
        if (body == null || body.missing == 0 || body.length != chunk.totalLength) {
            return;
        }
        final int number = chunk.offset / EntryBody.MAX_CHUNK;
        if (body.chunks.get(number)) {
            body.heardNs = nowNs;
            return;
        }
        if (!hasMemory(body, chunk, nowNs)) {
            return;
        }
        body.heardNs = nowNs;
        body.keep(number, chunk);
        if (body.isBelieved() && !grow(body, body.missing == 0 ? body.length : body.taken(), nowNs)) {
            return;
        }
        body.digestOn();
        if (body.missing == 0) {
            onWhole(body, chunk.digest);
        }
    }

    /** The batcher knows this node from a life before. */
    private void tellBallot(final EntryBody chunk) {
        if (chunk.offset == 0) {
            OTHER_LIFE.hit();
            notice.ballot = ballot;
            notice.leader = outbound.self();
            outbound.sendToBatcher(chunk.batcherId, notice);
        }
    }

    /** Chunks are of full length but for the last, so which one it is follows from where it begins. */
    private static boolean isSound(final EntryBody chunk) {
        return chunk.totalLength > 0 && chunk.offset >= 0 && chunk.offset < chunk.totalLength
            && chunk.offset % EntryBody.MAX_CHUNK == 0
            && chunk.chunkLength == Math.min(EntryBody.MAX_CHUNK, chunk.totalLength - chunk.offset);
    }

    private Body begin(final Name name, final EntryBody chunk, final long nowNs) {
        final SeenEntries.Verdict verdict = seen.add(name.batcherId, name.sequence, nowNs);
        if (verdict == SeenEntries.Verdict.NO_ROOM) {
            NO_ROOM.hit();
            refuse(name, RejectEntry.OVERLOADED);
            return null;
        }
        if (verdict != SeenEntries.Verdict.NEW) {
            LATE_COPY.hit();
            return null;
        }
        if (chunk.totalLength > maxEntryBytes) {
            refuse(name, RejectEntry.TOO_LARGE);
            return null;
        }
        if (unspread >= config.pendingEntries() || !hasRoom(cost(chunk.chunkLength))) {
            makeRoom(name, nowNs);
        }
        if (unspread >= config.pendingEntries() || !hasRoom(cost(chunk.chunkLength))) {
            NO_ROOM.hit();
            refuse(name, RejectEntry.OVERLOADED);
            return null;
        }
        final Body body = new Body(name, chunk.totalLength);
        body.heardNs = nowNs;
        bodies.put(name, body);
        bytes += cost(0);
        unspread++;
        return body;
    }

    /**
     * Has unfinished bodies give way of which nothing more comes: nothing came for long, or their batcher sends a later
     * entry now, as it sends one after the other. It is told: such an entry never comes, so its commands may come in
     * another one at once.
     */
    private void makeRoom(final Name wanting, final long nowNs) {
        if (unspread == ready.size()) {
            return;
        }
        bodies.values().removeIf(body -> {
            final boolean isLeft = body.missing > 0 && !body.name.equals(wanting)
                && (nowNs - body.heardNs >= silentNs || body.name.isBefore(wanting));
            if (isLeft) {
                GIVEN_UP.hit();
                body.forget();
                unspread--;
                refuse(body.name, RejectEntry.OVERLOADED);
            }
            return isLeft;
        });
    }

    private boolean hasRoom(final int more) {
        return bytes + more <= config.pendingBytes();
    }

    private static int cost(final int length) {
        return length + BODY_OVERHEAD;
    }

    /** Whether a chunk has a place: memory follows what has come, and is refused like any other that there is not. */
    private boolean hasMemory(final Body body, final EntryBody chunk, final long nowNs) {
        final int end = chunk.offset + chunk.chunkLength;
        if (body.pieces == null && end <= body.buffer.capacity()) {
            return true;
        }
        if (end > body.taken()) {
            FAR_AHEAD.hit();
            return false;
        }
        return body.pieces == null ? grow(body, body.taken(), nowNs) : takes(body, chunk.chunkLength, nowNs);
    }

    /** Has the memory of a body be so long, in one piece; false when it is refused. */
    private boolean grow(final Body body, final int capacity, final long nowNs) {
        if (!takes(body, capacity - body.held(), nowNs)) {
            return false;
        }
        if (body.pieces != null) {
            body.join(capacity);
        } else {
            body.buffer.wrap(Arrays.copyOf(body.buffer.byteArray(), capacity));
        }
        return true;
    }

    /** Counts more memory of a body; where there is none, the body is refused. */
    private boolean takes(final Body body, final int more, final long nowNs) {
        if (!hasRoom(more)) {
            makeRoom(body.name, nowNs);
        }
        if (!hasRoom(more)) {
            NO_ROOM.hit();
            drop(body);
            refuse(body.name, RejectEntry.OVERLOADED);
            return false;
        }
        bytes += more;
        return true;
    }

    private void onWhole(final Body body, final long expected) {
        final int length = body.length;
        final int problem = body.digest() == expected ? problem(body.buffer, length) : RejectEntry.MALFORMED;
        if (problem != 0) {
            UNSOUND.hit();
            drop(body);
            refuse(body.name, problem);
            return;
        }
        ready.addLast(body);
    }

    /** What is longer than any batch is one command, of which header and payload have bounds of their own. */
    private int problem(final UnsafeBuffer body, final int length) {
        if (!CommandCursor.isWellFormed(body, 0, length)) {
            return RejectEntry.MALFORMED;
        }
        if (length > SizeLimits.SHORT_BYTES + ENTRY_OVERHEAD) {
            cursor.wrap(body, 0, length).next();
            if (cursor.payloadOffset() + cursor.payloadLength() != length) {
                return RejectEntry.MALFORMED;
            }
            if (cursor.headerLength() > SizeLimits.SHORT_BYTES || cursor.payloadLength() > SizeLimits.PAYLOAD_BYTES) {
                return RejectEntry.TOO_LARGE;
            }
        }
        return 0;
    }

    /**
     * Spreads what is whole, in turn. The log time is what this node proposes (S11). What there is no room for is
     * refused, and never spread (S13): values first, since entries without any may let go of others.
     */
    public int spread(final EntrySubmitter group, final PartCapacity room, final long logTime) {
        int work = tellAgain();
        while (!ready.isEmpty()) {
            final Body body = ready.peekFirst();
            splitter.split(logTime, body.buffer, 0, body.length);
            if (room != PartCapacity.FOR_ALL && (splitter.valueLength() > 0 || room == PartCapacity.FOR_NOTHING_NEW)) {
                (!fullDisks.isEmpty() ? DISKS_FULL : room == PartCapacity.FOR_NOTHING_NEW ? FULL : CROWDED).hit();
                ready.removeFirst();
                drop(body);
                refuse(body.name, fullDisks.isEmpty() ? RejectEntry.OVERLOADED : RejectEntry.DISK_FULL);
                work++;
                continue;
            }
            if (!submit(group, body)) {
                return work;
            }
            ready.removeFirst();
            body.isSpread = true;
            body.logTime = logTime;
            unspread--;
            counters.entriesOrdered.increment();
            work++;
        }
        return work;
    }

    private boolean submit(final EntrySubmitter group, final Body body) {
        final int length = splitter.valueLength();
        if (length <= stripeLength || splitter.isCopied()) {
            return group.submit(body.name.batcherId, body.name.sequence, splitter.header(), splitter.headerLength(),
                splitter.value(), length, body.id);
        }
        body.valueOffset = body.length - length;
        // It may be released within the call.
        body.isRead = true;
        final boolean isTaken = group.submit(body.name.batcherId, body.name.sequence, splitter.header(),
            splitter.headerLength(), body, length);
        body.isRead &= isTaken;
        return isTaken;
    }

    /** Says for want of which disks' space there is no room from now on; empty where that is not why. */
    public void fullDisks(final String which) {
        fullDisks = which;
    }

    /** The body of an entry that this node is the proxy of; null when it is not. */
    public Body of(final EntryId id) {
        final Body body = bodies.get(new Name(id.batcherId, id.sequence));
        return body != null && body.isSpread && body.id.same(id) ? body : null;
    }

    /** This node has applied an entry. */
    public void applied(final EntryId id) {
        final Body body = of(id);
        if (body != null) {
            bodies.remove(body.name);
            body.forget();
        }
    }

    /**
     * Forgets bodies whose rest never came: their batchers send their commands in other entries; and those that were
     * spread so long ago that nobody waits for an answer of this node any more: a snapshot may have taken their slots.
     */
    public void expire(final long nowNs) {
        for (final Iterator<Body> each = bodies.values().iterator(); each.hasNext();) {
            final Body body = each.next();
            if (body.missing > 0 && nowNs - body.heardNs >= idleNs) {
                EXPIRED.hit();
                each.remove();
                body.forget();
                unspread--;
            } else if (body.isSpread && nowNs - body.heardNs >= idleNs * AWAITED) {
                UNAWAITED.hit();
                each.remove();
                body.forget();
            }
        }
    }

    /** How many entries are here that this node has not applied yet. */
    public int size() {
        return bodies.size();
    }

    /** How many of them are not spread yet. */
    public int unspread() {
        return unspread;
    }

    public int maxEntryBytes() {
        return maxEntryBytes;
    }

    public long bytes() {
        return bytes;
    }

    public int batchers() {
        return seen.batchers();
    }

    private void drop(final Body body) {
        bodies.remove(body.name);
        body.forget();
        unspread--;
    }

    private void refuse(final Name name, final int reason) {
        counters.rejects.increment();
        fill(name, reason);
        if (!outbound.sendToBatcher(name.batcherId, reject) && untold.size() < MAX_UNTOLD) {
            UNTOLD.hit();
            untold.addLast(new Refusal(name, reason));
        }
    }

    /** A long body fills the way to its own batcher; who does not hear of a refusal waits for an answer. */
    private int tellAgain() {
        int work = 0;
        for (int left = untold.size(); left > 0; left--) {
            final Refusal next = untold.removeFirst();
            fill(next.name, next.reason);
            if (outbound.sendToBatcher(next.name.batcherId, reject)) {
                work++;
            } else {
                untold.addLast(next);
            }
        }
        return work;
    }

    private void fill(final Name name, final int reason) {
        reject.batcherId = name.batcherId;
        reject.sequence = name.sequence;
        reject.ballot = ballot;
        reject.reason = reason;
        reject.text = reason == RejectEntry.DISK_FULL ? fullDisks : "";
    }
}
