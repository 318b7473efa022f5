package io.fleet.examples.kv.draft;

import io.fleet.examples.kv.KvBatch;
import io.fleet.examples.kv.KvDriver;
import io.fleet.examples.kv.KvOp;
import io.fleet.examples.kv.store.KvBounds;
import io.fleet.examples.speculation.Given;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;

/** Batches in words. */
final class Batches {
    private static final int KEYS = 60;

    private Batches() {
    }

    static Given batch(final String... lines) {
        return batch(KvBounds.NONE, lines);
    }

    static Given batch(final KvBounds bounds, final String... lines) {
        return given(fill(new KvBatch(bounds), lines));
    }

    static Given exec(final KvBounds bounds, final String... lines) {
        final KvBatch batch = new KvBatch(bounds, false, true);
        batch.addExec(lines.length);
        for (final String line : lines) {
            batch.addInner(op(line), arguments(line));
        }
        return given(batch);
    }

    private static KvBatch fill(final KvBatch batch, final String... lines) {
        for (final String line : lines) {
            batch.add(op(line), arguments(line));
        }
        return batch;
    }

    static Given given(final KvBatch batch) {
        return new Given(batch.headerBytes(), batch.toBytes(), 1);
    }

    private static KvOp op(final String line) {
        return KvOp.ofName(line.split(" ")[0].toLowerCase(Locale.ROOT));
    }

    private static byte[][] arguments(final String line) {
        return Arrays.stream(line.split(" ")).skip(1).map(KvDriver::bytes).toArray(byte[][]::new);
    }

    /** A batch of any version, one command in it or several, or a transaction; seldom one that is malformed. */
    static Given any(final Random random, final KvBounds bounds) {
        if (random.nextInt(100) == 0) {
            return new Given(new byte[0], new byte[] {7}, 1);
        }
        final String[] lines = new String[1 + random.nextInt(4) * random.nextInt(2)];
        for (int i = 0; i < lines.length; i++) {
            lines[i] = line(random);
        }
        return switch (random.nextInt(5)) {
            case 0 -> exec(bounds, lines);
            case 4 -> watched(random, bounds, lines);
            case 1 -> given(fill(new KvBatch(bounds, true, random.nextBoolean()), lines));
            case 2 -> {
                final KvBatch batch = new KvBatch(bounds, false, true);
                batch.room(1 + random.nextInt(8_000));
                yield given(fill(batch, lines));
            }
            default -> batch(bounds, lines);
        };
    }

    /** Watches keys, or rests on some that were watched, or on some of which that is said. */
    private static Given watched(final Random random, final KvBounds bounds, final String... lines) {
        final KvBatch batch = new KvBatch(bounds, false, true);
        if (random.nextInt(3) == 0) {
            fill(batch, lines);
            batch.add(KvOp.WATCH, key(random), key(random));
            return given(fill(batch, lines));
        }
        final byte[] seen = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN)
            .putLong(1 + random.nextInt(400)).putLong(-2 + random.nextInt(2)).array();
        batch.addExec(lines.length + 1);
        batch.addInner(KvOp.UNCHANGED, key(random), seen);
        for (final String line : lines) {
            batch.addInner(op(line), arguments(line));
        }
        return given(batch);
    }

    private static byte[] key(final Random random) {
        return KvDriver.bytes("k" + random.nextInt(1 + random.nextInt(KEYS)));
    }

    static Given query(final Random random) {
        return batch(switch (random.nextInt(5)) {
            case 0 -> "DBSIZE";
            case 4 -> "GETRANGE k" + random.nextInt(KEYS) + " 1 -2";
            case 1 -> "SCAN 0 COUNT 1000";
            case 2 -> "PTTL k" + random.nextInt(KEYS);
            default -> "GET k" + random.nextInt(KEYS);
        });
    }

    private static String line(final Random random) {
        final String key = "k" + random.nextInt(1 + random.nextInt(KEYS));
        final String other = "k" + random.nextInt(KEYS);
        final String number = Integer.toString(random.nextInt(1000));
        final String value = random.nextBoolean() ? number : "v".repeat(1 + random.nextInt(1 << random.nextInt(11)));
        final String millis = Integer.toString(1 + random.nextInt(400));
        return switch (random.nextInt(42)) {
            case 0, 1, 2 -> "SET " + key + " " + value;
            case 3 -> "SET " + key + " " + value + " PX " + millis;
            case 4 -> "SET " + key + " " + value + " NX GET";
            case 5 -> "SET " + key + " " + value + " XX KEEPTTL";
            case 6 -> "MSET " + key + " " + value + " " + other + " " + number;
            case 7 -> "SETNX " + key + " " + value;
            case 8 -> "PSETEX " + key + " " + millis + " " + value;
            case 9 -> "GETSET " + key + " " + value;
            case 10 -> "GETDEL " + key;
            case 11, 12 -> "APPEND " + key + " " + value;
            case 13, 14 -> "INCRBY " + key + " " + number;
            case 15 -> "DEL " + key + " " + other;
            case 16 -> "PEXPIRE " + key + " " + millis;
            case 17 -> "PERSIST " + key;
            case 18 -> "PTTL " + key;
            case 19 -> "MGET " + key + " " + other;
            case 20 -> random.nextInt(10) == 0 ? "DBSIZE" : "STRLEN " + key;
            case 21 -> random.nextInt(10) == 0 ? "SCAN " + random.nextInt(100) + " COUNT 5 MATCH k*1" : "GET " + key;
            case 22 -> random.nextInt(40) == 0 ? "FLUSHALL" : "EXISTS " + key + " " + other;
            case 23 -> "SET " + key + " " + value + " PXAT 1";
            case 24 -> random.nextInt(10) == 0 ? "KEYS *2*" : "TYPE " + key;
            case 25 -> "GETEX " + key + (random.nextBoolean() ? " PX " + millis : random.nextBoolean() ? " PERSIST"
                : "");
            case 26 -> "GETRANGE " + key + " " + (random.nextInt(40) - 20) + " " + (random.nextInt(900) - 100);
            case 27 -> "SETRANGE " + key + " " + random.nextInt(600) + " " + value;
            case 28 -> "MSETNX " + key + " " + value + " " + other + " " + number;
            case 29 -> "INCRBYFLOAT " + key + " " + number + ".25";
            case 30 -> (random.nextBoolean() ? "RENAME " : "RENAMENX ") + key + " " + other;
            case 31 -> "COPY " + key + " " + other + (random.nextBoolean() ? " REPLACE" : "");
            case 32 -> (random.nextBoolean() ? "PEXPIRETIME " : "EXPIRETIME ") + key;
            case 33 -> "TOUCH " + key + " " + other;
            case 34 -> "SETBIT " + key + " " + random.nextInt(3_000) + " " + random.nextInt(2);
            case 35 -> "GETBIT " + key + " " + random.nextInt(3_000);
            case 36 -> "LCS " + key + " " + other + (random.nextBoolean() ? " IDX WITHMATCHLEN" : "");
            case 37 -> "OBJECT ENCODING " + key;
            case 38 -> "PEXPIRE " + key + " " + millis + (random.nextBoolean() ? " GT" : " NX");
            case 39 -> random.nextInt(10) == 0 ? "RANDOMKEY" : "GET " + key;
            default -> "GET " + key;
        };
    }
}
