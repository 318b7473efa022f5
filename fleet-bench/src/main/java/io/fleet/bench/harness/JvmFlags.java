package io.fleet.bench.harness;

import io.fleet.verify.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The flags of every process that is started, whatever the peer. */
public final class JvmFlags {
    /** Said in reports. */
    public static final String HEAP = "-Xms1g -Xmx1g";
    /** Of a process that is a whole cluster. */
    public static final String EMBEDDED_HEAP = "-Xms2g -Xmx2g";
    private static final int WARNS_OF_NATIVE_ACCESS = 24;
    /** Where Linux says whether memory may have huge pages. */
    private static final Path HUGE_PAGES = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");

    private JvmFlags() {
    }

    /**
     * What is recommended to Fleet's users ("JVM flags" in the reference), so that its processes alone have it.
     *
     * @return the flags; the second only where the system may give huge pages.
     */
    public static List<String> ofFleet() {
        return hasHugePages() ? List.of("-XX:FreqInlineSize=120", "-XX:+UseTransparentHugePages")
            : List.of("-XX:FreqInlineSize=120");
    }

    private static boolean hasHugePages() {
        try {
            return Files.exists(HUGE_PAGES) && !Files.readString(HUGE_PAGES).contains("[never]");
        } catch (final IOException e) {
            return false;
        }
    }

    /** Words of a command line for a version of Java; {@code heap} has flags for the heap, with a space between. */
    public static List<String> of(final int version, final String heap) {
        final List<String> flags = new ArrayList<>(List.of(heap.split(" ")));
        flags.addAll(List.of("--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED", "--add-opens",
            "java.base/java.lang=ALL-UNNAMED"));
        if (version >= WARNS_OF_NATIVE_ACCESS) {
            flags.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        }
        return flags;
    }

    /** What a process is started with, up to its main class. */
    public static List<String> command(final String heap, final List<String> more, final String classPath) {
        final List<String> words = new ArrayList<>(List.of(ChildProcess.java()));
        words.addAll(of(Runtime.version().feature(), heap));
        words.addAll(more);
        words.addAll(List.of("-cp", classPath));
        return words;
    }

    /** {@link #command} for a process of Fleet; {@code more} may take back what is recommended. */
    public static List<String> commandOfFleet(final String heap, final List<String> more, final String classPath) {
        final List<String> words = new ArrayList<>(ofFleet());
        words.addAll(more);
        return command(heap, words, classPath);
    }

    /** The heap that a process of a comparison has; embedded, it is a whole cluster. */
    public static String heap(final boolean embedded) {
        return embedded ? EMBEDDED_HEAP : HEAP;
    }
}
