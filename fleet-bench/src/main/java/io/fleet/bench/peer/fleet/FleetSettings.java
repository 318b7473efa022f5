package io.fleet.bench.peer.fleet;

import io.fleet.ClientConfig;
import io.fleet.NodeConfig;
import io.fleet.TransportKind;
import io.fleet.bench.peer.PeerConfig;
import io.fleet.machine.Dissemination;
import io.fleet.machine.GroupConfig;
import io.fleet.machine.Persistence;
import io.fleet.machine.ReplierPolicy;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** What a benchmark says of Fleet that is not its default, by the names of {@link PeerConfig#settings()}. */
final class FleetSettings {
    private static final String MULTICAST_GROUP = "224.0.1.37:40456";
    private static final String NAMES = "dissemination, transport, replier, replier-queue, persistence, directories, "
        + "batch-commands, service-us";

    private GroupConfig group = GroupConfig.scattered();
    private TransportKind transport = TransportKind.MDC;
    private ServiceTime service = ServiceTime.NONE;
    private int directories = 1;

    private FleetSettings() {
    }

    /**
     * Reads settings.
     *
     * @throws IllegalArgumentException when there is no such setting, or no such value.
     */
    static FleetSettings of(final Map<String, String> words) {
        final FleetSettings settings = new FleetSettings();
        words.forEach(settings::set);
        return settings;
    }

    private void set(final String name, final String value) {
        switch (name) {
            case "dissemination" -> group = group.withDissemination(Dissemination.valueOf(upper(value)));
            case "replier" -> group = group.withReplierPolicy(ReplierPolicy.valueOf(upper(value)));
            case "replier-queue" -> group = group.withReplierQueueBound(Integer.parseInt(value));
            case "persistence" -> group = group.withPersistence(Persistence.valueOf(upper(value)));
            case "batch-commands" -> group = group.withMaxBatchCommands(Integer.parseInt(value));
            case "transport" -> transport = TransportKind.valueOf(upper(value));
            case "directories" -> directories = Integer.parseInt(value);
            case "service-us" -> service = ServiceTime.bimodal(Integer.parseInt(value));
            default -> throw new IllegalArgumentException("setting is '" + name + "', but must be one of " + NAMES);
        }
    }

    private static String upper(final String value) {
        return value.toUpperCase(Locale.ROOT);
    }

    ServiceTime service() {
        return service;
    }

    TransportKind transport() {
        return transport;
    }

    GroupConfig group() {
        return group;
    }

    /** Says it to a node. */
    NodeConfig.Builder to(final NodeConfig.Builder node, final Path directory) {
        node.transport(transport).multicastGroup(MULTICAST_GROUP).multicastInterface(PeerConfig.HOST);
        if (directories == 1) {
            return node.directory(directory);
        }
        for (int i = 0; i < directories; i++) {
            node.directory(directory.resolve("log-" + i));
        }
        return node;
    }

    /** Says it to the client. */
    ClientConfig client(final PeerConfig config) {
        return new ClientConfig(1, FleetServer.GROUP, group, FleetServer.members(config), PeerConfig.HOST, transport,
            MULTICAST_GROUP, PeerConfig.HOST);
    }
}
