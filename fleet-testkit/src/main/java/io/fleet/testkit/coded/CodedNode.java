package io.fleet.testkit.coded;

import io.fleet.ec.codec.CodecKind;
import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.SlotConsensusConfig;
import io.fleet.ec.consensus.proposal.ProposerConfig;
import io.fleet.ec.dissemination.format.SegmentCodec;
import io.fleet.ec.dissemination.format.SegmentLanes;
import io.fleet.ec.dissemination.format.SpreadConfig;
import io.fleet.ec.group.CodedGroup;
import io.fleet.ec.group.CodedListener;
import io.fleet.ec.host.MessageAdapter;
import io.fleet.ec.host.MessagePublisher;
import io.fleet.ec.host.PartAssembler;
import io.fleet.ec.host.member.MemberTable;
import io.fleet.ec.storage.Ids;
import io.fleet.ec.storage.MetaStanding;
import io.fleet.ec.storage.OrderedDecisions;
import io.fleet.ec.storage.ScatteredSegments;
import io.fleet.ec.storage.ScatteredVotes;
import io.fleet.ec.wire.CodedCodecs;
import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.StorageException;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.log.Flusher;
import io.fleet.testkit.sim.SimMedium;
import io.fleet.testkit.sim.SimScheduler;
import io.fleet.testkit.sim.SimulatedCrash;
import io.fleet.wire.WireDecoder;
import io.fleet.wire.WireIdentity;
import io.fleet.wire.codec.WireErrors;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** One simulated machine of a coded group: its disks live on, its process comes and goes. */
final class CodedNode {
    private static final String SEALED = ".sealed";
    private static final long TICK_NS = 1_000_000;
    private static final long AGAIN_NS = 30_000_000;
    private static final long SOON_NS = 20_000;
    private static final long LEAST_FLUSH_NS = 50_000;
    private static final int MORE_FLUSH_NS = 400_000;
    private static final long RESEND_NS = 20_000_000;
    private static final long LOOK_NS = 60_000;
    private static final long SCRUB_NS = 2_000_000;
    private static final int PARTS = 8;
    private static final int FLUSHES = 100;
    private static final long PARTS_BYTES = 1024 * 1024;
    private static final long PARTS_IDLE_NS = 100_000_000;

    final int index;
    private final CodedPlan plan;
    private final SimScheduler scheduler;
    private final SplittableRandom random;
    private final CodedWitness witness;
    private final List<SimMedium> media = new ArrayList<>();
    private final SegmentCodec codec;
    private final Map<String, CodedRead> ordered = new LinkedHashMap<>();
    private final List<CodedRead> goneReads = new ArrayList<>();
    private long again;
    private CodedNetwork network;
    private CodedGroup group;
    private final WireErrors wireErrors = new WireErrors();
    private final WireDecoder decoder = new WireDecoder(new WireIdentity(CodedStores.CLUSTER_ID, -1), wireErrors,
        CodedCodecs.catalog());
    private MessageAdapter adapter;
    private PartAssembler assembler;
    private MessagePublisher publisher;
    private CodedStores stores;
    private WitnessedSegments segments;
    private int incarnation;
    private boolean isPaused;
    private boolean isCycleDue;
    private boolean[] isFlushing;
    private long bytesWritten;
    private final CodedSnapshots snapshots;
    private boolean wasWhole;
    private boolean isImpaired;
    private int replaced;

    CodedNode(final int index, final CodedPlan plan, final SimScheduler scheduler, final SplittableRandom random,
              final CodedWitness witness) {
        this.index = index;
        this.plan = plan;
        this.scheduler = scheduler;
        this.random = random;
        this.witness = witness;
        snapshots = new CodedSnapshots(plan.snapshots(),
            id -> witness.entry(id) == null ? -1 : witness.entry(id).key());
        codec = new SegmentLanes(CodecKind.TABLE.create(plan.dataSegments(), plan.paritySegments()));
        for (int i = 0; i <= plan.segmentDisks(); i++) {
            media.add(new SimMedium("node-" + index + "/disk-" + i, random.split()));
        }
    }

    void network(final CodedNetwork newNetwork) {
        network = newNetwork;
    }

    boolean isUp() {
        return group != null;
    }

    CodedGroup group() {
        return group;
    }

    long bytesWritten() {
        return bytesWritten + (stores == null ? 0 : stores.bytes());
    }

