package io.fleet.cli;

import io.fleet.error.ConfigException;
import io.fleet.examples.kv.server.CommandLines;
import io.fleet.examples.kv.server.KvOptions;
import io.fleet.examples.kv.server.Replicas;
import io.fleet.verify.fuzz.AllocationMeter;
import io.fleet.verify.fuzz.Check;
import io.fleet.verify.fuzz.FuzzTarget;
import io.fleet.verify.fuzz.Fuzzer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The options of {@code fleet kv}, one word a line. Either replicas are started with options that are in range, or the
 * exit code says that the usage is wrong, the first line of errors says why, and nothing was started; or help was asked
 * for, and is told.
 */
final class OptionsTarget implements FuzzTarget {
    private static final String EMBEDDED = "--port 7101 --dir data --http-port 9000 --admin-port 9100"
        + " --persistence ordered";
    private static final String MEMBER = "--cluster 9 --id 1 --members 10.0.0.1:7000,[::1]:7001,host-3:65535 --dir a,b "
        + "--transport multicast --multicast-group 224.0.1.37:40456 --multicast-interface 10.0.0.0/8 "
        + "--dissemination leader --replier random --host 0.0.0.0";
    /** What the command line library makes of its annotations each time. */
    private static final long BOUND = 5L << 20;
    private static final long FOR_EACH_BYTE = 4_000;
    private static final int MAX_PORT = 65_535;

    private final StringWriter err = new StringWriter();
    private final FleetCli cli = new FleetCli(this::launch, new PrintWriter(new StringWriter()), new PrintWriter(err));
    private KvOptions launched;
    private int result;

    /** Replicas are not started: they are what comes after decoding. */
    private static final class Launched extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @Override
    public String name() {
        return "kv-options";
    }

    private static byte[] lines(final String words) {
        return words.replace(' ', '\n').getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public List<byte[]> seeds() {
        return List.of(lines(EMBEDDED), lines(MEMBER), lines("--cluster 1 --members a:1 --id 0"),
            lines("--replier jbsq"));
    }

    @Override
    public List<byte[]> words() {
        final List<byte[]> words = new ArrayList<>();
        for (final String word : (EMBEDDED + ' ' + MEMBER + " --port=0 65536 , : = a:1,a:1 \0 \"x 99999999999 -h @x")
            .split(" ")) {
            words.add((word + "\n").getBytes(StandardCharsets.UTF_8));
        }
        return words;
    }

    @Override
    public String run(final byte[] input, final AllocationMeter meter) {
        final List<String> arguments = new ArrayList<>(List.of("kv"));
        new String(input, StandardCharsets.UTF_8).lines().filter(line -> !line.startsWith("@")).forEach(arguments::add);
        err.getBuffer().setLength(0);
        launched = null;
        meter.within(BOUND + FOR_EACH_BYTE * input.length,
            () -> result = cli.run(arguments.toArray(new String[0])));
        if (launched != null) {
            check(launched);
            return Fuzzer.TAKEN + ' ' + launched.members().size() + launched.config().replierPolicy();
        }
        if (result == 0) {
            Check.that(arguments.contains("-h") || arguments.contains("--help"),
                "exit code 0, but no help was asked for");
            return "help";
        }
        final String said = err.toString();
        Check.that(result == CommandLines.WRONG_USAGE && said.startsWith("fleet: ") && said.length() > 10,
            "exit code " + result + ", and the errors are: " + said);
        return said.lines().findFirst().orElseThrow().replaceAll("'.*'|is .*?, but", "");
    }

    private Replicas launch(final KvOptions options) {
        launched = options;
        throw new Launched();
    }

    private static void check(final KvOptions options) {
        final int members = options.members().size();
        Check.that(options.id() >= 0 && options.id() <= Math.max(0, members - 1), "id " + options.id());
        Check.that(options.port() > 0 && options.port() <= MAX_PORT, "port " + options.port());
        Check.that(options.adminPort() >= -1 && options.adminPort() <= MAX_PORT, "admin port " + options.adminPort());
        Check.that(options.httpPort() >= -1 && options.httpPort() <= MAX_PORT, "HTTP port " + options.httpPort());
        Check.that(!options.directories().isEmpty() && (members > 0 || options.directories().size() == 1),
            "directories " + options.directories());
        Check.that(options.members().stream().distinct().count() == members, "members " + options.members());
        try {
            options.config().check();
            for (int i = 0; i < members; i++) {
                io.fleet.Member.parse(i, options.members().get(i));
            }
        } catch (final ConfigException e) {
            throw new AssertionError("what the options say is refused later: "
                + options.members().stream().collect(Collectors.joining(",")), e);
        }
    }
}
