package io.fleet.examples.chaos;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * What is done to the nodes, spread over a run. One node at a time is harmed, and the next one only when that one has
 * caught up, so that a majority always lives; or all at once.
 */
final class Faults {
    private static final long SLOT_SECONDS = 12;
    private static final long DOWN_NS = 3_000_000_000L;
    private static final long PAUSE_NS = 5_000_000_000L;
    private static final int POWER_CUTS = 2;
    private static final List<Kind> ROUND =
        List.of(Kind.KILL_LEADER, Kind.KILL_FOLLOWER, Kind.PAUSE_LEADER, Kind.KILL_LEADER, Kind.PAUSE_FOLLOWER);

    private final KvProcesses processes;
    private final Timeline timeline;
    private final long lengthNs;
    private final boolean powerCut;

    /** The faults. */
    enum Kind {
        /** SIGKILL to the leader, and a new process a little later. */
        KILL_LEADER("kill -9 of the leader"),
        /** The same to another node. */
        KILL_FOLLOWER("kill -9 of a follower"),
        /** SIGSTOP to the leader, SIGCONT a little later. */
        PAUSE_LEADER("pause of the leader"),
        /** The same to another node. */
        PAUSE_FOLLOWER("pause of a follower"),
        /** SIGKILL to all nodes at once, and new processes at once. */
        KILL_ALL("kill -9 of all nodes at once");

        private final String text;

        Kind(final String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    Faults(final KvProcesses processes, final Timeline timeline, final Duration length, final boolean powerCut) {
        this.processes = processes;
        this.timeline = timeline;
        this.lengthNs = length.toNanos();
        this.powerCut = powerCut;
    }

    /** What a run of this length does, in order. */
    static List<Kind> plan(final Duration length, final boolean powerCut) {
        if (powerCut) {
            return Collections.nCopies(POWER_CUTS, Kind.KILL_ALL);
        }
        final List<Kind> plan = new ArrayList<>();
        final long count = Math.max(1, length.toSeconds() / SLOT_SECONDS);
        for (int i = 0; i < count; i++) {
            plan.add(ROUND.get(i % ROUND.size()));
        }
        return plan;
    }

    /** Does it all; takes the length of the run, and longer when nodes are slow to come back. */
    void run() throws ChaosFailure, IOException, InterruptedException {
        final List<Kind> plan = plan(Duration.ofNanos(lengthNs), powerCut);
        final long startNs = System.nanoTime();
        final long slotNs = lengthNs / plan.size();
        for (int i = 0; i < plan.size(); i++) {
            processes.restUntil(startNs + slotNs * i + slotNs / 4);
            switch (plan.get(i)) {
                case KILL_LEADER -> kill(processes.awaitLeader(), "the leader", slotNs);
                case KILL_FOLLOWER -> kill(follower(), "a follower", slotNs);
                case PAUSE_LEADER -> pause(processes.awaitLeader(), "the leader", slotNs);
                case PAUSE_FOLLOWER -> pause(follower(), "a follower", slotNs);
                default -> killAll();
            }
        }
        processes.restUntil(startNs + lengthNs);
    }

    private void kill(final KvProcess node, final String role, final long slotNs)
        throws ChaosFailure, IOException, InterruptedException {
        timeline.say("kill -9 of node " + node.id() + ", " + role);
        node.kill();
        processes.restUntil(System.nanoTime() + Math.min(DOWN_NS, slotNs / 4));
        timeline.say("node " + node.id() + " is started again");
        processes.start(node);
    }

    private void pause(final KvProcess node, final String role, final long slotNs)
        throws ChaosFailure, IOException, InterruptedException {
        timeline.say("pause of node " + node.id() + ", " + role);
        node.pause();
        processes.restUntil(System.nanoTime() + Math.min(PAUSE_NS, slotNs / 2));
        timeline.say("node " + node.id() + " goes on");
        node.resume();
        processes.awaitCaughtUp(node, System.nanoTime());
    }

    private void killAll() throws ChaosFailure, IOException, InterruptedException {
        timeline.say("kill -9 of all nodes at once");
        processes.nodes().forEach(KvProcess::crash);
        for (final KvProcess node : processes.nodes()) {
            node.kill();
        }
        timeline.say("all nodes are started again");
        processes.startAll();
    }

    private KvProcess follower() throws ChaosFailure {
        final KvProcess leader = processes.awaitLeader();
        final int other = ThreadLocalRandom.current().nextInt(1, KvProcesses.NODES);
        return processes.nodes().get((leader.id() + other) % KvProcesses.NODES);
    }
}