    void start() {
        if (group != null) {
            return;
        }
        final int mine = ++incarnation;
        isPaused = false;
        isCycleDue = false;
        try {
            open();
        } catch (final SimulatedCrash crash) {
            losePower();
            return;
        } catch (final DamagedStorageException e) {
            witness.report("node " + index + " finds damage that nobody did: " + e.getMessage());
            return;
        } catch (final StorageException e) {
            kill();
            startLater();
            return;
        }
        witness.onStart(index, group.applied());
        isFlushing = new boolean[stores.flushers.size()];
        tick(mine);
    }

    /** The process ends; the operating system keeps what it wrote. */
    void kill() {
        end();
        media.forEach(SimMedium::killProcess);
    }

    /** All slots up to some one are over, and nothing is left of them. */
    void beginBehind(final long slot) {
        guarded(() -> snapshots.begin(slot, group, stores.meta));
        cycleSoon(incarnation);
    }

    /** The process ends in good order: what it had handed to its logs is durable. */
    void stop() {
        if (group == null) {
            return;
        }
        guarded(() -> {
            for (final Flusher flusher : stores.flushers) {
                for (int i = 0; i < FLUSHES && flusher.hasWork(); i++) {
                    flusher.doWork();
                }
            }
        });
        kill();
    }

    /** The machine goes dark. */
    void losePower() {
        end();
        media.forEach(SimMedium::losePower);
    }

    /** Whether it has ever held all that a member must. */
    boolean wasWhole() {
        return wasWhole;
    }

    /** Whether it has lost something and does not count as one that holds it yet. */
    boolean isImpaired() {
        return isImpaired;
    }

    /** All its disks are replaced. */
    void loseDirectories() {
        losePower();
        for (int i = 0; i < media.size(); i++) {
            replace(i);
        }
        snapshots.lose();
        onLoss(true, true);
    }

    /** The files of its steps are gone. */
    void loseSteps() {
        losePower();
        final Disk disk = media.get(0).mount();
        disk.list().stream().filter(file -> file.startsWith("scattered")).forEach(disk::delete);
        media.get(0).losePower();
        onLoss(true, false);
    }

    /** One of the disks with parts is replaced. */
    void loseParts() {
        losePower();
        replace(1 + random.nextInt(media.size() - 1));
        onLoss(false, true);
    }

    /** One bit of a file of parts that is not written any more turns over; false when there is no such file. */
    boolean damageParts() {
        final SimMedium medium = media.get(1 + random.nextInt(media.size() - 1));
        final String file = medium.files().stream().filter(name -> name.startsWith("scattered")
            && name.endsWith(SEALED)).sorted().findFirst().orElse(null);
        if (file == null) {
            return false;
        }
        losePower();
        final String end = file.substring(file.lastIndexOf('-') + 1, file.length() - SEALED.length());
        medium.flipBit(file, random.nextInt(Integer.parseInt(end, 16)), random.nextInt(Byte.SIZE));
        onLoss(false, true);
        return true;
    }

    private void replace(final int disk) {
        media.set(disk, new SimMedium("node-" + index + "/disk-" + disk + "-" + ++replaced, random.split()));
    }

    private void onLoss(final boolean votes, final boolean parts) {
        isImpaired = true;
        witness.onLoss(index, votes, parts);
    }

    private void noteWhole() {
        if (group.isVoter() && !group.lacksParts() && snapshots.isRequired()) {
            wasWhole = true;
            if (isImpaired) {
                isImpaired = false;
                witness.onSnapshot(index, snapshots.durable(stores.meta));
                final long durable = snapshots.durable(stores.meta);
                witness.durable().onWhole(index, id -> snapshots.isReferenced(id)
                    || !witness.isOver(id, durable, group.applied()));
            }
        }
    }

    /** The power fails within one of the next operations of a disk. */
    void crashWithin(final int operations) {
        if (group != null) {
            media.get(random.nextInt(media.size())).crashAtOperation(1 + random.nextInt(operations));
        }
    }

    /** A disk is full from now on, or fails once. */
    void failDisk() {
        final SimMedium medium = media.get(random.nextInt(media.size()));
        switch (random.nextInt(3)) {
            case 0 -> medium.failSyncs(1);
            case 1 -> medium.faults().failWrites(1, random.nextBoolean());
            default -> medium.capacity(medium.usedBytes());
        }
    }

