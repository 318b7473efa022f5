package io.fleet.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.client.FleetClient;
import io.fleet.config.Persistence;
import io.fleet.config.QuorumLayout;
import io.fleet.config.WriteQuorum;
import io.fleet.error.ConfigException;
import io.fleet.examples.kv.KvMachine;
import io.fleet.examples.kv.resp.ReplicaInfo;
import io.fleet.examples.kv.resp.RespLimits;
import io.fleet.examples.kv.server.KvOptions;
import io.fleet.examples.kv.server.Replicas;
import io.fleet.examples.kv.store.KvBounds;
import io.fleet.examples.kv.store.StoreKind;
import io.fleet.testkit.local.LocalClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

@Tag("slow")
class FleetCliTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final AtomicInteger closed = new AtomicInteger();
    private KvOptions launched;
    private final List<String> listened = new ArrayList<>();
    private volatile int leader = 1;

    /** Runs a command line whose replicas live as long as what they are given to do. */
    private int run(final Callable<Void> life, final String... arguments) {
        return new FleetCli(options -> {
            launched = options;
            return new LocalReplicas(life);
        }, new PrintWriter(out), new PrintWriter(err)).run(arguments);
    }

    private int run(final String line) {
        return run(() -> null, line.split(" "));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', value = {
        "nope > there is no command 'nope': the commands are help, version, kv, sim, ",
        "--nope > Unknown option: '--nope'",
        "crashpoints --only nix > --only is 'nix', but must name one of real-disk, ",
        "crashpoints --only A > --only is 'A', but must be a workload such as scattered, ",
        "crashpoints --level disk > --level is 'disk', but must be storage, node or cluster",
        "crashpoints --threads 0 > --threads is 0, but must be from 1 to 999",
        "kv --nope > Unknown option: '--nope'",
        "kv --port x > Invalid value for option '--port': 'x' is not an int",
        "kv --port 0 > --port is 0, but must be from 1 to 65533",
        "kv --port 65534 > --port is 65534, but must be from 1 to 65533",
        "kv --http-port 70000 > --http-port is 70000, but must be from 1 to 65535",
        "kv --admin-port 0 > --admin-port is 0, but must be from 1 to 65533",
        "admin > a command is missing: status, events, live, ready, metrics, transfer, snapshot, members, add, "
            + "remove, replace, quorums, log-verify or "
            + "log-dump",
        "admin --connect x:7 quorums > --layout is missing: it must say how the voters are to count, such as majority",
        "admin --connect x:7 quorums --layout raft > --layout: quorums is 'raft', but must be majority, groups:1",
        "admin --connect x:7 quorums --layout groups:1,2/2 > --layout: quorums is groups 1,2/2, but node 2 has two",
        "admin --connect x:7 quorums --layout majority --group -1 > --group is -1, but must be at least 0",
        "admin transfer --to 1 > --connect is missing: it must say where the node's admin endpoint listens",
        "admin --connect x:7 transfer --to -1 > --to is -1, but must be at least 0",
        "admin --connect x:7 transfer --to x > Invalid value for option '--to': 'x' is not an int",
        "admin --connect x:7 snapshot --group -1 > --group is -1, but must be at least 0",
        "admin status > --connect is missing: it must say where the node's admin endpoint listens",
        "admin --connect x status > --connect is 'x', but must be host:port",
        "admin status --connect x:70000 > port of --connect x:70000 is 70000, but must be from 1 to 65535",
        "admin --connect x:7 --timeout 0 ready > --timeout is 0, but must be from 1 to 3600",
        "admin log-verify > Missing required parameter: 'DIR",
        "admin log-dump --log x . > --log is 'x', but must be scattered, steps or ordered",
        "admin log-dump --from 5 --to 4 . > --to is 4, but must be at least 5",
        "admin log-dump --limit -1 . > --limit is -1, but must be at least 0",
        "admin log-verify src > src holds nothing of a node",
        "admin log-verify nope > nope is not a directory that can be read",
        "kv --id 0 --members a:1,b:2 > --cluster is missing: --members needs a number for the cluster that no other one"
            + " on the same network has, the same on every node, such as --cluster 1",
        "kv --cluster 5 > --cluster is 5, but replicas of one process are a cluster of their own: name --members",
        "kv --cluster 5 --id 0 --members a:1,b:2 --transport multicast > --multicast-group is missing",
        "kv --id 1 > --id is 1, but says which of --members this node is, and --members is missing",
        "kv --members a:1,b:2 > --id is missing: it must say which of the 2 members this node is, from 0 to 1",
        "kv --id 2 --members a:1,b:2 > --id is 2, but must be from 0 to 1",
        "kv --id 1 --members a,b:2 > --members is 'a', but must be host:port",
        "kv --id 1 --members a:1,b:70000 > port of --members b:70000 is 70000, but must be from 1 to 65535",
        "kv --id 1 --members a:1,a:1 > --members is a:1,a:1, but names a member twice",
        "kv --copies 2 > --copies is '2', but must be all or quorum",
        "kv --persistence none > --persistence is 'none', but must be scattered or ordered",
        "kv --dissemination x > --dissemination is 'x', but must be batcher or leader",
        "kv --replier x > --replier is 'x', but must be jbsq, random or leader",
        "kv --leases 5 > --leases is '5': millis of leases is 5, but must be from 10 to 60000",
        "kv --leases 50:200000 > --leases is '50:200000': maxDriftPpm of leases is 200000, but must be from 0 to",
        "kv --leases x > --leases is 'x', but must be MS[:PPM][:all], such as 250 or 250:1000",
        "kv --reads lease > --reads is lease, but --leases is missing",
        "kv --reads lease --mode coded > --reads is lease, but a group of --mode coded has none",
        "kv --read-threads 2 --store offheap > --read-threads is 2, but the store offheap has no views for them",
        "kv --prepare-threads 2 > --prepare-threads is 2, but the store heap prepares nothing: --store speculative "
            + "and shipping do",
        "kv --store speculative --prepare-threads 257 > --prepare-threads is 257, but must be from 0 to 256",
        "kv --mode coded --leases 200 > --leases is given, but means nothing in a group of --mode coded",
        "kv --mode raft > --mode is 'raft', but must be scattered or coded",
        "kv --k 4 > --k is given, but --mode is scattered",
        "kv --mode coded --k 0 > --k or --m: k is 0, but must be from 1 to 61",
        "kv --mode coded --id 0 --members a:1,b:2,c:3 > --members names 3 nodes, but --k 3 and --m 2 make 5 members",
        "kv --mode coded --join --id 0 --members a:1,b:2 > --join is given, but a group of --mode coded keeps the"
            + " members that found it",
        "kv --mode coded --m 1 > --k or --m: m is 1, but must be from 2 to 62: a coded group goes on while m / 2",
        "kv --mode coded --m 0 > --k or --m: m is 0, but must be from 2 to 62",
        "kv --mode coded --persistence scattered > --persistence is given, but means nothing in a group",
        "kv --mode coded --copies all > --copies is given, but means nothing in a group of --mode coded",
        "kv --mode coded --dissemination leader > --dissemination is given, but means nothing in a group",
        "kv --mode coded --replier jbsq > --replier is given, but means nothing in a group of --mode coded",
        "kv --mode coded --alone --id 0 --members a:1 > --alone is given, but a group of --mode coded is founded by",
        "kv --quorums groups:0,1,2 > --quorums is groups:0,1,2, but replicas of one process are a majority of",
        "kv --id 0 --members a:1,b:2,c:3 --quorums raft > --quorums: quorums is 'raft', but must be majority, groups",
        "kv --id 0 --members a:1,b:2,c:3 --quorums grid:0,1/2 > --quorums: quorums is grid 0,1/2, but all rows must be",
        "kv --id 0 --members a:1,b:2,c:3 --quorums groups:1,2,3 > node of --quorums groups:1,2,3 is 3, but must be from"
            + " 0 to 2",
        "kv --id 0 --members a:1,b:2 --join --quorums groups:0 > --quorums is given with --join, but says how those"
            + " count that found a group: a node that joins hears it from them",
        "kv --id 0 --members a:1,b:2,c:3,d:4 --witnesses 1,2,3 --quorums groups:1,2,3 > --witnesses names 3 of 4"
            + " members, but with --quorums groups:1,2,3 the others, which have the keys, must be enough to write by",
        "kv --id 0 --members a:1,b:2,c:3 --witnesses 1,2 --quorums majority > --witnesses names 2 of 3 members, but"
            + " must name fewer than half",
        "kv --mode coded --quorums majority > --quorums is given, but the members of a group of --mode coded count by",
        "kv --gateway --cluster 1 --members 127.0.0.1:1 --quorums majority > --quorums is given with --gateway, but a"
            + " gateway counts no votes",
        "kv --transport tcp > --transport is 'tcp', but must be mdc or multicast",
        "kv --transport multicast > --transport is multicast, but replicas of one process speak through memory: "
            + "name --members",
        "kv --multicast-group 224.0.1.1:5 > --multicast-group is 224.0.1.1:5, but --transport is mdc",
        "kv --multicast-interface 10.0.0.1 > --multicast-interface is 10.0.0.1, but --transport is mdc",
        "kv --allowed-sources 10.0.0.9 > --allowed-sources is 10.0.0.9, but replicas of one process speak through "
            + "memory: name --members",
        "kv --cluster 5 --id 0 --members a:1,b:2 --allowed-sources 10.0.0.0/24,node-3 > --allowed-sources is "
            + "'10.0.0.0/24,node-3': allowedSources has 'node-3', but must have IP addresses and networks alone",
        "kv --cluster 5 --id 0 --members a:1,b:2 --allowed-sources 10.0.0.0/33 > --allowed-sources is '10.0.0.0/33': "
            + "allowedSources has '10.0.0.0/33', but must have IP addresses and networks alone: 10.0.0.9",
        "kv --dir a,b > --dir is a,b, but three replicas in one process take one directory: name --members",
        "sim --seeds 0 > --seeds is 0, but must be at least 1",
        "sim --seed 1 --seeds 2 > --seed is 1, and runs alone: leave --seeds, --first, --threads, --with"
            + " and --report out",
        "sim --trace > --trace is given, but --seed or --script is missing",
        "sim --html x > --html is given, but --seed is missing",
        "sim --seeds 1 --threads 1 --report src > the report cannot be written to src: ",
        "sim --seed 3 --html src > the page cannot be written to src: ",
        "sim --seeds 3 --html x > --html is given, but --seed is missing",
        "sim --with nope > there is no feature nope, but one of ",
        "sim --script src/nope > src/nope: java.nio.file.NoSuchFileException",
        "sim --script pom.xml > pom.xml: io.fleet.verify.shrink.ScriptException: line 1: ",
        "sim --script x --shrink y --seed 1 > --script is x, and runs alone: leave --seed, --shrink and --runs out",
        "sim --script x --with coded > --script and --shrink are about one run: ",
        "sim --shrink y --seed 1 --with membership > --script and --shrink are about one run: ",
        "sim --shrink x > to shrink takes --seed and --shrink, and has no --trace",
        "sim --shrink y --seed 1 --runs 0 > --runs is 0, but must be at least 1",
        "chaos --seconds 0 > --seconds is 0, but must be from 1 to 86400",
        "chaos --clients 2 > --clients is 2, but must be from 3 to 1000",
        "chaos --max-gap-ms 0 > --max-gap-ms is 0, but must be from 1 to 3600000",
        "chaos --dir src > --dir is src, but must be new or empty",
        "fuzz --seconds 0 > --seconds is 0, but must be from 1 to 86400",
        "fuzz --target nope > --target is 'nope', but must be one of wire, commands, ",
        "fuzz --failures nope > --failures is nope, but must be a directory",
        "fuzz --input pom.xml > --input is pom.xml, but --target is missing",
        "fuzz --coverage-guided > --coverage-guided is given, but --target is missing",
        "fuzz --coverage-guided --target wire --input pom.xml > --input is pom.xml, and is tried alone: leave "
            + "--coverage-guided out",
        "fuzz --target wire --input src > --input is src, but must be a file of at most 16777216 bytes",
        "mutants --seeds 0 > --seeds is 0, but must be at least 1",
        "mutants --threads 0 > --threads is 0, but must be at least 1",
        "mutants --list --only x > --list tries nothing: leave --only and --report out",
        "mutants --report src > --report is src, which is a directory, but must be a file",
        "mutants --only nope > --only is 'nope', but must be one of [",
        "chaos --dir pom.xml > --dir is pom.xml, but must be a directory",
        "torture --minutes 0 > --minutes is 0, but must be from 0.05 to 10080",
        "torture --minutes NaN > --minutes is NaN, but must be from 0.05 to 10080",
        "torture --nodes 4 > --nodes is 4, but must be 3 or 5",
        "torture --mode raft > --mode is 'raft', but must be scattered or coded",
        "torture --k 4 > --k is given, but --mode is scattered",
        "torture --mode coded --m 1 > --k or --m: m is 1, but must be from 2 to 62",
        "torture --mode coded --nodes 5 > --nodes is given, but --mode coded has --k + --m nodes",
        "torture --mode coded --k 9 --m 4 > --k and --m make 13 nodes, but at most 12 are run",
        "torture --mode coded --clients 4 > --clients is 4, but must be from 5 to 1000",
        "torture --observers 3 > --observers is 3, but must be from 0 to 2",
        "torture --witnesses 1 --observers 1 > --observers is 1, but goes neither with --witnesses nor with",
        "torture --quorums raft > --quorums: quorums is 'raft', but must be majority, groups:1,2,3/4,5,6",
        "torture --quorums majority; > --quorums: quorums is '', but must be majority, groups:1,2,3/4,5,6",
        "torture --quorums groups:1,2,3 > node of --quorums groups:1,2,3 is 3, but must be from 0 to 2",
        "torture --quorums groups:0,1 > --quorums has groups:0,1, but each storage group must have 3 nodes at least",
        "torture --quorums majority;majority > --quorums names majority twice in a row",
        "torture --quorums majority;groups:0,1,2;majority > --quorums names majority twice in a row",
        "torture --quorums majority --nodes 10 > --nodes is 10, but must be from 3 to 9",
        "torture --quorums majority --nodes 6 --witnesses 3 > --witnesses is 3, but with --quorums majority the other"
            + " 3, which have the keys, are too few copies",
        "torture --quorums groups:3,4,5 --nodes 6 --witnesses 5 > --witnesses is 5, but with --quorums groups:3,4,5 the"
            + " other 1, which have the keys, are too few copies",
        "torture --quorums majority --nodes 3 --witnesses 3 > --witnesses is 3, but must be from 0 to 2",
        "torture --quorums majority --observers 1 > --quorums is given, but goes neither with --observers nor with",
        "torture --quorums majority --mode coded > --quorums is given, but goes neither with --observers nor with",
        "torture --observers 2 --clients 4 > --clients is 4, but must be from 5 to 1000",
        "torture --nodes 5 --clients 4 > --clients is 4, but must be from 5 to 1000",
        "torture --faults kills,x > --faults is 'x', but must be all or some of kills, pauses, partitions, networks, "
            + "disks, wipes, leaders",
        "torture --mode coded --faults leaders > --faults has leaders, but nobody leads a group of --mode coded",
        "torture --dir src > --dir is src, but must be new or empty",
        "torture --store disk > --store is 'disk', but must be heap, offheap, payloads, speculative or shipping",
        "torture --prepare-threads 2 > --prepare-threads is 2, but the store heap prepares nothing: --store speculative"
            + " and shipping do",
        "torture --mode coded --prepare-threads 2 > --prepare-threads is 2, but the store payloads prepares nothing",
        "torture --store speculative --prepare-threads 257 > --prepare-threads is 257, but must be from 0 to 256",
        "kv --store disk > --store is 'disk', but must be heap, offheap, payloads, speculative or shipping",
        "kv --store-entries 0 > --store-entries is 0, but must be from 1 to 1073741824",
        "kv --max-value 9000000 > --max-value is given, but --mode is scattered, where the longest value has 8387584 "
            + "bytes",
        "kv --mode coded --max-value 67108865 > --max-value is 67108865, but must be from 8387584 to 67108864",
        "kv --store-bytes 0 > --store-bytes is 0, but must be from 1 to 1099511627776",
        "kv --http-port 7003 > --http-port is 7003, which --port takes already",
        "kv --admin-port 6999 > --admin-port is 6999, which would take a port that --port takes already",
        "kv --admin-port 7101 --http-port 7103 > --http-port is 7103, which --admin-port takes already",
        "kv --id 0 --members a:1,b:1 --admin-port 7001 > --admin-port is 7001, which would take a port",
        "kv --gateway > --members is missing: --gateway runs no node, and must be told where some are",
        "kv --gateway --members 127.0.0.1:1 > --cluster is missing: --members needs a number",
        "kv --gateway --cluster 1 --members 127.0.0.1:1,localhost:2,[::1]:3 --id 1 > "
            + "--id is given with --gateway, but a gateway is none of the members",
        "kv --gateway --cluster 1 --members 127.0.0.1:1,localhost:2,[::1]:3 --dir data > "
            + "--dir is given with --gateway, but a gateway keeps nothing",
        "kv --gateway --cluster 1 --members 127.0.0.1:1,localhost:2,[::1]:3 --join > "
            + "--join is given with --gateway, but a gateway belongs to no group",
        "kv --gateway --cluster 1 --members 127.0.0.1:1,localhost:2,[::1]:3 --alone > "
            + "--alone is given with --gateway, but a gateway founds no group",
        "kv --gateway --cluster 1 --members 127.0.0.1:1,localhost:2,[::1]:3 --witnesses 1 > "
            + "--witnesses is given with --gateway, but a gateway hears from the nodes who is one",
        "kv --gateway --cluster 1 --members 127.0.0.1:1,localhost:2,[::1]:3 --admin-port 7101 > "
            + "--admin-port is given with --gateway, but a gateway has no node to look after",
        "kv --gateway --cluster 1 --members 127.0.0.1:1,localhost:2,[::1]:3 --allowed-sources 10.0.0.9 > "
            + "--allowed-sources is given with --gateway, but it says whom a node receives from",
        "kv --gateway --cluster 1 --members 127.0.0.1:1,localhost:2,[::1]:3 --persistence ordered > "
            + "--persistence is given with --gateway, but a gateway writes no log",
        "kv --gateway --cluster 1 --members 127.0.0.1:1,localhost:2,[::1]:3 --copies quorum > "
            + "--copies is given with --gateway, but a gateway writes no log",
        "kv --gateway --cluster 1 --members 127.0.0.1:1,localhost:2,[::1]:3 --read-threads 2 > "
            + "--read-threads is given with --gateway, but a gateway has no keys to walk over",
        "kv --gateway --cluster 1 --members 127.0.0.1:1,localhost:2,[::1]:3 --store speculative --prepare-threads 2 > "
            + "--prepare-threads is given with --gateway, but a gateway prepares nothing",
        "kv --gateway --cluster 1 --members 127.0.0.1:1 --store speculative > --store-bytes is missing",
        "kv --gateway --cluster 1 --members 127.0.0.1:1,10.0.0.2:2 > "
            + "--response-host is missing: nodes elsewhere must be told a name or address of this machine",
        "kv --gateway --cluster 1 --members 127.0.0.1x:1 > --response-host is missing",
        "kv --gateway --cluster 1 --members 127.0.0.1:1 --replier random > "
            + "--replier is given with --gateway, but it says how a leader",
        "kv --gateway --cluster 1 --members 127.0.0.1:1 --queue-millis 9 > "
            + "--queue-millis is given with --gateway, but the nodes tell a gateway",
        "kv --gateway --cluster 1 --members 127.0.0.1:1 > --store-bytes is missing: what is written through a gateway",
        "kv --response-host 10.0.0.9 > --response-host is 10.0.0.9, but --gateway is missing",
        "kv --gateway --mode coded --cluster 1 --members 127.0.0.1:1 > "
            + "--members names 1 nodes, but --k 3 and --m 2 make 5",
        "kv --gateway --cluster 1 --members 127.0.0.1:1,localhost:2,[::1]:3 --store-bytes 1 --reads lease > "
            + "--reads is lease, but --leases is missing",
        "kv --gateway --cluster 1 --members 127.0.0.1:1,localhost:2,[::1]:3 --multicast-group 224.0.1.1:5 > "
            + "--multicast-group is 224.0.1.1:5, but --transport is mdc",
        "kv --max-unanswered x > "
            + "--max-unanswered is 'x', but must be COMMANDS[:BYTES], such as 10000 or 10000:16777216",
        "kv --max-unanswered 0 > commands of --max-unanswered is 0, but must be from 1 to 16777216",
        "kv --max-unanswered 5:0 > bytes of --max-unanswered is 0, but must be from 1 to 1099511627776",
        "kv --client-timeout -1 > --client-timeout is -1, but must be from 0 to 31536000",
        "admin nope > there is no command 'nope': the commands are help, ",
        "admin status nope > Unmatched argument at index 2: 'nope'",
        "kv --dir , > --dir is ',', but must be one or more directories, parted by commas",
    })
    void shouldRefuseWrongOptions(final String line, final String message) {
        assertEquals(2, run(line));
        assertTrue(err.toString().startsWith("fleet: " + message), err.toString());
        assertEquals(null, launched);
    }

    @Test
    void shouldRefuseDirectoriesThatNoSystemHas() {
        assertEquals(2, run("kv --dir da\0ta"));
        assertTrue(err.toString().startsWith("fleet: --dir names 'da\0ta', but must name directories"), err.toString());
        assertEquals(null, launched);
    }

    @Test
    void shouldHelpAndTellItsVersion() {
        assertEquals(0, run("help"));
        assertEquals(0, run("help kv"));
        assertTrue(out.toString().contains("--dissemination"), out.toString());
        assertEquals(0, run("help admin add"));
        assertTrue(out.toString().contains("--role=full|replica|storage"), out.toString());
        assertEquals(0, run("version"));
        assertTrue(out.toString().contains("fleet development, Java "), out.toString());
        assertEquals("", err.toString());
    }

    @Test
    void shouldSayWhatIsNoCommand() {
        assertEquals(2, run("help admin grow"));
        assertTrue(err.toString().contains("'grow' is no command of 'fleet admin'"), err.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "kv", "sim", "crashpoints", "chaos", "torture", "check", "fuzz", "mutants", "version"})
    void shouldHelpWhereItIsAskedTo(final String command) {
        assertEquals(0, run((command + " --help").strip()));
        assertEquals(0, run((command + " -h").strip()));
        assertTrue(out.toString().startsWith(("Usage: fleet " + command).strip()), out.toString());
        assertEquals("", err.toString());
        assertEquals(null, launched);
    }

    @Test
    void shouldListTheMutants() {
        assertEquals(0, run("mutants --list"), err::toString);
        assertTrue(out.toString().contains("base-ignores-floors (S4, "), out.toString());
    }

    @Test
    void shouldRunASimulation() {
        assertEquals(0, run("sim --seeds 1 --first 5 --threads 1"), err::toString);
        assertEquals("", err.toString());
    }

    @Test
    void shouldServeUntilTheReplicasEnd() throws Exception {
        final int port = freePorts();
        final int code = run(() -> {
            try (Jedis one = new Jedis("127.0.0.1", port); Jedis three = new Jedis("127.0.0.1", port + 2)) {
                one.set("greeting", "hello");
                assertEquals("hello", three.get("greeting"));
                assertTrue(three.info("fleet").contains("node:3"));
            }
            return null;
        }, "kv", "--port", Integer.toString(port), "--dir", "target/somewhere");
        assertEquals("", err.toString());
        assertEquals(0, code);
        assertEquals(1, closed.get());
        assertTrue(out.toString().contains("RESP on 127.0.0.1:" + port + "-" + (port + 2)), out.toString());
        assertTrue(out.toString().contains(Path.of("target/somewhere").toAbsolutePath().toString()));
        assertTrue(out.toString().contains("redis-cli -p " + port + " set greeting hello"));
    }

    @Test
    void shouldPassItsOptionsOn() throws Exception {
        final int port = freePorts();
        assertEquals(0, run("kv --cluster 77 --id 2 --members a:1,b:2,c:3 --dir x,y --transport multicast "
            + "--multicast-group 224.0.1.9:77 --multicast-interface 10.0.0.0/24 --persistence ordered "
            + "--allowed-sources 10.0.0.0/24,fd00::1 --port " + port));
        assertEquals(WriteQuorum.ALL, launched.config().copies());
        assertEquals(77, launched.cluster());
        assertEquals(2, launched.id());
        assertEquals(List.of("a:1", "b:2", "c:3"), launched.members());
        assertEquals(List.of(Path.of("x"), Path.of("y")), launched.directories());
        assertEquals("224.0.1.9:77", launched.multicastGroup());
        assertEquals("10.0.0.0/24", launched.multicastInterface());
        assertEquals(List.of("10.0.0.0/24", "fd00::1"), launched.allowedSources());
        assertEquals(Persistence.ORDERED, launched.config().persistence());
        assertTrue(launched.multicast());
    }

    @Test
    void shouldPassOnHowVotersCount() throws Exception {
        final int port = freePorts();
        assertEquals(0, run("kv --cluster 1 --id 0 --members a:1,b:2,c:3,d:4,e:5 --witnesses 3,4 --port " + port));
        assertEquals(QuorumLayout.majority(), launched.config().quorums());
        assertEquals(0, run("kv --cluster 1 --id 1 --members a:1,b:2,c:3,d:4,e:5,f:6,g:7,h:8,i:9 --witnesses"
            + " 3,4,5,6,7,8 --quorums groups:3,4,5/6,7,8 --port " + port), err::toString);
        assertEquals(QuorumLayout.groups(List.of(List.of(3, 4, 5), List.of(6, 7, 8))), launched.config().quorums());
        assertEquals(launched.config().quorums(), launched.membership().quorums());
        assertEquals(0, run("kv --cluster 1 --id 1 --members a:1,b:2,c:3,d:4 --quorums grid:0,1/2,3 --port " + port));
        assertEquals(QuorumLayout.Kind.GRID, launched.config().quorums().kind());
        assertEquals(0, run("kv --cluster 1 --id 1 --members a:1,b:2 --quorums majority --port " + port));
        assertEquals(QuorumLayout.majority(), launched.config().quorums());
    }

    @Test
    void shouldPassOnHowCommandsArePrepared() throws Exception {
        final int port = freePorts();
        assertEquals(0, run("kv --cluster 1 --id 0 --members a:1,b:2 --store speculative --prepare-threads 3 --port "
            + port), err::toString);
        assertEquals(StoreKind.SPECULATIVE, launched.store());
        assertEquals(3, launched.prepareThreads());
        assertEquals(KvBounds.ofHeap(1), launched.bounds());
        assertEquals(0, run("kv --cluster 1 --id 0 --members a:1,b:2 --port " + port), err::toString);
        assertEquals(1, launched.prepareThreads());
    }

    @Test
    void shouldPassTheOptionsOfAGatewayOn() throws Exception {
        final int port = freePorts();
        assertEquals(0, run("kv --gateway --cluster 77 --members 127.0.0.1:1,127.0.0.2:2 --store offheap "
            + "--store-bytes 1000 --max-unanswered 10:2000 --client-timeout 9 --leases 250:all --reads lease "
            + "--dissemination leader --port " + port), err::toString);
        assertTrue(launched.isGateway());
        assertEquals("127.0.0.1", launched.membership().gatewayHost());
        assertEquals(77, launched.cluster());
        assertEquals(List.of("127.0.0.1:1", "127.0.0.2:2"), launched.members());
        assertEquals(1000, launched.bounds().maxBytes());
        assertEquals(10, launched.clients().unansweredCommands());
        assertEquals(2000, launched.clients().unansweredBytes());
        assertEquals(9, launched.clients().idleSeconds());
        assertTrue(launched.config().leases().atReplicas());
        assertTrue(out.toString().startsWith("fleet kv: a gateway to 2 nodes (127.0.0.1:1, 127.0.0.2:2), RESP on "
            + "127.0.0.1:" + port + "\nanswers:  from the nodes to 127.0.0.1\nbound:    what is written here may fill "
            + "a store up to 1000 bytes"), out.toString());
        assertFalse(out.toString().contains("data:"), out.toString());

        assertEquals(0, run(
            "kv --gateway --cluster 1 --members a:1,b:2 --response-host gate:7 --store-bytes 1000 --port "
                + port));
        assertEquals("gate:7", launched.membership().gatewayHost());
        assertEquals(RespLimits.UNANSWERED_COMMANDS, launched.clients().unansweredCommands());
        assertEquals(0, run("kv --cluster 1 --id 0 --members a:1,b:2 --client-memory 67108864 --port " + port));
        assertFalse(launched.isGateway());
        assertEquals(16_777_216, launched.clients().unansweredBytes());
    }

    @Test
    void shouldServeMetricsAndHealth() throws Exception {
        final int port = freePorts();
        final int httpPort = port + 3;
        final int code = run(() -> {
            try (Jedis jedis = new Jedis("127.0.0.1", port)) {
                jedis.set("a", "1");
                final String metrics = get(httpPort, "/metrics").body();
                assertTrue(metrics.contains("fleet_kv_connections{node=\"1\"} 1.0"), metrics);
                assertTrue(metrics.contains("fleet_kv_batches_total{node=\"1\"} 1.0"), metrics);
                assertTrue(metrics.contains("fleet_group_commands_total{node=\"1\"} 12.0"), metrics);
            }
            assertEquals("live\n", get(httpPort, "/live").body());
            assertEquals("ready\n", get(httpPort, "/ready").body());
            leader = -1;
            assertEquals(503, get(httpPort, "/ready").statusCode());
            assertEquals("node 1: group 0: hears no leader\n", get(httpPort, "/ready").body());
            assertEquals(404, get(httpPort, "/nope").statusCode());
            return null;
        }, "kv", "--port", Integer.toString(port), "--http-port", Integer.toString(httpPort));
        assertEquals("", err.toString());
        assertEquals(0, code);
    }

    @Test
    void shouldServeTheAdminEndpointOfEachReplica() throws Exception {
        final int port = freePorts();
        assertEquals(0, run(() -> null, "kv", "--port", Integer.toString(port), "--admin-port", "7101"));
        assertEquals(List.of("0 127.0.0.1:7101", "1 127.0.0.1:7102", "2 127.0.0.1:7103"), listened);
        assertEquals(4, closed.get(), "the replicas and three endpoints");
        assertTrue(out.toString().contains("./fleet admin --connect 127.0.0.1:7101 status"), out.toString());
    }

    @Test
    void shouldEndWithOneWhenAReplicaFails() throws Exception {
        final int port = freePorts();
        assertEquals(1, run(() -> {
            throw new IOException("data/node-1: record at 4096 is damaged");
        }, "kv", "--port", Integer.toString(port)));
        assertEquals("fleet: data/node-1: record at 4096 is damaged", err.toString().strip());
        assertEquals(1, closed.get());
    }

    @Test
    void shouldEndWithOneWhenAPortIsTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0)) {
            final int port = Math.min(taken.getLocalPort(), 65_533);
            assertEquals(1, run("kv --port " + port));
            assertTrue(err.toString().startsWith("fleet: cannot listen on 127.0.0.1:" + port), err.toString());
            assertEquals(1, closed.get());
        }
    }

    @Test
    void shouldEndWithTwoWhenTheConfigurationIsRefused() {
        final int code = new FleetCli(options -> {
            throw new ConfigException("directory is /dev/null, but must be a directory");
        }, new PrintWriter(out), new PrintWriter(err)).run("kv");
        assertEquals(2, code);
        assertEquals("fleet: directory is /dev/null, but must be a directory", err.toString().strip());
    }

    private static HttpResponse<String> get(final int port, final String path) throws Exception {
        final HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(Duration.ofSeconds(10)).build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** The first of four ports in a row that are free now. */
    private static int freePorts() throws IOException {
        for (int attempt = 0; attempt < 100; attempt++) {
            try (ServerSocket first = new ServerSocket(0)) {
                final int port = first.getLocalPort();
                if (port <= 65_000 && free(port + 1) && free(port + 2) && free(port + 3)) {
                    return port;
                }
            }
        }
        throw new IOException("no four free ports in a row");
    }

    private static boolean free(final int port) {
        try (ServerSocket socket = new ServerSocket(port)) {
            return socket.isBound();
        } catch (final IOException e) {
            return false;
        }
    }

    private final class LocalReplicas implements Replicas {
        private final LocalClient client = new LocalClient(new KvMachine());
        private final Callable<Void> life;

        LocalReplicas(final Callable<Void> life) {
            this.life = life;
        }

        @Override
        public int count() {
            return launched.embedded() ? 3 : 1;
        }

        @Override
        public FleetClient client(final int index) {
            return client;
        }

        @Override
        public ReplicaInfo info(final int index) {
            return new ReplicaInfo(index + 1, index == 0 ? "leader" : "follower", leader, 3, 12, 11, 10, 9, 1, "VOTER");
        }

        @Override
        public List<String> notReady(final int index) {
            return leader < 0 ? List.of("group 0: hears no leader") : List.of();
        }

        @Override
        public AutoCloseable listen(final int index, final String host, final int port) {
            listened.add(index + " " + host + ":" + port);
            return closed::incrementAndGet;
        }

        @Override
        public void bindTo(final MeterRegistry registry) {
            registry.counter("fleet.group.commands", "node", "1").increment(12);
        }

        @Override
        public void awaitTermination() throws Exception {
            life.call();
        }

        @Override
        public void close() {
            client.close();
            closed.incrementAndGet();
        }
    }
}
