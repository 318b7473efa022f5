package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.testkit.disk.DamageCounters;
import io.fleet.testkit.fault.FaultCounters;
import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.run.plan.Feature;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SwarmReportTest {
    private final SwarmTotals totals = new SwarmTotals();

    @Test
    void shouldCountPairsOnlyWhereTheFaultHadAnEffect() {
        totals.add(result(1, Set.of(Feature.THREE_NODES, Feature.SNAPSHOTS), 1, List.of()));
        totals.add(result(2, Set.of(Feature.THREE_NODES), 0, List.of()));
        assertEquals(1, totals.seedsWithBoth(Feature.THREE_NODES, FaultKind.KILL));
        assertEquals(1, totals.seedsWithBoth(Feature.SNAPSHOTS, FaultKind.KILL));
        assertEquals(0, totals.seedsWithBoth(Feature.FIVE_NODES, FaultKind.KILL));
        assertEquals(2, totals.seedsWith(Feature.THREE_NODES));
        assertEquals(1, totals.seedsUnder(FaultKind.KILL));
        final String report = new SwarmReport(totals, 2, 1).write();
        assertTrue(report.contains("| KILL | 2 | 1 |\n"), report);
        assertTrue(report.contains("| seeds/s | 1.0 |\n"), report);
        assertTrue(report.contains("| seeds for each second of a core | 2.0 |\n"), report);
        assertTrue(report.contains("| SNAPSHOTS | 1 | 1 |\n"), report);
    }

    @Test
    void shouldFailPairsThatWereMetTooSeldom() {
        for (int seed = 0; seed < 1_000; seed++) {
            totals.add(result(seed, Feature.drawn(), 1, List.of()));
        }
        assertTrue(report().contains("\nOK: of 65 pairs that can occur, 0 were met in fewer than 1 seeds"), report());
        for (int seed = 0; seed < 1_000; seed++) {
            totals.add(result(seed, Set.of(Feature.SNAPSHOTS), 0, List.of()));
        }
        assertTrue(report().contains("\nOK: "), report());
        final SwarmTotals seldom = new SwarmTotals();
        for (int seed = 0; seed < 1_000; seed++) {
            seldom.add(result(seed, Set.of(Feature.SNAPSHOTS), 1, List.of()));
        }
        final String report = new SwarmReport(seldom, 1, 1).write();
        assertTrue(report.contains("\nFAILED: of 65 pairs that can occur, 64 were met in fewer than 1 seeds"), report);
        assertTrue(report.contains("| ONE_NODE | KILL | 0 |\n"), report);
    }

    @Test
    void shouldNameSeedsThatFailed() {
        totals.add(result(7, Set.of(), 0, List.of("a rule is broken")));
        totals.add(result(8, Set.of(), 0, List.of()));
        assertTrue(report().contains("Seeds that failed: [7]"), report());
        assertTrue(report().contains("| of them failed | 1 |"), report());
    }

    @Test
    void shouldWriteAReportOfRealRuns(@TempDir final Path directory) throws IOException, InterruptedException {
        final Path page = directory.resolve("history.html");
        final ByteArrayOutputStream printed = new ByteArrayOutputStream();
        final PrintStream console = new PrintStream(printed, true, StandardCharsets.UTF_8);
        final Simulation simulation = new Simulation(1, 3, 1, Set.of(), console);
        assertEquals(List.of(), simulation.run());
        assertTrue(Simulation.draw(3, false, page, console).passed());
        assertThrows(IOException.class, () -> Simulation.draw(3, false, directory, console));
        final String report = simulation.report();
        assertTrue(report.startsWith("# Simulated runs\n"), report);
        assertTrue(report.contains("| seeds | 3 |\n"), report);
        assertTrue(report.contains("## Rare branches"), report);
        UnreachableMarks.reasons().forEach((mark, reason) -> assertTrue(report.lines()
            .anyMatch(line -> line.startsWith("| " + mark + " | ") && line.endsWith(" | " + reason + " |")), mark));
        assertFalse(report.contains("FAILED"), report);
        assertTrue(printed.toString(StandardCharsets.UTF_8).contains("3 seeds in "));
        assertTrue(Files.readString(page).contains("<h1>linearizable</h1>"));
    }

    @Test
    void shouldSayWhatCannotOccurAndWhy() {
        totals.add(result(1, Set.of(Feature.THREE_NODES), 1, List.of()));
        assertTrue(report().contains("- THREE_NODES with RING (4)\n"), report());
        assertTrue(report().contains("- TWO_NODES with BRIDGE (3), RING (4), "), report());
        assertFalse(report().contains("- FOUR_NODES"), report());
    }

    @Test
    void shouldKeepMarksApartThatNoRunCanReach() {
        totals.add(result(1, Set.of(), 0, List.of()));
        final String report = report();
        assertTrue(report.contains(" that runs can reach were never taken.\n"), report);
        UnreachableMarks.reasons().forEach((mark, reason) -> {
            assertFalse(reason.isBlank(), mark);
            assertFalse(report.substring(0, report.indexOf("No run can reach")).contains(mark), mark);
        });
    }

    private String report() {
        return new SwarmReport(totals, 1, 1).write();
    }

    private static SeedResult result(final long seed, final Set<Feature> features, final int killed,
                                     final List<String> violations) {
        final FaultCounters faults = new FaultCounters();
        faults.increment(FaultKind.KILL);
        final FaultCounters effects = new FaultCounters();
        effects.add(FaultKind.KILL, killed);
        return new SeedResult(seed, features, violations, 1, 10, 5, 4, 1, 0, 2, 0, 0, 0, faults, effects,
            new DamageCounters(), 0, 1_000_000_000L);
    }
}