    void mendDisks() {
        media.forEach(medium -> {
            medium.failSyncs(0);
            medium.faults().failWrites(0, false);
            medium.capacity(Long.MAX_VALUE);
        });
    }

    void pause(final boolean stop) {
        isPaused = stop;
        cycleSoon(incarnation);
    }

    void receive(final byte[] packet, final boolean isDamaged) {
        if (group != null && !isPaused) {
            final long dropped = wireErrors.total();
            guarded(() -> {
                group.clock(scheduler.nowNs());
                decoder.decode(new UnsafeBuffer(packet), 0, packet.length,
                    (groupId, configVersion, sender, message) -> adapter.onMessage(sender, message, scheduler.nowNs()));
            });
            if (isDamaged != wireErrors.total() > dropped) {
                witness.report("node " + index + (isDamaged ? " takes a damaged packet" : " drops a whole packet"));
            }
            cycleSoon(incarnation);
        }
    }

    /** What is not sent in packets of the group. */
    void receiveApart(final Runnable delivery) {
        if (group != null && !isPaused) {
            guarded(() -> {
                group.clock(scheduler.nowNs());
                delivery.run();
            });
            cycleSoon(incarnation);
        }
    }

    /** Begins to write, with this node as the proxy. */
    boolean submit(final CodedEntry entry) {
        if (group == null || isPaused) {
            return false;
        }
        final EntryId id = new EntryId();
        final boolean[] taken = new boolean[1];
        guarded(() -> {
            group.clock(scheduler.nowNs());
            if (random.nextBoolean()) {
                taken[0] = group.submit(entry.batcherId(), entry.sequence(), entry.header(), entry.headerLength(),
                    entry.source(random), entry.valueLength());
                group.idOf(entry.batcherId(), entry.sequence(), entry.header(), entry.headerLength(), entry.value(),
                    entry.valueLength(), id);
            } else {
                taken[0] = group.submit(entry.batcherId(), entry.sequence(), entry.header(), entry.headerLength(),
                    entry.value(), entry.valueLength(), id);
            }
        });
        if (taken[0]) {
            witness.onSubmit(entry, id);
            cycleSoon(incarnation);
        }
        return taken[0];
    }

    /** Gathers an entry and compares it with what was written. */
    void fetch(final CodedEntry entry, final EntryId id) {
        if (group != null && !isPaused) {
            guarded(() -> {
                group.clock(scheduler.nowNs());
                group.fetch(id, new CodedReading(index, entry, witness, random));
            });
            cycleSoon(incarnation);
        }
    }

    /** Reads a key past the order. */
    void read(final long key, final LongConsumer result) {
        if (group != null && !isPaused) {
            final UnsafeBuffer bytes = new UnsafeBuffer(new byte[Long.BYTES]);
            bytes.putLong(0, key);
            guarded(() -> group.reads().read(bytes, 0, Long.BYTES, new CodedRead(index, key, witness, random, result),
                scheduler.nowNs()));
            cycleSoon(incarnation);
        }
    }

    /** Reads a key in the order, by an entry of its own: when that is acknowledged and applied (RC-14, Q1). */
    void read(final CodedEntry place, final long key, final LongConsumer result) {
        if (submit(place)) {
            ordered.put(witness.idOf(place).toString(), new CodedRead(index, key, witness, random, result));
        }
    }

    /** Whether its state refers to an entry. */
    boolean isReferenced(final EntryId id) {
        return snapshots.state().isReferenced(id);
    }

    boolean isReading() {
        return group.reads().active() > 0;
    }

    /** What an ordered read finds is what there is at its own slot: later ones may be known to this node alone. */
    private void orderedIsApplied(final EntryId id) {
        final CodedRead read = id.isNull() ? null : ordered.get(id.toString());
        if (read != null && !read.isApplied()) {
            final EntryId found = new EntryId();
            read.applied(newest(read.key(), found) == 0 ? found.setNull() : found, 0);
            read.onGone(() -> goneReads.add(read));
        }
    }

    private void readOrdered() {
        ordered.values().removeIf(read -> {
            if (!read.isDue(group.learned())) {
                return false;
            }
            if (read.found().isNull()) {
                read.onNothing();
            }
            return read.found().isNull() || group.fetch(read.found(), read) != 0;
        });
        goneReads.forEach(this::readAnew);
        goneReads.clear();
    }

