package io.fleet.wire.codec;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.common.BatcherId;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.Life;

/**
 * Compares the fields of one message with their ranges, and remembers the first that is out of range. The same checks
 * guard what is encoded (a fault of the program: an exception) and what is decoded (a fault of the network: a count).
 * Allocates nothing until {@link #describe}. One instance a thread.
 */
public final class FieldChecks {
    /**
     * The highest LSN, slot, sequence or version: a million a second reach it after 36,000 years. So far below what a
     * long holds, no sum of two of them, or of one and a length, leaves it.
     */
    public static final long MAX_NUMBER = 1L << 60;

    /** The latest log time in milliseconds: some 35,000 years from 1970. */
    public static final long MAX_TIMESTAMP = 1L << 50;

    private String field;
    private long value;
    private long min;
    private long max;

    /** Creates checks that have passed so far. */
    public FieldChecks() {
    }

    /** Begins a new message. */
    public void reset() {
        field = null;
    }

    /** Whether every field since {@link #reset} was in its range. */
    public boolean passed() {
        return field == null;
    }

    /**
     * The first field that was out of range, with its value and range.
     *
     * @return text; empty when all passed.
     */
    public String describe() {
        return passed() ? "" : field + " is " + value + ", but must be from " + min + " to " + max;
    }

    /**
     * Checks any number.
     *
     * @param name   of the field.
     * @param number its value.
     * @param least  the least allowed.
     * @param most   the most allowed.
     */
    public void range(final String name, final long number, final long least, final long most) {
        if ((number < least || number > most) && field == null) {
            field = name;
            value = number;
            min = least;
            max = most;
        }
    }

    /**
     * Checks what counts upwards from 0: LSNs, slots, sequences, versions.
     *
     * @param name   of the field.
     * @param number its value.
     */
    public void number(final String name, final long number) {
        range(name, number, 0, MAX_NUMBER);
    }

    /**
     * Checks a ballot: none, or one of a node, in a round that leaves room for those after it.
     *
     * @param name   of the field.
     * @param ballot its value.
     */
    public void ballot(final String name, final long ballot) {
        if (ballot != Ballot.NONE) {
            range(name, ballot, 1, Ballot.MAX);
            range(name, ballot, ballot & ~Ballot.MAX_NODE_BITS,
                ballot & ~Ballot.MAX_NODE_BITS | WireLimits.MAX_NODE_ID);
        }
    }

    /**
     * Checks what is drawn at random, or a set of bits: any number without a sign.
     *
     * @param name   of the field.
     * @param number its value.
     */
    public void notNegative(final String name, final long number) {
        range(name, number, 0, Long.MAX_VALUE);
    }

    /**
     * Checks a life: none, or one that has started.
     *
     * @param name of the field.
     * @param life its value ({@link Life}).
     */
    public void life(final String name, final long life) {
        if (life != Life.NONE) {
            range(name, life, 1, Long.MAX_VALUE);
            range(name, Life.isWellFormed(life) ? life : Life.NONE, 1, Long.MAX_VALUE);
        }
    }

    /**
     * Checks a node id, or -1 for none.
     *
     * @param name of the field.
     * @param node its value.
     */
    public void nodeOrNone(final String name, final int node) {
        range(name, node, -1, WireLimits.MAX_NODE_ID);
    }

    /**
     * Checks where a batcher's id says that it lives (see {@link io.fleet.consensus.common.BatcherId}).
     *
     * @param name      of the field.
     * @param batcherId its value.
     */
    public void batcher(final String name, final long batcherId) {
        if (!BatcherId.isRemote(batcherId)) {
            range(name, batcherId, 0, BatcherId.embedded(WireLimits.MAX_NODE_ID, -1));
        }
    }

    /**
     * Checks what names a value.
     *
     * @param meta the fields.
     */
    public void meta(final EntryMeta meta) {
        batcher("meta.batcherId", meta.batcherId);
        number("meta.sequence", meta.sequence);
        range("meta.timestamp", meta.timestamp, 0, MAX_TIMESTAMP);
        range("meta.length", meta.length, 0, meta.isNoOp() ? 0 : WireLimits.MAX_BODY);
        range("meta.flags", meta.flags, 0, 0xFFFF);
    }
}
