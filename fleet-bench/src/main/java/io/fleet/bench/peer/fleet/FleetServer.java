package io.fleet.bench.peer.fleet;

import io.fleet.FleetNode;
import io.fleet.Member;
import io.fleet.NodeConfig;
import io.fleet.bench.peer.NodeWork;
import io.fleet.bench.peer.PeerConfig;
import io.fleet.bench.peer.PeerServer;
import io.fleet.consensus.GroupCounters;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.consensus.membership.MemberRole;
import io.fleet.node.status.DirectoryUsage;
import io.fleet.node.status.GroupStatus;
import io.fleet.node.status.NodeStatus;
import io.fleet.storage.coverage.CoverageMark;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One node of Fleet; the process ends when the node fails. Knows these questions: {@link #STATUS}; {@link #MARKS}, for
 * how often it took which rare branch; {@link #SNAPSHOT}, which asks for one and does not wait for it; and, answered
 * when it is done, {@code add N}, {@code remove N} and {@code replace N by M}, which change who belongs to the group.
 */
final class FleetServer implements PeerServer {
    static final int GROUP = 0;
    static final String STATUS = "status";
    static final String SNAPSHOT = "snapshot";
    static final String MARKS = "marks";
    private static final int FAILED = 1;
    private static final long CHANGE_SECONDS = 50;
    private static final Pattern CHANGE = Pattern.compile("add (\\d+)|remove (\\d+)|replace (\\d+) by (\\d+)");

    private final FleetNode node;
    private final PeerConfig config;
    private final boolean hasSnapshots;

    FleetServer(final PeerConfig config, final int id) {
        final FleetSettings settings = FleetSettings.of(config.settings());
        this.config = config;
        hasSnapshots = settings.hasSnapshots();
        final int founders = settings.founders(config);
        final boolean joins = id >= founders;
        final NodeConfig.Builder builder = settings.to(NodeConfig.builder().clusterId(1), config.directory(id));
        if (settings.isWitness(config, id)) {
            builder.witness(GROUP, settings.group());
        } else {
            builder.group(GROUP, settings.group(), () -> settings.machine(config));
        }
        node = FleetNode.launch(builder.nodeId(id)
            .members(joins ? members(config).subList(id - 1, id + 1) : members(config).subList(0, founders))
            .joins(joins).foundsAlone(founders == 1).build());
        endWith(node);
    }

    /** Ends this process when a node fails. */
    static void endWith(final FleetNode node) {
        node.terminated().whenComplete((ended, failure) -> {
            if (failure != null) {
                failure.printStackTrace();
                Runtime.getRuntime().halt(FAILED);
            }
        });
    }

    static List<Member> members(final PeerConfig config) {
        final FleetSettings settings = FleetSettings.of(config.settings());
        final List<Member> members = new ArrayList<>();
        for (int i = 0; i < config.nodes(); i++) {
            members.add(new Member(i, PeerConfig.HOST, config.port(i, 0)).withRole(
                settings.isWitness(config, i) ? MemberRole.STORAGE : MemberRole.FULL));
        }
        return members;
    }

    @Override
    public String answer(final String question) {
        switch (question) {
            case SNAPSHOT -> node.requestSnapshot(GROUP);
            case STATUS -> {
                return status();
            }
            case MARKS -> {
                return CoverageMark.all().stream().filter(mark -> mark.hits() > 0)
                    .map(mark -> mark.name() + "=" + mark.hits()).collect(Collectors.joining(" "));
            }
            default -> {
                return change(question);
            }
        }
        return "asked=true";
    }

    private String change(final String question) {
        final Matcher change = CHANGE.matcher(question);
        if (!change.matches()) {
            throw new IllegalArgumentException("question is '" + question + "', but must be " + STATUS + ", " + MARKS
                + ", " + SNAPSHOT + ", 'add N', 'remove N' or 'replace N by M'");
        }
        final CompletableFuture<Configuration> done = change.group(1) != null
            ? node.addNode(GROUP, member(change.group(1)))
            : change.group(2) != null ? node.removeNode(GROUP, Integer.parseInt(change.group(2)))
            : node.replaceNode(GROUP, Integer.parseInt(change.group(3)), member(change.group(4)));
        final Configuration now = done.orTimeout(CHANGE_SECONDS, TimeUnit.SECONDS).join();
        return "members=" + now.members().stream().map(GroupMember::node).sorted().map(String::valueOf)
            .collect(Collectors.joining(","));
    }

    private Member member(final String id) {
        return members(config).get(Integer.parseInt(id));
    }

    private String status() {
        final GroupStatus group = node.status(GROUP);
        final GroupCounters counters = node.core().group(GROUP).counters();
        final NodeStatus all = node.status();
        long scattered = 0;
        long ordered = 0;
        long snapshots = 0;
        for (final DirectoryUsage each : all.directories()) {
            scattered += each.scatteredBytes();
            ordered += each.orderedBytes();
            snapshots += each.snapshotBytes();
        }
        return "role=" + group.role() + " standing=" + group.standing() + " ready=" + all.notReady().isEmpty()
            + " chosen=" + group.chosen() + " applied=" + group.applied() + " scattered=" + scattered + " ordered="
            + ordered + " snapshots=" + snapshots + " written=" + node.core().counters().snapshotsWritten.get()
            + " failed=" + node.core().counters().snapshotsFailed.get() + " snapshot-lsn="
            + counters.snapshotLsn.get() + " replies=" + counters.repliesSent.get() + " sent="
            + node.core().counters().bytesSent.get() + " snapshot-sent=" + counters.snapshotBytesSent.get()
            + " snapshot-received=" + counters.snapshotBytesReceived.get() + " entries-received="
            + counters.catchUpEntries.get() + " flushed="
            + node.core().flushers().stream().mapToLong(flusher -> flusher.counters().bytes()).sum();
    }

    @Override
    public NodeWork work() throws IOException {
        return FleetWork.of(node, hasSnapshots);
    }

    @Override
    public void close() {
        node.close();
    }
}