    /** What an ordered read had found is gone: there is something newer, in a state that f + 1 have learned (Q1). */
    private void readAnew(final CodedRead read) {
        final EntryId found = new EntryId();
        read.applied(newest(read.key(), found) == 0 ? found.setNull() : found, group.applied());
        ordered.put("again " + ++again, read);
    }

    private long newest(final long key, final EntryId into) {
        return snapshots.state().newest(key, into);
    }

    private void open() {
        final List<Disk> disks = new ArrayList<>();
        media.forEach(medium -> disks.add(medium.mount()));
        final List<Runnable> recovered = new ArrayList<>();
        final List<Runnable> recoveredParts = new ArrayList<>();
        stores = new CodedStores(index, plan.isLong(), disks.get(0), disks.subList(1, disks.size()),
            (groupId, slot, step, storageGroup, meta, position) -> {
                final EntryId id = Ids.fromMeta(meta, new EntryId());
                witness.durable().onStep(index, slot, step);
                recovered.add(() -> group.recoverStep(slot, step, id));
            }, (groupId, number, state, storageGroup, meta, position) -> {
                final EntryId id = Ids.fromMeta(meta, new EntryId());
                final int length = meta.length;
                final long tag = ScatteredSegments.tag(meta);
                recoveredParts.add(() -> {
                    witness.durable().onPiece(index, id, tag);
                    group.recoverSegment(number, state, id, tag, position, length);
                });
            }, recoveredParts::clear);
        segments = new WitnessedSegments(stores.parts());
        final int window = plan.window();
        final MemberTable members = CodedLink.members(index, plan.nodes());
        publisher = new MessagePublisher(members, new CodedLink(network, index, plan.nodes()), PARTS, PARTS_BYTES,
            RESEND_NS);
        assembler = new PartAssembler(plan.nodes(), PARTS, PARTS_BYTES, PARTS_IDLE_NS);
        group = new CodedGroup(
            new SlotConsensusConfig(CodedStores.GROUP_ID, index, plan.quorums(), window, 2_000_000, 50_000_000,
                RESEND_NS),
            new ProposerConfig(256, plan.inFlight(), 10_000_000, LOOK_NS, 5_000_000, 50_000_000, RESEND_NS),
            new SpreadConfig(index, plan.quorums(), plan.maxValueLength(), 64, plan.life().maxSegments(), RESEND_NS,
                plan.longValues(), plan.fetching()), codec,
            new ScatteredVotes(CodedStores.GROUP_ID, stores.votes),
            segments,
            new OrderedDecisions(CodedStores.GROUP_ID, stores.decisions),
            new MetaStanding(CodedStores.GROUP_ID, stores.meta, random.nextLong() | 1),
            new CodedOutbound(publisher, witness, index), new Events());
        adapter = new MessageAdapter(members, group, assembler);
        ordered.clear();
        goneReads.clear();
        group.reads().serve((key, offset, length, into) -> newest(key.getLong(offset), into), random.nextLong(),
            new CodedReadOutbound(network, index, plan.nodes()));
        recovered.forEach(Runnable::run);
        recoveredParts.forEach(Runnable::run);
        group.upkeep().slack(plan.slack());
        group.upkeep().scrubEvery(SCRUB_NS);
        snapshots.start(group, stores.meta);
    }

    /** Steps that decisions answer for go, decisions that f + 1 snapshots cover, and records of parts. */
    private void letGo() {
        if (plan.snapshots() > 0) {
            final long settled = group.settled();
            final long covered = Math.max(0, group.upkeep().forgettableDecisions());
            if (covered > 0) {
                witness.onCovered(index, covered);
            }
            stores.trim(settled, covered, group.upkeep().forgettableParts());
        }
    }

    /** Another node wants a snapshot. */
    private void sendSnapshot(final CodedNode asker, final int incarnationOfAsker) {
        if (group == null || isPaused) {
            return;
        }
        final long upTo = snapshots.durable(stores.meta);
        final CodedState content = snapshots.content(upTo);
        if (content != null) {
            network.sendApart(index, asker.index, () -> asker.receiveSnapshot(upTo, content, incarnationOfAsker));
        }
    }

    private void receiveSnapshot(final long upTo, final CodedState content, final int mine) {
        if (mine == incarnation) {
            snapshots.receive(upTo, content, group, stores.meta);
        }
    }

