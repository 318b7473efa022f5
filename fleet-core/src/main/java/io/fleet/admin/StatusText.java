package io.fleet.admin;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.common.Role;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.consensus.membership.MemberRole;
import io.fleet.node.status.DirectoryUsage;
import io.fleet.node.status.GroupReport;
import io.fleet.node.status.GroupStatus;
import io.fleet.node.status.MemberStatus;
import io.fleet.node.status.NodeEvent;
import io.fleet.node.status.NodeStatus;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;

/** Status and events as lines for people. Times are UTC. */
final class StatusText {
    private static final DateTimeFormatter TIME =
        DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};
    private static final int STEP = 1024;

    private StatusText() {
    }

    /** How a node stands; of each group its members are asked for, which say how they count. */
    static String status(final NodeStatus status, final IntFunction<Configuration> groups) {
        final StringBuilder text = new StringBuilder();
        final List<String> reasons = status.notReady();
        line(text, "node %d of cluster %d: %s for %s, %s, %s", status.nodeId(), status.clusterId(), status.state(),
            duration(status.upMillis()), status.isLive() ? "live" : "not live",
            reasons.isEmpty() ? "ready" : "not ready");
        reasons.forEach(reason -> line(text, "  %s", reason));
        if (status.diskFull()) {
            line(text, "  a disk is full: nothing more is accepted");
        }
        for (final DirectoryUsage each : status.directories()) {
            line(text, "data %s: scattered %s, ordered %s, snapshots %s, other %s; %s of %s free", each.path(),
                bytes(each.scatteredBytes()), bytes(each.orderedBytes()), bytes(each.snapshotBytes()),
                bytes(each.otherBytes()), bytes(each.freeBytes()), bytes(each.totalBytes()));
        }
        status.groups().forEach(each -> group(text, each, groups.apply(each.status().groupId())));
        return text.toString();
    }

    private static void group(final StringBuilder text, final GroupReport report, final Configuration members) {
        final GroupStatus status = report.status();
        line(text, "group %d: %s, ballot %s, leader %s%s; %s", status.groupId(), status.role(),
            Ballot.format(status.ballot()), leader(status),
            report.leaderHeard() ? "" : " (not heard)", standing(report));
        line(text, "  ordered %d, chosen %d, applied %d, durable %d; %d sessions, %d timers", status.ordered(),
            status.chosen(), status.applied(), status.durable(), status.sessions(), status.timers());
        final String layout = QuorumForms.layout(members);
        text.append(layout.isEmpty() ? "" : "  " + layout + "\n");
        line(text, "  %-6s  %-24s  %12s  %8s  %s", "member", "address", "applied", "behind", "heard");
        for (final MemberStatus member : report.members()) {
            line(text, "  %-6d  %-24s  %12s  %8s  %s", member.nodeId(),
                member.address() == null ? "shared memory" : member.address(), known(member.applied()),
                known(member.lag()), (member.silentMillis() < 0 ? "never" : duration(member.silentMillis()) + " ago")
                    + (member.role() == MemberRole.STORAGE ? ", witness" : "")
                    + (member.voter() ? "" : member.role() == MemberRole.REPLICA ? ", observes" : ", learns")
                    + place(members, member.nodeId()));
        }
    }

    private static String place(final Configuration members, final int node) {
        final GroupMember member = members.member(node);
        return member == null ? "" : QuorumForms.place(members, member);
    }

    private static String leader(final GroupStatus status) {
        return status.leader() >= 0 ? Integer.toString(status.leader())
            : status.role() == Role.PROXY ? "none" : "unknown";
    }

    /** How the node counts: a removed one does not, whatever it was. */
    private static String standing(final GroupReport report) {
        return switch (report.belonging()) {
            case REMOVED -> "REMOVED: does not belong to the group any more";
            case NOT_YET -> report.status().standing() + ": waits to be added";
            case OBSERVER -> report.status().standingLine() + " (observer)";
            case WITNESS -> report.status().standingLine() + " (witness)";
            default -> report.status().standingLine();
        };
    }

    static String events(final List<NodeEvent> events) {
        final StringBuilder text = new StringBuilder();
        for (final NodeEvent event : events) {
            final StringBuilder what = new StringBuilder(event.kind().name().toLowerCase(Locale.ROOT));
            if (!event.state().isEmpty()) {
                what.append(' ').append(event.state());
            }
            if (event.ballot() != Ballot.NONE) {
                what.append(" (ballot ").append(Ballot.format(event.ballot())).append(')');
            }
            if (!event.reason().isEmpty()) {
                what.append(": ").append(event.reason());
            }
            line(text, "%5d  %s  %-8s  %s", event.number(), TIME.format(Instant.ofEpochMilli(event.epochMillis())),
                event.groupId() < 0 ? "node" : "group " + event.groupId(), what);
        }
        return text.toString();
    }

    static String bytes(final long count) {
        if (count < 0) {
            return "unknown";
        }
        double value = count;
        int unit = 0;
        while (value >= STEP && unit < UNITS.length - 1) {
            value /= STEP;
            unit++;
        }
        return unit == 0 ? count + " B" : String.format(Locale.ROOT, "%.1f %s", value, UNITS[unit]);
    }

    static String duration(final long millis) {
        final long seconds = millis / 1000;
        final long minutes = seconds / 60;
        final long hours = minutes / 60;
        return seconds == 0 ? millis + " ms" : minutes == 0 ? seconds + " s"
            : hours == 0 ? minutes + " min " + seconds % 60 + " s"
            : hours < 48 ? hours + " h " + minutes % 60 + " min" : hours / 24 + " d " + hours % 24 + " h";
    }

    private static String known(final long value) {
        return value < 0 ? "-" : Long.toString(value);
    }

    private static void line(final StringBuilder text, final String format, final Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments).stripTrailing()).append('\n');
    }
}
