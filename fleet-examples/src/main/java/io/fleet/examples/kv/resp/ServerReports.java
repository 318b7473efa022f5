package io.fleet.examples.kv.resp;

import io.fleet.examples.kv.Glob;
import io.fleet.examples.kv.Work;
import io.fleet.examples.kv.resp.catalog.Integers;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.agrona.concurrent.UnsafeBuffer;

/** What INFO and CONFIG tell, and what CONFIG SET changes. */
final class ServerReports {
    private static final long CONFIG_STEPS = 1 << 20;
    private static final List<String> SECTIONS = List.of("server", "clients", "memory", "persistence", "stats",
        "replication",
        "cluster", "fleet");
    private static final Set<String> EVERYTHING = Set.of("default", "all", "everything");

    private static final String VERSION = "7.2.0";
    private static final UUID PROCESS = UUID.randomUUID();

    private final ServerState server;

    ServerReports(final ServerState server) {
        this.server = server;
    }

    String info(final Request request) {
        final Set<String> wanted = new LinkedHashSet<>();
        for (int i = 1; i < request.count(); i++) {
            wanted.add(request.lower(i));
        }
        final StringBuilder text = new StringBuilder();
        final ReplicaInfo replica = server.replica();
        for (final String section : SECTIONS) {
            if (wanted.isEmpty() || wanted.contains(section) || wanted.stream().anyMatch(EVERYTHING::contains)) {
                text.append(text.length() == 0 ? "" : "\r\n").append("# ")
                    .append(Character.toUpperCase(section.charAt(0))).append(section.substring(1)).append("\r\n");
                values(section, replica)
                    .forEach((key, value) -> text.append(key).append(':').append(value).append("\r\n"));
            }
        }
        return text.toString();
    }

    private Map<String, Object> values(final String section, final ReplicaInfo replica) {
        final Map<String, Object> values = new LinkedHashMap<>();
        switch (section) {
            case "server" -> ofServer(values);
            case "clients" -> ofClients(values);
            case "memory" -> {
                final Runtime runtime = Runtime.getRuntime();
                values.put("used_memory", runtime.totalMemory() - runtime.freeMemory());
                values.put("total_system_memory", runtime.maxMemory());
                values.put("maxmemory", 0);
                values.put("maxmemory_policy", "noeviction");
            }
            case "persistence" -> {
                values.put("loading", 0);
                values.put("rdb_bgsave_in_progress", 0);
                values.put("aof_enabled", 1);
                values.put("aof_rewrite_in_progress", 0);
            }
            case "cluster" -> values.put("cluster_enabled", 0);
            case "stats" -> {
                values.put("total_connections_received", server.accepted.sum());
                values.put("rejected_connections", server.refused.sum());
                values.put("total_commands_processed", server.commands.sum());
                values.put("total_commands_refused", server.admission().refused());
                values.put("total_commands_refused_for_credit", server.admission().refusedForCredit());
                values.put("total_batches_sent", server.batches.sum());
                values.put("total_batches_failed", server.failures.sum());
            }
            case "replication" -> {
                values.put("role", "master");
                values.put("connected_slaves", 0);
                values.put("node_role", replica.role());
                values.put("leader", replica.leader());
                values.put("ballot", replica.ballot());
            }
            default -> {
                if (replica.isGateway()) {
                    values.put("standing", replica.standing());
                    break;
                }
                values.put("node", replica.node());
                values.put("ordered_lsn", replica.ordered());
                values.put("chosen_lsn", replica.chosen());
                values.put("applied_lsn", replica.applied());
                values.put("durable_lsn", replica.durable());
                values.put("sessions", replica.sessions());
                values.put("standing", replica.standing());
            }
        }
        return values;
    }

    private void ofServer(final Map<String, Object> values) {
        values.put("redis_version", VERSION);
        values.put("redis_git_sha1", "00000000");
        values.put("redis_mode", "standalone");
        values.put("os", System.getProperty("os.name") + ' ' + System.getProperty("os.version") + ' '
            + System.getProperty("os.arch"));
        values.put("arch_bits", 64);
        values.put("process_id", ProcessHandle.current().pid());
        values.put("run_id", runId());
        values.put("fleet_version", version());
        values.put("tcp_port", server.port());
        final long seconds = (System.nanoTime() - server.startedNanos) / 1_000_000_000L;
        values.put("uptime_in_seconds", seconds);
        values.put("uptime_in_days", seconds / 86_400);
        values.put("executable", "");
        values.put("config_file", "");
    }

