package io.fleet.testkit.coded;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.group.ReadHandler;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import org.agrona.DirectBuffer;

/** A read of a key: what it finds is compared, byte by byte, with the entry that its header names. */
final class CodedRead implements ReadHandler {
    private final int node;
    private final long key;
    private final CodedWitness witness;
    private final SplittableRandom random;
    private final LongConsumer result;
    private CodedReading reading;
    private long value;
    private EntryId found;
    private boolean isAcknowledged;
    private long dueSlot;
    private Runnable whenGone;

    CodedRead(final int node, final long key, final CodedWitness witness, final SplittableRandom random,
              final LongConsumer result) {
        this.node = node;
        this.key = key;
        this.witness = witness;
        this.random = random;
        this.result = result;
    }

    long key() {
        return key;
    }

    /** An ordered read's slot is applied, and this is what the key has there. */
    void applied(final EntryId id, final long learnedUpTo) {
        found = id;
        dueSlot = learnedUpTo;
    }

    /** What to do when what was found is gone. */
    void onGone(final Runnable newWhenGone) {
        whenGone = newWhenGone;
    }

    boolean isApplied() {
        return found != null;
    }

    EntryId found() {
        return found;
    }

    void acknowledged() {
        isAcknowledged = true;
    }

    /** Whether its slot is applied here, and f + 1 nodes have learned it (Q1). */
    boolean isDue(final long learned) {
        return found != null && isAcknowledged && learned >= dueSlot;
    }

    @Override
    public boolean onGone(final EntryId id, final long upTo) {
        if (whenGone == null || !witness.isDecidedBy(id, upTo)) {
            return false;
        }
        witness.onGone();
        reading = null;
        whenGone.run();
        return true;
    }

    @Override
    public void onNothing() {
        result.accept(0);
    }

    @Override
    public void onNewer() {
        reading = null;
    }

    @Override
    public void onHeader(final EntryId id, final DirectBuffer header, final int headerLength, final int valueLength) {
        final CodedEntry entry = witness.entry(id);
        if (entry == null || entry.key() != key) {
            witness.report("node " + node + " reads " + id + " for the key " + key);
            return;
        }
        value = CodedHistory.value(entry.batcherId(), entry.sequence());
        reading = new CodedReading(node, entry, witness, random);
        reading.onHeader(id, header, headerLength, valueLength);
    }

    @Override
    public boolean onBytes(final EntryId id, final int from, final DirectBuffer bytes, final int offset,
                           final int length) {
        return reading == null || reading.onBytes(id, from, bytes, offset, length);
    }

    @Override
    public void onEnd(final EntryId id) {
        if (reading != null) {
            reading.onEnd(id);
            result.accept(value);
        }
    }
}
