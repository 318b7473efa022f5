package io.fleet.verify.torture;

import io.fleet.verify.process.FreePorts;
import io.fleet.verify.torture.fault.Fault;
import io.fleet.verify.torture.fault.FaultGroup;
import io.fleet.verify.torture.fault.Links;
import io.fleet.verify.torture.fault.Relay;
import io.fleet.verify.torture.history.Timeline;
import io.fleet.verify.torture.process.Disks;
import io.fleet.verify.torture.process.Leftovers;
import io.fleet.verify.torture.process.RunName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Where the nodes of one run live: directories, ports, and, as far as faults need them and they can be had, a disk of
 * its own for each and a relay between them. Closed when the processes have ended.
 */
public final class Site implements AutoCloseable {
    private static final long DISK_MEBIBYTES = 512;
    private static final long DISK_MEBIBYTES_A_MINUTE = 160;

    private final int nodes;
    private final int founders;
    private final List<Integer> adminPorts;
    private final List<String> nodeOptions;
    private final Path directory;
    private final RunName name = RunName.own();
    private final List<Integer> ports;
    private final Relay relay;
    private final Disks disks;

    /**
     * Makes it.
     *
     * @param options  what the run is asked for.
     * @param faults   of its plan.
     * @param timeline told what cannot be had.
     */
    Site(final TortureOptions options, final Path directory, final List<Fault> faults, final Timeline timeline)
        throws IOException, InterruptedException {
        this(options, directory, faults, timeline, List.of());
    }

    /** The same with more options for the processes. */
    Site(final TortureOptions options, final Path directory, final List<Fault> faults, final Timeline timeline,
         final List<String> more) throws IOException, InterruptedException {
        nodes = options.nodes();
        founders = options.founders();
        adminPorts = founders < nodes || options.changesQuorums() ? FreePorts.find(nodes) : List.of();
        nodeOptions = new ArrayList<>(options.nodeOptions());
        nodeOptions.addAll(more);
        this.directory = directory;
        final Set<FaultGroup> groups = faults.stream().map(fault -> fault.kind().group()).collect(Collectors.toSet());
        final boolean hasWeather = faults.stream().anyMatch(fault -> !fault.weather().isClear());
        disks = groups.contains(FaultGroup.DISKS) ? disks(options, timeline) : null;
        ports = FreePorts.find(nodes);
        relay = hasWeather || groups.contains(FaultGroup.PARTITIONS) ? new Relay(ports, options.seed()) : null;
    }

    private Disks disks(final TortureOptions options, final Timeline timeline) throws InterruptedException {
        try {
            return new Disks(directory, name, nodes,
                DISK_MEBIBYTES + DISK_MEBIBYTES_A_MINUTE * options.length().toMinutes());
        } catch (final IOException e) {
            timeline.say("full disks are left out: each node needs a file system of its own, and that cannot be"
                + " mounted here: " + e.getMessage());
            return null;
        }
    }

    int nodes() {
        return nodes;
    }

    /** How many of them found the group, the first ones; the others observe. */
    int founders() {
        return founders;
    }

    /** What the process of a node is told beside members. */
    List<String> nodeOptions(final int node) {
        final List<String> told = new ArrayList<>(nodeOptions);
        if (!adminPorts.isEmpty()) {
            told.addAll(List.of("--admin-port", Integer.toString(adminPort(node))));
        }
        if (node >= founders) {
            told.add("--join");
        }
        return told;
    }

    /** Where a node is told of changes of members; there is such a port where there are some. */
    int adminPort(final int node) {
        return adminPorts.get(node);
    }

    /** Where a node receives from others that are told of it by the group. */
    String address(final int node) {
        return "127.0.0.1:" + ports.get(node);
    }

    RunName name() {
        return name;
    }

    Path directory() {
        return directory;
    }

    /** The founders as a node is told, and, of one that observes, all up to itself. */
    String members(final int node) {
        final List<String> all = new ArrayList<>();
        if (relay != null) {
            all.addAll(List.of(relay.members(node).split(",")));
        } else {
            ports.forEach(port -> all.add("127.0.0.1:" + port));
        }
        return String.join(",", all.subList(0, Math.max(founders, node + 1)));
    }

    /** Where a node keeps its data. */
    Path data(final int node) {
        return disks == null ? directory.resolve("node-" + node) : disks.data(node);
    }

    /** Where a node's process writes what it says. */
    Path log(final int node) {
        return directory.resolve("node-" + node + ".log");
    }

    /** Null when the nodes have none. */
    Disks disks() {
        return disks;
    }

    /** Null when the nodes reach each other directly. */
    Links links() {
        return relay == null ? null : relay.links();
    }

    /** What the relay did; empty without one. */
    String traffic() {
        return relay == null ? "" : relay.counts();
    }

    /** Null while everything here works. */
    String problem() {
        final IOException failure = relay == null ? null : relay.failure();
        return failure == null ? null : "the relay between the nodes ended: " + failure;
    }

    /** Puts what would end with the site into the directory. */
    void keep() throws IOException {
        if (disks != null) {
            disks.keep(directory);
        }
    }

    /** Any thread. */
    @Override
    public void close() {
        try {
            if (relay != null) {
                relay.close();
            }
        } catch (final IOException e) {
            throw new UncheckedIOException("cannot end the relay", e);
        } finally {
            if (disks != null) {
                disks.close();
            }
        }
    }

    /** Marks a temporary directory as in use, or takes that back. */
    public static void mark(final Path directory, final boolean isRunning) throws IOException {
        if (isRunning) {
            Files.createFile(directory.resolve(Leftovers.RUNNING));
        } else {
            Files.deleteIfExists(directory.resolve(Leftovers.RUNNING));
        }
    }
}
