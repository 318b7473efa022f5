package io.fleet.verify.fuzz;

import io.fleet.testkit.history.HistoryCodec;
import io.fleet.testkit.history.HistoryFile;
import io.fleet.verify.shrink.Script;
import io.fleet.verify.shrink.ScriptException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Text that is read and written again; what was written reads and writes the same. */
final class TextTarget implements FuzzTarget {
    private static final String SCRIPT = """
        fleet-script 1
        seed 17
        nodes 4
        survivors 0 2 3
        set disks 2
        set persistence ORDERED
        set orderedLog 327680/262144/5/0
        clients 6 embedded 3
        span 900000000
        fault KILL at 200000000 for 1000000 target 1
        fault SLOW_DISK at 400000000 for 1000000 target 0 strength 2.5
        operations given
        operation 4 at 350000000 ballast 12: add 3 7
        accidents given
        accident DELAY 0 to 1 number 58 value 1000
        """;
    private static final String HISTORY = """
        fleet-history 1 list-append
        invoke 0 1 5 append 3 7, read 3
        invoke 1 2 6 read 4
        ok 0 8 7;
        unknown 1 9
        """;
    private static final String REGISTER = """
        fleet-history 1 register
        invoke 0 1 5 cas 3 7 -9
        invoke 1 2 6 add 4 1
        ok 0 8 7
        not-applied 1 9
        """;
    /** For each byte: lines, words, numbers, and the objects that they become. */
    private static final long BYTES_FOR_EACH = 4_000;
    private static final long BOUND = 4L << 20;

    private final String name;
    private final String seed;
    private final Reader reader;

    /** Reads a text and writes it again. */
    private interface Reader {
        String again(String text) throws IOException;
    }

    private TextTarget(final String name, final String seed, final Reader reader) {
        this.name = name;
        this.seed = seed;
        this.reader = reader;
    }

    /** Scripts of the simulator. Declared: {@link ScriptException}. */
    static TextTarget script() {
        return new TextTarget("script", SCRIPT, text -> Script.write(Script.read(text), List.of()));
    }

    /** Histories of lists. Declared: {@link IOException}. */
    static TextTarget history() {
        return history("history", HISTORY, HistoryCodec.LIST_APPEND);
    }

    /** Histories of registers. Declared: {@link IOException}. */
    static TextTarget registerHistory() {
        return history("register-history", REGISTER, HistoryCodec.REGISTER);
    }

    /** Histories of any service. Declared: {@link IOException}. */
    static <I, O> TextTarget history(final String name, final String seed, final HistoryCodec<I, O> codec) {
        return new TextTarget(name, seed, text -> again(text, codec));
    }

    private static <I, O> String again(final String text, final HistoryCodec<I, O> codec) throws IOException {
        final StringWriter out = new StringWriter();
        HistoryFile.write(out, HistoryFile.read("text", new BufferedReader(new StringReader(text)), codec), codec);
        return out.toString();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<byte[]> seeds() {
        return List.of(seed.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public List<byte[]> words() {
        final List<byte[]> words = new ArrayList<>();
        for (final String word : (seed + " -1 9223372036854775807 99999999999999999999 1e999 NaN 2147483648 \"").split(
            "[ \n]")) {
            words.add((" " + word + " ").getBytes(StandardCharsets.UTF_8));
        }
        seed.lines().forEach(line -> words.add(("\n" + line + "\n").getBytes(StandardCharsets.UTF_8)));
        return words;
    }

    @Override
    public String run(final byte[] input, final AllocationMeter meter) {
        final String text = new String(input, StandardCharsets.UTF_8);
        final String[] written = new String[1];
        try {
            meter.within(BOUND + BYTES_FOR_EACH * input.length, () -> {
                try {
                    written[0] = reader.again(text);
                } catch (final IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (final ScriptException | UncheckedIOException e) {
            return "refused: " + e.getMessage().replaceAll(".*line [0-9]+|/[^ ]*|'.*'|\\(in: .*", "");
        }
        try {
            Check.that(written[0].equals(reader.again(written[0])), "written again it is another text");
        } catch (final ScriptException | IOException e) {
            throw new AssertionError("what was written cannot be read: " + written[0], e);
        }
        return Fuzzer.TAKEN;
    }
}
