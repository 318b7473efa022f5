package io.fleet.bench.peer;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The cluster that is started: all on this machine.
 *
 * @param peer       its name.
 * @param nodes      how many.
 * @param ports      {@link #PORTS_PER_NODE} for each node, free for UDP and TCP; the first ones are node 0's, and the
 *                   last ones the client's.
 * @param durable    whether a put is answered only when a majority has it on disk.
 * @param directory  below which each node has a directory of its own.
 * @param memory     a directory for what is mapped and need not last, in memory where the machine has such a place; the
 *                   harness deletes it.
 * @param keys       how many keys there are.
 * @param valueBytes the longest value.
 * @param settings   what is not as the peer has it by itself, by name, without spaces; a peer that has no such setting
 *                   refuses it.
 */
public record PeerConfig(String peer, int nodes, List<Integer> ports, boolean durable, Path directory, Path memory,
                         int keys, int valueBytes, Map<String, String> settings) {
    /** How many ports each node may use. */
    public static final int PORTS_PER_NODE = 10;
    /** Where all processes are. */
    public static final String HOST = "127.0.0.1";
    private static final String SETTING = "set.";

    /**
     * A port of a node.
     *
     * @param node  which node, from 0; the number of nodes for the client.
     * @param index which of its ports, from 0.
     * @return the port.
     */
    public int port(final int node, final int index) {
        return ports.get(node * PORTS_PER_NODE + index);
    }

    /**
     * The directory of a node; made by whoever uses it.
     *
     * @param node which node, from 0.
     * @return the directory.
     */
    public Path directory(final int node) {
        return directory.resolve("node-" + node);
    }

    /**
     * How many ports a cluster takes.
     *
     * @param nodes how many nodes it has.
     * @return ports, those of the client included.
     */
    public static int portsFor(final int nodes) {
        return (nodes + 1) * PORTS_PER_NODE;
    }

    /**
     * In the form of {@link #parse}.
     *
     * @return arguments of a command line.
     */
    public List<String> arguments() {
        final List<String> words = new ArrayList<>(List.of("peer=" + peer, "nodes=" + nodes,
            "ports=" + ports.stream().map(String::valueOf).collect(Collectors.joining(",")), "durable=" + durable,
            "directory=" + directory, "memory=" + memory, "keys=" + keys, "value=" + valueBytes));
        settings.forEach((name, value) -> words.add(SETTING + name + "=" + value));
        return words;
    }

    /**
     * Reads {@link #arguments}.
     *
     * @param fields by name.
     * @return the cluster.
     */
    public static PeerConfig parse(final Map<String, String> fields) {
        final Map<String, String> settings = new LinkedHashMap<>();
        fields.forEach((name, value) -> {
            if (name.startsWith(SETTING)) {
                settings.put(name.substring(SETTING.length()), value);
            }
        });
        return new PeerConfig(fields.get("peer"), Integer.parseInt(fields.get("nodes")),
            new ArrayList<>(Arrays.stream(fields.get("ports").split(",")).map(Integer::valueOf).toList()),
            Boolean.parseBoolean(fields.get("durable")), Path.of(fields.get("directory")),
            Path.of(fields.get("memory")), Integer.parseInt(fields.get("keys")), Integer.parseInt(fields.get("value")),
            settings);
    }
}
