package io.fleet.examples.kv.server;

import io.fleet.config.QuorumLayout;
import io.fleet.examples.kv.store.StoreKind;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options of a command for a process that runs no node, checked together. */
final class GatewayOptions {
    private static final String LOOPBACK = "127.0.0.1";
    /** What says how a node works, and why a gateway has no use for it. */
    private static final Map<String, String> OF_NODES = new TreeMap<>(Map.ofEntries(
        Map.entry("--id", "a gateway is none of the members"),
        Map.entry("--dir", "a gateway keeps nothing"),
        Map.entry("--join", "a gateway belongs to no group"),
        Map.entry("--alone", "a gateway founds no group"),
        Map.entry("--witnesses", "a gateway hears from the nodes who is one"),
        Map.entry("--quorums", "a gateway counts no votes"),
        Map.entry("--learning", "a gateway hears no acknowledgements"),
        Map.entry("--admin-port", "a gateway has no node to look after: --http-port serves its health and metrics"),
        Map.entry("--allowed-sources", "it says whom a node receives from"),
        Map.entry("--persistence", "a gateway writes no log"),
        Map.entry("--copies", "a gateway writes no log"),
        Map.entry("--replier", "it says how a leader chooses who answers"),
        Map.entry("--queue-millis", "the nodes tell a gateway what it may send"),
        Map.entry("--read-threads", "a gateway has no keys to walk over"),
        Map.entry("--prepare-threads", "a gateway prepares nothing")));

    @Option(names = "--gateway",
        description = "runs no node, and keeps nothing: takes RESP connections, and sends what they ask to --members, "
            + "of which any that can be reached tell it of the others; start as many as you like")
    private boolean given;
    @Option(names = "--response-host", paramLabel = "HOST[:PORT]",
        description = "of --gateway: a name or address of this machine that the nodes reach it by (default: " + LOOPBACK
            + " where all members are on the loopback address)")
    private String responseHost;

    boolean isGiven() {
        return given;
    }

    /** Where nodes answer a gateway to, which is before members; null where none is asked for. */
    String checked(final CommandSpec command, final List<String> members, final OptionChecks checks) {
        if (!given) {
            if (responseHost != null) {
                throw checks.wrong("--response-host is " + responseHost + ", but --gateway is missing");
            }
            return null;
        }
        for (final Map.Entry<String, String> each : OF_NODES.entrySet()) {
            if (command.commandLine().getParseResult().hasMatchedOption(each.getKey())) {
                throw checks.wrong(each.getKey() + " is given with --gateway, but " + each.getValue());
            }
        }
        if (members.isEmpty()) {
            throw checks.wrong("--members is missing: --gateway runs no node, and must be told where some are");
        }
        if (responseHost != null && responseHost.isBlank()) {
            throw checks.wrong("--response-host is '" + responseHost + "', but must be a name or address");
        }
        if (responseHost == null && !members.stream().allMatch(GatewayOptions::isLoopback)) {
            throw checks.wrong("--response-host is missing: nodes elsewhere must be told a name or address of this"
                + " machine that they reach it by, such as --response-host 10.0.0.9");
        }
        return responseHost == null ? LOOPBACK : responseHost;
    }

    /** Each batch that is sent says how much its store may hold, which the heap of a gateway has nothing to do with. */
    void requireStoreBytes(final StoreKind store, final Long storeBytes, final OptionChecks checks) {
        if (given && store.isBoundedByHeap() && storeBytes == null) {
            throw checks.wrong("--store-bytes is missing: what is written through a gateway may fill the store of each"
                + " node up to it, so give gateways and nodes the same, such as --store-bytes 1073741824");
        }
    }

    /** What a gateway is for, where it is one: members that it is told of, and where it is reached. */
    KvMembership membership(final List<String> members, final String host) {
        return new KvMembership(members, false, false, Set.of(), QuorumLayout.majority(), host);
    }

    private static boolean isLoopback(final String member) {
        final String host = member.substring(0, member.lastIndexOf(':'));
        return host.equalsIgnoreCase("localhost") || host.matches("127(\\.[0-9]{1,3}){3}") || host.equals("[::1]");
    }
}