    private void ofClients(final Map<String, Object> values) {
        values.put("connected_clients", server.sessions().size());
        values.put("maxclients", ServerState.MAX_CLIENTS);
        values.put("client_memory", server.memory().used());
        values.put("client_memory_bound", server.respLimits().memoryBytes());
        values.put("evicted_clients", server.memory().evicted());
        values.put("timed_out_clients", server.timedOut.sum());
        values.put("unanswered_commands", server.admission().commands());
        values.put("unanswered_commands_bound", server.respLimits().unansweredCommands());
        values.put("unanswered_bytes", server.admission().bytes());
        values.put("unanswered_bytes_bound", server.respLimits().unansweredBytes());
        if (server.admission().creditBytes() != Long.MAX_VALUE) {
            values.put("unanswered_bytes_credit", server.admission().creditBytes());
        }
    }

    private static String version() {
        final String version = ServerReports.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    /** Forty digits that differ from those of all other servers. */
    private String runId() {
        return PROCESS.toString().replace("-", "") + String.format(Locale.ROOT, "%08x", server.port());
    }

    void config(final Request request, final boolean resp3, final ByteBuf out) {
        switch (request.lower(1)) {
            case "get" -> get(request, resp3, out);
            case "set" -> {
                final String refusal = set(request);
                if (refusal == null) {
                    RespWriter.ok(out);
                } else {
                    RespWriter.error(out, refusal);
                }
            }
            case "help" -> CommandReports.help("config", out);
            case "rewrite" -> RespWriter.error(out, "ERR The server is running without a config file");
            default -> {
                server.resetStatistics();
                RespWriter.ok(out);
            }
        }
    }

    private void get(final Request request, final boolean resp3, final ByteBuf out) {
        final Map<String, String> found = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        final Work work = new Work(CONFIG_STEPS);
        final Map<String, String> settings = settings();
        for (int i = 2; i < request.count(); i++) {
            final byte[] pattern = request.lower(i).getBytes(StandardCharsets.ISO_8859_1);
            if (pattern.length > Glob.MAX_BYTES) {
                RespWriter.error(out, RespErrors.patternTooLong(pattern.length));
                return;
            }
            if (settings.containsKey(request.lower(i))) {
                found.putIfAbsent(request.shown(i), settings.get(request.lower(i)));
                continue;
            }
            final Glob glob = Glob.of(new UnsafeBuffer(pattern), 0, pattern.length);
            settings.forEach((key, value) -> {
                if (glob.matches(key.getBytes(StandardCharsets.ISO_8859_1), work)) {
                    found.putIfAbsent(key, value);
                }
            });
        }
        if (work.isOver()) {
            RespWriter.error(out, "ERR the patterns take more than " + CONFIG_STEPS + " steps");
            return;
        }
        RespWriter.map(out, found.size(), resp3);
        found.forEach((key, value) -> {
            RespWriter.bulk(out, key);
            RespWriter.bulk(out, value.getBytes(StandardCharsets.UTF_8));
        });
    }

    /** All settings that are named are changed, or none; answers why none is. */
    private String set(final Request request) {
        if (request.count() % 2 != 0) {
            return RespErrors.SYNTAX;
        }
        final Map<String, String> settings = settings();
        final Set<String> named = new LinkedHashSet<>();
        for (int i = 2; i < request.count(); i += 2) {
            if (!settings.containsKey(request.lower(i))) {
                return "ERR Unknown option or number of arguments for CONFIG SET - '"
                    + RespErrors.cut(request.shown(i), 128) + "'";
            }
        }
        int seconds = server.respLimits().idleSeconds();
        for (int i = 2; i < request.count(); i += 2) {
            final String name = request.lower(i);
            String why = named.add(name) ? null : "duplicate parameter";
            if (why == null && "timeout".equals(name)) {
                final Long given = Integers.parse(request.word(i + 1));
                why = given == null ? "argument couldn't be parsed into an integer"
                    : given < 0 || given > Integer.MAX_VALUE ? "argument must be between 0 and 2147483647 inclusive"
                    : null;
                seconds = why == null ? given.intValue() : seconds;
            } else if (why == null && !settings.get(name).equals(request.text(i + 1))) {
                why = "can't set immutable config";
            }
            if (why != null) {
                return "ERR CONFIG SET failed (possibly related to argument '" + RespErrors.cut(request.shown(i), 128)
                    + "') - " + why;
            }
        }
        server.idleSeconds(seconds);
        return null;
    }

    private Map<String, String> settings() {
        final Map<String, String> settings = new LinkedHashMap<>();
        settings.put("save", "");
        settings.put("appendonly", "yes");
        settings.put("appendfsync", "always");
        settings.put("databases", "1");
        settings.put("maxclients", Integer.toString(ServerState.MAX_CLIENTS));
        settings.put("maxmemory", "0");
        settings.put("maxmemory-policy", "noeviction");
        settings.put("proto-max-bulk-len", Integer.toString(server.limits().valueBytes()));
        settings.put("port", Integer.toString(server.port()));
        settings.put("timeout", Integer.toString(server.respLimits().idleSeconds()));
        settings.put("maxmemory-clients", Long.toString(server.respLimits().memoryBytes()));
        return settings;
    }
}
