package io.fleet.ec.node.proxy;

import io.fleet.consensus.ProtocolContext;
import io.fleet.consensus.common.FullDiskReports;
import io.fleet.consensus.common.IntervalTimer;
import io.fleet.consensus.message.replication.RejectEntry;
import io.fleet.ec.group.CodedGroup;
import io.fleet.ec.group.retention.PartCapacity;
import io.fleet.ec.message.Learned;
import io.fleet.ec.node.link.MessageSender;
import io.fleet.ec.node.member.MemberCapacity;
import io.fleet.ec.node.member.MemberTable;
import io.fleet.ec.node.member.ReachableMembers;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * What entries this node takes as a proxy: by the room for parts, and the space on disks, that it and the members that
 * it hears have. It tells the others what it has itself.
 */
public final class Admission {
    private final ProtocolContext context;
    private final CodedGroup group;
    private final MessageSender sender;
    private final ProxyIntake intake;
    private final ReachableMembers reachable;
    private final MemberCapacity rooms;
    private final FullDiskReports fullDisks;
    private final IntervalTimer diskTime;
    private final int self;
    private final int[] nodes;
    private final int enough;
    /** By capacity. */
    private final String[] refusals;
    /** Which disks of this node are full. */
    private String ownFull = "";
    /** For want of which disks' space there is no room. */
    private String whose = "";

    /** Everything is taken until something is known. */
    public Admission(final ProtocolContext context, final MemberTable table, final int enough,
                     final MemberCapacity rooms, final ReachableMembers reachable, final CodedGroup group,
                     final MessageSender sender, final ProxyIntake intake) {
        this.context = context;
        this.group = group;
        this.sender = sender;
        this.intake = intake;
        this.reachable = reachable;
        this.rooms = rooms;
        this.enough = enough;
        self = table.self();
        nodes = IntStream.range(0, table.size()).map(table::nodeAt).toArray();
        fullDisks = new FullDiskReports(table.size(),
            2 * TimeUnit.MILLISECONDS.toNanos(context.config().electionTimeoutMillis()));
        diskTime = new IntervalTimer(TimeUnit.MILLISECONDS.toNanos(context.config().heartbeatMillis()));
        final String why = "fewer than " + enough + " members have room for more parts of entries (maxParts of this"
            + " node is " + context.config().maxParts() + "): commands";
        final String until = " are refused as overload until snapshots of f + 1 members, or deletes, let go of some";
        refusals = new String[] {null, why + " with payloads" + until, why + until};
    }

    /** A member has said what it has room for, and which of its disks are full. */
    public void onSaid(final int member, final PartCapacity room, final Learned said, final long nowNs) {
        rooms.put(member, room);
        fullDisks.hear(member, nodes[member], said.fullDisk, nowNs);
    }

    /** What this node takes entries for now. */
    PartCapacity look(final long nowNs) {
        final PartCapacity left = group.room().capacity();
        if (left != rooms.own()) {
            rooms.put(self, left);
            sender.room(left);
            sender.learned(group.settled());
        }
        for (int member = 0; member < nodes.length; member++) {
            rooms.heard(member, reachable.isHeard(member, nowNs));
        }
        lookAtDisks(nowNs);
        return rooms.ofEnough();
    }

    /** What is spread while too many disks are full would wait for space, and nobody could tell what becomes of it. */
    private void lookAtDisks(final long nowNs) {
        final boolean isFull = context.logs().entries().isFull();
        if (isFull == ownFull.isEmpty() || isFull && diskTime.isDue(nowNs)) {
            final String now = isFull ? FullDiskReports.printable(context.logs().entries().fullDisk()) : "";
            if (!now.equals(ownFull)) {
                sender.learned(group.settled());
            }
            ownFull = now;
            fullDisks.hear(self, nodes[self], ownFull, nowNs);
        }
        final long set = fullDisks.set(nodes, nowNs);
        rooms.full(set);
        if (set == 0 && whose.isEmpty()) {
            return;
        }
        whose = rooms.areDisksShort() ? fullDisks.text(set, RejectEntry.MAX_TEXT) : "";
        intake.fullDisks(whose);
    }

    /** Which disks of this node are full, in words; empty for none. */
    String ownFullDisks() {
        return ownFull;
    }

    /** Why entries are refused, for people; null when they are not. */
    public String refusal() {
        return rooms.areDisksShort() ? "fewer than " + enough
            + " members, or not this one, have space on their disks (" + whose
            + "): commands are refused until there is space" : refusals[rooms.ofEnough().ordinal()];
    }
}
