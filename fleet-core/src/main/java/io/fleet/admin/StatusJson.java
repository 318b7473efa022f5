package io.fleet.admin;

import io.fleet.consensus.common.Ballot;
import io.fleet.node.status.DirectoryUsage;
import io.fleet.node.status.GroupReport;
import io.fleet.node.status.GroupStatus;
import io.fleet.node.status.MemberStatus;
import io.fleet.node.status.NodeEvent;
import io.fleet.node.status.NodeStatus;
import java.util.List;
import java.util.Locale;

/** Status and events as JSON, for programs: fields are added, never renamed. */
final class StatusJson {
    private StatusJson() {
    }

    static String status(final NodeStatus status) {
        final List<String> reasons = status.notReady();
        final JsonWriter json = new JsonWriter().begin()
            .field("clusterId", status.clusterId())
            .field("nodeId", status.nodeId())
            .field("state", status.state())
            .field("live", status.isLive())
            .field("ready", reasons.isEmpty());
        json.name("notReady").beginArray();
        reasons.forEach(json::value);
        json.endArray()
            .field("startedMillis", status.startedMillis())
            .field("upMillis", status.upMillis())
            .field("cycleMillis", status.cycleMillis())
            .field("diskFull", status.diskFull());
        json.name("directories").beginArray();
        status.directories().forEach(each -> directory(json, each));
        json.endArray().name("groups").beginArray();
        status.groups().forEach(each -> group(json, each));
        return json.endArray().end().toString();
    }

    static String events(final List<NodeEvent> events) {
        final JsonWriter json = new JsonWriter().begin().name("events").beginArray();
        for (final NodeEvent event : events) {
            json.begin()
                .field("number", event.number())
                .field("epochMillis", event.epochMillis())
                .field("kind", event.kind().name().toLowerCase(Locale.ROOT))
                .field("group", event.groupId())
                .field("ballot", Ballot.format(event.ballot()))
                .field("state", event.state())
                .field("reason", event.reason())
                .end();
        }
        return json.endArray().end().toString();
    }

    private static void directory(final JsonWriter json, final DirectoryUsage usage) {
        json.begin()
            .field("path", usage.path().toString())
            .field("scatteredBytes", usage.scatteredBytes())
            .field("orderedBytes", usage.orderedBytes())
            .field("snapshotBytes", usage.snapshotBytes())
            .field("otherBytes", usage.otherBytes())
            .field("freeBytes", usage.freeBytes())
            .field("totalBytes", usage.totalBytes())
            .end();
    }

    private static void group(final JsonWriter json, final GroupReport report) {
        final GroupStatus status = report.status();
        json.begin()
            .field("group", status.groupId())
            .field("role", status.role().name().toLowerCase(Locale.ROOT))
            .field("ballot", Ballot.format(status.ballot()))
            .field("leader", status.leader())
            .field("leaderHeard", report.leaderHeard())
            .field("standing", status.standing().name().toLowerCase(Locale.ROOT))
            .field("repairTarget", status.repairTarget())
            .field("ordered", status.ordered())
            .field("chosen", status.chosen())
            .field("applied", status.applied())
            .field("durable", status.durable())
            .field("lag", report.lag())
            .field("sessions", status.sessions())
            .field("timers", status.timers());
        json.field("membersLsn", report.version())
            .field("belongs", report.belonging().name().toLowerCase(Locale.ROOT))
            .name("members").beginArray();
        for (final MemberStatus member : report.members()) {
            json.begin()
                .field("nodeId", member.nodeId())
                .field("address", member.address())
                .field("voter", member.voter())
                .field("role", member.role().name().toLowerCase(Locale.ROOT))
                .field("applied", member.applied())
                .field("lag", member.lag())
                .field("silentMillis", member.silentMillis())
                .end();
        }
        json.endArray().end();
    }
}
