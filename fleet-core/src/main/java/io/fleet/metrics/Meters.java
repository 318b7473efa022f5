package io.fleet.metrics;

import io.fleet.client.command.ClientCounters;
import io.fleet.consensus.GroupCounters;
import io.fleet.consensus.TableUse;
import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.common.Counter;
import io.fleet.node.status.GroupStatus;
import io.fleet.node.status.NodeCounters;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The names and descriptions of all meters that stand for one field each. */
final class Meters {
    static final List<CounterMeter<GroupCounters>> OF_GROUP = List.of(
        group("commands", "Commands executed that may change state", c -> c.commands),
        group("queries", "Read-only commands executed", c -> c.queries),
        group("repeated.commands", "Commands answered from the session table", c -> c.repeatedCommands),
        group("ordered.entries", "Entries given an LSN by this node as leader", c -> c.entriesOrdered),
        group("applied.entries", "Entries applied, no-ops included", c -> c.entriesApplied),
        group("applied.noops", "No-ops applied", c -> c.noOps),
        group("ticks", "Empty entries that this node ordered as leader to let log time pass", c -> c.ticks),
        group("timers.fired", "Timers of the state machine that fired", c -> c.timersFired),
        group("callback.failures", "Callbacks of the state machine for timers, sessions and digests that threw",
            c -> c.callbackFailures),
        group("divergent.windows", "Windows of LSNs of which another replica made something else than this one",
            c -> c.divergentWindows),
        group("prevotes", "Pre-votes started by this node", c -> c.preVotes),
        group("elections", "Campaigns started by this node", c -> c.elections),
        group("leaderships", "Times that this node became leader", c -> c.leaderships),
        group("handovers", "Hand-overs of leadership that this node led or asked for", c -> c.handOvers),
        group("failed.handovers", "Hand-overs that came to nothing", c -> c.handOversFailed),
        group("stepdowns", "Times that this node stopped being leader", c -> c.stepDowns),
        group("rejected.entries", "Entries refused by this leader as not applied", c -> c.rejects),
        group("resent.orders", "Order lines sent again by this leader", c -> c.resentOrders),
        group("hedged.orders",
            "Times that others were asked to write an entry, too, because one that was named was late",
            c -> c.hedgedOrders),
        group("fetched.bodies", "Bodies asked for because they were missing", c -> c.bodiesFetched),
        group("served.bodies", "Bodies sent to nodes that asked", c -> c.bodiesServed),
        group("dropped.bodies", "Bodies dropped at the bound or after their time", c -> c.bodiesDropped),
        group("mismatched.bodies", "Bodies that did not match their digest", c -> c.digestMismatches),
        group("catchup.entries", "Entries learnt by catch-up", c -> c.catchUpEntries),
        group("sent.snapshot.bytes", "Bytes of snapshots sent to replicas that lag", c -> c.snapshotBytesSent),
        group("received.snapshot.bytes", "Bytes of snapshots received from other members",
            c -> c.snapshotBytesReceived),
        group("installed.snapshots", "Snapshots of other members that took the place of this replica's state",
            c -> c.snapshotsInstalled),
        group("catchup.served.entries", "Entries sent to replicas that lag", c -> c.catchUpServed),
        group("implausible.messages", "Messages dropped since their ballot or log time is too far ahead",
            c -> c.implausible),
        group("wrong.clocks", "Times that a leader's wall clock was found wrong, once a minute", c -> c.wrongClocks),
        group("stale.requests", "Requests refused below the promise", c -> c.staleBallots),
        group("sent.replies", "Batches of replies sent", c -> c.repliesSent),
        group("lost.replies", "Batches of replies that could not be sent", c -> c.repliesLost),
        group("dropped.replies", "Answers to writes that sessions keep no more, for want of room",
            c -> c.repliesDropped),
        group("deferred.replies", "Replies that waited for payloads from other nodes", c -> c.deferredReplies),
        group("payload.waits", "Times the log waited for payloads that a machine looks into", c -> c.payloadWaits),
        group("gone.payloads", "Times a payload of a reply did not come", c -> c.payloadsGone),
        group("malformed.entries", "Entries with ill-formed commands", c -> c.malformedEntries),
        group("restamps", "Records written that accept a durable value at a new ballot", c -> c.restamps),
        group("window.stalls", "Cycles in which the leader waited for its window", c -> c.windowStalls),
        group("replier.stalls", "Cycles in which every replier's queue was full", c -> c.replierStalls));

    static final List<CounterMeter<NodeCounters>> OF_NODE = List.of(
        node("received.packets", "Packets received", c -> c.received.packets),
        node("received.bytes", "Bytes of packets received", c -> c.received.bytes),
        node("sent.packets", "Packets sent", c -> c.packetsSent),
        node("sent.packets.to.all", "Packets sent that are for all other nodes", c -> c.toAll.packets),
        node("sent.bytes", "Bytes of packets sent", c -> c.bytesSent),
        node("unsent.packets", "Packets that the transport did not take", c -> c.packetsNotSent),
        node("broadcast.bodies", "Entry bodies, or chunks of them, meant for all nodes; not those for one part",
            c -> c.toAll.bodies),
        node("loopback.dropped.messages", "Messages to this node itself that found no room", c -> c.loopbackDrops),
        node("foreign.config.messages", "Messages of nodes or clients given other members or other agreed settings",
            c -> c.foreignConfigs),
        node("former.packets", "Packets of members in a life that another one came after", c -> c.formerPackets),
        node("twin.packets", "Packets that another process has sent in the name of this node", c -> c.twinPackets),
        node("refused.clients", "Hellos of remote clients that were given another cluster, group or agreed settings",
            c -> c.refusedClients),
        node("unknown.group.messages", "Messages for groups that this node does not host", c -> c.unknownGroups),
        node("clock.gaps", "Times that the wall clock advanced more than the monotonic one", c -> c.clockGaps),
        node("unreadable.records", "Records that the disks could not read for other nodes", c -> c.unreadableRecords),
        node("durable.records", "Records of the scattered log that became durable", c -> c.recordsDurable),
        node("written.snapshots", "Snapshots written", c -> c.snapshotsWritten),
        node("written.snapshot.bytes", "Bytes of snapshots written while the node runs", c -> c.snapshotBytes),
        node("restored.snapshots", "Groups whose state was read from a snapshot", c -> c.snapshotsRestored),
        node("failed.snapshots", "Snapshots that could not be written, or not be used", c -> c.snapshotsFailed),
        node("held.up.snapshots", "Snapshots whose writing hung", c -> c.snapshotsHeldUp));

