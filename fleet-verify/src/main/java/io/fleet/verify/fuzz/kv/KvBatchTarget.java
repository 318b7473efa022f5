package io.fleet.verify.fuzz.kv;

import io.fleet.examples.kv.KvBatch;
import io.fleet.examples.kv.KvOp;
import io.fleet.examples.kv.KvReplyReader;
import io.fleet.examples.kv.store.KvBounds;
import io.fleet.examples.kv.store.KvLimits;
import io.fleet.verify.fuzz.AllocationMeter;
import io.fleet.verify.fuzz.Check;
import io.fleet.verify.fuzz.FuzzTarget;
import io.fleet.verify.fuzz.Fuzzer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Batches of commands of the key-value store, as they come out of the log. Declared:
 * {@link IllegalArgumentException}, after which nothing has changed. A batch that is taken gives the same answers and
 * the same state on every replica, also on one that was loaded from a snapshot, and its answers can be read.
 */
final class KvBatchTarget implements FuzzTarget {
    private static final byte[] A = bytes("alpha");
    private static final byte[] B = bytes("beta");
    private static final byte[] N = bytes("n");
    private static final byte[] FIVE = bytes("5");
    /** What a machine keeps to answer in, while it is copied to a larger one, and what the answers come to. */
    private static final long BOUND = 256 * 1024;
    private static final long FOR_EACH_REPLY_BYTE = 16;
    private static final long FOR_EACH_BYTE = 128;
    /** A command of a few bytes may ask for a value that is as long as any, which is copied. */
    private static final long FOR_EACH_LONG_VALUE = 3L * KvLimits.MAX_VALUE_BYTES;
    private static final int LAST_EARLY_VERSION = 5;

    @Override
    public String name() {
        return "kv-batch";
    }

    private static byte[] bytes(final String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public List<byte[]> seeds() {
        final KvBatch batch = new KvBatch();
        final List<byte[]> seeds = new ArrayList<>();
        for (final KvOp op : KvOp.values()) {
            if (op != KvOp.EXEC && op != KvOp.HASH_SECRET && op != KvOp.UNCHANGED) {
                batch.clear();
                batch.add(op, arguments(op));
                seeds.add(batch.toBytes());
            }
        }
        batch.clear();
        batch.add(KvOp.SET, A, B, bytes("PX"), bytes("5000"), bytes("NX"), bytes("GET"));
        batch.add(KvOp.SCAN, bytes("0"), bytes("MATCH"), bytes("*[a-c]?"), bytes("COUNT"), FIVE);
        batch.addExec(2);
        batch.addInner(KvOp.INCRBY, N, FIVE);
        batch.addInner(KvOp.MGET, A, N);
        batch.add(KvOp.EXPIRE, A, FIVE, bytes("GT"));
        seeds.add(batch.toBytes());
        batch.clear();
        batch.add(KvOp.SETRANGE, A, bytes("7000"), B);
        batch.add(KvOp.SETBIT, N, FIVE, bytes("1"));
        batch.add(KvOp.INCRBYFLOAT, bytes("float"), bytes("1.5e3"));
        batch.add(KvOp.LCS, A, B, bytes("IDX"), bytes("MINMATCHLEN"), FIVE);
        batch.add(KvOp.GETEX, A, bytes("PX"), FIVE);
        batch.add(KvOp.COPY, A, N, bytes("DB"), bytes("0"), bytes("REPLACE"));
        batch.add(KvOp.WATCH, A, N);
        batch.addExec(2);
        batch.addInner(KvOp.RENAME, N, B);
        batch.addInner(KvOp.OBJECT, bytes("ENCODING"), B);
        batch.addExec(2);
        batch.addInner(KvOp.UNCHANGED, A, new byte[] {1, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1});
        batch.addInner(KvOp.INCR, N);
        seeds.add(batch.toBytes());
        final KvBatch bounded = new KvBatch(new KvBounds(4, 600));
        bounded.add(KvOp.SET, bytes("one more"), FIVE);
        bounded.add(KvOp.MSET, bytes("two"), FIVE, bytes("more"), FIVE);
        bounded.add(KvOp.APPEND, A, bytes("what is longer than all that may be"));
        seeds.add(bounded.toBytes());
        return seeds;
    }

    private static byte[][] arguments(final KvOp op) {
        final byte[][] arguments = new byte[Math.abs(op.arity()) - 1][];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = i == 0 ? A : FIVE;
        }
        return arguments;
    }

