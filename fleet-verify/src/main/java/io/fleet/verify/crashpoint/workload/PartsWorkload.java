package io.fleet.verify.crashpoint.workload;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.fleet.consensus.store.AcceptedLog;
import io.fleet.ec.codec.CodecKind;
import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.Quorums;
import io.fleet.ec.dissemination.context.SpreadConfig;
import io.fleet.ec.dissemination.context.SpreadCounters;
import io.fleet.ec.dissemination.context.SpreadOutbound;
import io.fleet.ec.dissemination.format.ShardCodec;
import io.fleet.ec.dissemination.store.PartRetention;
import io.fleet.ec.dissemination.store.PartStore;
import io.fleet.ec.dissemination.store.PartSweeper;
import io.fleet.ec.node.store.RecordIds;
import io.fleet.ec.node.store.StoredParts;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.LogPosition;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.VoterState;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.log.Flusher;
import io.fleet.storage.meta.MetaStore;
import io.fleet.storage.scattered.ScatteredLog;
import io.fleet.storage.scattered.ScatteredLogConfig;
import io.fleet.verify.crashpoint.machine.CrashMachine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The parts of a coded group on one node: they come, most are let go of, the log is written again from the front and
 * loses its files, a bit of a part turns over, and the part is rebuilt. At any point a part that the node must hold is
 * there, or it is durable that the node does not hold all of them (rules S15, R6).
 */
public final class PartsWorkload extends StorageWorkload {
    private static final StorageIdentity IDENTITY = new StorageIdentity(7, 1);
    private static final ScatteredLogConfig CONFIG = new ScatteredLogConfig(16 << 10, 8 << 10);
    private static final int GROUP = 3;
    /** Under which id the meta store notes whether the parts of the group are whole. */
    private static final int NOTE_OF_PARTS = ~GROUP;
    private static final int[] MEMBERS = {0, 1, 2};
    private static final SpreadConfig SPREAD = new SpreadConfig(1, new Quorums(3, 1), 4_000, 4, 1_000, 1_000);
    private static final long AFTERWARDS = 1_000;
    private static final int PIECE_HEADER = 16;
    private static final int RECORD_HEADER = 88;

    private final ShardCodec codec = new ShardCodec(CodecKind.TABLE.create(1, 2));
    /** Entries whose parts are durable, and where they were when the log was opened last. */
    private final TreeSet<Long> durable = new TreeSet<>();
    private final TreeMap<Long, List<Long>> places = new TreeMap<>();
    /** Which of those that are let go of by their number something refers to. */
    private final TreeSet<Long> kept = new TreeSet<>();
    /** Of which parts a bit has turned over since they were written last. */
    private final TreeSet<Long> damaged = new TreeSet<>();
    private long released;

    public PartsWorkload() {
        super("parts", 1);
    }

    @Override
    public void run(final CrashMachine machine) {
        Life life = new Life(machine, durable, places);
        life.meta.becomeVoter(NOTE_OF_PARTS, 1);
        life.meta.sync();
        changes++;
        life.put(1, 12);
        release(9, 3, 7);
        life.work(6);
        life.put(13, 20);
        release(17, 3, 15);
        life.work(6);
        life.close();
        places.clear();
        new Life(machine, durable, places).close();
        damage(machine, 18);
        life = new Life(machine, durable, places);
        life.put(21, 22);
        life.rebuild(18);
        damaged.clear();
        life.meta.becomeVoter(NOTE_OF_PARTS, 2);
        changes++;
        life.meta.sync();
        changes++;
        release(20, 3, 18);
        life.work(8);
        life.put(23, 30);
        release(28, 18);
        life.work(8);
        life.close();
        life = new Life(machine, durable, places);
        life.work(4);
        life.close();
    }

    private void release(final long upTo, final long... referred) {
        released = upTo;
        kept.clear();
        for (final long number : referred) {
            kept.add(number);
        }
        changes++;
    }

