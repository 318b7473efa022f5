package io.fleet.verify.torture.fault;

/**
 * One fault of a plan. Which node leads is not known before: a plan says what to do to the leader, or to one of the
 * others, which {@code pick} names.
 *
 * @param kind         what to do.
 * @param atMillis     when, since the clients began; later when the fault before takes longer.
 * @param lengthMillis how long it lasts.
 * @param pick         chooses among the nodes that can be meant; not negative.
 * @param weather      of the network while it lasts.
 */
public record Fault(Kind kind, long atMillis, long lengthMillis, int pick, NetworkWeather weather) {
    /** The faults. */
    public enum Kind {
        /** SIGKILL to the leader, and a new process a little later. */
        KILL_LEADER("kill -9 of the leader", FaultGroup.KILLS, Where.LED),
        /** The same to another node. */
        KILL_FOLLOWER("kill -9 of a follower", FaultGroup.KILLS, Where.LED),
        /** The same to a node where none leads. */
        KILL_NODE("kill -9 of a node", FaultGroup.KILLS, Where.LEADERLESS),
        /** SIGKILL to all nodes at once, and new processes. */
        KILL_ALL("kill -9 of all nodes at once", FaultGroup.KILLS),
        /** SIGSTOP to the leader, SIGCONT a little later. */
        PAUSE_LEADER("pause of the leader", FaultGroup.PAUSES, Where.LED),
        /** The same to another node. */
        PAUSE_FOLLOWER("pause of a follower", FaultGroup.PAUSES, Where.LED),
        /** The same to a node where none leads. */
        PAUSE_NODE("pause of a node", FaultGroup.PAUSES, Where.LEADERLESS),
        /** The leader neither reaches the others nor hears them. */
        ISOLATE_LEADER("partition: the leader is cut off", FaultGroup.PARTITIONS, Where.LED),
        /** The same with another node. */
        ISOLATE_FOLLOWER("partition: a follower is cut off", FaultGroup.PARTITIONS, Where.LED),
        /** The same with a node where none leads. */
        ISOLATE_NODE("partition: a node is cut off", FaultGroup.PARTITIONS, Where.LEADERLESS),
        /** What one node sends is lost; it hears. */
        MUTE("partition: a node is not heard", FaultGroup.PARTITIONS),
        /** What is sent to one node is lost; it is heard. */
        DEAF("partition: a node does not hear", FaultGroup.PARTITIONS),
        /** Two nodes do not reach each other; both reach the others. */
        SPLIT("partition: two nodes do not reach each other", FaultGroup.PARTITIONS),
        /** All links are bad. */
        BAD_NETWORK("bad network", FaultGroup.NETWORKS),
        /** The disk of a node is filled, and emptied a little later. */
        FULL_DISK("full disk of a node", FaultGroup.DISKS),
        /** SIGKILL to a node, whose files are deleted before it is started again. */
        WIPE("wiped directory of a node", FaultGroup.WIPES),
        /** SIGKILL to the leader, which is back before the next one is killed. */
        KILL_NEXT_LEADER("kill -9 of the leader, the next a little later", FaultGroup.LEADERS, Where.LED);

        private final String text;
        private final FaultGroup group;
        private final Where where;

        /** In which groups a fault can be. */
        private enum Where {
            ANY, LED, LEADERLESS
        }

        Kind(final String text, final FaultGroup group) {
            this(text, group, Where.ANY);
        }

        Kind(final String text, final FaultGroup group, final Where where) {
            this.text = text;
            this.group = group;
            this.where = where;
        }

        /** Whether it can be done to a group in which a node leads, or to one in which none does. */
        boolean suits(final boolean isLed) {
            return where == Where.ANY || isLed == (where == Where.LED);
        }

        public FaultGroup group() {
            return group;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    public static Fault clear(final Kind kind, final long atMillis, final long lengthMillis, final int pick) {
        return new Fault(kind, atMillis, lengthMillis, pick, NetworkWeather.CLEAR);
    }
}
