package io.fleet.storage.scattered;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.storage.StorageIdentity;
import io.fleet.storage.fault.Bodies;
import io.fleet.storage.fault.FaultDisk;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A log that is opened with other sizes than it was written with. */
class OtherSizesTest {
    private static final StorageIdentity IDENTITY = new StorageIdentity(7, 1);
    private static final ScatteredLogConfig SMALL = new ScatteredLogConfig(36 << 10, 32 << 10);
    private static final ScatteredLogConfig LARGE = new ScatteredLogConfig(512 << 10, 256 << 10);
    private static final int LONG = 200 << 10;

    private final FaultDisk disk = new FaultDisk("disk", new Random(1));
    private final Map<Long, Long> positions = new HashMap<>();
    private final Map<Long, UnsafeBuffer> bodies = new HashMap<>();
    private long last;

    @Test
    @Tag("hazard-U-own-settings")
    void shouldWriteLongerBodiesAfterASmallFileWasMadeForWhatComesNext() throws Exception {
        ScatteredLog log = open(SMALL);
        append(log, 20_000);
        log.flushers().get(0).prepare();
        log.abandon();
        log = open(LARGE);
        append(log, LONG);
        append(log, LONG);
        shouldHold(log);
        log.abandon();
        log = open(LARGE);
        shouldHold(log);
    }

    @Test
    @Tag("hazard-U-own-settings")
    void shouldReadFlushesThatAreLongerThanItsStagingArea() throws Exception {
        ScatteredLog log = open(LARGE);
        append(log, LONG);
        log.abandon();
        log = open(SMALL);
        append(log, 1_000);
        append(log, 30_000);
        append(log, 30_000);
        shouldHold(log);
        log.abandon();
        log = open(SMALL);
        shouldHold(log);
    }

    private void shouldHold(final ScatteredLog log) {
        assertEquals(last, positions.size());
        for (long lsn = 1; lsn <= last; lsn++) {
            final UnsafeBuffer body = bodies.get(lsn);
            final ExpandableArrayBuffer target = new ExpandableArrayBuffer();
            assertEquals(body.capacity(), log.readBody(positions.get(lsn), Bodies.meta(lsn, body), target));
            assertEquals(body, new UnsafeBuffer(target.byteArray(), 0, body.capacity()));
        }
    }

    private void append(final ScatteredLog log, final int length) throws Exception {
        final UnsafeBuffer body = Bodies.body(++last, length);
        bodies.put(last, body);
        ScatteredLogs.append(log, last, body);
        ScatteredLogs.flush(log, (group, lsn, ballot, position) -> positions.put(lsn, position));
    }

    private ScatteredLog open(final ScatteredLogConfig config) {
        positions.clear();
        return ScatteredLog.open(config, IDENTITY, List.of(disk),
            (group, lsn, ballot, storageGroup, meta, position) -> positions.put(lsn, position));
    }
}
