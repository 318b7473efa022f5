package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.config.Mode;
import io.fleet.config.QuorumLayout;
import io.fleet.consensus.MemberOutcome;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.consensus.message.member.MemberChange;
import io.fleet.storage.Life;
import io.fleet.testkit.sim.SimMedium;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntFunction;

/** One group on a network in virtual time, and what its tests do to it: for tests to extend. */
abstract class LanGroup {
    final Map<Integer, String> book = new HashMap<>();
    final List<Lan.Process> nodes = new ArrayList<>();
    Lan lan;
    Lan.Client client;

    LanGroup() {
        this(Lan.CONFIG);
    }

    LanGroup(final GroupConfig config) {
        this(config, 1);
    }

    /** The group is the first of several on the same nodes. */
    LanGroup(final GroupConfig config, final int groups) {
        lan = new Lan(config, groups);
    }

    static GroupConfig coded(final int data, final int parity) {
        return GroupConfig.coded(data, parity).withMaxCommandBytes(1 << 10).withMaxBatchBytes(1 << 10)
            .withRequestTimeoutMillis(3_000);
    }

    /** Starts the founders on empty disks, and waits until all vote and somebody leads, where somebody does. */
    final void found(final int count) {
        found(count, node -> empty());
    }

    final void found(final int count, final IntFunction<SimMedium> disks) {
        for (int node = 0; node < count; node++) {
            book.put(node, address(node));
        }
        for (int node = 0; node < count; node++) {
            nodes.add(start(node, disks.apply(node)));
        }
        assertTrue(lan.runUntil(20_000, this::isUp));
    }

    final boolean isUp() {
        return nodes.stream().allMatch(Lan.Process::isVoter)
            && (lan.config().mode() == Mode.CODED || nodes.stream().anyMatch(Lan.Process::isLeader));
    }

    final Lan.Process leader() {
        return nodes.stream().filter(Lan.Process::isLeader).findFirst().orElseThrow();
    }

    final void connect() {
        client = lan.client(7, 0, lan.config(), book);
    }

    /** A command that is answered. */
    final void write() {
        final int before = client.answers();
        client.submit();
        assertTrue(lan.runUntil(20_000, () -> client.answers() > before), client.failures::toString);
    }

    /** A process on an empty disk at the address that a node has. */
    final Lan.Process start(final int node) {
        return start(node, empty());
    }

    final Lan.Process start(final int node, final SimMedium disk) {
        return lan.start(node, address(node), book, disk);
    }

    final Lan.Process startJoining(final int node, final SimMedium disk) {
        return lan.startJoining(node, address(node), book, disk);
    }

    /** A process that replaces one whose disk is lost has the node's second life once it votes. */
    final void awaitRepair(final Lan.Process replacement, final String by) {
        assertTrue(lan.runUntil(60_000, replacement::isVoter), "it is repaired by " + by);
        assertEquals(2, Life.number(replacement.core().life()));
    }

    final void heal() {
        lan.cut((from, to, packet) -> false);
    }

    /** Those on one side do not hear those on the other. */
    final void split(final Set<Lan.Process> side) {
        lan.cut((from, to, packet) -> side.contains(from) != side.contains(to));
    }

    /** Asks a leader for a change of members; {@code replaced} is nobody where no member goes for it. */
    final void change(final Lan.Process leader, final int kind, final int node, final int replaced) {
        final MemberChange change = new MemberChange();
        change.kind = kind;
        change.node = node;
        change.replaced = replaced;
        change.endpoint = kind == MemberChange.REMOVE ? "" : address(node);
        leader.core().group(0).changeMembers(change, MemberOutcome.NONE);
    }

    final void change(final Lan.Process leader, final int kind, final int node) {
        change(leader, kind, node, GroupMember.NOBODY);
    }

    /** Asks for another layout while commands go on, and waits until nothing else counts. */
    final void changeTo(final String layout) {
        final List<String> outcome = ask(0, layout);
        for (int i = 0; i < 400 && outcome.isEmpty(); i++) {
            write();
        }
        assertEquals(List.of(QuorumLayout.parse(layout).toString()), outcome);
    }

    /** Asks a node for another layout; what became of it is in the list once it is known. */
    final List<String> ask(final int node, final String layout) {
        final MemberChange change = new MemberChange();
        change.kind = MemberChange.QUORUMS;
        change.quorums = QuorumLayout.parse(layout);
        final List<String> outcome = new ArrayList<>();
        nodes.get(node).core().group(0).changeMembers(change, new MemberOutcome() {
            @Override
            public void onDone(final Configuration configuration) {
                assertNull(configuration.before());
                outcome.add(configuration.quorums().toString());
            }

            @Override
            public void onRefused(final String reason) {
                outcome.add(reason);
            }

            @Override
            public void onUnknown(final String reason) {
                outcome.add(reason);
            }
        });
        return outcome;
    }

    static Configuration configuration(final Lan.Process process) {
        return process.core().group(0).watch().configuration();
    }

    static boolean are(final Lan.Process from, final Lan.Process to, final Lan.Process one, final Lan.Process other) {
        return from == one && to == other || from == other && to == one;
    }

    static boolean isA(final byte[] packet, final int template) {
        return (packet[2] & 0xFF | (packet[3] & 0xFF) << 8) == template;
    }

    static String address(final int node) {
        return "node-" + node + ":9001";
    }

    static SimMedium empty() {
        return new SimMedium("disk", new SplittableRandom(5));
    }
}
