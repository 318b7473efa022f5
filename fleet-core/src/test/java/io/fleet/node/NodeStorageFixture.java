package io.fleet.node;

import io.fleet.machine.ConfigException;
import io.fleet.machine.GroupConfig;
import io.fleet.protocol.NodeLives;
import io.fleet.protocol.Role;
import io.fleet.protocol.membership.ConfigurationCodec;
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
abstract class NodeStorageFixture {
    static final int GROUP = 0;
    static final int BLOCK = 4096;
    static final int[] MEMBERS = {0, 1, 2};
    static final StorageIdentity IDENTITY = new StorageIdentity(1, 0);
    static final ScatteredLogConfig SCATTERED = new ScatteredLogConfig(1 << 20, 256 << 10);
    static final OrderedLogConfig ORDERED = new OrderedLogConfig(1 << 20, 256 << 10, 64 << 10, 20_000_000);

    static final DurableHandler NO_STEPS = (group, lsn, ballot, position) -> {
        throw new AssertionError("a step is durable");
    };

    @TempDir
    Path directory;

    final List<String> lost = new ArrayList<>();
    final List<String> partsLost = new ArrayList<>();
    final List<String> unreadable = new ArrayList<>();
    /** What the node that was opened last has found in logs that are read as they are opened. */
    RecoveredRecords found;
    boolean isToldInVain;
    int[] members = MEMBERS;
    long position;
    final UnsafeBuffer body = new UnsafeBuffer(new byte[ConfigurationCodec.MAX_LENGTH]);

    void delete(final String prefix) {
        on(disk -> disk.list().stream().filter(file -> file.startsWith(prefix)).forEach(disk::delete));
    }

    void on(final Consumer<RealDisk> what) {
        try (RealDisk disk = RealDisk.open(directory)) {
            what.accept(disk);
        }
    }

    /** Everything from the flush of the record on is zeros, as if the disk had never written it. */
    void loseEndOfScatteredLog() throws IOException {
        final Path file;
        try (Stream<Path> files = Files.list(directory)) {
            file = files.filter(path -> path.getFileName().toString().matches("scattered-.*log")).findFirst()
                .orElseThrow();
        }
        final byte[] bytes = Files.readAllBytes(file);
        Arrays.fill(bytes, (int) LogPosition.offset(position) / BLOCK * BLOCK, bytes.length, (byte) 0);
        Files.write(file, bytes);
    }

    static GroupStorage group(final NodeStorage storage) {
        return GroupStorage.of(GROUP, storage, new NodeLives() { });
    }

    NodeStorage open() {
        return open(GroupConfig.scattered());
    }

    NodeStorage open(final GroupConfig config) {
        return open(List.of(spec(GROUP, config)));
    }

    static GroupSpec spec(final int groupId, final GroupConfig config) {
        return new GroupSpec(groupId, config, () -> {
            throw new AssertionError("no machine is asked for");
        });
    }

    NodeStorage open(final List<GroupSpec> groups) {
        final RealDisk disk = RealDisk.open(directory);
        try {
            return open(groups, disk);
        } catch (final ConfigException | StorageException e) {
            disk.close();
            throw e;
        }
    }

    static <T> T before(final Consumer<String> what, final T target, final Class<T> type) {
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

    NodeStorage open(final GroupConfig config, final Disk disk) {
        return open(List.of(spec(GROUP, config)), disk);
    }

    private NodeStorage open(final List<GroupSpec> groups, final Disk disk) {
        final NodeRecovery.Opened opened = new NodeRecovery(new NodeContext(1, 0, members, groups, new FakeTransport(),
            List.of(disk), SCATTERED, ORDERED, SnapshotConfig.atStop(0), () -> 0, 1, 1 << 20, new Told()), 77)
            .open(null);
        found = opened.found();
        return opened.storage();
    }

    /** Keeps what a node says that it has lost. */
    private final class Told implements NodeEvents {
        @Override
        public void onRole(final int groupId, final Role from, final Role to, final long ballot, final String reason) {
            throw new AssertionError("nobody campaigns here");
        }

        @Override
        public void onStateLost(final String what) {
            lost.add(what);
        }

        @Override
        public void onUnreadable(final int groupId, final String what) {
            unreadable.add(groupId + ": " + what);
        }

        @Override
        public void onPartsLost(final String what) {
            partsLost.add(what);
            if (isToldInVain) {
                throw new ConfigException("the process ends here");
            }
        }
    }
}
