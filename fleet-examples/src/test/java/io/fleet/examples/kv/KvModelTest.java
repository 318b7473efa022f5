package io.fleet.examples.kv;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random commands against a machine and against a plain map that expires everything at once. */
class KvModelTest {
    private final KvDriver kv = new KvDriver();
    private final Map<String, String> values = new TreeMap<>();
    private final Map<String, Long> expiries = new TreeMap<>();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldAnswerLikeAPlainMap(final long seed) {
        final Random random = new Random(seed);
        KvDriver loaded = new KvDriver();
        for (int i = 0; i < 20_000; i++) {
            kv.harness().advance(random.nextInt(4) == 0 ? random.nextInt(50) : 0);
            expire(kv.harness().time());
            step(random, "k" + random.nextInt(1 + random.nextInt(400)));
            if (i % 5000 == 4999) {
                loaded.harness().time(kv.harness().time());
                loaded.harness().load(kv.harness().snapshot());
                assertArrayEquals(kv.harness().snapshot(), loaded.harness().snapshot());
                assertEquals(kv.run("KEYS *"), loaded.run("KEYS *"));
                loaded = new KvDriver();
            }
        }
    }

    private void expire(final long now) {
        expiries.entrySet().removeIf(entry -> {
            if (now > entry.getValue()) {
                values.remove(entry.getKey());
                return true;
            }
            return false;
        });
    }

    private void step(final Random random, final String key) {
        final long now = kv.harness().time();
        final String value = Integer.toString(random.nextInt(1000));
        final long millis = 1 + random.nextInt(300);
        if (random.nextInt(2) == 0) {
            stepOfTwo(random, key, value, millis);
            return;
        }
        switch (random.nextInt(11)) {
            case 0 -> {
                assertEquals("+OK", kv.run("SET " + key + " " + value));
                values.put(key, value);
                expiries.remove(key);
            }
            case 1 -> {
                assertEquals("+OK", kv.run("SET " + key + " " + value + " PX " + millis));
                values.put(key, value);
                expiries.put(key, now + millis);
            }
            case 2 -> {
                final String after = Long.toString(Long.parseLong(values.getOrDefault(key, "0")) + 1);
                assertEquals(":" + after, kv.run("INCR " + key));
                values.put(key, after);
            }
            case 3 -> {
                assertEquals(values.remove(key) == null ? ":0" : ":1", kv.run("DEL " + key));
                expiries.remove(key);
            }
            case 4 -> {
                assertEquals(values.containsKey(key) ? ":1" : ":0", kv.run("PEXPIRE " + key + " " + millis));
                if (values.containsKey(key)) {
                    expiries.put(key, now + millis);
                }
            }
            case 5 -> assertEquals(expiries.remove(key) == null ? ":0" : ":1", kv.run("PERSIST " + key));
            case 6 -> assertEquals(!values.containsKey(key) ? ":-2" : !expiries.containsKey(key) ? ":-1"
                : ":" + (expiries.get(key) - now), kv.run("PTTL " + key));
            case 7 -> assertEquals(":" + values.size(), kv.run("DBSIZE"));
            case 8 -> {
                final String before = values.put(key, value);
                expiries.remove(key);
                assertEquals(before == null ? "nil" : before, kv.run("GETSET " + key + " " + value));
            }
            default -> assertEquals(values.getOrDefault(key, "nil"), kv.run("GET " + key));
        }
    }

    /** Commands on parts of values, on two keys, and on expiry. */
    private void stepOfTwo(final Random random, final String key, final String value, final long millis) {
        switch (random.nextInt(7)) {
            case 0 -> {
                final String before = values.get(key);
                assertEquals(before == null ? "nil" : before, kv.run("GETEX " + key + " PX " + millis));
                if (before != null) {
                    expiries.put(key, kv.harness().time() + millis);
                }
            }
            case 1 -> {
                final String start = values.getOrDefault(key, "");
                final String after = start.isEmpty() ? "7" : "7" + start.substring(1);
                assertEquals(":" + after.length(), kv.run("SETRANGE " + key + " 0 7"));
                values.put(key, after);
            }
            case 2, 3 -> {
                final boolean moves = random.nextBoolean();
                final String to = "k" + random.nextInt(400);
                final String found = values.get(key);
                if (!to.equals(key)) {
                    assertEquals(moves ? found == null ? "-" + KvErrors.NO_KEY : "+OK" : found == null ? ":0" : ":1",
                        kv.run(moves ? "RENAME " + key + " " + to : "COPY " + key + " " + to + " REPLACE"));
                }
                if (!to.equals(key) && found != null) {
                    copy(key, to, moves);
                }
            }
            case 4 -> {
                final String to = "k" + random.nextInt(400);
                final boolean isFree = !values.containsKey(key) && !values.containsKey(to);
                assertEquals(isFree ? ":1" : ":0", kv.run("MSETNX " + key + " 1 " + to + " " + value));
                if (isFree) {
                    values.put(key, "1");
                    values.put(to, value);
                }
            }
            case 5 -> assertEquals(values.getOrDefault(key, "").replaceAll("^.", ""),
                kv.run("GETRANGE " + key + " 1 -1"));
            default -> assertEquals(!values.containsKey(key) ? ":-2" : !expiries.containsKey(key) ? ":-1"
                : ":" + expiries.get(key), kv.run("PEXPIRETIME " + key));
        }
    }

    private void copy(final String from, final String to, final boolean moves) {
        values.put(to, values.get(from));
        final Long expiry = expiries.get(from);
        if (expiry == null) {
            expiries.remove(to);
        } else {
            expiries.put(to, expiry);
        }
        if (moves) {
            values.remove(from);
            expiries.remove(from);
        }
    }
}
