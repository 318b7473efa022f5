package io.fleet;

import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.node.HostedGroup;
import io.fleet.node.config.GroupSpec;
import io.fleet.node.config.Shard;
import io.fleet.node.status.DirectoryUsage;
import io.fleet.node.status.GroupReport;
import io.fleet.node.status.GroupStatus;
import io.fleet.node.status.GroupView;
import io.fleet.node.status.MemberStatus;
import io.fleet.node.status.NodeStatus;
import io.fleet.storage.log.Flusher;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Puts together how a node stands, on the thread of whoever asks. */
final class StatusReader {
    private final NodeConfig config;
    private final NodeShards shards;
    private final long startedMillis = System.currentTimeMillis();
    private final long startedNs = System.nanoTime();

    StatusReader(final NodeConfig config, final NodeShards shards) {
        this.config = config;
        this.shards = shards;
    }

    NodeStatus read(final List<Path> directories) {
        final long nowNs = System.nanoTime();
        final List<GroupReport> groups = new ArrayList<>();
        for (final GroupSpec spec : config.groups()) {
            groups.add(group(spec, nowNs));
        }
        return new NodeStatus(config.clusterId(), config.nodeId(), state(), startedMillis, millis(nowNs - startedNs),
            millis(sinceCycleNs(nowNs)), isFull(),
            directories.stream().map(this::usage).toList(), List.copyOf(groups));
    }

    /** Of the duty thread that has done nothing for the longest. */
    private long sinceCycleNs(final long nowNs) {
        return shards.cores().stream().mapToLong(core -> Math.max(0, nowNs - core.lastCycleNs())).max().orElse(0);
    }

    private boolean isFull() {
        return shards.cores().stream().flatMap(core -> core.flushers().stream()).anyMatch(Flusher::isFull);
    }

    private String state() {
        final Throwable failure = shards.failure();
        if (failure != null) {
            return "failed: " + failure;
        }
        return shards.terminated().isDone() ? "stopped" : NodeStatus.RUNNING;
    }

    private DirectoryUsage usage(final Path directory) {
        return DirectoryUsage.of(directory, config.shards().stream().map(shard -> shard.directory(directory)).toList());
    }

    private GroupReport group(final GroupSpec spec, final long nowNs) {
        final HostedGroup hosted = shards.of(spec.groupId()).core().group(spec.groupId());
        final GroupStatus status = hosted.status();
        final GroupView watch = hosted.watch();
        final List<MemberStatus> members = new ArrayList<>();
        final Configuration configuration = Member.asGiven(watch.configuration(),
            Shard.of(spec.groupId(), config.dutyThreads()));
        for (final GroupMember member : configuration.members()) {
            members.add(member(member, status, watch, nowNs));
        }
        members.sort(Comparator.comparingInt(MemberStatus::nodeId));
        return new GroupReport(status, watch.isLeaderHeard(), watch.isInStep(), spec.config().windowEntries(),
            List.copyOf(members), configuration.version(), watch.belonging());
    }

    private MemberStatus member(final GroupMember member, final GroupStatus status, final GroupView watch,
                                final long nowNs) {
        final boolean isSelf = member.node() == config.nodeId();
        final String address = config.transport() == TransportKind.IPC || member.endpoint().isEmpty() ? null
            : member.endpoint();
        final long silentNs = isSelf ? 0 : watch.silentNs(member.slot(), nowNs);
        if (silentNs < 0) {
            return new MemberStatus(member.node(), address, member.voter(), member.role(), -1, -1, -1);
        }
        final long applied = isSelf ? status.applied() : watch.applied(member.slot());
        return new MemberStatus(member.node(), address, member.voter(), member.role(), applied,
            Math.max(0, status.chosen() - applied), millis(silentNs));
    }

    private static long millis(final long ns) {
        return TimeUnit.NANOSECONDS.toMillis(ns);
    }
}
