package io.fleet.verify.torture.process;

import io.fleet.verify.process.FileTrees;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Ends what runs left behind that were killed before they could: their nodes, mounts and temporary directories. All of
 * them carry a {@link RunName}; one whose process lives, or that carries none, is not touched.
 */
public final class Leftovers {
    /** The flag of a node's JVM that names its run. */
    static final String FLAG = "-Dfleet.torture.run=";
    /** Lies in a temporary directory while its run goes on. */
    public static final String RUNNING = "running";
    private static final Path PROCESSES = Path.of("/proc");
    private static final Path MOUNTS = Path.of("/proc/self/mounts");

    private final Predicate<RunName> isDead;

    /**
     * @param isDead says which runs have ended.
     */
    Leftovers(final Predicate<RunName> isDead) {
        this.isDead = isDead;
    }

    /**
     * Ends them all.
     *
     * @param temporary where temporary directories are made.
     * @return what was found, in words.
     */
    public static List<String> sweep(final Path temporary) throws IOException, InterruptedException {
        final Leftovers leftovers = new Leftovers(name -> !name.isAlive());
        final List<String> found = new ArrayList<>();
        for (final ProcessHandle node : leftovers.nodes()) {
            node.destroyForcibly();
            node.onExit().join();
            found.add("process " + node.pid());
        }
        if (Files.exists(MOUNTS)) {
            for (final Path point : leftovers.mounts(Files.readAllLines(MOUNTS))) {
                Disks.unmount(point);
                found.add("mount " + point);
            }
        }
        for (final Path directory : leftovers.directories(temporary)) {
            FileTrees.delete(directory);
            found.add("directory " + directory);
        }
        return found;
    }

    private List<ProcessHandle> nodes() {
        return ProcessHandle.allProcesses().filter(each -> isNode(arguments(each))).toList();
    }

    /** Whether a command line is one of a node of a run that has ended. */
    boolean isNode(final List<String> arguments) {
        return arguments.stream().filter(each -> each.startsWith(FLAG)).map(RunName::find).flatMap(Optional::stream)
            .anyMatch(isDead);
    }

    /** Where such runs have mounted, given the lines of the system's table of mounts. */
    List<Path> mounts(final List<String> table) {
        final List<Path> points = new ArrayList<>();
        for (final String line : table) {
            final String[] words = line.split(" ");
            if (words.length > 2 && words[2].equals("tmpfs")
                && RunName.find(words[0]).filter(name -> name.toString().equals(words[0])).filter(isDead).isPresent()) {
                points.add(Path.of(words[1].replace("\\040", " ")));
            }
        }
        return points;
    }

    /** Temporary directories of such runs; not those that were kept on purpose. */
    List<Path> directories(final Path temporary) throws IOException {
        try (Stream<Path> all = Files.list(temporary)) {
            return all.filter(each -> RunName.find(each.getFileName().toString()).filter(isDead).isPresent())
                .filter(each -> Files.exists(each.resolve(RUNNING))).toList();
        }
    }

    /** The system's own record where there is one: the library's leaves out long command lines. */
    private static List<String> arguments(final ProcessHandle process) {
        final Path record = PROCESSES.resolve(process.pid() + "/cmdline");
        try {
            return List.of(new String(Files.readAllBytes(record), StandardCharsets.UTF_8).split("\0"));
        } catch (final IOException noneOrEnded) {
            return process.info().arguments().map(List::of).orElse(List.of());
        }
    }
}
