package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.common.Role;
import io.fleet.machine.Command;
import io.fleet.machine.MachineContext;
import io.fleet.machine.Reply;
import io.fleet.machine.SessionEnd;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;
import io.fleet.testkit.run.cluster.SimNode;
import io.fleet.testkit.run.cluster.SnapshotCounts;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Timers and sessions of three nodes in virtual time, where hardly anybody sends a command. */
class TimerRunTest {
    private static final int NODES = ThreeNodes.COUNT;

    private final Map<Integer, Diary> diaries = new HashMap<>();
    private final ThreeNodes three =
        new ThreeNodes(GroupConfig.scattered().withSessionTimeoutMillis(5_000), this::machine);
    private final List<SimNode> nodes = three.nodes;
    private final List<Long> answers = three.answers;
    private final SnapshotCounts snapshots = three.snapshots;

    @AfterEach
    void shouldHaveBrokenNoRule() {
        three.assertNoRuleBroken();
    }

    @Test
    void shouldFireWhereNobodySendsACommand() { // S11
        schedule(300);
        three.await(() -> fired(NODES));
        final long deadline = answers.get(0);
        final String line = diaries.get(0).lines.get(1);
        for (int i = 0; i < NODES; i++) {
            assertEquals(line, diaries.get(i).lines.get(1), "at the same place of the log and at the same time");
        }
        final long late = Long.parseLong(line.substring(line.indexOf('@') + 1, line.indexOf(' '))) - deadline;
        assertTrue(late >= 0 && late <= 20, line + " for " + deadline);
        three.runFor(2_000);
        assertEquals(Long.parseLong(line.substring(0, line.indexOf('@'))), nodes.get(0).status().applied(),
            "nothing is due, so nothing is ordered");
    }

    @Test
    void shouldEndASessionWhereNobodySendsACommand() { // S9, S11
        schedule(100);
        three.loseClient();
        three.await(() -> diaries.values().stream().allMatch(diary -> diary.ended == 1));
        three.runFor(10);
        nodes.forEach(node -> assertEquals(0, node.status().sessions()));
    }

    @Test
    void shouldFireUnderALeaderThatFollows() { // S11
        schedule(3_000);
        three.await(() -> nodes.stream().allMatch(node -> node.status().applied() == nodes.get(0).status().applied()));
        leader().losePower();
        three.await(() -> fired(NODES - 1));
    }

    @Test
    void shouldFireAfterAStartFromTheLog() { // S11
        schedule(4_000);
        three.await(() -> diaries.values().stream().allMatch(diary -> diary.lines.size() == 1));
        three.runFor(500);
        nodes.forEach(SimNode::kill);
        nodes.forEach(SimNode::start);
        assertEquals(0, snapshots.restored);
        three.await(() -> fired(NODES));
    }

    @Test
    void shouldFireAfterAStartFromASnapshot() { // S11
        schedule(4_000);
        three.await(() -> diaries.values().stream().allMatch(diary -> diary.lines.size() == 1));
        three.runFor(500);
        nodes.forEach(node -> node.stop(0));
        nodes.forEach(SimNode::start);
        assertEquals(NODES, snapshots.restored);
        three.await(() -> fired(NODES));
        assertTrue(diaries.values().stream().allMatch(diary -> diary.lines.size() == 1), "nothing was replayed");
    }

    @Test
    void shouldFireOnAReplicaThatWasAwayAsItDidOnTheOthers() { // S11
        final SimNode away = nodes.stream().filter(node -> node != leader()).findFirst().orElseThrow();
        schedule(200);
        away.kill();
        three.await(() -> fired(NODES - 1));
        away.start();
        three.await(() -> fired(NODES));
        assertEquals(diaries.get(leader().nodeId()).lines, diaries.get(away.nodeId()).lines);
    }

    /** Whether the timer has fired on so many of the nodes that are up, last of all that happened there. */
    private boolean fired(final int count) {
        return nodes.stream().filter(SimNode::isUp).map(node -> diaries.get(node.nodeId()).lines)
            .filter(lines -> !lines.isEmpty() && lines.get(lines.size() - 1).endsWith("timer 7")).count() >= count;
    }

    private SimNode leader() {
        three.await(() -> nodes.stream().anyMatch(node -> node.isUp() && node.status().role() == Role.LEADER));
        return nodes.stream().filter(node -> node.isUp() && node.status().role() == Role.LEADER).findFirst()
            .orElseThrow();
    }

    /** Schedules timer 7 so many milliseconds after the time at which the command is applied, and waits for that. */
    private void schedule(final long delayMillis) {
        three.offer(delayMillis);
        three.await(() -> !answers.isEmpty());
    }

    private StateMachine machine(final int node, final int incarnation) {
        final Diary diary = new Diary();
        diaries.put(node, diary);
        return diary;
    }

    /** Schedules timer 7 as it is told, and writes down what happens; answers with the deadline. */
    private static final class Diary implements StateMachine {
        private final List<String> lines = new ArrayList<>();
        private MachineContext context;
        private int ended;

        @Override
        public void onStart(final MachineContext newContext) {
            context = newContext;
        }

        @Override
        public void apply(final Command command, final Reply reply) {
            final long deadline = command.timeMillis() + command.payload().getLong(0, ByteOrder.LITTLE_ENDIAN);
            context.schedule(7, deadline);
            note("command");
            reply.writeLong(deadline);
        }

        @Override
        public void onTimer(final long timerId, final long timeMillis) {
            note("timer " + timerId);
        }

        @Override
        public void onSessionClosed(final long sessionId, final SessionEnd reason) {
            assertEquals(SessionEnd.EXPIRED, reason);
            ended++;
        }

        @Override
        public void writeSnapshot(final SnapshotWriter out) {
            out.writeBytes(String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public void readSnapshot(final SnapshotReader in) {
            in.readBytes();
        }

        @Override
        public String toString() {
            return lines.toString();
        }

        private void note(final String what) {
            lines.add(context.lsn() + "@" + context.timeMillis() + " " + what);
        }
    }
}