    /** In all records of it: an older one would take the place of a newer one. */
    private void damage(final CrashMachine machine, final long number) {
        for (final long position : places.get(number)) {
            machine.flip(String.format("scattered-%08d", LogPosition.fileNumber(position, 0)),
                (int) LogPosition.offset(position) + RECORD_HEADER + PIECE_HEADER + 20);
        }
        damaged.add(number);
        changes++;
    }

    @Override
    public void recover(final CrashMachine machine, final Runnable recovered) {
        final TreeSet<Long> held = new TreeSet<>(durable);
        check(new Life(machine, held, new TreeMap<>()), durable).close();
        final Life second = check(new Life(machine, held, new TreeMap<>()), durable);
        second.put(AFTERWARDS, AFTERWARDS + 2);
        second.work(4);
        recovered.run();
        second.abandon();
        final Life third = new Life(machine, held, new TreeMap<>());
        final TreeSet<Long> all = new TreeSet<>(durable);
        all.addAll(List.of(AFTERWARDS, AFTERWARDS + 1, AFTERWARDS + 2));
        check(third, all).abandon();
    }

    private Life check(final Life life, final TreeSet<Long> expected) {
        boolean isMissing = false;
        for (final long number : expected) {
            final boolean isHeld = life.holds(number);
            if (!isHeld && isNeeded(number)) {
                require(damaged.contains(number), "part " + number + " was durable and is lost");
                isMissing = true;
            }
        }
        require(!isMissing || life.meta.durableStanding(NOTE_OF_PARTS) == VoterState.LOST,
            "a part is lost, and the node counts as one that holds all");
        return life;
    }

    private boolean isNeeded(final long number) {
        return number > released || kept.contains(number);
    }

    private static EntryId id(final long number) {
        return new EntryId().set(9, number, number * 31 + 1);
    }

    private UnsafeBuffer piece(final long number) {
        final int valueLength = 700 + (int) (number % 5) * 400;
        final UnsafeBuffer piece = new UnsafeBuffer(new byte[PIECE_HEADER + codec.shardLength(valueLength)]);
        piece.putBytes(0, TestEntry.of(number, piece.capacity()).body(), 0, piece.capacity());
        piece.putInt(0, SPREAD.self(), LITTLE_ENDIAN);
        piece.putInt(4, 0, LITTLE_ENDIAN);
        piece.putInt(8, valueLength, LITTLE_ENDIAN);
        piece.putInt(12, codec.dataShards(), LITTLE_ENDIAN);
        return piece;
    }

    /** One life of the process. */
    private final class Life implements PartRetention {
        private final MetaStore meta;
        private final ScatteredLog log;
        private final PartStore store;
        private final PartSweeper sweeper;
        private final ExpandableArrayBuffer target = new ExpandableArrayBuffer();
        private long nowNs;

        Life(final CrashMachine machine, final TreeSet<Long> holding, final Map<Long, List<Long>> places) {
            final List<Disk> disks = machine.mount();
            meta = MetaStore.open(IDENTITY, 1, MEMBERS, disks.get(0));
            final List<Runnable> found = new ArrayList<>();
            final PartStore[] made = new PartStore[1];
            log = ScatteredLog.openDespiteLoss(CONFIG, IDENTITY, disks, (group, number, state, format, value, at) -> {
                final EntryId id = RecordIds.idOf(value, new EntryId());
                final long tag = StoredParts.tag(value);
                final int length = value.length;
                places.computeIfAbsent(id.sequence, key -> new ArrayList<>()).add(at);
                found.add(() -> made[0].recover(number, state, id, tag, at, length));
            }, what -> {
                meta.lose(NOTE_OF_PARTS);
                meta.sync();
            });
            final SpreadCounters counters = new SpreadCounters();
            store = new PartStore(SPREAD, codec, new StoredParts(new Records(log), meta.incarnation()), new Nobody(),
                counters);
            made[0] = store;
            found.forEach(Runnable::run);
            store.endRecovery();
            store.onHeld(id -> {
                holding.add(id.sequence);
                store.onDecided(id.sequence, id);
                changes += holding == durable ? 1 : 0;
            });
            for (long number = 1; number < AFTERWARDS + 3; number++) {
                store.onDecided(number, id(number));
            }
            sweeper = new PartSweeper(store, this, counters);
            sweeper.slack(0);
        }

