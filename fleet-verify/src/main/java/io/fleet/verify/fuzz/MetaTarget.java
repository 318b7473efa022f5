package io.fleet.verify.fuzz;

import io.fleet.storage.meta.GroupSettings;
import io.fleet.storage.meta.MetaStore;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A slot of the meta store; the other one is empty. A store that opens says the same when it is opened again, but for
 * its incarnation, which is one higher.
 */
final class MetaTarget extends DiskTarget {
    private static final int SLOT = 256 * 1024;
    /** Two slots as they are on the disk, one buffer, twice; and what 16,363 groups of version 2 take in memory. */
    private static final long BOUND = 16L * SLOT;
    private static final int[] MEMBERS = {0, 1, 2};

    @Override
    public String name() {
        return "meta";
    }

    @Override
    public List<byte[]> seeds() {
        return List.of(slot(4), slot(0));
    }

    private static byte[] slot(final int groups) {
        final Map<String, byte[]> files = files(disk -> {
            final MetaStore store =
                MetaStore.open(IDENTITY, 1, MEMBERS, Map.of(2, new GroupSettings(8, 10, 60_000, 1 << 20)), disk);
            for (int group = 0; group < groups; group++) {
                store.promise(group, 100 + group);
            }
            if (groups > 1) {
                store.becomeVoter(1, 0x1234_5678_9ABC_DEFL);
                store.lease(1, 250);
            }
            store.sync();
            store.close();
        });
        final byte[] newest = trimmed(Arrays.copyOf(files.get("meta"), SLOT));
        return Arrays.copyOf(newest, newest.length + 8);
    }

    @Override
    public void seal(final byte[] input) {
        if (input.length >= 24) {
            seal(input, 8, 12, ByteBuffer.wrap(input).order(ByteOrder.LITTLE_ENDIAN).getInt(16));
        }
    }

    @Override
    public String run(final byte[] input, final AllocationMeter meter) {
        final byte[] file = Arrays.copyOf(input, 2 * SLOT);
        final var disk = disk(Map.of("meta", file));
        final String[] said = new String[2];
        final String outcome = opened(() -> meter.within(BOUND, () -> said[0] = open(disk, 0)));
        if (said[0] != null) {
            said[1] = open(disk, 1);
            Check.that(said[0].equals(said[1]), "opened again the store says " + said[1] + ", before " + said[0]);
        }
        return outcome;
    }

    private static String open(final io.fleet.storage.disk.Disk disk, final int times) {
        final MetaStore store = MetaStore.open(IDENTITY, 1, MEMBERS, disk);
        final StringBuilder text = new StringBuilder();
        for (int group = 0; group < 6; group++) {
            text.append(store.durablePromise(group)).append(store.durableStanding(group)).append(store.settings(group))
                .append(store.durableLease(group))
                .append(' ');
        }
        text.append(store.voterId()).append(store.logsLost()).append(store.incarnation() - times);
        store.abandon();
        return text.toString();
    }
}
