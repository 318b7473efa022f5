package io.fleet.node;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.membership.ConfigurationCodec;
import io.fleet.consensus.store.NodeLives;
import io.fleet.error.ConfigException;
import io.fleet.fixture.cluster.UnelectedEvents;
import io.fleet.node.config.GroupSpec;
import io.fleet.node.config.NodeContext;
import io.fleet.node.config.SnapshotConfig;
import io.fleet.node.store.GroupStore;
import io.fleet.node.store.NodeRecovery;
import io.fleet.node.store.NodeStore;
import io.fleet.node.store.RecoveredRecords;
import io.fleet.storage.LogPosition;
import io.fleet.storage.StorageException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.DiskFile;
import io.fleet.storage.disk.RealDisk;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.DurableHandler;
import io.fleet.storage.scattered.ScatteredLogConfig;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.io.TempDir;

/** One directory, and the node that is started on it over and over. */
public abstract class NodeStorageFixture {
    public static final int GROUP = 0;
    public static final int BLOCK = 4096;
    public static final int[] MEMBERS = {0, 1, 2};
    public static final StorageIdentity IDENTITY = new StorageIdentity(1, 0);
    public static final ScatteredLogConfig SCATTERED = new ScatteredLogConfig(1 << 20, 256 << 10);
    public static final OrderedLogConfig ORDERED = new OrderedLogConfig(1 << 20, 256 << 10, 64 << 10, 20_000_000);

    public static final DurableHandler NO_STEPS = (group, lsn, ballot, position) -> {
        throw new AssertionError("a step is durable");
    };

    @TempDir
    public Path directory;

    public final List<String> lost = new ArrayList<>();
    public final List<String> partsLost = new ArrayList<>();
    public final List<String> unreadable = new ArrayList<>();
    /** What the node that was opened last has found in logs that are read as they are opened. */
    public RecoveredRecords found;
    public boolean isToldInVain;
    public int[] members = MEMBERS;
    public long position;
    public final UnsafeBuffer body = new UnsafeBuffer(new byte[ConfigurationCodec.MAX_LENGTH]);

    public void delete(final String prefix) {
        on(disk -> disk.list().stream().filter(file -> file.startsWith(prefix)).forEach(disk::delete));
    }

    public void on(final Consumer<RealDisk> what) {
        try (RealDisk disk = RealDisk.open(directory)) {
            what.accept(disk);
        }
    }

    /** Everything from the flush of the record on is zeros, as if the disk had never written it. */
    public void loseEndOfScatteredLog() throws IOException {
        final Path file;
        try (Stream<Path> files = Files.list(directory)) {
            file = files.filter(path -> path.getFileName().toString().matches("scattered-.*log")).findFirst()
                .orElseThrow();
        }
        final byte[] bytes = Files.readAllBytes(file);
        Arrays.fill(bytes, (int) LogPosition.offset(position) / BLOCK * BLOCK, bytes.length, (byte) 0);
        Files.write(file, bytes);
    }

    public static GroupStore group(final NodeStore storage) {
        return GroupStore.of(GROUP, storage, new NodeLives() {});
    }

    public NodeStore open() {
        return open(GroupConfig.scattered());
    }

    public NodeStore open(final GroupConfig config) {
        return open(List.of(spec(GROUP, config)));
    }

    public static GroupSpec spec(final int groupId, final GroupConfig config) {
        return new GroupSpec(groupId, config, () -> {
            throw new AssertionError("no machine is asked for");
        });
    }

    public NodeStore open(final List<GroupSpec> groups) {
        final RealDisk disk = RealDisk.open(directory);
        try {
            return open(groups, disk);
        } catch (final ConfigException | StorageException e) {
            disk.close();
            throw e;
        }
    }

    public static <T> T before(final Consumer<String> what, final T target, final Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type},
            (proxy, method, arguments) -> {
                what.accept(method.getName());
                try {
                    final Object result = method.invoke(target, arguments);
                    return result instanceof DiskFile ? before(what, (DiskFile) result, DiskFile.class) : result;
                } catch (final InvocationTargetException e) {
                    throw e.getCause();
                }
            }));
    }

    public NodeStore open(final GroupConfig config, final Disk disk) {
        return open(List.of(spec(GROUP, config)), disk);
    }

    private NodeStore open(final List<GroupSpec> groups, final Disk disk) {
        final NodeRecovery.Opened opened = new NodeRecovery(new NodeContext(1, 0, members, groups, new FakeTransport(),
            List.of(disk), SCATTERED, ORDERED, SnapshotConfig.atStop(0), () -> 0, 1, 1 << 20, new Told()), 77)
            .open(null);
        found = opened.found();
        return opened.storage();
    }

    /** Keeps what a node says that it has lost. */
    private final class Told extends UnelectedEvents {
        @Override
        public void onStateLost(final String what) {
            lost.add(what);
        }

        @Override
        public void onUnreadable(final int groupId, final String what) {
            unreadable.add(groupId + ": " + what);
        }

        @Override
        public void onRecordsLost(final String what) {
            partsLost.add(what);
            if (isToldInVain) {
                throw new ConfigException("the process ends here");
            }
        }
    }
}