        void put(final long from, final long to) {
            for (long number = from; number <= to; number++) {
                final UnsafeBuffer piece = piece(number);
                while (!store.put(SPREAD.self(), id(number), piece, 0, piece.capacity(), nowNs)) {
                    flush();
                }
            }
            flush();
        }

        /** As the repair does it that finds that the part is not there. */
        void rebuild(final long number) {
            require(!holds(number), "a damaged part is taken for a sound one");
            put(number, number);
        }

        void work(final int cycles) {
            for (int i = 0; i < cycles; i++) {
                nowNs += 2_000_000;
                sweeper.doWork(nowNs);
                flush();
                log.trim(group -> sweeper.forgettable());
                flush();
            }
        }

        private void flush() {
            for (int i = 0; i < 3; i++) {
                log.poll((group, number, state, position) -> store.onDurable(number, position));
                for (final Flusher flusher : log.flushers()) {
                    cycle(flusher);
                }
            }
            log.poll((group, number, state, position) -> store.onDurable(number, position));
        }

        boolean holds(final long number) {
            final UnsafeBuffer piece = piece(number);
            if (store.read(id(number), 0, target) != piece.capacity()) {
                return false;
            }
            for (int i = 0; i < piece.capacity(); i++) {
                require(piece.getByte(i) == target.getByte(i), "part " + number + " is read with other bytes");
            }
            return true;
        }

        void close() {
            log.close();
            meta.close();
        }

        void abandon() {
            log.abandon();
            meta.abandon();
        }

        @Override
        public long releasedUpTo() {
            return released;
        }

        @Override
        public boolean isReferenced(final EntryId id) {
            return kept.contains(id.sequence);
        }

        @Override
        public void onLetGo(final EntryId id) {
            // It stays among those that were durable: it need not be there any more.
        }

        @Override
        public long applied() {
            return released;
        }

        @Override
        public long covered() {
            return released;
        }
    }

    /** What the group sees of the log of its node. */
    private record Records(ScatteredLog log) implements AcceptedLog {
        @Override
        public boolean append(final long lsn, final long ballot, final int storageGroup, final EntryMeta meta,
                              final DirectBuffer body, final int offset) {
            return log.append(GROUP, lsn, ballot, storageGroup, meta, body, offset);
        }

        @Override
        public boolean restamp(final long lsn, final long ballot, final int storageGroup, final EntryMeta meta,
                               final long bodyPosition) {
            throw new UnsupportedOperationException("the records of parts have one number each");
        }

        @Override
        public int readBody(final long position, final EntryMeta expected, final ExpandableArrayBuffer target) {
            return log.readBody(position, expected, target);
        }

        @Override
        public int maxBodyLength() {
            return log.maxBodyLength();
        }
    }

    /** No other node is heard. */
    private static final class Nobody implements SpreadOutbound {
        @Override
        public void segment(final int to, final EntryId id, final DirectBuffer piece, final int offset,
                            final int length) {
            // Nobody is there.
        }

        @Override
        public void segmentAck(final int to, final EntryId id, final int pieces, final long life,
                               final long reliedOn) {
            // Nobody is there.
        }

        @Override
        public void partGone(final int to, final EntryId id, final long upTo) {
            // Nobody is there.
        }

        @Override
        public void fetchSegment(final int to, final EntryId id, final int piece) {
            // Nobody is there.
        }

        @Override
        public void segmentCopy(final int to, final EntryId id, final DirectBuffer piece, final int offset,
                                final int length) {
            // Nobody is there.
        }
    }
}