    /** Whether the parts of all that its state refers to are held or being rebuilt. */
    boolean hasRequired() {
        return snapshots.isRequired();
    }

    private void end() {
        if (stores != null) {
            bytesWritten += stores.bytes();
            witness.onDeath(index, stores.decisions.durable(CodedStores.GROUP_ID), group);
        }
        group = null;
        stores = null;
        incarnation++;
    }

    private void tick(final int mine) {
        if (mine == incarnation && group != null) {
            cycle(mine);
            scheduler.after(TICK_NS, now -> tick(mine));
        }
    }

    private void cycleSoon(final int mine) {
        if (!isCycleDue && group != null) {
            isCycleDue = true;
            scheduler.after(SOON_NS, now -> {
                if (mine == incarnation) {
                    isCycleDue = false;
                    cycle(mine);
                }
            });
        }
    }

    private void cycle(final int mine) {
        if (mine != incarnation || isPaused || group == null) {
            return;
        }
        guarded(() -> {
            group.clock(scheduler.nowNs());
            int work = poll();
            work += group.doWork(scheduler.nowNs());
            work += poll();
            readOrdered();
            work += publisher.flush(scheduler.nowNs());
            work += assembler.doWork(scheduler.nowNs());
            snapshots.doWork(group, stores.meta, witness, index);
            letGo();
            witness.onCycle(index, group);
            noteWhole();
            if (work > 0) {
                cycleSoon(mine);
            }
            for (int i = 0; i < isFlushing.length; i++) {
                flushLater(i, mine);
            }
        });
    }

    private int poll() {
        return stores.poll((groupId, slot, step, position) -> {
            witness.durable().onStep(index, slot, step);
            group.onStepDurable(slot, step);
        }, (groupId, number, state, position) -> {
            witness.durable().onPiece(index, segments.idOf(number), segments.tagOf(number));
            group.onSegmentDurable(number, position);
        }, scheduler.nowNs());
    }

    private void flushLater(final int flusher, final int mine) {
        final Flusher one = stores.flushers.get(flusher);
        if (isFlushing[flusher] || !one.hasWork()) {
            return;
        }
        isFlushing[flusher] = true;
        scheduler.after(LEAST_FLUSH_NS + random.nextInt(MORE_FLUSH_NS), now -> {
            if (mine == incarnation && group != null) {
                isFlushing[flusher] = false;
                guarded(one::doWork);
                cycleSoon(mine);
            }
        });
    }

    private void startLater() {
        scheduler.after(AGAIN_NS, now -> start());
    }

    private interface Piece {
        void run() throws Exception;
    }

    private void guarded(final Piece piece) {
        try {
            piece.run();
        } catch (final SimulatedCrash crash) {
            losePower();
        } catch (final DamagedStorageException e) {
            witness.report("node " + index + " finds damage that nobody did: " + e.getMessage());
        } catch (final StorageException e) {
            kill();
            startLater();
        } catch (final Exception | AssertionError e) {
            witness.report("node " + index + " failed: " + e + " at " + List.of(e.getStackTrace()).subList(0,
                Math.min(4, e.getStackTrace().length)));
            kill();
        }
    }

    private final class Events implements CodedListener {
        @Override
        public void onApply(final long slot, final EntryId id, final DirectBuffer header, final int offset,
                            final int length) {
            snapshots.onApply(id);
            orderedIsApplied(id);
            witness.onApply(index, slot, id, header, offset, length);
        }

        @Override
        public void onCovered(final int member, final long slot) {
            final int mine = incarnation;
            if (!snapshots.isInstalling()) {
                network.sendApart(index, member, () -> network.node(member).sendSnapshot(CodedNode.this, mine));
            }
        }

        @Override
        public void onLetGo(final EntryId id) {
            if (snapshots.isReferenced(id)) {
                witness.report("node " + index + " lets go of " + id + ", to which its state refers");
            }
            witness.onLetGo(index, id);
        }

        @Override
        public void onAcknowledged(final long slot, final EntryId id) {
            witness.onLearned(index, stores.decisions.durable(CodedStores.GROUP_ID));
            witness.onAcknowledged(index, slot, id);
            if (ordered.containsKey(id.toString())) {
                ordered.get(id.toString()).acknowledged();
            }
        }
    }
}
