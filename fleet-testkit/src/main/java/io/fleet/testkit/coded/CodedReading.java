package io.fleet.testkit.coded;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.dissemination.gather.ValueConsumer;
import java.util.SplittableRandom;
import org.agrona.DirectBuffer;

/** Compares a value that is gathered with the one that was written; has no room now and then. */
final class CodedReading implements ValueConsumer {
    private static final int FULL_ONE_IN = 8;

    private final int node;
    private final CodedEntry entry;
    private final CodedWitness witness;
    private final SplittableRandom random;
    private int read;

    CodedReading(final int node, final CodedEntry entry, final CodedWitness witness, final SplittableRandom random) {
        this.node = node;
        this.entry = entry;
        this.witness = witness;
        this.random = random;
    }

    @Override
    public void onHeader(final EntryId id, final DirectBuffer header, final int headerLength, final int valueLength) {
        if (headerLength != entry.headerLength() || valueLength != entry.valueLength()) {
            witness.report("node " + node + " gathers a header of " + headerLength + " and a value of " + valueLength
                + " bytes of " + id);
        }
    }

    @Override
    public boolean onBytes(final EntryId id, final int from, final DirectBuffer bytes, final int offset,
                           final int length) {
        if (random.nextInt(FULL_ONE_IN) == 0) {
            return false;
        }
        if (from != read || read + length > entry.valueLength()) {
            witness.report("node " + node + " is given bytes from " + from + " of " + id + " behind " + read);
            return true;
        }
        if (!entry.hasValue(from, bytes, offset, length)) {
            witness.report("node " + node + " gathers another value of " + id);
        }
        read += length;
        return true;
    }

    @Override
    public boolean onGone(final EntryId id, final long upTo) {
        if (!witness.isDecidedBy(id, upTo)) {
            return false;
        }
        witness.onGone();
        return true;
    }

    @Override
    public void onEnd(final EntryId id) {
        if (read != entry.valueLength()) {
            witness.report("node " + node + " gathers " + read + " bytes of " + id);
        }
        witness.onRead();
    }
}
