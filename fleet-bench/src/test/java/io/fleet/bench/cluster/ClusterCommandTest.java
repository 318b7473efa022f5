package io.fleet.bench.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.bench.cluster.plan.ClusterOptions;
import io.fleet.bench.cluster.plan.Contender;
import io.fleet.bench.cluster.plan.Point;
import io.fleet.bench.harness.JvmFlags;
import io.fleet.bench.load.Workload;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class ClusterCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    @TempDir
    private Path modules;

    private CommandLine commands() {
        return BenchMain.commands(new BuiltPeers(modules, System.getProperty("java.class.path")),
            new PrintWriter(out), new PrintWriter(err));
    }

    private ClusterOptions options(final String line) throws IOException, InterruptedException {
        final CommandLine commands = commands();
        final CommandLine.ParseResult parsed = commands.parseArgs(("cluster " + line).strip().split(" "));
        return ((ClusterCommand) parsed.subcommand().commandSpec().userObject()).options();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', value = {
        "--nope > Unknown option: '--nope'",
        "--peer consul > --peer is 'consul', but must be all or some of fleet, aeron-cluster, ratis, jraft, "
            + "zookeeper, etcd, unreplicated",
        "--peer fleet,ratis > --peer is 'ratis', which is not built; built are fleet, unreplicated",
        "--peer microraft > --peer is 'microraft', but must be all or some of fleet, aeron-cluster",
        "--embedded --peer zookeeper > --peer is 'zookeeper', but must be all or some of fleet, microraft with "
            + "--embedded",
        "--embedded --peer microraft > --peer is 'microraft', which is not built; built are fleet (",
        "--workload scan > --workload is 'scan', but must be all or some of put, get, mix",
        "--value 0 > --value is 0, but must be from 1 to 524288",
        "--value x > --value is 'x', but must be numbers from 1 to 524288",
        "--value 64, > --value is '', but must be numbers from 1 to 524288",
        "--outstanding 4097 > --outstanding is 4097, but must be from 1 to 4096",
        "--rate 0 > --rate is 0, but must be from 1 to 10000000",
        "--rate 0.5% > --rate with a % sign is 0.5, but must be from 1 to 200",
        "--rate fast > --rate is 'fast', but must be a number, or one with a % sign",
        "--rate 5 --outstanding 6 > --rate is 5, and --outstanding is 6, but a loop is open or closed",
        "--variant fast > --variant is 'fast', but must be all or some of no-snapshots, quorum-copies, "
            + "everyone-learns, leader-learns, collector-learns, witness",
        "--longest -1 > --longest is -1, but must be from 0 to 3600",
        "--disk -1 > --disk is -1, but must be from 0 to 100000",
        "--disk 5 --embedded > --disk is 5.0, but must be 0 with --embedded",
        "--disk 5 --durable false > --disk is 5.0, but must be 0 with --durable false",
        "--seconds 0 > --seconds is 0, but must be from 0.1 to 3600",
        "--seconds x > Invalid value for option '--seconds'",
        "--warm-up -1 > --warm-up is -1, but must be from 0 to 3600",
        "--settle -1 > --settle is -1, but must be from 0 to 3600",
        "--settle 3601 > --settle is 3601, but must be from 0 to 3600",
        "--rounds 0 > --rounds is 0, but must be from 1 to 100",
        "--minutes 0 > --minutes is 0, but must be from 0.1 to 10080",
        "--nodes 2 > --nodes is 2, but must be 1, 3 or 5",
        "--durable maybe > --durable is 'maybe', but must be true or false",
        "--dir pom.xml > --dir is pom.xml, but must be a directory",
        "--csv src > --csv is src, which is a directory, but must be a file",
        "--svg pom.xml > --svg is pom.xml, but must be a directory"
    })
    void shouldRefuseWrongOptions(final String line, final String message) {
        assertEquals(2, commands().execute(("cluster " + line).split(" ")), err.toString());
        assertTrue(err.toString().contains(message), err.toString());
        assertTrue(err.toString().contains("fleet bench help cluster"), err.toString());
    }

    @Test
    void shouldHaveDefaults() throws IOException, InterruptedException {
        final ClusterOptions options = options("");
        assertEquals(List.of("fleet", "unreplicated"), options.peers());
        assertEquals(List.of(Workload.PUT), options.workloads());
        assertEquals(List.of(64), options.values());
        assertEquals(List.of(1, 16, 256), options.outstanding());
        assertEquals(3, options.run().rounds());
        assertEquals(3, options.run().nodes());
        assertEquals(Duration.ofSeconds(8), options.run().settle());
        assertEquals(Duration.ofSeconds(3), options.run().warmUp());
        assertEquals(Duration.ofSeconds(20), options.run().measure());
        assertEquals(Duration.ofSeconds(120), options.run().longest());
        assertEquals(0, options.run().diskBytes());
        assertEquals(Map.of(), options.contenders().get(0).settings(), "Fleet as it is");
        assertEquals("", options.title());
        assertTrue(options.run().durable(), "nothing else is compared by itself");
        assertEquals(null, options.run().bound());
    }

    @Test
    void shouldTakeListsInTheirOrderAndEachOnce() throws IOException, InterruptedException {
        final ClusterOptions options = options("--peer unreplicated,fleet,fleet --value 1024,64 --workload get,mix "
            + "--outstanding 4,4,2 --minutes 0.5 --settle 0.25 --jvm-flags -Xint");
        assertEquals(List.of("unreplicated", "fleet"), options.peers());
        assertEquals(List.of(1024, 64), options.values());
        assertEquals(List.of(4, 2), options.outstanding());
        assertEquals(Duration.ofSeconds(30), options.run().bound());
        assertEquals(Duration.ofMillis(250), options.run().settle());
        assertEquals(List.of("-Xint"), options.run().jvmFlags());
        assertEquals(List.of("get 64 B, 4 in flight", "get 64 B, 2 in flight", "mix 64 B, 4 in flight",
            "mix 64 B, 2 in flight"), options.points(64).stream().map(Point::toString).toList());
    }

    @Test
    void shouldMeasureNoLongerThanAtLeastWhereThatIsMore() throws IOException, InterruptedException {
        assertEquals(Duration.ofSeconds(7), options("--seconds 7 --longest 0").run().longest());
        assertEquals(Duration.ofSeconds(9), options("--seconds 7 --longest 9").run().longest());
    }

    @Test
    void shouldMeasureWhatIsNotTheDefaultBesideIt() throws IOException, InterruptedException {
        final ClusterOptions options = options("--peer fleet,unreplicated --variant no-snapshots,quorum-copies");
        assertEquals(List.of("fleet", "fleet/no-snapshots", "fleet/quorum-copies", "unreplicated"),
            options.contenders().stream().map(Contender::name).toList());
        assertEquals(Map.of("snapshots", "off"), options.contenders().get(1).settings());
        assertEquals("fleet", options.contenders().get(2).peer());
        assertEquals("fleet/no-snapshots: snapshots and trimming are off; fleet/quorum-copies: two of three nodes, or "
            + "three of five, write each entry", options.title());
        assertEquals(List.of("unreplicated", "fleet/no-snapshots"), options("--peer unreplicated --variant "
            + "no-snapshots").contenders().stream().map(Contender::name).toList());
    }

    @Test
    void shouldTakeRatesAndPartsOfThePeak() throws IOException, InterruptedException {
        final ClusterOptions options = options("--rate 20000,70%");
        assertEquals(List.of(), options.outstanding());
        assertEquals(List.of("20,000/s", "70 % of peak"), options.points(64).stream().map(Point::load).toList());
    }

    @Test
    void shouldFindPeersThatAreBuiltAndKeepTheirLibrariesApart() throws IOException, InterruptedException {
        final Path target = Files.createDirectories(modules.resolve("ratis/target/lib")).getParent();
        Files.createFile(target.resolve("fleet-bench-ratis-1.jar"));
        Files.createFile(target.resolve("fleet-bench-ratis-1-sources.jar"));
        Files.createFile(target.resolve("lib/ratis-server.jar"));
        final BuiltPeers built = new BuiltPeers(modules, "own.jar");
        assertEquals(List.of("fleet", "ratis", "unreplicated"), built.built(BuiltPeers.ALL));
        assertEquals("own.jar", built.classPath("fleet"));
        final String classPath = built.classPath("ratis");
        assertTrue(classPath.contains("fleet-bench-ratis-1.jar") && classPath.contains("ratis-server.jar"), classPath);
        assertTrue(!classPath.contains("sources") && !classPath.contains("own.jar"), classPath);
    }

    @Test
    void shouldNameThePackageOfAServerThatIsNotHere() throws IOException, InterruptedException {
        final Path programs = Files.createDirectories(modules.resolve("bin"));
        final String searched = modules.resolve("none") + File.pathSeparator + programs;
        assertEquals("its server, the program etcd, is not on the PATH: Debian's package etcd-server has it",
            BuiltPeers.lacks("etcd", searched));
        assertEquals("", BuiltPeers.lacks("zookeeper", searched));
        final Path program = Files.createFile(programs.resolve("etcd"));
        assertTrue(program.toFile().setExecutable(true), "it is ours");
        assertEquals("", BuiltPeers.lacks("etcd", searched));
    }

    @Test
    void shouldTakeOtherPeersWhereAllIsInOneProcess() throws IOException, InterruptedException {
        assertEquals(List.of("fleet"), options("--embedded").peers());
        final Path target = Files.createDirectories(modules.resolve("microraft/target/lib")).getParent();
        Files.createFile(target.resolve("fleet-bench-microraft-1.jar"));
        assertEquals(List.of("fleet", "microraft"), options("--embedded").peers());
        assertTrue(options("--embedded").run().embedded(), "it was asked for");
        assertEquals(List.of("fleet", "unreplicated"), options("").peers());
    }

    @Test
    void shouldGiveAProcessWithAllNodesMoreMemory() {
        assertTrue(JvmFlags.of(17, JvmFlags.heap(false)).containsAll(List.of("-Xms1g", "-Xmx1g")), "one node");
        assertTrue(JvmFlags.of(17, JvmFlags.heap(true)).containsAll(List.of("-Xms2g", "-Xmx2g")), "a whole cluster");
    }

    @Test
    void shouldLetTheUserTakeBackTheFlagsThatAreRecommended() {
        final List<String> words = JvmFlags.commandOfFleet(JvmFlags.HEAP, List.of("-XX:FreqInlineSize=325"), "jars");
        assertTrue(words.indexOf("-XX:FreqInlineSize=120") < words.indexOf("-XX:FreqInlineSize=325"),
            "the last counts");
        assertTrue(words.containsAll(JvmFlags.ofFleet()), "of Fleet");
        assertTrue(Collections.disjoint(JvmFlags.command(JvmFlags.HEAP, List.of(), "jars"), JvmFlags.ofFleet()),
            "of another");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h", "cluster --help", "ablations -h", "handover --help", "jmh --help"})
    void shouldHelp(final String line) {
        assertEquals(0, commands().execute(line.split(" ")), err.toString());
        assertTrue(out.toString().contains("Usage: fleet bench"), out.toString());
        assertTrue(out.toString().contains("-h, --help"), out.toString());
    }

    @Test
    void shouldListItsOptions() {
        assertEquals(0, commands().execute("help", "cluster"));
        assertTrue(out.toString().contains("--outstanding"), out.toString());
        assertTrue(out.toString().contains("--settle"), out.toString());
    }
}
