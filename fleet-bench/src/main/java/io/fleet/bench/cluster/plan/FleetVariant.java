package io.fleet.bench.cluster.plan;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Fleet with one thing that is not its default, as another contender beside Fleet as it is. */
public enum FleetVariant {
    /** What a log that grows for ever would give. */
    NO_SNAPSHOTS("no-snapshots", "snapshots", "off", "snapshots and trimming are off"),
    /** Fewer bytes to each disk. */
    QUORUM_COPIES("quorum-copies", "copies", "quorum", "two of three nodes, or three of five, write each entry"),
    /** More messages, and no replica waits for the leader's word. */
    EVERYONE_LEARNS("everyone-learns", "learning", "everyone", "each acknowledgement goes to everyone"),
    /** The fewest messages under load, and one hop more. */
    LEADER_LEARNS("leader-learns", "learning", "leader", "acknowledgements go to the leader alone"),
    /** What a leader receives does not grow with the voters, and one hop more. */
    COLLECTOR_LEARNS("collector-learns", "learning", "collector", "a member gathers acknowledgements for all"),
    /** One machine's state and execution less. */
    WITNESS("witness", "witnesses", "1", "the last node has no state: it persists and votes");

    /** Who is varied. */
    public static final String PEER = "fleet";

    private final String word;
    private final Map<String, String> settings;
    private final String difference;

    FleetVariant(final String word, final String setting, final String value, final String difference) {
        this.word = word;
        settings = Map.of(setting, value);
        this.difference = difference;
    }

    /** The words of the command line. */
    public static List<String> words() {
        return Arrays.stream(values()).map(each -> each.word).toList();
    }

    /** The one of a word. */
    public static FleetVariant of(final String word) {
        return Arrays.stream(values()).filter(each -> each.word.equals(word)).findFirst().orElseThrow();
    }

    Contender contender() {
        return new Contender(PEER + "/" + word, PEER, settings, List.of());
    }

    /** What is not as Fleet has it by itself, for the title of a table. */
    String title() {
        return contender().name() + ": " + difference;
    }
}
