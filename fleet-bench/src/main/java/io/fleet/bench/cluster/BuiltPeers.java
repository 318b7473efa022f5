package io.fleet.bench.cluster;

import io.fleet.bench.peer.unreplicated.UnreplicatedPeer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Which peers are there, and where their classes are. Fleet and the unreplicated server are in this program; each other
 * peer is a module of its own, whose jar and libraries lie in its {@code target} directory and are on no other class
 * path.
 */
final class BuiltPeers {
    /** All with processes for each node, in the order in which they take turns. */
    static final List<String> ALL = List.of("fleet", "aeron-cluster", "ratis", "jraft", "zookeeper",
        "etcd", UnreplicatedPeer.NAME);
    /** Those that can have all nodes and the client in one process. */
    static final List<String> EMBEDDED = List.of("fleet", "microraft");
    private static final List<String> OWN = List.of("fleet", UnreplicatedPeer.NAME);
    private static final String JAR = ".jar";
    /** Programs whose peers have their names, and Debian's packages of them. */
    private static final Map<String, String> PROGRAMS = Map.of("etcd", "etcd-server");

    private final Path modules;
    private final String ownClassPath;

    /**
     * @param modules      the directory of the peers' modules; may be missing.
     * @param ownClassPath of this program.
     */
    BuiltPeers(final Path modules, final String ownClassPath) {
        this.modules = modules;
        this.ownClassPath = ownClassPath;
    }

    /** The class path of this program. */
    String ownClassPath() {
        return ownClassPath;
    }

    /** Of some names, those that can be started. */
    List<String> built(final List<String> all) throws IOException {
        final List<String> names = new ArrayList<>();
        for (final String each : all) {
            if (isBuilt(each) && lacks(each, System.getenv("PATH")).isEmpty()) {
                names.add(each);
            }
        }
        return names;
    }

    boolean isBuilt(final String name) throws IOException {
        return OWN.contains(name) || !jars(modules.resolve(name).resolve("target")).isEmpty();
    }

    /**
     * What a peer needs that no build brings, and is not here.
     *
     * @param searched directories of programs, as the system has them.
     * @return in words; empty for nothing.
     */
    static String lacks(final String name, final String searched) {
        if (!PROGRAMS.containsKey(name) || Stream.of(searched.split(File.pathSeparator))
            .anyMatch(each -> Files.isExecutable(Path.of(each, name)))) {
            return "";
        }
        return "its server, the program " + name + ", is not on the PATH: Debian's package " + PROGRAMS.get(name)
            + " has it";
    }

    /** The class path of its processes. */
    String classPath(final String name) throws IOException {
        if (OWN.contains(name)) {
            return ownClassPath;
        }
        final Path target = modules.resolve(name).resolve("target");
        final List<String> paths = new ArrayList<>(jars(target));
        paths.addAll(jars(target.resolve("lib")));
        return String.join(File.pathSeparator, paths);
    }

    private static List<String> jars(final Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(BuiltPeers::isProgram).map(file -> file.toAbsolutePath().toString()).sorted().toList();
        }
    }

    private static boolean isProgram(final Path file) {
        final String name = file.getFileName().toString();
        return name.endsWith(JAR) && !name.endsWith("-sources" + JAR) && !name.endsWith("-javadoc" + JAR);
    }
}