    @Override
    public String run(final byte[] input, final AllocationMeter meter) {
        final Turns one = filled();
        final byte[] before = one.snapshot();
        final Turns other = new Turns();
        other.load(before);
        final String query = query(one, other, input);
        Check.same("the state after a query", before, one.snapshot());
        final byte[] reply;
        try {
            reply = other.run(false, input);
        } catch (final IllegalArgumentException e) {
            Check.that(!query.startsWith(Fuzzer.TAKEN), "taken as a query, refused as a command");
            Check.same("the state after a refusal", before, other.snapshot());
            meter.within(bound(input), () -> refuse(one, input));
            return e.getMessage();
        }
        final byte[][] found = new byte[1][];
        meter.within(bound(input) + FOR_EACH_REPLY_BYTE * reply.length, () -> found[0] = one.run(false, input));
        Check.same("the answers of another replica", found[0], reply);
        Check.same("the state of another replica", one.snapshot(), other.snapshot());
        return Fuzzer.TAKEN + ' ' + shape(found[0]) + (query.startsWith(Fuzzer.TAKEN) ? " by a query" : "");
    }

    private static long bound(final byte[] input) {
        long bound = BOUND + FOR_EACH_BYTE * input.length;
        for (int i = 0; input.length > 0 && input[0] > LAST_EARLY_VERSION && i < input.length; i++) {
            for (final KvOp op : new KvOp[] {KvOp.SETRANGE, KvOp.SETBIT, KvOp.LCS, KvOp.INCRBYFLOAT}) {
                bound += input[i] == op.code() ? FOR_EACH_LONG_VALUE : 0;
            }
        }
        return bound;
    }

    private static void refuse(final Turns machine, final byte[] input) {
        try {
            machine.run(false, input);
            throw new AssertionError("one replica takes what another one refuses");
        } catch (final IllegalArgumentException e) {
            Check.that(!e.getMessage().isBlank(), "a refusal says nothing");
        }
    }

    private static String query(final Turns one, final Turns other, final byte[] input) {
        final byte[] answers;
        try {
            answers = one.run(true, input);
        } catch (final IllegalArgumentException e) {
            return e.getMessage();
        }
        Check.same("the answers of another replica to a query", answers, other.run(true, input));
        return Fuzzer.TAKEN;
    }

    private static Turns filled() {
        final Turns machine = new Turns();
        final KvBatch batch = new KvBatch();
        batch.add(KvOp.SET, A, bytes("first"));
        batch.add(KvOp.SET, N, bytes("41"));
        batch.add(KvOp.PSETEX, B, bytes("60000"), bytes("for a minute"));
        machine.run(false, batch.toBytes());
        return machine;
    }

    private static String shape(final byte[] reply) {
        Check.that(reply.length <= KvLimits.MAX_MESSAGE_BYTES, "the answers have " + reply.length + " bytes");
        final KvReplyReader reader = new KvReplyReader();
        final StringBuilder shape = new StringBuilder();
        long left = reader.wrap(new UnsafeBuffer(reply), 0, reply.length);
        while (left-- > 0) {
            final KvReplyReader.Type type = reader.next();
            left += type == KvReplyReader.Type.ARRAY ? reader.count() : 0;
            if (shape.length() < 8) {
                shape.append(type.name().charAt(0));
            }
        }
        return shape.toString();
    }
}
