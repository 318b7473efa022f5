package io.fleet.verify.torture;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.ErasureCode;
import io.fleet.config.QuorumLayout;
import io.fleet.verify.torture.fault.FaultGroup;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class TortureRunTest {
    @TempDir
    private Path directory;

    /** Real processes, one kill; how long clients wait is not judged here, since tests share the machine. */
    @Tag("full")
    @Test
    void shouldLoseNothingWhenTheLeaderIsKilled() throws Exception {
        final StringWriter out = new StringWriter();
        final TortureOptions options = TortureOptions.chaos(Duration.ofSeconds(4), 6, directory, false,
            Duration.ofSeconds(60));
        assertTrue(TortureRun.run(options, new PrintWriter(out)), out::toString);
        assertTrue(out.toString().contains("1 x kill -9 of the leader"), out::toString);
        assertTrue(out.toString().contains("history:      linearizable"), out::toString);
    }

    /** The relay between the nodes, and links that are cut and bad; nothing here needs rights. */
    @Tag("full")
    @Test
    void shouldLoseNothingWhenTheNetworkFails() throws Exception {
        final StringWriter out = new StringWriter();
        final TortureOptions options = TortureOptions.torture(Duration.ofSeconds(4), 3, 6, directory, 1,
            EnumSet.of(FaultGroup.PARTITIONS, FaultGroup.NETWORKS));
        assertTrue(TortureRun.run(options, new PrintWriter(out)), out::toString);
        assertTrue(out.toString().contains("PASSED: seed 1, "), out::toString);
        assertFalse(out.toString().contains("faults:       none"), out::toString);
    }

    /** Five processes without a leader, long values among the others; the wiped one rebuilds its segments. */
    @Tag("full")
    @Test
    void shouldLoseNothingOfACodedGroup() throws Exception {
        final StringWriter out = new StringWriter();
        final TortureOptions options = TortureOptions.torture(Duration.ofSeconds(4), 3, 6, directory, 2,
            EnumSet.of(FaultGroup.WIPES)).coded(new ErasureCode(3, 2));
        assertTrue(TortureRun.run(options, new PrintWriter(out)), out::toString);
        assertTrue(out.toString().contains("fleet torture of coded(3, 2): 5 processes"), out::toString);
        assertTrue(out.toString().contains("every node takes writes"), out::toString);
        assertTrue(out.toString().contains("history:      linearizable"), out::toString);
        assertTrue(out.toString().contains("faults:       1 x wiped directory of a node"), out::toString);
    }

    /** Three voters and two observers; two voters are lost at the end, and the observers vote in their places. */
    @Tag("full")
    @Test
    void shouldLoseNothingWhenObserversTakeThePlacesOfLostVoters() throws Exception {
        final StringWriter out = new StringWriter();
        final TortureOptions options = TortureOptions.torture(Duration.ofSeconds(4), 3, 6, directory, 3,
            EnumSet.of(FaultGroup.KILLS)).observers(2);
        assertTrue(TortureRun.run(options, new PrintWriter(out)), out::toString);
        assertTrue(out.toString().contains("fleet torture with 2 observers: 5 processes"), out::toString);
        assertTrue(out.toString().contains("node 3 votes in the place of node "), out::toString);
        assertTrue(out.toString().contains("node 4 votes in the place of node "), out::toString);
        assertTrue(out.toString().contains("history:      linearizable"), out::toString);
    }

    /** Six voters that count in storage groups, then in one group of them, and back, while nodes are killed. */
    @Tag("full")
    @Test
    void shouldLoseNothingWhenVotersCountInOtherWays() throws Exception {
        final StringWriter out = new StringWriter();
        final TortureOptions options = TortureOptions.torture(Duration.ofSeconds(8), 6, 6, directory, 4,
            EnumSet.of(FaultGroup.KILLS)).witnesses(3).quorums(List.of(QuorumLayout.parse("groups:0,1,2/3,4,5"),
                QuorumLayout.parse("groups:0,1,2")));
        assertTrue(TortureRun.run(options, new PrintWriter(out)), out::toString);
        assertTrue(out.toString().contains("quorums are groups 0,1,2 after "), out::toString);
        assertTrue(out.toString().matches("(?s).*PASSED: seed 4, .*, [1-9]\\d* changes of quorums; .*"), out::toString);
        assertTrue(out.toString().contains("history:      linearizable"), out::toString);
    }
}
