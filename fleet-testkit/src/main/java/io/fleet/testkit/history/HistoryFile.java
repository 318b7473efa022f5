package io.fleet.testkit.history;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Histories as text, so that one can be kept and judged again. The first line is {@code fleet-history 1 MODEL}; then
 * one line for each event, in order: {@code invoke OPERATION CLIENT NANOS INPUT}, {@code ok OPERATION NANOS OUTPUT},
 * {@code unknown OPERATION NANOS}, {@code not-applied OPERATION NANOS}; operations are numbered from 0 in the order of
 * their invocations.
 */
public final class HistoryFile {
    private static final String MAGIC = "fleet-history";
    private static final String VERSION = "1";
    private static final int MAX_LINE = 1 << 20;

    private record Line(long at, String text) {
    }

    private HistoryFile() {
    }

    /**
     * Writes a history.
     *
     * @param <I>     what is asked for.
     * @param <O>     what is answered.
     * @param file    where to; replaced when it is there.
     * @param history the history.
     * @param codec   how its operations are written.
     * @throws IOException when the file cannot be written.
     */
    public static <I, O> void write(final Path file, final History<I, O> history, final HistoryCodec<I, O> codec)
        throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            write(out, history, codec);
        }
    }

    /**
     * Writes a history as text.
     *
     * @param <I>     what is asked for.
     * @param <O>     what is answered.
     * @param out     takes the lines.
     * @param history the history.
     * @param codec   how its operations are written.
     * @throws IOException when {@code out} throws it.
     */
    public static <I, O> void write(final Writer out, final History<I, O> history, final HistoryCodec<I, O> codec)
        throws IOException {
        final List<Line> lines = new ArrayList<>();
        final List<Operation<I, O>> operations = history.operations();
        for (int i = 0; i < operations.size(); i++) {
            final Operation<I, O> operation = operations.get(i);
            lines.add(new Line(operation.invokedAt(), "invoke " + i + " " + operation.client() + " "
                + operation.invokedNs() + " " + codec.writeInput(operation.input())));
            if (operation.returnedAt() != Long.MAX_VALUE) {
                lines.add(new Line(operation.returnedAt(), switch (operation.outcome()) {
                    case OK -> "ok " + i + " " + operation.returnedNs() + " " + codec.writeOutput(operation.output());
                    case UNKNOWN -> "unknown " + i + " " + operation.returnedNs();
                    case NOT_APPLIED -> "not-applied " + i + " " + operation.returnedNs();
                }));
            }
        }
        lines.sort((a, b) -> Long.compare(a.at, b.at));
        out.write(MAGIC + " " + VERSION + " " + codec.model() + "\n");
        for (final Line line : lines) {
            out.write(line.text);
            out.write('\n');
        }
    }

    /**
     * Of which kind of service a file has the history.
     *
     * @param file the file.
     * @return the name that {@link HistoryCodec#model()} gave.
     * @throws IOException when it cannot be read, or is no history of this version; the message says which.
     */
    public static String model(final Path file) throws IOException {
        try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            return model(file.toString(), in.readLine());
        }
    }

    /**
     * Reads a history.
     *
     * @param <I>   what is asked for.
     * @param <O>   what is answered.
     * @param file  the file.
     * @param codec how its operations are written.
     * @return the history.
     * @throws IOException when it cannot be read, or a line is not of the form above; the message names the line.
     */
    public static <I, O> History<I, O> read(final Path file, final HistoryCodec<I, O> codec) throws IOException {
        try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            return read(file.toString(), in, codec);
        }
    }

    /**
     * Reads a history from text.
     *
     * @param <I>   what is asked for.
     * @param <O>   what is answered.
     * @param file  what messages call it.
     * @param in    the lines.
     * @param codec how its operations are written.
     * @return the history.
     * @throws IOException when {@code in} throws it, or a line is not of the form above; the message names the line.
     */
    public static <I, O> History<I, O> read(final String file, final BufferedReader in, final HistoryCodec<I, O> codec)
        throws IOException {
        final History<I, O> history = new History<>();
        final String model = model(file, in.readLine());
        if (!model.equals(codec.model())) {
            throw new IOException(file + " has a history of model " + model + ", not of " + codec.model());
        }
        int number = 1;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            number++;
            try {
                event(line, history, codec);
            } catch (final IllegalArgumentException | IllegalStateException e) {
                throw new IOException(file + ", line " + number + ": " + e.getMessage(), e);
            }
        }
        return history;
    }

    private static String model(final String file, final String line) throws IOException {
        final String[] words = line == null ? new String[0] : line.split(" ");
        if (words.length != 3 || !words[0].equals(MAGIC)) {
            throw new IOException(file + " is no history: its first line is not '" + MAGIC + " " + VERSION + " MODEL'");
        }
        if (!words[1].equals(VERSION)) {
            throw new IOException(file + " is a history of version " + words[1] + ", but only version " + VERSION
                + " is known");
        }
        return words[2];
    }

    private static <I, O> void event(final String line, final History<I, O> history, final HistoryCodec<I, O> codec) {
        if (line.length() > MAX_LINE) {
            throw new IllegalArgumentException("has " + line.length() + " characters, but at most " + MAX_LINE
                + " are allowed");
        }
        final String[] words = line.split(" ", 5);
        final int operation = (int) number(words, 1, "operation");
        if (words[0].equals("invoke")) {
            if (operation != history.operations().size()) {
                throw new IllegalArgumentException("operation " + operation + " is invoked, but the next one is "
                    + history.operations().size());
            }
            final long client = number(words, 2, "client");
            final long nowNs = number(words, 3, "time");
            history.invoke(client, codec.readInput(words.length > 4 ? words[4] : ""), nowNs);
            return;
        }
        if (operation < 0 || operation >= history.operations().size()) {
            throw new IllegalArgumentException("operation " + operation + " has not been invoked");
        }
        final long nowNs = number(words, 2, "time");
        switch (words[0]) {
            case "ok" -> {
                final String[] parts = line.split(" ", 4);
                history.ok(operation, codec.readOutput(parts.length > 3 ? parts[3] : ""), nowNs);
            }
            case "unknown" -> history.unknown(operation, nowNs);
            case "not-applied" -> history.notApplied(operation, nowNs);
            default -> throw new IllegalArgumentException("'" + words[0]
                + "' is none of invoke, ok, unknown, not-applied");
        }
    }

    private static long number(final String[] words, final int index, final String name) {
        if (index >= words.length) {
            throw new IllegalArgumentException("the " + name + " is missing");
        }
        try {
            return Long.parseLong(words[index]);
        } catch (final NumberFormatException e) {
            throw new IllegalArgumentException("the " + name + " '" + words[index] + "' is no number", e);
        }
    }
}