    static final List<GaugeMeter> OF_STATUS = List.of(
        status("ordered.lsn", "lsn", "Highest LSN known to be ordered", GroupStatus::ordered),
        status("chosen.lsn", "lsn", "LSN up to which everything is known chosen", GroupStatus::chosen),
        status("applied.lsn", "lsn", "LSN up to which everything is applied", GroupStatus::applied),
        status("durable.lsn", "lsn", "LSN up to which the ordered log is durable", GroupStatus::durable),
        status("sessions", "sessions", "Open sessions", GroupStatus::sessions),
        status("timers", "timers", "Scheduled timers of the state machine", GroupStatus::timers),
        status("ballot.round", null, "Round of the ballot of the leader heard of last; 0 before the first",
            s -> Ballot.round(s.ballot())),
        status("standing", null, "3 when this node votes in the group; 2 suspect, 1 lost, 0 new: it does not",
            s -> s.standing().code()),
        status("leader", null, "Node id of the leader heard of last; -1 before the first", GroupStatus::leader));

    static final List<TableMeter> OF_TABLES = List.of(
        table("pending.entries", "entries", "Bodies that wait on this node to be ordered", u -> u.pendingEntries),
        table("pending.bytes", "bytes", "Bytes of the bodies that wait on this node to be ordered",
            u -> u.pendingBytes),
        table("window.entries", "entries", "Entries that this leader ordered, and neither applied nor recorded",
            u -> u.windowEntries),
        table("window.bytes", "bytes", "Bytes of entries that this leader ordered, and neither applied nor recorded",
            u -> u.windowBytes),
        table("batchers", "batchers", "Batchers whose entries this leader knows", u -> u.batchers),
        table("credit", "commands", "What this leader lets each client have without an answer, in commands of at most"
            + " 4 KiB; 0 for no bound", u -> u.credit),
        table("entry.micros", "microseconds", "What entries took lately at this leader, from having the body to having"
            + " applied it", u -> u.entryMicros),
        table("clients", "clients", "Open clients in this process", u -> u.clients),
        table("client.commands", "commands", "Commands in flight of the clients in this process",
            u -> u.clientCommands),
        table("kept.reply.bytes", "bytes", "Bytes of answers to writes that sessions keep", u -> u.keptReplyBytes),
        table("waiting.reply.bytes", "bytes", "Bytes of answers that wait for the network",
            u -> u.waitingReplyBytes),
        table("parked.reply.bytes", "bytes", "Bytes of answers that wait until every holder of a lease has applied what"
            + " they show", u -> u.parkedReplyBytes));

    static final List<ClientMeter> OF_CLIENTS = List.of(
        client("sent.entries", "Entries sent", ClientCounters::entriesSent),
        client("sent.commands", "Commands sent, each time one was", ClientCounters::commandsSent),
        client("repeated.commands", "Commands sent not for the first time", ClientCounters::commandsSentAgain),
        client("rejected.entries", "Entries that a leader refused to order", ClientCounters::entriesRejected),
        client("held.back.entries", "Times commands began to wait since so many had no answer as the group allows",
            ClientCounters::entriesHeldBack),
        client("opened.sessions", "Sessions opened", ClientCounters::sessionsOpened),
        client("lost.sessions", "Sessions that the group no longer knew", ClientCounters::sessionsLost),
        client("ignored.frames", "Replies that made no sense", ClientCounters::badFrames),
        client("handler.errors", "Reply handlers that threw", ClientCounters::handlerErrors));

    private Meters() {
    }

    private static TableMeter table(final String name, final String unit, final String description,
                                    final Function<TableUse, Counter> value) {
        return new TableMeter("fleet.group." + name, unit, description, value);
    }

    private static ClientMeter client(final String name, final String description,
                                      final ToLongFunction<ClientCounters> value) {
        return new ClientMeter("fleet.client." + name, description, value);
    }

    private static CounterMeter<GroupCounters> group(final String name, final String description,
                                                     final Function<GroupCounters, Counter> counter) {
        return new CounterMeter<>("fleet.group." + name, description, counter);
    }

    private static CounterMeter<NodeCounters> node(final String name, final String description,
                                                   final Function<NodeCounters, Counter> counter) {
        return new CounterMeter<>("fleet.node." + name, description, counter);
    }

    private static GaugeMeter status(final String name, final @Nullable String unit, final String description,
                                     final ToDoubleFunction<GroupStatus> value) {
        return new GaugeMeter("fleet.group." + name, unit, description, value);
    }
}
