package io.fleet.bench.peer;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/**
 * What this process takes of memory: the least of its heap that was in use behind a collection since it was asked last,
 * and what the system counts as resident. A young collection leaves old garbage, so that the heap seems larger than
 * what is alive; the least of many is near it.
 */
final class ProcessMemory {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String RESIDENT = "VmRSS:";
    private static final int KIB = 1024;

    private final Set<String> heapPools = ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP).map(MemoryPoolMXBean::getName).collect(Collectors.toSet());
    private final AtomicLong least = new AtomicLong(Long.MAX_VALUE);
    private final AtomicLong last = new AtomicLong(-1);

    /** Listens from now on. */
    ProcessMemory() {
        for (final GarbageCollectorMXBean each : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (each instanceof NotificationEmitter emitter) {
                emitter.addNotificationListener((notification, handback) -> onNotification(notification), null, null);
            }
        }
    }

    private void onNotification(final Notification notification) {
        if (!notification.getType().equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
            return;
        }
        final long used = GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData())
            .getGcInfo().getMemoryUsageAfterGc().entrySet().stream()
            .filter(pool -> heapPools.contains(pool.getKey())).mapToLong(pool -> pool.getValue().getUsed()).sum();
        last.set(used);
        least.accumulateAndGet(used, Math::min);
    }

    /** Words of the form name=value, in bytes; -1 for what is not known. */
    String text() throws IOException {
        final long since = least.getAndSet(Long.MAX_VALUE);
        return "heap=" + (since == Long.MAX_VALUE ? last.get() : since) + " resident=" + resident();
    }

    private static long resident() throws IOException {
        if (!Files.exists(STATUS)) {
            return -1;
        }
        return resident(Files.readAllLines(STATUS, StandardCharsets.UTF_8));
    }

    /** Out of the lines that Linux gives. */
    static long resident(final List<String> lines) {
        for (final String line : lines) {
            if (line.startsWith(RESIDENT)) {
                return Long.parseLong(line.substring(RESIDENT.length()).replace("kB", "").strip()) * KIB;
            }
        }
        return -1;
    }
}
